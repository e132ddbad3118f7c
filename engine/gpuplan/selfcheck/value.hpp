#pragma once
/// What a model takes and gives: numbers, texts, lists and objects, as in JSON but free of its
/// text.

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gpuplan::selfcheck {

struct Member;

/// One value. "Does not exist" (no rate of return, no break-even) is the empty value, JSON's null.
class Value {
public:
    using List = std::vector<Value>;
    using Object = std::vector<Member>; ///< in the order written

    Value();
    explicit Value(bool value);
    explicit Value(double value);
    explicit Value(std::string value);
    explicit Value(List value);
    explicit Value(Object value);
    // Written in the source file, where Member is complete.
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();
    static Value numbers(const std::vector<double>& values);
    static Value texts(const std::vector<std::string>& values);

    bool isNone() const { return std::holds_alternative<std::monostate>(m_value); }
    const bool* flag() const { return std::get_if<bool>(&m_value); }
    const double* number() const { return std::get_if<double>(&m_value); }
    const std::string* text() const { return std::get_if<std::string>(&m_value); }
    const List* list() const { return std::get_if<List>(&m_value); }
    const Object* object() const { return std::get_if<Object>(&m_value); }

    /// Of an object whose members are known to be there and of that kind (a ContractViolation
    /// otherwise), as those of a checked input are.
    const Value& member(std::string_view name) const;
    double numberOf(std::string_view name) const;
    bool flagOf(std::string_view name) const;
    const std::string& textOf(std::string_view name) const;
    /// Of a list of numbers.
    std::vector<double> asNumbers() const;

    bool operator==(const Value&) const;

private:
    std::variant<std::monostate, bool, double, std::string, List, Object> m_value;
};

struct Member {
    std::string name;
    Value value;
    bool operator==(const Member&) const = default;
};

/// The member of that name, or null.
const Value* find(const Value::Object& object, std::string_view name);

} // namespace gpuplan::selfcheck
