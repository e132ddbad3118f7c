#include <gpuplan/model/service.hpp>

namespace gpuplan::model {

double bytesOf(ServingPrecision precision) {
    switch (precision) {
    case ServingPrecision::Fp32:
        return 4;
    case ServingPrecision::Fp16:
        return 2;
    case ServingPrecision::Fp8:
    case ServingPrecision::Int8:
        return 1;
    case ServingPrecision::Int4:
        break;
    }
    return 0.5;
}

namespace {

template <typename T>
void take(T& member, const std::optional<T>& change) {
    if (change)
        member = *change;
}

} // namespace

InferenceService changed(InferenceService service, const ServiceChange& change) {
    take(service.precision, change.precision);
    if (change.compiler)
        service.compiler = change.compiler;
    take(service.router, change.router);
    take(service.replicas, change.replicas);
    if (auto* batch = std::get_if<BatchModel>(&service.served)) {
        take(batch->mostBatch, change.mostBatch);
        take(batch->longestWait, change.longestWait);
    }
    if (auto* tokens = std::get_if<TokenModel>(&service.served)) {
        take(tokens->tensor, change.tensor);
        take(tokens->mostSequences, change.mostSequences);
        take(tokens->chunk, change.chunk);
        take(tokens->keyValuePrecision, change.keyValuePrecision);
    }
    if (service.front)
        take(service.front->cores, change.cores);
    return service;
}

std::int64_t gpusPerReplica(const InferenceService& service) {
    const auto* tokens = std::get_if<TokenModel>(&service.served);
    return tokens != nullptr ? tokens->tensor : 1;
}

std::int64_t mostReplicas(const InferenceService& service) {
    if (const auto* fixed = std::get_if<FixedReplicas>(&service.replicas))
        return fixed->count;
    return std::get<AutoscaledReplicas>(service.replicas).most;
}

} // namespace gpuplan::model
