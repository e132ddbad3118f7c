#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/token_generation.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

/// Two all-reduces a layer over the activations of so many tokens; none for a single GPU.
double collectiveTime(const TokenModel& model, const TokenHardware& hardware, double tokens) {
    const double ranks = hardware.tensorParallel;
    if (ranks <= 1.0)
        return 0.0;
    return 2.0 * model.layers *
           fittedAllReduce(hardware.collective, static_cast<std::int64_t>(ranks),
                           tokens * model.hidden * model.activationBytes);
}

double computeTime(const TokenHardware& hardware, double flops) {
    if (hardware.flops <= 0.0)
        return 0.0;
    return flops / (hardware.tensorParallel * hardware.flops * hardware.etaCompute);
}

double memoryTime(const TokenHardware& hardware, double bytes) {
    return bytes / hardware.tensorParallel / (hardware.bandwidth * hardware.etaMemory);
}

} // namespace

TokenTime iterationTime(const TokenModel& model, const TokenHardware& hardware,
                        const TokenWork& work) {
    TokenTime time;
    time.memory = memoryTime(hardware, model.weightBytes() + (work.context + work.promptContext) *
                                                                 model.keyValueBytesPerToken());
    time.compute =
        computeTime(hardware, 2.0 * model.parameters * (work.sequences + work.prompt) +
                                  2.0 * model.layers * model.hidden * work.promptSquares);
    time.collectives = collectiveTime(model, hardware, work.sequences + work.prompt);
    time.host = hardware.host;
    return time;
}

TokenTime decodeTime(const TokenModel& model, const TokenHardware& hardware, double sequences,
                     double contextTokens) {
    return iterationTime(model, hardware, {.sequences = sequences, .context = contextTokens});
}

TokenTime prefillTime(const TokenModel& model, const TokenHardware& hardware, double tokens,
                      double before) {
    const double end = before + tokens;
    return iterationTime(
        model, hardware,
        {.prompt = tokens, .promptSquares = end * end - before * before, .promptContext = before});
}

DecodeRun::DecodeRun(const TokenModel& model, const TokenHardware& hardware, double sequences,
                     double contextTokens)
    : m_first(decodeTime(model, hardware, sequences, contextTokens)),
      m_growth(memoryTime(hardware, sequences * model.keyValueBytesPerToken())) {}

double DecodeRun::time(double iterations) const {
    const double rest = m_first.collectives + m_first.host;
    // Iterations that the matrix units hold back come first: memory time only grows.
    double computing = 0.0;
    if (m_first.memory < m_first.compute)
        computing =
            m_growth > 0.0
                ? std::min(iterations, std::ceil((m_first.compute - m_first.memory) / m_growth))
                : iterations;
    const double reading = iterations - computing;
    return computing * m_first.compute + reading * (m_first.memory + m_growth * computing) +
           m_growth * reading * (reading - 1.0) / 2.0 + iterations * rest;
}

} // namespace gpuplan::perf
