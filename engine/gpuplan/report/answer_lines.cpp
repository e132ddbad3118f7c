#include <gpuplan/report/answer_lines.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <variant>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::BreakEven;
using metrics::MarketPrice;

std::string shownAmount(double amount, const metrics::RunResult& result) {
    return amountText(amount, std::abs(amount) < 10'000 ? Places::Cents : Places::Whole) + " " +
           result.scenario.currency.code();
}

const model::Alternative* specOf(const metrics::RunResult& result, const std::string& name) {
    for (const model::Alternative& alternative : result.scenario.alternatives)
        if (alternative.name == name)
            return &alternative;
    return nullptr;
}

/// All pools of an alternative rent that model in that way.
bool rents(const model::Alternative& alternative, const MarketPrice& price) {
    return !alternative.pools.empty() &&
           std::all_of(alternative.pools.begin(), alternative.pools.end(),
                       [&price](const model::Pool& pool) {
                           return pool.gpu == price.gpu &&
                                  (price.isSpot
                                       ? std::holds_alternative<model::Spot>(pool.purchase)
                                       : std::holds_alternative<model::OnDemand>(pool.purchase));
                       });
}

/// Below what price for a rented GPU-hour the winner loses, by the question the scenario asked.
struct Threshold {
    std::string rival;
    double heldPrice = 0; ///< of a GPU-hour that jobs hold
    double held = 0;      ///< share of the rival's paid GPU-hours that jobs hold
};

std::optional<Threshold> threshold(const metrics::RunResult& result, const MarketPrice& price) {
    const std::string& winner = result.alternatives[result.cheapest()].name;
    for (const BreakEven& answer : result.breakEven) {
        if (answer.by != model::BreakEvenBy::Price || answer.a != winner || answer.at.size() != 1)
            continue;
        const model::Alternative* const rival = specOf(result, answer.b);
        if (rival == nullptr || !rents(*rival, price))
            continue;
        for (const AlternativeResult& each : result.alternatives) {
            const double paid = each.gpuHours.paid.inHours();
            if (each.name == answer.b && paid > 0 && each.gpuHours.allocated.inHours() > 0)
                return Threshold{answer.b, answer.at[0], each.gpuHours.allocated.inHours() / paid};
        }
    }
    return std::nullopt;
}

std::string priceText(double price) {
    return fixedText(price, 2);
}

std::string marketLine(const metrics::RunResult& result, const MarketPrice& price,
                       Language language) {
    const std::string currency = result.scenario.currency.code();
    const double asked = price.perGpu.toDouble();
    std::string from = price.provider;
    if (!price.asOf.empty())
        from += ", " + price.asOf;
    std::vector<std::string> arguments{price.gpuName, priceText(asked), currency, from};
    const std::string kind = price.isSpot ? "report.market.spot" : "report.market.on_demand";
    const auto turns = threshold(result, price);
    if (!turns)
        return text(Message{kind, arguments}, language);
    const double held = asked / turns->held;
    for (std::string more :
         {result.alternatives[result.cheapest()].name, turns->rival, percentText(turns->held),
          priceText(held), priceText(turns->heldPrice), discountRateText(result)})
        arguments.push_back(std::move(more));
    const bool turnsIt = held < turns->heldPrice;
    return text(Message{kind, arguments}, language) + "; " +
           text(Message{turnsIt ? "report.market.turns" : "report.market.holds", arguments},
                language);
}

bool replays(const model::Pool& pool) {
    const auto* const spot = std::get_if<model::Spot>(&pool.purchase);
    return spot != nullptr && spot->rule == model::SpotPriceRule::Replay && !pool.price;
}

} // namespace

std::optional<double> trialShare(const metrics::RunResult& result,
                                 const metrics::AlternativeResult& alternative) {
    std::optional<double> share;
    for (const model::Alternative& stated : result.scenario.alternatives) {
        if (stated.name != alternative.name)
            continue;
        for (const model::StepChange& change : stated.changes)
            if (change.dataShare && *change.dataShare < share.value_or(1))
                share = change.dataShare;
    }
    return share;
}

std::uint64_t finishedJobs(const AlternativeResult& alternative) {
    std::uint64_t jobs = alternative.jobs.completed;
    for (const metrics::ServiceResult& service : alternative.services)
        jobs -= service.completedReplicas;
    return jobs;
}

