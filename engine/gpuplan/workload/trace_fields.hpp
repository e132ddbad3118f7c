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

} // namespace gpuplan::workload
