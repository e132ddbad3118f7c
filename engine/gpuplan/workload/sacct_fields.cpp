#include <gpuplan/units/int128.hpp>
#include <gpuplan/workload/sacct_fields.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuplan::workload {

namespace {

constexpr Field notANumber{0, FieldState::NotANumber, false};

std::optional<std::uint64_t> digits(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// Calls `use` with each part between commas until it returns false. \return whether it never did.
template <typename Use>
bool forEachPart(std::string_view text, Use use) {
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (!use(text.substr(0, comma)))
            return false;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

} // namespace

Field parseSlurmSpan(std::string_view text) {
    text = trimmed(text);
    if (text.empty())
        return {};
    std::uint64_t days = 0;
    const std::size_t dash = text.find('-');
    if (dash != std::string_view::npos) {
        const auto count = digits(text.substr(0, dash));
        if (!count)
            return notANumber;
        if (*count > 400'000)
            return {1, FieldState::TooLarge, false};
        days = *count;
        text.remove_prefix(dash + 1);
    }
    const std::size_t last = text.rfind(':');
    if (last == std::string_view::npos)
        return notANumber;
    std::string_view front = text.substr(0, last);
    const std::size_t first = front.find(':');
    const bool hasHours = first != std::string_view::npos;
    const auto hours = hasHours ? digits(front.substr(0, first)) : std::optional<std::uint64_t>(0);
    const auto minutes = digits(hasHours ? front.substr(first + 1) : front);
    const std::string_view secondsText = text.substr(last + 1);
    const Field seconds = parseScaled(secondsText, 6);
    if (!hours || !minutes || !seconds.isGood() || secondsText.empty() || secondsText[0] == '-' ||
        secondsText[0] == '+' || *hours > 1'000'000 || *minutes > 1'000'000)
        return notANumber;
    const std::uint64_t whole = days * 86'400 + *hours * 3'600 + *minutes * 60;
    return {static_cast<std::int64_t>(whole) * 1'000'000 + seconds.value, FieldState::Good,
            seconds.rounded};
}

Field parseTresGpus(std::string_view text) {
    constexpr std::string_view whole = "gres/gpu";
    std::optional<std::int64_t> total;
    Int128 parts = 0;
    constexpr std::int64_t most = std::int64_t{1} << 40U;
    const bool good = forEachPart(text, [&](std::string_view part) {
        const std::size_t equals = part.find('=');
        const std::string_view key = part.substr(0, equals);
        const bool isWhole = key == whole;
        if (!isWhole && !(key.starts_with(whole) && key[whole.size()] == ':'))
            return true;
        const Field count =
            parseScaled(equals == std::string_view::npos ? "" : part.substr(equals + 1), 0, most);
        if (!count.isGood() || count.value < 0 || count.rounded)
            return false;
        if (isWhole)
            total = count.value;
        else
            parts += count.value;
        return true;
    });
    if (!good)
        return notANumber;
    const Int128 milli = (total ? Int128{*total} : parts) * 1000;
    if (milli >= Int128{1} << 31)
        return {1, FieldState::TooLarge, false};
    return {static_cast<std::int64_t>(milli), FieldState::Good, false};
}

bool isSlurmNothing(std::string_view text) {
    constexpr std::array<std::string_view, 8> words{
        "", "Unknown", "None", "N/A", "INVALID", "(null)", "UNLIMITED", "Partition_Limit"};
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return equalsIgnoringCase(word, trimmed(text));
    });
}

std::optional<std::vector<std::string>> expandArray(std::string_view id) {
    const std::size_t open = id.find("_[");
    if (open == std::string_view::npos || id.back() != ']')
        return std::nullopt;
    const std::string base(id.substr(0, open + 1));
    std::string_view list = id.substr(open + 2, id.size() - open - 3);
    // `%2` says how many may run at once.
    const std::size_t percent = list.find('%');
    if (percent != std::string_view::npos && !digits(list.substr(percent + 1)))
        return std::nullopt;
    list = list.substr(0, percent);
    std::vector<std::string> ids;
    const bool good = forEachPart(list, [&](std::string_view part) {
        std::uint64_t step = 1;
        if (const std::size_t colon = part.find(':'); colon != std::string_view::npos) {
            step = digits(part.substr(colon + 1)).value_or(0);
            part = part.substr(0, colon);
        }
        const std::size_t dash = part.find('-');
        const auto first = digits(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : digits(part.substr(dash + 1));
        if (!first || !last || *first > *last || *last > mostArrayTasks || step == 0)
            return false;
        for (std::uint64_t task = *first; task <= *last; task += step) {
            if (ids.size() == mostArrayTasks)
                return false;
            ids.push_back(base + std::to_string(task));
        }
        return true;
    });
    return good && !ids.empty() ? std::optional(std::move(ids)) : std::nullopt;
}

} // namespace gpuplan::workload
