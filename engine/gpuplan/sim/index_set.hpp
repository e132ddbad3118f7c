#pragma once
/// A set of small integers whose lowest member is found in a few steps.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpuplan::sim {

/// Bits in levels of 64: a set bit above says that the word below holds one. Memory follows the
/// largest index ever inserted.
class IndexSet {
public:
    bool empty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }

    void insert(std::uint32_t index) {
        if (index >= m_room)
            ensure(index);
        std::size_t at = index;
        for (auto& level : m_levels) {
            std::uint64_t& word = level[at / 64];
            const bool stood = word != 0;
            word |= std::uint64_t{1} << (at % 64);
            if (stood)
                break;
            at /= 64;
        }
        ++m_size;
    }

    void erase(std::uint32_t index) {
        std::size_t at = index;
        for (auto& level : m_levels) {
            std::uint64_t& word = level[at / 64];
            word &= ~(std::uint64_t{1} << (at % 64));
            if (word != 0)
                break;
            at /= 64;
        }
        --m_size;
    }

    /// The set must not be empty.
    std::uint32_t lowest() const {
        std::size_t at = 0;
        for (std::size_t level = m_levels.size(); level-- > 0;)
            at = at * 64 + static_cast<std::size_t>(__builtin_ctzll(m_levels[level][at]));
        return static_cast<std::uint32_t>(at);
    }

private:
    void ensure(std::uint32_t index) {
        if (m_levels.empty())
            m_levels.emplace_back(1, 0);
        std::size_t words = index / 64 + 1;
        for (std::size_t level = 0;; ++level) {
            if (level == m_levels.size()) {
                // A new top over what stands below.
                m_levels.emplace_back(words, 0);
                for (std::size_t i = 0; i < m_levels[level - 1].size(); ++i)
                    if (m_levels[level - 1][i] != 0)
                        m_levels[level][i / 64] |= std::uint64_t{1} << (i % 64);
            }
            if (m_levels[level].size() < words)
                m_levels[level].resize(words, 0);
            if (m_levels[level].size() == 1 && level + 1 == m_levels.size())
                return;
            words = (m_levels[level].size() + 63) / 64;
        }
    }

    std::vector<std::vector<std::uint64_t>>
        m_levels; ///< [0] holds the members; the last is one word
    std::size_t m_size = 0;
    std::size_t m_room = 0; ///< indices below have their words
};

} // namespace gpuplan::sim
