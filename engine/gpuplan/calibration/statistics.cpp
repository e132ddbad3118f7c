#include <gpuplan/calibration/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::calibration {

namespace {

/// Distinct times of a device and what lies between them.
struct Axis {
    std::vector<std::int64_t> times;
    std::int64_t step = 0; ///< median difference; 0 if there is one time alone

    explicit Axis(std::vector<std::int64_t> all) : times(std::move(all)) {
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        if (times.size() < 2)
            return;
        std::vector<std::int64_t> steps;
        for (std::size_t i = 1; i < times.size(); ++i)
            steps.push_back(times[i] - times[i - 1]);
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
        std::nth_element(steps.begin(), middle, steps.end());
        step = *middle;
    }

    bool isGap(std::size_t i) const { return times[i + 1] - times[i] > gapSteps * step; }
    /// For how long the value of times[i] holds.
    std::int64_t weight(std::size_t i) const {
        const bool endsKnown = i + 1 < times.size() && !isGap(i);
        return endsKnown ? times[i + 1] - times[i] : step;
    }
};

std::vector<std::int64_t> timesOf(const std::vector<Sample>& samples) {
    std::vector<std::int64_t> times;
    for (const Sample& sample : samples)
        if (sample.timed)
            times.push_back(sample.at);
    return times;
}

struct WeightedSum {
    double sum = 0;
    double weight = 0;
};

/// Several values of one instant share its weight.
WeightedSum integralOf(const std::vector<Sample>& samples) {
    std::vector<Sample> sorted = samples;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Sample& a, const Sample& b) { return a.at < b.at; });
    const Axis axis(timesOf(sorted));
    WeightedSum result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < axis.times.size(); ++i) {
        double sum = 0;
        std::size_t values = 0;
        for (; next < sorted.size() && sorted[next].at == axis.times[i]; ++next, ++values)
            sum += sorted[next].value;
        const auto weight = static_cast<double>(axis.weight(i)) / 1e6;
        result.sum += weight * sum / static_cast<double>(values);
        result.weight += weight;
    }
    return result;
}

/// Of sorted values: the ceil(p n/100)-th smallest.
double nearestRank(const std::vector<double>& sorted, std::size_t percent) {
    const std::size_t rank = (percent * sorted.size() + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

} // namespace

std::optional<MetricStatistics> statisticsOf(const std::vector<const GpuSeries*>& gpus,
                                             Metric metric) {
    std::vector<double> values;
    double plain = 0;
    bool timed = true;
    WeightedSum total;
    for (const GpuSeries* const gpu : gpus) {
        const std::vector<Sample>& samples = gpu->of(metric);
        for (const Sample& sample : samples) {
            values.push_back(sample.value);
            plain += sample.value;
            timed = timed && sample.timed;
        }
        const WeightedSum part = integralOf(samples);
        total.sum += part.sum;
        total.weight += part.weight;
    }
    if (values.empty())
        return std::nullopt;
    std::sort(values.begin(), values.end());
    MetricStatistics result;
    result.count = values.size();
    result.timeWeighted = timed && total.weight > 0;
    result.mean =
        result.timeWeighted ? total.sum / total.weight : plain / static_cast<double>(values.size());
    result.least = values.front();
    result.p5 = nearestRank(values, 5);
    result.p50 = nearestRank(values, 50);
    result.p75 = nearestRank(values, 75);
    result.p90 = nearestRank(values, 90);
    result.p95 = nearestRank(values, 95);
    result.p99 = nearestRank(values, 99);
    result.most = values.back();
    return result;
}

MetricStatistics statisticsOf(const Distribution& distribution) {
    const auto& points = distribution.points;
    MetricStatistics result;
    result.count = points.size();
    result.isDistribution = true;
    double area = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        area += (points[i].percent - points[i - 1].percent) *
                (points[i].value + points[i - 1].value) / 2;
    const double width = points.back().percent - points.front().percent;
    result.mean = width > 0 ? area / width : points.front().value;
    const auto at = [&](double percent) {
        const auto above = std::lower_bound(
            points.begin(), points.end(), percent,
            [](const Distribution::Point& point, double wanted) { return point.percent < wanted; });
        if (above == points.begin())
            return points.front().value;
        if (above == points.end())
            return points.back().value;
        const Distribution::Point& below = *(above - 1);
        const double part = (percent - below.percent) / (above->percent - below.percent);
        return below.value + part * (above->value - below.value);
    };
    result.least = points.front().value;
    result.p5 = at(5);
    result.p50 = at(50);
    result.p75 = at(75);
    result.p90 = at(90);
    result.p95 = at(95);
    result.p99 = at(99);
    result.most = points.back().value;
    return result;
}

std::optional<Coverage> coverageOf(const std::vector<const GpuSeries*>& gpus) {
    std::optional<Coverage> coverage;
    std::vector<std::int64_t> steps;
    for (const GpuSeries* const gpu : gpus) {
        std::vector<std::int64_t> times;
        for (const std::vector<Sample>& samples : gpu->samples) {
            const std::vector<std::int64_t> some = timesOf(samples);
            times.insert(times.end(), some.begin(), some.end());
        }
        if (times.empty())
            continue;
        const Axis axis(std::move(times));
        if (!coverage)
            coverage = Coverage{axis.times.front(), axis.times.back()};
        coverage->first = std::min(coverage->first, axis.times.front());
        coverage->last = std::max(coverage->last, axis.times.back());
        for (std::size_t i = 0; i < axis.times.size(); ++i) {
            coverage->observed += Duration(axis.weight(i));
            if (i + 1 == axis.times.size())
                break;
            const Duration pause(axis.times[i + 1] - axis.times[i]);
            steps.push_back(pause.count());
            if (!axis.isGap(i))
                continue;
            ++coverage->gaps;
            // The sample before holds for a step of its own.
            const Duration missing = pause - Duration(axis.step);
            coverage->gapTotal += missing;
            coverage->gapLongest = std::max(coverage->gapLongest, missing);
        }
    }
    if (coverage && !steps.empty()) {
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
        std::nth_element(steps.begin(), middle, steps.end());
        coverage->step = Duration(*middle);
    }
    return coverage;
}

} // namespace gpuplan::calibration
