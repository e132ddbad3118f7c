#include <gpuplan/units/int128.hpp>
#include <gpuplan/workload/trace_fields.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace gpuplan::workload {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

Field limited(Int128 value, std::int64_t most, bool rounded) {
    if (value > most || value < -Int128{most})
        return {value < 0 ? -1 : 1, FieldState::TooLarge, false};
    return {static_cast<std::int64_t>(value), FieldState::Good, rounded};
}

/// A decimal as written: mantissa * 10^exponent, and whether digits past the 30th were not all 0.
struct Written {
    Int128 mantissa = 0;
    std::int64_t exponent = 0;
    bool negative = false;
    bool more = false;
};

std::optional<Written> scan(std::string_view text) {
    constexpr int mostDigits = 30;
    Written result;
    std::size_t at = 0;
    result.negative = text[0] == '-';
    if (text[0] == '-' || text[0] == '+')
        ++at;
    int digits = 0;
    bool point = false;
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !point)); ++at) {
        if (text[at] == '.') {
            point = true;
        } else if (digits == mostDigits) {
            result.more = result.more || text[at] != '0';
            result.exponent += point ? 0 : 1;
        } else {
            result.mantissa = result.mantissa * 10 + (text[at] - '0');
            digits += result.mantissa != 0 ? 1 : 0;
            result.exponent -= point ? 1 : 0;
        }
    }
    if (at == 0 || !isDigit(text[at - 1]))
        return std::nullopt;
    if (at == text.size())
        return result;
    if (text[at] != 'e' && text[at] != 'E')
        return std::nullopt;
    ++at;
    const bool down = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        ++at;
    if (at == text.size())
        return std::nullopt;
    std::int64_t exponent = 0;
    for (; at < text.size(); ++at) {
        if (!isDigit(text[at]))
            return std::nullopt;
        exponent = std::min<std::int64_t>(exponent * 10 + (text[at] - '0'), 10'000'000);
    }
    result.exponent += down ? -exponent : exponent;
    return result;
}

} // namespace

Field parseScaledExactly(std::string_view text, int power, std::int64_t most) {
    text = trimmed(text);
    if (text.empty())
        return {};
    const auto written = scan(text);
    if (!written)
        return {0, FieldState::NotANumber, false};
    const std::int64_t shift = written->exponent + power;
    const std::int64_t sign = written->negative ? -1 : 1;
    Int128 value = written->mantissa;
    bool rounded = written->more;
    if (shift >= 0) {
        for (std::int64_t i = 0; i < shift && value != 0; ++i) {
            value *= 10;
            if (value > most)
                return {sign, FieldState::TooLarge, false};
        }
    } else if (shift < -30) {
        rounded = rounded || value != 0;
        value = 0;
    } else {
        const Int128 unit = powerOfTen(static_cast<int>(-shift));
        const Int128 rest = value % unit;
        value /= unit;
        rounded = rounded || rest != 0;
        const bool tie = rest * 2 == unit && !written->more;
        if (rest * 2 >= unit && (!tie || value % 2 != 0))
            ++value;
    }
    return limited(value * sign, most, rounded);
}

Field parseGpus(std::string_view text) {
    Field field = parseScaled(text, 3, std::numeric_limits<std::int32_t>::max());
    if (field.isGood() && field.value == 0 && field.rounded) {
        const std::string_view plain = trimmed(text);
        field.value = plain[0] == '-' ? -1 : 1;
    }
    return field;
}

TextKind textKind(std::string_view text) {
    bool ascii = true;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            return TextKind::Control;
        ascii = ascii && byte < 0x80;
    }
    if (ascii)
        return TextKind::Ascii;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80                   ? 1
                                   : lead >= 0xc2 && lead < 0xe0 ? 2
                                   : lead >= 0xe0 && lead < 0xf0 ? 3
                                   : lead >= 0xf0 && lead < 0xf5 ? 4
                                                                 : 0;
        if (length == 0 || i + length > text.size())
            return TextKind::Other;
        for (std::size_t j = 1; j < length; ++j)
            if ((static_cast<unsigned char>(text[i + j]) & 0xc0U) != 0x80U)
                return TextKind::Other;
        const auto second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0U;
        // Longer forms than needed, surrogates, and past U+10FFFF.
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
            (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f))
            return TextKind::Other;
        i += length;
    }
    return TextKind::Utf8;
}

std::string latin1ToUtf8(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            result += c;
        } else {
            result += static_cast<char>(0xc0U | (byte >> 6U));
            result += static_cast<char>(0x80U | (byte & 0x3fU));
        }
    }
    return result;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace gpuplan::workload
