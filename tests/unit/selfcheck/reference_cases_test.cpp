#include "public_models.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/selfcheck.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

namespace selfcheck = gpuplan::selfcheck;
using selfcheck::CaseStatus;
using selfcheck::ExpectedRow;
using selfcheck::ReferenceCase;

namespace {

const char* const casesFile = GPUPLAN_SOURCE_DIR "/tests/cases/cases.json";

/// The file as it is now; nothing if it can not be read.
const gpuplan::io::JsonDocument* cases() {
    static const auto document = gpuplan::io::readJson(casesFile);
    return document ? &document.value() : nullptr;
}

std::vector<ReferenceCase> referenceCases() {
    return cases() == nullptr ? std::vector<ReferenceCase>{}
                              : selfcheck::readReferenceCases(*cases());
}

bool isReachable(const ReferenceCase& one) {
    return !one.isTestOnly && selfcheck::findCalcModel(one.model) != nullptr;
}

/// What is off, a line a row.
std::vector<std::string> offRows(const ReferenceCase& one) {
    const selfcheck::CheckedCase checked = selfcheck::check(one);
    if (!checked.refusal.empty())
        return {describe(checked.refusal)};
    std::vector<std::string> off;
    for (const selfcheck::CheckedRow& row : checked.rows)
        if (!row.ok)
            off.push_back(row.expected.name + " (" + row.expected.basis + ") deviates by " +
                          (row.deviation ? std::to_string(*row.deviation) : "nothing comparable"));
    return off;
}

/// One case as a test of its own, named by its id.
class CaseTest : public Catch::ITestInvoker {
public:
    explicit CaseTest(ReferenceCase one) : m_case(std::move(one)) {}
    void invoke() const override {
        INFO(m_case.id + " " + m_case.source);
        CHECK(offRows(m_case) == std::vector<std::string>{});
    }

private:
    ReferenceCase m_case;
};

/// Registers a test for each case whose model is in the table.
bool registerCases() {
    for (const ReferenceCase& one : referenceCases())
        if (isReachable(one)) {
            // The registry keeps copies of both texts and owns the invoker.
            const std::string name = one.id + " " + one.title;
            const std::string tags = "[selfcheck][case][" + one.model + "]";
            const Catch::AutoReg registered(new CaseTest(one), CATCH_INTERNAL_LINEINFO,
                                            Catch::StringRef(), Catch::NameAndTags(name, tags));
            static_cast<void>(registered);
        }
    return true;
}

const bool casesRegistered = registerCases();

} // namespace

TEST_CASE("the reference cases are read", "[selfcheck]") {
    const auto all = referenceCases();

    CHECK(casesRegistered);
    REQUIRE(all.size() == 126);
    std::string missing;
    for (const ReferenceCase& one : all)
        if (!one.isTestOnly && !isReachable(one))
            missing += " " + one.id;
    if (!missing.empty())
        WARN("not reachable yet:" << missing);
}

TEST_CASE("the library holds the cases of the file, byte for byte", "[selfcheck]") {
    CHECK(selfcheck::referenceCasesText() == gpuplan::readWholeFile(casesFile).value());
}

TEST_CASE("models have the names, inputs and outputs of the public list", "[selfcheck]") {
    const auto published = publicModels(GPUPLAN_SOURCE_DIR "/../shared/validation/models.json");
    if (published.empty()) {
        WARN("skipped: ../shared/validation/models.json is not there");
        return;
    }
    for (const selfcheck::CalcModel& model : selfcheck::calcModels()) {
        INFO(model.name);
        const auto found =
            std::find_if(published.begin(), published.end(),
                         [&](const PublicModel& one) { return one.name == model.name; });
        REQUIRE(found != published.end());
        std::vector<std::string> inputs;
        for (const auto& input : model.inputs)
            inputs.push_back(input.name + (input.required ? "" : "?"));
        std::vector<std::string> outputs;
        for (const auto& output : model.outputs)
            outputs.push_back(output.name + " " + output.unit);
        CHECK_THAT(inputs, Catch::UnorderedEquals(found->inputs));
        CHECK_THAT(outputs, Catch::UnorderedEquals(found->outputs));
    }
}

namespace {

selfcheck::Value valueOf(const std::string& json) {
    return selfcheck::valueOf(gpuplan::io::parseJson(json, "test").value().root());
}

ExpectedRow expecting(const std::string& json) {
    ExpectedRow row;
    row.value = valueOf(json);
    return row;
}

ExpectedRow within(ExpectedRow row, std::optional<double> relative,
                   std::optional<double> absolute = std::nullopt) {
    row.relative = relative;
    row.absolute = absolute;
    return row;
}

ExpectedRow band(double least, double most) {
    ExpectedRow row;
    row.least = least;
    row.most = most;
    return row;
}

} // namespace

TEST_CASE("a value off by more than its tolerance does not pass", "[selfcheck]") {
    const auto meets = [](const char* got, const ExpectedRow& row) {
        return selfcheck::meets(valueOf(got), row);
    };

    CHECK(meets("1.05", within(expecting("1.0"), 0.06)));
    CHECK_FALSE(meets("1.05", within(expecting("1.0"), 0.04)));
    CHECK(meets("0.05", within(expecting("0.0"), 1e-9, 0.06)));
    CHECK_FALSE(meets("3", within(expecting("4"), 0.0)));
    CHECK(meets("25", band(20, 30)));
    CHECK(meets("30", band(20, 30)));
    CHECK_FALSE(meets("19.9", band(20, 30)));
    CHECK(meets("[1, 2]", expecting("[1, 2]")));
    CHECK_FALSE(meets("[1]", expecting("[1, 2]")));
    CHECK_FALSE(meets("null", within(expecting("0.0"), std::nullopt, 1.0)));
    CHECK(meets(R"({"a": 1, "b": 2})", expecting(R"({"a": 1})")));
    CHECK_FALSE(meets(R"({"b": 2})", expecting(R"({"a": 1})")));
    CHECK_FALSE(meets("true", expecting("false")));
}

TEST_CASE("a deviation is the largest relative difference, with its sign", "[selfcheck]") {
    const auto deviation = [](const char* got, const ExpectedRow& row) {
        return selfcheck::deviation(valueOf(got), row);
    };

    CHECK(deviation("1.05", expecting("1")) == Approx(0.05));
    CHECK(deviation("-1.05", expecting("-1")) == Approx(-0.05));
    CHECK(deviation("[1.01, 1.8]", expecting("[1, 2]")) == Approx(-0.1)); // -0.2 of 2
    CHECK(deviation("0.25", expecting("0")) == 0.25);                     // in its own unit
    CHECK(deviation("33", band(20, 30)) == Approx(0.1));
    CHECK(deviation("25", band(20, 30)) == 0.0);
    CHECK(deviation(R"("memory")", expecting(R"("memory")")) == 0.0);
    CHECK_FALSE(deviation(R"("memory")", expecting(R"("compute")")));
    CHECK_FALSE(deviation("[1]", expecting("[1, 2]")));
    CHECK_FALSE(deviation("null", expecting("1")));
}
