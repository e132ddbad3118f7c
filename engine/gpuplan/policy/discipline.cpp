#include <gpuplan/base/contract.hpp>
#include <gpuplan/policy/discipline.hpp>
#include <gpuplan/policy/disciplines.hpp>

namespace gpuplan::policy {

std::unique_ptr<Discipline> makeDiscipline(model::QueueRule rule) {
    switch (rule) {
    case model::QueueRule::Fifo:
        return makeFifo();
    case model::QueueRule::Greedy:
        return makeGreedy();
    case model::QueueRule::Easy:
        return makeEasy();
    case model::QueueRule::Conservative:
        return makeConservative();
    case model::QueueRule::ShortestFirst:
        return makeShortestFirst();
    case model::QueueRule::Srtf:
        return makeSrtf();
    }
    GPUPLAN_EXPECTS(false, "a queue rule has its discipline");
    return nullptr;
}

bool usesExpectedEnds(model::QueueRule rule) {
    return rule == model::QueueRule::Easy || rule == model::QueueRule::Conservative;
}

bool preempts(model::QueueRule rule) {
    return rule == model::QueueRule::Srtf;
}

} // namespace gpuplan::policy
