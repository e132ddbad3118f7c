#pragma once
/// An inference service as part of a workload: which requests come, what serving one takes, how
/// many replicas there are, and what users may expect. docs/method.md#serving
///
/// Map: InferenceService -> RequestProfile or RequestTrace, RequestSizes
///                       -> BatchModel or TokenModel (what a replica runs)
///                       -> FrontStage, ReplicaRule, ColdStart, LatencyTarget
/// ServiceChange: what one alternative changes in it.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/units/decimal.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::model {

/// Number format a model is served in. Int4 holds weights only; the products run in 16 bits.
enum class ServingPrecision : std::uint8_t { Fp32, Fp16, Fp8, Int8, Int4 };

/// Bytes of one number: 4, 2, 1, 1, 0.5.
double bytesOf(ServingPrecision precision);

// ---- requests -------------------------------------------------------------------------------

/// Independent gaps without memory.
struct PoissonRequests {
    bool operator==(const PoissonRequests&) const = default;
};
/// Gaps of a gamma law with this coefficient of variation: below 1 more regular than Poisson,
/// above 1 clumped.
struct RenewalRequests {
    double cv = 1; ///< 0.3 to 5
    bool operator==(const RenewalRequests&) const = default;
};
/// Poisson whose rate switches at random between calm and burst; the mean rate stays as stated.
struct BurstRequests {
    double ratio = 2; ///< rate in a burst over the rate in calm, > 1
    Duration burst{}; ///< mean length
    Duration calm{};  ///< mean length
    bool operator==(const BurstRequests&) const = default;
};
using RequestLaw = std::variant<PoissonRequests, RenewalRequests, BurstRequests>;

struct RequestProfile {
    Sourced<Decimal> perSecond;      ///< mean over a whole week, > 0
    std::array<double, 24> hourly{}; ///< relative weight of each hour (UTC); all 1 = flat
    std::array<double, 7> weekly{};  ///< relative weight Monday..Sunday; all 1 = flat
    RequestLaw law;
    bool operator==(const RequestProfile&) const = default;
};

/// How a count of requests per time bin is spread over the bin.
enum class BinSpread : std::uint8_t { Even, Poisson };

/// Requests as recorded, from the plan's start on, again and again.
struct RequestTrace {
    std::string file; ///< relative to the scenario's folder
    BinSpread spread = BinSpread::Poisson;
    bool operator==(const RequestTrace&) const = default;
};
using Requests = std::variant<RequestProfile, RequestTrace>;

/// Tokens of a request.
struct FixedSize {
    std::int64_t input = 0;
    std::int64_t output = 0;
    bool operator==(const FixedSize&) const = default;
};
/// Input and output drawn independently by median and mean, and cut.
struct LognormalSizes {
    double inputMedian = 0;
    double inputMean = 0;
    std::int64_t inputMost = 0;
    double outputMedian = 0;
    double outputMean = 0;
    std::int64_t outputMost = 0;
    Provenance provenance;
    bool operator==(const LognormalSizes&) const = default;
};
struct SizeShare {
    std::int64_t input = 0;
    std::int64_t output = 0;
    double weight = 1; ///< > 0, relative
    bool operator==(const SizeShare&) const = default;
};
struct ListedSizes {
    std::vector<SizeShare> sizes;
    Provenance provenance;
    bool operator==(const ListedSizes&) const = default;
};
/// Tokens of each request stand in the trace.
struct TraceSizes {
    bool operator==(const TraceSizes&) const = default;
};
using RequestSizes = std::variant<TraceSizes, FixedSize, LognormalSizes, ListedSizes>;

// ---- what a replica runs ----------------------------------------------------------------------

/// A model of fixed cost on one GPU: b requests take fixed + b * perRequest on `gpu` in
/// `precision`, as measured. On other GPUs and in other precisions the parts move by their bounds:
/// docs/method.md#multipliers.
struct BatchModel {
    double fixed = 0;      ///< seconds, >= 0
    double perRequest = 0; ///< seconds, > 0
    std::string gpu;       ///< it was measured on
    ServingPrecision precision = ServingPrecision::Fp16;
    double matrixShare = 0.8;   ///< of the time: held back by matrix units
    double hostShare = 0;       ///< of the time: launches and framework
    std::int64_t mostBatch = 1; ///< requests of a batch
    Duration longestWait{};     ///< of the oldest request before a smaller batch starts
    Bytes weights;              ///< of the model in `precision`; read at each start of a replica
    Provenance provenance;
    bool operator==(const BatchModel&) const = default;
};

