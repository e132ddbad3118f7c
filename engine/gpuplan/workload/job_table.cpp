#include <gpuplan/workload/job_table.hpp>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace gpuplan::workload {

std::uint32_t StringPool::intern(std::string_view text) {
    const auto known = m_index.find(text);
    if (known != m_index.end())
        return known->second;
    const auto index = static_cast<std::uint32_t>(m_texts.size());
    m_index.emplace(text, index);
    m_texts.emplace_back(text);
    return index;
}

std::optional<std::uint32_t> StringPool::find(std::string_view text) const {
    const auto known = m_index.find(text);
    return known == m_index.end() ? std::nullopt : std::optional(known->second);
}

namespace {

/// A number that prints back as the same text.
std::optional<std::int64_t> canonicalNumber(std::string_view id) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), value);
    if (error != std::errc() || end != id.data() + id.size())
        return std::nullopt;
    if (id[0] == '-' || (id[0] == '0' && id.size() > 1))
        return std::nullopt;
    return value;
}

} // namespace

void JobIds::append(std::string_view id) {
    const bool text = !m_ends.empty();
    if (!text) {
        if (const auto number = canonicalNumber(id)) {
            if (m_numbers.empty() && *number == static_cast<std::int64_t>(m_size) + 1) {
                ++m_size;
                return;
            }
            if (m_numbers.empty() && m_size != 0) {
                m_numbers.resize(m_size);
                std::iota(m_numbers.begin(), m_numbers.end(), 1);
            }
            m_numbers.push_back(*number);
            ++m_size;
            return;
        }
        // The first id that is no number: all earlier ones become text.
        for (std::size_t row = 0; row < m_size; ++row) {
            m_texts += std::to_string(m_numbers.empty() ? static_cast<std::int64_t>(row) + 1
                                                        : m_numbers[row]);
            m_ends.push_back(m_texts.size());
        }
        m_numbers = {};
    }
    m_texts += id;
    m_ends.push_back(m_texts.size());
    ++m_size;
}

std::string JobIds::text(std::size_t row) const {
    return m_ends.empty() ? std::to_string(*number(row)) : std::string(view(row));
}

std::string_view JobIds::view(std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : m_ends[row - 1];
    return std::string_view(m_texts).substr(begin, m_ends[row] - begin);
}

int JobIds::compare(std::size_t a, std::size_t b) const {
    if (!m_ends.empty())
        return view(a).compare(view(b));
    const std::int64_t idA = *number(a);
    const std::int64_t idB = *number(b);
    return idA < idB ? -1 : (idA > idB ? 1 : 0);
}

std::optional<std::int64_t> JobIds::number(std::size_t row) const {
    if (!m_ends.empty())
        return std::nullopt;
    return m_numbers.empty() ? static_cast<std::int64_t>(row) + 1 : m_numbers[row];
}

GpuTime JobTable::gpuTime() const {
    GpuTime total;
    for (std::size_t row = 0; row < size(); ++row)
        total += GpuTime::of(gpuCount(row), Duration(duration[row]));
    return total;
}

std::vector<std::uint32_t> JobTable::queueOrder() const {
    const auto before = [this](std::uint32_t a, std::uint32_t b) {
        if (submit[a] != submit[b])
            return submit[a] < submit[b];
        const auto idA = ids.number(a);
        const auto idB = ids.number(b);
        if (idA && idB && *idA != *idB)
            return *idA < *idB;
        return a < b;
    };
    bool ordered = true;
    for (std::uint32_t row = 1; ordered && row < size(); ++row)
        ordered = before(row - 1, row);
    if (ordered)
        return {};
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), before);
    return order;
}

} // namespace gpuplan::workload
