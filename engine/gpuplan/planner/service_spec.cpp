#include <gpuplan/perf/batch_service.hpp>
#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/host_copy.hpp>
#include <gpuplan/perf/memory.hpp>
#include <gpuplan/perf/service_multipliers.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/planner/service_spec.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpuplan::planner {

using namespace model;

namespace {

bool isQuantized(ServingPrecision precision) {
    return precision == ServingPrecision::Int8 || precision == ServingPrecision::Fp8;
}

/// Share of the peak that a precision gains in practice.
double gainOf(const InferenceService& service, ServingPrecision precision) {
    return isQuantized(precision) ? service.quantizedGain.value.toDouble() : 1.0;
}

double bandwidthOf(const catalog::GpuModel& gpu) {
    return static_cast<double>(gpu.memoryBandwidth->base());
}

// ---- models of fixed cost -----------------------------------------------------------------------

/// What divides the measured time on another GPU, in another precision, behind a compiler.
std::vector<perf::ServiceFactor> factors(const InferenceService& service, const BatchModel& batch,
                                         const catalog::GpuModel& gpu,
                                         const catalog::Catalogs& catalogs) {
    std::vector<perf::ServiceFactor> list;
    if (isMoved(service, gpu.id)) {
        const catalog::GpuModel& from = *catalogs.gpu(batch.gpu);
        const double peaks =
            *servingPeak(gpu, service.precision) * gainOf(service, service.precision) /
            (*servingPeak(from, batch.precision) * gainOf(service, batch.precision));
        list.push_back({perf::ServiceBound::Compute, peaks});
        list.push_back({perf::ServiceBound::Memory, bandwidthOf(gpu) / bandwidthOf(from) *
                                                        bytesOf(batch.precision) /
                                                        bytesOf(service.precision)});
    }
    if (service.compiler)
        list.push_back({perf::ServiceBound::All, service.compiler->value.toDouble()});
    return list;
}

perf::BatchService batchTimes(const InferenceService& service, const BatchModel& batch,
                              const catalog::GpuModel& gpu, const catalog::Catalogs& catalogs) {
    const std::vector<perf::ServiceFactor> list = factors(service, batch, gpu, catalogs);
    const auto moved = [&](double seconds) {
        const double memory = 1.0 - batch.matrixShare - batch.hostShare;
        return perf::applied({seconds * batch.matrixShare, seconds * std::max(memory, 0.0),
                              seconds * batch.hostShare},
                             list)
            .time();
    };
    return {moved(batch.fixed), moved(batch.perRequest)};
}

serving::BatchServing batchServing(const InferenceService& service, const BatchModel& batch,
                                   const catalog::GpuModel& gpu,
                                   const catalog::Catalogs& catalogs) {
    const perf::BatchService times = batchTimes(service, batch, gpu, catalogs);
    serving::BatchServing serving;
    serving.longestWait = batch.longestWait.count();
    for (std::int64_t b = 1; b <= batch.mostBatch; ++b)
        serving.time.push_back(
            std::max<serving::Tick>(serving::ticks(times.latency(static_cast<double>(b))), 1));
    return serving;
}

// ---- token models -------------------------------------------------------------------------------

perf::TokenModel tokenModel(const InferenceService& service, const TokenModel& tokens) {
    perf::TokenModel model;
    model.parameters = tokens.parameters;
    model.layers = static_cast<double>(tokens.layers);
    model.hidden = static_cast<double>(tokens.hidden);
    model.keyValueHeads = static_cast<double>(tokens.keyValueHeads);
    model.headDimension = static_cast<double>(tokens.headDimension);
    model.bytesPerParameter = bytesOf(service.precision);
    model.keyValueBytes = bytesOf(tokens.keyValuePrecision);
    model.activationBytes = service.precision == ServingPrecision::Fp32 ? 4 : 2;
    return model;
}

serving::TokenServing tokenServing(const InferenceService& service, const TokenModel& tokens,
                                   const catalog::GpuModel& gpu, const perf::NodeRates& node) {
    const perf::GpuRates rates = perf::gpuRates(gpu);
    serving::TokenServing serving;
    serving.model = tokenModel(service, tokens);
    serving.hardware.tensorParallel = static_cast<double>(tokens.tensor);
    serving.hardware.flops =
        *servingPeak(gpu, service.precision) * gainOf(service, service.precision);
    serving.hardware.etaCompute = rates.etaCompute;
    serving.hardware.bandwidth = rates.memoryBandwidth;
    serving.hardware.etaMemory = rates.etaMemory;
    serving.hardware.collective = collectiveLines(node, tokens.tensor);
    serving.hardware.host = tokens.host;
    serving.cacheTokens = serviceMemory(service, gpu).cacheTokens;
    serving.mostSequences = tokens.mostSequences;
    serving.chunk = tokens.chunk;
    return serving;
}

// ---- requests -----------------------------------------------------------------------------------

/// Requests a second in each hour of a week that begins at the plan's start.
std::vector<double> hourlyRates(const RequestProfile& profile, Instant start) {
    const double weights = std::accumulate(profile.hourly.begin(), profile.hourly.end(), 0.0) *
                           std::accumulate(profile.weekly.begin(), profile.weekly.end(), 0.0);
    // Mean over the week: rate x 168 / sum of the products of the weights.
    const double scale = profile.perSecond.value.toDouble() * 24.0 * 7.0 / weights;
    constexpr std::int64_t microsPerHour = 3'600'000'000;
    constexpr std::int64_t thursday = 3; // 1970-01-01, counted from Monday
    const std::int64_t first = start.time_since_epoch().count() / microsPerHour;
    std::vector<double> rates;
    for (std::int64_t i = 0; i < 168; ++i) {
        const std::int64_t ofDay = ((first + i) % 24 + 24) % 24;
        const std::int64_t day = (first + i - ofDay) / 24;
        const std::int64_t ofWeek = ((day + thursday) % 7 + 7) % 7;
        rates.push_back(scale * profile.hourly[static_cast<std::size_t>(ofDay)] *
                        profile.weekly[static_cast<std::size_t>(ofWeek)]);
    }
    return rates;
}

serving::RequestLaw lawOf(const RequestLaw& law) {
    if (const auto* renewal = std::get_if<RenewalRequests>(&law))
        return serving::RenewalRequests{renewal->cv};
    if (const auto* bursts = std::get_if<BurstRequests>(&law))
        return serving::BurstRequests{bursts->ratio, inSeconds(bursts->burst),
                                      inSeconds(bursts->calm)};
    return serving::PoissonRequests{};
}

serving::RequestSize sizeOf(std::int64_t input, std::int64_t output) {
    return {static_cast<std::int32_t>(input), static_cast<std::int32_t>(output)};
}

serving::SizeLaw sizesOf(const RequestSizes& sizes) {
    if (const auto* fixed = std::get_if<FixedSize>(&sizes))
        return sizeOf(fixed->input, fixed->output);
    if (const auto* law = std::get_if<LognormalSizes>(&sizes))
        return serving::LognormalSize{law->inputMedian, law->inputMean, law->outputMedian,
                                      law->outputMean, sizeOf(law->inputMost, law->outputMost)};
    serving::ListedSizes listed;
    if (const auto* list = std::get_if<ListedSizes>(&sizes)) {
        for (const SizeShare& share : list->sizes) {
            listed.sizes.push_back(sizeOf(share.input, share.output));
            listed.weights.push_back(share.weight);
        }
        return listed;
    }
    return serving::RequestSize{};
}

// ---- replicas -----------------------------------------------------------------------------------

serving::Scaling scalingOf(const ReplicaRule& rule) {
    serving::Scaling scaling;
    if (const auto* fixed = std::get_if<FixedReplicas>(&rule)) {
        scaling.least = scaling.most = scaling.initial = fixed->count;
        return scaling;
    }
    const auto& autoscaled = std::get<AutoscaledReplicas>(rule);
    scaling.least = scaling.initial = autoscaled.least;
    scaling.most = autoscaled.most;
    scaling.target = autoscaled.target;
    scaling.tolerance = autoscaled.tolerance;
    scaling.period = autoscaled.period.count();
    scaling.downWindow = autoscaled.downWindow.count();
    scaling.mostUp = autoscaled.mostUp;
    scaling.mostDown = autoscaled.mostDown;
    scaling.idleTimeout = autoscaled.idleTimeout.count();
    return scaling;
}

double weightBytes(const InferenceService& service) {
    if (const auto* tokens = std::get_if<TokenModel>(&service.served))
        return tokens->parameters * bytesOf(service.precision);
    const auto& batch = std::get<BatchModel>(service.served);
    return static_cast<double>(batch.weights.base()) * bytesOf(service.precision) /
           bytesOf(batch.precision);
}

double loadingSeconds(const InferenceService& service, const perf::NodeRates& node) {
    const ColdStart& stated = service.coldStart;
    double seconds = inSeconds(stated.warmUp);
    if (stated.image.base() > 0) {
        const double rate = stated.imageRate ? static_cast<double>(stated.imageRate->value.base())
                                             : node.network.bytesPerSecond;
        seconds += static_cast<double>(stated.image.base()) / rate;
    }
    // Each GPU copies its own part of the weights; a link that nobody knows does not bind.
    auto rate = static_cast<double>(stated.weightsRate.value.base());
    if (node.hostLink.bytesPerSecond > 0)
        rate = std::min(rate, node.hostLink.bytesPerSecond *
                                  static_cast<double>(gpusPerReplica(service)));
    return seconds + weightBytes(service) / rate;
}

serving::ColdStart coldStartOf(const InferenceService& service, const Pool& pool,
                               const perf::NodeRates& node) {
    serving::ColdStart cold;
    if (const auto* elastic = std::get_if<ElasticSupply>(&pool.supply))
        cold.provisioning = elastic->startDelay.count();
    cold.loading = serving::ticks(loadingSeconds(service, node));
    return cold;
}

serving::Limits limitsOf(const std::vector<LatencyTarget>& targets) {
    serving::Limits limits;
    const auto least = [](auto& limit, auto value) {
        limit = limit ? std::min(*limit, value) : value;
    };
    for (const LatencyTarget& target : targets) {
        if (target.kind == LatencyKind::PerToken)
            least(limits.perToken, target.limit * 1e6);
        else
            least(target.kind == LatencyKind::FirstToken ? limits.firstToken : limits.endToEnd,
                  serving::ticks(target.limit));
    }
    return limits;
}

serving::FrontStage frontOf(const FrontStage& front, const perf::NodeRates& node) {
    serving::FrontStage stage;
    stage.perRequest = serving::ticks(front.preprocess + front.postprocess);
    stage.cores = front.cores;
    if (front.bytesPerRequest > 0)
        stage.copy = serving::ticks(perf::copyTime(front.bytesPerRequest, node.hostLink.latency,
                                                   node.hostLink.bytesPerSecond));
    return stage;
}

serving::Router routerOf(Router router) {
    switch (router) {
    case Router::ShortestQueue:
        return serving::Router::ShortestQueue;
    case Router::RoundRobin:
        return serving::Router::RoundRobin;
    case Router::PowerOfTwo:
        break;
    }
    return serving::Router::PowerOfTwo;
}

const ServiceChange* changeOf(const Alternative& alternative, const std::string& jobClass) {
    const auto found = std::find_if(
        alternative.serviceChanges.begin(), alternative.serviceChanges.end(),
        [&jobClass](const ServiceChange& change) { return change.jobClass == jobClass; });
    return found == alternative.serviceChanges.end() ? nullptr : &*found;
}

} // namespace

