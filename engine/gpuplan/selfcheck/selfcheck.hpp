#pragma once
/// Recomputes the reference cases: what each output is, what it should be, how far off it is, and
/// how the whole stands against the accuracy that the project set itself.
///
/// In: the cases (`reference_cases.hpp`) and the models (`calc_table.hpp`). Out: a Selfcheck, as
/// text by `selfcheck_output.hpp`.

#include <gpuplan/selfcheck/reference_cases.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::selfcheck {

/// Which cases; empty members ask for nothing.
struct CaseFilter {
    std::vector<std::string> ids;
    std::string letters; ///< `SD`: cases on steps and data
    std::string kind;    ///< `published`

    bool takes(const ReferenceCase& one) const;
};

enum class CaseStatus {
    Ok,
    Off,     ///< a row is off, or the model refuses the inputs
    NotRun,  ///< an experiment with the simulator: the tests run it
    NoModel, ///< this version has no such model
};

/// One expected row with what came out.
struct CheckedRow {
    ExpectedRow expected;
    std::optional<Value> value;      ///< nothing if the case was not computed or lacks the output
    std::optional<double> deviation; ///< see deviation(); nothing where it can not be compared
    bool ok = false;

    /// The row is ok, but further off than its goal.
    bool missesGoal() const;
    /// What a deviation may be; nothing for texts and where it can not be said as one share.
    std::optional<double> tolerance() const;
};

struct CheckedCase {
    ReferenceCase reference;
    CaseStatus status = CaseStatus::Ok;
    std::vector<CheckedRow> rows;
    Diagnostics refusal; ///< why the model refused the inputs
};

/// An accuracy goal of the project: mean and largest size of deviation over published values.
struct AccuracyGoal {
    std::string id; ///< `transformer_step`; wording: message `selfcheck.goal.<id>`
    std::vector<std::string> cases;
    std::optional<double> mean; ///< at most
    double worst = 0.0;         ///< at most
};

/// Where the goal stands.
struct Accuracy {
    AccuracyGoal goal;
    std::size_t points = 0;
    std::optional<double> mean; ///< nothing where a case could not be computed
    std::optional<double> worst;

    bool met() const;
};

struct Selfcheck {
    io::JsonDocument document; ///< keeps the cases' inputs alive
    std::vector<CheckedCase> cases;
    std::vector<Accuracy> accuracy; ///< of the goals all of whose cases were asked for
    bool stopped = false;

    std::size_t count(CaseStatus status) const;
    /// No case is off. One without a model is listed as not computed, but says nothing against the
    /// others.
    bool ok() const { return count(CaseStatus::Off) == 0; }
};

/// One case through its model.
CheckedCase check(const ReferenceCase& one);

/// All cases of `document` that the filter takes, in their order.
/// \param stopRequested  asked between cases; may be empty
Selfcheck selfcheck(const io::JsonDocument& document, const CaseFilter& filter,
                    const std::function<bool()>& stopRequested = {});

/// The project's goals. Source: docs/method.md#accuracy
const std::vector<AccuracyGoal>& accuracyGoals();

} // namespace gpuplan::selfcheck
