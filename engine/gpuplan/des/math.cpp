#include <gpuplan/des/math.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gpuplan::des {

namespace {

// ln 2 in two parts: `high` has 21 zero bits at its end, so its product with an exponent is exact.
constexpr double ln2High = 0x1.62e42feep-1;
constexpr double ln2Low = 0x1.a39ef35793c76p-33;
constexpr double perLn2 = 0x1.71547652b82fep+0;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

constexpr double polynomial(double x, const auto& lowestFirst) {
    double sum = 0.0;
    for (auto c = lowestFirst.rbegin(); c != lowestFirst.rend(); ++c)
        sum = sum * x + *c;
    return sum;
}

/// 2^exponent for -1022 <= exponent <= 1023.
double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
}

/// 2/3, 2/5, 2/7, ...: the series of 2 artanh(s) - 2 s over s^3, up to what |s| < 0.1716 can show.
constexpr auto artanhSeries = [] {
    std::array<double, 11> c{};
    for (std::size_t k = 0; k < c.size(); ++k)
        c[k] = 2.0 / static_cast<double>(2 * k + 3);
    return c;
}();

/// 1/2!, 1/3!, ... of the exponential series.
constexpr auto exponentialSeries = [] {
    std::array<double, 13> c{};
    double factorial = 1.0;
    for (std::size_t k = 0; k < c.size(); ++k)
        c[k] = 1.0 / (factorial *= static_cast<double>(k + 2));
    return c;
}();

/// k ln 2 + log(1 + f + low) for f in [sqrt(1/2) - 1, sqrt(2) - 1] and a `low` far below f.
/// With s = f/(2+f): log(1+f) = 2 artanh(s) = f - (f^2/2 - s (f^2/2 + R)), R = s^2 (2/3 + ...);
/// in this form all rounding errors are those of terms much smaller than f.
double logNear1(double f, double low, int k) {
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double series = z * polynomial(z, artanhSeries);
    const double half = 0.5 * f * f;
    const auto scale = static_cast<double>(k);
    return scale * ln2High - ((half - (s * (half + series) + (scale * ln2Low + low))) - f);
}

/// x = 2^k m with m in [sqrt(1/2), sqrt(2)). x normal and > 0.
struct Split {
    double m;
    int k;
};
Split split(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int k = static_cast<int>(bits >> 52U) - 1023;
    auto m = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
    if (m > 0x1.6a09e667f3bcdp+0) { // sqrt(2)
        m *= 0.5;
        ++k;
    }
    return {m, k};
}

/// e^r - 1 - r for |r| <= ln(2)/2.
double exponentialTail(double r) {
    return r * r * polynomial(r, exponentialSeries);
}

/// x = k ln 2 + r + low, |r| <= ln(2)/2.
struct Reduced {
    int k;
    double r;
    double low;
};
Reduced reduce(double x) {
    const int k = static_cast<int>(x * perLn2 + (x < 0.0 ? -0.5 : 0.5));
    const double high = x - static_cast<double>(k) * ln2High;
    const double correction = static_cast<double>(k) * ln2Low;
    const double r = high - correction;
    return {k, r, (high - r) - correction};
}

double wholePower(double base, std::uint64_t exponent) {
    double result = 1.0;
    for (double square = base; exponent != 0; exponent >>= 1U, square *= square)
        if ((exponent & 1U) != 0)
            result *= square;
    return result;
}

} // namespace

double log(double x) {
    if (!(x > 0.0))
        return x == 0.0 ? -infinity : notANumber;
    if (x == infinity)
        return x;
    int shift = 0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 0x1p54;
        shift = -54;
    }
    const Split parts = split(x);
    return logNear1(parts.m - 1.0, 0.0, parts.k + shift);
}

double log1p(double x) {
    if (!(x > -1.0))
        return x == -1.0 ? -infinity : notANumber;
    if (x > -0.29 && x < 0.41)
        return logNear1(x, 0.0, 0);
    if (x > 0x1p54)
        return log(x);
    // 1 + x rounds; the part lost is a correction of relative size lost/(1+x).
    const double sum = 1.0 + x;
    const double lost = x >= 1.0 ? 1.0 - (sum - x) : x - (sum - 1.0);
    const Split parts = split(sum);
    return logNear1(parts.m - 1.0, lost / sum, parts.k);
}

double exp(double x) {
    if (std::isnan(x))
        return x;
    if (x > 709.8)
        return infinity;
    if (x < -745.2)
        return 0.0;
    const Reduced reduced = reduce(x);
    const double near1 = 1.0 + (reduced.r + (reduced.low + exponentialTail(reduced.r)));
    // Two steps, so that results near the ends of the range pass through no false overflow.
    const int half = reduced.k / 2;
    return near1 * powerOfTwo(half) * powerOfTwo(reduced.k - half);
}

double expm1(double x) {
    if (std::isnan(x) || x == 0.0)
        return x;
    if (x > -0.34 && x < 0.34)
        return x + exponentialTail(x);
    if (x > 40.0)
        return exp(x); // the 1 is below half a unit in the last place
    if (x < -40.0)
        return -1.0;
    const Reduced reduced = reduce(x);
    const double scale = powerOfTwo(reduced.k);
    const double tail = reduced.low + exponentialTail(reduced.r);
    return (scale - 1.0) + scale * (reduced.r + tail);
}

