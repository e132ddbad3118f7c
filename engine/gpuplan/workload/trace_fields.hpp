#pragma once
/// Values of a trace's columns: decimal times, GPU counts, names. Quick for the usual plain digits,
/// exact for the rest.

#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan::workload {

enum class FieldState : std::uint8_t {
    Good,
    Empty,
    NotANumber, ///< other text, NaN, infinity
    TooLarge,   ///< a number past what is kept; `value` holds its sign
};

struct Field {
    std::int64_t value = 0;
    FieldState state = FieldState::Empty;
    bool rounded = false; ///< the text was finer than the unit kept

    bool isGood() const { return state == FieldState::Good; }
};

/// Times past 1,000 years are too large, so that a sum of a few never overflows.
inline constexpr std::int64_t largestTime = std::int64_t{365'250} * 86'400 * 1'000'000;

/// value * 10^power as an integer, half to even; |result| <= `most`, else TooLarge. Blanks around
/// the number are allowed. Seconds to microseconds: power 6; milliseconds: 3.
Field parseScaled(std::string_view text, int power, std::int64_t most = largestTime);
/// The same for any text, digit by digit; parseScaled comes here for all but plain whole numbers.
Field parseScaledExactly(std::string_view text, int power, std::int64_t most);

/// GPUs in thousandths; a positive count never becomes 0. TooLarge from 2^31 thousandths on.
Field parseGpus(std::string_view text);

enum class TextKind : std::uint8_t { Ascii, Utf8, Other, Control };
/// What a name is made of; Control: it holds bytes below 0x20 or 0x7f.
TextKind textKind(std::string_view text);
std::string latin1ToUtf8(std::string_view text);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);
/// ASCII letters compared without case.
bool equalsIgnoringCase(std::string_view a, std::string_view b);

inline Field parseScaled(std::string_view text, int power, std::int64_t most) {
    // Up to 12 digits: times 10^6 that stays within int64.
    constexpr std::size_t quickDigits = 12;
    if (text.empty() || text.size() > quickDigits)
        return parseScaledExactly(text, power, most);
    std::int64_t value = 0;
    for (const char c : text) {
        const unsigned digit = static_cast<unsigned char>(c) - unsigned{'0'};
        if (digit > 9)
            return parseScaledExactly(text, power, most);
        value = value * 10 + static_cast<std::int64_t>(digit);
    }
    value *= power == 6 ? 1'000'000 : power == 3 ? 1'000 : 1;
    if ((power != 6 && power != 3 && power != 0) || value > most)
        return parseScaledExactly(text, power, most);
    return {value, FieldState::Good, false};
}

} // namespace gpuplan::workload
