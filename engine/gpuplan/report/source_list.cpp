#include <gpuplan/report/source_list.hpp>

#include <algorithm>

namespace gpuplan::report {

std::string SourceList::mark(const std::string& source, Language language) {
    const std::string told = source.empty() ? text("report.source.scenario", language) : source;
    auto found = std::find(m_sources.begin(), m_sources.end(), told);
    if (found == m_sources.end())
        found = m_sources.insert(m_sources.end(), told);
    return "[" + std::to_string(found - m_sources.begin() + 1) + "]";
}

std::vector<std::string> SourceList::lines() const {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        list.push_back("[" + std::to_string(i + 1) + "] " + m_sources[i]);
    return list;
}

} // namespace gpuplan::report
