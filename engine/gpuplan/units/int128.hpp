#pragma once
/// 128-bit integers: sums of GPU time and products of prices need more than 63 bits.

#include <gpuplan/base/contract.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpuplan {

__extension__ typedef __int128 Int128; // NOLINT: the only spelling without a pedantic warning
__extension__ typedef unsigned __int128 UInt128; // NOLINT

/// An amount grew past what is kept exactly. Callers that price user input turn it into a
/// diagnostic.
class ArithmeticOverflow : public std::overflow_error {
public:
    using std::overflow_error::overflow_error;
};

[[noreturn]] void throwOverflow();

/// a*b, or ArithmeticOverflow.
constexpr Int128 multiplyChecked(Int128 a, Int128 b) {
    Int128 result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        throwOverflow();
    return result;
}
/// a+b, or ArithmeticOverflow.
constexpr Int128 addChecked(Int128 a, Int128 b) {
    Int128 result = 0;
    if (__builtin_add_overflow(a, b, &result))
        throwOverflow();
    return result;
}
/// a-b, or ArithmeticOverflow.
constexpr Int128 subtractChecked(Int128 a, Int128 b) {
    Int128 result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        throwOverflow();
    return result;
}
/// Fits int64, or ArithmeticOverflow.
constexpr std::int64_t toInt64(Int128 value) {
    const auto result = static_cast<std::int64_t>(value);
    if (result != value)
        throwOverflow();
    return result;
}
/// 10^exponent, 0 <= exponent <= 38, else ArithmeticOverflow.
Int128 powerOfTen(int exponent);

/// numerator/denominator to the nearest integer, ties to even. denominator > 0.
Int128 divideHalfEven(Int128 numerator, Int128 denominator);

/// a*b/denominator, exact before the one rounding (half to even), even where a*b passes 128 bits.
/// denominator > 0. ArithmeticOverflow if the quotient does not fit 127 bits.
Int128 multiplyDivideHalfEven(Int128 a, Int128 b, Int128 denominator);

std::string toText(Int128 value);
/// Nearest double.
double toDouble(Int128 value);

} // namespace gpuplan
