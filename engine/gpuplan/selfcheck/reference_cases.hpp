#pragma once
/// The published and closed-form cases that the models are held to: what goes in, what must come
/// out, how near, and where that stands. The text of tests/cases/cases.json is part of the library,
/// so that an installed program recomputes them, too.

#include <gpuplan/io/json_document.hpp>
#include <gpuplan/selfcheck/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::selfcheck {

/// One expected output of a case: a value with a tolerance, or a band.
struct ExpectedRow {
    std::string name;
    std::string output; ///< of the model; the row's name unless the row says otherwise
    std::string basis;  ///< formula, published, claim or engine
    std::string unit;
    Value value; ///< empty if there is a band
    std::optional<double> least;
    std::optional<double> most;
    std::optional<double> relative; ///< tolerance as a share of the value
    std::optional<double> absolute; ///< tolerance in the value's unit; either suffices
    std::optional<double> goal;     ///< a tighter relative tolerance, reported if missed

    bool isBand() const { return least || most; }
};

struct ReferenceCase {
    std::string id;
    std::string kind;
    std::string title;
    std::string model;
    bool isTestOnly = false; ///< an experiment with the simulator, run by the tests alone
    std::string source;
    io::JsonValue inputs; ///< lives as long as the document
    std::vector<ExpectedRow> expected;

    /// What the case is about: S step, D data, C communication, M memory, ... A case kept apart
    /// has its letter second (`KS01`).
    char letter() const;
};

/// Reads the list of cases. The file is the project's own: a wrong form is a ContractViolation.
std::vector<ReferenceCase> readReferenceCases(const io::JsonDocument& document);

/// The text of tests/cases/cases.json as of the build.
std::string_view referenceCasesText();

/// A JSON value as a model's value; numbers as doubles.
Value valueOf(const io::JsonValue& json);

/// Whether `got` is as near to the row as it asks: |got - value| <= relative |value|, or <=
/// absolute; without tolerance equal but for the last digit of printing; lists and objects member
/// by member; inside the band, ends included.
bool meets(const Value& got, const ExpectedRow& row);

/// Every number in `got` less the row's, as a share of the row's (in its unit where that is 0),
/// with its sign; of a band, the distance to its nearer end, 0 inside. Nothing where the two can
/// not be compared: another form, another text.
std::optional<std::vector<double>> deviations(const Value& got, const ExpectedRow& row);

/// The largest of deviations() by size; 0 for equal texts and flags.
std::optional<double> deviation(const Value& got, const ExpectedRow& row);

} // namespace gpuplan::selfcheck
