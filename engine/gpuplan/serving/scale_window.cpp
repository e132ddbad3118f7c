#include <gpuplan/serving/autoscaler.hpp>
#include <gpuplan/serving/scale_window.hpp>

#include <algorithm>

namespace gpuplan::serving {

std::int64_t ScaleWindow::decide(Tick now, std::int64_t current, double inService, Tick idle) {
    const Scaling& rule = *m_scaling;
    // A replica that idles is given up by its time-out alone, not by the rule.
    const std::int64_t least = std::max<std::int64_t>(rule.least, 1);
    std::int64_t wanted = least;
    if (current > 0) {
        const double wish =
            wantedReplicas(static_cast<double>(current), inService / static_cast<double>(current),
                           rule.target, rule.tolerance);
        wanted = static_cast<std::int64_t>(
            std::clamp(wish, static_cast<double>(least), static_cast<double>(rule.most)));
    }
    while (!m_wishes.empty() && m_wishes.back().replicas <= wanted)
        m_wishes.pop_back();
    m_wishes.push_back({now, wanted});
    while (m_wishes.front().at <= now - rule.downWindow && m_wishes.size() > 1)
        m_wishes.pop_front();
    if (wanted < current)
        wanted = std::min(current, m_wishes.front().replicas);
    if (rule.mostUp > 0)
        wanted = std::min(wanted, current + rule.mostUp);
    if (rule.mostDown > 0)
        wanted = std::max(wanted, current - rule.mostDown);
    if (rule.least == 0 && idle >= rule.idleTimeout)
        return 0;
    return current == 0 ? 0 : wanted; // from none only a request wakes it
}

} // namespace gpuplan::serving
