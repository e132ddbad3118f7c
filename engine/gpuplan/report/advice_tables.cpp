#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/step_tables.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

using metrics::Advice;
using metrics::AdviceItem;

std::string_view effortKey(metrics::Effort effort) {
    switch (effort) {
    case metrics::Effort::Today:
        return "report.effort.today";
    case metrics::Effort::Week:
        return "report.effort.week";
    case metrics::Effort::Quarter:
        break;
    }
    return "report.effort.quarter";
}

std::string timesText(double factor) {
    return fixedText(factor, factor < 10 ? 2 : 0) + "x";
}

/// A sign in front: what is gained, or lost.
std::string gainText(const Money& amount, Places places) {
    const std::string shown = moneyText(amount, places);
    return amount.isNegative() || amount.isZero() ? shown : "+" + shown;
}

std::string shownGain(const AdviceItem& item, Places places) {
    return (item.isEstimated ? "~" : "") + gainText(item.perMonth, places);
}

/// One choice of places for all amounts of the advice.
Places placesOf(const Advice& advice) {
    std::vector<Money> amounts;
    for (const AdviceItem& item : advice.items) {
        amounts.push_back(item.perMonth);
        amounts.push_back(item.cashPerMonth);
        amounts.push_back(item.costPerMonth);
    }
    return placesFor(amounts);
}

Table itemTable(const Advice& advice, const std::string& currency, Language language) {
    Table table;
    table.columns = {{text("report.column.advice", language), Align::Left},
                     {text("report.column.effort", language), Align::Left},
                     {text("report.column.gain", language), Align::Right, currency},
                     {text("report.column.cash", language), Align::Right, currency},
                     {text("report.column.cost_then", language), Align::Right, currency},
                     {text("report.column.faster", language)},
                     {text("report.column.freed", language)},
                     {text("report.column.wait_then", language)},
                     {text("report.column.limit_then", language), Align::Left}};
    const Places places = placesOf(advice);
    for (const AdviceItem& item : advice.items)
        table.rows.push_back({item.title, text(effortKey(item.effort), language),
                              shownGain(item, places), gainText(item.cashPerMonth, places),
                              moneyText(item.costPerMonth, places), timesText(item.speedup),
                              hoursText(item.freed), item.waitP95 ? spanText(*item.waitP95) : "n/a",
                              item.bottleneck == "compute" ? text("report.stage.compute", language)
                                                           : causeName(item.bottleneck, language)});
    return table;
}

std::string joined(const std::vector<std::string>& titles) {
    std::string list;
    for (const std::string& title : titles)
        list += (list.empty() ? "" : "; ") + title;
    return list;
}

Table planTable(const Advice& advice, const std::string& currency, Language language) {
    Table table;
    table.columns = {{text("report.column.when", language), Align::Left},
                     {text("report.column.advice", language), Align::Left},
                     {text("report.column.gain_together", language), Align::Right, currency},
                     {text("report.column.faster_together", language)}};
    const Places places = placesOf(advice);
    for (const Advice::PlanStep& step : advice.plan)
        table.rows.push_back({text(effortKey(step.effort), language), joined(step.titles),
                              gainText(step.perMonth, places), timesText(step.speedup)});
    return table;
}

/// A change that gains nothing is not worth telling first.
bool helps(const AdviceItem& item) {
    return !item.perMonth.isNegative() && !item.perMonth.isZero();
}

} // namespace

std::vector<std::string> adviceLines(const metrics::RunResult& result, Language language) {
    constexpr std::size_t most = 2;
    std::vector<std::string> lines;
    for (const metrics::AlternativeResult& alternative : result.alternatives) {
        if (!alternative.advice)
            continue;
        const Advice& advice = *alternative.advice;
        const Places places = placesOf(advice);
        const std::string currency(alternative.currency.code());
        std::size_t told = 0;
        for (const AdviceItem& item : advice.items) {
            if (!helps(item) || told == most)
                continue;
            ++told;
            const bool isCash = item.cashPerMonth == item.perMonth;
            lines.push_back(
                text(Message{isCash ? "report.advice.line" : "report.advice.line_cash",
                             {alternative.name, shownGain(item, places), currency, item.title,
                              text(effortKey(item.effort), language), timesText(item.speedup),
                              gainText(item.cashPerMonth, places)}},
                     language));
        }
        if (told > 1 && !advice.plan.empty())
            lines.push_back(
                text(Message{"report.advice.together",
                             {alternative.name, gainText(advice.plan.back().perMonth, places),
                              currency, timesText(advice.plan.back().speedup)}},
                     language));
    }
    return lines;
}

std::vector<Section> adviceSections(const metrics::RunResult& result, Language language) {
    std::vector<Section> sections;
    for (const metrics::AlternativeResult& alternative : result.alternatives) {
        if (!alternative.advice)
            continue;
        const Advice& advice = *alternative.advice;
        Section section{text(Message{"report.heading.advice", {alternative.name}}, language), {}};
        if (advice.items.empty()) {
            section.blocks.emplace_back(Paragraph{text("report.advice.none", language)});
        } else {
            section.blocks.emplace_back(Paragraph{text("report.advice.meaning", language)});
            section.blocks.emplace_back(itemTable(advice, alternative.currency.code(), language));
        }
        if (!advice.plan.empty()) {
            section.blocks.emplace_back(Paragraph{text("report.advice.plan", language)});
            section.blocks.emplace_back(planTable(advice, alternative.currency.code(), language));
        }
        sections.push_back(std::move(section));
    }
    return sections;
}

} // namespace gpuplan::report
