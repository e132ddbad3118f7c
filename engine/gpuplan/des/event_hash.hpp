#pragma once
/// The fingerprint of a run: two runs with one hash did the same things at the same instants.

#include <gpuplan/base/hash.hpp>

#include <bit>
#include <cstdint>

namespace gpuplan::des {

/// FNV-1a 64 over packed event records, in the order of events. A record is one byte (kind times 16
/// plus the number of bytes of the time that passed), the time since the last record, and four
/// bytes of subject; least significant byte first. Packed this tightly since a hash of wide records
/// would cost as much as the simulation itself (docs/decisions/event-hash.md).
class EventHash {
public:
    /// \param instant  not before the last one   \param kind  below 16
    void add(std::int64_t instant, std::uint8_t kind, std::uint32_t subject) {
        auto passed = static_cast<std::uint64_t>(instant) - static_cast<std::uint64_t>(m_last);
        m_last = instant;
        const auto bytes = static_cast<unsigned>((std::bit_width(passed) + 7) / 8);
        m_hash.add(static_cast<unsigned char>(kind * 16U + bytes));
        for (unsigned i = 0; i < bytes; ++i, passed >>= 8U)
            m_hash.add(static_cast<unsigned char>(passed & 255U));
        for (unsigned i = 0; i < 4; ++i, subject >>= 8U)
            m_hash.add(static_cast<unsigned char>(subject & 255U));
    }

    std::uint64_t value() const { return m_hash.value(); }

private:
    Fnv1a64 m_hash;
    std::int64_t m_last = 0;
};

} // namespace gpuplan::des
