#pragma once
/// The one message table: every text a person reads has a key here and its wording in
/// `messages/<section>.inc`. A lint test holds keys used in the sources against the table.

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan {

enum class Language { English, Russian };

/// A text not yet worded: a key of the table and its arguments, already formatted as text.
struct Message {
    std::string key;
    std::vector<std::string> arguments;

    bool operator==(const Message&) const = default;
};

/// Words the message. `{0}`, `{1}`, ... stand for the arguments; an unknown key is a
/// ContractViolation. A text missing in `language` falls back to English.
std::string text(const Message& message, Language language = Language::English);
std::string text(std::string_view key, Language language = Language::English);

/// Every key of the table, sorted; for the lint test.
std::vector<std::string_view> messageKeys();

/// Whether all bytes are whole UTF-8 characters.
bool isUtf8(std::string_view value);
/// What the user typed, safe to print: control characters and bytes that are not UTF-8 are shown as
/// \xNN.
std::string printable(std::string_view value);
/// `"value"` with quotes around what the user typed, printable; values past 120 bytes are cut
/// between characters.
std::string inQuotes(std::string_view value);

} // namespace gpuplan
