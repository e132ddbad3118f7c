#pragma once
/// `98.32 USD/h` taken apart into amount and unit.

#include <gpuplan/base/result.hpp>
#include <gpuplan/units/decimal.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan {

struct QuantityParts {
    Decimal amount;
    std::string unit; ///< empty if there is none; inner blanks removed around `/`
};

/// A number, blanks, a unit. Nothing if the text does not begin with a number, or if digits are
/// grouped (`1,000 USD`): a comma may mean either of two things.
std::optional<QuantityParts> splitQuantity(std::string_view text);

/// As splitQuantity, for a quantity that must have a unit: text without a number or without a unit
/// is an error that shows `example`, a whole quantity in quotes.
Result<QuantityParts> readQuantity(std::string_view text, std::string_view example);

} // namespace gpuplan
