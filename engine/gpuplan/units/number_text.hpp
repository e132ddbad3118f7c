#pragma once
/// Numbers as text, the same in every locale.

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan {

/// Shortest text that reads back as the same double; `.` as decimal point, never `-0`. `value`
/// finite.
std::string numberText(double value);
/// `places` (0 to 60) decimals of the exact binary value, as printf gives; never `-0.00`. `value`
/// finite.
std::string fixedText(double value, int places);
/// The whole text as a double; nothing for other text, NaN or infinity.
std::optional<double> parseNumber(std::string_view text);
/// `1234567` as `1,234,567` (English grouping of the digits before the point).
std::string grouped(std::string_view plain);

} // namespace gpuplan
