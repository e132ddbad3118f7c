#pragma once
/// Draws the requests of a service, one after the other. Streams: `requests/NAME`,
/// `request-size/NAME`, `bursts/NAME`.

#include <gpuplan/des/random.hpp>
#include <gpuplan/serving/service_spec.hpp>

#include <cstddef>
#include <cstdint>

namespace gpuplan::serving {

class RequestSource {
public:
    /// Requests in [begin, end). The stream's rates hold by the hour of the window, hour 0 at 0.
    RequestSource(const RequestStream& stream, std::uint64_t seed, std::uint32_t replication,
                  Tick begin, Tick end);

    /// Goes to the next request. \return whether there is one
    bool advance();
    Tick at() const { return m_at; }
    RequestSize drawSize();

private:
    bool advanceRecorded();
    /// Moves on by so much of the integrated rate. \return whether that is before the end
    bool move(double wanted);
    double rateAt(std::int64_t hourIndex) const;
    double drawGap();
    double factor() const;

    const RequestStream& m_stream;
    des::RandomStream m_gaps;
    des::RandomStream m_sizes;
    des::RandomStream m_bursts;
    Tick m_end;
    Tick m_at;
    double m_now;           ///< of the last request, microseconds, with its fraction
    std::size_t m_next = 0; ///< recorded
    bool m_inBurst = false;
    double m_switchAt = 0; ///< end of the burst or calm, microseconds
};

/// Gives each recorded request a size by the stream's law, in order.
void drawRecordedSizes(RequestStream& stream, std::uint64_t seed);

/// Mean requests of the stream in [0, length).
double expectedRequests(const RequestStream& stream, Tick length);

} // namespace gpuplan::serving
