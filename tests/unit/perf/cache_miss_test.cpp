#include <gpuplan/des/random.hpp>
#include <gpuplan/perf/cache_miss.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

using gpuplan::des::RandomStream;
using gpuplan::model::CachePolicy;
using namespace gpuplan::perf;

namespace {

constexpr std::array allPolicies{CachePolicy::None, CachePolicy::Pinned, CachePolicy::PageCache,
                                 CachePolicy::LruShuffled, CachePolicy::LruSequential};

/// A cache of `room` items that throws out any one of them for a new one.
class RandomCache {
public:
    RandomCache(std::size_t items, std::size_t room) : m_place(items, none), m_room(room) {}

    /// True: the item was not there.
    bool read(std::size_t item, RandomStream& random) {
        if (m_place[item] != none)
            return false;
        std::size_t place = m_held.size();
        if (place < m_room) {
            m_held.push_back(item);
        } else {
            place = random.index(m_room);
            m_place[m_held[place]] = none;
            m_held[place] = item;
        }
        m_place[item] = place;
        return true;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> m_place;
    std::vector<std::size_t> m_held;
    std::size_t m_room;
};

/// Strict least recently used, by the time of the last read: an item is there while fewer than
/// `room` others were read since. Counted with a Fenwick tree over the order of reads.
class RecentCache {
public:
    RecentCache(std::size_t items, std::size_t room, std::size_t reads)
        : m_last(items, 0), m_marks(reads + 1, 0), m_room(static_cast<std::int64_t>(room)) {}

    bool read(std::size_t item) {
        const std::size_t now = ++m_now;
        const std::size_t last = m_last[item];
        const bool missed = last == 0 || upTo(now - 1) - upTo(last) >= m_room;
        if (last != 0)
            add(last, -1);
        add(now, 1);
        m_last[item] = now;
        return missed;
    }

private:
    void add(std::size_t at, std::int64_t by) {
        for (; at < m_marks.size(); at += at & (~at + 1))
            m_marks[at] += by;
    }
    std::int64_t upTo(std::size_t at) const {
        std::int64_t sum = 0;
        for (; at > 0; at -= at & (~at + 1))
            sum += m_marks[at];
        return sum;
    }

    std::vector<std::size_t> m_last; ///< 1-based; 0: never
    std::vector<std::int64_t> m_marks;
    std::int64_t m_room;
    std::size_t m_now = 0;
};

void shuffle(std::vector<std::size_t>& order, RandomStream& random) {
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.index(i)]);
}

std::vector<std::size_t> inOrder(std::size_t items) {
    std::vector<std::size_t> order(items);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

/// Share of reads that miss after `warm` epochs of `share` of the items each.
template <typename Read>
double simulated(std::size_t items, std::size_t perEpoch, int warm, int epochs,
                 RandomStream& random, const Read& read) {
    std::vector<std::size_t> order = inOrder(items);
    std::size_t misses = 0;
    for (int epoch = 0; epoch < warm + epochs; ++epoch) {
        shuffle(order, random);
        for (std::size_t i = 0; i < perEpoch; ++i)
            if (read(order[i]) && epoch >= warm)
                ++misses;
    }
    return static_cast<double>(misses) / static_cast<double>(perEpoch) / epochs;
}

} // namespace

TEST_CASE("a simulation of random replacement agrees with the page cache's law", "[perf][cache]") {
    // 20,000 items, 10 epochs after 5: the simulated share is good to some 0.1 %.
    constexpr std::size_t items = 20'000;
    for (const double cached : {0.2, 0.35, 0.65, 0.9}) {
        RandomStream random(7, "cache");
        RandomCache cache(items, static_cast<std::size_t>(cached * items));

        const double miss = simulated(items, items, 5, 10, random,
                                      [&](std::size_t item) { return cache.read(item, random); });

        INFO(cached);
        CHECK(missFraction(CachePolicy::PageCache, cached) == Approx(miss).epsilon(0.005));
    }
}

