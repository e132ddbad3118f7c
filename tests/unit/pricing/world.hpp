#pragma once
/// Small worlds written by hand: one alternative, its history, and the prices they need.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/ledger/journal.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/pricing/pricing.hpp>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan::testing {

inline Decimal decimal(const char* text) {
    return Decimal::parse(text).value();
}
inline Money usd(const char* amount) {
    return Money::of(decimal(amount), Currency::usd());
}
template <typename Per>
Sourced<UnitPrice<Per>> price(const char* text, const char* source = "test") {
    return {UnitPrice<Per>::parse(text).value(), {.source = source}};
}
inline Sourced<HourlyPrice> hourly(const char* text, const char* source = "test") {
    return price<per::Hour>(text, source);
}
inline history::Tick ticks(Duration span) {
    return span.count();
}

using StateTimes = std::initializer_list<std::pair<model::GpuState, GpuTime>>;

/// GPU-hours as exact GPU time.
inline GpuTime gpuHours(std::int64_t count) {
    return GpuTime::of(GpuCount::whole(count), hours(1));
}

/// Starts 2027-01-01 (31, 28, 31 days follow) with one cloud alternative `a` without pools.
struct World {
    model::Scenario scenario;
    catalog::Catalogs catalogs;
    history::History history;

    explicit World(std::int64_t months = 1) {
        scenario.file = "plan.json";
        scenario.start = *parseInstant("2027-01-01");
        scenario.priceDate = *parseInstant("2026-11-29");
        scenario.horizonMonths = months;
        scenario.alternatives.push_back({.name = "a"});
        history.end = ticks(scenario.horizon());
    }
    model::Alternative& alternative() { return scenario.alternatives.front(); }
    const model::Alternative& alternative() const { return scenario.alternatives.front(); }
    model::Pool& pool(std::size_t index = 0) { return alternative().pools[index]; }

    /// A pool of `nodes` fixed nodes of 8 GPUs.
    model::Pool& addPool(model::PurchaseOption purchase, std::int64_t nodes = 1) {
        model::Pool pool;
        pool.name = "pool-" + std::to_string(alternative().pools.size());
        pool.gpusPerNode = 8;
        pool.supply = model::FixedSupply{nodes};
        pool.purchase = std::move(purchase);
        alternative().pools.push_back(std::move(pool));
        return alternative().pools.back();
    }
    void lease(Duration requested, Duration ready, Duration released, std::uint8_t poolIndex = 0,
               std::uint32_t node = 0) {
        history.leases.push_back(
            {poolIndex, node, ticks(requested), ticks(ready), ticks(released)});
    }
    /// The whole of the plan's month `month`, by state.
    void reading(int month, StateTimes states, std::uint8_t poolIndex = 0) {
        history::MeterReading reading;
        reading.pool = poolIndex;
        reading.from = ticks(addMonths(scenario.start, month) - scenario.start);
        reading.to = ticks(addMonths(scenario.start, month + 1) - scenario.start);
        for (const auto& [state, time] : states)
            reading.byState[static_cast<std::size_t>(state)] = time;
        history.readings.push_back(reading);
    }
    catalog::CloudOffer& addOffer(std::string id) {
        catalog::CloudOffer offer;
        offer.id = std::move(id);
        offer.region = offer.id.substr(offer.id.rfind('/') + 1);
        offer.gpuCount = 8;
        catalogs.offers.push_back(std::move(offer));
        return catalogs.offers.back();
    }
    Result<pricing::Priced> priced() const {
        return pricing::priceAlternative(scenario, 0, catalogs, history);
    }
};

inline Money total(const pricing::Priced& priced, std::string_view account) {
    return priced.journal.total(account, Currency::usd());
}

/// The keys of the assumptions, in order.
inline std::vector<std::string> assumptionKeys(const pricing::Priced& priced) {
    std::vector<std::string> keys;
    for (const Message& message : priced.assumptions)
        keys.push_back(message.key);
    return keys;
}

} // namespace gpuplan::testing
