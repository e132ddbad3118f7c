#pragma once
/// Request-level simulation of an inference service: what it is made of, in whole microseconds.
/// docs/method.md#serving
///
/// Map: RequestSource draws when requests come and how large they are; simulateService() plays them
/// against replicas (BatchEngine or TokenEngine) behind a router and an autoscaler and gives a
/// ServiceRun; representativeWeek() does so for a week of a plan, whole or by samples.

#include <gpuplan/perf/token_generation.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::serving {

/// Microseconds since the begin of the measured window; a run-in lies below 0.
using Tick = std::int64_t;
inline constexpr Tick second = 1'000'000;
inline constexpr Tick hour = 3600 * second;

/// Seconds to whole microseconds, half to even.
Tick ticks(double seconds);

// ---- requests -------------------------------------------------------------------------------

struct RequestSize {
    std::int32_t input = 1;  ///< tokens of the prompt
    std::int32_t output = 1; ///< tokens generated
    bool operator==(const RequestSize&) const = default;
};

struct RecordedRequest {
    Tick at = 0; ///< since the window's begin
    RequestSize size;
};

/// Independent gaps without memory.
struct PoissonRequests {};
/// Independent gaps that follow a gamma law: regular below cv 1, clumped above.
struct RenewalRequests {
    double cv = 1; ///< coefficient of variation of the gaps, 0.3 to 5
};
/// Poisson whose rate switches between calm and burst; stays in both are exponential.
struct BurstRequests {
    double ratio = 1;  ///< rate in a burst over the rate in calm, >= 1
    double burst = 60; ///< mean length, s
    double calm = 600;
};
using RequestLaw = std::variant<PoissonRequests, RenewalRequests, BurstRequests>;

/// Sizes of requests: always the same, two independent lognormals, or a list to draw from.
struct LognormalSize {
    double medianInput = 1;
    double meanInput = 1; ///< >= median
    double medianOutput = 1;
    double meanOutput = 1;
    RequestSize most; ///< longer draws are cut to this
};
struct ListedSizes {
    std::vector<RequestSize> sizes;
    std::vector<double> weights; ///< as many, > 0
};
using SizeLaw = std::variant<RequestSize, LognormalSize, ListedSizes>;

struct RequestStream {
    std::string name; ///< of its random streams
    /// Requests a second in each hour of the window, in order and again from the front.
    std::vector<double> hourly;
    RequestLaw law;
    SizeLaw size;
    /// Requests as recorded, in order of time; hourly, law and size are then not looked at.
    std::vector<RecordedRequest> recorded;
};

// ---- replicas -------------------------------------------------------------------------------

/// CPU work and copies in front of a replica's GPUs, each in order of arrival.
struct FrontStage {
    Tick perRequest = 0; ///< of one core: decoding before, encoding after
    std::int64_t cores = 1;
    Tick copy = 0; ///< to the device, one at a time
};

/// Dynamic batches. docs/method.md#batch-service
struct BatchServing {
    std::vector<Tick> time; ///< of a batch of 1, 2, ... b_max requests, > 0
    Tick longestWait = 0;   ///< of the oldest request before a smaller batch starts
};

/// Continuous batches: every iteration serves all running sequences.
struct TokenServing {
    perf::TokenModel model;
    perf::TokenHardware hardware;
    std::int64_t cacheTokens = 0;     ///< that fit beside the weights
    std::int64_t mostSequences = 256; ///< running at once
    /// Tokens of an iteration in which prompts ride along with running sequences; above
    /// mostSequences. 0: a prompt stops the running sequences until it is done.
    std::int64_t chunk = 0;
};

using ServingEngine = std::variant<BatchServing, TokenServing>;

enum class Router : std::uint8_t { ShortestQueue, RoundRobin, PowerOfTwo };

/// How many replicas there are. docs/method.md#autoscaling
struct Scaling {
    std::int64_t least = 1; ///< 0: none after `idleTimeout` without a request
    std::int64_t most = 1;  ///< least = most: fixed
    std::int64_t initial = 1;
    double target = 1; ///< requests in the service per replica, mean over a period
    double tolerance = 0.1;
    Tick period = 15 * second;
    Tick downWindow = 300 * second; ///< fewer only by the most wanted of so long
    std::int64_t mostUp = 0;        ///< replicas added a period; 0: any number
    std::int64_t mostDown = 0;
    Tick idleTimeout = 0;
};

struct ColdStart {
    Tick provisioning = 0; ///< until a node is there; its GPUs are not held yet
    Tick loading = 0;      ///< image, weights, warm-up, on held GPUs
};

/// What a request must meet to count as goodput.
struct Limits {
    std::optional<Tick> firstToken;
    std::optional<double> perToken; ///< microseconds
    std::optional<Tick> endToEnd;
};

struct ServiceSpec {
    RequestStream requests;
    FrontStage front;
    ServingEngine engine;
    Router router = Router::ShortestQueue;
    Scaling scaling;
    ColdStart coldStart;
    Limits limits;
};

} // namespace gpuplan::serving
