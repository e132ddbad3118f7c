/// scenarios/checkpoint-network.json, shared-storage.json and untuned-cluster.json by hand: what
/// stalls and shares cost, and what is worth doing first.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

double meanRun(const metrics::RunResult& result, const std::string& alternative) {
    return named(result, alternative).steps.at(0).meanRun.value();
}

} // namespace

TEST_CASE("a checkpoint of a terabyte stalls by its size over the store's rate",
          "[findings][checkpoint-network]") {
    const metrics::RunResult result = runShipped(shipped("checkpoint-network.json"));
    constexpr double bytes = 70.6e9 * 14;
    constexpr double interval = 3 * 3600;
    const auto stall = [&](double rate) { return bytes / rate + 2; };
    // In the background only the copy to the host stalls: a 64th of the state over PCIe 5.
    const double copy = bytes / 64 / 55.4e9;
    const double steps = meanRun(result, "InfiniBand, in the background") / (1 + copy / interval);

    CHECK(meanRun(result, "1 GbE") == Approx(steps * (1 + stall(112e6) / interval)).epsilon(1e-4));
    CHECK(meanRun(result, "10 GbE") == Approx(steps * (1 + stall(1.1e9) / interval)).epsilon(1e-4));
    CHECK(meanRun(result, "InfiniBand") ==
          Approx(steps * (1 + stall(57.5e9) / interval)).epsilon(1e-4));
    CHECK(stall(112e6) < interval); // or the background could not keep up
    CHECK(meanRun(result, "1 GbE, in the background") < 1.02 * steps);
}

TEST_CASE("a full file server gives every job its even share", "[findings][shared-storage]") {
    const metrics::RunResult result = runShipped(shipped("shared-storage.json"));
    // A job reads its data 20 times; 60 jobs a day ask for 1.7 times what the server gives.
    constexpr double bytes = 20 * 1'281'167 * 110e3;
    constexpr double server = 1150e6;
    REQUIRE(60 * bytes / 86400 > 1.6 * server);

    // 8, 16 or 64 jobs at once; all but the first and last have the server full all their time.
    CHECK(meanRun(result, "one node") == Approx(8 * bytes / server).epsilon(0.02));
    CHECK(meanRun(result, "two nodes") == Approx(16 * bytes / server).epsilon(0.02));
    CHECK(meanRun(result, "eight nodes") == Approx(64 * bytes / server).epsilon(0.05));
    // Alone: 2,375 images a second.
    const double alone = 20 * 1'281'167 * 0.107789 / 256;
    CHECK(meanRun(result, "two nodes, data on NVMe") == Approx(alone).epsilon(1e-3));
    // A month of the server is so many jobs, whatever the number of nodes.
    const double jobs = 31 * 86400 * server / bytes;
    CHECK(static_cast<double>(named(result, "one node").jobs.completed) ==
          Approx(jobs).epsilon(0.02));
    CHECK(static_cast<double>(named(result, "eight nodes").jobs.completed) <= jobs);
}

TEST_CASE("the advice for an untuned cluster is its loader, not more nodes",
          "[findings][untuned-cluster]") {
    const metrics::RunResult result = runWithAdvice(shipped("untuned-cluster.json"));
    const metrics::AlternativeResult& found = named(result, "as found");
    REQUIRE(found.advice);
    const auto& items = found.advice->items;
    REQUIRE(!items.empty());

    CHECK(items.front().id == "workers");
    CHECK(items.front().perMonth.toDouble() > 0.4 * found.cost.total.toDouble());
    for (const metrics::AdviceItem& item : items)
        if (item.id.starts_with("more_nodes"))
            CHECK_FALSE(item.perMonth.toDouble() > 0);
}
