#pragma once
/// Turns what happened into what it cost: one pricer per kind of cost, each writing balanced
/// transactions into one journal. Knows no queues; the same history can be priced again at other
/// prices.
///
/// In: Scenario (prices a person gave), Catalogs (prices of the market), History (what happened).
/// Out: Priced. A scenario's price beats the catalog's; a price that neither has is an error that
/// says how to give it, never 0.
///
/// Files: price_book finds prices; billing rounds and cuts time; leases (on demand, spot),
/// commitment, hardware (purchase, depreciation, maintenance), power, site (colocation, staff),
/// services (storage, egress, other lines) are the pricers; pricing.cpp calls them in that order.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/base/result.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/ledger/journal.hpp>
#include <gpuplan/model/scenario.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::pricing {

/// What the postings of one pool do not tell.
struct PoolFigures {
    GpuTime billedBeyondUse;  ///< minimum and granularity: billed after the release
    GpuTime unusedCommitment; ///< reserved GPU time that no job held, leased or not
    GpuTime unleased;         ///< the part of `unusedCommitment` outside the leases
    GpuTime rework;           ///< expected re-execution on spot, an estimate
    GpuTime unpaidStart;      ///< between request and ready, not billed
    Money capital;            ///< paid for hardware
    Money residual;           ///< its worth at the end of its life
    std::int64_t lifeMonths = 0;
    Energy energy;  ///< at the meter of the site, PUE included
    Money loadCost; ///< of the power bill, the part above idle
};

/// The journal of an alternative, with what metrics need beside it.
struct Priced {
    ledger::Journal journal;
    std::vector<PoolFigures> pools;   ///< as the alternative's pools
    std::vector<Money> bookValues;    ///< book value of the hardware at each month's end
    std::optional<double> carbonKg;   ///< of the owned pools; nothing without an intensity
    std::vector<Message> assumptions; ///< what was taken for granted, in words
};

/// Prices one alternative.
/// \param alternative  position in the scenario   \param history  of that alternative
/// Errors: a missing price, a price in another currency than the scenario's, spot so unstable that
/// work never ends, an amount past the range of Money. All of them at once.
Result<Priced> priceAlternative(const model::Scenario& scenario, std::size_t alternative,
                                const catalog::Catalogs& catalogs, const history::History& history);

} // namespace gpuplan::pricing
