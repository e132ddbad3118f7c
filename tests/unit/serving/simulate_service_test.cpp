#include <gpuplan/serving/simulate_service.hpp>
#include <gpuplan/units/int128.hpp>

#include <catch2/catch.hpp>

#include <numeric>

using namespace gpuplan;
using namespace gpuplan::serving;

namespace {

constexpr Tick ms = 1000;

/// Requests at these milliseconds.
std::vector<RecordedRequest> at(const std::vector<Tick>& millis, RequestSize size = {}) {
    std::vector<RecordedRequest> requests;
    for (const Tick each : millis)
        requests.push_back({each * ms, size});
    return requests;
}

/// t(b) = 4 ms + b ms, batches of at most four, nobody waits longer than 3 ms.
ServiceSpec batches(std::vector<RecordedRequest> requests) {
    ServiceSpec spec;
    spec.requests.recorded = std::move(requests);
    spec.engine = BatchServing{{5 * ms, 6 * ms, 7 * ms, 8 * ms}, 3 * ms};
    return spec;
}

/// An iteration takes 10 ms whatever runs; the cache holds `cache` tokens.
ServiceSpec tokens(std::vector<RecordedRequest> requests, std::int64_t cache,
                   std::int64_t chunk = 0) {
    ServiceSpec spec;
    spec.requests.recorded = std::move(requests);
    TokenServing engine;
    engine.model = {1e-9, 1, 1, 1, 1, 1e-9, 1e-9, 1e-9};
    engine.hardware.bandwidth = 1e15;
    engine.hardware.host = 0.010;
    engine.cacheTokens = cache;
    engine.mostSequences = 4;
    engine.chunk = chunk;
    spec.engine = engine;
    return spec;
}

ServiceRun run(const ServiceSpec& spec, Tick length = second) {
    return *simulateService(spec, {0, length, 1, 0});
}

std::int64_t timeIn(const ServiceRun& run, ReplicaState state) {
    return run.time[static_cast<std::size_t>(state)];
}

} // namespace

TEST_CASE("a batch starts when it is full or its oldest request has waited", "[serving][batch]") {
    // 1, 2: wait until 4 ms, done at 10. 5, 6, 7, 8, 9: four start at 10, done at 18; the fifth
    // has waited 9 ms by then and starts alone, done at 23.
    const ServiceRun result = run(batches(at({1, 2, 5, 6, 7, 8, 9})));

    CHECK(result.endToEnd == std::vector<double>{9000, 8000, 13000, 12000, 11000, 10000, 14000});
    CHECK(timeIn(result, ReplicaState::Working) == 6 * ms + 8 * ms + 5 * ms);
    CHECK(timeIn(result, ReplicaState::Idle) == second - 19 * ms);
}

TEST_CASE("a request that comes as the wait ends rides along", "[serving][batch]") {
    CHECK(run(batches(at({1, 4}))).endToEnd == std::vector<double>{9000, 6000});
}

TEST_CASE("work in front of the GPU takes cores in turn, then the copy", "[serving][front]") {
    ServiceSpec spec = batches(at({0, 0, 0}));
    std::get<BatchServing>(spec.engine) = {{1 * ms}, 0};
    spec.front = {10 * ms, 2, 2 * ms};

    // Cores: 10, 10, 20; copies one by one: 12, 14, 22; batches of one: 13, 15, 23.
    CHECK(run(spec).endToEnd == std::vector<double>{13000, 15000, 23000});
}

TEST_CASE("a prompt stops the running sequences until it is done", "[serving][tokens]") {
    // First: prompt 0-10, tokens at 10, 20. At 15 a second one: it starts at 20, its prompt ends at
    // 30, then both go on: 40, 50 (first done: 4 tokens), second done at 60 (4 tokens).
    const ServiceRun result = run(tokens(at({0, 15}, {5, 4}), 1000));

    CHECK(result.firstToken == std::vector<double>{10000, 15000});
    CHECK(result.endToEnd == std::vector<double>{50000, 45000});
    CHECK(result.perToken[0] == Approx(40000.0 / 3));
    CHECK(result.outputTokens == 8);
    CHECK(timeIn(result, ReplicaState::Working) == 60 * ms);
}

TEST_CASE("with chunks the running sequences go on beside a prompt", "[serving][tokens]") {
    // Eight tokens an iteration. Second prompt (10 tokens): 7 at 20-30 beside one running
    // sequence, 3 at 30-40, so its first token is at 40; the first request is done at 40.
    ServiceSpec spec = tokens(at({0, 15}), 1000, 8);
    spec.requests.recorded[0].size = {5, 4};
    spec.requests.recorded[1].size = {10, 2};

    const ServiceRun result = run(spec);

    CHECK(result.firstToken == std::vector<double>{10000, 25000});
    CHECK(result.endToEnd == std::vector<double>{40000, 35000});
}

