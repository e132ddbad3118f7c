#pragma once
/// Waiting jobs of one size in order of arrival, with "the first behind here that is short enough"
/// in logarithmic time: what backfilling asks again and again.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace gpuplan::policy {

/// Entries stand in ascending position (place in the whole queue). A tournament tree over the
/// estimates finds the first entry within a limit.
class SizeClass {
public:
    static constexpr std::int64_t removed = std::numeric_limits<std::int64_t>::max();
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

    struct Entry {
        std::uint64_t position = 0;
        std::uint32_t job = 0;
    };

    bool empty() const { return m_live == 0; }
    const Entry& operator[](std::uint32_t index) const { return m_entries[index]; }

    /// `position` is above all earlier ones; `estimate` < removed.
    void append(std::uint64_t position, std::uint32_t job, std::int64_t estimate) {
        if (m_entries.size() == m_leaves)
            grow();
        const auto index = static_cast<std::uint32_t>(m_entries.size());
        m_entries.push_back({position, job});
        ++m_live;
        set(index, estimate);
    }

    void remove(std::uint32_t index) {
        set(index, removed);
        --m_live;
        if (m_live == 0) {
            clear();
            return;
        }
        while (m_tree[m_leaves + m_first] == removed)
            ++m_first;
    }

    /// Removes the entry at `position`, which must stand.
    void removeAt(std::uint64_t position) { remove(firstFrom(position)); }

    /// First live entry at or behind `position` with estimate <= limit; nowhere if there is none.
    std::uint32_t find(std::uint64_t position, std::int64_t limit) const {
        if (m_live == 0)
            return nowhere;
        std::uint32_t index = firstFrom(position);
        if (index >= m_entries.size())
            return nowhere;
        std::size_t node = m_leaves + index;
        // Up while the part to the right holds nothing short enough, then down to its first leaf.
        while (m_tree[node] > limit) {
            while ((node & 1U) != 0) {
                node >>= 1U;
                if (node == 0 || node == 1)
                    return nowhere;
            }
            ++node;
        }
        while (node < m_leaves) {
            node *= 2;
            if (m_tree[node] > limit)
                ++node;
        }
        index = static_cast<std::uint32_t>(node - m_leaves);
        return index < m_entries.size() ? index : nowhere;
    }

private:
    /// First entry, live or removed, at or behind `position`.
    std::uint32_t firstFrom(std::uint64_t position) const {
        // Most questions start before the first job that waits: no search then.
        if (m_entries[m_first].position >= position)
            return static_cast<std::uint32_t>(m_first);
        std::size_t low = m_first + 1;
        std::size_t high = m_entries.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (m_entries[middle].position < position)
                low = middle + 1;
            else
                high = middle;
        }
        return static_cast<std::uint32_t>(low);
    }

    void set(std::uint32_t index, std::int64_t estimate) {
        std::size_t node = m_leaves + index;
        m_tree[node] = estimate;
        for (node >>= 1U; node >= 1; node >>= 1U) {
            const std::int64_t least = std::min(m_tree[node * 2], m_tree[node * 2 + 1]);
            if (m_tree[node] == least)
                break;
            m_tree[node] = least;
        }
    }

    void clear() {
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            std::size_t node = m_leaves + i;
            for (; node >= 1 && m_tree[node] != removed; node >>= 1U)
                m_tree[node] = removed;
        }
        m_entries.clear();
        m_first = 0;
    }

    /// Drops removed entries; doubles the leaves if more than three quarters are live. Amortised
    /// constant, since a quarter is free afterwards.
    void grow() {
        std::vector<Entry> entries;
        std::vector<std::int64_t> estimates;
        entries.reserve(m_live + 1);
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            if (m_tree[m_leaves + i] == removed)
                continue;
            entries.push_back(m_entries[i]);
            estimates.push_back(m_tree[m_leaves + i]);
        }
        if (m_leaves == 0)
            m_leaves = 16;
        while (entries.size() * 4 > m_leaves * 3)
            m_leaves *= 2;
        m_tree.assign(m_leaves * 2, removed);
        m_entries = std::move(entries);
        m_first = 0;
        m_entries.reserve(m_leaves);
        for (std::size_t i = 0; i < estimates.size(); ++i)
            m_tree[m_leaves + i] = estimates[i];
        for (std::size_t node = m_leaves; node-- > 1;)
            m_tree[node] = std::min(m_tree[node * 2], m_tree[node * 2 + 1]);
    }

    std::vector<Entry> m_entries;
    std::vector<std::int64_t> m_tree; ///< [1] is the root, leaves from m_leaves on
    std::size_t m_leaves = 0;
    std::size_t m_live = 0;
    std::size_t m_first = 0; ///< index of the first live entry
};

} // namespace gpuplan::policy
