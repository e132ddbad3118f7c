#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/names.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/run_tables.hpp>
#include <gpuplan/report/sources.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <functional>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;

std::string heading(std::string_view key, Language language) {
    return text(key, language);
}

/// `~` before a figure that rests on an assumed share.
std::string marked(const AlternativeResult& alternative, std::string_view pointer,
                   std::string figure) {
    const auto& list = alternative.estimated;
    if (figure != "n/a" && std::find(list.begin(), list.end(), pointer) != list.end())
        figure.insert(0, "~");
    return figure;
}

std::string wastedShare(const AlternativeResult& alternative) {
    if (!alternative.gpuHours.useful || alternative.cost.total.isZero())
        return "n/a";
    Money wasted(0, alternative.currency);
    for (const metrics::Waste& waste : alternative.waste)
        wasted += waste.cost;
    return percentText(wasted.toDouble() / alternative.cost.total.toDouble());
}

/// A table with a name column and one column an alternative.
Table byAlternative(const metrics::RunResult& result, std::string firstHeading) {
    Table table;
    table.columns.push_back({std::move(firstHeading), Align::Left});
    for (const AlternativeResult& alternative : result.alternatives)
        table.columns.push_back({alternative.name, Align::Right});
    return table;
}

/// Every name that some alternative has, in the order first met.
std::vector<std::string>
allNames(const metrics::RunResult& result,
         const std::function<std::vector<std::string>(const AlternativeResult&)>& namesOf) {
    std::vector<std::string> names;
    for (const AlternativeResult& alternative : result.alternatives)
        for (const std::string& next : namesOf(alternative))
            if (std::find(names.begin(), names.end(), next) == names.end())
                names.push_back(next);
    return names;
}

using Amounts = std::map<std::string, Money>;

/// The dearest first, by what it costs where it costs most.
void sortByAmount(std::vector<std::string>& names, const std::vector<Amounts>& amounts) {
    const auto most = [&amounts](const std::string& name) {
        std::int64_t micros = 0;
        for (const Amounts& column : amounts)
            if (const auto found = column.find(name); found != column.end())
                micros = std::max(micros, found->second.micros());
        return micros;
    };
    std::stable_sort(
        names.begin(), names.end(),
        [&most](const std::string& a, const std::string& b) { return most(a) > most(b); });
}

/// One choice for a whole table, by its dearest column.
Places placesOf(const std::vector<Amounts>& amounts) {
    std::vector<Money> totals;
    for (const Amounts& column : amounts) {
        if (column.empty())
            continue;
        totals.emplace_back(0, column.begin()->second.currency());
        for (const auto& [name, amount] : column)
            totals.back() += amount;
    }
    return placesFor(totals);
}

/// Accounts in the order of the table by account: parts that tie in rounding go to the first.
std::vector<std::string> accountNames(const metrics::RunResult& result) {
    std::vector<Amounts> amounts;
    for (const AlternativeResult& alternative : result.alternatives)
        amounts.push_back(alternative.cost.byAccount);
    std::vector<std::string> names = allNames(result, [](const AlternativeResult& alternative) {
        std::vector<std::string> accounts;
        for (const auto& [account, amount] : alternative.cost.byAccount)
            accounts.push_back(account);
        return accounts;
    });
    sortByAmount(names, amounts);
    return names;
}

/// Money by name, a column an alternative; every column adds up as shown. A name that an
/// alternative does not have stays blank.
Table moneyTable(const metrics::RunResult& result, std::string firstHeading,
                 std::vector<std::string> names, const std::vector<Amounts>& amounts,
                 const std::function<std::string(const std::string&)>& label, Language language) {
    sortByAmount(names, amounts);
    Table table = byAlternative(result, std::move(firstHeading));
    table.totalRow = true;
    for (const std::string& name : names)
        table.rows.push_back({label(name)});
    table.rows.push_back({text("report.total", language)});
    const Places places = placesOf(amounts);
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
        std::vector<Money> parts;
        for (const std::string& name : names) {
            const auto found = amounts[i].find(name);
            parts.push_back(found == amounts[i].end() ? Money(0, result.alternatives[i].currency)
                                                      : found->second);
        }
        const MoneyColumn column = moneyColumn(parts, result.alternatives[i].currency, places);
        for (std::size_t row = 0; row < names.size(); ++row)
            table.rows[row].push_back(amounts[i].contains(names[row]) ? column.parts[row] : "");
        table.rows.back().push_back(column.total);
    }
    return table;
}

