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

/// The published shares exist for two recovery periods.
bool hasMacrs(Inputs& in, const char* name) {
    if (!finance::macrsShares(static_cast<int>(in.integer(name))).empty())
        return true;
    in.refuse(name, "selfcheck.macrs", {inQuotes(name)});
    return false;
}

void macrs(Inputs& in, Outputs& out) {
    if (!hasMacrs(in, "recovery_years"))
        return;
    const auto shares = finance::macrsShares(static_cast<int>(in.integer("recovery_years")));
    std::vector<double> amounts;
    for (const double share : shares)
        amounts.push_back(in.number("basis") * share);
    out.numbers("fractions", {shares.begin(), shares.end()});
    out.numbers("depreciation", amounts);
}

void afterTax(Inputs& in, Outputs& out) {
    if (hasMacrs(in, "macrs_years"))
        out.number("pv_cost", finance::afterTaxCost(in.number("capex"), in.number("opex_per_year"),
                                                    static_cast<int>(in.integer("years")),
                                                    in.number("tax_rate"), in.number("rate"),
                                                    static_cast<int>(in.integer("macrs_years")),
                                                    in.number("salvage")));
}

void growingBill(Inputs& in, Outputs& out) {
    out.number("pv", finance::growingBillValue(
                         in.number("month_bill_now"), in.number("demand_growth_per_year"),
                         in.number("price_decline_per_year"), in.number("rate"),
                         static_cast<int>(in.integer("months"))));
}

void currency(Inputs& in, Outputs& out) {
    const double then = finance::parityRate(in.number("fx_now"), in.number("home_inflation"),
                                            in.number("foreign_inflation"), in.number("years"));
    out.number("real_rate", finance::realRate(in.number("nominal_rate"), in.number("inflation")));
    out.number("fx_then", then);
    out.number("home_cost", in.number("foreign_cost") * then);
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
        {"fin.macrs",
         "MACRS depreciation by year, half-year convention",
         "depreciation",
         {number("basis", "money", atLeast(0)), integer("recovery_years", "yr", 1, 100)},
         {{"fractions", "1"}, {"depreciation", "money"}},
         macrs},
        {"fin.after_tax",
         "present cost of owning after tax",
         "depreciation",
         {number("capex", "money", atLeast(0)), number("opex_per_year", "money/yr"),
          integer("years", "yr", 1, 1000), number("tax_rate", "1", between(0, 1)),
          number("rate", "1/yr", rateRange), integer("macrs_years", "yr", 1, 100),
          number("salvage", "money", atLeast(0))},
         {{"pv_cost", "money"}},
         afterTax},
        {"fin.growth_pv",
         "present value of a monthly bill that grows while prices fall",
         "present-value",
         {number("month_bill_now", "money"), number("demand_growth_per_year", "1/yr", rateRange),
          number("price_decline_per_year", "1/yr", {.least = -10.0, .most = 1.0, .mostOut = true}),
          number("rate", "1/yr", rateRange), integer("months", "months", 0, 12'000)},
         {{"pv", "money"}},
         growingBill},
        {"fin.fx_inflation",
         "real rate, and a foreign cost under unlike inflation",
         "present-value",
         {number("nominal_rate", "1/yr", rateRange), number("inflation", "1/yr", rateRange),
          number("fx_now", "home per foreign", above(0)),
          number("home_inflation", "1/yr", rateRange),
          number("foreign_inflation", "1/yr", rateRange), number("years", "yr", between(0, 1000)),
          number("foreign_cost", "money")},
         {{"real_rate", "1"}, {"fx_then", "home per foreign"}, {"home_cost", "money"}},
         currency},
    };
}

} // namespace gpuplan::selfcheck
