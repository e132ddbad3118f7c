#pragma once
/// The fingerprint of a run: two runs with one hash did the same things at the same instants.

#include <gpuplan/base/hash.hpp>

#include <array>
#include <cstdint>

namespace gpuplan::des {

/// FNV-1a 64 over packed event records of 16 bytes (instant, then kind and subject; least
/// significant byte first). Records go round eight lanes, each an FNV-1a of its own; the result is
/// the FNV-1a of the eight lane values and the number of records. Lanes break the chain of
/// dependent multiplications, which alone would cost as much as the simulation
/// (docs/decisions/event-hash.md).
class EventHash {
public:
    void add(std::int64_t instant, std::uint8_t kind, std::uint32_t subject) {
        m_block[m_used++] = {static_cast<std::uint64_t>(instant),
                             (std::uint64_t{subject} << 8U) | kind};
        if (m_used == lanes)
            mix();
    }

    std::uint64_t records() const { return m_records + m_used; }

    std::uint64_t value() const {
        EventHash rest = *this;
        rest.mixSome();
        Fnv1a64 all;
        for (const Fnv1a64& lane : rest.m_lanes)
            all.addWord(lane.value());
        all.addWord(records());
        return all.value();
    }

private:
    static constexpr std::size_t lanes = 8;
    struct Record {
        std::uint64_t instant;
        std::uint64_t what;
    };

    void mix() {
        for (unsigned shift = 0; shift < 64; shift += 8)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                m_lanes[lane].add(static_cast<unsigned char>(m_block[lane].instant >> shift));
        for (unsigned shift = 0; shift < 64; shift += 8)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                m_lanes[lane].add(static_cast<unsigned char>(m_block[lane].what >> shift));
        m_records += lanes;
        m_used = 0;
    }
    void mixSome() {
        for (std::size_t lane = 0; lane < m_used; ++lane) {
            m_lanes[lane].addWord(m_block[lane].instant);
            m_lanes[lane].addWord(m_block[lane].what);
        }
    }

    std::array<Fnv1a64, lanes> m_lanes{};
    std::array<Record, lanes> m_block{};
    std::size_t m_used = 0;
    std::uint64_t m_records = 0;
};

} // namespace gpuplan::des
