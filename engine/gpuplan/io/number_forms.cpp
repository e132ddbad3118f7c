#include <gpuplan/io/forms.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/units/quantity_text.hpp>

namespace gpuplan::io {

namespace {

std::string quotedNumber(const JsonValue& json) {
    return inQuotes(json.numberText());
}

/// The number exactly, within the shape's bounds.
bool readDecimal(const JsonValue& json, const Shape& shape, Decimal& target, Reading& reading) {
    if (!json.is(JsonKind::Number))
        return reading.wrongType(json, "io.wanted.number");
    const auto value = Decimal::parse(json.numberText());
    if (!value)
        return reading.problem(json.location(), "io.digits", {quotedNumber(json)});
    const Decimal least = *Decimal::parse(shape.least);
    if (*value < least || *value > *Decimal::parse(shape.most) ||
        (shape.leastExcluded && *value == least))
        return outOfRange(json, quotedNumber(json), shape, reading);
    target = *value;
    return true;
}

bool readWhole(const JsonValue& json, const Shape& shape, Int128& target, Reading& reading) {
    Decimal value;
    if (!json.is(JsonKind::Number))
        return reading.wrongType(json, "io.wanted.whole");
    if (!readDecimal(json, shape, value, reading))
        return false;
    if (value.places() != 0)
        return reading.problem(json.location(), "io.whole", {quotedNumber(json)});
    target = value.mantissa();
    return true;
}

template <typename Q>
struct UnitText;
template <>
struct UnitText<Duration> {
    static constexpr std::string_view words = "duration";
    static constexpr std::string_view example = "\"90 s\"";
    static constexpr std::string_view units =
        "(us|ms|s|sec|min|h|hours?|d|days?|weeks?|months?|years?)";
    static Result<Duration> parse(std::string_view text) { return parseDuration(text); }
    static std::string text(Duration value) { return durationText(value); }
};
template <>
struct UnitText<Bytes> {
    static constexpr std::string_view words = "size";
    static constexpr std::string_view example = "\"80 GiB\"";
    static constexpr std::string_view units = "(B|[kK]B|KiB|MB|MiB|GB|GiB|TB|TiB|PB|PiB)";
    static Result<Bytes> parse(std::string_view text) { return Bytes::parse(text); }
    static std::string text(Bytes value) { return value.text(); }
};
template <>
struct UnitText<Power> {
    static constexpr std::string_view words = "power";
    static constexpr std::string_view example = "\"10.2 kW\"";
    static constexpr std::string_view units = "(mW|W|kW|MW)";
    static Result<Power> parse(std::string_view text) { return Power::parse(text); }
    static std::string text(Power value) { return value.text(); }
};
template <>
struct UnitText<Bandwidth> {
    static constexpr std::string_view words = "bandwidth";
    static constexpr std::string_view example = "\"400 Gbit/s\"";
    static constexpr std::string_view units = "(([kMGT]?bit|[kMGT]?B|[MG]iB) */ *s)";
    static Result<Bandwidth> parse(std::string_view text) { return Bandwidth::parse(text); }
    static std::string text(Bandwidth value) { return value.text(); }
};

} // namespace

bool quantityText(const JsonValue& json, std::string_view example, std::string_view& target,
                  Reading& reading) {
    if (json.is(JsonKind::Number))
        return reading.problem(json.location(), "base.quantity.no_unit",
                               {std::string(json.numberText()), std::string(example)});
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.quantity");
    target = json.text();
    return true;
}

bool IntegerForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    Int128 value = 0;
    if (!readWhole(json, shape(), value, reading))
        return false;
    target = static_cast<std::int64_t>(value);
    return true;
}

Shape IntegerForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Integer;
    shape.words = "whole number";
    shape.least = std::to_string(least);
    shape.most = std::to_string(most);
    shape.example = shape.least;
    return shape;
}

bool SeedForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    Int128 value = 0;
    if (!readWhole(json, shape(), value, reading))
        return false;
    target = static_cast<std::uint64_t>(value);
    return true;
}

Shape SeedForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Integer;
    shape.words = "whole number";
    shape.least = "0";
    shape.most = "18446744073709551615";
    shape.example = "7";
    return shape;
}

bool DecimalForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    return readDecimal(json, shape(), target, reading);
}

Shape DecimalForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Number;
    shape.words = "number";
    shape.least = least;
    shape.most = most;
    shape.leastExcluded = leastExcluded;
    shape.example = most;
    return shape;
}

