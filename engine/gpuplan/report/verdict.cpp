#include <gpuplan/report/answer_lines.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/verdict.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::BreakEven;
using metrics::CrossingStatus;

/// The cheaper of `among` first; equal costs in the scenario's order.
std::vector<std::size_t> byCost(const metrics::RunResult& result, std::vector<std::size_t> among) {
    std::stable_sort(among.begin(), among.end(), [&result](std::size_t a, std::size_t b) {
        return result.alternatives[a].cost.total < result.alternatives[b].cost.total;
    });
    return among;
}

/// The month from which on `a` stays cheaper than `b`; nothing where there is no single one.
std::optional<std::int64_t> cheaperFrom(const metrics::RunResult& result, const std::string& a,
                                        const std::string& b) {
    for (const BreakEven& crossing : result.breakEven) {
        if (crossing.by != model::BreakEvenBy::Months || crossing.a != a || crossing.b != b ||
            crossing.status != CrossingStatus::Crosses || crossing.at.size() != 1)
            continue;
        const auto month = std::max<std::int64_t>(1, std::llround(std::ceil(crossing.at[0])));
        if (month <= result.scenario.horizonMonths)
            return month;
    }
    return std::nullopt;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Names of the alternatives that `holds` is true of.
std::vector<std::string> namesWhere(const model::Scenario& scenario,
                                    const std::function<bool(const model::Alternative&)>& holds) {
    std::vector<std::string> names;
    for (const model::Alternative& alternative : scenario.alternatives)
        if (holds(alternative))
            names.push_back(alternative.name);
    return names;
}

template <typename Purchase>
bool buys(const model::Alternative& alternative) {
    return std::any_of(
        alternative.pools.begin(), alternative.pools.end(),
        [](const model::Pool& pool) { return std::holds_alternative<Purchase>(pool.purchase); });
}

std::string_view statusKey(CrossingStatus status) {
    switch (status) {
    case CrossingStatus::Crosses:
        return "report.break_even.crosses";
    case CrossingStatus::Several:
        return "report.break_even.several";
    case CrossingStatus::AfterLife:
        return "report.break_even.after_life";
    case CrossingStatus::Always:
        return "report.break_even.always";
    case CrossingStatus::Never:
        break;
    }
    return "report.break_even.never";
}

std::string pointText(model::BreakEvenBy by, double at, const std::string& currency,
                      Language language) {
    switch (by) {
    case model::BreakEvenBy::Months:
        return text(Message{"report.point.months", {fixedText(at, 1)}}, language);
    case model::BreakEvenBy::Hours:
        return text(Message{"report.point.hours", {grouped(fixedText(at, 0))}}, language);
    case model::BreakEvenBy::HoursPerWeek:
        return text(Message{"report.point.hours_per_week", {fixedText(at, 1)}}, language);
    case model::BreakEvenBy::Price:
        return text(Message{"report.point.price", {fixedText(at, 3), currency}}, language);
    case model::BreakEvenBy::Utilization:
        break;
    }
    return text(Message{"report.point.utilization", {percentText(at)}}, language);
}

/// The verdict on some alternatives, the cheapest first.
std::string among(const metrics::RunResult& result, const std::vector<std::size_t>& order,
                  Language language) {
    const AlternativeResult& cheapest = result.alternatives[order[0]];
    const std::string cost = moneyWithCurrency(cheapest.cost.total);
    const std::string months = monthsText(result.scenario.horizonMonths, language);
    if (order.size() == 1)
        return text(Message{"report.verdict.single", {cheapest.name, cost, months}}, language);
    const AlternativeResult& second = result.alternatives[order[1]];
    const Money saved = second.cost.total - cheapest.cost.total;
    if (saved.isZero())
        return text(Message{"report.verdict.tie", {cheapest.name, second.name, cost, months}},
                    language);
    std::vector<std::string> arguments{
        cheapest.name, cost, months,
        lessText(result, cheapest.cost.total.toDouble(), second.cost.total.toDouble()),
        second.name};
    const auto present = presentValueOrder(result);
    if (present && present->best != order[0] && result.alternatives[order[0]].npv) {
        const AlternativeResult& other = result.alternatives[present->best];
        arguments.insert(arguments.end(), {discountRateText(result), other.name,
                                           lessText(result, *other.npv, *cheapest.npv)});
        return text(Message{"report.verdict.but_present_value", arguments}, language);
    }
    const auto from = cheaperFrom(result, cheapest.name, second.name);
    if (!from)
        return text(Message{"report.verdict.cheapest", arguments}, language);
    arguments.push_back(std::to_string(*from));
    return text(Message{"report.verdict.cheapest_from", arguments}, language);
}

/// Storage bought in lines of its own, by what the lines say they are.
std::string storageBought(const model::Alternative& alternative) {
    std::string list;
    for (const model::Pool& pool : alternative.pools) {
        const auto* const owned = std::get_if<model::Owned>(&pool.purchase);
        if (owned == nullptr)
            continue;
        const auto* const fixed = std::get_if<model::FixedSupply>(&pool.supply);
        const std::int64_t nodes =
            fixed != nullptr ? fixed->nodes : std::get<model::ElasticSupply>(pool.supply).mostNodes;
        for (const model::CapexLine& line : owned->lines) {
            if (line.item.find("storage") == std::string::npos)
                continue;
            const Decimal quantity =
                line.perPool ? line.quantity : line.quantity * Decimal::integer(nodes);
            const Money amount =
                multiply(line.unitPrice.value, quantity.mantissa(), powerOfTen(quantity.places()));
            list += (list.empty() ? "" : ", ") + line.item + ", " + moneyWithCurrency(amount);
        }
    }
    return list;
}

} // namespace

