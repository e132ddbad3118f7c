#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/serving/request_source.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::serving {

namespace {

constexpr double hourMicros = static_cast<double>(hour);

std::int64_t floorHour(double micros) {
    return static_cast<std::int64_t>(std::floor(micros / hourMicros));
}

/// Gamma law of mean 1 and shape k by Marsaglia and Tsang, ACM TOMS 26(3), 2000.
double drawGamma(des::RandomStream& stream, double shape) {
    if (shape < 1.0) {
        const double boosted = drawGamma(stream, shape + 1.0) * (shape + 1.0);
        return boosted * des::exp(des::log(stream.uniform()) / shape) / shape;
    }
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = stream.normal();
        const double root = 1.0 + c * x;
        const double u = stream.uniform();
        if (root <= 0.0)
            continue;
        const double v = root * root * root;
        if (des::log(u) < 0.5 * x * x + d - d * v + d * des::log(v))
            return d * v / shape;
    }
}

std::int32_t drawTokens(des::RandomStream& stream, double median, double mean, std::int32_t most) {
    const double sigma = mean > median ? std::sqrt(2.0 * des::log(mean / median)) : 0.0;
    const double drawn = std::nearbyint(stream.lognormal(median, sigma));
    if (!(drawn < static_cast<double>(most)))
        return most;
    return std::max(static_cast<std::int32_t>(drawn), 1);
}

struct DrawSize {
    des::RandomStream& stream;

    RequestSize operator()(const RequestSize& same) const { return same; }
    RequestSize operator()(const LognormalSize& law) const {
        const std::int32_t input =
            drawTokens(stream, law.medianInput, law.meanInput, law.most.input);
        return {input, drawTokens(stream, law.medianOutput, law.meanOutput, law.most.output)};
    }
    RequestSize operator()(const ListedSizes& law) const {
        double total = 0.0;
        for (const double weight : law.weights)
            total += weight;
        double left = stream.uniform() * total;
        for (std::size_t i = 0; i + 1 < law.sizes.size(); ++i) {
            left -= law.weights[i];
            if (left < 0.0)
                return law.sizes[i];
        }
        return law.sizes.back();
    }
};

} // namespace

RequestSource::RequestSource(const RequestStream& stream, std::uint64_t seed,
                             std::uint32_t replication, Tick begin, Tick end)
    : m_stream(stream), m_gaps(seed, "requests/" + stream.name, replication),
      m_sizes(seed, "request-size/" + stream.name, replication),
      m_bursts(seed, "bursts/" + stream.name, replication), m_end(end), m_at(begin),
      m_now(static_cast<double>(begin)), m_switchAt(m_now) {
    GPUPLAN_EXPECTS(!stream.hourly.empty() || !stream.recorded.empty(),
                    "a stream of requests has rates or a record");
    if (const auto* bursts = std::get_if<BurstRequests>(&stream.law)) {
        m_inBurst = m_bursts.uniform() < bursts->burst / (bursts->burst + bursts->calm);
        m_switchAt += m_bursts.exponential(1.0 / (m_inBurst ? bursts->burst : bursts->calm)) * 1e6;
    }
}

bool RequestSource::advanceRecorded() {
    if (m_next == m_stream.recorded.size() || m_stream.recorded[m_next].at >= m_end)
        return false;
    m_at = m_stream.recorded[m_next++].at;
    return true;
}

bool RequestSource::advance() {
    return m_stream.recorded.empty() ? move(drawGap()) : advanceRecorded();
}

double RequestSource::drawGap() {
    if (const auto* renewal = std::get_if<RenewalRequests>(&m_stream.law))
        return drawGamma(m_gaps, 1.0 / (renewal->cv * renewal->cv));
    return m_gaps.exponential(1.0);
}

double RequestSource::rateAt(std::int64_t hourIndex) const {
    const auto size = static_cast<std::int64_t>(m_stream.hourly.size());
    const std::int64_t within = hourIndex % size;
    return m_stream.hourly[static_cast<std::size_t>(within < 0 ? within + size : within)];
}

/// Of the mean rate, in the present burst or calm.
double RequestSource::factor() const {
    const auto* bursts = std::get_if<BurstRequests>(&m_stream.law);
    if (bursts == nullptr)
        return 1.0;
    const double share = bursts->burst / (bursts->burst + bursts->calm);
    return (m_inBurst ? bursts->ratio : 1.0) / (1.0 + share * (bursts->ratio - 1.0));
}

bool RequestSource::move(double wanted) {
    const auto* bursts = std::get_if<BurstRequests>(&m_stream.law);
    const double end = static_cast<double>(m_end);
    while (m_now < end) {
        const std::int64_t index = floorHour(m_now);
        const double rate = rateAt(index) * factor() / 1e6; // a microsecond
        double until = std::min(static_cast<double>(index + 1) * hourMicros, end);
        const bool switches = bursts != nullptr && m_switchAt < until;
        if (switches)
            until = m_switchAt;
        const double area = rate * (until - m_now);
        if (wanted < area) {
            m_now += wanted / rate;
            m_at = static_cast<Tick>(std::floor(m_now));
            return m_at < m_end;
        }
        wanted -= area;
        m_now = until;
        if (switches) {
            m_inBurst = !m_inBurst;
            m_switchAt +=
                m_bursts.exponential(1.0 / (m_inBurst ? bursts->burst : bursts->calm)) * 1e6;
        }
    }
    return false;
}

RequestSize RequestSource::drawSize() {
    if (!m_stream.recorded.empty())
        return m_stream.recorded[m_next - 1].size;
    return std::visit(DrawSize{m_sizes}, m_stream.size);
}

void drawRecordedSizes(RequestStream& stream, std::uint64_t seed) {
    des::RandomStream draws(seed, "request-size/" + stream.name);
    for (RecordedRequest& request : stream.recorded)
        request.size = std::visit(DrawSize{draws}, stream.size);
}

double expectedRequests(const RequestStream& stream, Tick length) {
    if (!stream.recorded.empty())
        return static_cast<double>(std::count_if(
            stream.recorded.begin(), stream.recorded.end(),
            [length](const RecordedRequest& request) { return request.at < length; }));
    double sum = 0.0;
    const std::size_t hours = stream.hourly.size();
    std::size_t index = 0;
    for (Tick from = 0; from < length; from += hour, index = (index + 1) % hours)
        sum += stream.hourly[index] * static_cast<double>(std::min(hour, length - from)) / 1e6;
    return sum;
}

} // namespace gpuplan::serving
