#pragma once
/// Sources told once and pointed at by number, so that tables stay narrow.

#include <gpuplan/base/messages.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

class SourceList {
public:
    /// `[1]`: the number of a source, new if it was not told yet. Without a source it is the
    /// scenario itself.
    std::string mark(const std::string& source, Language language);
    /// `[1] price list, page 3`, in order of number.
    std::vector<std::string> lines() const;

private:
    std::vector<std::string> m_sources;
};

} // namespace gpuplan::report
