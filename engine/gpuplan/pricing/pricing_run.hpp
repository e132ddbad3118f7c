#pragma once
/// One pricing in progress: what the pricers read and where they write. Internal to `pricing`.

#include <gpuplan/pricing/pricing.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::pricing {

/// A calendar month of the plan, or the part of one that lies in it.
struct Month {
    Instant from{};
    Instant to{};
    Duration length() const { return to - from; }
    bool operator==(const Month&) const = default;
};

/// The calendar months of [from, to), cut at month borders.
std::vector<Month> monthsBetween(Instant from, Instant to);

struct PricingRun {
    const model::Scenario& scenario;
    std::size_t index; ///< of the alternative
    const catalog::Catalogs& catalogs;
    const history::History& history;
    std::vector<Month> months; ///< of the plan
    Priced& priced;
    Diagnostics& diagnostics;

    const model::Alternative& alternative() const { return scenario.alternatives[index]; }
    Instant end() const { return scenario.start + scenario.horizon(); }
    Instant at(history::Tick tick) const { return scenario.start + Duration(tick); }
    /// Position of the plan's month that holds `instant`; the last one for the end itself.
    std::size_t monthOf(Instant instant) const;

    /// `/alternatives/0` + below, in the scenario's file.
    Location location(std::string_view below = {}) const;
    Location poolLocation(std::size_t pool) const;
    /// Region of a cloud pool's offer, the site's name for an owned pool.
    std::string siteOf(std::size_t pool) const;

    /// The price is in the scenario's currency; else an error that names it.
    bool inCurrency(Currency currency, std::string_view price, const Location& at);
    void assume(std::string_view key, std::vector<std::string> arguments);
    /// Posts unless the amount is 0.
    void post(ledger::Transaction transaction, std::string_view account, std::string_view against,
              const Money& amount);
};

/// A transaction of [from, to) with its tags; postings come later.
/// \param pool  position, or nothing for a cost of the whole alternative
ledger::Transaction charge(const PricingRun& run, Instant from, Instant to, Message description,
                           std::optional<std::size_t> pool, ledger::Cause cause,
                           ledger::Basis basis);

/// Whole hours as `744 h`, other spans as seconds: exact either way.
std::string spanText(Duration span);

/// GPU time in which a job held the GPUs.
GpuTime allocatedTime(const history::MeterReading& reading);
/// GPU time with a kernel on the device: compute and exposed communication.
/// docs/method.md#utilization
GpuTime busyTime(const history::MeterReading& reading);
GpuTime inState(const history::MeterReading& reading, model::GpuState state);

/// `nodes` x GPUs a node x span.
GpuTime gpuTime(const model::Pool& pool, std::int64_t nodes, Duration span);

/// Nodes that a commitment reserves or an owner buys: of an elastic pool the most it may launch,
/// which is listed as an assumption.
std::int64_t paidNodes(PricingRun& run, std::size_t pool);

/// The pricers, each for its own kinds of pool or line. They report every problem they meet.
void priceLeases(PricingRun& run);
void priceRework(PricingRun& run);
void priceCommitments(PricingRun& run);
void priceHardware(PricingRun& run);
void pricePower(PricingRun& run);
void priceSite(PricingRun& run);
void priceServices(PricingRun& run);
void pricePreparation(PricingRun& run);

} // namespace gpuplan::pricing
