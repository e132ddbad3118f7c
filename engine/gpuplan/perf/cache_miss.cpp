#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/perf/cache_miss.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

using model::CachePolicy;

/// The point of [low, high] where a falling function passes `level`, to the last bit.
template <typename Function>
double fallingTo(double level, double low, double high, const Function& function) {
    for (;;) {
        const double middle = low + (high - low) / 2.0;
        if (!(middle > low && middle < high))
            return middle;
        (function(middle) > level ? low : high) = middle;
    }
}

/// x ln( x + (1-x) e^(1/x) ), in two forms: each keeps its digits at its end, and neither meets the
/// e^(1/x) that passes all numbers below x = 1/709.
double randomReplacement(double x) {
    constexpr double nothing = 1e-300;
    if (x < nothing)
        return 1.0;
    if (x < 0.5)
        return 1.0 + x * des::log1p(x * des::expm1(-1.0 / x));
    return x * des::log1p((1.0 - x) * des::expm1(1.0 / x));
}

/// 1 - ( x + (1-x) ln(1-x) ).
double leastRecent(double x) {
    return x >= 1.0 ? 0.0 : (1.0 - x) * (1.0 - des::log1p(-x));
}

/// (1-h)/m with h = c e^(-r) s/(1-(1-c) e^(-r)), s = (sinh(r/2)/(r/2))^2, r = m c/x. It falls from
/// 1/x at m = 0, and where it is 1, 1-m = h.
double hitBalance(double m, double c, double x) {
    const double r = m * c / x;
    // s - 1, by its series while the two would cancel: 2 (cosh r - 1)/r^2 - 1.
    double excess = 0.0;
    if (r < 1.0) {
        double term = 1.0;
        for (int k = 1; k <= 10; ++k) {
            term *= r * r / ((2.0 * k + 1.0) * (2.0 * k + 2.0));
            excess += term;
        }
        excess *= des::exp(-r);
    } else {
        const double both = des::expm1(-r) / r;
        excess = both * both - des::exp(-r);
    }
    const double gone = -des::expm1(-r);
    return (gone - c * excess) / (c + (1.0 - c) * gone) / m;
}

double randomReplacementOfShares(double x, double c) {
    if (x >= 1.0)
        return 0.0;
    // Below this the cache holds nothing that lasts until it is read again.
    constexpr double least = 1e-12;
    if (x < least)
        return 1.0;
    return fallingTo(1.0, 0.0, 1.0, [&](double m) { return hitBalance(m, c, x); });
}

/// Share of pairs a, b, uniform on [1-c, 1], with a b >= y.
double productAtLeast(double y, double c) {
    const double low = 1.0 - c;
    if (y >= 1.0)
        return 0.0;
    if (y <= low * low)
        return 1.0;
    if (y >= low)
        return (1.0 - y + (y > 0.0 ? y * des::log(y) : 0.0)) / (c * c);
    return 1.0 - (y * des::log(y / (low * low)) - y + low * low) / (c * c);
}

/// An item read at place v of this epoch and last at place u, j epochs ago: a share
/// (1-c(1-u)) (1-c)^(j-1) (1-cv) of the set was not touched between, and strict LRU still holds the
/// item where that is at least 1-x. In key order u = v and the untouched share is (1-c)^j.
double leastRecentOfShares(double x, double c, bool inKeyOrder) {
    if (x >= 1.0)
        return 0.0;
    // With many servers j runs far; those epochs whose items are surely held are summed at once,
    // but for the last few.
    const double decay = des::log1p(-c);
    const double sure = std::floor(des::log(1.0 - x) / decay) - 4.0;
    constexpr double few = 1000.0;
    double untouched = sure > few ? des::exp(sure * decay) : 1.0; // (1-c)^(j-1)
    double hit = 1.0 - untouched;
    for (double chance = c * untouched; untouched > 1.0 - x && chance > 1e-18; chance *= 1.0 - c) {
        if (!inKeyOrder)
            hit += chance * productAtLeast((1.0 - x) / untouched, c);
        else if (untouched * (1.0 - c) >= 1.0 - x)
            hit += chance;
        untouched *= 1.0 - c;
    }
    return std::clamp(1.0 - hit, 0.0, 1.0);
}

// Several jobs, each an epoch of its own length 1 at any phase. The gap between two reads of an
// item by one job has a triangular law on [0, 2].

/// A job read an item now: chance that its last read is longer ago than `age`.
double ownGapBeyond(double age) {
    if (age >= 2.0)
        return 0.0;
    return age <= 1.0 ? 1.0 - age * age / 2.0 : (2.0 - age) * (2.0 - age) / 2.0;
}
/// The same for another job, seen at any time.
double otherGapBeyond(double age) {
    if (age >= 2.0)
        return 0.0;
    return age <= 1.0 ? 1.0 - age + age * age * age / 6.0
                      : (2.0 - age) * (2.0 - age) * (2.0 - age) / 6.0;
}

