#include <gpuplan/base/contract.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace gpuplan {

namespace {

std::string withoutMinusZero(std::string text) {
    if (!text.empty() && text[0] == '-' && text.find_first_of("123456789") == std::string::npos)
        text.erase(0, 1);
    return text;
}

} // namespace

std::string numberText(double value) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return withoutMinusZero({buffer.data(), end});
}

std::string fixedText(double value, int places) {
    GPUPLAN_EXPECTS(places >= 0 && places <= 60, "a double has 0 to 60 decimals worth showing");
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, places)
                         .ptr;
    return withoutMinusZero({buffer.data(), end});
}

std::optional<double> parseNumber(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string grouped(std::string_view plain) {
    std::size_t point = plain.find('.');
    if (point == std::string_view::npos)
        point = plain.size();
    std::string result(plain);
    const std::size_t first = !plain.empty() && plain[0] == '-' ? 1 : 0;
    for (std::size_t at = point; at > first + 3;) {
        at -= 3;
        result.insert(at, 1, ',');
    }
    return result;
}

} // namespace gpuplan
