#include <gpuplan/base/diagnostic.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace gpuplan {

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::Error)
        ++m_errors;
    m_list.push_back(std::move(diagnostic));
}

void Diagnostics::append(const Diagnostics& others) {
    for (const Diagnostic& diagnostic : others)
        add(diagnostic);
}

void Diagnostics::error(Location at, std::string_view key, std::vector<std::string> arguments,
                        std::vector<std::string> candidates) {
    add({Severity::Error,
         Trouble::Input,
         std::move(at),
         {std::string(key), std::move(arguments)},
         std::move(candidates)});
}

void Diagnostics::warning(Location at, std::string_view key, std::vector<std::string> arguments) {
    add({Severity::Warning,
         Trouble::Input,
         std::move(at),
         {std::string(key), std::move(arguments)},
         {}});
}

void Diagnostics::note(Location at, std::string_view key, std::vector<std::string> arguments) {
    add({Severity::Note,
         Trouble::Input,
         std::move(at),
         {std::string(key), std::move(arguments)},
         {}});
}

void Diagnostics::outside(Location at, std::string_view key, std::vector<std::string> arguments) {
    add({Severity::Error,
         Trouble::Outside,
         std::move(at),
         {std::string(key), std::move(arguments)},
         {}});
}

void Diagnostics::sortByPlace() {
    std::stable_sort(m_list.begin(), m_list.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.at.file, a.at.line, a.at.column) <
               std::tie(b.at.file, b.at.line, b.at.column);
    });
}

std::string describe(const Diagnostic& diagnostic, Language language) {
    const Location& at = diagnostic.at;
    std::string result;
    if (!at.file.empty()) {
        result += printable(at.file) + ":";
        if (at.line != 0)
            result += std::to_string(at.line) + ":";
        if (at.line != 0 && at.column != 0)
            result += std::to_string(at.column) + ":";
        result += " ";
    }
    switch (diagnostic.severity) {
    case Severity::Error:
        result += text("base.severity.error", language);
        break;
    case Severity::Warning:
        result += text("base.severity.warning", language);
        break;
    case Severity::Note:
        result += text("base.severity.note", language);
        break;
    }
    result += ": " + text(diagnostic.message, language) + "\n";
    if (!at.pointer.empty())
        result += "  at " + printable(at.pointer) + "\n";
    if (!diagnostic.candidates.empty()) {
        std::string names;
        for (const std::string& name : diagnostic.candidates)
            names += (names.empty() ? "" : ", ") + inQuotes(name);
        result += "  " + text(Message{"base.did_you_mean", {names}}, language) + "\n";
    }
    return result;
}

std::string describe(const Diagnostics& diagnostics, Language language) {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics)
        result += describe(diagnostic, language);
    return result;
}

} // namespace gpuplan