/// A decoder that generates tokens, over `tensor` GPUs of one node.
struct TokenModel {
    double parameters = 0;
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t keyValueHeads = 0;
    std::int64_t headDimension = 0;
    ServingPrecision keyValuePrecision = ServingPrecision::Fp16;
    std::int64_t tensor = 1;
    std::int64_t mostSequences = 256; ///< running at once
    std::int64_t chunk = 0;           ///< tokens an iteration with prompts in it; 0: prompts stop
                                      ///< the running sequences
    double host = 0;                  ///< seconds an iteration that nothing hides
    double usable = 0.9;              ///< share of a GPU's memory
    Bytes reserve;                    ///< of each GPU for all but weights and cache
    Provenance provenance;
    bool operator==(const TokenModel&) const = default;
};
using ServedModel = std::variant<BatchModel, TokenModel>;

/// Work on the CPU and the copy, in front of a replica's GPU.
struct FrontStage {
    double preprocess = 0; ///< core seconds a request
    double postprocess = 0;
    std::int64_t cores = 1;     ///< of a replica
    double bytesPerRequest = 0; ///< copied to the GPU
    Provenance provenance;
    bool operator==(const FrontStage&) const = default;
};

// ---- replicas -------------------------------------------------------------------------------

enum class Router : std::uint8_t { ShortestQueue, RoundRobin, PowerOfTwo };

struct FixedReplicas {
    std::int64_t count = 1;
    bool operator==(const FixedReplicas&) const = default;
};
/// The rule of Kubernetes' HorizontalPodAutoscaler on requests in the service per replica.
struct AutoscaledReplicas {
    std::int64_t least = 1; ///< 0: none while nobody asks
    std::int64_t most = 1;
    double target = 1; ///< requests in the service per replica
    double tolerance = 0.1;
    Duration period = std::chrono::seconds(15);
    Duration downWindow = std::chrono::seconds(300);
    std::int64_t mostUp = 0; ///< replicas added a period; 0: any number
    std::int64_t mostDown = 0;
    Duration idleTimeout{}; ///< least 0 only
    bool operator==(const AutoscaledReplicas&) const = default;
};
using ReplicaRule = std::variant<FixedReplicas, AutoscaledReplicas>;

/// What happens before a new replica serves, beside getting its node.
struct ColdStart {
    Bytes image;                                 ///< pulled over the node's network; 0: it is there
    std::optional<Sourced<Bandwidth>> imageRate; ///< absent: the node's network
    Sourced<Bandwidth> weightsRate;              ///< of the store or disk that holds the weights
    Duration warmUp{};                           ///< compiling, first batches
    bool operator==(const ColdStart&) const = default;
};

// ---- what users may expect ----------------------------------------------------------------------

enum class LatencyKind : std::uint8_t { FirstToken, PerToken, EndToEnd };

/// A percentile of a latency that must not be passed. A request that passes none of the limits is
/// goodput.
struct LatencyTarget {
    LatencyKind kind = LatencyKind::EndToEnd;
    std::int64_t percentile = 99; ///< 50, 90, 95 or 99
    double limit = 0;             ///< seconds, > 0
    bool operator==(const LatencyTarget&) const = default;
};

// ---- the whole ------------------------------------------------------------------------------

struct InferenceService {
    Requests requests;
    RequestSizes sizes; ///< of token models
    ServedModel served;
    ServingPrecision precision = ServingPrecision::Fp16;
    /// Old time over new that a graph compiler gives, on every part.
    std::optional<Sourced<Decimal>> compiler;
    /// Share of the peak ratio that INT8 or FP8 gains, quantising and dequantising taken off.
    Sourced<Decimal> quantizedGain{Decimal::scaled(8, 1), {}};
    std::optional<FrontStage> front;
    Router router = Router::ShortestQueue;
    ReplicaRule replicas;
    ColdStart coldStart;
    std::vector<LatencyTarget> targets;
    bool operator==(const InferenceService&) const = default;
};

/// What one alternative changes in the service of one class.
struct ServiceChange {
    std::string jobClass;
    std::string pool; ///< of the alternative, that its replicas stand on; empty: the first
    std::optional<ServingPrecision> precision;
    std::optional<Sourced<Decimal>> compiler;
    std::optional<std::int64_t> mostBatch;
    std::optional<Duration> longestWait;
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> mostSequences;
    std::optional<std::int64_t> chunk;
    std::optional<ServingPrecision> keyValuePrecision;
    std::optional<std::int64_t> cores; ///< of the front stage
    std::optional<Router> router;
    std::optional<ReplicaRule> replicas;
    bool operator==(const ServiceChange&) const = default;
};

/// The service with the change in it. Members it does not have stay away.
InferenceService changed(InferenceService service, const ServiceChange& change);

/// GPUs of one replica.
std::int64_t gpusPerReplica(const InferenceService& service);
/// The most replicas there can be.
std::int64_t mostReplicas(const InferenceService& service);

} // namespace gpuplan::model
