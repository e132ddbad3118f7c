#include <gpuplan/des/random.hpp>
#include <gpuplan/selfcheck/gang_placement.hpp>
#include <gpuplan/sim/node_pool.hpp>

#include <catch2/catch.hpp>

#include <set>

using namespace gpuplan;
using namespace gpuplan::selfcheck;
using model::PlacementRule;

TEST_CASE("a gang takes the closed form's number of nodes in the simulator",
          "[selfcheck][placement]") {
    constexpr std::int32_t perNode = 8;
    constexpr std::uint32_t nodeCount = 6;
    constexpr std::array rules = {PlacementRule::Pack, PlacementRule::FewestNodes,
                                  PlacementRule::Spread};
    des::RandomStream draws(3, "placement");
    sim::NodePool pool(perNode);
    for (std::uint32_t node = 0; node < nodeCount; ++node)
        pool.addNode(node);
    std::vector<NodeRoom> rooms(nodeCount, {perNode, perNode});
    std::vector<sim::Held> held;
    int placed = 0;
    int refused = 0;

    for (int step = 0; step < 5000; ++step) {
        const auto need = static_cast<std::int32_t>(1 + draws.index(20));
        const PlacementRule rule = rules[draws.index(rules.size())];
        const auto expected = nodesForGang(rooms, need, rule);

        std::vector<sim::Held> taken;
        const bool fits = pool.place(need * 1000, rule, taken);

        REQUIRE(fits == expected.has_value());
        ++(fits ? placed : refused);
        if (fits)
            REQUIRE(static_cast<std::int64_t>(taken.size()) == *expected);
        for (const sim::Held& one : taken) {
            rooms[one.node].free -= one.share / 1000;
            held.push_back(one);
        }
        if (!held.empty()) { // holes of all shapes
            const auto at = static_cast<std::ptrdiff_t>(draws.index(held.size()));
            pool.release(held[static_cast<std::size_t>(at)]);
            rooms[held[static_cast<std::size_t>(at)].node].free +=
                held[static_cast<std::size_t>(at)].share / 1000;
            held.erase(held.begin() + at);
        }
    }
    CHECK(placed > 1000);
    CHECK(refused > 500);
}

TEST_CASE("nodes of unlike size pack the largest wholly free ones first",
          "[selfcheck][placement]") {
    const std::vector<NodeRoom> nodes = {{4, 4}, {8, 8}, {8, 5}};

    CHECK(nodesForGang(nodes, 4, PlacementRule::Pack) == 1);
    CHECK(nodesForGang(nodes, 12, PlacementRule::Pack) == 2); // 8, then 4 of the small one
    CHECK(nodesForGang(nodes, 13, PlacementRule::Pack) == 2); // 8 and the 5 left on a node
    CHECK(nodesForGang(nodes, 16, PlacementRule::Pack) == 3); // 8, 4, and 4 of the 5
    CHECK_FALSE(nodesForGang(nodes, 18, PlacementRule::FewestNodes).has_value());
    // Nothing wholly free and no node with room for all: packing waits, spreading does not.
    CHECK_FALSE(nodesForGang({{8, 3}, {8, 3}}, 4, PlacementRule::Pack).has_value());
    CHECK(nodesForGang({{8, 3}, {8, 3}}, 4, PlacementRule::FewestNodes) == 2);
}

TEST_CASE("fragmentation is the free share no gang of the size can use", "[selfcheck][placement]") {
    const std::vector<NodeRoom> nodes = {{8, 3}, {8, 5}, {8, 0}};

    CHECK(fragmentation(nodes, 1) == 0.0);
    CHECK(fragmentation(nodes, 2) == 0.25); // 2 + 4 of 8
    CHECK(fragmentation(nodes, 4) == 0.5);
    CHECK(fragmentation(nodes, 8) == 1.0);
    CHECK_FALSE(fragmentation({{8, 0}}, 1).has_value());
}
