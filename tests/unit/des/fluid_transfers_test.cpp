#include <gpuplan/des/fluid_transfers.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace gpuplan::des;

namespace {

Transfer over(double start, double bytes, std::initializer_list<std::uint32_t> links,
              double cap = unlimitedRate) {
    Transfer transfer{start, bytes, {1, cap, {}}};
    for (const std::uint32_t link : links)
        transfer.flow.links.push_back({LinkId(link), 1});
    return transfer;
}

std::vector<std::optional<double>> ends(std::vector<double> capacities,
                                        std::vector<Transfer> transfers) {
    return transferEnds(capacities, transfers);
}

} // namespace

TEST_CASE("transfers that share a link end as processor sharing has it", "[des][fluid]") {
    // Alone until 2; three share from 4; by hand.
    const auto got = ends({10}, {over(0, 100, {0}), over(2, 30, {0}), over(4, 10, {0})});

    CHECK(got[0].value() == Approx(14).epsilon(1e-12));
    CHECK(got[1].value() == Approx(9).epsilon(1e-12));
    CHECK(got[2].value() == Approx(7).epsilon(1e-12));
}

TEST_CASE("nothing to send ends at once, a dead link never", "[des][fluid]") {
    const auto got = ends({0, 5}, {over(3, 0, {0}), over(1, 10, {0}), over(1, 10, {1}),
                                   over(0, 4, {1}, 0), over(2, 9, {}, 3)});

    CHECK(got[0] == 3.0);
    CHECK_FALSE(got[1]);
    CHECK(got[2].value() == Approx(1 + 10.0 / 5).epsilon(1e-12));
    CHECK_FALSE(got[3]);
    CHECK(got[4].value() == Approx(2 + 9.0 / 3).epsilon(1e-12));
}

TEST_CASE("all that is sent has passed the link", "[des][fluid][property]") {
    // With work always waiting from 0 on, a link is full until the last transfer over it ends.
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        std::mt19937 random(seed);
        std::vector<Transfer> transfers;
        double bytes = 0;
        for (int i = 0; i < 40; ++i) {
            transfers.push_back(over(0, 1.0 + static_cast<double>(random() % 1000), {0}));
            transfers.back().flow.weight = 1.0 + static_cast<double>(random() % 9);
            bytes += transfers.back().bytes;
        }

        double last = 0;
        for (const auto& end : transferEnds(std::vector{7.0}, transfers))
            last = std::max(last, end.value());

        CHECK(last == Approx(bytes / 7).epsilon(1e-12));
    }
}
