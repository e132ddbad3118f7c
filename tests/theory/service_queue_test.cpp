#include <gpuplan/des/random.hpp>
#include <gpuplan/selfcheck/queueing.hpp>
#include <gpuplan/serving/simulate_service.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>
#include <vector>

using namespace gpuplan;
using namespace gpuplan::serving;

namespace {

constexpr std::uint64_t seedCount = 60;

/// Mean over seeds and its standard error.
struct Estimate {
    double mean = 0;
    double error = 0;
};

Estimate estimateOf(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    Estimate estimate;
    estimate.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - estimate.mean) * (value - estimate.mean);
    estimate.error = std::sqrt(squares / (n - 1) / n);
    return estimate;
}

/// Within three standard errors, which themselves are small enough to say something.
void checkAgrees(const Estimate& simulated, double formula) {
    INFO("simulated " << simulated.mean << " +- " << simulated.error << ", formula " << formula);
    CHECK(std::fabs(simulated.mean - formula) <= 3 * simulated.error);
    CHECK(simulated.error < 0.02 * formula);
}

/// Mean time in the service after a minute of run-in, seconds.
Estimate meanStay(const ServiceSpec& spec, Tick length) {
    std::vector<double> means;
    for (std::uint64_t seed = 1; seed <= seedCount; ++seed) {
        const ServiceRun run = *simulateService(spec, {60 * second, length, seed, 0});
        means.push_back(std::accumulate(run.endToEnd.begin(), run.endToEnd.end(), 0.0) / 1e6 /
                        static_cast<double>(run.endToEnd.size()));
    }
    return estimateOf(means);
}

/// A replica whose iterations take a millisecond whatever runs: `slots` servers that serve a
/// request for a millisecond a token.
TokenServing servers(std::int64_t slots) {
    TokenServing engine;
    engine.model = {1e-9, 1, 1, 1, 1, 1e-9, 1e-9, 1e-9};
    engine.hardware.bandwidth = 1e15;
    engine.hardware.host = 0.001;
    engine.cacheTokens = 1'000'000'000;
    engine.mostSequences = slots;
    engine.chunk = 1'000'000;
    return engine;
}

/// Poisson arrivals; tokens exponential, or of two branches for a larger variation.
std::vector<RecordedRequest> drawn(double perSecond, double meanTokens, double scv, Tick from,
                                   Tick to, std::uint64_t seed) {
    des::RandomStream gaps(seed, "gaps");
    des::RandomStream sizes(seed, "sizes");
    des::RandomStream branches(seed, "branches");
    const selfcheck::Hyperexponential law = selfcheck::balancedBranches(meanTokens, scv);
    std::vector<RecordedRequest> requests;
    for (double at = static_cast<double>(from);;) {
        at += gaps.exponential(perSecond) * 1e6;
        if (at >= static_cast<double>(to))
            return requests;
        const bool first = branches.uniform() < law.firstShare;
        const double tokens = std::ceil(sizes.exponential(first ? law.firstRate : law.secondRate));
        requests.push_back({static_cast<Tick>(at), {1, static_cast<std::int32_t>(tokens)}});
    }
}

Estimate meanTokenStay(std::int64_t slots, double perSecond, double scv, Tick length) {
    std::vector<double> means;
    ServiceSpec spec;
    spec.engine = servers(slots);
    for (std::uint64_t seed = 1; seed <= seedCount; ++seed) {
        spec.requests.recorded = drawn(perSecond, 1000, scv, -2 * hour, length, seed);
        const ServiceRun run = *simulateService(spec, {2 * hour, length, seed, 0});
        means.push_back(std::accumulate(run.endToEnd.begin(), run.endToEnd.end(), 0.0) / 1e6 /
                        static_cast<double>(run.endToEnd.size()));
    }
    return estimateOf(means);
}

} // namespace

TEST_CASE("a replica that serves one request at a time is M/D/1", "[theory][serving]") {
    ServiceSpec spec;
    spec.requests.hourly = {80};
    spec.engine = BatchServing{{10'000}, 0}; // 10 ms: load 0.8

    checkAgrees(meanStay(spec, hour / 2), 0.010 + selfcheck::oneServerWait(80, 0.010, 0));
}

TEST_CASE("requests of very unlike length at one slot are M/G/1", "[theory][serving]") {
    // Rounded up to whole tokens, an exponential mean grows by half a token of a thousand.
    checkAgrees(meanTokenStay(1, 0.5, 4, 60 * hour),
                1.0005 + selfcheck::oneServerWait(0.5, 1.0005, 4));
}

TEST_CASE("eight slots of a continuous batch are M/M/8", "[theory][serving]") {
    const selfcheck::ManyServers queue{6.4, 1.0005, 8};

    // Requests join at the next iteration, which adds half a millisecond at most.
    checkAgrees(meanTokenStay(8, 6.4, 1, 5 * hour), 1.0005 + queue.meanWait());
}

TEST_CASE("gaps more regular than Poisson wait less, clumped ones more", "[theory][serving]") {
    ServiceSpec spec;
    spec.requests.hourly = {80};
    spec.engine = BatchServing{{10'000}, 0};
    const double poisson = meanStay(spec, hour / 6).mean;

    spec.requests.law = RenewalRequests{0.3};
    const double regular = meanStay(spec, hour / 6).mean;
    spec.requests.law = RenewalRequests{3};
    const double clumped = meanStay(spec, hour / 6).mean;

    CHECK(regular < 0.6 * poisson);
    CHECK(clumped > 2 * poisson);
}