std::optional<InferenceService> serviceOf(const Scenario& scenario, std::size_t alternative,
                                          std::size_t jobClass) {
    const auto* const profile = std::get_if<ProfileWorkload>(&scenario.workload);
    if (profile == nullptr || !profile->classes.at(jobClass).service)
        return std::nullopt;
    const JobClass& job = profile->classes[jobClass];
    const ServiceChange* const change = changeOf(scenario.alternatives.at(alternative), job.name);
    return change == nullptr ? *job.service : changed(*job.service, *change);
}

std::optional<std::size_t> servicePool(const Alternative& alternative,
                                       const std::string& jobClass) {
    const ServiceChange* const change = changeOf(alternative, jobClass);
    if (change == nullptr || change->pool.empty())
        return 0;
    for (std::size_t i = 0; i < alternative.pools.size(); ++i)
        if (alternative.pools[i].name == change->pool)
            return i;
    return std::nullopt;
}

std::optional<double> servingPeak(const catalog::GpuModel& gpu, ServingPrecision precision) {
    std::optional<double> tera;
    switch (precision) {
    case ServingPrecision::Fp32:
        tera = gpu.fp32Tflops;
        break;
    case ServingPrecision::Fp16:
    case ServingPrecision::Int4:
        tera = gpu.fp16Tflops;
        break;
    case ServingPrecision::Fp8:
        tera = gpu.fp8Tflops;
        break;
    case ServingPrecision::Int8:
        tera = gpu.int8Tops;
        break;
    }
    if (!tera)
        return std::nullopt;
    return *tera * 1e12;
}