/// Marks the amounts of a table by account that rest on assumed shares, and their totals.
void markAccounts(Table& table, const metrics::RunResult& result, Language language) {
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
        const AlternativeResult& alternative = result.alternatives[i];
        for (const auto& [account, amount] : alternative.cost.byAccount)
            for (auto& row : table.rows)
                if (row[0] == accountText(account, language))
                    row[i + 1] = marked(alternative, "/cost/by_account/" + account, row[i + 1]);
        table.rows.back()[i + 1] = marked(alternative, "/cost/total", table.rows.back()[i + 1]);
    }
}

std::vector<std::string> causesOf(const AlternativeResult& alternative) {
    std::vector<std::string> names;
    for (const metrics::Waste& waste : alternative.waste)
        if (waste.gpuTime != GpuTime() || !waste.cost.isZero())
            names.push_back(waste.cause);
    return names;
}

/// Without known useful hours the causes found are not all there are.
void hideUnknownTotals(Table& table, const metrics::RunResult& result) {
    for (std::size_t i = 0; i < result.alternatives.size(); ++i)
        if (!result.alternatives[i].gpuHours.useful)
            table.rows.back()[i + 1] = "n/a";
}

std::string datesText(const PriceSource& source) {
    if (source.asOfFirst == source.asOfLast)
        return source.asOfFirst;
    return source.asOfFirst + " .. " + source.asOfLast;
}

/// A sum without a time or amount it is per was paid once, or is what a share is taken of.
std::string pricesText(const PriceSource& source, Language language) {
    const std::string least = groupedPrice(source.priceLeast);
    if (source.priceLeast != source.priceMost)
        return least + " .. " + groupedPrice(source.priceMost);
    if (least.empty() || least.find('/') != std::string::npos)
        return least;
    const bool isShare = source.account == ledger::accounts::maintenance;
    return text(Message{isShare ? "report.price.share_of" : "report.price.once", {least}},
                language);
}

/// The amounts of the price table, in its order: those of one account of an alternative sum to
/// what the table by account shows.
std::vector<std::string> priceAmounts(const metrics::RunResult& result,
                                      const std::vector<PriceSource>& sources) {
    std::vector<Money> all;
    for (const PriceSource& source : sources)
        all.push_back(source.cost);
    std::vector<Money> totals;
    for (const AlternativeResult& alternative : result.alternatives)
        totals.push_back(alternative.cost.total);
    all.insert(all.end(), totals.begin(), totals.end());
    const Places places = placesFor(all);
    std::vector<std::string> texts;
    for (const PriceSource& source : sources)
        texts.push_back(moneyText(source.cost, places));
    for (const AlternativeResult& alternative : result.alternatives) {
        std::vector<std::string> accounts;
        std::vector<Money> amounts;
        for (const std::string& account : accountNames(result)) {
            const auto found = alternative.cost.byAccount.find(account);
            if (found == alternative.cost.byAccount.end())
                continue;
            accounts.push_back(account);
            amounts.push_back(found->second);
        }
        const MoneyColumn column = moneyColumn(amounts, alternative.currency, places);
        for (std::size_t i = 0; i < accounts.size(); ++i) {
            std::vector<std::size_t> of;
            for (std::size_t j = 0; j < sources.size(); ++j)
                if (sources[j].alternative == alternative.name &&
                    sources[j].account == accounts[i] && !sources[j].purchase)
                    of.push_back(j);
            if (of.size() == 1)
                texts[of[0]] = column.parts[i];
        }
    }
    return texts;
}

const Money& soFar(const metrics::MonthCost& month, CostView view) {
    return view == CostView::Billed ? month.billedSoFar : month.effectiveSoFar;
}

/// Months until a purchase has paid for itself; a dash where nothing was bought.
std::string paybackText(const AlternativeResult& alternative, const std::optional<double>& months,
                        Language language) {
    if (months)
        return text(Message{"report.months", {fixedText(*months, 1)}}, language);
    return alternative.economics.capital.isZero() ? "-" : text("report.payback.never", language);
}

} // namespace

