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

std::optional<std::size_t> nextCheapest(const metrics::RunResult& result, std::size_t cheapest) {
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < result.alternatives.size(); ++i)
        if (i != cheapest &&
            (!next || result.alternatives[i].cost.total < result.alternatives[*next].cost.total))
            next = i;
    return next;
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

} // namespace

std::string verdict(const metrics::RunResult& result, Language language) {
    const std::size_t best = result.cheapest();
    const AlternativeResult& cheapest = result.alternatives[best];
    const std::string cost = moneyWithCurrency(cheapest.cost.total);
    const std::string months = std::to_string(result.scenario.horizonMonths);
    const auto next = nextCheapest(result, best);
    if (!next)
        return text(Message{"report.verdict.single", {cheapest.name, cost, months}}, language);
    const AlternativeResult& second = result.alternatives[*next];
    const Money saved = second.cost.total - cheapest.cost.total;
    if (saved.isZero())
        return text(Message{"report.verdict.tie", {cheapest.name, second.name, cost, months}},
                    language);
    std::vector<std::string> arguments{
        cheapest.name, cost,
        months,        moneyWithCurrency(saved),
        second.name,   percentText(saved.toDouble() / second.cost.total.toDouble())};
    const auto from = cheaperFrom(result, cheapest.name, second.name);
    if (!from)
        return text(Message{"report.verdict.cheapest", arguments}, language);
    arguments.push_back(std::to_string(*from));
    return text(Message{"report.verdict.cheapest_from", arguments}, language);
}

std::vector<std::string> reservations(const metrics::RunResult& result, Language language) {
    std::vector<std::string> list;
    std::uint64_t most = 0;
    for (const AlternativeResult& alternative : result.alternatives)
        most = std::max(most, alternative.jobs.completed);
    for (const AlternativeResult& alternative : result.alternatives) {
        // Costs compare only for equal work; a thousandth is the jobs still running at the end.
        if (alternative.jobs.completed + most / 1000 < most)
            list.push_back(
                text(Message{"report.less_work",
                             {alternative.name, grouped(std::to_string(alternative.jobs.completed)),
                              grouped(std::to_string(most))}},
                     language));
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
    say("report.left_out.storage",
        namesWhere(scenario, [](const auto& a) { return a.storage.empty(); }));
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
