#include <gpuplan/des/math.hpp>
#include <gpuplan/perf/straggler.hpp>

namespace gpuplan::perf {

double expectedMaximum(std::int64_t ranks) {
    if (ranks == 1)
        return 0.0;
    // E = integral over x >= 0 of (1 - Phi(x)^n) - Phi(-x)^n. Odd derivatives of the integrand are
    // 0 at 0 and everything vanishes far out, so the trapezoidal rule converges exponentially.
    constexpr double spacing = 1.0 / 64.0;
    constexpr int reach = 64 * 12; // the tails beyond 12 are below 1e-30 for each rank
    const auto n = static_cast<double>(ranks);
    // Phi(x)^n, through the upper tail where Phi is nearly 1, to keep its digits.
    const auto allBelow = [n](double x) {
        return des::exp(n * (x < 0.0 ? des::log(des::normalDistribution(x))
                                     : des::log1p(-des::normalDistribution(-x))));
    };
    double sum = 0.0;
    for (int k = reach; k > 0; --k) {
        const double x = spacing * k;
        sum += (1.0 - allBelow(x)) - allBelow(-x);
    }
    const double atZero = allBelow(0.0);
    return spacing * (sum + ((1.0 - atZero) - atZero) / 2.0);
}

double stragglerFactor(std::int64_t ranks, double jitter) {
    return jitter > 0.0 ? 1.0 + jitter * expectedMaximum(ranks) : 1.0;
}

} // namespace gpuplan::perf