Table comparisonTable(const metrics::RunResult& result, Language language) {
    const std::string currency = result.scenario.currency.code();
    Table table;
    table.columns = {
        {heading("report.column.alternative", language), Align::Left},
        {heading("report.column.kind", language), Align::Left},
        {text(Message{"report.column.cost", {currency}}, language)},
        {heading("report.column.difference", language)},
        {text(Message{"report.column.per_allocated", {currency}}, language)},
        {text(Message{"report.column.per_useful", {currency}}, language)},
        {heading("report.column.allocated", language)},
        {heading("report.column.busy", language)},
        {heading("report.column.wasted", language)},
        {heading("report.column.wait", language)},
    };
    const Money least = result.alternatives[result.cheapest()].cost.total;
    std::vector<Money> totals;
    for (const AlternativeResult& a : result.alternatives)
        totals.push_back(a.cost.total);
    const Places places = placesFor(totals);
    for (const AlternativeResult& a : result.alternatives) {
        const Money more = a.cost.total - least;
        table.rows.push_back({a.name, std::string(name(a.kind)),
                              marked(a, "/cost/total", moneyText(a.cost.total, places)),
                              more.isZero() || least.isZero()
                                  ? "-"
                                  : "+" + percentText(more.toDouble() / least.toDouble()),
                              marked(a, "/cost_per_gpu_hour/allocated", rateText(a.perAllocated)),
                              marked(a, "/cost_per_gpu_hour/useful", rateText(a.perUseful)),
                              marked(a, "/utilization/allocated", percentText(a.allocatedShare)),
                              marked(a, "/utilization/busy", percentText(a.busyShare)),
                              marked(a, "/gpu_hours/useful", wastedShare(a)),
                              a.wait ? spanText(a.wait->p95) : "n/a"});
    }
    return table;
}

Table returnTable(const metrics::RunResult& result, Language language) {
    const std::string currency = result.scenario.currency.code();
    Table table;
    table.columns = {{heading("report.column.alternative", language), Align::Left},
                     {text(Message{"report.column.npv", {currency}}, language)},
                     {text(Message{"report.column.eac", {currency}}, language)},
                     {heading("report.column.irr", language)},
                     {heading("report.column.payback", language)},
                     {heading("report.column.payback_discounted", language)}};
    std::vector<Money> totals;
    for (const AlternativeResult& a : result.alternatives)
        totals.push_back(a.cost.total);
    const Places places = placesFor(totals);
    for (const AlternativeResult& a : result.alternatives)
        table.rows.push_back(
            {a.name, marked(a, "/npv", amountText(a.npv, places)),
             marked(a, "/equivalent_annual_cost", amountText(a.equivalentAnnualCost, places)),
             a.economics.capital.isZero() && !a.irr ? "-" : percentText(a.irr),
             paybackText(a, a.paybackSimple, language),
             paybackText(a, a.paybackDiscounted, language)});
    return table;
}

Table accountTable(const metrics::RunResult& result, Language language) {
    std::vector<Amounts> amounts;
    for (const AlternativeResult& alternative : result.alternatives)
        amounts.push_back(alternative.cost.byAccount);
    const auto names = accountNames(result);
    Table table = moneyTable(
        result, text(Message{"report.column.account", {result.scenario.currency.code()}}, language),
        names, amounts, [&](const std::string& account) { return accountText(account, language); },
        language);
    markAccounts(table, result, language);
    return table;
}

Table wasteCostTable(const metrics::RunResult& result, Language language) {
    std::vector<Amounts> amounts;
    for (const AlternativeResult& alternative : result.alternatives) {
        Amounts costs;
        for (const metrics::Waste& waste : alternative.waste)
            if (waste.gpuTime != GpuTime() || !waste.cost.isZero())
                costs.emplace(waste.cause, waste.cost);
        amounts.push_back(std::move(costs));
    }
    Table table = moneyTable(
        result, text(Message{"report.column.waste", {result.scenario.currency.code()}}, language),
        allNames(result, causesOf), amounts,
        [&](const std::string& cause) { return causeName(cause, language); }, language);
    hideUnknownTotals(table, result);
    return table;
}

