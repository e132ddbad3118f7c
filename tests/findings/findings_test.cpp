/// Every shipped scenario states a question, a price date, sources, and a finding that holds.

#include "hand_calculation.hpp"

#include <gpuplan/report/sources.hpp>

#include <catch2/catch.hpp>

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
        CHECK(scenario.finding->flip);
        CHECK(scenario.finding->flipLeast);
        CHECK(scenario.finding->flipMost);
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

        const metrics::RunResult result = runShipped(scenario);

        CHECK(result.alternatives[result.cheapest()].name == finding.cheapest);
        const double flip = crossing(result, finding.flip->a, finding.flip->b, finding.flip->by);
        CHECK(flip >= *finding.flipLeast);
        CHECK(flip <= *finding.flipMost);
    }
}
