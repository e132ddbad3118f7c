#include <gpuplan/base/file.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/planner/result_reading.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/result_json.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace gpuplan::planner {

namespace {

namespace fs = std::filesystem;
using io::JsonKind;
using io::JsonValue;

std::optional<LedgerRow> ledgerRow(std::vector<std::string>& fields) {
    if (fields.size() != report::ledgerColumns().size())
        return std::nullopt;
    LedgerRow row;
    const char* const end = fields[0].data() + fields[0].size();
    const auto number = std::from_chars(fields[0].data(), end, row.entry);
    const auto amount = Decimal::parse(fields[5]);
    const auto currency = Currency::parse(fields[6]);
    if (number.ec != std::errc() || number.ptr != end || !amount || !currency)
        return std::nullopt;
    try {
        row.amount = Money::of(*amount, *currency);
    } catch (const ArithmeticOverflow&) {
        return std::nullopt;
    }
    std::string* const texts[] = {
        nullptr,         &row.alternative, &row.from,       &row.to,   &row.account, nullptr,
        nullptr,         &row.view,        &row.pool,       &row.site, &row.cause,   &row.quantity,
        &row.price,      &row.formula,     &row.source,     &row.asOf, &row.file,    &row.pointer,
        &row.confidence, nullptr,          &row.description};
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (texts[i] != nullptr)
            *texts[i] = std::move(fields[i]);
    row.estimated = fields[19] == "true";
    return row;
}

Result<std::vector<LedgerRow>> ledgerRows(std::string_view text, const std::string& file) {
    std::vector<LedgerRow> rows;
    std::vector<std::string> fields;
    Diagnostics problems;
    std::size_t line = 1;
    const bool hasHeading = report::takeCsvRow(text, fields);
    if (!hasHeading || fields != report::ledgerColumns()) {
        problems.error({file, 1, 0, ""}, "planner.ledger.heading", {"entry,alternative,from,..."});
        return problems;
    }
    while (report::takeCsvRow(text, fields)) {
        ++line;
        auto row = ledgerRow(fields);
        if (!row) {
            problems.error({file, line, 0, ""}, "planner.ledger.row");
            return problems;
        }
        rows.push_back(std::move(*row));
    }
    return rows;
}

std::optional<std::string> textAt(const io::JsonDocument& document, std::string_view pointer) {
    const auto value = valueAt(document, pointer);
    if (!value || !value->is(JsonKind::Text))
        return std::nullopt;
    return std::string(value->text());
}

/// `~1` and `~0` undone.
std::string unescaped(std::string_view part) {
    std::string name;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] == '~' && i + 1 < part.size() && (part[i + 1] == '0' || part[i + 1] == '1'))
            name += part[++i] == '0' ? '~' : '/';
        else
            name += part[i];
    }
    return name;
}

std::optional<JsonValue> itemAt(const JsonValue& list, const std::string& part) {
    std::size_t wanted = 0;
    const char* const end = part.data() + part.size();
    const auto read = std::from_chars(part.data(), end, wanted);
    const bool isNumber = read.ec == std::errc() && read.ptr == end && !part.empty();
    std::size_t index = 0;
    for (const JsonValue item : list.items()) {
        if (isNumber && index == wanted)
            return item;
        for (const char* key : {"name", "cause", "month"})
            if (const auto name = item.find(key);
                name && name->is(JsonKind::Text) && name->text() == part)
                return item;
        ++index;
    }
    return std::nullopt;
}

std::optional<JsonValue> memberAt(const JsonValue& object, const std::string& part) {
    if (auto value = object.find(part))
        return value;
    for (const io::JsonMember member : object.members())
        if (isAccountText(part, std::string(member.name)))
            return member.value;
    return std::nullopt;
}

void collect(const JsonValue& value, std::vector<std::string>& pointers) {
    pointers.push_back(value.pointer());
    for (const JsonValue item : value.items())
        collect(item, pointers);
    for (const io::JsonMember member : value.members())
        collect(member.value, pointers);
}

} // namespace

bool isAccountText(std::string_view typed, const std::string& account) {
    if (account.find(':') == std::string::npos)
        return false;
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    const std::string words = report::accountText(account, Language::English);
    return words != account && std::equal(typed.begin(), typed.end(), words.begin(), words.end(),
                                          [&](char a, char b) { return small(a) == small(b); });
}

std::optional<JsonValue> valueAt(const io::JsonDocument& document, std::string_view pointer) {
    std::optional<JsonValue> value = document.root();
    while (value && !pointer.empty()) {
        if (pointer[0] != '/')
            return std::nullopt;
        pointer.remove_prefix(1);
        const std::size_t next = std::min(pointer.find('/'), pointer.size());
        const std::string part = unescaped(pointer.substr(0, next));
        pointer.remove_prefix(next);
        value = value->is(JsonKind::Array)    ? itemAt(*value, part)
                : value->is(JsonKind::Object) ? memberAt(*value, part)
                                              : std::nullopt;
    }
    return value;
}

std::vector<std::string> allPointers(const io::JsonDocument& document) {
    std::vector<std::string> pointers;
    collect(document.root(), pointers);
    return pointers;
}

Result<ResultReading> readResult(const std::string& path) {
    std::error_code error;
    fs::path file(path);
    if (fs::is_directory(file, error))
        file /= "result.json";
    Result<io::JsonDocument> document = io::readJson(file.string());
    if (!document)
        return document.diagnostics();
    Diagnostics problems;
    const auto format = textAt(*document, "/format");
    if (format != std::string(report::resultFormat)) {
        problems.error({file.string(), 1, 1, "/format"}, "planner.result.format",
                       {inQuotes(report::resultFormat)});
        return problems;
    }
    const fs::path ledger = file.parent_path() / "ledger.csv";
    ResultReading reading{std::move(document).value(), std::nullopt, ledger.string()};
    if (path == "-" || !fs::exists(ledger, error))
        return reading;
    const Result<std::string> text = readWholeFile(ledger.string());
    if (!text)
        return text.diagnostics();
    if (textAt(reading.document, "/ledger/sha256") != sha256(*text)) {
        problems.error({ledger.string(), 0, 0, ""}, "planner.ledger.other", {file.string()});
        return problems;
    }
    Result<std::vector<LedgerRow>> rows = ledgerRows(*text, ledger.string());
    if (!rows)
        return rows.diagnostics();
    reading.ledger = std::move(rows).value();
    return reading;
}

} // namespace gpuplan::planner
