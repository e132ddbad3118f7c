/// What the planner tries, and what it must not try.

#include <gpuplan/planner/planner.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;

namespace {

const planner::Planner& shippedPlanner() {
    static const planner::Planner planner =
        planner::Planner::load(GPUPLAN_SOURCE_DIR "/data").value();
    return planner;
}

model::Scenario shipped(const std::string& name) {
    return shippedPlanner().read(GPUPLAN_SOURCE_DIR "/scenarios/" + name).value();
}

planner::Planner::Outcome advised(const model::Scenario& scenario, unsigned threads = 2) {
    planner::RunRequest request;
    request.scenario = std::make_shared<const model::Scenario>(scenario);
    request.advice = true;
    request.threads = threads;
    return shippedPlanner().run(request);
}

bool has(const metrics::Advice& advice, const std::string& id) {
    return std::any_of(advice.items.begin(), advice.items.end(),
                       [&id](const metrics::AdviceItem& item) { return item.id == id; });
}

} // namespace

TEST_CASE("nothing is tried beyond a table of measurements", "[planner][advice]") {
    model::Scenario scenario = shipped("narrow-bus.json");
    model::StepModel& step =
        *std::get<model::ProfileWorkload>(scenario.workload).classes.front().step;
    REQUIRE(std::holds_alternative<model::MeasuredStep>(step.compute));
    step.parameters = 11.7e6; // memory is known, and has room for twice the batch
    step.activationBytesPerSample = 1e6;

    const auto outcome = advised(scenario);

    REQUIRE(outcome.result);
    for (const metrics::AlternativeResult& alternative : outcome.result->alternatives) {
        REQUIRE(alternative.advice);
        CHECK_FALSE(has(*alternative.advice, "larger_batch"));
    }
}

TEST_CASE("advice is ordered by money, never worth more than was paid, and the plan only rises",
          "[planner][advice]") {
    for (const char* name : {"untuned-cluster.json", "shared-storage.json"}) {
        const auto outcome = advised(shipped(name));
        REQUIRE(outcome.result);
        const auto months = outcome.result->scenario.horizonMonths;
        for (const metrics::AlternativeResult& alternative : outcome.result->alternatives) {
            INFO(name << ", " << alternative.name);
            REQUIRE(alternative.advice);
            const metrics::Advice& advice = *alternative.advice;
            CHECK(std::is_sorted(advice.items.begin(), advice.items.end(),
                                 [](const auto& a, const auto& b) {
                                     return a.perMonth.micros() > b.perMonth.micros();
                                 }));
            for (const metrics::AdviceItem& item : advice.items)
                CHECK(item.perMonth.micros() * months <= alternative.cost.total.micros());
            Money before(0, alternative.currency);
            for (const auto& step : advice.plan) {
                CHECK(step.ids.size() == step.titles.size());
                CHECK(step.perMonth > before);
                before = step.perMonth;
            }
        }
    }
}

TEST_CASE("advice does not depend on the number of threads", "[planner][advice][determinism]") {
    const auto one = advised(shipped("narrow-bus.json"), 1);
    const auto four = advised(shipped("narrow-bus.json"), 4);
    REQUIRE(one.result);
    REQUIRE(four.result);
    for (std::size_t i = 0; i < one.result->alternatives.size(); ++i) {
        const metrics::Advice& a = *one.result->alternatives[i].advice;
        const metrics::Advice& b = *four.result->alternatives[i].advice;
        REQUIRE(a.items.size() == b.items.size());
        for (std::size_t k = 0; k < a.items.size(); ++k) {
            CHECK(a.items[k].id == b.items[k].id);
            CHECK(a.items[k].perMonth == b.items[k].perMonth);
        }
        REQUIRE(a.plan.size() == b.plan.size());
        for (std::size_t k = 0; k < a.plan.size(); ++k)
            CHECK(a.plan[k].perMonth == b.plan[k].perMonth);
    }
}

TEST_CASE("machines handed back are counted once, as cash", "[planner][advice]") {
    // Two nodes share a file server that one node alone empties: with one of them the jobs hold
    // half the GPU time, on half the machines.
    const auto outcome = advised(shipped("shared-storage.json"));
    REQUIRE(outcome.result);
    const metrics::AlternativeResult& two = outcome.result->alternatives[1];
    REQUIRE(two.name == "two nodes");
    for (const metrics::AdviceItem& item : two.advice->items)
        if (item.id == "fewer_nodes/a100") {
            CHECK(item.perMonth.toDouble() == Approx(item.cashPerMonth.toDouble()).epsilon(0.05));
            CHECK(item.cashPerMonth.toDouble() ==
                  Approx(two.cost.total.toDouble() / 2).epsilon(0.01));
        }
    CHECK(has(*two.advice, "fewer_nodes/a100"));
}
