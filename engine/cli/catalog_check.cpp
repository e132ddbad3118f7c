#include "catalog_views.hpp"

#include <gpuplan/catalog/check.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_reader.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>

#include <algorithm>
#include <ostream>

namespace gpuplan::cli {

using namespace catalog;

namespace {

/// How many records of a kind leave a field out.
struct Unknown {
    std::string kind;
    std::string field;
    std::size_t unknown = 0;
    std::size_t of = 0;
};

class Unknowns {
public:
    explicit Unknowns(const Catalogs& catalogs) {
        count("gpus", catalogs.gpus);
        count("offers", catalogs.offers);
        count("prices", catalogs.prices);
        count("storage", catalogs.storage);
        count("interconnects", catalogs.interconnects);
        count("figures", catalogs.figures);
        std::vector<io::BillRecord> lines;
        for (const BillOfMaterials& bill : catalogs.bills)
            for (const BillLine& line : bill.lines)
                lines.push_back({bill.system, line});
        count("bills", lines);
        count("performance", catalogs.performance);
    }
    std::vector<Unknown> list;
    std::size_t records = 0;

private:
    template <typename Record>
    void count(const std::string& kind, const std::vector<Record>& table) {
        records += table.size();
        const io::FieldTable<Record>& fields = io::catalogFields<Record>();
        for (const io::Field<Record>& field : fields.fields()) {
            // A field with a default says something even where it is left out.
            if (field.shape.need == io::FieldShape::Need::Defaulted ||
                io::isOnlyWhereItApplies(field.shape.name))
                continue;
            const auto unknown = std::ranges::count_if(table, [&](const Record& record) {
                return !field.isWritten(record, fields.prototype());
            });
            if (unknown > 0)
                list.push_back(
                    {kind, field.shape.name, static_cast<std::size_t>(unknown), table.size()});
        }
    }
};

std::size_t countOf(const Diagnostics& problems, Severity severity) {
    return static_cast<std::size_t>(std::ranges::count_if(
        problems, [severity](const Diagnostic& problem) { return problem.severity == severity; }));
}

std::string severityName(Severity severity) {
    return severity == Severity::Error     ? "error"
           : severity == Severity::Warning ? "warning"
                                           : "note";
}

std::string jsonOf(const Diagnostics& problems, const Unknowns& unknowns, Language language) {
    io::JsonWriter out;
    out.beginObject();
    out.member("records", std::uint64_t{unknowns.records});
    out.member("errors", std::uint64_t{countOf(problems, Severity::Error)});
    out.member("warnings", std::uint64_t{countOf(problems, Severity::Warning)});
    out.member("notes", std::uint64_t{countOf(problems, Severity::Note)});
    out.key("problems").beginArray();
    for (const Diagnostic& problem : problems) {
        out.beginObject(io::JsonLayout::Line);
        out.member("severity", severityName(problem.severity)).member("file", problem.at.file);
        out.member("line", std::uint64_t{problem.at.line});
        out.member("column", std::uint64_t{problem.at.column});
        out.member("pointer", problem.at.pointer).member("rule", problem.message.key);
        out.member("message", text(problem.message, language)).key("candidates").beginArray();
        for (const std::string& candidate : problem.candidates)
            out.text(candidate);
        out.endArray().endObject();
    }
    out.endArray().key("unknown").beginArray();
    for (const Unknown& entry : unknowns.list) {
        out.beginObject(io::JsonLayout::Line).member("kind", entry.kind);
        out.member("field", entry.field).member("unknown", std::uint64_t{entry.unknown});
        out.member("of", std::uint64_t{entry.of}).endObject();
    }
    out.endArray().endObject();
    return out.take();
}

std::string csvOf(const Diagnostics& problems, Language language) {
    std::string out;
    report::appendCsvRow(out, {"severity", "file", "line", "column", "pointer", "rule", "message"});
    for (const Diagnostic& problem : problems)
        report::appendCsvRow(out, {severityName(problem.severity), problem.at.file,
                                   std::to_string(problem.at.line),
                                   std::to_string(problem.at.column), problem.at.pointer,
                                   problem.message.key, text(problem.message, language)});
    return out;
}

/// `offers (214): spot 105, reserved 1y 170`, a line a kind.
std::string unknownText(const Unknowns& unknowns, Language language) {
    std::string out = text("catalog.check.unknown", language) + "\n";
    std::string kind;
    for (const Unknown& entry : unknowns.list) {
        if (entry.kind != kind)
            out += (kind.empty() ? "  " : "\n  ") + entry.kind + " (" + std::to_string(entry.of) +
                   "): ";
        else
            out += ", ";
        kind = entry.kind;
        std::string name = entry.field;
        std::ranges::replace(name, '_', ' ');
        out += name + " " + std::to_string(entry.unknown);
    }
    return kind.empty() ? std::string() : out + "\n";
}

std::string textOf(const Diagnostics& problems, const Unknowns& unknowns, const Console& console) {
    std::string out = describe(problems, console.language);
    if (!out.empty())
        out += "\n";
    out += text(Message{"catalog.check.summary",
                        {std::to_string(unknowns.records),
                         std::to_string(countOf(problems, Severity::Error)),
                         std::to_string(countOf(problems, Severity::Warning)),
                         std::to_string(countOf(problems, Severity::Note))}},
                console.language) +
           "\n";
    return console.quiet ? out : out + unknownText(unknowns, console.language);
}

/// Files may name GPUs of the folder if they bring none themselves.
io::CatalogReading readFiles(const std::vector<std::string>& files, const Console& console) {
    if (files.empty())
        return io::readCatalogFolder(console.dataFolder);
    io::CatalogReading reading = io::readCatalogFiles(files);
    if (!reading.catalogs.gpus.empty() || std::ranges::find(files, "-") != files.end())
        return reading;
    const Result<Catalogs> folder = io::loadCatalogs(console.dataFolder);
    return folder ? io::readCatalogFiles(files, folder->gpuIds()) : std::move(reading);
}

} // namespace

ExitCode checkCatalog(const std::vector<std::string>& files, const Console& console) {
    const io::CatalogReading reading = readFiles(files, console);
    Diagnostics problems = reading.diagnostics;
    problems.append(reading.placed(check(reading.catalogs)));
    problems.sortByPlace();
    const Unknowns unknowns(reading.catalogs);

    if (console.format == Format::Json)
        console.out << jsonOf(problems, unknowns, console.language);
    else if (console.format == Format::Csv)
        console.out << csvOf(problems, console.language);
    else
        console.out << textOf(problems, unknowns, console);

    ExitCode code = ExitCode::Done;
    for (const Diagnostic& problem : problems) {
        if (problem.severity != Severity::Error)
            continue;
        if (problem.trouble == Trouble::Outside)
            return ExitCode::FileTrouble;
        code = ExitCode::InputErrors;
    }
    return code;
}

} // namespace gpuplan::cli
