#pragma once
/// What an engine sees of the simulation around it: the requests in flight and the calls by which
/// it tells what happens. A concept in words: `Host` of the engines' templates is the simulation.
///
///     Flight& flight(slot)                        the request
///     void schedule(replica, at, phase)           the replica's next event; replaces the one
///     before void unschedule(replica) void working(replica, now, bool)            the GPUs
///     compute, or not any more void communicated(from, to, seconds)        of that work so much
///     was collectives void evicted() void firstToken(slot, now), finished(slot, now)

#include <gpuplan/serving/service_spec.hpp>

#include <cstdint>

namespace gpuplan::serving {

/// A request in the service.
struct Flight {
    Tick arrived = 0;
    Tick first = -1; ///< its first token
    RequestSize size;
    std::int32_t generated = 0; ///< tokens so far
    std::uint32_t replica = 0;
};

} // namespace gpuplan::serving