TEST_CASE("a simulation of strict LRU agrees with the law of shuffled records", "[perf][cache]") {
    constexpr std::size_t items = 20'000;
    for (const double cached : {0.25, 0.5, 0.8}) {
        RandomStream random(8, "cache");
        RecentCache cache(items, static_cast<std::size_t>(cached * items), items * 8);

        const double miss = simulated(items, items, 3, 5, random,
                                      [&](std::size_t item) { return cache.read(item); });

        INFO(cached);
        CHECK(missFraction(CachePolicy::LruShuffled, cached) == Approx(miss).epsilon(0.005));
    }
}

TEST_CASE("servers that read shares miss as simulated", "[perf][cache]") {
    constexpr std::size_t items = 20'000;
    constexpr double cached = 0.4;
    constexpr std::int64_t servers = 4;
    constexpr auto room = static_cast<std::size_t>(cached * items);
    constexpr int warm = 24; // a server sees a quarter of the items an epoch
    constexpr int epochs = 40;

    RandomStream random(9, "cache");
    RandomCache anyOut(items, room);
    const double replaced = simulated(items, items / servers, warm, epochs, random,
                                      [&](std::size_t item) { return anyOut.read(item, random); });
    RandomStream again(9, "cache");
    RecentCache oldestOut(items, room, items / servers * (warm + epochs));
    const double recent = simulated(items, items / servers, warm, epochs, again,
                                    [&](std::size_t item) { return oldestOut.read(item); });

    // The first law takes misses to come evenly over an epoch, which costs it a few parts in 1,000.
    CHECK(uncoordinatedMissFraction(CachePolicy::PageCache, cached, servers) ==
          Approx(replaced).epsilon(0.01));
    CHECK(uncoordinatedMissFraction(CachePolicy::LruShuffled, cached, servers) ==
          Approx(recent).epsilon(0.01));
}

TEST_CASE("eight jobs that share a cache miss as simulated, raised by the known gap",
          "[perf][cache]") {
    constexpr std::size_t items = 8'000;
    constexpr std::size_t jobs = 8;
    constexpr double cached = 0.35;
    constexpr int warm = 2;
    constexpr int epochs = 4;
    RandomStream random(10, "cache");
    RandomCache cache(items, static_cast<std::size_t>(cached * items));
    // Each job begins at a place of its own in its epoch.
    std::vector<std::vector<std::size_t>> orders(jobs, inOrder(items));
    for (auto& order : orders)
        shuffle(order, random);
    std::size_t misses = 0;
    for (std::size_t read = 0; read < items * (warm + epochs); ++read)
        for (std::size_t job = 0; job < jobs; ++job) {
            const std::size_t at = (read + job * items / jobs) % items;
            if (at == 0)
                shuffle(orders[job], random);
            if (cache.read(orders[job][at], random) && read >= items * warm)
                ++misses;
        }
    const double miss = static_cast<double>(misses) / static_cast<double>(items * jobs * epochs);

    CHECK(miss == Approx(0.68).margin(0.01)); // the simulated value MODELS states
    CHECK(sharedJobsMissFraction(CachePolicy::PageCache, cached, 8) ==
          Approx(sharedJobsGap * miss).epsilon(0.01));
    CHECK(sharedJobsMissFraction(CachePolicy::LruShuffled, cached, 8) ==
          Approx(sharedJobsGap * miss).epsilon(0.02));
    // 884 GiB were read by 8 jobs of 146 GiB: 0.757 of what they took.
    CHECK(sharedJobsMissFraction(CachePolicy::PageCache, cached, 8) ==
          Approx(884.0 / (8 * 146)).epsilon(0.02));
}

TEST_CASE("a miss fraction lies in 0..1 and never rises with the cache", "[perf][cache]") {
    for (const CachePolicy policy : allPolicies)
        for (const std::int64_t sharing : {1, 2, 3, 8, 100}) {
            double servers = 1.0;
            double jobs = 1.0;
            for (int i = 0; i <= 200; ++i) {
                const double cached = i / 200.0;
                const double nowServers = uncoordinatedMissFraction(policy, cached, sharing);
                const double nowJobs = sharedJobsMissFraction(policy, cached, sharing);
                INFO(static_cast<int>(policy) << " " << sharing << " " << cached);
                // Not exactly: the solvers end at the last bit.
                REQUIRE(nowServers <= servers + 1e-12);
                REQUIRE(nowJobs <= jobs + 1e-12);
                REQUIRE(nowServers >= 0.0);
                REQUIRE(nowJobs >= 0.0);
                servers = nowServers;
                jobs = nowJobs;
            }
            if (policy != CachePolicy::None) {
                CHECK(servers == 0.0); // all of the set is held
                CHECK(jobs == 0.0);
            }
        }
}

