#include <gpuplan/sim/expected_ends.hpp>
#include <gpuplan/sim/index_set.hpp>
#include <gpuplan/sim/node_pool.hpp>

#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <set>

using namespace gpuplan;
using namespace gpuplan::sim;

TEST_CASE("an index set names its lowest member as a sorted set does", "[sim]") {
    std::mt19937_64 random(9);
    for (const std::uint32_t range : {1U, 64U, 65U, 5000U, 300'000U}) {
        IndexSet set;
        std::set<std::uint32_t> naive;
        for (int step = 0; step < 4000; ++step) {
            const auto index = static_cast<std::uint32_t>(random() % range);
            if (naive.insert(index).second) {
                set.insert(index);
            } else {
                naive.erase(index);
                set.erase(index);
            }
            REQUIRE(set.size() == naive.size());
            REQUIRE(set.empty() == naive.empty());
            if (!naive.empty())
                REQUIRE(set.lowest() == *naive.begin());
        }
    }
}

TEST_CASE("a reservation is what adding up the ends in order gives", "[sim][easy]") {
    std::mt19937_64 random(10);
    ExpectedEnds ends;
    std::map<std::pair<std::int64_t, std::uint32_t>, std::int32_t> naive;
    for (std::uint32_t step = 0; step < 6000; ++step) {
        if (naive.empty() || random() % 5 < 3) {
            const auto end = static_cast<std::int64_t>(random() % 400); // many ties
            const auto gpus = static_cast<std::int32_t>(1000 * (1 + random() % 16));
            ends.insert(end, gpus, step);
            naive[{end, step}] = gpus;
        } else {
            auto victim = naive.begin();
            std::advance(victim, static_cast<std::ptrdiff_t>(random() % naive.size()));
            ends.erase(victim->first.first, victim->first.second);
            naive.erase(victim);
        }
        std::int64_t total = 0;
        for (const auto& [key, gpus] : naive)
            total += gpus;
        if (total == 0)
            continue;
        const auto free = static_cast<std::int64_t>(random() % 5000);
        const std::int64_t need = free + 1 + static_cast<std::int64_t>(random()) % total;
        if (need <= free || need > free + total)
            continue;
        // The earliest end at which enough is free, then all that end at that very instant.
        std::int64_t level = free;
        std::int64_t shadow = -1;
        for (const auto& [key, gpus] : naive) {
            if (level >= need && key.first != shadow)
                break;
            level += gpus;
            shadow = key.first;
        }
        const policy::Reservation found = ends.reserve(free, need);
        REQUIRE(found.shadow == shadow);
        REQUIRE(found.spare == level - need);
    }
}

TEST_CASE("spread takes the freest node, then as few more as it must", "[sim][placement]") {
    NodePool pool(4);
    for (std::uint32_t node = 0; node < 3; ++node)
        pool.addNode(node);
    std::vector<Held> held;

    REQUIRE(pool.place(1000, model::PlacementRule::Spread, held)); // node 0
    REQUIRE(pool.place(1000, model::PlacementRule::Spread, held)); // node 1, now the freest
    REQUIRE(pool.place(1000, model::PlacementRule::Spread, held)); // node 2
    REQUIRE(pool.place(6000, model::PlacementRule::Spread, held)); // 3 on node 0, 3 on node 1

    REQUIRE(held.size() == 5);
    CHECK(held[0].node == 0);
    CHECK(held[1].node == 1);
    CHECK(held[2].node == 2);
    CHECK(held[3].node == 0);
    CHECK(held[4].node == 1);
    CHECK(pool.free() == 3000);
}

TEST_CASE("what is placed and released leaves a pool as it was", "[sim][placement]") {
    std::mt19937_64 random(12);
    for (const std::int32_t perNode : {1, 8, 100}) {
        NodePool pool(perNode);
        for (std::uint32_t node = 0; node < 20; ++node)
            pool.addNode(node);
        const std::int64_t all = pool.free();
        std::vector<std::vector<Held>> running;
        std::int64_t taken = 0;
        for (int step = 0; step < 5000; ++step) {
            if (random() % 2 == 0) {
                const bool share = random() % 4 == 0;
                const auto gpus = static_cast<std::int32_t>(
                    share ? 1 + random() % 999
                          : 1000 * (1 + random() % static_cast<std::uint64_t>(perNode * 3)));
                std::vector<Held> held;
                const auto rule = static_cast<model::PlacementRule>(random() % 4);
                if (!pool.place(gpus, rule, held)) {
                    REQUIRE(held.empty());
                    continue;
                }
                std::int64_t sum = 0;
                for (const Held& part : held)
                    sum += part.share;
                REQUIRE(sum == gpus);
                taken += sum;
                running.push_back(held);
            } else if (!running.empty()) {
                const std::size_t at = random() % running.size();
                for (const Held& part : running[at]) {
                    taken -= part.share;
                    pool.release(part);
                }
                running.erase(running.begin() + static_cast<std::ptrdiff_t>(at));
            }
            REQUIRE(pool.free() == all - taken);
        }
        for (const auto& held : running)
            for (const Held& part : held)
                pool.release(part);
        for (std::uint32_t node = 0; node < 20; ++node)
            CHECK(pool.isIdle(node));
    }
}
