#include <gpuplan/base/hash.hpp>
#include <gpuplan/metrics/by_tag.hpp>
#include <gpuplan/metrics/cost_view.hpp>
#include <gpuplan/metrics/economics.hpp>
#include <gpuplan/metrics/gpu_use.hpp>
#include <gpuplan/metrics/summary.hpp>
#include <gpuplan/metrics/waiting.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <set>

namespace gpuplan::metrics {

namespace {

std::optional<double> share(const std::optional<GpuTime>& part, GpuTime whole) {
    if (!part || whole.base() == 0)
        return std::nullopt;
    return toDouble(part->base()) / toDouble(whole.base());
}

/// Currency per GPU-hour to 6 places, half to even; nothing without hours, or for so few that the
/// figure has no meaning left (more than 24 digits before the point).
std::optional<Decimal> perHour(const Money& cost, const std::optional<GpuTime>& time) {
    constexpr Int128 gpuHour = 3'600'000'000'000; // milli-GPU us
    if (!time || time->base() == 0)
        return std::nullopt;
    const Int128 micros = multiplyDivideHalfEven(cost.micros(), gpuHour, time->base());
    if (micros >= powerOfTen(30))
        return std::nullopt;
    return Decimal::scaled(micros, 6);
}

/// Run times differ from the table's where a pool does not work at the workload's own speed.
bool isStretched(const model::Alternative& alternative, const history::History& history) {
    if (!history.jobStates.empty())
        return true; // run times follow from step models
    return std::any_of(
        alternative.pools.begin(), alternative.pools.end(),
        [](const model::Pool& pool) { return pool.speed.value != Decimal::integer(1); });
}

/// Where a price was read: source, date, note; or the place in the scenario.
std::string origin(const Provenance& provenance) {
    std::string line = provenance.source;
    if (line.empty())
        line = provenance.file + provenance.pointer;
    if (line.empty())
        return text("metrics.origin.unknown");
    if (!provenance.asOf.empty())
        line = text(Message{"metrics.origin.dated", {line, provenance.asOf}});
    if (!provenance.note.empty())
        line = text(Message{"metrics.origin.noted", {line, provenance.note}});
    return line;
}

/// Prices of one unit from one source.
struct ChargedPrices {
    std::string unit;
    std::string origin;
    std::vector<std::string> prices; ///< as written, each once
};

/// `20.4 USD/h` into amount and unit; a text that begins with no number stays whole.
std::pair<double, std::string> split(const std::string& price) {
    const std::size_t blank = price.find(' ');
    const auto amount = parseNumber(price.substr(0, blank));
    if (!amount || blank == std::string::npos)
        return {0, price};
    return {*amount, price.substr(blank)};
}

std::string priceLine(const ChargedPrices& charged) {
    const auto [least, most] = std::minmax_element(
        charged.prices.begin(), charged.prices.end(),
        [](const std::string& a, const std::string& b) { return split(a).first < split(b).first; });
    if (charged.prices.size() == 1)
        return text(Message{"metrics.assumption.price", {*least, charged.origin}});
    return text(Message{"metrics.assumption.prices",
                        {*least, *most, std::to_string(charged.prices.size()), charged.origin}});
}

/// Every price that was charged, once for each source, then what was taken for granted.
std::vector<std::string> assumptions(const ledger::Journal& journal,
                                     const std::vector<Message>& taken) {
    std::vector<ChargedPrices> charged;
    for (const ledger::Transaction& transaction : journal.transactions()) {
        const ledger::Basis& basis = transaction.basis;
        if (basis.price.empty())
            continue;
        const std::string unit = split(basis.price).second;
        // Sums paid once are each their own; only rates have a range.
        const bool isRate = unit.find('/') != std::string::npos;
        const std::string from = origin(basis.source);
        auto known = std::find_if(charged.begin(), charged.end(), [&](const ChargedPrices& each) {
            return each.unit == unit && each.origin == from &&
                   (isRate || each.prices.front() == basis.price);
        });
        if (known == charged.end())
            known = charged.insert(charged.end(), {unit, from, {}});
        if (std::find(known->prices.begin(), known->prices.end(), basis.price) ==
            known->prices.end())
            known->prices.push_back(basis.price);
    }
    std::vector<std::string> lines;
    for (const ChargedPrices& each : charged)
        lines.push_back(priceLine(each));
    for (const Message& message : taken)
        lines.push_back(text(message));
    return lines;
}

/// JSON pointers of the figures that rest on assumed shares or expected losses.
std::vector<std::string> estimatedFigures(const AlternativeResult& result, bool hasRework) {
    std::vector<std::string> pointers;
    std::set<std::string> accounts;
    for (const ledger::Transaction& transaction : result.journal->transactions())
        if (transaction.basis.estimated)
            for (const ledger::Posting& posting : transaction.postings)
                if (ledger::covers("Expenses", posting.account))
                    accounts.insert(posting.account);
    const auto add = [&](bool holds, std::string pointer) {
        if (holds)
            pointers.push_back(std::move(pointer));
    };
    const bool costIsEstimated = !accounts.empty();
    add(costIsEstimated, "/cost/total");
    for (const std::string& account : accounts)
        add(true, "/cost/by_account/" + account);
    const bool ran = result.gpuHours.allocated.base() != 0;
    add(hasRework, "/gpu_hours/paid");
    add(ran && result.gpuHours.busy, "/gpu_hours/busy");
    add(ran && result.gpuHours.tensorActive, "/gpu_hours/tensor_active");
    add(ran && result.gpuHours.useful, "/gpu_hours/useful");
    add(ran && result.busyShare, "/utilization/busy");
    add(ran && result.tensorActiveShare, "/utilization/tensor_active");
    for (std::size_t i = 0; i < result.waste.size(); ++i) {
        const std::string& cause = result.waste[i].cause;
        const bool isMeasured = cause == "unallocated" || cause == "down" ||
                                cause == "provisioning" || cause == "unused_commitment" ||
                                cause == "rounding";
        add(!isMeasured, "/waste/" + std::to_string(i));
    }
    add(costIsEstimated && result.perAvailable, "/cost_per_gpu_hour/available");
    add(costIsEstimated && result.perAllocated, "/cost_per_gpu_hour/allocated");
    add(ran && result.perBusy, "/cost_per_gpu_hour/busy");
    add(ran && result.perUseful, "/cost_per_gpu_hour/useful");
    add(costIsEstimated && result.npv, "/npv");
    add(costIsEstimated && result.equivalentAnnualCost, "/equivalent_annual_cost");
    add(result.energyKwh.has_value(), "/energy_kwh");
    add(result.carbonKg.has_value(), "/carbon_kg");
    return pointers;
}

void fillGpuHours(AlternativeResult& result, const std::vector<PoolUse>& use, bool activityKnown) {
    result.gpuHours = gpuHours(use, *result.history, activityKnown);
    const GpuHours& hours = result.gpuHours;
    result.allocatedShare = share(hours.allocated, hours.capacity);
    result.busyShare = share(hours.busy, hours.capacity);
    result.tensorActiveShare = share(hours.tensorActive, hours.capacity);
    result.perAvailable = perHour(result.cost.total, hours.capacity);
    result.perAllocated = perHour(result.cost.total, hours.allocated);
    result.perBusy = perHour(result.cost.total, hours.busy);
    result.perUseful = perHour(result.cost.total, hours.useful);
}

/// What all hardware is worth at the end of its life.
Money residualOf(const std::vector<pricing::PoolFigures>& figures, Currency currency) {
    Money sum(0, currency);
    for (const pricing::PoolFigures& pool : figures)
        sum += pool.residual;
    return sum;
}

/// Energy at the meter of the owned pools; not known for rented ones.
std::optional<double> energy(const model::Alternative& alternative,
                             const std::vector<pricing::PoolFigures>& figures) {
    Energy sum;
    bool hasOwned = false;
    for (std::size_t pool = 0; pool < figures.size(); ++pool) {
        hasOwned =
            hasOwned || std::holds_alternative<model::Owned>(alternative.pools[pool].purchase);
        sum += figures[pool].energy;
    }
    if (!hasOwned)
        return std::nullopt;
    return sum.inKilowattHours();
}

} // namespace

AlternativeResult summarize(const model::Scenario& scenario, std::size_t alternative,
                            const workload::JobTable& jobs,
                            std::shared_ptr<const history::History> history,
                            pricing::Priced priced) {
    const model::Alternative& spec = scenario.alternatives[alternative];
    AlternativeResult result;
    result.name = spec.name;
    result.kind = spec.kind;
    result.currency = scenario.currency;
    result.history = std::move(history);
    result.journal = std::make_shared<const ledger::Journal>(std::move(priced.journal));
    result.cost = costView(scenario, *result.journal, priced.bookValues,
                           residualOf(priced.pools, scenario.currency));

    const std::vector<PoolUse> use = poolUse(spec, *result.history, priced.pools);
    const bool activityKnown = isActivityKnown(scenario, *result.history);
    fillGpuHours(result, use, activityKnown);
    result.waste = waste(use, priced.pools, spec,
                         costByPool(spec, *result.journal, use, scenario.currency), activityKnown);
    result.wait = waiting(jobs, *result.history, isStretched(spec, *result.history));
    result.jobs = result.history->jobs;
    fillEconomics(result, scenario, spec, use, priced.pools);
    result.energyKwh = energy(spec, priced.pools);
    result.carbonKg = priced.carbonKg;
    result.byTag = costByTag(jobs, result.history->attempts, result.cost.total);
    result.eventHash = hex64(result.history->eventHash);
    const bool hasRework =
        std::any_of(priced.pools.begin(), priced.pools.end(),
                    [](const pricing::PoolFigures& pool) { return pool.rework.base() != 0; });
    result.estimated = estimatedFigures(result, hasRework);
    result.assumptions = assumptions(*result.journal, priced.assumptions);
    return result;
}

} // namespace gpuplan::metrics
