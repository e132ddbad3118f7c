#pragma once
/// A seeded synthetic job trace for benchmarks and tests: Poisson arrivals, GPUs 1/2/4/8/16,
/// lognormal run times, user limits by class. Integer arithmetic on integer seconds; logarithm,
/// exponential and inverse normal by + - * / alone, so the rows depend on nothing but the
/// arguments.

#include <gpuplan/workload/job_table.hpp>

#include <cmath>
#include <cstdint>

namespace gpuplan::bench {

class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : m_state(seed) {}
    /// Uniform in (0,1).
    double next() {
        m_state += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        z ^= z >> 31U;
        return static_cast<double>(z >> 12U) * 2.220446049250313e-16 + 1.1102230246251565e-16;
    }

private:
    std::uint64_t m_state;
};

inline double traceLog(double x) {
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < 0.7071067811865476) {
        m *= 2.0;
        --exponent;
    }
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double p = 0.0;
    for (double k = 25.0; k >= 3.0; k -= 2.0)
        p = (p + 1.0 / k) * z;
    const double e = exponent;
    return e * 6.93147180369123816490e-01 +
           (2.0 * s + (2.0 * s * p + e * 1.90821492927058770002e-10));
}

inline double traceExp(double x) {
    const double k = std::floor(x / 0.6931471805599453 + 0.5);
    const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    double p = 1.0;
    for (double n = 14.0; n >= 1.0; n -= 1.0)
        p = 1.0 + (r / n) * p;
    return std::ldexp(p, static_cast<int>(k));
}

/// Rational approximation of the inverse normal distribution (Acklam).
inline double traceInverseNormal(double p) {
    constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                            1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
    constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                            6.680131188771972e+01, -1.328068155288572e+01};
    constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                            -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
    constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                            3.754408661907416e+00};
    if (p < 0.02425) {
        const double q = std::sqrt(-2.0 * traceLog(p));
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1.0);
    }
    if (p > 1.0 - 0.02425)
        return -traceInverseNormal(1.0 - p);
    const double q = p - 0.5;
    const double r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
           (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1.0);
}

/// \param load  offered load as a share of `cluster` GPUs   \param perSecond  1: whole seconds;
/// 1000: whole milliseconds
inline workload::JobTable makeTrace(std::size_t count, std::uint64_t seed, double load,
                                    double cluster = 1000, std::int64_t perSecond = 1) {
    constexpr double cumulative[] = {0.50, 0.65, 0.80, 0.95, 1.0};
    constexpr std::int32_t sizes[] = {1, 2, 4, 8, 16};
    constexpr std::int64_t limits[] = {300,   600,   1800,  3600,   7200,   14400,
                                       28800, 43200, 86400, 172800, 345600, 604800};
    constexpr double sigma = 1.5;
    constexpr std::int64_t longest = 604800;
    const double scale = static_cast<double>(perSecond);
    const std::int64_t tick = 1'000'000 / perSecond;
    SplitMix64 random(seed);
    const double meanDuration = 900.0 * traceExp(sigma * sigma / 2.0);
    const double rate = load * cluster / (3.4 * meanDuration);
    const double medianLog = traceLog(900.0);
    double t = 0.0;
    workload::JobTable table;
    table.submit.reserve(count);
    table.duration.reserve(count);
    table.estimate.reserve(count);
    table.gpus.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        t = t - traceLog(random.next()) / rate;
        const double u = random.next();
        std::size_t k = 0;
        while (u >= cumulative[k])
            ++k;
        const double d = traceExp(medianLog + sigma * traceInverseNormal(random.next()));
        const double v = random.next();
        const double w = d * (1.0 + 4.0 * v * v);
        const auto drawn = static_cast<std::int64_t>(std::floor(d * scale + 0.5));
        const std::int64_t duration = std::min(std::max(drawn, perSecond), longest * perSecond);
        std::int64_t limit = longest;
        for (const std::int64_t candidate : limits)
            if (static_cast<double>(candidate) >= w) {
                limit = candidate;
                break;
            }
        const std::int64_t wall = std::max(limit * perSecond, duration);
        random.next(); // the user's two draws, kept so that the stream stays in step
        random.next();
        table.ids.append(std::to_string(i + 1));
        table.submit.push_back(static_cast<std::int64_t>(std::floor(t * scale)) * tick);
        table.gpus.push_back(sizes[k] * 1000);
        table.duration.push_back(duration * tick);
        table.estimate.push_back(wall * tick);
    }
    return table;
}

} // namespace gpuplan::bench
