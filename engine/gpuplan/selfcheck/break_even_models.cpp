#include <gpuplan/finance/annuity.hpp>
#include <gpuplan/finance/break_even.hpp>
#include <gpuplan/perf/flops.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <optional>

namespace gpuplan::selfcheck {

namespace {

constexpr Range rateRange = {.least = -1.0, .most = 10.0, .leastOut = true};

void hoursPerWeek(Inputs& in, Outputs& out) {
    const finance::OwnAgainstCloud costs{
        .fixedPerYear = finance::equivalentAnnualCost(in.number("capex"), in.number("residual"),
                                                      in.number("years"), in.number("rate"),
                                                      in.number("annual_opex")),
        .ownPerHour = in.number("power_kw") * in.number("price_per_kwh"),
        .cloudPerHour = in.number("cloud_per_equivalent_h")};
    out.number("hours_per_week",
               finance::breakEvenHoursPerWeek(costs, in.number("weeks_per_year")));
}

void payback(Inputs& in, Outputs& out) {
    const double hours = in.number("hours_per_month");
    const double cloud = in.number("cloud_per_gpu_h") * in.number("gpus") * hours;
    const double own =
        in.number("mean_it_kw") * in.number("pue") * hours * in.number("price_per_kwh") +
        in.number("other_opex_per_month");
    out.number("cloud_per_month", cloud);
    out.number("own_opex_per_month", own);
    out.number("payback_months", finance::paybackMonths(in.number("capex"), cloud, own));
}

void utilization(Inputs& in, Outputs& out) {
    const double capacity = in.number("gpus") * in.number("hours_per_year");
    const finance::OwnAgainstCloud costs{
        .fixedPerYear = finance::equivalentAnnualCost(in.number("capex"), in.number("residual"),
                                                      in.number("years"), in.number("rate"),
                                                      in.number("fixed_opex_per_year")),
        .ownPerHour = in.number("variable_per_used_gpu_h"),
        .cloudPerHour = in.number("cloud_per_gpu_h"),
        .cloudHoursPerHour = in.number("cloud_hours_per_own_hour")};
    out.number("utilization", finance::breakEvenUtilization(costs, capacity));
    out.number("cloud_price_at_utilization",
               finance::breakEvenPrice(costs, in.number("at_utilization"), capacity));
}

void tokens(Inputs& in, Outputs& out) {
    const double perHour = in.number("tokens_per_s") * 3600.0 * in.number("utilization");
    out.number("per_million_tokens",
               in.number("gpus") * in.number("price_per_gpu_h") / perHour * 1e6);
}

void hybridSaving(Inputs& in, Outputs& out) {
    const double training = in.number("training_gpu_h");
    const double test = in.number("test_gpu_h");
    const double price = in.number("on_demand_per_h");
    const double baseline = (training + test) * price;
    const double hybrid =
        training * price * (1.0 - in.number("spot_discount")) * (1.0 + in.number("rework")) +
        test * in.number("local_marginal_per_h");
    out.number("baseline", baseline);
    out.number("hybrid", hybrid);
    out.number("saving", baseline > 0.0 ? std::optional(1.0 - hybrid / baseline) : std::nullopt);
}

void runCost(Inputs& in, Outputs& out) {
    const double operations = perf::budgetFlops(in.number("params"), in.number("tokens"));
    const double hours = in.number("gpu_hours");
    out.number("flops_6nd", operations);
    out.number("effective_mfu",
               perf::flopsUtilization(operations, hours * 3600.0, 1.0, in.number("peak_flops")));
    out.number("cost", hours * in.number("price_per_gpu_h"));
}

} // namespace

std::vector<CalcModel> breakEvenModels() {
    const Range share = {.least = 0.0, .most = 1.0, .leastOut = true};
    return {
        {"breakeven.hours_per_week",
         "hours a week from which on an own machine is cheaper",
         "break-even",
         {number("capex", "money", atLeast(0)), number("residual", "money", atLeast(0)),
          number("years", "yr", above(0)), number("rate", "1/yr", rateRange),
          number("annual_opex", "money/yr", atLeast(0)), number("power_kw", "kW", atLeast(0)),
          number("price_per_kwh", "money/kWh", atLeast(0)),
          number("cloud_per_equivalent_h", "money/h", atLeast(0)),
          number("weeks_per_year", "1/yr", {.least = 0, .most = 53, .leastOut = true})},
         {{"hours_per_week", "h"}},
         hoursPerWeek},
        {"breakeven.payback",
         "months until an own server has repaid its price, undiscounted",
         "break-even",
         {number("cloud_per_gpu_h", "money/h", atLeast(0)), integer("gpus", "GPU", 1, 1e9),
          number("hours_per_month", "h", {.least = 0, .most = 744, .leastOut = true}),
          number("capex", "money", atLeast(0)), number("mean_it_kw", "kW", atLeast(0)),
          number("pue", "1", between(1, 10)), number("price_per_kwh", "money/kWh", atLeast(0)),
          number("other_opex_per_month", "money", atLeast(0))},
         {{"cloud_per_month", "money"},
          {"own_opex_per_month", "money"},
          {"payback_months", "months"}},
         payback},
        {"breakeven.utilization",
         "share of use from which on owning is cheaper, and the cloud price that ties",
         "break-even",
         {number("capex", "money", atLeast(0)), number("residual", "money", atLeast(0)),
          number("years", "yr", above(0)), number("rate", "1/yr", rateRange),
          number("fixed_opex_per_year", "money/yr", atLeast(0)),
          number("variable_per_used_gpu_h", "money/h", atLeast(0)), integer("gpus", "GPU", 1, 1e9),
          number("hours_per_year", "h/yr", {.least = 0, .most = 8784, .leastOut = true}),
          number("cloud_per_gpu_h", "money/h", atLeast(0)),
          number("cloud_hours_per_own_hour", "1", above(0)), number("at_utilization", "1", share)},
         {{"utilization", "1"}, {"cloud_price_at_utilization", "money/h"}},
         utilization},
        {"unit.tokens",
         "cost of a million tokens",
         "unit-costs",
         {number("tokens_per_s", "1/s", above(0)), integer("gpus", "GPU", 1, 1e9),
          number("price_per_gpu_h", "money/h", atLeast(0)), number("utilization", "1", share)},
         {{"per_million_tokens", "money"}},
         tokens},
        {"hybrid.saving",
         "saving of spot training with local tests against on demand for all",
         "unit-costs",
         {number("training_gpu_h", "h", atLeast(0)), number("test_gpu_h", "h", atLeast(0)),
          number("on_demand_per_h", "money/h", atLeast(0)),
          number("spot_discount", "1", between(0, 1)), number("rework", "1", atLeast(0)),
          number("local_marginal_per_h", "money/h", atLeast(0))},
         {{"baseline", "money"}, {"hybrid", "money"}, {"saving", "1"}},
         hybridSaving},
        {"unit.run_cost",
         "cost and effective utilization of a whole training run",
         "unit-costs",
         {number("params", "1", above(0)), number("tokens", "1", above(0)),
          number("gpu_hours", "h", above(0)), number("peak_flops", "FLOP/s", above(0)),
          number("price_per_gpu_h", "money/h", atLeast(0))},
         {{"flops_6nd", "FLOP"}, {"effective_mfu", "1"}, {"cost", "money"}},
         runCost},
    };
}

} // namespace gpuplan::selfcheck