std::string verdict(const metrics::RunResult& result, Language language) {
    const AlternativeResult& least = result.alternatives[result.cheapest()];
    const std::vector<std::size_t> order = byCost(result, comparable(result));
    // What ran nothing costs nothing, and is no answer.
    if (didItsWork(result, least) || result.alternatives.size() == 1 ||
        (least.jobs.completed == 0 && didItsWork(result, result.alternatives[order.front()])))
        return among(result, order, language);
    std::vector<std::string> arguments{least.name,
                                       moneyWithCurrency(least.cost.total),
                                       monthsText(result.scenario.horizonMonths, language),
                                       grouped(std::to_string(least.jobs.completed)),
                                       grouped(std::to_string(least.jobs.total)),
                                       among(result, order, language)};
    if (!didItsWork(result, result.alternatives[order.front()]))
        return text(
            Message{meetsTargets(least) ? "report.verdict.none_did" : "report.verdict.none_met",
                    arguments},
            language);
    if (!meetsTargets(least))
        return text(Message{"report.verdict.missed_target", arguments}, language);
    if (trialShare(result, least))
        return text(Message{"report.verdict.trial", arguments}, language);
    return text(Message{"report.verdict.less_work", arguments}, language);
}

std::vector<std::string> reservations(const metrics::RunResult& result, Language language) {
    std::vector<std::string> list;
    std::uint64_t most = 0;
    for (const AlternativeResult& alternative : result.alternatives)
        most = std::max(most, finishedJobs(alternative));
    for (const AlternativeResult& alternative : result.alternatives) {
        // Costs compare only for equal work; a thousandth is the jobs still running at the end.
        if (finishedJobs(alternative) + most / 1000 < most)
            list.push_back(
                text(Message{"report.less_work",
                             {alternative.name, grouped(std::to_string(finishedJobs(alternative))),
                              grouped(std::to_string(most))}},
                     language));
        if (const auto share = trialShare(result, alternative))
            list.push_back(
                text(Message{"report.trial", {alternative.name, percentText(*share)}}, language));
        // A hundredth waiting is a busy last day; more is a fleet too small for its work.
        if (alternative.jobs.queued > alternative.jobs.total / 100)
            list.push_back(
                text(Message{"report.left_waiting",
                             {alternative.name, grouped(std::to_string(alternative.jobs.queued)),
                              grouped(std::to_string(alternative.jobs.total))}},
                     language));
        if (alternative.jobs.rejected > 0)
            list.push_back(text(
                Message{"report.rejected",
                        {alternative.name, grouped(std::to_string(alternative.jobs.rejected))}},
                language));
    }
    return list;
}

std::vector<std::string> breakEvenLines(const metrics::RunResult& result, bool all,
                                        Language language) {
    const std::string& cheapest = result.alternatives.at(result.cheapest()).name;
    std::vector<std::string> list;
    for (const BreakEven& crossing : result.breakEven) {
        if (!all && crossing.by == model::BreakEvenBy::Months && crossing.a != cheapest &&
            crossing.b != cheapest)
            continue;
        if (!crossing.explanation.empty()) {
            list.push_back(crossing.explanation);
            continue;
        }
        std::vector<std::string> points;
        for (const double at : crossing.at)
            points.push_back(pointText(crossing.by, at, result.scenario.currency.code(), language));
        list.push_back(text(Message{std::string(statusKey(crossing.status)),
                                    {crossing.a, crossing.b, joined(points)}},
                            language));
    }
    return list;
}

std::vector<std::string> leftOut(const metrics::RunResult& result, Language language) {
    const model::Scenario& scenario = result.scenario;
    std::vector<std::string> list;
    const auto say = [&](const char* key, const std::vector<std::string>& names) {
        if (!names.empty())
            list.push_back(text(Message{key, {joined(names)}}, language));
    };
    for (const model::Alternative& alternative : scenario.alternatives) {
        const std::string bought = storageBought(alternative);
        if (alternative.storage.empty() && !bought.empty())
            list.push_back(text(
                Message{"report.left_out.storage_bought", {alternative.name, bought}}, language));
    }
    say("report.left_out.storage", namesWhere(scenario, [](const auto& a) {
            return a.storage.empty() && !buys<model::Owned>(a);
        }));
    say("report.left_out.storage_owned", namesWhere(scenario, [](const auto& a) {
            return a.storage.empty() && buys<model::Owned>(a) && storageBought(a).empty();
        }));
    say("report.left_out.egress", namesWhere(scenario, [](const auto& a) {
            return a.egress.empty() && a.kind != model::AlternativeKind::Owned;
        }));
    say("report.left_out.staff", namesWhere(scenario, [](const auto& a) {
            return buys<model::Owned>(a) && !(a.site && a.site->staff);
        }));
    say("report.left_out.space", namesWhere(scenario, [](const auto& a) {
            return buys<model::Owned>(a) && !(a.site && a.site->colocation);
        }));
    say("report.left_out.spot", namesWhere(scenario, buys<model::Spot>));
    list.push_back(text("report.left_out.failures", language));
    list.push_back(text("report.left_out.finance", language));
    return list;
}

} // namespace gpuplan::report
