#include <gpuplan/base/contract.hpp>
#include <gpuplan/selfcheck/value.hpp>

#include <algorithm>

namespace gpuplan::selfcheck {

Value::Value() = default;
Value::Value(bool value) : m_value(value) {}
Value::Value(double value) : m_value(value) {}
Value::Value(std::string value) : m_value(std::move(value)) {}
Value::Value(List value) : m_value(std::move(value)) {}
Value::Value(Object value) : m_value(std::move(value)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
bool Value::operator==(const Value& other) const {
    return m_value == other.m_value;
}

Value Value::numbers(const std::vector<double>& values) {
    List list;
    list.reserve(values.size());
    for (const double value : values)
        list.emplace_back(value);
    return Value(std::move(list));
}

Value Value::texts(const std::vector<std::string>& values) {
    List list;
    list.reserve(values.size());
    for (const std::string& value : values)
        list.emplace_back(value);
    return Value(std::move(list));
}

const Value& Value::member(std::string_view name) const {
    GPUPLAN_EXPECTS(object() != nullptr, "an object has members");
    const Value* const found = find(*object(), name);
    GPUPLAN_EXPECTS(found != nullptr, ("no member " + std::string(name)).c_str());
    return *found;
}

double Value::numberOf(std::string_view name) const {
    const double* const value = member(name).number();
    GPUPLAN_EXPECTS(value != nullptr, (std::string(name) + " is no number").c_str());
    return *value;
}

bool Value::flagOf(std::string_view name) const {
    const bool* const value = member(name).flag();
    GPUPLAN_EXPECTS(value != nullptr, (std::string(name) + " is no flag").c_str());
    return *value;
}

const std::string& Value::textOf(std::string_view name) const {
    const std::string* const value = member(name).text();
    GPUPLAN_EXPECTS(value != nullptr, (std::string(name) + " is no text").c_str());
    return *value;
}

std::vector<double> Value::asNumbers() const {
    GPUPLAN_EXPECTS(list() != nullptr, "a list is needed");
    std::vector<double> values;
    values.reserve(list()->size());
    for (const Value& item : *list()) {
        GPUPLAN_EXPECTS(item.number() != nullptr, "a list of numbers is needed");
        values.push_back(*item.number());
    }
    return values;
}

const Value* find(const Value::Object& object, std::string_view name) {
    const auto found = std::find_if(object.begin(), object.end(),
                                    [name](const Member& member) { return member.name == name; });
    return found == object.end() ? nullptr : &found->value;
}

} // namespace gpuplan::selfcheck
