#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/forms.hpp>

#include <algorithm>

namespace gpuplan::io {

bool outOfRange(const JsonValue& json, std::string shown, const Shape& shape, Reading& reading) {
    return reading.problem(json.location(),
                           shape.leastExcluded ? "io.range_above" : "base.number.range",
                           {std::move(shown), shape.least, shape.most});
}

bool TextForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.text");
    const std::string_view value = json.text();
    if (value.empty())
        return reading.problem(json.location(), "io.text.empty");
    if (value.size() > longest)
        return reading.problem(json.location(), "io.text.long",
                               {std::to_string(value.size()), std::to_string(longest)});
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && !(lines && (c == '\n' || c == '\t'))) || byte == 0x7f)
            return reading.problem(json.location(), "io.text.control", {inQuotes(value)});
    }
    if (value.front() == ' ' || value.back() == ' ')
        return reading.problem(json.location(), "io.text.blanks", {inQuotes(value)});
    target = value;
    return true;
}

Shape TextForm::shape() const {
    Shape shape;
    shape.words = "text";
    shape.leastSize = 1;
    shape.mostSize = longest;
    return shape;
}

bool BoolForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Bool))
        return reading.wrongType(json, "io.wanted.bool");
    target = json.boolean();
    return true;
}

Shape BoolForm::shape() const {
    Shape shape;
    shape.kind = Shape::Kind::Bool;
    shape.words = "true or false";
    shape.example = "true";
    return shape;
}

bool CurrencyForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.text");
    const auto value = Currency::parse(json.text());
    if (!value)
        return reading.problem(json.location(), "base.currency.malformed", {inQuotes(json.text())});
    target = *value;
    return true;
}

Shape CurrencyForm::shape() const {
    Shape shape;
    shape.words = "currency code";
    shape.example = "\"USD\"";
    shape.pattern = "^[A-Z]{3}$";
    return shape;
}

bool DateForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.date");
    const std::string_view text = json.text();
    const auto value = text.size() == 10 ? parseInstant(text) : std::nullopt;
    if (!value)
        return reading.problem(json.location(), "base.date.malformed", {inQuotes(text)});
    if (text < "1990" || text >= "2200")
        return outOfRange(json, inQuotes(text), shape(), reading);
    target = *value;
    return true;
}

Shape DateForm::shape() const {
    Shape shape;
    shape.words = "date";
    shape.example = "\"2026-11-29\"";
    shape.pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
    shape.least = "1990-01-01";
    shape.most = "2199-12-31";
    return shape;
}

bool LooseDateForm::read(const JsonValue& json, Value& target, Reading& reading) const {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.date");
    const std::string text(json.text());
    // A span of years is two of them, the first not after the second.
    if (text.size() == 9 && text[4] == '-' && text.substr(0, 4) <= text.substr(5) &&
        parseInstant(text.substr(0, 4) + "-01-01") && parseInstant(text.substr(5) + "-01-01")) {
        target = text;
        return true;
    }
    const std::string day = text + std::string("-01-01").substr(text.size() == 4   ? 0
                                                                : text.size() == 7 ? 3
                                                                                   : 6);
    if (day.size() != 10 || !parseInstant(day))
        return reading.problem(json.location(), "io.loose_date", {inQuotes(text)});
    target = text;
    return true;
}

Shape LooseDateForm::shape() const {
    Shape shape;
    shape.words = "date, month, year or span of years";
    shape.example = "\"2026-11\"";
    shape.pattern = "^[0-9]{4}(-[0-9]{4}|-[0-9]{2}(-[0-9]{2})?)?$";
    return shape;
}

bool readChoice(const JsonValue& json, const std::vector<std::string>& names, std::size_t& target,
                Reading& reading) {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.text");
    const auto found = std::find(names.begin(), names.end(), json.text());
    if (found == names.end())
        return reading.problem(json.location(), "io.choice", {inQuotes(json.text()), listed(names)},
                               nearest(json.text(), names));
    target = static_cast<std::size_t>(found - names.begin());
    return true;
}

Shape choiceShape(std::vector<std::string> names) {
    Shape shape;
    shape.kind = Shape::Kind::Choice;
    shape.words = "one of " + listed(names);
    shape.example = "\"" + names.front() + "\"";
    shape.choices = std::move(names);
    return shape;
}

bool readConstant(const JsonValue& json, std::string_view constant, Reading& reading) {
    if (!json.is(JsonKind::Text))
        return reading.wrongType(json, "io.wanted.text");
    if (json.text() != constant)
        return reading.problem(json.location(), "io.constant",
                               {inQuotes(json.text()), inQuotes(constant)});
    return true;
}

} // namespace gpuplan::io
