#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/catalog_values.hpp>
#include <gpuplan/units/number_text.hpp>

#include <charconv>
#include <utility>

namespace gpuplan::io {

namespace {

template <typename Enum>
using Names = std::vector<std::pair<std::string_view, Enum>>;

const Names<Confidence>& confidences() {
    static const Names<Confidence> names = {
        {"low", Confidence::Low}, {"medium", Confidence::Medium}, {"high", Confidence::High}};
    return names;
}

const Names<catalog::PriceKind>& priceKinds() {
    static const Names<catalog::PriceKind> names = {{"on_demand", catalog::PriceKind::OnDemand},
                                                    {"spot", catalog::PriceKind::Spot}};
    return names;
}

const Names<catalog::BillRole>& billRoles() {
    using catalog::BillRole;
    static const Names<BillRole> names = {
        {"part", BillRole::Part},   {"whole", BillRole::Whole},
        {"share", BillRole::Share}, {"option", BillRole::Option},
        {"fact", BillRole::Fact},   {"recurring", BillRole::Recurring},
    };
    return names;
}

template <typename Enum>
std::vector<std::string> spellings(const Names<Enum>& names) {
    std::vector<std::string> result;
    for (const auto& [name, value] : names)
        result.emplace_back(name);
    return result;
}

template <typename Enum>
void readChoice(const JsonValue& value, const Names<Enum>& names, Enum& target,
                Diagnostics& diagnostics) {
    const std::vector<std::string> known = spellings(names);
    const auto text = readText(value, inQuotes(known.front()), diagnostics);
    if (!text)
        return;
    for (const auto& [name, meaning] : names)
        if (name == *text) {
            target = meaning;
            return;
        }
    std::string list;
    for (const std::string& name : known)
        list += (list.empty() ? "" : ", ") + name;
    diagnostics.error(value.location(), "catalog.value.choice", {inQuotes(*text), list},
                      nearest(*text, known));
}

template <typename Enum>
std::string nameOf(const Names<Enum>& names, Enum value) {
    for (const auto& [name, meaning] : names)
        if (meaning == value)
            return std::string(name);
    return {};
}

std::string scaledText(std::int64_t base, int places, std::string_view unit) {
    return Decimal::scaled(base, places).text() + " " + std::string(unit);
}

} // namespace

std::optional<std::string_view> readText(const JsonValue& value, std::string_view example,
                                         Diagnostics& diagnostics) {
    if (!value.is(JsonKind::Text)) {
        diagnostics.error(value.location(), "catalog.value.text", {std::string(example)});
        return std::nullopt;
    }
    if (value.text().empty()) {
        diagnostics.error(value.location(), "catalog.value.empty");
        return std::nullopt;
    }
    return value.text();
}

void complainAt(const JsonValue& value, const Diagnostics& problems, Diagnostics& diagnostics) {
    for (Diagnostic problem : problems) {
        problem.at = value.location();
        diagnostics.add(std::move(problem));
    }
}

void readValue(const JsonValue& value, std::string& target, Diagnostics& diagnostics) {
    if (const auto text = readText(value, "\"h100-sxm-80\"", diagnostics))
        target = *text;
}

void readValue(const JsonValue& value, std::int64_t& target, Diagnostics& diagnostics) {
    // Counts of a catalog are small; a larger one is a slip and would overflow sums.
    constexpr std::int64_t most = 1'000'000'000;
    std::int64_t read = -1;
    bool whole = value.is(JsonKind::Number);
    if (whole) {
        const std::string_view text = value.numberText();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
        whole = error == std::errc() && end == text.data() + text.size();
    }
    if (whole && read >= 0 && read <= most)
        target = read;
    else
        diagnostics.error(value.location(), "catalog.value.integer", {"0", std::to_string(most)});
}

void readValue(const JsonValue& value, std::optional<std::int64_t>& target,
               Diagnostics& diagnostics) {
    std::int64_t read = -1;
    readValue(value, read, diagnostics);
    if (read >= 0)
        target = read;
}

void readValue(const JsonValue& value, std::optional<double>& target, Diagnostics& diagnostics) {
    const auto number = value.is(JsonKind::Number) ? parseNumber(value.numberText()) : std::nullopt;
    if (number && *number >= 0)
        target = *number;
    else
        diagnostics.error(value.location(), "catalog.value.number");
}

void readValue(const JsonValue& value, bool& target, Diagnostics& diagnostics) {
    if (value.is(JsonKind::Bool))
        target = value.boolean();
    else
        diagnostics.error(value.location(), "catalog.value.flag");
}

void readValue(const JsonValue& value, std::optional<Decimal>& target, Diagnostics& diagnostics) {
    constexpr std::string_view example = "\"0.22\"";
    const auto text = readText(value, example, diagnostics);
    if (!text)
        return;
    const auto number = Decimal::parse(*text);
    if (!number)
        diagnostics.error(value.location(), "base.number.not_a_number", {inQuotes(*text)});
    else if (number->isNegative())
        diagnostics.error(value.location(), "base.quantity.negative", {inQuotes(*text)});
    else
        target = *number;
}

void readValue(const JsonValue& value, std::optional<Duration>& target, Diagnostics& diagnostics) {
    const auto text = readText(value, "\"60 s\"", diagnostics);
    if (!text)
        return;
    const Result<Duration> parsed = parseDuration(*text);
    if (parsed)
        target = *parsed;
    else
        complainAt(value, parsed.diagnostics(), diagnostics);
}

void readValue(const JsonValue& value, Instant& target, Diagnostics& diagnostics) {
    const auto text = readText(value, "\"2026-11-29\"", diagnostics);
    if (!text)
        return;
    if (const auto instant = parseInstant(*text))
        target = *instant;
    else
        diagnostics.error(value.location(), "base.date.malformed", {inQuotes(*text)});
}

void readValue(const JsonValue& value, Confidence& target, Diagnostics& diagnostics) {
    readChoice(value, confidences(), target, diagnostics);
}
void readValue(const JsonValue& value, catalog::PriceKind& target, Diagnostics& diagnostics) {
    readChoice(value, priceKinds(), target, diagnostics);
}
void readValue(const JsonValue& value, catalog::BillRole& target, Diagnostics& diagnostics) {
    readChoice(value, billRoles(), target, diagnostics);
}

std::optional<Amount> readAmount(const JsonValue& value, std::string_view example,
                                 Diagnostics& diagnostics) {
    const auto text = readText(value, example, diagnostics);
    if (!text)
        return std::nullopt;
    const std::size_t blank = text->find(' ');
    const auto number = Decimal::parse(text->substr(0, blank));
    if (!number) {
        diagnostics.error(value.location(), "base.quantity.malformed",
                          {inQuotes(*text), std::string(example)});
        return std::nullopt;
    }
    const std::size_t unit =
        blank == std::string_view::npos ? blank : text->find_first_not_of(' ', blank);
    if (unit == std::string_view::npos) {
        diagnostics.error(value.location(), "base.quantity.no_unit",
                          {inQuotes(*text), std::string(example)});
        return std::nullopt;
    }
    return Amount{*number, std::string(text->substr(unit))};
}

void readMeasure(const JsonValue& value, std::string_view unit, std::optional<double>& target,
                 Diagnostics& diagnostics) {
    const std::string example = "\"12.5 " + std::string(unit) + "\"";
    const auto amount = readAmount(value, example, diagnostics);
    if (!amount)
        return;
    if (amount->unit != unit)
        diagnostics.error(
            value.location(), "catalog.value.unit",
            {inQuotes(value.text()), inQuotes(amount->unit), std::string(unit), example});
    else if (amount->number.isNegative())
        diagnostics.error(value.location(), "base.quantity.negative", {inQuotes(value.text())});
    else
        target = amount->number.toDouble();
}

std::string valueText(const std::string& value) {
    return value;
}
std::string valueText(std::int64_t value) {
    return std::to_string(value);
}
std::string valueText(double value) {
    // Plain notation: 2000000, not 2e+06.
    const auto exact = Decimal::fromDouble(value);
    return exact ? exact->text() : numberText(value);
}
std::string valueText(bool value) {
    return value ? "true" : "";
}
std::string valueText(const Decimal& value) {
    return value.text();
}
std::string valueText(const Money& value) {
    return value.decimal().text() + " " + value.currency().code();
}
std::string valueText(Bytes value) {
    constexpr std::int64_t mebibyte = 1'048'576;
    constexpr std::int64_t gibibyte = 1'073'741'824;
    if (value.base() != 0 && value.base() % 1'000'000 != 0) {
        if (value.base() % gibibyte == 0)
            return std::to_string(value.base() / gibibyte) + " GiB";
        if (value.base() % mebibyte == 0)
            return std::to_string(value.base() / mebibyte) + " MiB";
    }
    return scaledText(value.base(), 9, "GB");
}
std::string valueText(Bandwidth value) {
    return scaledText(value.base(), 9, "GB/s");
}
std::string bitRateText(Bandwidth value) {
    return Decimal::scaled(Int128{value.base()} * 8, 9).text() + " Gbit/s";
}
std::string valueText(Power value) {
    return scaledText(value.base(), 3, "W");
}
std::string valueText(Duration value) {
    return secondsText(value) + " s";
}
std::string valueText(Instant value) {
    const std::string whole = instantText(value);
    return whole.ends_with("T00:00:00Z") ? dateText(value) : whole;
}
std::string valueText(Confidence value) {
    return nameOf(confidences(), value);
}
std::string valueText(catalog::PriceKind value) {
    return nameOf(priceKinds(), value);
}
std::string valueText(catalog::BillRole value) {
    return nameOf(billRoles(), value);
}

std::vector<std::string> confidenceNames() {
    return spellings(confidences());
}
std::vector<std::string> priceKindNames() {
    return spellings(priceKinds());
}
std::vector<std::string> billRoleNames() {
    return spellings(billRoles());
}

} // namespace gpuplan::io