TEST_CASE("a full cache throws out the newest, which is computed again", "[serving][tokens]") {
    // Two sequences of 4 + 8 tokens in a cache of 16. Prompts end at 10 and 20 with 5 tokens each.
    // Room for three more each (16 - 10 = 6): at 50 both hold 8, and the second, four tokens done,
    // is thrown out. The first needs 12 in all: 4 iterations, done at 90. Then the second's 8
    // tokens are read again until 100 (its fifth token), and three more until 130.
    const ServiceRun result = run(tokens(at({0, 0}, {4, 8}), 16));

    CHECK(result.evictions == 1);
    CHECK(result.firstToken == std::vector<double>{10000, 20000});
    CHECK(result.endToEnd == std::vector<double>{90000, 130000});
}

TEST_CASE("requests wait for a slot in order", "[serving][tokens]") {
    ServiceSpec spec = tokens(at({0, 0, 0}, {1, 2}), 1000);
    std::get<TokenServing>(spec.engine).mostSequences = 1;

    // Each: prompt and one more token.
    CHECK(run(spec).endToEnd == std::vector<double>{20000, 40000, 60000});
}

TEST_CASE("collectives are told apart within the work", "[serving][tokens]") {
    ServiceSpec spec = tokens(at({0}, {5, 4}), 1000);
    auto& engine = std::get<TokenServing>(spec.engine);
    engine.hardware.tensorParallel = 2;
    engine.hardware.collective = {{0.001, 1e15}}; // two a layer, one layer: 2 ms an iteration

    const ServiceRun result = run(spec);

    CHECK(timeIn(result, ReplicaState::Communicating) == 4 * 2 * ms);
    CHECK(timeIn(result, ReplicaState::Working) == 4 * 10 * ms);
}

TEST_CASE("the shortest queue takes the next request", "[serving][router]") {
    ServiceSpec spec = batches(at({0, 1, 2}));
    std::get<BatchServing>(spec.engine) = {{10 * ms}, 0};
    spec.scaling = {.least = 2, .most = 2, .initial = 2};

    CHECK(run(spec).endToEnd == std::vector<double>{10000, 10000, 18000});
}

TEST_CASE("each router serves all and keeps the order of its own streams", "[serving][router]") {
    ServiceSpec spec;
    spec.requests.hourly = {200};
    spec.engine = BatchServing{{10 * ms}, 0};
    spec.scaling = {.least = 4, .most = 4, .initial = 4};
    std::vector<double> means;
    std::vector<std::uint64_t> counts;
    for (const Router router : {Router::ShortestQueue, Router::PowerOfTwo, Router::RoundRobin}) {
        spec.router = router;
        const ServiceRun result = run(spec, 600 * second);
        means.push_back(std::accumulate(result.endToEnd.begin(), result.endToEnd.end(), 0.0));
        counts.push_back(result.endToEnd.size());
    }

    CHECK(counts == std::vector<std::uint64_t>(3, counts[0])); // the same requests
    // Where all take equally long, turns are as good as one queue for all (G/D/c); looking at all
    // queues comes next, at two of them last.
    CHECK(means[2] < means[0]);
    CHECK(means[0] < means[1]);
}