bool NumberForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Number))
        return reading.wrongType(json, "io.wanted.number");
    const auto value = parseNumber(json.numberText());
    // Too small for a double: no weight or share means that.
    if (!value)
        return reading.problem(json.location(), "io.digits", {quotedNumber(json)});
    if (*value < least || *value > most || (leastExcluded && *value == least))
        return outOfRange(json, quotedNumber(json), shape(), reading);
    target = *value;
    return true;
}

Shape NumberForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Number;
    shape.words = "number";
    shape.least = Decimal::fromDouble(least)->text();
    shape.most = Decimal::fromDouble(most)->text();
    shape.leastExcluded = leastExcluded;
    shape.example = "1";
    return shape;
}

bool GpuCountForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    Decimal value;
    if (!readDecimal(json, shape(), value, reading))
        return false;
    const bool share = value < Decimal::integer(1);
    if (value.places() > (share ? 3 : 0))
        return reading.problem(json.location(), "io.gpus", {quotedNumber(json)});
    target = GpuCount::milli(static_cast<std::int64_t>(value.scaledInteger(3)));
    return true;
}

Shape GpuCountForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Number;
    shape.words = "GPUs: whole ones, or a share below 1";
    shape.least = "0";
    shape.leastExcluded = true;
    shape.most = std::to_string(most);
    shape.example = "8";
    return shape;
}

template <typename Q>
bool UnitForm<Q>::read(const JsonValue& json, Value& target, Reading& reading) const {
    std::string_view text;
    if (!quantityText(json, UnitText<Q>::example, text, reading))
        return false;
    const auto value = UnitText<Q>::parse(text);
    if (!value)
        return reading.problems(json, value.diagnostics());
    if (*value < *UnitText<Q>::parse(least) || *value > *UnitText<Q>::parse(most))
        return outOfRange(json, inQuotes(text), shape(), reading);
    target = *value;
    return true;
}

template <typename Q>
void UnitForm<Q>::write(JsonWriter& out, const Value& value) const {
    out.text(UnitText<Q>::text(value));
}

template <typename Q>
Shape UnitForm<Q>::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Quantity;
    shape.words = UnitText<Q>::words;
    shape.example = UnitText<Q>::example;
    shape.pattern = "^" + std::string(numberPattern) + std::string(UnitText<Q>::units) + " *$";
    shape.least = least;
    shape.most = most;
    return shape;
}

template struct UnitForm<Duration>;
template struct UnitForm<Bytes>;
template struct UnitForm<Power>;
template struct UnitForm<Bandwidth>;

bool MoneyForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    std::string_view text;
    if (!quantityText(json, shape().example, text, reading))
        return false;
    const auto value = Money::parse(text);
    if (!value)
        return reading.problems(json, value.diagnostics());
    if (value->isNegative())
        return reading.problem(json.location(), "base.quantity.negative", {inQuotes(text)});
    if (value->micros() > 1'000'000'000'000'000)
        return outOfRange(json, inQuotes(text), shape(), reading);
    if (splitQuantity(text)->amount.places() > 6)
        return reading.problem(json.location(), "io.money_places", {inQuotes(text)});
    target = *value;
    return true;
}

Shape MoneyForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Quantity;
    shape.words = "amount of money";
    shape.example = "\"1200 USD\"";
    shape.pattern = "^" + std::string(numberPattern) + "[A-Z]{3} *$";
    shape.least = "0";
    shape.most = "1000000000";
    return shape;
}

bool readPrice(const JsonValue& json, std::string_view unit, std::string_view example,
               ParsedPrice& target, Reading& reading) {
    std::string_view text;
    if (!quantityText(json, example, text, reading))
        return false;
    const auto value = parsePrice(text, unit, example);
    if (!value)
        return reading.problems(json, value.diagnostics());
    if (value->amount > Decimal::integer(1'000'000'000))
        return outOfRange(json, inQuotes(text), priceShape(unit, example), reading);
    target = *value;
    return true;
}

Shape priceShape(std::string_view unit, std::string_view example) {
    Shape shape;
    shape.kind = Shape::Kind::Quantity;
    shape.words = "price per " + std::string(unit);
    shape.example = example;
    shape.pattern = "^" + std::string(numberPattern) + "[A-Z]{3} */ *" + std::string(unit) + " *$";
    shape.least = "0";
    shape.most = "1000000000";
    return shape;
}

} // namespace gpuplan::io
