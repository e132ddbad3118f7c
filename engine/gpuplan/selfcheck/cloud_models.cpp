#include <gpuplan/finance/billing.hpp>
#include <gpuplan/perf/power.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::selfcheck {

namespace {

void billing(Inputs& in, Outputs& out) {
    const double billed = finance::billedSeconds(
        in.number("duration_s"), in.number("granularity_s"), in.number("minimum_s"));
    out.number("billed_s", billed);
    out.number("cost", billed * in.number("price_per_h") / 3600.0);
}

void tiered(Inputs& in, Outputs& out) {
    double rest = in.number("usage_gb");
    double cost = 0.0;
    for (const Value& tier : in.list("tiers")) {
        const double part = std::min(rest, tier.numberOf("gb"));
        cost += part * tier.numberOf("price_per_gb");
        rest -= part;
    }
    if (rest > 0.0)
        in.refuse("usage_gb", "selfcheck.beyond_tiers", {numberText(rest)});
    out.number("cost", cost);
}

void storage(Inputs& in, Outputs& out) {
    const double month = in.number("hours_per_month");
    out.number("volume_cost", in.number("volume_gb") * in.number("volume_price_per_gb_month") *
                                  in.number("volume_hours") / month);
    out.number("object_cost", in.number("object_gb") * in.number("object_price_per_gb_month") *
                                  in.number("object_hours") / month);
    out.number("request_cost",
               in.number("requests") / 1000.0 * in.number("price_per_1000_requests"));
}

void reserved(Inputs& in, Outputs& out) {
    const double effective = finance::reservedHourly(
        in.number("upfront"), in.number("recurring_per_h"), in.number("term_h"));
    out.number("effective_per_h", effective);
    out.number("breakeven_utilization",
               finance::reservedBreakEven(effective, in.number("on_demand_per_h")));
}

void commitment(Inputs& in, Outputs& out) {
    out.number("cost_per_h",
               finance::commitmentHourCost(in.number("commit_per_h"), in.number("plan_rate"),
                                           in.number("on_demand_rate"), in.number("usage_gpus")));
}

void serverPower(Inputs& in, Outputs& out) {
    const double idle = in.number("idle_kw");
    const double span = in.number("max_kw") - idle;
    if (span < 0.0)
        in.refuse("idle_kw", "selfcheck.at_most", {inQuotes("idle_kw"), inQuotes("max_kw")});
    const double mean = idle + span * in.number("utilization");
    const double peak = idle + span * in.number("peak_utilization");
    const double pue = in.number("pue");
    out.number("mean_it_kw", mean);
    out.number("energy_cost", mean * pue * in.number("hours") * in.number("price_per_kwh"));
    out.number("demand_cost", peak * pue * in.number("demand_price_per_kw"));
}

void gpuPower(Inputs& in, Outputs& out) {
    const double idle = in.number("idle_w");
    const double full = in.number("tdp_w");
    if (full < idle)
        in.refuse("idle_w", "selfcheck.at_most", {inQuotes("idle_w"), inQuotes("tdp_w")});
    out.number("power_w",
               perf::gpuPower(idle, full, in.number("sm_active"), in.number("exponent")));
}

void idleSurcharge(Inputs& in, Outputs& out) {
    const double stalled = in.number("stall_share");
    out.number("surcharge", stalled / (1.0 - stalled));
}

} // namespace

std::vector<CalcModel> cloudModels() {
    const Range share = between(0, 1);
    const Range some = atLeast(0);
    return {
        {"cloud.billing",
         "billed time of an instance and its cost",
         "billing",
         {number("duration_s", "s", some), number("granularity_s", "s", above(0)),
          number("minimum_s", "s", some), number("price_per_h", "money/h", some)},
         {{"billed_s", "s"}, {"cost", "money"}},
         billing},
        {"cloud.tiered",
         "cost of a month's use under tiers filled in order",
         "billing",
         {listOf("tiers",
                 fields("", {number("gb", "GB", some), number("price_per_gb", "money/GB", some)}),
                 1, 1000),
          number("usage_gb", "GB", some)},
         {{"cost", "money"}},
         tiered},
        {"cloud.storage",
         "cost of volumes, objects and requests",
         "storage",
         {number("volume_gb", "GB", some),
          number("volume_price_per_gb_month", "money/GB-month", some),
          number("volume_hours", "h", some), number("object_gb", "GB", some),
          number("object_price_per_gb_month", "money/GB-month", some),
          number("object_hours", "h", some), number("requests", "1", some),
          number("price_per_1000_requests", "money", some),
          number("hours_per_month", "h", above(0))},
         {{"volume_cost", "money"}, {"object_cost", "money"}, {"request_cost", "money"}},
         storage},
        {"cloud.reserved_breakeven",
         "hourly price of a reservation, and the use from which on it pays",
         "commitments",
         {number("on_demand_per_h", "money/h", above(0)), number("upfront", "money", some),
          number("recurring_per_h", "money/h", some), number("term_h", "h", above(0))},
         {{"effective_per_h", "money/h"}, {"breakeven_utilization", "1"}},
         reserved},
        {"cloud.commitment",
         "cost of an hour under a spend commitment",
         "commitments",
         {number("commit_per_h", "money/h", some), number("plan_rate", "money/h", above(0)),
          number("on_demand_rate", "money/h", some), number("usage_gpus", "GPU", some)},
         {{"cost_per_h", "money/h"}},
         commitment},
        {"own.power",
         "mean power of a server, its energy and demand charge",
         "energy",
         {number("idle_kw", "kW", some), number("max_kw", "kW", some),
          number("utilization", "1", share), number("peak_utilization", "1", share),
          number("pue", "1", between(1, 10)), number("price_per_kwh", "money/kWh", some),
          number("hours", "h", some), number("demand_price_per_kw", "money/kW", some)},
         {{"mean_it_kw", "kW"}, {"energy_cost", "money"}, {"demand_cost", "money"}},
         serverPower},
        {"power.gpu",
         "power of a GPU by the share of active multiprocessors",
         "energy",
         {number("idle_w", "W", some), number("tdp_w", "W", some), number("sm_active", "1", share),
          number("exponent", "1", {.least = 0, .most = 10, .leastOut = true})},
         {{"power_w", "W"}},
         gpuPower},
        {"cost.idle_surcharge",
         "surcharge on the bill through a stalled share of GPU time",
         "states",
         {number("stall_share", "1", {.least = 0, .most = 1, .mostOut = true})},
         {{"surcharge", "1"}},
         idleSurcharge},
    };
}

} // namespace gpuplan::selfcheck