bool meetsTargets(const AlternativeResult& alternative) {
    return std::all_of(
        alternative.services.begin(), alternative.services.end(),
        [](const metrics::ServiceResult& service) { return service.meetsTargets(); });
}

bool didItsWork(const metrics::RunResult& result, const AlternativeResult& alternative) {
    std::uint64_t most = 0;
    for (const AlternativeResult& each : result.alternatives)
        most = std::max(most, finishedJobs(each));
    const history::JobCounts& jobs = alternative.jobs;
    return finishedJobs(alternative) + most / 1000 >= most && jobs.queued <= jobs.total / 100 &&
           jobs.rejected == 0 && !trialShare(result, alternative) && meetsTargets(alternative);
}

std::vector<std::size_t> comparable(const metrics::RunResult& result) {
    std::vector<std::size_t> did;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
        all.push_back(i);
        if (didItsWork(result, result.alternatives[i]))
            did.push_back(i);
    }
    return did.empty() ? all : did;
}

std::optional<PresentValueOrder> presentValueOrder(const metrics::RunResult& result) {
    std::vector<std::size_t> known;
    for (const std::size_t i : comparable(result))
        if (result.alternatives[i].npv)
            known.push_back(i);
    if (known.size() < 2)
        return std::nullopt;
    std::stable_sort(known.begin(), known.end(), [&result](std::size_t a, std::size_t b) {
        return *result.alternatives[a].npv < *result.alternatives[b].npv;
    });
    return PresentValueOrder{known[0], known[1]};
}

std::string discountRateText(const metrics::RunResult& result) {
    return (result.scenario.discountRate.value * Decimal::integer(100)).text() + " %";
}

std::string lessText(const metrics::RunResult& result, double less, double than) {
    const std::string amount = shownAmount(than - less, result);
    return than > 0 ? amount + " (" + percentText((than - less) / than) + ")" : amount;
}

std::optional<std::string> presentValueLine(const metrics::RunResult& result, Language language) {
    const auto order = presentValueOrder(result);
    if (!order)
        return std::nullopt;
    const AlternativeResult& best = result.alternatives[order->best];
    const AlternativeResult& next = result.alternatives[order->next];
    if (*best.npv == *next.npv)
        return std::nullopt; // alike: the verdict says so already
    return text(Message{"report.present_value",
                        {discountRateText(result), best.name, shownAmount(*best.npv, result),
                         lessText(result, *best.npv, *next.npv), next.name}},
                language);
}

std::optional<std::string> findingLine(const metrics::RunResult& result, Language language) {
    if (!result.scenario.finding || result.scenario.finding->text.empty())
        return std::nullopt;
    return text(Message{"report.finding", {result.scenario.finding->text}}, language);
}

std::vector<std::string> marketLines(const metrics::RunResult& result, Language language) {
    std::vector<std::string> lines;
    for (const MarketPrice& price : result.market)
        lines.push_back(marketLine(result, price, language));
    return lines;
}

std::vector<std::string> replayLines(const metrics::RunResult& result, Language language) {
    const model::Scenario& scenario = result.scenario;
    std::vector<std::string> lines;
    for (const AlternativeResult& each : result.alternatives) {
        const model::Alternative* const spec = specOf(result, each.name);
        const double hours = each.gpuHours.paid.inHours();
        if (spec == nullptr || spec->pools.empty() || !(hours > 0) ||
            !std::all_of(spec->pools.begin(), spec->pools.end(), replays))
            continue;
        Money paid(0, each.currency);
        for (const auto account : {ledger::accounts::spot, ledger::accounts::spotRework})
            if (const auto found = each.cost.byAccount.find(std::string(account));
                found != each.cost.byAccount.end())
                paid += found->second;
        const Instant end = scenario.start + scenario.horizon();
        const Duration shift = std::max(end - scenario.priceDate, Duration::zero());
        lines.push_back(text(Message{"report.replayed",
                                     {each.name, priceText(paid.toDouble() / hours),
                                      each.currency.code(), dateText(scenario.start - shift),
                                      dateText(std::min(end, scenario.priceDate))}},
                             language));
    }
    return lines;
}

} // namespace gpuplan::report
