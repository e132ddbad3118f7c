/// Every shipped scenario states a question, a price date, sources, and a finding that holds.

#include "finding_checks.hpp"
#include "hand_calculation.hpp"

#include <gpuplan/report/sources.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

std::vector<std::string> shippedNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(GPUPLAN_SOURCE_DIR "/scenarios"))
        if (entry.path().extension() == ".json")
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

TEST_CASE("every shipped scenario states its question and its finding", "[findings]") {
    const auto names = shippedNames();
    REQUIRE(names.size() >= 3);
    for (const std::string& name : names) {
        INFO(name);
        const model::Scenario scenario = shipped(name);
        CHECK_FALSE(scenario.question.empty());
        REQUIRE(scenario.finding);
        CHECK_FALSE(scenario.finding->text.empty());
        // Something that can fail: a crossing with both its bounds, or figures.
        if (scenario.finding->flip) {
            CHECK(scenario.finding->flipLeast);
            CHECK(scenario.finding->flipMost);
        } else {
            CHECK_FALSE(scenario.finding->checks.empty());
        }
    }
}

TEST_CASE("every value of a shipped scenario says where it comes from", "[findings]") {
    for (const std::string& name : shippedNames())
        for (const report::Assumption& assumption : report::assumptions(shipped(name))) {
            INFO(name << assumption.pointer);
            CHECK_FALSE(assumption.provenance.source.empty());
            CHECK(assumption.provenance.confidence != Confidence::Unknown);
        }
}

TEST_CASE("every finding holds: the cheapest, and where the verdict turns", "[findings]") {
    for (const std::string& name : shippedNames()) {
        INFO(name);
        const model::Scenario scenario = shipped(name);
        const model::Finding& finding = *scenario.finding;
        if (finding.cheapest.empty() && !finding.flip)
            continue;

        const metrics::RunResult result = runShipped(scenario);

        if (!finding.cheapest.empty())
            CHECK(result.alternatives[result.cheapest()].name == finding.cheapest);
        if (!finding.flip)
            continue;
        const double flip = crossing(result, finding.flip->a, finding.flip->b, finding.flip->by);
        CHECK(flip >= *finding.flipLeast);
        CHECK(flip <= *finding.flipMost);
    }
}

TEST_CASE("every finding holds: the figures it points at", "[findings]") {
    for (const std::string& name : shippedNames()) {
        const model::Scenario scenario = shipped(name);
        if (scenario.finding->checks.empty())
            continue;
        // Jobs that a scenario shows not to fit are rejected: that is no error here.
        const io::JsonDocument result = resultDocument(runShipped(scenario));
        for (const model::FindingCheck& check : scenario.finding->checks) {
            const CheckOutcome outcome = evaluate(check, result);
            INFO(name << ": " << outcome.text);
            CHECK(outcome.holds);
        }
        // A scenario of checks is there for a claim.
        const auto& checks = scenario.finding->checks;
        CHECK(std::any_of(checks.begin(), checks.end(),
                          [](const auto& check) { return !check.claim.empty(); }));
    }
}
