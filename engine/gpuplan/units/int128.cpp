#include <gpuplan/units/int128.hpp>

#include <algorithm>

namespace gpuplan {

namespace {

UInt128 magnitude(Int128 value) {
    return value < 0 ? UInt128{0} - static_cast<UInt128>(value) : static_cast<UInt128>(value);
}

struct Wide {
    UInt128 high;
    UInt128 low;
};

/// The full 256-bit product of two magnitudes.
Wide multiplyWide(UInt128 a, UInt128 b) {
    constexpr UInt128 mask = ~std::uint64_t{0};
    const UInt128 a0 = a & mask;
    const UInt128 a1 = a >> 64U;
    const UInt128 b0 = b & mask;
    const UInt128 b1 = b >> 64U;
    const UInt128 p00 = a0 * b0;
    const UInt128 p01 = a0 * b1;
    const UInt128 p10 = a1 * b0;
    const UInt128 middle = (p00 >> 64U) + (p01 & mask) + (p10 & mask);
    return {a1 * b1 + (p01 >> 64U) + (p10 >> 64U) + (middle >> 64U),
            (middle << 64U) | (p00 & mask)};
}

} // namespace

void throwOverflow() {
    throw ArithmeticOverflow("an amount passed its range");
}

Int128 powerOfTen(int exponent) {
    if (exponent < 0 || exponent > 38)
        throwOverflow();
    Int128 result = 1;
    for (int i = 0; i < exponent; ++i)
        result *= 10;
    return result;
}

Int128 divideHalfEven(Int128 numerator, Int128 denominator) {
    return multiplyDivideHalfEven(numerator, 1, denominator);
}

Int128 multiplyDivideHalfEven(Int128 a, Int128 b, Int128 denominator) {
    GPUPLAN_EXPECTS(denominator > 0, "a divisor is positive");
    const bool negative = (a < 0) != (b < 0);
    const UInt128 divisor = static_cast<UInt128>(denominator);
    const Wide product = multiplyWide(magnitude(a), magnitude(b));
    if (product.high >= divisor)
        throwOverflow();
    UInt128 quotient = 0;
    UInt128 remainder = 0;
    if (product.high == 0) {
        quotient = product.low / divisor;
        remainder = product.low % divisor;
    } else {
        // Long division bit by bit; rare, so plain beats fast.
        remainder = product.high;
        for (int bit = 127; bit >= 0; --bit) {
            const bool carry = (remainder >> 127U) != 0;
            remainder = (remainder << 1U) | ((product.low >> static_cast<unsigned>(bit)) & 1U);
            quotient <<= 1U;
            if (carry || remainder >= divisor) {
                remainder -= divisor;
                quotient |= 1U;
            }
        }
    }
    if ((quotient >> 127U) != 0)
        throwOverflow();
    const UInt128 rest = divisor - remainder;
    if (remainder > rest || (remainder == rest && (quotient & 1U) != 0))
        ++quotient;
    if ((quotient >> 127U) != 0)
        throwOverflow();
    const auto result = static_cast<Int128>(quotient);
    return negative ? -result : result;
}

std::string toText(Int128 value) {
    UInt128 rest = magnitude(value);
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

double toDouble(Int128 value) {
    return static_cast<double>(value);
}

} // namespace gpuplan
