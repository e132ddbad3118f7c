#pragma once
/// Forms of single values: how one is read with complaints, written back and described. A form is a
/// small value object with `Value`, `read`, `write` and `shape`; `field.hpp` ties one to a member.
///
/// forms.cpp has texts, choices and dates, number_forms.cpp numbers and quantities.
/// Every number has bounds, chosen so that sums over a whole plan stay inside 64 bits.

#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/io/reading.hpp>
#include <gpuplan/io/shape.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan::io {

/// `read` changes the target only if the value is good, and says if it was.
template <typename F>
concept Form = requires(const F& form, const JsonValue& json, typename F::Value& target,
                        Reading& reading, JsonWriter& out) {
    { form.read(json, target, reading) } -> std::same_as<bool>;
    form.write(out, std::as_const(target));
    { form.shape() } -> std::same_as<Shape>;
};

/// Complains of a value outside the bounds of `shape`. \param shown  the value as typed, in quotes
/// \return false
bool outOfRange(const JsonValue& json, std::string shown, const Shape& shape, Reading& reading);

/// A text a person wrote. Blanks at either end and control bytes are refused: they hide in tables.
struct TextForm {
    using Value = std::string;
    std::size_t longest = 200;
    bool lines = false; ///< may have several lines
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const { out.text(value); }
    Shape shape() const;
};

struct BoolForm {
    using Value = bool;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.boolean(value); }
    Shape shape() const;
};

struct IntegerForm {
    using Value = std::int64_t;
    std::int64_t least = 0;
    std::int64_t most = 0;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.integer(value); }
    Shape shape() const;
};

/// Any unsigned 64-bit number.
struct SeedForm {
    using Value = std::uint64_t;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.integer(value); }
    Shape shape() const;
};

/// A JSON number kept exactly as written.
struct DecimalForm {
    using Value = Decimal;
    std::string least; ///< decimal text
    std::string most;
    bool leastExcluded = false;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const { out.decimal(value); }
    Shape shape() const;
};

/// A JSON number as the nearest double: for weights, never for money.
struct NumberForm {
    using Value = double;
    double least = 0;
    double most = 0;
    bool leastExcluded = false;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.number(value); }
    Shape shape() const;
};

/// GPUs of a job: whole ones, or a share below 1 in thousandths.
struct GpuCountForm {
    using Value = GpuCount;
    std::int64_t most = 0;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.raw(value.text()); }
    Shape shape() const;
};

/// A quantity with its unit in a text; the bounds are such texts as well.
template <typename Q>
struct UnitForm {
    using Value = Q;
    std::string least;
    std::string most;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const;
    Shape shape() const;
};
using DurationForm = UnitForm<Duration>;
using BytesForm = UnitForm<Bytes>;
using PowerForm = UnitForm<Power>;
using BandwidthForm = UnitForm<Bandwidth>;
extern template struct UnitForm<Duration>;
extern template struct UnitForm<Bytes>;
extern template struct UnitForm<Power>;
extern template struct UnitForm<Bandwidth>;

/// An amount of 0 to 10^9 of a currency, to a millionth.
struct MoneyForm {
    using Value = Money;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const { out.text(value.text()); }
    Shape shape() const;
};

/// The number in front of a unit, as a regular expression.
inline constexpr std::string_view numberPattern = " *[+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)? *";
/// A text that is a quantity; a bare number misses its unit. \return false after a complaint
bool quantityText(const JsonValue& json, std::string_view example, std::string_view& target,
                  Reading& reading);

/// The text of a price, with the checks that do not depend on what it is per.
bool readPrice(const JsonValue& json, std::string_view unit, std::string_view example,
               ParsedPrice& target, Reading& reading);
Shape priceShape(std::string_view unit, std::string_view example);

/// A price of 0 to 10^9 per unit, exactly as written.
template <typename Per>
struct PriceForm {
    using Value = UnitPrice<Per>;
    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        ParsedPrice price;
        if (!readPrice(json, Per::unit, Per::example, price, reading))
            return false;
        target = {price.amount, price.currency};
        return true;
    }
    void write(JsonWriter& out, const Value& value) const { out.text(value.text()); }
    Shape shape() const { return priceShape(Per::unit, Per::example); }
};

struct CurrencyForm {
    using Value = Currency;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.text(value.code()); }
    Shape shape() const;
};

/// A calendar day of 1990 to 2199: its first instant, UTC.
struct DateForm {
    using Value = Instant;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const { out.text(dateText(value)); }
    Shape shape() const;
};

/// A date as precise as known, kept as text: `2026`, `2026-07`, `2026-07-20`, or a span of years
/// `2025-2026`.
struct LooseDateForm {
    using Value = std::string;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const { out.text(value); }
    Shape shape() const;
};

/// The names of an enumeration in files, in the order of its enumerators.
template <typename E>
using Names = std::vector<std::pair<std::string, E>>;

/// The position of the text among the names. \return false after a complaint with the known names
bool readChoice(const JsonValue& json, const std::vector<std::string>& names, std::size_t& target,
                Reading& reading);
Shape choiceShape(std::vector<std::string> names);

template <typename E>
struct ChoiceForm {
    using Value = E;
    Names<E> names;
    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        std::size_t found = 0;
        if (!readChoice(json, texts(), found, reading))
            return false;
        target = names[found].second;
        return true;
    }
    void write(JsonWriter& out, Value value) const {
        for (const auto& [name, choice] : names)
            if (choice == value)
                out.text(name);
    }
    Shape shape() const { return choiceShape(texts()); }

private:
    std::vector<std::string> texts() const {
        std::vector<std::string> result;
        for (const auto& [name, choice] : names)
            result.push_back(name);
        return result;
    }
};
template <typename E>
ChoiceForm(Names<E>) -> ChoiceForm<E>;

/// A text that is one of a list, kept as text.
struct WordForm {
    using Value = std::string;
    std::vector<std::string> words;
    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        std::size_t found = 0;
        if (!readChoice(json, words, found, reading))
            return false;
        target = words[found];
        return true;
    }
    void write(JsonWriter& out, const Value& value) const { out.text(value); }
    Shape shape() const { return choiceShape(words); }
};

/// A member that says one fixed text, such as a file's format.
bool readConstant(const JsonValue& json, std::string_view constant, Reading& reading);

} // namespace gpuplan::io
