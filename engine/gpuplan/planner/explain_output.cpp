#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/planner/explain.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/document.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/source_list.hpp>

#include <algorithm>

namespace gpuplan::planner {

namespace {

using io::JsonLayout;
using io::JsonWriter;
using report::Align;
using report::List;
using report::Paragraph;
using report::SourceList;
using report::Table;

void memberOrNull(JsonWriter& json, std::string_view key, const std::string& value) {
    if (value.empty())
        json.key(key).null();
    else
        json.member(key, value);
}

Table priceTable(const Explanation& explanation, SourceList& sources, Language language) {
    Table table;
    table.columns = {{text("report.column.alternative", language), Align::Left},
                     {text("report.column.paid_for", language), Align::Left},
                     {text("planner.column.postings", language)},
                     {text("planner.column.amount", language)},
                     {text("report.column.price", language), Align::Left},
                     {text("report.column.as_of", language), Align::Left},
                     {text("report.column.confidence", language), Align::Left},
                     {text("report.column.source", language), Align::Left}};
    for (const ExplainedPrice& price : explanation.prices)
        table.rows.push_back({price.alternative, report::accountText(price.account, language),
                              std::to_string(price.postings),
                              (price.estimated ? "~" : "") + price.amount.text(), price.price,
                              price.asOf, price.confidence, sources.mark(price.source, language)});
    return table;
}

Table postingTable(const Explanation& explanation, std::size_t most, Language language) {
    Table table;
    table.columns = {{text("planner.column.entry", language)},
                     {text("planner.column.period", language), Align::Left},
                     {text("planner.column.account", language), Align::Left},
                     {text("planner.column.amount", language)},
                     {text("planner.column.quantity", language), Align::Left},
                     {text("report.column.price", language), Align::Left}};
    for (const LedgerRow& row : explanation.postings) {
        if (table.rows.size() == most)
            break;
        table.rows.push_back({std::to_string(row.entry), row.from.substr(0, 10),
                              report::accountText(row.account, language), row.amount.text(),
                              row.quantity, row.price, row.cause});
    }
    return table;
}

Table purchaseTable(const Explanation& explanation, SourceList& sources, Language language) {
    Table table;
    table.columns = {{text("planner.column.entry", language)},
                     {text("planner.column.bought", language), Align::Left},
                     {text("planner.column.amount", language)},
                     {text("planner.column.quantity", language), Align::Left},
                     {text("report.column.price", language), Align::Left},
                     {text("report.column.as_of", language), Align::Left},
                     {text("report.column.confidence", language), Align::Left},
                     {text("report.column.source", language), Align::Left}};
    for (const LedgerRow& row : explanation.purchases)
        table.rows.push_back({std::to_string(row.entry), row.description,
                              (row.estimated ? "~" : "") + row.amount.text(), row.quantity,
                              row.price, row.asOf, row.confidence,
                              sources.mark(row.source, language)});
    return table;
}

/// The events behind the rows shown, each once.
List eventList(const Explanation& explanation, std::size_t most) {
    List list;
    for (std::size_t i = 0; i < std::min(most, explanation.postings.size()); ++i) {
        const LedgerRow& row = explanation.postings[i];
        if (row.cause == "scenario" || row.cause.empty())
            continue;
        const std::string line = std::to_string(row.entry) + ": " + row.cause;
        if (std::find(list.items.begin(), list.items.end(), line) == list.items.end())
            list.items.push_back(line);
    }
    return list;
}

Table partTable(const Explanation& explanation, Language language) {
    Table table;
    table.columns = {{text("planner.column.figure", language), Align::Left},
                     {text("report.column.value", language), Align::Left}};
    for (const ExplainedPart& part : explanation.parts)
        table.rows.push_back({part.pointer, part.value});
    return table;
}

List assumptionList(const Explanation& explanation, SourceList& sources, Language language) {
    List list;
    for (const ExplainedAssumption& a : explanation.assumptions)
        list.items.push_back(text(Message{"planner.explain.assumption",
                                          {a.pointer, a.value, a.asOf.empty() ? "n/a" : a.asOf,
                                           a.confidence.empty() ? "n/a" : a.confidence,
                                           sources.mark(a.source, language)}},
                                  language));
    return list;
}

void writeRow(JsonWriter& json, const LedgerRow& row) {
    json.beginObject().member("entry", row.entry).member("alternative", row.alternative);
    json.member("from", row.from).member("to", row.to).member("account", row.account);
    json.member("amount", row.amount.amountText());
    json.member("currency", row.amount.currency().code()).member("view", row.view);
    memberOrNull(json, "pool", row.pool);
    memberOrNull(json, "site", row.site);
    memberOrNull(json, "cause", row.cause);
    memberOrNull(json, "quantity", row.quantity);
    memberOrNull(json, "price", row.price);
    memberOrNull(json, "formula", row.formula);
    memberOrNull(json, "source", row.source);
    memberOrNull(json, "as_of", row.asOf);
    memberOrNull(json, "file", row.file);
    memberOrNull(json, "pointer", row.pointer);
    memberOrNull(json, "confidence", row.confidence);
    json.member("estimated", row.estimated).member("description", row.description).endObject();
}

} // namespace

std::string explanationText(const Explanation& explanation, std::size_t mostPostings,
                            Language language) {
    report::Document document{explanation.what + " = " + explanation.value, {}};
    std::vector<report::Block> head;
    if (!explanation.meaning.empty())
        head.emplace_back(Paragraph{explanation.meaning});
    if (explanation.estimated)
        head.emplace_back(Paragraph{text("planner.explain.estimated", language)});
    if (!explanation.method.empty())
        head.emplace_back(
            Paragraph{text(Message{"planner.explain.method", {explanation.method}}, language)});
    if (!explanation.formula.empty())
        head.emplace_back(
            Paragraph{text(Message{"planner.explain.formula", {explanation.formula}}, language)});
    if (explanation.ledgerMissing)
        head.emplace_back(Paragraph{text("planner.explain.no_ledger", language)});
    if (!head.empty())
        document.sections.push_back({"", std::move(head)});
    const auto section = [&](std::string heading, Table table) {
        if (!table.rows.empty())
            document.sections.push_back({std::move(heading), {std::move(table)}});
    };
    SourceList sources;
    section(text("planner.explain.parts", language), partTable(explanation, language));
    const std::string count = std::to_string(explanation.postings.size());
    section(explanation.sum
                ? text(Message{"planner.explain.sum", {count, explanation.sum->text()}}, language)
                : text(Message{"planner.explain.count", {count}}, language),
            priceTable(explanation, sources, language));
    section(text("planner.explain.purchases", language),
            purchaseTable(explanation, sources, language));
    if (!explanation.steps.empty()) {
        List steps;
        for (const Message& step : explanation.steps)
            steps.items.push_back(text(step, language));
        document.sections.push_back(
            {text("planner.explain.written_off_heading", language), {std::move(steps)}});
    }
    const std::string shown = std::to_string(std::min(mostPostings, explanation.postings.size()));
    section(text(Message{"planner.explain.dearest", {shown, count}}, language),
            postingTable(explanation, mostPostings, language));
    const auto listed = [&](std::string heading, List list) {
        if (!list.items.empty())
            document.sections.push_back({std::move(heading), {std::move(list)}});
    };
    listed(text("planner.explain.events", language), eventList(explanation, mostPostings));
    listed(text("planner.explain.assumptions", language),
           assumptionList(explanation, sources, language));
    listed(text("report.heading.sources", language), List{sources.lines()});
    return report::plainText(document);
}

std::string explanationJson(const Explanation& explanation) {
    JsonWriter json;
    json.beginObject().member("what", explanation.what).member("value", explanation.value);
    memberOrNull(json, "meaning", explanation.meaning);
    memberOrNull(json, "method", explanation.method);
    memberOrNull(json, "formula", explanation.formula);
    json.member("estimated", explanation.estimated);
    json.key("parts").beginArray();
    for (const ExplainedPart& part : explanation.parts)
        json.beginObject(JsonLayout::Line)
            .member("pointer", part.pointer)
            .member("value", part.value)
            .endObject();
    json.endArray().key("sum");
    if (explanation.sum)
        json.text(explanation.sum->text());
    else
        json.null();
    json.key("prices").beginArray();
    for (const ExplainedPrice& price : explanation.prices) {
        json.beginObject().member("alternative", price.alternative);
        json.member("account", price.account);
        json.member("postings", static_cast<std::uint64_t>(price.postings));
        json.member("amount", price.amount.text());
        memberOrNull(json, "price", price.price);
        memberOrNull(json, "source", price.source);
        memberOrNull(json, "as_of", price.asOf);
        memberOrNull(json, "confidence", price.confidence);
        json.member("estimated", price.estimated).endObject();
    }
    json.endArray().key("postings").beginArray();
    for (const LedgerRow& row : explanation.postings)
        writeRow(json, row);
    json.endArray().key("purchases").beginArray();
    for (const LedgerRow& row : explanation.purchases)
        writeRow(json, row);
    json.endArray().key("steps").beginArray();
    for (const Message& step : explanation.steps)
        json.text(text(step));
    json.endArray().key("assumptions").beginArray();
    for (const ExplainedAssumption& a : explanation.assumptions) {
        json.beginObject().member("pointer", a.pointer).member("value", a.value);
        memberOrNull(json, "source", a.source);
        memberOrNull(json, "as_of", a.asOf);
        memberOrNull(json, "confidence", a.confidence);
        json.endObject();
    }
    json.endArray().endObject();
    return json.take();
}

std::string explanationCsv(const Explanation& explanation) {
    std::string csv;
    if (explanation.postings.empty()) {
        report::appendCsvRow(csv, {"figure", "value"});
        report::appendCsvRow(csv, {explanation.what, explanation.value});
        for (const ExplainedPart& part : explanation.parts)
            report::appendCsvRow(csv, {part.pointer, part.value});
        return csv;
    }
    report::appendCsvRow(csv,
                         {"entry", "alternative", "from", "to", "account", "amount", "currency",
                          "view", "quantity", "price", "source", "as_of", "confidence", "cause"});
    for (const LedgerRow& row : explanation.postings)
        report::appendCsvRow(csv, {std::to_string(row.entry), row.alternative, row.from, row.to,
                                   row.account, row.amount.amountText(),
                                   row.amount.currency().code(), row.view, row.quantity, row.price,
                                   row.source, row.asOf, row.confidence, row.cause});
    return csv;
}

} // namespace gpuplan::planner
