#include "../report/sample_run.hpp"

#include <gpuplan/planner/gates.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

/// owned costs 4,000 USD, `rented, "spot" free` 5,900 USD.
Diagnostics missed(const std::vector<std::string>& requirements,
                   const std::optional<std::string>& maxCost = {}) {
    const metrics::RunResult run = test::sampleRun();
    const Result<Gates> gates = readGates(maxCost, requirements, run.scenario);
    REQUIRE(gates);
    return checkGates(*gates, run);
}

std::string firstProblem(const std::string& requirement) {
    const Result<Gates> gates = readGates({}, {requirement}, test::sampleRun().scenario);
    REQUIRE_FALSE(gates);
    return gates.diagnostics()[0].message.key;
}

} // namespace

TEST_CASE("requirements compare total costs", "[planner][gates]") {
    CHECK(missed({"owned<rented, \"spot\" free"}).empty());
    CHECK(missed({"rented, \"spot\" free > owned"}).empty());
    CHECK(missed({"owned<=owned"}).empty());
    CHECK(missed({"owned<owned"}).size() == 1);
    CHECK(missed({"owned>rented, \"spot\" free"}).size() == 1);
}

TEST_CASE("a side can be an amount", "[planner][gates]") {
    CHECK(missed({"owned<=4000 USD"}).empty());
    CHECK(missed({"owned<4000 USD"}).size() == 1);
    CHECK(missed({"5000 USD < rented, \"spot\" free"}).empty());
}

TEST_CASE("a missed requirement says both figures and is a missed target", "[planner][gates]") {
    const Diagnostics list = missed({"rented, \"spot\" free<owned"});

    REQUIRE(list.size() == 1);
    CHECK(list[0].trouble == Trouble::Target);
    CHECK(text(list[0].message) ==
          "\"rented, \"spot\" free<owned\" does not hold: rented, \"spot\" "
          "free is 5900.00 USD, owned is 4000.00 USD");
}

TEST_CASE("the budget is held against the cheapest alternative", "[planner][gates]") {
    CHECK(missed({}, "4000 USD").empty());
    const Diagnostics list = missed({}, "3999.999999 USD");

    REQUIRE(list.size() == 1);
    CHECK(list[0].message.key == "planner.gate.budget");
    CHECK(list[0].trouble == Trouble::Target);
}

TEST_CASE("names may hold the signs themselves", "[planner][gates]") {
    metrics::RunResult run = test::sampleRun();
    run.scenario.alternatives[0].name = run.alternatives[0].name = "a<b";
    run.scenario.alternatives[1].name = run.alternatives[1].name = "c";

    const Result<Gates> gates = readGates({}, {"a<b<c"}, run.scenario);

    REQUIRE(gates);
    CHECK(gates->requirements[0].left == "a<b");
    CHECK(gates->requirements[0].right == "c");
    CHECK(checkGates(*gates, run).empty());
}

TEST_CASE("what is no requirement is refused with a reason", "[planner][gates]") {
    CHECK(firstProblem("owned") == "planner.gate.malformed");
    CHECK(firstProblem("") == "planner.gate.malformed");
    CHECK(firstProblem("owend<owned") == "planner.gate.unknown");
    CHECK(firstProblem("owned<") == "planner.gate.unknown");
    CHECK(firstProblem("owned<4000 EUR") == "planner.gate.currency");
    CHECK(firstProblem("owned<4000") == "base.quantity.no_unit");
}

TEST_CASE("every wrong gate is reported at once, with the nearest name", "[planner][gates]") {
    const Result<Gates> gates = readGates("many", {"owend<owned", "x"}, test::sampleRun().scenario);

    REQUIRE_FALSE(gates);
    REQUIRE(gates.diagnostics().size() == 3);
    CHECK(gates.diagnostics()[1].candidates == std::vector<std::string>{"owned"});
}
