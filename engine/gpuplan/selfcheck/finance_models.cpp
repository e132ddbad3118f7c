#include <gpuplan/finance/annuity.hpp>
#include <gpuplan/finance/depreciation.hpp>
#include <gpuplan/finance/present_value.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <string>

namespace gpuplan::selfcheck {

namespace {

constexpr Range rateRange = {.least = -1.0, .most = 10.0, .leastOut = true};

/// A salvage value above the cost would be depreciation below 0.
bool salvageFits(Inputs& in, const char* salvage, const char* cost) {
    if (in.number(salvage) <= in.number(cost))
        return true;
    in.refuse(salvage, "selfcheck.at_most", {inQuotes(salvage), inQuotes(cost)});
    return false;
}

void payment(Inputs& in, Outputs& out) {
    const double principal = in.number("principal");
    const double balloon = in.number("balloon");
    const double periods = in.number("periods");
    const double each = finance::loanPayment(
        principal, in.number("annual_rate_nominal") / in.number("periods_per_year"), periods,
        balloon);
    out.number("payment", each);
    out.number("total_interest", each * periods + balloon - principal);
}

void presentValue(Inputs& in, Outputs& out) {
    const std::vector<double> flows = in.numbers("cash_flows");
    out.number("npv", finance::netPresentValue(flows, in.number("rate")));
    const std::vector<double> rates = finance::internalRates(flows);
    // One rate is a number; several are all shown, since none of them is the answer alone.
    if (rates.size() <= 1)
        out.number("irr", rates.empty() ? std::nullopt : std::optional(rates.front()));
    else
        out.numbers("irr", rates);
    out.number("payback_periods", finance::paybackPeriods(flows));
}

void decliningBalance(Inputs& in, Outputs& out) {
    if (salvageFits(in, "salvage", "cost"))
        out.numbers("depreciation",
                    finance::doubleDecliningBalance(in.number("cost"), in.number("salvage"),
                                                    static_cast<int>(in.integer("years"))));
}

void annualCost(Inputs& in, Outputs& out) {
    const double eac =
        finance::equivalentAnnualCost(in.number("capex"), in.number("residual"), in.number("years"),
                                      in.number("rate"), in.number("annual_opex"));
    const double available = eac / (in.number("gpus") * in.number("hours_per_year"));
    out.number("eac", eac);
    out.number("per_gpu_h_available", available);
    out.number("per_gpu_h_allocated", available / in.number("allocated_fraction"));
    out.number("per_gpu_h_useful", available / in.number("useful_fraction"));
}

} // namespace

std::vector<CalcModel> financeModels() {
    const Range share = {.least = 0.0, .most = 1.0, .leastOut = true};
    return {
        {"fin.pmt",
         "even payment that repays a loan",
         "annuity",
         {number("principal", "money"), number("annual_rate_nominal", "1/yr", between(0, 10)),
          number("periods_per_year", "1/yr", between(1, 366)),
          integer("periods", "periods", 1, 100'000), number("balloon", "money")},
         {{"payment", "money"}, {"total_interest", "money"}},
         payment},
        {"fin.npv_irr",
         "net present value, internal rate of return and payback of cash flows",
         "present-value",
         {listOf("cash_flows", number("", "money"), 1, 10'000),
          number("rate", "1/period", rateRange)},
         {{"npv", "money"}, {"irr", "1"}, {"payback_periods", "periods"}},
         presentValue},
        {"fin.ddb",
         "double declining balance depreciation by year",
         "depreciation",
         {number("cost", "money", atLeast(0)), number("salvage", "money", atLeast(0)),
          integer("years", "yr", 1, 1000)},
         {{"depreciation", "money"}},
         decliningBalance},
        {"fin.eac",
         "equivalent annual cost of owning, and the price of a GPU-hour",
         "annuity",
         {number("capex", "money", atLeast(0)), number("residual", "money", atLeast(0)),
          number("years", "yr", above(0)), number("rate", "1/yr", rateRange),
          number("annual_opex", "money/yr"), integer("gpus", "GPU", 1, 1e9),
          number("hours_per_year", "h/yr", above(0)), number("allocated_fraction", "1", share),
          number("useful_fraction", "1", share)},
         {{"eac", "money/yr"},
          {"per_gpu_h_available", "money/h"},
          {"per_gpu_h_allocated", "money/h"},
          {"per_gpu_h_useful", "money/h"}},
         annualCost},
    };
}

} // namespace gpuplan::selfcheck
