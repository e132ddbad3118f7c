#include <gpuplan/selfcheck/calc_model.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::selfcheck {

namespace {

/// Whole numbers without an exponent.
std::string plain(double value) {
    return value == std::floor(value) && std::fabs(value) < 1e15 ? fixedText(value, 0)
                                                                 : numberText(value);
}

} // namespace

bool Range::holds(double value) const {
    return (leastOut ? value > least : value >= least) && (mostOut ? value < most : value <= most);
}

bool Range::isLimited() const {
    return !std::isinf(least) || !std::isinf(most);
}

std::string Range::text(std::string_view name) const {
    const std::string subject(name);
    if (std::isinf(least))
        return std::isinf(most) ? subject : subject + (mostOut ? " < " : " <= ") + plain(most);
    if (std::isinf(most))
        return subject + (leastOut ? " > " : " >= ") + plain(least);
    return plain(least) + (leastOut ? " < " : " <= ") + subject + (mostOut ? " < " : " <= ") +
           plain(most);
}

InputSpec number(std::string name, std::string unit, Range range) {
    return {.name = std::move(name), .unit = std::move(unit), .range = range};
}

InputSpec integer(std::string name, std::string unit, double least, double most) {
    return {.name = std::move(name),
            .unit = std::move(unit),
            .kind = InputKind::Integer,
            .range = between(least, most)};
}

InputSpec flag(std::string name) {
    return {.name = std::move(name), .kind = InputKind::Flag};
}

InputSpec choice(std::string name, std::vector<std::string> choices) {
    return {.name = std::move(name), .kind = InputKind::Text, .choices = std::move(choices)};
}

InputSpec anyText(std::string name) {
    return {.name = std::move(name), .kind = InputKind::Text};
}

InputSpec hex(std::string name, std::size_t digits) {
    return {.name = std::move(name), .kind = InputKind::Hex, .digits = digits};
}

InputSpec listOf(std::string name, InputSpec item, std::size_t leastCount, std::size_t mostCount) {
    return {.name = std::move(name),
            .kind = InputKind::List,
            .leastCount = leastCount,
            .mostCount = mostCount,
            .parts = {std::move(item)}};
}

InputSpec fields(std::string name, std::vector<InputSpec> parts) {
    return {.name = std::move(name), .kind = InputKind::Fields, .parts = std::move(parts)};
}

InputSpec mapOf(std::string name, InputSpec item, std::size_t leastCount, std::size_t mostCount) {
    return {.name = std::move(name),
            .kind = InputKind::Map,
            .leastCount = leastCount,
            .mostCount = mostCount,
            .parts = {std::move(item)}};
}

InputSpec optional(InputSpec spec) {
    spec.required = false;
    return spec;
}

InputSpec nullable(InputSpec spec) {
    spec.mayBeNull = true;
    return spec;
}

void Inputs::refuse(const std::string& name, std::string_view key,
                    std::vector<std::string> arguments) {
    const auto place = m_places.find(name);
    m_refusals.error(place == m_places.end() ? Location{} : place->second, key,
                     std::move(arguments));
}

} // namespace gpuplan::selfcheck
