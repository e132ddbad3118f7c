#include <gpuplan/base/version.hpp>
#include <gpuplan/report/answer_lines.hpp>
#include <gpuplan/report/chart_gpu_time.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/run_document.hpp>
#include <gpuplan/report/run_tables.hpp>
#include <gpuplan/report/service_tables.hpp>
#include <gpuplan/report/sources.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/report/step_tables.hpp>
#include <gpuplan/report/verdict.hpp>

#include <algorithm>
#include <set>

namespace gpuplan::report {

namespace {

constexpr std::size_t pricesInSummary = 10;

bool anythingEstimated(const metrics::RunResult& result) {
    return std::any_of(result.alternatives.begin(), result.alternatives.end(),
                       [](const auto& alternative) { return !alternative.estimated.empty(); });
}

/// Figures that rest on assumed shares: once for all alternatives where they agree.
/// \param brief  only the groups of figures
std::vector<std::string> estimatedLines(const metrics::RunResult& result, bool brief) {
    std::vector<std::string> lines;
    const auto figures = [brief](const metrics::AlternativeResult& alternative) {
        std::vector<std::string> names;
        for (const std::string& pointer : alternative.estimated) {
            std::string name = pointer.substr(pointer.starts_with('/') ? 1 : 0);
            if (brief)
                name = name.substr(0, name.find('/'));
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(std::move(name));
        }
        std::string list;
        for (const std::string& name : names)
            list += (list.empty() ? "" : ", ") + name;
        return list;
    };
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
        const std::string list = figures(result.alternatives[i]);
        if (list.empty())
            continue;
        std::string names;
        bool told = false;
        for (std::size_t j = 0; j < result.alternatives.size(); ++j) {
            if (figures(result.alternatives[j]) != list)
                continue;
            told = told || j < i;
            names += (names.empty() ? "" : ", ") + result.alternatives[j].name;
        }
        if (!told)
            lines.push_back(names + ": " + list);
    }
    return lines;
}

/// What pricing took for granted, each line once, with the alternatives it holds for.
std::vector<std::string> grantedLines(const metrics::RunResult& result) {
    std::vector<std::string> lines;
    for (const auto& alternative : result.alternatives)
        for (const std::string& line : alternative.assumptions)
            lines.push_back(alternative.name + ": " + line);
    return lines;
}

std::vector<std::string> methodAnchors(const metrics::RunResult& result) {
    std::set<std::string> anchors;
    for (const auto& alternative : result.alternatives)
        for (const ledger::Transaction& transaction : alternative.journal->transactions())
            if (!transaction.basis.formula.empty())
                anchors.insert("docs/method.md#" + transaction.basis.formula);
    return {anchors.begin(), anchors.end()};
}

void addList(Document& document, std::string heading, std::vector<std::string> items) {
    if (!items.empty())
        document.sections.push_back({std::move(heading), {List{std::move(items)}}});
}

void addLines(Section& section, std::vector<std::string> lines) {
    if (!lines.empty())
        section.blocks.emplace_back(List{std::move(lines)});
}

/// Where the time of a step goes; how full the GPUs are, what limits them, what does not fit.
void addSteps(Document& document, std::vector<Block> before, const metrics::RunResult& result,
              Language language) {
    before.emplace_back(stepTimeTable(result, language));
    document.sections.push_back({text("report.heading.steps", language), std::move(before)});
    Section use{"", {stepUseTable(result, language)}};
    addLines(use, stepLines(result, language));
    document.sections.push_back(std::move(use));
}

/// How fast services answer; what that takes.
void addServices(Document& document, std::vector<Block> before, const metrics::RunResult& result,
                 Language language) {
    before.emplace_back(serviceLatencyTable(result, language));
    document.sections.push_back({text("report.heading.services", language), std::move(before)});
    Section use{"", {serviceUseTable(result, language)}};
    addLines(use, serviceLines(result, language));
    document.sections.push_back(std::move(use));
}

std::string title(const metrics::RunResult& result) {
    return result.scenario.question.empty()
               ? result.scenario.name
               : result.scenario.name + ": " + result.scenario.question;
}

Section answer(const metrics::RunResult& result, Language language) {
    Section section{"", {Paragraph{verdict(result, language)}}};
    std::vector<std::string> lines;
    if (auto line = presentValueLine(result, language))
        lines.push_back(std::move(*line));
    for (const auto& more : {reservations(result, language), marketLines(result, language)})
        lines.insert(lines.end(), more.begin(), more.end());
    if (!lines.empty())
        section.blocks.emplace_back(List{std::move(lines)});
    if (auto line = findingLine(result, language))
        section.blocks.emplace_back(Paragraph{std::move(*line)});
    return section;
}

Section comparison(const metrics::RunResult& result, Language language) {
    Section section{"", {comparisonTable(result, language)}};
    if (anythingEstimated(result))
        section.blocks.emplace_back(Paragraph{text(
            hasSteps(result) ? "report.estimated.mark_steps" : "report.estimated.mark", language)});
    for (std::string& line : replayLines(result, language))
        section.blocks.emplace_back(Paragraph{std::move(line)});
    return section;
}

Section returns(const metrics::RunResult& result, Language language) {
    Section section{"", {returnTable(result, language)}};
    const metrics::AlternativeResult* rented = nullptr;
    bool anyBought = false;
    for (const metrics::AlternativeResult& each : result.alternatives) {
        const bool buysNothing = each.economics.capital.isZero();
        anyBought = anyBought || !buysNothing;
        if (buysNothing && (rented == nullptr || each.cost.total < rented->cost.total))
            rented = &each;
    }
    section.blocks.emplace_back(
        Paragraph{text(Message{"report.returns.meaning", {discountRateText(result)}}, language)});
    if (anyBought && rented != nullptr)
        section.blocks.emplace_back(
            Paragraph{text(Message{"report.returns.against", {rented->name}}, language)});
    return section;
}

} // namespace

