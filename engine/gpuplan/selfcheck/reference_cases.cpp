#include <gpuplan/base/contract.hpp>
#include <gpuplan/selfcheck/reference_cases.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::selfcheck {

namespace {

using io::JsonKind;
using io::JsonMember;
using io::JsonValue;

std::string textOf(const JsonValue& json, std::string_view name) {
    const auto found = json.find(name);
    GPUPLAN_EXPECTS(found && found->is(JsonKind::Text), "a reference case has all its texts");
    return std::string(found->text());
}

std::optional<double> numberOf(const JsonValue& json, std::string_view name) {
    const auto found = json.find(name);
    return found && found->is(JsonKind::Number) ? parseNumber(found->numberText()) : std::nullopt;
}

ExpectedRow readRow(const JsonValue& json) {
    ExpectedRow row;
    row.name = textOf(json, "name");
    row.output = json.find("of") ? textOf(json, "of") : row.name;
    row.basis = textOf(json, "basis");
    row.unit = textOf(json, "unit");
    row.least = numberOf(json, "min");
    row.most = numberOf(json, "max");
    row.relative = numberOf(json, "rel_tol");
    row.absolute = numberOf(json, "abs_tol");
    row.goal = numberOf(json, "goal");
    if (const auto value = json.find("value"))
        row.value = valueOf(*value);
    return row;
}

bool isNear(double got, double want, const ExpectedRow& row) {
    // Without a tolerance equal, but for the last digit of printing.
    const double limit = std::max({row.relative.value_or(0.0) * std::fabs(want),
                                   row.absolute.value_or(0.0), 1e-15 * std::fabs(want)});
    return std::fabs(got - want) <= limit;
}

bool isSame(const Value& got, const Value& want, const ExpectedRow& row) {
    if (const double* const number = want.number())
        return got.number() != nullptr && isNear(*got.number(), *number, row);
    if (const Value::List* const list = want.list())
        return got.list() != nullptr &&
               std::equal(got.list()->begin(), got.list()->end(), list->begin(), list->end(),
                          [&](const Value& a, const Value& b) { return isSame(a, b, row); });
    if (const Value::Object* const object = want.object())
        return got.object() != nullptr &&
               std::all_of(object->begin(), object->end(), [&](const Member& member) {
                   const Value* const found = find(*got.object(), member.name);
                   return found != nullptr && isSame(*found, member.value, row);
               });
    return got == want;
}

double relativeDifference(double got, double want) {
    return want == 0.0 ? got : (got - want) / std::fabs(want);
}

/// Appends the difference of every number. \return false where the two have no common form
bool gather(const Value& got, const Value& want, std::vector<double>& to) {
    if (const double* const number = want.number()) {
        if (got.number() == nullptr)
            return false;
        to.push_back(relativeDifference(*got.number(), *number));
        return true;
    }
    if (const Value::List* const list = want.list()) {
        if (got.list() == nullptr || got.list()->size() != list->size())
            return false;
        for (std::size_t i = 0; i < list->size(); ++i)
            if (!gather((*got.list())[i], (*list)[i], to))
                return false;
        return true;
    }
    if (const Value::Object* const object = want.object()) {
        if (got.object() == nullptr)
            return false;
        return std::all_of(object->begin(), object->end(), [&](const Member& member) {
            const Value* const found = find(*got.object(), member.name);
            return found != nullptr && gather(*found, member.value, to);
        });
    }
    return got == want;
}

} // namespace

Value valueOf(const JsonValue& json) {
    switch (json.kind()) {
    case JsonKind::Null:
        return {};
    case JsonKind::Bool:
        return Value(json.boolean());
    case JsonKind::Number:
        return Value(parseNumber(json.numberText()).value_or(0.0));
    case JsonKind::Text:
        return Value(std::string(json.text()));
    case JsonKind::Array: {
        Value::List list;
        for (const JsonValue item : json.items())
            list.push_back(valueOf(item));
        return Value(std::move(list));
    }
    case JsonKind::Object: {
        Value::Object object;
        for (const JsonMember member : json.members())
            object.push_back({std::string(member.name), valueOf(member.value)});
        return Value(std::move(object));
    }
    }
    return {};
}

char ReferenceCase::letter() const {
    const bool isSecond = id.size() > 1 && ((id[1] >= 'A' && id[1] <= 'Z'));
    return id.empty() ? '\0' : id[isSecond ? 1 : 0];
}

std::vector<ReferenceCase> readReferenceCases(const io::JsonDocument& document) {
    const auto list = document.root().find("cases");
    GPUPLAN_EXPECTS(list && list->is(JsonKind::Array), "the reference cases are a list");
    std::vector<ReferenceCase> cases;
    for (const JsonValue json : list->items()) {
        const auto inputs = json.find("inputs");
        const auto expected = json.find("expected");
        GPUPLAN_EXPECTS(inputs && expected, "a reference case has inputs and expected rows");
        ReferenceCase one{textOf(json, "id"),
                          textOf(json, "kind"),
                          textOf(json, "title"),
                          textOf(json, "model"),
                          json.find("via").has_value(),
                          textOf(json, "source"),
                          *inputs,
                          {}};
        for (const JsonValue row : expected->items())
            one.expected.push_back(readRow(row));
        cases.push_back(std::move(one));
    }
    return cases;
}

bool meets(const Value& got, const ExpectedRow& row) {
    if (!row.isBand())
        return isSame(got, row.value, row);
    const double* const number = got.number();
    return number != nullptr && (!row.least || *number >= *row.least) &&
           (!row.most || *number <= *row.most);
}

std::optional<std::vector<double>> deviations(const Value& got, const ExpectedRow& row) {
    std::vector<double> all;
    if (!row.isBand()) {
        if (!gather(got, row.value, all))
            return std::nullopt;
        return all;
    }
    const double* const number = got.number();
    if (number == nullptr)
        return std::nullopt;
    if (row.least && *number < *row.least)
        return std::vector{relativeDifference(*number, *row.least)};
    if (row.most && *number > *row.most)
        return std::vector{relativeDifference(*number, *row.most)};
    return std::vector{0.0};
}

std::optional<double> deviation(const Value& got, const ExpectedRow& row) {
    const auto all = deviations(got, row);
    if (!all)
        return std::nullopt;
    double largest = 0.0;
    for (const double one : *all)
        if (std::fabs(one) > std::fabs(largest))
            largest = one;
    return largest;
}

} // namespace gpuplan::selfcheck
