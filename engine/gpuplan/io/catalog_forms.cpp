#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::io {

namespace {

std::string scaledText(Int128 base, int places, std::string_view unit) {
    return Decimal::scaled(base, places).text() + " " + std::string(unit);
}

template <typename Q>
bool readQuantity(const JsonValue& json, std::string_view example, Q& target, Reading& reading) {
    std::string_view text;
    if (!quantityText(json, example, text, reading))
        return false;
    const Result<Q> value = Q::parse(text);
    if (!value)
        return reading.problems(json, value.diagnostics());
    target = *value;
    return true;
}

Shape quantityShape(std::string words, std::string example, std::string_view units) {
    Shape shape;
    shape.kind = Shape::Kind::Quantity;
    shape.words = std::move(words);
    shape.example = std::move(example);
    if (!units.empty())
        shape.pattern = "^" + std::string(numberPattern) + std::string(units) + " *$";
    return shape;
}

template <typename E>
std::string nameIn(const Names<E>& names, E value) {
    for (const auto& [name, meaning] : names)
        if (meaning == value)
            return name;
    return {};
}

} // namespace

bool SizeForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    return readQuantity(json, shape().example, target, reading);
}
void SizeForm::write(JsonWriter& out, Value value) const {
    out.text(sizeText(value));
}
Shape SizeForm::shape() const {
    return quantityShape("size", "\"80 GB\"", "(B|[kK]B|KiB|MB|MiB|GB|GiB|TB|TiB|PB|PiB)");
}

bool RateForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    return readQuantity(json, shape().example, target, reading);
}
void RateForm::write(JsonWriter& out, Value value) const {
    out.text(inBits ? bitRateText(value) : rateText(value));
}
Shape RateForm::shape() const {
    return quantityShape("bandwidth", inBits ? "\"400 Gbit/s\"" : "\"3350 GB/s\"",
                         "(([kMGT]?bit|[kMGT]?B|[MG]iB)/s)");
}

bool MeasureForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    const std::string example = shape().example;
    AmountForm::Value amount;
    if (!AmountForm{example}.read(json, amount, reading))
        return false;
    if (amount.unit != unit)
        return reading.problem(json.location(), "catalog.value.unit",
                               {inQuotes(json.text()), inQuotes(amount.unit), unit, example});
    if (amount.number.isNegative())
        return reading.problem(json.location(), "base.quantity.negative", {inQuotes(json.text())});
    target = amount.number.toDouble();
    return true;
}
void MeasureForm::write(JsonWriter& out, Value value) const {
    out.text(plainNumber(value) + " " + unit);
}
Shape MeasureForm::shape() const {
    return quantityShape("number of " + unit, "\"12.5 " + unit + "\"", unit);
}

bool AmountForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    std::string_view text;
    if (!quantityText(json, example, text, reading))
        return false;
    const std::size_t blank = text.find(' ');
    const auto number = Decimal::parse(text.substr(0, blank));
    if (!number)
        return reading.problem(json.location(), "base.quantity.malformed",
                               {inQuotes(text), example});
    const std::size_t unit =
        blank == std::string_view::npos ? blank : text.find_first_not_of(' ', blank);
    if (unit == std::string_view::npos)
        return reading.problem(json.location(), "base.quantity.no_unit", {inQuotes(text), example});
    target = {*number, std::string(text.substr(unit))};
    return true;
}
void AmountForm::write(JsonWriter& out, const Value& value) const {
    out.text(value.number.text() + " " + value.unit);
}
Shape AmountForm::shape() const {
    return quantityShape("number and unit", example, "");
}

std::string sizeText(Bytes size) {
    constexpr std::int64_t mebibyte = 1'048'576;
    constexpr std::int64_t gibibyte = 1'073'741'824;
    if (size.base() != 0 && size.base() % 1'000'000 != 0) {
        if (size.base() % gibibyte == 0)
            return std::to_string(size.base() / gibibyte) + " GiB";
        if (size.base() % mebibyte == 0)
            return std::to_string(size.base() / mebibyte) + " MiB";
    }
    return scaledText(size.base(), 9, "GB");
}
std::string rateText(Bandwidth rate) {
    return scaledText(rate.base(), 9, "GB/s");
}
std::string bitRateText(Bandwidth rate) {
    return scaledText(Int128{rate.base()} * 8, 9, "Gbit/s");
}
std::string plainNumber(double value) {
    const auto exact = Decimal::fromDouble(value);
    return exact ? exact->text() : numberText(value);
}

const Names<catalog::PriceKind>& priceKindNames() {
    static const Names<catalog::PriceKind> names = {{"on_demand", catalog::PriceKind::OnDemand},
                                                    {"spot", catalog::PriceKind::Spot}};
    return names;
}
const Names<catalog::BillRole>& billRoleNames() {
    using catalog::BillRole;
    static const Names<BillRole> names = {
        {"part", BillRole::Part},           {"whole", BillRole::Whole},
        {"share", BillRole::Share},         {"option", BillRole::Option},
        {"recurring", BillRole::Recurring}, {"fact", BillRole::Fact},
    };
    return names;
}
std::string nameOf(catalog::PriceKind kind) {
    return nameIn(priceKindNames(), kind);
}
std::string nameOf(catalog::BillRole role) {
    return nameIn(billRoleNames(), role);
}

} // namespace gpuplan::io
