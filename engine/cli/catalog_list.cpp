#include "catalog_columns.hpp"
#include "catalog_views.hpp"

#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <tuple>
#include <utility>

namespace gpuplan::cli {

using namespace catalog;
using io::BillRecord;

namespace {

/// Wide enough that no id is broken: a list is searched and copied from.
constexpr std::size_t listWidth = 400;

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return result;
}

std::vector<std::string> wordsOf(const std::string& filter) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : lower(filter) + " ") {
        if (c != ' ')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

/// The rows of a kind that pass the filter, with their columns.
template <typename Record>
class CatalogList {
public:
    CatalogList(std::string kind, const std::vector<Record>& rows, const std::string& filter)
        : m_kind(std::move(kind)), m_all(rows.size()), m_columns(listColumns<Record>()) {
        const std::vector<std::string> words = wordsOf(filter);
        for (const Record& row : rows)
            if (passes(row, words))
                m_rows.push_back(row);
    }

    void print(const Console& console) const {
        if (console.format == Format::Csv)
            console.out << csv();
        else if (console.format == Format::Json)
            console.out << json();
        else
            console.out << table(console.language);
    }

private:
    /// Every word stands in some value of the row; sources and notes do not count.
    bool passes(const Record& row, const std::vector<std::string>& words) const {
        std::string all;
        for (const auto& column : m_columns)
            if (column.key != "source" && column.key != "note")
                all += lower(column.value(row)) + "\n";
        return std::ranges::all_of(
            words, [&](const std::string& word) { return all.find(word) != std::string::npos; });
    }

    std::string csv() const {
        std::string text;
        std::vector<std::string> cells;
        for (const auto& column : m_columns)
            if (!column.key.empty())
                cells.emplace_back(column.key);
        report::appendCsvRow(text, cells);
        for (const Record& row : m_rows) {
            cells.clear();
            for (const auto& column : m_columns)
                if (!column.key.empty())
                    cells.push_back(column.value(row));
            report::appendCsvRow(text, cells);
        }
        return text;
    }

    std::string json() const;

    std::string table(Language language) const {
        report::Table table;
        for (const auto& column : m_columns)
            if (!column.heading.empty())
                table.columns.push_back(
                    {text("catalog.column." + std::string(column.heading), language), column.align,
                     std::string(column.unit)});
        for (const Record& row : m_rows) {
            std::vector<std::string> cells;
            for (const auto& column : m_columns)
                if (!column.heading.empty()) {
                    std::string cell = column.shown ? column.shown(row) : column.value(row);
                    cells.push_back(cell.empty() ? "-" : std::move(cell));
                }
            table.rows.push_back(std::move(cells));
        }
        const std::string title =
            text(Message{"catalog.list." + m_kind,
                         {std::to_string(m_rows.size()), std::to_string(m_all)}},
                 language);
        report::Document document{title, {}};
        if (!m_rows.empty())
            document.sections = {{"", {table}},
                                 {"", {report::Paragraph{text("catalog.list.legend", language)}}}};
        return report::plainText(document, listWidth);
    }

    std::string m_kind;
    std::size_t m_all;
    std::vector<ListColumn<Record>> m_columns;
    std::vector<Record> m_rows;
};

const PriceChange& recordOf(const PriceStep& step) {
    return *step.change;
}
template <typename Record>
const Record& recordOf(const Record& record) {
    return record;
}

template <typename Record>
std::string CatalogList<Record>::json() const {
    io::JsonWriter out;
    out.beginObject().member("kind", m_kind);
    out.member("of", std::uint64_t{m_all}).key("records").beginArray();
    for (const Record& row : m_rows)
        io::writeCatalogRecord(out, recordOf(row));
    out.endArray().endObject();
    return out.take();
}

/// By GPU in the order of the GPU catalog, then the cheapest GPU-hour first; unknown ones last.
std::vector<CloudOffer> sortedOffers(const Catalogs& catalogs) {
    std::map<std::string, std::size_t> order;
    for (const GpuModel& gpu : catalogs.gpus)
        order.try_emplace(gpu.id, order.size());
    std::vector<CloudOffer> offers = catalogs.offers;
    std::ranges::stable_sort(offers, {}, [&](const CloudOffer& offer) {
        const auto place = order.find(offer.gpu);
        const bool priced = offer.onDemand && offer.gpuCount > 0;
        return std::tuple(place == order.end() ? order.size() : place->second, !priced,
                          priced ? perGpu(*offer.onDemand, offer.gpuCount) : Decimal());
    });
    return offers;
}

std::vector<PriceStep> stepsOf(const Catalogs& catalogs) {
    std::vector<PriceStep> steps;
    const PriceChange* before = nullptr;
    for (const PriceChange& change : catalogs.prices) {
        const bool goesOn =
            before != nullptr && before->offer == change.offer && before->kind == change.kind;
        steps.push_back({&change, goesOn ? before : nullptr});
        before = &change;
    }
    return steps;
}

std::vector<BillRecord> linesOf(const Catalogs& catalogs) {
    std::vector<BillRecord> lines;
    for (const BillOfMaterials& bill : catalogs.bills)
        for (const BillLine& line : bill.lines)
            lines.push_back({bill.system, line});
    return lines;
}

/// Number, dates and confidence of one kind's records.
struct KindSummary {
    std::string kind;
    std::size_t records = 0;
    std::string oldest;
    std::string newest;
    std::map<Confidence, std::size_t> graded;

    void add(const Provenance& provenance) {
        ++records;
        ++graded[provenance.confidence];
        const std::string& date = provenance.asOf;
        if (date.empty())
            return;
        if (oldest.empty() || date < oldest)
            oldest = date;
        newest = std::max(newest, date);
    }
};

std::vector<KindSummary> summaries(const Catalogs& catalogs) {
    const auto summary = [](std::string kind, const auto& records) {
        KindSummary result;
        result.kind = std::move(kind);
        for (const auto& record : records)
            result.add(record.provenance);
        return result;
    };
    KindSummary bills;
    bills.kind = "bills";
    for (const BillRecord& record : linesOf(catalogs))
        bills.add(record.line.provenance);
    return {summary("gpus", catalogs.gpus),
            summary("offers", catalogs.offers),
            summary("prices", catalogs.prices),
            summary("storage", catalogs.storage),
            summary("interconnects", catalogs.interconnects),
            summary("figures", catalogs.figures),
            bills,
            summary("performance", catalogs.performance)};
}

constexpr std::pair<Confidence, std::string_view> grades[] = {{Confidence::High, "high"},
                                                              {Confidence::Medium, "medium"},
                                                              {Confidence::Low, "low"},
                                                              {Confidence::Unknown, "unknown"}};

std::size_t countOf(const KindSummary& kind, Confidence confidence) {
    const auto found = kind.graded.find(confidence);
    return found == kind.graded.end() ? 0 : found->second;
}

void printOverviewTable(const std::vector<KindSummary>& kinds, const Console& console) {
    using report::Align;
    const auto heading = [&](std::string_view key) {
        return text("catalog.column." + std::string(key), console.language);
    };
    report::Table table;
    table.columns = {{heading("kind"), Align::Left},   {heading("records"), Align::Right},
                     {heading("oldest"), Align::Left}, {heading("newest"), Align::Left},
                     {heading("high"), Align::Right},  {heading("medium"), Align::Right},
                     {heading("low"), Align::Right},   {heading("unknown"), Align::Right},
                     {heading("what"), Align::Left}};
    for (const KindSummary& kind : kinds) {
        std::vector<std::string> row = {kind.kind, std::to_string(kind.records), kind.oldest,
                                        kind.newest};
        for (const auto& [confidence, word] : grades)
            row.push_back(std::to_string(countOf(kind, confidence)));
        row.push_back(text("catalog.what." + kind.kind, console.language));
        table.rows.push_back(std::move(row));
    }
    const report::Document document{
        text(Message{"catalog.overview.title", {console.dataFolder}}, console.language),
        {{"", {table}},
         {"", {report::Paragraph{text("catalog.overview.legend", console.language)}}}}};
    console.out << report::plainText(document, listWidth);
}

void printOverview(const Catalogs& catalogs, const Console& console) {
    const std::vector<KindSummary> kinds = summaries(catalogs);
    if (console.format == Format::Table)
        return printOverviewTable(kinds, console);
    std::string csv;
    report::appendCsvRow(csv, {"kind", "records", "as_of_oldest", "as_of_newest", "high", "medium",
                               "low", "unknown"});
    io::JsonWriter json;
    json.beginObject().member("digest", catalogs.digest).key("kinds").beginArray();
    for (const KindSummary& kind : kinds) {
        std::vector<std::string> row = {kind.kind, std::to_string(kind.records), kind.oldest,
                                        kind.newest};
        json.beginObject(io::JsonLayout::Line).member("kind", kind.kind);
        json.member("records", std::uint64_t{kind.records});
        json.member("as_of_oldest", kind.oldest).member("as_of_newest", kind.newest);
        for (const auto& [confidence, word] : grades) {
            row.push_back(std::to_string(countOf(kind, confidence)));
            json.member(word, std::uint64_t{countOf(kind, confidence)});
        }
        json.endObject();
        report::appendCsvRow(csv, row);
    }
    json.endArray().endObject();
    console.out << (console.format == Format::Csv ? csv : json.take());
}

} // namespace

void listCatalog(const Catalogs& catalogs, const std::string& kind, const std::string& filter,
                 const Console& console) {
    const auto list = [&](const auto& rows) { CatalogList(kind, rows, filter).print(console); };
    if (kind.empty())
        printOverview(catalogs, console);
    else if (kind == "gpus")
        list(catalogs.gpus);
    else if (kind == "offers")
        list(sortedOffers(catalogs));
    else if (kind == "prices")
        list(stepsOf(catalogs));
    else if (kind == "storage")
        list(catalogs.storage);
    else if (kind == "interconnects")
        list(catalogs.interconnects);
    else if (kind == "figures")
        list(catalogs.figures);
    else if (kind == "bills")
        list(linesOf(catalogs));
    else
        list(catalogs.performance);
}

} // namespace gpuplan::cli