double power(double base, double exponent) {
    if (exponent < 0.0)
        return 1.0 / power(base, -exponent);
    if (exponent > 0x1p20)
        return exp(exponent * log(base));
    const double whole = std::floor(exponent);
    const double product = wholePower(base, static_cast<std::uint64_t>(whole));
    return exponent == whole ? product : product * exp((exponent - whole) * log(base));
}

double inverseNormal(double p) {
    if (!(p > 0.0 && p < 1.0)) {
        if (p == 0.0)
            return -infinity;
        if (p == 1.0)
            return infinity;
        return notANumber;
    }
    const double q = p - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        constexpr std::array a = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                  1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                  4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3};
        constexpr std::array b = {1.0,
                                  4.2313330701600911252e+1,
                                  6.8718700749205790830e+2,
                                  5.3941960214247511077e+3,
                                  2.1213794301586595867e+4,
                                  3.9307895800092710610e+4,
                                  2.8729085735721942674e+4,
                                  5.2264952788528545610e+3};
        const double r = 0.180625 - q * q;
        return q * polynomial(r, a) / polynomial(r, b);
    }
    const double tail = std::sqrt(-log(q < 0.0 ? p : 1.0 - p));
    double quantile = 0.0;
    if (tail <= 5.0) {
        constexpr std::array c = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                  5.76949722146069140550e0,  3.64784832476320460504e0,
                                  1.27045825245236838258e0,  2.41780725177450611770e-1,
                                  2.27238449892691845833e-2, 7.74545014278341407640e-4};
        constexpr std::array d = {1.0,
                                  2.05319162663775882187e0,
                                  1.67638483018380384940e0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
        quantile = polynomial(tail - 1.6, c) / polynomial(tail - 1.6, d);
    } else {
        constexpr std::array e = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                  1.78482653991729133580e0,  2.96560571828504891230e-1,
                                  2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                  2.71155556874348757815e-5, 2.01033439929228813265e-7};
        constexpr std::array f = {1.0,
                                  5.99832206555887937690e-1,
                                  1.36929880922735805310e-1,
                                  1.48753612908506148525e-2,
                                  7.86869131145613259100e-4,
                                  1.84631831751005468180e-5,
                                  1.42151175831644588870e-7,
                                  2.04426310338993978564e-15};
        quantile = polynomial(tail - 5.0, e) / polynomial(tail - 5.0, f);
    }
    return q < 0.0 ? -quantile : quantile;
}

double normalDistribution(double x) {
    constexpr double perSqrt2Pi = 0x1.9884533d43651p-2;
    if (std::isnan(x))
        return x;
    const double y = std::fabs(x);
    if (y > 39.0)
        return x < 0.0 ? 0.0 : 1.0;
    // The square in two parts: its rounding error would come out of exp multiplied by y^2.
    const auto coarse = static_cast<double>(static_cast<float>(y));
    const double density =
        perSqrt2Pi * exp(-0.5 * coarse * coarse) * exp(-0.5 * (y - coarse) * (y + coarse));
    if (y < 1.25) {
        // Phi(y) - 1/2 = density (y + y^3/3 + y^5/15 + ...): all terms positive.
        double term = y;
        double sum = y;
        for (int odd = 3; term > sum * 0x1p-56; odd += 2)
            sum += term *= y * y / odd;
        const double inner = density * sum;
        return x < 0.0 ? 0.5 - inner : 0.5 + inner;
    }
    // Laplace's continued fraction density/(y + 1/(y + 2/(y + ...))).
    double fraction = y;
    for (int k = 200; k >= 1; --k)
        fraction = y + k / fraction;
    const double tail = density / fraction;
    return x < 0.0 ? tail : 1.0 - tail;
}

double gamma(double x) {
    if (!(x > 0.0))
        return notANumber;
    if (x > 171.7)
        return infinity;
    // Stirling's series above 16; below by gamma(x) = gamma(x + n)/(x (x+1) ... (x+n-1)).
    double product = 1.0;
    while (x < 16.0)
        product *= x++;
    const double z = 1.0 / (x * x);
    const double series =
        (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z * (1.0 / 1680 - z / 1188)))) / x;
    constexpr double sqrt2Pi = 0x1.40d931ff62706p+1;
    // Half the power at a time, so that it does not overflow before e^-x brings it down.
    const double half = power(x, 0.5 * x - 0.25);
    return sqrt2Pi * half * exp(-x) * half * exp(series) / product;
}

double asin(double x) {
    if (!(x >= -1.0 && x <= 1.0))
        return notANumber;
    const double y = std::fabs(x);
    if (y > 0.5) {
        constexpr double halfPi = 0x1.921fb54442d18p+0;
        const double result = halfPi - 2.0 * asin(std::sqrt((1.0 - y) * 0.5));
        return x < 0.0 ? -result : result;
    }
    // x + (1/2) x^3/3 + (1*3)/(2*4) x^5/5 + ...
    double coefficient = x;
    double sum = 0.0;
    for (int k = 1; k < 40; ++k) {
        coefficient *= x * x * (2.0 * k - 1.0) / (2.0 * k);
        sum += coefficient / (2.0 * k + 1.0);
    }
    return x + sum;
}

} // namespace gpuplan::des
