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
#include "messages/base.inc"
#include "messages/catalog.inc"
#include "messages/cli.inc"
#include "messages/des.inc"
#include "messages/gui.inc"
#include "messages/io.inc"
#include "messages/metrics.inc"
#include "messages/pricing.inc"
#include "messages/report.inc"
#include "messages/selfcheck.inc"
#include "messages/sim.inc"
#include "messages/workload.inc"
});

std::string_view find(std::string_view key) {
    const auto* const found =
        std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.key == key; });
    GPUPLAN_EXPECTS(found != table.end(), ("no message " + std::string(key)).c_str());
    return found->english;
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

std::string inQuotes(std::string_view value) {
    constexpr std::size_t longest = 120;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : value.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            result += "\\x";
            result += digits[byte >> 4U];
            result += digits[byte & 15U];
        } else {
            result += c;
        }
    }
    if (value.size() > longest)
        result += "...";
    return result + "\"";
}

} // namespace gpuplan
