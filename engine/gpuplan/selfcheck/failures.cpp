#include <gpuplan/base/contract.hpp>
#include <gpuplan/selfcheck/failures.hpp>

#include <cmath>

namespace gpuplan::selfcheck {

double binomialTail(std::int64_t count, std::int64_t required, double up) {
    GPUPLAN_EXPECTS(required >= 0 && required <= count, "no more are required than there are");
    if (up <= 0.0 || up >= 1.0)
        return up >= 1.0 || required == 0 ? 1.0 : 0.0;
    // Weights relative to the most likely number, outwards until they vanish: absolute ones would
    // underflow for many nodes.
    const auto n = static_cast<double>(count);
    const auto mode = static_cast<std::int64_t>(std::fmin(n, std::floor((n + 1.0) * up)));
    const double odds = up / (1.0 - up);
    double all = 0.0;
    double enough = 0.0;
    const auto add = [&](std::int64_t j, double weight) {
        all += weight;
        if (j >= required)
            enough += weight;
    };
    double weight = 1.0;
    for (std::int64_t j = mode; j >= 0 && weight > 0.0; --j) {
        add(j, weight);
        weight *= static_cast<double>(j) / static_cast<double>(count - j + 1) / odds;
    }
    weight = 1.0;
    for (std::int64_t j = mode; j < count && weight > 0.0; ++j) {
        weight *= static_cast<double>(count - j) / static_cast<double>(j + 1) * odds;
        add(j + 1, weight);
    }
    return enough / all;
}

double SpotAvailability::availability() const {
    double up = 0.0;
    double all = 0.0;
    bool isUp = firstIsUp;
    for (const double length : runLengths) {
        all += length;
        up += isUp ? length : 0.0;
        isUp = !isUp;
    }
    return up / all;
}

std::int64_t SpotAvailability::losses() const {
    // Every up block but one that reaches the trace's end.
    const auto blocks = static_cast<std::int64_t>(runLengths.size());
    return firstIsUp ? blocks / 2 : (blocks - 1) / 2;
}

SpotReplay replaySpot(const SpotAvailability& trace, double work,
                      const finance::CheckpointModel& model) {
    GPUPLAN_EXPECTS(trace.gap > 0.0 && model.interval > 0.0, "ticks and intervals are above 0");
    SpotReplay replay;
    double saved = 0.0;
    double tick = 0.0;
    bool isUp = trace.firstIsUp;
    for (std::size_t block = 0; block < trace.runLengths.size(); ++block, isUp = !isUp) {
        const double begin = tick * trace.gap;
        tick += trace.runLengths[block];
        const double end = tick * trace.gap;
        if (!isUp)
            continue;
        double now = begin + model.restart;
        // Whole cycles of interval and checkpoint while the work lasts longer than one.
        while (work - saved > model.interval && now + model.interval + model.checkpoint <= end) {
            now += model.interval + model.checkpoint;
            saved += model.interval;
        }
        if (work - saved <= model.interval && now + (work - saved) <= end) {
            replay.finish = now + (work - saved);
            replay.instanceTime += *replay.finish - begin;
            return replay;
        }
        replay.instanceTime += end - begin;
        if (block + 1 == trace.runLengths.size())
            break; // the trace ends, not the machine
        ++replay.preemptions;
        replay.lostWork += std::fmin(std::fmax(end - now, 0.0), model.interval);
    }
    return replay;
}

} // namespace gpuplan::selfcheck
