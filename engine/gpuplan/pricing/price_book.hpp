#pragma once
/// Which price applies: the scenario's own first, then the catalog's of the price date. Internal to
/// `pricing`. A price that neither has is reported as an error, never taken for 0.

#include <gpuplan/pricing/pricing_run.hpp>

#include <optional>
#include <vector>

namespace gpuplan::pricing {

/// A price from an instant of the plan on.
struct PriceStep {
    Instant from{};
    Sourced<HourlyPrice> price;
};
/// Ascending; the first step covers everything before the second.
using PricePath = std::vector<PriceStep>;

/// How a provider rounds a lease.
struct BillingRule {
    Duration granularity{};
    Duration minimum{};
};

/// Per node and hour, constant over the plan. Nothing after an error was reported.
std::optional<Sourced<HourlyPrice>> onDemandPrice(PricingRun& run, std::size_t pool);

/// Constant: the price of the price date. Replay: the catalog's changes up to the price date; for a
/// plan that ends after the price date they are shifted so that the price date falls on the plan's
/// end, else they stand as dated. Before the first known change the first known price holds, which
/// is listed as an assumption.
std::optional<PricePath> spotPath(PricingRun& run, std::size_t pool);

/// Per node and hour of a commitment: its own, the pool's, or the catalog's reserved price of the
/// term (without upfront payment only). All upfront needs none: nothing is due by the hour.
std::optional<Sourced<HourlyPrice>> recurringPrice(PricingRun& run, std::size_t pool);

/// The offer's rule; per second without a minimum, listed as an assumption, where the catalog does
/// not know it.
BillingRule billingRule(PricingRun& run, std::size_t pool);

} // namespace gpuplan::pricing
