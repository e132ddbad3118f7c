#include "reference_case.hpp"

#include <gpuplan/selfcheck/calc_table.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

namespace selfcheck = gpuplan::selfcheck;

namespace {

bool isReachable(const ReferenceCase& one) {
    return !one.isTestOnly && selfcheck::findCalcModel(one.model) != nullptr;
}

/// One case as a test of its own, named by its id.
class CaseTest : public Catch::ITestInvoker {
public:
    explicit CaseTest(ReferenceCase one) : m_case(std::move(one)) {}
    void invoke() const override {
        const std::vector<std::string> off = deviations(m_case);
        INFO(m_case.json);
        CHECK(off == std::vector<std::string>{});
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
    const auto cases = referenceCases();

    CHECK(casesRegistered);
    REQUIRE(cases.size() == 126);
    std::string missing;
    for (const ReferenceCase& one : cases)
        if (!one.isTestOnly && !isReachable(one))
            missing += " " + one.id;
    if (!missing.empty())
        WARN("not reachable yet:" << missing);
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

TEST_CASE("a value off by more than its tolerance does not pass", "[selfcheck]") {
    CHECK(meets("1.05", R"({"value": 1.0, "rel_tol": 0.06})"));
    CHECK_FALSE(meets("1.05", R"({"value": 1.0, "rel_tol": 0.04})"));
    CHECK(meets("0.05", R"({"value": 0.0, "abs_tol": 0.06, "rel_tol": 1e-9})"));
    CHECK_FALSE(meets("3", R"({"value": 4, "rel_tol": 0})"));
    CHECK(meets("25", R"({"min": 20, "max": 30})"));
    CHECK_FALSE(meets("19.9", R"({"min": 20, "max": 30})"));
    CHECK(meets("[1, 2]", R"({"value": [1, 2]})"));
    CHECK_FALSE(meets("[1]", R"({"value": [1, 2]})"));
    CHECK_FALSE(meets("null", R"({"value": 0.0, "abs_tol": 1})"));
    CHECK(meets(R"({"a": 1, "b": 2})", R"({"value": {"a": 1}})"));
    CHECK_FALSE(meets(R"({"b": 2})", R"({"value": {"a": 1}})"));
    CHECK_FALSE(meets("true", R"({"value": false})"));
}