Table wasteHoursTable(const metrics::RunResult& result, Language language) {
    const std::vector<std::string> names = allNames(result, causesOf);
    Table table = byAlternative(result, text("report.column.waste_hours", language));
    table.totalRow = true;
    for (const std::string& cause : names)
        table.rows.push_back({causeName(cause, language)});
    table.rows.push_back({text("report.total", language)});
    for (const AlternativeResult& alternative : result.alternatives) {
        std::vector<Int128> parts;
        GpuTime total;
        for (const std::string& cause : names) {
            GpuTime time;
            for (const metrics::Waste& waste : alternative.waste)
                if (waste.cause == cause)
                    time += waste.gpuTime;
            parts.push_back(time.base());
            total += time;
        }
        const auto counts = largestRemainder(parts, Int128{3'600'000'000'000});
        for (std::size_t row = 0; row < names.size(); ++row)
            table.rows[row].push_back(hoursText(GpuTime(counts[row] * 3'600'000'000'000)));
        table.rows.back().push_back(hoursText(total));
    }
    hideUnknownTotals(table, result);
    return table;
}

Table yearTable(const metrics::RunResult& result, CostView view, Language language) {
    Table table = byAlternative(
        result, text(Message{"report.column.year", {result.scenario.currency.code()}}, language));
    std::size_t months = 0;
    for (const AlternativeResult& alternative : result.alternatives)
        months = std::max(months, alternative.cost.byMonth.size());
    std::vector<Money> shown;
    for (const AlternativeResult& alternative : result.alternatives)
        if (!alternative.cost.byMonth.empty())
            shown.push_back(soFar(alternative.cost.byMonth.back(), view));
    const Places places = placesFor(shown);
    for (std::size_t end = 12; end < months + 12; end += 12) {
        const std::size_t month = std::min(end, months);
        table.rows.push_back(
            {text(Message{"report.after_months",
                          {monthsText(static_cast<std::int64_t>(month), language)}},
                  language)});
        for (const AlternativeResult& alternative : result.alternatives) {
            const auto& list = alternative.cost.byMonth;
            if (list.empty()) {
                table.rows.back().emplace_back("n/a");
                continue;
            }
            const metrics::MonthCost& at = list[std::min(month, list.size()) - 1];
            table.rows.back().push_back(moneyText(soFar(at, view), places));
        }
    }
    return table;
}

Table priceTable(const metrics::RunResult& result, std::size_t most, SourceList& list,
                 Language language) {
    std::vector<PriceSource> sources = priceSources(result);
    std::stable_sort(sources.begin(), sources.end(),
                     [](const PriceSource& a, const PriceSource& b) {
                         return a.cost.micros() > b.cost.micros();
                     });
    Table table;
    table.columns = {
        {heading("report.column.alternative", language), Align::Left},
        {heading("report.column.paid_for", language), Align::Left},
        {text(Message{"report.column.cost", {result.scenario.currency.code()}}, language)},
        {heading("report.column.price", language), Align::Left},
        {heading("report.column.as_of", language), Align::Left},
        {heading("report.column.confidence", language), Align::Left},
        {heading("report.column.source", language), Align::Left}};
    const std::vector<std::string> amounts = priceAmounts(result, sources);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const PriceSource& source = sources[i];
        if (most != 0 && table.rows.size() == most)
            break;
        table.rows.push_back({source.alternative, accountText(source.account, language),
                              (source.estimated ? "~" : "") + amounts[i],
                              pricesText(source, language), datesText(source),
                              confidenceText(source.provenance.confidence),
                              list.mark(source.provenance.source, language)});
    }
    return table;
}

Table assumptionTable(const metrics::RunResult& result, SourceList& list, Language language) {
    Table table;
    table.columns = {{heading("report.column.place", language), Align::Left},
                     {heading("report.column.value", language), Align::Left},
                     {heading("report.column.as_of", language), Align::Left},
                     {heading("report.column.confidence", language), Align::Left},
                     {heading("report.column.source", language), Align::Left}};
    for (const Assumption& assumption : assumptions(result.scenario)) {
        const Provenance& from = assumption.provenance;
        std::string source = from.source;
        if (!from.note.empty())
            source += (source.empty() ? "" : "; ") + from.note;
        table.rows.push_back({assumption.pointer, assumption.value, from.asOf,
                              confidenceText(from.confidence), list.mark(source, language)});
    }
    return table;
}

} // namespace gpuplan::report
