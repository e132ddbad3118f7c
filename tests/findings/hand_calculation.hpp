#pragma once
/// The shipped scenarios by hand: closed forms on the figures written in the scenarios, without the
/// engine. What a test expects of a run comes from here.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/planner/planner.hpp>

#include <string>

namespace gpuplan::test {

/// Mean of a lognormal run time given by median and mean, cut at `most` (all in seconds).
double cutLognormalMean(double median, double mean, double most);

/// Yearly cost of a purchase: capital x CRF - residual x SFF (MODELS 5.4).
double yearlyCapital(double capital, double residual, double rate, double years);

/// A bought pool, by the figures of its scenario.
struct Bought {
    double capital = 0;
    double residualShare = 0;
    double lifeYears = 0;
    double maintenanceShare = 0; ///< of capital a year
    double warrantyYears = 0;
    double planYears = 3;
    double nodes = 1;
    double gpusPerNode = 8;
    double idleKilowatts = 0; ///< a node
    double fullKilowatts = 0;
    double pue = 1;
    double perKwh = 0;
    double colocationPerYear = 0;
    double staffPerYear = 0;

    /// What it costs a year whatever it does, money tied up at `rate`; hours of a mean year.
    double fixedPerYear(double rate, double hoursPerYear) const;
    /// Power above idle for one GPU-hour held by jobs that keep the device busy `busy` of it.
    double perHeldHour(double busy) const;
    /// A month in use around the clock, without the purchase; outside the warranty or within it.
    double runningPerMonth(double busy, bool underWarranty, double hoursPerMonth) const;
};

/// A scenario of the shipped folder, read with the shipped catalogs.
model::Scenario shipped(const std::string& name);
/// Runs it; fails the test if there is no result.
metrics::RunResult runShipped(const model::Scenario& scenario);
/// The same with advice on what helps most.
metrics::RunResult runWithAdvice(const model::Scenario& scenario);

const metrics::AlternativeResult& named(const metrics::RunResult& result, const std::string& name);
/// The answer to one question; fails the test if it was not asked or has not one crossing.
double crossing(const metrics::RunResult& result, const std::string& a, const std::string& b,
                model::BreakEvenBy by);

/// The scenario with the node price of one rented pool set.
model::Scenario withPrice(model::Scenario scenario, const std::string& alternative,
                          double nodePerHour);

} // namespace gpuplan::test
