#pragma once
/// A set of small integers whose lowest member is found in a few steps.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpuplan::sim {

/// Bits in levels of 64, end to end in one array: a set bit above says that the word below holds
/// one. Memory follows the largest index ever inserted.
class IndexSet {
public:
    bool empty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }

    // Every level is written each time, without asking whether it changes: which word was empty is
    // a coin toss to the processor, and a wrong guess costs more than the write.
    void insert(std::uint32_t index) {
        if (index >= m_room)
            makeRoom(index);
        std::size_t at = index;
        for (std::size_t level = 0; level < m_levels; ++level, at /= 64)
            m_words[m_begin[level] + at / 64] |= std::uint64_t{1} << (at % 64);
        ++m_size;
    }

    void erase(std::uint32_t index) {
        std::size_t at = index;
        std::uint64_t left = 0; // 1 if the word below still holds a bit
        for (std::size_t level = 0; level < m_levels; ++level, at /= 64) {
            std::uint64_t& word = m_words[m_begin[level] + at / 64];
            word = (word & ~(std::uint64_t{1} << (at % 64))) | left << (at % 64);
            left = word != 0 ? 1 : 0;
        }
        --m_size;
    }

    /// The set must not be empty.
    std::uint32_t lowest() const {
        std::size_t at = 0;
        for (std::size_t level = m_levels; level-- > 0;)
            at = at * 64 + static_cast<std::size_t>(std::countr_zero(m_words[m_begin[level] + at]));
        return static_cast<std::uint32_t>(at);
    }

private:
    /// Lays the levels out anew for indices up to at least `index`; members are kept.
    void makeRoom(std::uint32_t index) {
        std::vector<std::uint32_t> members;
        members.reserve(m_size);
        const std::size_t words0 = m_levels == 0 ? 0 : m_room / 64;
        for (std::size_t word = 0; word < words0; ++word)
            for (std::uint64_t bits = m_words[word]; bits != 0; bits &= bits - 1)
                members.push_back(static_cast<std::uint32_t>(
                    word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
        // Twice the room each time, so that filling a set costs linear time.
        m_room = 64;
        while (m_room <= index)
            m_room *= 2;
        m_levels = 0;
        std::size_t total = 0;
        for (std::size_t words = m_room / 64;; words = (words + 63) / 64) {
            m_begin[m_levels++] = total;
            total += words;
            if (words == 1)
                break;
        }
        m_words.assign(total, 0);
        m_size = 0;
        for (const std::uint32_t member : members)
            insert(member);
    }

    std::vector<std::uint64_t> m_words;
    std::array<std::size_t, 6> m_begin{}; ///< of each level; the last level is one word
    std::size_t m_levels = 0;
    std::size_t m_room = 0; ///< indices below have their words
    std::size_t m_size = 0;
};

} // namespace gpuplan::sim
