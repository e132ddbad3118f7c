#include <gpuplan/units/quantity_text.hpp>
#include <gpuplan/units/time.hpp>

#include <array>
#include <charconv>
#include <cstdio>
#include <limits>

namespace gpuplan {

namespace {

using namespace std::chrono;

struct TimeUnit {
    std::string_view name;
    std::int64_t micros;
};

// Months of 730 h and years of 8,760 h: the convention of analytic code
// (docs/method.md#conventions).
constexpr auto timeUnits = std::to_array<TimeUnit>({
    {"us", 1},
    {"ms", 1'000},
    {"s", 1'000'000},
    {"sec", 1'000'000},
    {"second", 1'000'000},
    {"seconds", 1'000'000},
    {"min", 60'000'000},
    {"minute", 60'000'000},
    {"minutes", 60'000'000},
    {"h", 3'600'000'000},
    {"hours", 3'600'000'000},
    {"hour", 3'600'000'000},
    {"d", 86'400'000'000},
    {"day", 86'400'000'000},
    {"days", 86'400'000'000},
    {"weeks", 604'800'000'000},
    {"week", 604'800'000'000},
    {"month", 2'628'000'000'000},
    {"months", 2'628'000'000'000},
    {"year", 31'536'000'000'000},
    {"years", 31'536'000'000'000},
});

std::optional<int> digitsAt(std::string_view text, std::size_t at, std::size_t count) {
    if (at + count > text.size())
        return std::nullopt;
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

} // namespace

std::optional<Duration> durationFromSeconds(const Decimal& value) {
    try {
        return Duration(toInt64(value.scaledInteger(6)));
    } catch (const ArithmeticOverflow&) {
        return std::nullopt;
    }
}

std::string secondsText(Duration span) {
    return Decimal::scaled(span.count(), 6).text();
}

Result<Duration> parseDuration(std::string_view text) {
    constexpr std::string_view example = "\"36 months\" or \"90 s\"";
    const Result<QuantityParts> parts = readQuantity(text, example);
    if (!parts)
        return parts.diagnostics();
    Diagnostics diagnostics;
    for (const TimeUnit& unit : timeUnits) {
        if (unit.name != parts->unit)
            continue;
        if (parts->amount.isNegative()) {
            diagnostics.error({}, "base.quantity.negative", {inQuotes(text)});
            return diagnostics;
        }
        try {
            return Duration(toInt64(multiplyDivideHalfEven(parts->amount.mantissa(), unit.micros,
                                                           powerOfTen(parts->amount.places()))));
        } catch (const ArithmeticOverflow&) {
            diagnostics.error({}, "base.quantity.too_large", {inQuotes(text)});
            return diagnostics;
        }
    }
    diagnostics.error({}, "base.quantity.unit",
                      {inQuotes(text), inQuotes(parts->unit), "time", std::string(example)});
    return diagnostics;
}

std::string durationText(Duration span) {
    constexpr auto shown = std::to_array<TimeUnit>(
        {{"d", 86'400'000'000}, {"h", 3'600'000'000}, {"min", 60'000'000}, {"s", 1'000'000}});
    for (const TimeUnit& unit : shown)
        if (span.count() != 0 && span.count() % unit.micros == 0)
            return std::to_string(span.count() / unit.micros) + " " + std::string(unit.name);
    return secondsText(span) + " s";
}

std::optional<Instant> parseInstant(std::string_view text) {
    const auto y = digitsAt(text, 0, 4);
    const auto mo = digitsAt(text, 5, 2);
    const auto d = digitsAt(text, 8, 2);
    if (!y || !mo || !d || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const year_month_day day{year(*y), month(static_cast<unsigned>(*mo)),
                             std::chrono::day(static_cast<unsigned>(*d))};
    if (!day.ok() || *y < 1)
        return std::nullopt;
    Instant result = time_point_cast<Duration>(sys_days(day));
    std::string_view rest = text.substr(10);
    if (rest.empty())
        return result;
    if (rest[0] != 'T' && rest[0] != ' ')
        return std::nullopt;
    const auto h = digitsAt(rest, 1, 2);
    const auto mi = digitsAt(rest, 4, 2);
    const auto s = digitsAt(rest, 7, 2);
    if (!h || !mi || !s || rest[3] != ':' || rest[6] != ':')
        return std::nullopt;
    if (*h > 23 || *mi > 59 || *s > 59)
        return std::nullopt;
    result += seconds(*h * 3600 + *mi * 60 + *s);
    rest.remove_prefix(9);
    if (!rest.empty() && rest[0] == '.') {
        std::size_t end = 1;
        while (end < rest.size() && rest[end] >= '0' && rest[end] <= '9')
            ++end;
        const auto fraction = Decimal::parse("0" + std::string(rest.substr(0, end)));
        if (!fraction)
            return std::nullopt;
        result += Duration(static_cast<std::int64_t>(fraction->scaledInteger(6)));
        rest.remove_prefix(end);
    }
    if (!rest.empty() && rest != "Z")
        return std::nullopt;
    return result;
}

std::string dateText(Instant instant) {
    const year_month_day day(floor<days>(instant));
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(day.year()),
                  static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
    return buffer.data();
}

std::string instantText(Instant instant) {
    const auto day = floor<days>(instant);
    const std::int64_t micros = (instant - day).count();
    const std::int64_t whole = micros / 1'000'000;
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "T%02d:%02d:%02d", static_cast<int>(whole / 3600),
                  static_cast<int>(whole / 60 % 60), static_cast<int>(whole % 60));
    std::string fraction;
    if (micros % 1'000'000 != 0)
        fraction = Decimal::scaled(micros % 1'000'000, 6).text().substr(1);
    return dateText(instant) + buffer.data() + fraction + "Z";
}

std::string monthText(Instant instant) {
    return dateText(instant).substr(0, 7);
}

Instant startOfMonth(Instant instant, int shift) {
    const year_month_day day(floor<days>(instant));
    return time_point_cast<Duration>(sys_days((day.year() / day.month() + months(shift)) / 1));
}

Instant addMonths(Instant instant, int shift) {
    const auto midnight = floor<days>(instant);
    const year_month_day day(midnight);
    year_month_day later = day + months(shift);
    if (!later.ok())
        later = later.year() / later.month() / last;
    return time_point_cast<Duration>(sys_days(later)) + (instant - midnight);
}

} // namespace gpuplan
