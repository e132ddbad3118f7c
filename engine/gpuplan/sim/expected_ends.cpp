#include <gpuplan/base/contract.hpp>
#include <gpuplan/sim/expected_ends.hpp>

namespace gpuplan::sim {

std::size_t ExpectedEnds::chunkOf(const Entry& entry) const {
    const auto found = std::lower_bound(
        m_chunks.begin(), m_chunks.end(), entry,
        [](const Chunk& chunk, const Entry& e) { return chunk.entries.back() < e; });
    const auto at = static_cast<std::size_t>(found - m_chunks.begin());
    return at == m_chunks.size() && at != 0 ? at - 1 : at;
}

void ExpectedEnds::insert(std::int64_t end, std::int32_t gpus, std::uint32_t slot) {
    const Entry entry{end, gpus, slot};
    if (m_chunks.empty()) {
        m_chunks.emplace_back();
        m_chunks.back().entries.reserve(most);
    }
    const std::size_t at = m_chunks.front().entries.empty() ? 0 : chunkOf(entry);
    Chunk& chunk = m_chunks[at];
    chunk.entries.insert(std::lower_bound(chunk.entries.begin(), chunk.entries.end(), entry),
                         entry);
    chunk.sum += gpus;
    if (chunk.entries.size() < most)
        return;
    Chunk second;
    second.entries.reserve(most);
    second.entries.assign(chunk.entries.begin() + most / 2, chunk.entries.end());
    chunk.entries.resize(most / 2);
    for (const Entry& moved : second.entries)
        second.sum += moved.gpus;
    chunk.sum -= second.sum;
    m_chunks.insert(m_chunks.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(second));
}

void ExpectedEnds::erase(std::int64_t end, std::uint32_t slot) {
    const Entry key{end, 0, slot};
    const std::size_t at = chunkOf(key);
    Chunk& chunk = m_chunks[at];
    const auto found = std::lower_bound(chunk.entries.begin(), chunk.entries.end(), key);
    GPUPLAN_EXPECTS(found != chunk.entries.end() && found->end == end && found->slot == slot,
                    "a job that ends was expected to");
    chunk.sum -= found->gpus;
    chunk.entries.erase(found);
    if (chunk.entries.empty())
        m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(at));
}

policy::Reservation ExpectedEnds::reserve(std::int64_t free, std::int64_t need) const {
    std::int64_t level = free;
    for (std::size_t at = 0; at < m_chunks.size(); ++at) {
        if (level + m_chunks[at].sum < need) {
            level += m_chunks[at].sum;
            continue;
        }
        std::size_t inside = 0;
        while (level < need)
            level += m_chunks[at].entries[inside++].gpus;
        const std::int64_t shadow = m_chunks[at].entries[inside - 1].end;
        // All that end at the same instant count, also those in the chunks behind.
        for (; at < m_chunks.size(); ++at, inside = 0) {
            const auto& entries = m_chunks[at].entries;
            for (; inside < entries.size(); ++inside) {
                if (entries[inside].end != shadow)
                    return {shadow, level - need};
                level += entries[inside].gpus;
            }
        }
        return {shadow, level - need};
    }
    GPUPLAN_EXPECTS(false, "a job that was not rejected fits when all have ended");
    return {};
}

} // namespace gpuplan::sim