/// Integral of P(last read by any job is longer ago than t) e^(-rate t) over t in [0, 2], by
/// Simpson on panels that double in width, since all happens within 1/(rate + jobs).
double lastingShare(double rate, std::int64_t jobs) {
    const auto others = static_cast<double>(jobs - 1);
    const auto value = [&](double t) {
        const double other = otherGapBeyond(t);
        return other <= 0.0 ? 0.0
                            : ownGapBeyond(t) * des::power(other, others) * des::exp(-rate * t);
    };
    constexpr int pieces = 16; // even
    double sum = 0.0;
    double from = 0.0;
    double width = 1.0 / (rate + static_cast<double>(jobs));
    // The law changes its form at age 1, so a panel ends there.
    while (from < 2.0) {
        const double to = from < 1.0 ? std::min(1.0, from + width) : std::min(2.0, from + width);
        const double step = (to - from) / pieces;
        double panel = value(from) + value(to);
        for (int i = 1; i < pieces; ++i)
            panel += (i % 2 == 1 ? 4.0 : 2.0) * value(from + step * i);
        sum += panel * step / 3.0;
        from = to;
        width *= 2.0;
    }
    return sum;
}

/// m solves x/jobs = lastingShare(jobs m/x): an item outlives t with e^(-jobs m t/x).
double randomReplacementOfJobs(double x, std::int64_t jobs) {
    constexpr double least = 1e-6; // reads of the same item at once apart, nothing is kept
    if (x >= 1.0)
        return 0.0;
    if (x < least)
        return 1.0;
    const auto count = static_cast<double>(jobs);
    return fallingTo(x / count, 0.0, 1.0,
                     [&](double m) { return lastingShare(count * m / x, jobs); });
}

/// Strict LRU keeps an item until x of the set was touched after it: for the age t with
/// 1 - P(nobody touched it for t)^jobs = x (Che, Tung, Wang 2002).
double leastRecentOfJobs(double x, std::int64_t jobs) {
    if (x >= 1.0)
        return 0.0;
    const auto count = static_cast<double>(jobs);
    const double age = fallingTo(1.0 - x, 0.0, 2.0,
                                 [&](double t) { return des::power(otherGapBeyond(t), count); });
    return ownGapBeyond(age) * des::power(otherGapBeyond(age), count - 1.0);
}

} // namespace

double missFraction(CachePolicy policy, double cached) {
    GPUPLAN_EXPECTS(cached >= 0.0 && cached <= 1.0, "a cached fraction lies in 0..1");
    switch (policy) {
    case CachePolicy::None:
        return 1.0;
    case CachePolicy::Pinned:
        return 1.0 - cached;
    case CachePolicy::PageCache:
        return randomReplacement(cached);
    case CachePolicy::LruShuffled:
        return leastRecent(cached);
    case CachePolicy::LruSequential:
        return cached < 1.0 ? 1.0 : 0.0;
    }
    return 1.0;
}

double uncoordinatedMissFraction(CachePolicy policy, double cached, std::int64_t servers) {
    GPUPLAN_EXPECTS(servers >= 1, "at least one server");
    const double alone = missFraction(policy, cached);
    if (servers == 1)
        return alone;
    const double share = 1.0 / static_cast<double>(servers);
    switch (policy) {
    case CachePolicy::PageCache:
        return randomReplacementOfShares(cached, share);
    case CachePolicy::LruShuffled:
        return leastRecentOfShares(cached, share, false);
    case CachePolicy::LruSequential:
        return leastRecentOfShares(cached, share, true);
    case CachePolicy::None:
    case CachePolicy::Pinned:
        break;
    }
    return alone;
}

CoordinatedCache coordinatedCache(double cached, std::int64_t servers) {
    GPUPLAN_EXPECTS(cached >= 0.0 && cached <= 1.0, "a cached fraction lies in 0..1");
    GPUPLAN_EXPECTS(servers >= 1, "at least one server");
    const auto count = static_cast<double>(servers);
    const double held = std::min(1.0, cached * count);
    return {1.0 - held, held * (count - 1.0) / count};
}

double sharedJobsMissFraction(CachePolicy policy, double cached, std::int64_t jobs) {
    GPUPLAN_EXPECTS(jobs >= 1, "at least one job");
    const double alone = missFraction(policy, cached);
    if (jobs == 1)
        return alone;
    const auto raised = [](double miss) { return std::min(1.0, sharedJobsGap * miss); };
    switch (policy) {
    case CachePolicy::PageCache:
        return raised(randomReplacementOfJobs(cached, jobs));
    case CachePolicy::LruShuffled:
        return raised(leastRecentOfJobs(cached, jobs));
    case CachePolicy::LruSequential: {
        // The same order at any phases: the gap of a job is 1, and others come between.
        const auto count = static_cast<double>(jobs);
        return cached < 1.0 ? raised(des::power(1.0 - cached, (count - 1.0) / count)) : 0.0;
    }
    case CachePolicy::None:
    case CachePolicy::Pinned:
        break;
    }
    return alone;
}

model::CachePolicy usualCachePolicy(model::DataFormat format) {
    return format == model::DataFormat::Shards ? CachePolicy::LruShuffled : CachePolicy::PageCache;
}

} // namespace gpuplan::perf
