#include <gpuplan/base/contract.hpp>
#include <gpuplan/base/messages.hpp>

#include <algorithm>
#include <array>

namespace gpuplan {

namespace {

struct Entry {
    std::string_view key;
    std::string_view english;
};

constexpr auto table = std::to_array<Entry>({
#include "messages/advice.inc"
#include "messages/base.inc"
#include "messages/calibration.inc"
#include "messages/catalog.inc"
#include "messages/cli.inc"
#include "messages/des.inc"
#include "messages/gui.inc"
#include "messages/io.inc"
#include "messages/metrics.inc"
#include "messages/planner.inc"
#include "messages/pricing.inc"
#include "messages/report.inc"
#include "messages/selfcheck.inc"
#include "messages/sim.inc"
#include "messages/topology.inc"
#include "messages/workload.inc"
});

std::string_view find(std::string_view key) {
    const auto* const found =
        std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.key == key; });
    GPUPLAN_EXPECTS(found != table.end(), ("no message " + std::string(key)).c_str());
    return found->english;
}

/// Bytes of the UTF-8 character that `at` begins with; 0 if it begins with none.
std::size_t characterSize(std::string_view at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    if (byte(0) < 0x80)
        return 1;
    const std::size_t size = byte(0) < 0xc2 ? 0 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    if (size == 0 || byte(0) > 0xf4 || at.size() < size)
        return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0U) != 0x80)
            return 0;
    // Overlong forms, surrogates, and code points past U+10FFFF.
    const bool wrong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) > 0x9f) ||
                       (byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) > 0x8f);
    return wrong ? 0 : size;
}

} // namespace

std::string text(const Message& message, Language) {
    const std::string_view pattern = find(message.key);
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' &&
            pattern[i + 1] >= '0' && pattern[i + 1] <= '9') {
            const auto index = static_cast<std::size_t>(pattern[i + 1] - '0');
            GPUPLAN_EXPECTS(index < message.arguments.size(),
                            ("too few arguments for message " + message.key).c_str());
            result += message.arguments[index];
            i += 2;
        } else {
            result += pattern[i];
        }
    }
    return result;
}

std::string text(std::string_view key, Language language) {
    return text(Message{std::string(key), {}}, language);
}

std::vector<std::string_view> messageKeys() {
    std::vector<std::string_view> keys;
    for (const Entry& entry : table)
        keys.push_back(entry.key);
    std::sort(keys.begin(), keys.end());
    return keys;
}

bool isUtf8(std::string_view value) {
    while (!value.empty()) {
        const std::size_t size = characterSize(value);
        if (size == 0)
            return false;
        value.remove_prefix(size);
    }
    return true;
}

std::string printable(std::string_view value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    while (!value.empty()) {
        const std::size_t size = characterSize(value);
        const auto first = static_cast<unsigned char>(value[0]);
        const bool control = first < 0x20 || first == 0x7f ||
                             (first == 0xc2 && static_cast<unsigned char>(value[1]) < 0xa0);
        if (size == 0 || control) {
            for (const char c : value.substr(0, std::max<std::size_t>(size, 1))) {
                const auto byte = static_cast<unsigned char>(c);
                result += "\\x";
                result += digits[byte >> 4U];
                result += digits[byte & 15U];
            }
        } else {
            result += value.substr(0, size);
        }
        value.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

std::string inQuotes(std::string_view value) {
    constexpr std::size_t longest = 120;
    if (value.size() <= longest)
        return "\"" + printable(value) + "\"";
    std::size_t end = longest;
    // Back to the start of a character: at most three bytes follow a first one.
    while (end > longest - 3 && (static_cast<unsigned char>(value[end]) & 0xc0U) == 0x80)
        --end;
    return "\"" + printable(value.substr(0, end)) + "...\"";
}

} // namespace gpuplan