TEST_CASE("miss laws keep their digits at both ends", "[perf][cache]") {
    // x -> 0: m = 1 + x ln(1-x) = 1 - x^2 ... ; e^(1/x) passes all numbers below x = 1/709.
    for (const double tiny : {1e-3, 1e-6, 1e-200, 5e-324})
        CHECK(missFraction(CachePolicy::PageCache, tiny) ==
              Approx(1.0 - tiny * tiny).epsilon(0).margin(1e-9));
    // x -> 1: m = (1-x)(e-1), here with eleven zeros before its first digit.
    const double gap = std::ldexp(1.0, -40);
    CHECK(missFraction(CachePolicy::PageCache, 1.0 - gap) ==
          Approx(gap * (std::exp(1.0) - 1.0)).epsilon(1e-9));
    // m = (1-x)(1 - ln(1-x)).
    CHECK(missFraction(CachePolicy::LruShuffled, 1.0 - gap) ==
          Approx(gap * (1.0 + 40 * std::log(2.0))).epsilon(1e-9));
    // Two servers, c = 1/2, to first order: (1-x) = r (1/2 + c/12 + (1-c)/c), m = r x/c.
    const double millionth = std::ldexp(1.0, -20);
    CHECK(uncoordinatedMissFraction(CachePolicy::PageCache, 1.0 - millionth, 2) ==
          Approx(millionth / (0.5 + 1.0 / 24 + 1.0) * 2).epsilon(1e-5));
    CHECK(uncoordinatedMissFraction(CachePolicy::PageCache, 1e-300, 2) == 1.0);
}

TEST_CASE("servers with coordinated caches hold the set together", "[perf][cache]") {
    // 3 x 0.2 held, 2 of 3 hits at another server.
    CHECK(coordinatedCache(0.2, 3).miss == Approx(0.4));
    CHECK(coordinatedCache(0.2, 3).remote == Approx(0.6 * 2 / 3));
    CHECK(coordinatedCache(0.5, 4).miss == 0.0);
    CHECK(coordinatedCache(0.5, 4).remote == Approx(0.75));
    CHECK(coordinatedCache(0.5, 1).remote == 0.0);
}

TEST_CASE("in key order a server finds what fewer epochs than fill its cache brought",
          "[perf][cache]") {
    // Half of the items an epoch, half of the set held: what the last epoch read is there.
    CHECK(uncoordinatedMissFraction(CachePolicy::LruSequential, 0.5, 2) == Approx(0.5));
    // Three quarters held: of the last two epochs.
    CHECK(uncoordinatedMissFraction(CachePolicy::LruSequential, 0.75, 2) == Approx(0.25));
    CHECK(uncoordinatedMissFraction(CachePolicy::LruSequential, 0.49, 2) == 1.0);
}

TEST_CASE("a million servers are one sum", "[perf][cache]") {
    // In key order J epochs with (1-c)^J >= 1-x are held, so m = 1-x but for one epoch's part.
    CHECK(uncoordinatedMissFraction(CachePolicy::LruSequential, 0.9, 1'000'000) ==
          Approx(0.1).epsilon(1e-5));
    // Epochs of a millionth of the set make no difference to the order within them.
    CHECK(uncoordinatedMissFraction(CachePolicy::LruShuffled, 0.9, 1'000'000) ==
          Approx(0.1).epsilon(1e-5));
    CHECK(uncoordinatedMissFraction(CachePolicy::PageCache, 0.9, 1'000'000) ==
          Approx(0.1).epsilon(1e-5));
}

TEST_CASE("a cached fraction outside 0..1 is refused", "[perf][cache]") {
    CHECK_THROWS(missFraction(CachePolicy::PageCache, 1.01));
    CHECK_THROWS(missFraction(CachePolicy::Pinned, -0.1));
    CHECK_THROWS(missFraction(CachePolicy::PageCache, std::nan("")));
    CHECK_THROWS(uncoordinatedMissFraction(CachePolicy::PageCache, 0.5, 0));
}
