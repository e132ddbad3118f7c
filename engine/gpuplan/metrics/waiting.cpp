#include <gpuplan/metrics/waiting.hpp>

#include <algorithm>
#include <vector>

namespace gpuplan::metrics {

std::optional<Wait> waiting(const workload::JobTable& jobs, const history::History& history,
                            bool stretched) {
    std::vector<std::int64_t> waits;
    waits.reserve(jobs.size());
    Int128 sum = 0;
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        if (history.firstStart[row] < 0)
            continue;
        const std::int64_t wait = history.lastEnd[row] >= 0 && !stretched
                                      ? history.lastEnd[row] - jobs.submit[row] - jobs.duration[row]
                                      : history.firstStart[row] - jobs.submit[row];
        waits.push_back(wait);
        sum += wait;
    }
    if (waits.empty())
        return std::nullopt;
    const std::size_t n = waits.size();
    // Percentiles ascend, so each is sought only behind the one before it.
    std::size_t sorted = 0;
    const auto percentile = [&](std::size_t p) {
        const std::size_t rank = std::max<std::size_t>((n * p + 99) / 100, 1) - 1;
        std::nth_element(waits.begin() + static_cast<std::ptrdiff_t>(sorted),
                         waits.begin() + static_cast<std::ptrdiff_t>(rank), waits.end());
        sorted = rank;
        return static_cast<double>(waits[rank]) * 1e-6;
    };
    Wait result;
    result.mean = toDouble(sum) / static_cast<double>(n) * 1e-6;
    result.p50 = percentile(50);
    result.p95 = percentile(95);
    result.p99 = percentile(99);
    result.max = percentile(100);
    return result;
}

double meanTurnaround(const workload::JobTable& jobs, const history::History& history) {
    Int128 sum = 0;
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        if (history.lastEnd[row] < 0)
            continue;
        sum += history.lastEnd[row] - jobs.submit[row];
        ++count;
    }
    return count == 0 ? 0.0 : toDouble(sum) / static_cast<double>(count) * 1e-6;
}

} // namespace gpuplan::metrics
