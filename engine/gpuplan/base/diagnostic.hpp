#pragma once
/// Trouble as data: what is wrong, where, and what would be right. One function prints it, the GUI
/// lists it; nothing else words a complaint.

#include <gpuplan/base/messages.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan {

enum class Severity { Note, Warning, Error };

/// Whose trouble it is; decides the exit code.
enum class Trouble {
    Input,   ///< what a person wrote: exit 1
    Outside, ///< a file, a disk, a system call: exit 3
    Target,  ///< done, but a stated target is missed: exit 4
};

/// A place in a file. Line and column count from 1; 0 means not known. The column counts bytes.
struct Location {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string pointer; ///< JSON pointer, or the column name of a CSV row

    bool operator==(const Location&) const = default;
};

struct Diagnostic {
    Severity severity = Severity::Error;
    Trouble trouble = Trouble::Input;
    Location at;
    Message message;
    std::vector<std::string> candidates; ///< nearest known names, best first
    bool operator==(const Diagnostic&) const = default;
};

/// A growing list of problems, in the order found.
class Diagnostics {
public:
    void add(Diagnostic diagnostic);
    void append(const Diagnostics& others);

    void error(Location at, std::string_view key, std::vector<std::string> arguments = {},
               std::vector<std::string> candidates = {});
    void warning(Location at, std::string_view key, std::vector<std::string> arguments = {});
    void note(Location at, std::string_view key, std::vector<std::string> arguments = {});
    /// The file or disk is in trouble.
    void outside(Location at, std::string_view key, std::vector<std::string> arguments = {});

    bool hasErrors() const { return m_errors != 0; }
    bool empty() const { return m_list.empty(); }
    std::size_t size() const { return m_list.size(); }
    auto begin() const { return m_list.begin(); }
    auto end() const { return m_list.end(); }
    const Diagnostic& operator[](std::size_t index) const { return m_list[index]; }

    /// Orders by file, line, column; equal places keep the order found.
    void sortByPlace();

    bool operator==(const Diagnostics&) const = default;

private:
    std::vector<Diagnostic> m_list;
    std::size_t m_errors = 0;
};

/// `file:line:column: error: message`, then `  at <pointer>`, then what would be right.
std::string describe(const Diagnostic& diagnostic, Language language = Language::English);
/// All of them, each on its own lines, with a line feed at the end.
std::string describe(const Diagnostics& diagnostics, Language language = Language::English);

} // namespace gpuplan
