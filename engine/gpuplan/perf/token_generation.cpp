#include <gpuplan/perf/token_generation.hpp>

namespace gpuplan::perf {

namespace {

/// Two all-reduces a layer over the activations of so many tokens; none for a single GPU.
double collectiveTime(const TokenModel& model, const TokenHardware& hardware, double tokens) {
    const double ranks = hardware.tensorParallel;
    if (ranks <= 1.0)
        return 0.0;
    return 2.0 * model.layers *
           (hardware.collective.latency + 2.0 * (ranks - 1.0) / ranks * tokens * model.hidden *
                                              model.activationBytes /
                                              hardware.collective.bytesPerSecond);
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

TokenTime decodeTime(const TokenModel& model, const TokenHardware& hardware, double sequences,
                     double contextTokens) {
    TokenTime time;
    time.memory =
        memoryTime(hardware, model.weightBytes() + contextTokens * model.keyValueBytesPerToken());
    time.compute = computeTime(hardware, 2.0 * model.parameters * sequences);
    time.collectives = collectiveTime(model, hardware, sequences);
    time.host = hardware.host;
    return time;
}

TokenTime prefillTime(const TokenModel& model, const TokenHardware& hardware, double tokens,
                      double before) {
    TokenTime time;
    // 2 L h s^2 over the whole prompt; a later chunk does its part of the square.
    const double whole = tokens + before;
    const double attention = 2.0 * model.layers * model.hidden * (whole * whole - before * before);
    time.compute = computeTime(hardware, 2.0 * model.parameters * tokens + attention);
    time.memory =
        memoryTime(hardware, model.weightBytes() + before * model.keyValueBytesPerToken());
    time.collectives = collectiveTime(model, hardware, tokens);
    time.host = hardware.host;
    return time;
}

} // namespace gpuplan::perf
