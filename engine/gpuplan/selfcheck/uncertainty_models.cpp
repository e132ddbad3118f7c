#include <gpuplan/des/math.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <cmath>

namespace gpuplan::selfcheck {

namespace {

double differenceVariance(double a, double b, double correlation) {
    return a * a + b * b - 2.0 * correlation * a * b;
}

/// P(own < cloud) for two jointly normal costs, or costs whose logarithms are.
void better(Inputs& in, Outputs& out) {
    const bool isNormal = in.text("distribution") == "normal";
    const std::string part = isNormal ? "" : "log_";
    const auto given = [&](const std::string& name) -> double {
        if (in.has(name))
            return in.number(name);
        in.refuse("distribution", "selfcheck.needs",
                  {inQuotes(in.text("distribution")), inQuotes(name)});
        return 0.0;
    };
    const double own = given("own_" + part + "mean");
    const double ownDeviation = given("own_" + part + "sd");
    const double cloud = given("cloud_" + part + "mean");
    const double cloudDeviation = given("cloud_" + part + "sd");
    const double variance =
        differenceVariance(ownDeviation, cloudDeviation, in.number("correlation"));
    if (variance > 0.0)
        out.number("p", des::normalDistribution((cloud - own) / std::sqrt(variance)));
    else
        out.number("p", own < cloud ? 1.0 : 0.0); // the costs always lie equally far apart
}

void sampleSize(Inputs& in, Outputs& out) {
    const double z = des::inverseNormal(0.5 + in.number("confidence") / 2.0);
    const double root =
        z * in.number("sd") / (in.number("relative_half_width") * std::fabs(in.number("mean")));
    out.number("n", std::ceil(root * root));
}

void commonNumbers(Inputs& in, Outputs& out) {
    const double a = in.number("sd_a");
    const double b = in.number("sd_b");
    const double independent = a * a + b * b;
    const double common = differenceVariance(a, b, in.number("correlation"));
    out.number("variance_independent", independent);
    out.number("variance_common", common);
    out.number("ratio", common > 0.0 ? std::optional(independent / common) : std::nullopt);
}

void rankCorrelation(Inputs& in, Outputs& out) {
    constexpr double pi = 0x1.921fb54442d18p+1;
    const double rho = in.number("rho");
    out.number("spearman", 6.0 / pi * des::asin(rho / 2.0));
    out.number("kendall", 2.0 / pi * des::asin(rho));
}

} // namespace

std::vector<CalcModel> uncertaintyModels() {
    const Range some = atLeast(0);
    const Range correlation = between(-1, 1);
    return {
        {"mc.p_better",
         "probability that owning costs less than the cloud",
         "uncertainty",
         {choice("distribution", {"normal", "lognormal"}), optional(number("own_mean", "money")),
          optional(number("own_sd", "money", some)), optional(number("cloud_mean", "money")),
          optional(number("cloud_sd", "money", some)), number("correlation", "1", correlation),
          optional(number("own_log_mean", "1")), optional(number("own_log_sd", "1", some)),
          optional(number("cloud_log_mean", "1")), optional(number("cloud_log_sd", "1", some))},
         {{"p", "1"}},
         better},
        {"mc.sample_size",
         "replications for a relative half-width of the mean",
         "uncertainty",
         {number("sd", "1", some), number("mean", "1"),
          number("relative_half_width", "1", above(0)),
          number("confidence", "1", {.least = 0, .most = 1, .leastOut = true, .mostOut = true})},
         {{"n", "1"}},
         sampleSize},
        {"mc.crn",
         "variance of a difference with and without common random numbers",
         "uncertainty",
         {number("sd_a", "money", some), number("sd_b", "money", some),
          number("correlation", "1", correlation)},
         {{"variance_independent", "money^2"}, {"variance_common", "money^2"}, {"ratio", "x"}},
         commonNumbers},
        {"copula.rank",
         "rank correlations of a Gaussian copula",
         "uncertainty",
         {number("rho", "1", correlation)},
         {{"spearman", "1"}, {"kendall", "1"}},
         rankCorrelation},
    };
}

} // namespace gpuplan::selfcheck
