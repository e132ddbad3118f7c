#include "step_timeline.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::gui {

double aloneTime(const perf::StepBreakdown& step, perf::Stage stage) {
    switch (stage) {
    case perf::Stage::Compute:
        return step.forwardBackward + step.optimizer;
    case perf::Stage::Comm:
        return step.collectives + step.bubble + step.straggler;
    case perf::Stage::Sync:
        return step.syncs;
    case perf::Stage::H2d:
        return step.copy;
    case perf::Stage::Prep:
        return step.preparation + step.gpuPreparation;
    case perf::Stage::Fetch:
        return step.fetch;
    }
    return 0;
}

StepTimeline stepTimeline(const perf::StepBreakdown& step) {
    StepTimeline timeline;
    timeline.step = step.step();
    if (!std::isfinite(timeline.step) || timeline.step <= 0)
        return {};
    const double least = timeline.step * 1e-6;
    double begin = 0;
    for (std::size_t k = 0; k < perf::stageCount; ++k) {
        const auto stage = static_cast<perf::Stage>(k);
        const double end = step.ladder[k];
        if (end - begin > least)
            timeline.added.push_back({stage, begin, end});
        // Computing hides behind nothing; of collectives the model tells what is exposed.
        const double hidden = stage == perf::Stage::Compute ? 0
                              : stage == perf::Stage::Comm
                                  ? step.collectives - step.exposedCollectives
                                  : aloneTime(step, stage) - (end - begin);
        if (std::isfinite(hidden) && hidden > least)
            timeline.hidden.push_back({stage, std::max(0.0, begin - hidden), begin});
        begin = end;
    }
    return timeline;
}

} // namespace gpuplan::gui
