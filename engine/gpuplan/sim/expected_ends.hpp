#pragma once
/// The running jobs by expected end, with sums of their GPUs: when will so many be free?

#include <gpuplan/policy/discipline.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gpuplan::sim {

/// A sorted list in chunks: insert and erase touch one chunk, a question skips whole chunks by
/// their sum.
class ExpectedEnds {
public:
    void insert(std::int64_t end, std::int32_t gpus, std::uint32_t slot);
    void erase(std::int64_t end, std::uint32_t slot);
    bool empty() const { return m_chunks.empty(); }

    /// Earliest end e at which free + GPUs of all ending at or before e reach `need`, and what is
    /// left over then. The sum over all must reach it.
    policy::Reservation reserve(std::int64_t free, std::int64_t need) const;

    template <typename Visit>
    void forEach(Visit visit) const {
        for (const Chunk& chunk : m_chunks)
            for (const Entry& entry : chunk.entries)
                visit(entry.end, entry.gpus, entry.slot);
    }

private:
    static constexpr std::size_t most = 64;
    struct Entry {
        std::int64_t end;
        std::int32_t gpus;
        std::uint32_t slot;
        bool operator<(const Entry& other) const {
            return end != other.end ? end < other.end : slot < other.slot;
        }
    };
    struct Chunk {
        std::vector<Entry> entries;
        std::int64_t sum = 0;
    };
    /// The chunk that holds or would take the entry.
    std::size_t chunkOf(const Entry& entry) const;

    std::vector<Chunk> m_chunks;
};

} // namespace gpuplan::sim
