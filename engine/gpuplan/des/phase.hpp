#pragma once
/// The order of things that happen at one instant.

#include <cstdint>

namespace gpuplan::des {

/// Events at one instant run in this order; within a phase in the order they were scheduled.
enum class Phase : std::uint8_t {
    CapacityChange, ///< what is retired now takes no new job
    Completion,     ///< frees room
    Failure,
    Arrival,
    Dispatch, ///< sees all of the above; timers that ask for a decision run here
    Metering, ///< reads, never writes
};

} // namespace gpuplan::des