bool isMoved(const InferenceService& service, const std::string& gpu) {
    const auto* batch = std::get_if<BatchModel>(&service.served);
    return batch == nullptr || batch->gpu != gpu || batch->precision != service.precision;
}

ServiceMemory serviceMemory(const InferenceService& service, const catalog::GpuModel& gpu) {
    const auto memory = static_cast<double>(gpu.memory->base());
    ServiceMemory all;
    const auto* tokens = std::get_if<TokenModel>(&service.served);
    if (tokens == nullptr) {
        all.weights = weightBytes(service);
        all.usable = memory;
        return all;
    }
    const auto gpus = static_cast<double>(tokens->tensor);
    all.weights = weightBytes(service) / gpus;
    all.reserve = static_cast<double>(tokens->reserve.base());
    all.usable = memory * tokens->usable;
    all.bytesPerToken = tokenModel(service, *tokens).keyValueBytesPerToken();
    all.cacheTokens =
        perf::kvTokens({memory, tokens->usable, weightBytes(service), all.reserve, tokens->tensor},
                       all.bytesPerToken);
    return all;
}

std::int64_t longestRequest(const InferenceService& service) {
    if (const auto* fixed = std::get_if<FixedSize>(&service.sizes))
        return fixed->input + fixed->output;
    if (const auto* law = std::get_if<LognormalSizes>(&service.sizes))
        return law->inputMost + law->outputMost;
    std::int64_t most = 0;
    if (const auto* list = std::get_if<ListedSizes>(&service.sizes))
        for (const SizeShare& share : list->sizes)
            most = std::max(most, share.input + share.output);
    return most;
}

