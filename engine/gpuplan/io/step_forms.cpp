#include <gpuplan/io/step_forms.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/units/quantity_text.hpp>

#include <cmath>

namespace gpuplan::io {

namespace {

/// A second in parts of the unit, as a power of ten; nothing for units from the minute up.
std::optional<int> placesOf(std::string_view unit) {
    if (unit == "s" || unit == "sec")
        return 0;
    if (unit == "ms")
        return 3;
    if (unit == "us")
        return 6;
    return std::nullopt;
}

/// Seconds as the nearest double, also where they have more digits than a Decimal keeps; nothing
/// where a Duration reads the text, or nobody.
std::optional<double> smallSeconds(std::string_view text) {
    const std::size_t end = text.find_last_not_of(' ');
    const std::size_t blank = text.find_last_of(' ', end);
    if (end == std::string_view::npos || blank == std::string_view::npos)
        return std::nullopt;
    const auto places = placesOf(text.substr(blank + 1, end - blank));
    const std::size_t first = text.find_first_not_of(' ');
    const std::string_view amount =
        text.substr(first, text.find_last_not_of(' ', blank) + 1 - first);
    if (!places)
        return std::nullopt;
    // The exact value first: 2.85 / 1000 in doubles is not always 0.00285.
    if (const auto exact = Decimal::parse(amount))
        if (exact->places() + *places <= 18)
            return Decimal::scaled(exact->mantissa(), exact->places() + *places).toDouble();
    const auto value = parseNumber(amount);
    return value ? std::optional(*value / std::pow(10, *places)) : std::nullopt;
}

std::optional<double> secondsOf(std::string_view text) {
    if (const auto value = smallSeconds(text); value && !std::signbit(*value))
        return value;
    const auto whole = parseDuration(text);
    return whole ? std::optional(inSeconds(*whole)) : std::nullopt;
}

} // namespace

bool SecondsForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    std::string_view text;
    if (!quantityText(json, "\"2.85 ms\"", text, reading))
        return false;
    const auto value = secondsOf(text);
    if (!value)
        return reading.problems(json, parseDuration(text).diagnostics());
    const double low = *secondsOf(least);
    if (*value < low || *value > *secondsOf(most) || (leastExcluded && *value <= low))
        return outOfRange(json, inQuotes(text), shape(), reading);
    target = *value;
    return true;
}

void SecondsForm::write(JsonWriter& out, Value value) const {
    out.text(numberText(value) + " s");
}

Shape SecondsForm::shape() const {
    Shape shape = DurationForm{least, most}.shape();
    shape.example = "\"2.85 ms\"";
    shape.pattern = "^" + std::string(numberPattern) +
                    "(us|ms|s|sec|min|h|hours?|d|days?|weeks?|months?|years?) *$";
    shape.leastExcluded = leastExcluded;
    return shape;
}

bool SampleSizeForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    Bytes size;
    std::string_view text;
    if (!quantityText(json, shape().example, text, reading))
        return false;
    if (!BytesForm{least, most}.read(json, size, reading))
        return false;
    target = static_cast<double>(size.base());
    return true;
}

void SampleSizeForm::write(JsonWriter& out, Value value) const {
    out.text(Bytes(std::llround(value)).text());
}

Shape SampleSizeForm::shape() const {
    Shape shape = BytesForm{least, most}.shape();
    shape.example = "\"110 kB\"";
    return shape;
}

bool PointerForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    std::string text;
    if (!TextForm{}.read(json, text, reading))
        return false;
    if (text.front() != '/')
        return reading.problem(json.location(), "io.pointer", {inQuotes(text), shape().example});
    target = std::move(text);
    return true;
}

Shape PointerForm::shape() const {
    Shape shape = TextForm{}.shape();
    shape.words = "JSON pointer into the result";
    shape.pattern = "^/";
    shape.example = "\"/alternatives/0/cost/total\"";
    return shape;
}

} // namespace gpuplan::io
