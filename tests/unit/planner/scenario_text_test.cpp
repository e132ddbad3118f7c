#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/planner/scenario_text.hpp>

#include <catch2/catch.hpp>

#include <filesystem>

using namespace gpuplan;

namespace {

model::Scenario firstScenario() {
    return io::readScenario(GPUPLAN_SOURCE_DIR "/scenarios/first.json").value();
}

} // namespace

TEST_CASE("a scenario as read has no faults", "[planner][scenario]") {
    CHECK_FALSE(planner::checkScenario(firstScenario()).hasErrors());
}

TEST_CASE("a scenario edited out of range is refused at its place", "[planner][scenario]") {
    model::Scenario scenario = firstScenario();
    scenario.horizonMonths = 0;

    const Diagnostics problems = planner::checkScenario(scenario);

    REQUIRE(problems.hasErrors());
    CHECK(problems[0].at.pointer == "/horizon_months");
    // There is no such file yet, so no line of it can be named.
    CHECK(problems[0].at.line == 0);
    CHECK(problems[0].at.column == 0);
}

TEST_CASE("a saved scenario reads back equal but for its file's name", "[planner][scenario]") {
    const std::string path =
        (std::filesystem::temp_directory_path() / "gpuplan_scenario_text_test.json").string();
    model::Scenario scenario = firstScenario();
    scenario.horizonMonths = 48;

    CHECK(planner::saveScenario(scenario, path).empty());
    model::Scenario back = io::readScenario(path).value();
    std::filesystem::remove(path);

    CHECK(back.horizonMonths == 48);
    CHECK(io::writeScenario(back) == io::writeScenario(scenario));
}

TEST_CASE("a scenario that can not be saved says so", "[planner][scenario]") {
    const Diagnostics problems =
        planner::saveScenario(firstScenario(), "/no/such/folder/scenario.json");
    REQUIRE(problems.hasErrors());
    CHECK(problems[0].trouble == Trouble::Outside);
}
