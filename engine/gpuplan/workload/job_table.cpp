#include <gpuplan/workload/job_table.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace gpuplan::workload {

namespace {

/// Eight bytes at a time. Names are short, so this is most of the cost of a lookup.
std::uint32_t hashOf(std::string_view text) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t state = text.size() * odd;
    const auto add = [&](const char* from, std::size_t count) {
        std::uint64_t word = 0;
        std::memcpy(&word, from, count);
        state = (state ^ word) * odd;
        state ^= state >> 32U;
    };
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 8; at += 8, left -= 8)
        add(at, 8);
    if (left >= 4) {
        add(at, 4);
        add(at + left - 4, 4);
    } else if (left != 0) {
        add(at, 1);
        add(at + left / 2, 1);
        add(at + left - 1, 1);
    }
    return static_cast<std::uint32_t>(state);
}

} // namespace

std::size_t StringPool::slotOf(std::string_view text, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        const Slot& slot = m_slots[at];
        if (slot.indexAndOne == 0 || (slot.hash == hash && m_texts[slot.indexAndOne - 1] == text))
            return at;
    }
}

void StringPool::grow() {
    std::vector<Slot> old(std::max<std::size_t>(m_slots.size() * 2, 16));
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.indexAndOne == 0)
            continue;
        std::size_t at = slot.hash & mask;
        while (m_slots[at].indexAndOne != 0)
            at = (at + 1) & mask;
        m_slots[at] = slot;
    }
}

std::uint32_t StringPool::intern(std::string_view text) {
    if (m_texts.size() * 2 >= m_slots.size())
        grow();
    const std::uint32_t hash = hashOf(text);
    Slot& slot = m_slots[slotOf(text, hash)];
    if (slot.indexAndOne == 0) {
        m_texts.emplace_back(text);
        slot = {hash, static_cast<std::uint32_t>(m_texts.size())};
    }
    return slot.indexAndOne - 1;
}

std::optional<std::uint32_t> StringPool::find(std::string_view text) const {
    if (m_slots.empty())
        return std::nullopt;
    const Slot& slot = m_slots[slotOf(text, hashOf(text))];
    return slot.indexAndOne == 0 ? std::nullopt : std::optional(slot.indexAndOne - 1);
}

namespace {

/// A number that prints back as the same text.
std::optional<std::int64_t> canonicalNumber(std::string_view id) {
    constexpr std::size_t mostDigits = 18; // never past int64
    if (id.empty() || id.size() > mostDigits || (id[0] == '0' && id.size() > 1))
        return std::nullopt;
    std::int64_t value = 0;
    for (const char c : id) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
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
