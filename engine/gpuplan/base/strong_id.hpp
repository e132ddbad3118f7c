#pragma once
/// Positions that can not be mixed up.

#include <compare>
#include <cstdint>

namespace gpuplan {

/// The position of a thing in its table; ids of different tables do not compare.
template <typename Tag>
class StrongId {
public:
    constexpr StrongId() = default;
    constexpr explicit StrongId(std::uint32_t value) : m_value(value) {}
    constexpr std::uint32_t value() const { return m_value; }
    constexpr auto operator<=>(const StrongId&) const = default;

private:
    std::uint32_t m_value = 0;
};

using PoolId = StrongId<struct PoolTag>;
using NodeId = StrongId<struct NodeTag>;
using LeaseId = StrongId<struct LeaseTag>;
using JobId = StrongId<struct JobTag>;
using EntryId = StrongId<struct EntryTag>;

} // namespace gpuplan
