#pragma once
/// The complaints of one file while it is read: each with its place, all of them, in file order.

#include <gpuplan/io/json_document.hpp>

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

class Reading {
public:
    /// Past this many errors the rest is only counted: nobody reads more.
    static constexpr std::size_t mostErrors = 1000;

    /// Adds an error. \return false, so that a reader can end with it
    bool problem(Location at, std::string_view key, std::vector<std::string> arguments = {},
                 std::vector<std::string> candidates = {});
    /// Adds the errors of a text's own parser, moved to where the text stands. \return false
    bool problems(const JsonValue& at, const Diagnostics& found);
    /// "a text is needed, the number 5 found". `wanted` is a key of the message table. \return
    /// false
    bool wrongType(const JsonValue& value, std::string_view wanted);

    /// Notes that a value could not be read, without a complaint of its own: another one tells why.
    void markUnread(std::string pointer) { m_unread.insert(std::move(pointer)); }
    /// Whether neither this value nor one that holds it was complained of. Checks across fields ask
    /// before they build on a value that may only be a default.
    bool wasRead(std::string_view pointer) const;
    /// As wasRead, and no part of it was complained of either: it is absent if it seems so.
    bool isClean(std::string_view pointer) const;

    void append(const Diagnostics& found);
    bool hasErrors() const { return m_diagnostics.hasErrors(); }
    /// All complaints in file order.
    Diagnostics take();

private:
    bool isFull() const { return m_diagnostics.size() >= mostErrors; }
    Diagnostics m_diagnostics;
    std::size_t m_more = 0;
    std::set<std::string, std::less<>> m_unread; ///< pointers
};

/// The value as a person would name it: `the number 5`, `the text "a"`, `a list`.
std::string foundWords(const JsonValue& value);

/// `a, b, c`.
std::string listed(const std::vector<std::string>& names);

} // namespace gpuplan::io