double longestService(const InferenceService& service, const Pool& pool,
                      const catalog::Catalogs& catalogs) {
    const catalog::GpuModel& gpu = *catalogs.gpu(pool.gpu);
    if (const auto* batch = std::get_if<BatchModel>(&service.served))
        return batchTimes(service, *batch, gpu, catalogs)
            .latency(static_cast<double>(batch->mostBatch));
    const serving::TokenServing serving =
        tokenServing(service, std::get<TokenModel>(service.served), gpu, nodeRates(pool, catalogs));
    const auto tokens = static_cast<double>(longestRequest(service));
    // Every token in passes of its own: more than any way of chunking takes.
    const double passes = serving.chunk == 0 ? 1 : tokens / static_cast<double>(serving.chunk) + 1;
    return perf::prefillTime(serving.model, serving.hardware, tokens).step() * passes +
           perf::decodeTime(serving.model, serving.hardware, 1, tokens).step() * tokens;
}

double loadingTime(const InferenceService& service, const Pool& pool,
                   const catalog::Catalogs& catalogs) {
    return loadingSeconds(service, nodeRates(pool, catalogs));
}

std::vector<perf::LinkRates> collectiveLines(const perf::NodeRates& node, std::int64_t gpus) {
    if (gpus == 1)
        return {};
    const perf::RankGroup group = perf::rankGroup(gpus, 1, {gpus, 1, 1, gpus});
    const auto time = [&](double bytes) { return perf::allReduceTime(bytes, group, node); };
    const double factor = 2.0 * static_cast<double>(gpus - 1) / static_cast<double>(gpus);
    std::vector<perf::LinkRates> lines;
    // Small messages take one algorithm or protocol, large ones another.
    for (const auto& [small, large] : {std::pair(1e4, 1e5), std::pair(1e8, 1e9)}) {
        const double slope = (time(large) - time(small)) / (large - small);
        if (!std::isfinite(slope) || slope <= 0.0)
            return {};
        lines.push_back({std::max(time(small) - slope * small, 0.0), factor / slope});
    }
    return lines;
}

serving::ServiceSpec serviceSpec(const InferenceService& service, const std::string& name,
                                 const Pool& pool, const catalog::Catalogs& catalogs,
                                 Instant start) {
    const catalog::GpuModel& gpu = *catalogs.gpu(pool.gpu);
    const perf::NodeRates node = nodeRates(pool, catalogs);
    serving::ServiceSpec spec;
    spec.requests.name = name;
    spec.requests.size = sizesOf(service.sizes);
    if (const auto* profile = std::get_if<RequestProfile>(&service.requests)) {
        spec.requests.hourly = hourlyRates(*profile, start);
        spec.requests.law = lawOf(profile->law);
    }
    if (const auto* batch = std::get_if<BatchModel>(&service.served))
        spec.engine = batchServing(service, *batch, gpu, catalogs);
    else
        spec.engine = tokenServing(service, std::get<TokenModel>(service.served), gpu, node);
    if (service.front)
        spec.front = frontOf(*service.front, node);
    spec.router = routerOf(service.router);
    spec.scaling = scalingOf(service.replicas);
    spec.coldStart = coldStartOf(service, pool, node);
    spec.limits = limitsOf(service.targets);
    return spec;
}

} // namespace gpuplan::planner