TEST_CASE("requests in the service are arrivals times stay, exactly", "[serving][little]") {
    ServiceSpec spec = tokens({}, 300);
    spec.requests.hourly = {3, 9, 1};
    spec.requests.law = BurstRequests{4, 30, 200};
    spec.requests.size = LognormalSize{20, 30, 30, 50, {100, 150}};
    spec.scaling = {.least = 0, .most = 5, .initial = 1, .target = 3, .idleTimeout = 20 * second};
    spec.coldStart = {20 * second, 40 * second};

    const ServiceRun result = *simulateService(spec, {hour, 4 * hour, 7, 0});

    CHECK(toText(result.presence) == toText(result.sojourn));
    CHECK(result.requests == result.endToEnd.size());
    CHECK(result.requests > 10'000);
}

TEST_CASE("replica time is told to the microsecond", "[serving][states]") {
    ServiceSpec spec = batches({});
    spec.requests.hourly = {300, 900};
    spec.scaling = {.least = 1, .most = 9, .initial = 1, .target = 3};
    spec.coldStart = {0, 45 * second};

    const ServiceRun result = *simulateService(spec, {0, 2 * hour, 3, 0});

    const std::int64_t told =
        std::accumulate(result.time.begin(), result.time.end(), std::int64_t{0});
    CHECK(told == result.held);
    CHECK(timeIn(result, ReplicaState::Loading) > 0);
    CHECK(result.mostReplicas > 1);
    Int128 counted = 0;
    for (std::size_t i = 0; i < result.replicas.size(); ++i) {
        const Tick until =
            i + 1 < result.replicas.size() ? result.replicas[i + 1].at : result.length;
        counted += Int128{result.replicas[i].count} * (until - result.replicas[i].at);
    }
    CHECK(toText(counted) == std::to_string(result.held));
}

TEST_CASE("the same seed gives the same run, another seed another", "[serving]") {
    ServiceSpec spec = batches({});
    spec.requests.hourly = {50};

    const ServiceRun first = *simulateService(spec, {0, hour, 5, 0});
    const ServiceRun again = *simulateService(spec, {0, hour, 5, 0});
    const ServiceRun other = *simulateService(spec, {0, hour, 6, 0});

    CHECK(first.endToEnd == again.endToEnd);
    CHECK(first.endToEnd != other.endToEnd);
}

TEST_CASE("a service at zero wakes with the first request, which pays the cold start",
          "[serving][autoscaler]") {
    ServiceSpec spec = batches(at({5000, 400'000}));
    spec.scaling = {.least = 0, .most = 2, .initial = 0, .target = 1, .idleTimeout = 60 * second};
    spec.coldStart = {20 * second, 10 * second};

    const ServiceRun result = run(spec, 600 * second);

    // 30 s of cold start; then its wait of 3 ms for company counts from when it is routed.
    CHECK(result.endToEnd == std::vector<double>{30'008'000, 30'008'000});
    CHECK(result.coldStarts == 2);
    CHECK(timeIn(result, ReplicaState::Loading) == 20 * second);
    CHECK(result.finalReplicas == 0);
    // Held from 25 s on; idle since 35.008 s; the look at 105 s is the first a minute later.
    CHECK(result.replicas[1] == ReplicaCount{25 * second, 1});
    CHECK(result.replicas[2] == ReplicaCount{105 * second, 0});
}

TEST_CASE("replicas go only when the most wanted of five minutes is lower",
          "[serving][autoscaler]") {
    // Four requests at once that take 100 s each at a target of one in the service.
    ServiceSpec spec = batches(at({1000, 1000, 1000, 1000}));
    std::get<BatchServing>(spec.engine) = {{100 * second}, 0};
    spec.scaling = {.least = 1, .most = 8, .initial = 1, .target = 1};

    const ServiceRun result = run(spec, 1000 * second);

    // At 15 s the mean of the period is 4 x 14/15 = 3.73: four wanted. They find nothing to take
    // over; the queue of the first ends at 401 s.
    REQUIRE(result.replicas.size() >= 3);
    CHECK(result.replicas[1] == ReplicaCount{15 * second, 4});
    // Requests in the service: 4 to 101 s, 3 to 201 s, 2 to 301 s. Four were last wanted at 105 s
    // (4 x 11/15 + 3 x 4/15 = 3.73), so one goes at 405 s.
    CHECK(result.replicas[2] == ReplicaCount{405 * second, 3});
}

TEST_CASE("goodput counts requests that meet every limit", "[serving][limits]") {
    ServiceSpec spec = batches(at({1, 2, 5, 6, 7, 8, 9}));
    spec.limits.endToEnd = 10 * ms;

    CHECK(run(spec).withinLimits == 3); // 9, 8 and 10 ms
}

TEST_CASE("percentiles are by nearest rank", "[serving][latency]") {
    std::vector<double> micros;
    for (int i = 200; i >= 1; --i)
        micros.push_back(i * 1e6);

    const Latency latency = *latencyOf(micros);

    CHECK(latency.mean == Approx(100.5));
    CHECK(latency.p50 == 100);
    CHECK(latency.p90 == 180);
    CHECK(latency.p95 == 190);
    CHECK(latency.p99 == 198);
}

TEST_CASE("rates follow the hours of the window", "[serving][requests]") {
    ServiceSpec spec = batches({});
    spec.requests.hourly = {10, 40};

    const ServiceRun result = run(spec, 20 * hour);

    // 10 hours of each: 1,800,000 expected, standard deviation 1,342.
    CHECK(static_cast<double>(result.requests) == Approx(1'800'000.0).margin(4 * 1342));
}

TEST_CASE("bursts keep the mean rate", "[serving][requests]") {
    ServiceSpec spec = batches({});
    spec.requests.hourly = {50};
    spec.requests.law = BurstRequests{5, 20, 100};

    const ServiceRun result = run(spec, 100 * hour);

    // 3,000 cycles of bursts: their share varies by about 2 %, the rate by less.
    CHECK(static_cast<double>(result.requests) == Approx(50.0 * 360'000).epsilon(0.05));
}