Document runSummary(const metrics::RunResult& result, Language language) {
    Document document{title(result), {}};
    document.sections.push_back(answer(result, language));
    document.sections.push_back(comparison(result, language));
    document.sections.push_back(returns(result, language));
    document.sections.push_back({"", {accountTable(result, language)}});
    document.sections.push_back({"", {wasteCostTable(result, language)}});
    if (hasSteps(result))
        addSteps(document, {}, result, language);
    if (hasServices(result))
        addServices(document, {}, result, language);
    addList(document, text("report.heading.advice_all", language), adviceLines(result, language));
    addList(document, text("report.heading.break_even", language),
            breakEvenLines(result, false, language));
    SourceList sources;
    document.sections.push_back(
        {text(Message{"report.heading.prices", {dateText(result.scenario.priceDate)}}, language),
         {priceTable(result, pricesInSummary, sources, language)}});
    document.sections.back().blocks.emplace_back(List{sources.lines()});
    addList(document, text("report.heading.estimated", language), estimatedLines(result, true));
    addList(document, text("report.heading.left_out", language), leftOut(result, language));
    return document;
}

Document runReport(const metrics::RunResult& result, Language language) {
    const model::Scenario& scenario = result.scenario;
    const std::string months = monthsText(scenario.horizonMonths, language);
    Document document{scenario.name, {}};
    SourceList sources;
    const auto section = [&](std::string_view key, std::vector<Block> blocks) {
        document.sections.push_back({text(key, language), std::move(blocks)});
    };
    section("report.heading.question",
            {Paragraph{scenario.question.empty() ? scenario.name : scenario.question},
             Paragraph{text(Message{"report.frame",
                                    {dateText(scenario.start), months, dateText(scenario.priceDate),
                                     scenario.currency.code()}},
                            language)}});
    Section found = answer(result, language);
    found.heading = text("report.heading.answer", language);
    document.sections.push_back(std::move(found));
    Section compared = comparison(result, language);
    compared.heading = text("report.heading.comparison", language);
    document.sections.push_back(std::move(compared));
    Section returned = returns(result, language);
    returned.heading = text("report.heading.returns", language);
    document.sections.push_back(std::move(returned));
    section("report.heading.by_year", {Paragraph{text("report.view.effective", language)},
                                       yearTable(result, CostView::Effective, language),
                                       Paragraph{text("report.view.billed", language)},
                                       yearTable(result, CostView::Billed, language)});
    section("report.heading.by_account", {accountTable(result, language)});
    section("report.heading.waste",
            {Paragraph{text("report.waste.meaning", language)}, wasteCostTable(result, language),
             wasteHoursTable(result, language)});
    addLines(document.sections.back(), multiplierLines(result, language));
    document.sections.back().blocks.emplace_back(
        Picture{std::string(gpuTimeFile), gpuTimeChart(result, language).description});
    document.sections.back().blocks.emplace_back(
        Paragraph{text("report.utilization.meaning", language)});
    document.sections.back().blocks.emplace_back(utilizationTable(result, language));
    if (hasSteps(result)) {
        addSteps(document, {Paragraph{text("report.step.meaning", language)}}, result, language);
        std::vector<Block>& blocks = document.sections.back().blocks;
        for (const auto& [key, table] :
             {std::pair{"report.step.timeline", stepTimelineTable(result, language)},
              {"report.step.speedup", stepSpeedupTable(result, language)},
              {"report.step.wall", wallTimeTable(result, language)}}) {
            blocks.emplace_back(Paragraph{text(key, language)});
            blocks.emplace_back(table);
        }
    }
    if (hasServices(result))
        addServices(document, {Paragraph{text("report.service.meaning", language)}}, result,
                    language);
    for (Section& advice : adviceSections(result, language))
        document.sections.push_back(std::move(advice));
    addList(document, text("report.heading.break_even", language),
            breakEvenLines(result, true, language));
    document.sections.push_back(
        {text(Message{"report.heading.prices", {dateText(scenario.priceDate)}}, language),
         {priceTable(result, 0, sources, language)}});
    section("report.heading.assumptions", {assumptionTable(result, sources, language)});
    addList(document, text("report.heading.granted", language), grantedLines(result));
    addList(document, text("report.heading.estimated", language), estimatedLines(result, false));
    addList(document, text("report.heading.left_out", language), leftOut(result, language));
    std::vector<std::string> notes;
    for (const Diagnostic& diagnostic : result.diagnostics)
        notes.push_back(text(diagnostic.message, language));
    addList(document, text("report.heading.notes", language), std::move(notes));
    addList(document, text("report.heading.sources", language), sources.lines());
    addList(document, text("report.heading.method", language), methodAnchors(result));
    section("report.heading.reproduce",
            {Paragraph{text(Message{"report.reproduce",
                                    {shownFile(scenario.file), std::to_string(scenario.seed),
                                     std::string(engineVersion())}},
                            language)},
             Paragraph{text(Message{"report.digest", {result.digest}}, language)}});
    return document;
}

} // namespace gpuplan::report
