#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace gpuplan::test {

namespace {

double normalShare(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

const planner::Planner& shippedPlanner() {
    static const planner::Planner planner =
        planner::Planner::load(GPUPLAN_SOURCE_DIR "/data").value();
    return planner;
}

planner::RunRequest requestFor(const model::Scenario& scenario) {
    planner::RunRequest request;
    request.scenario = std::make_shared<const model::Scenario>(scenario);
    return request;
}

metrics::RunResult resultOf(const planner::RunRequest& request) {
    const auto outcome = shippedPlanner().run(request);
    INFO(describe(outcome.diagnostics));
    REQUIRE(outcome.result);
    return *outcome.result;
}

} // namespace

double cutLognormalMean(double median, double mean, double most) {
    const double sigma = std::sqrt(2 * std::log(mean / median));
    const double z = std::log(most / median) / sigma;
    return mean * normalShare(z - sigma) + most * (1 - normalShare(z));
}

double yearlyCapital(double capital, double residual, double rate, double years) {
    const double growth = std::pow(1 + rate, years);
    const double recovery = rate * growth / (growth - 1); // CRF
    const double sinking = rate / (growth - 1);           // SFF
    return capital * recovery - residual * sinking;
}

double Bought::fixedPerYear(double rate, double hoursPerYear) const {
    const double maintained = std::max(0.0, planYears - warrantyYears) / planYears;
    return yearlyCapital(capital, capital * residualShare, rate, lifeYears) +
           capital * maintenanceShare * maintained + colocationPerYear + staffPerYear +
           nodes * idleKilowatts * hoursPerYear * pue * perKwh;
}

double Bought::perHeldHour(double busy) const {
    return (fullKilowatts - idleKilowatts) / gpusPerNode * busy * pue * perKwh;
}

double Bought::runningPerMonth(double busy, bool underWarranty, double hoursPerMonth) const {
    const double kilowatts = idleKilowatts + (fullKilowatts - idleKilowatts) * busy;
    return (colocationPerYear + staffPerYear + (underWarranty ? 0 : capital * maintenanceShare)) /
               12 +
           nodes * kilowatts * hoursPerMonth * pue * perKwh;
}

model::Scenario shipped(const std::string& name) {
    const auto scenario = shippedPlanner().read(GPUPLAN_SOURCE_DIR "/scenarios/" + name);
    INFO(describe(scenario.diagnostics()));
    REQUIRE(scenario);
    CHECK(scenario.diagnostics().empty());
    return *scenario;
}

metrics::RunResult runShipped(const model::Scenario& scenario) {
    return resultOf(requestFor(scenario));
}

metrics::RunResult runWithAdvice(const model::Scenario& scenario) {
    planner::RunRequest request = requestFor(scenario);
    request.advice = true;
    return resultOf(request);
}

const metrics::AlternativeResult& named(const metrics::RunResult& result, const std::string& name) {
    for (const metrics::AlternativeResult& alternative : result.alternatives)
        if (alternative.name == name)
            return alternative;
    FAIL("no alternative " << name);
    return result.alternatives.front();
}

double crossing(const metrics::RunResult& result, const std::string& a, const std::string& b,
                model::BreakEvenBy by) {
    for (const metrics::BreakEven& answer : result.breakEven)
        if (answer.a == a && answer.b == b && answer.by == by) {
            INFO(answer.explanation);
            REQUIRE(answer.status == metrics::CrossingStatus::Crosses);
            REQUIRE(answer.at.size() == 1);
            return answer.at.front();
        }
    FAIL("no such question");
    return 0;
}

model::Scenario withPrice(model::Scenario scenario, const std::string& alternative,
                          double nodePerHour) {
    for (model::Alternative& each : scenario.alternatives)
        if (each.name == alternative)
            each.pools.front().price =
                Sourced<HourlyPrice>{{*Decimal::fromDouble(nodePerHour), scenario.currency}, {}};
    return scenario;
}

} // namespace gpuplan::test
