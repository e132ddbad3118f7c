/// Random services: what is written reads back as the same value.

#include "scenario_samples.hpp"

#include <gpuplan/io/scenario_file.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace gpuplan;
using namespace gpuplan::model;

namespace {

/// Values of every kind within the ranges of docs/scenario-format.md.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_engine(seed) {}

    std::int64_t whole(std::int64_t least, std::int64_t most) {
        return least +
               static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool coin() { return whole(0, 1) == 1; }
    /// More than 0, up to 1, with all digits of a double.
    double share() { return (static_cast<double>(m_engine() >> 11U) + 1) * 0x1p-53; }
    Duration time() { return Duration(whole(1'000'000, 3'600'000'000)); }
    ServingPrecision precision(ServingPrecision last = ServingPrecision::Int8) {
        return static_cast<ServingPrecision>(whole(0, static_cast<std::int64_t>(last)));
    }
    Sourced<Bandwidth> rate() { return {Bandwidth(whole(1, 1'000'000'000)), {}}; }
    Sourced<Decimal> factor() { return {Decimal::scaled(whole(100, 1000), 2), {}}; }
    template <typename T>
    std::optional<T> maybe(T value) {
        return coin() ? std::optional<T>(value) : std::nullopt;
    }

    Requests requests() {
        if (whole(0, 3) == 0)
            return RequestTrace{"requests.csv", coin() ? BinSpread::Even : BinSpread::Poisson};
        RequestProfile profile;
        profile.perSecond = {Decimal::scaled(whole(1, 5'000'000), 3), {}};
        for (double& weight : profile.hourly)
            weight = share();
        for (double& weight : profile.weekly)
            weight = share();
        switch (whole(0, 2)) {
        case 0:
            profile.law = RenewalRequests{0.3 + 4 * share()};
            break;
        case 1:
            profile.law = BurstRequests{1 + 9 * share(), time(), time()};
            break;
        default:
            break;
        }
        return profile;
    }

    RequestSizes sizes() {
        switch (whole(0, 2)) {
        case 0:
            return FixedSize{whole(1, 9999), whole(1, 9999)};
        case 1: {
            const double input = 1 + 100 * share();
            const double output = 1 + 100 * share();
            return LognormalSizes{input,  input * (1 + share()),  whole(101, 9999),
                                  output, output * (1 + share()), whole(101, 9999),
                                  {}};
        }
        default: {
            ListedSizes listed;
            for (std::int64_t i = 0; i <= whole(0, 4); ++i)
                listed.sizes.push_back({whole(1, 999), whole(1, 999), share()});
            return listed;
        }
        }
    }

    BatchModel batch() {
        BatchModel batch;
        batch.fixed = share();
        batch.perRequest = share();
        batch.gpu = "t4";
        batch.precision = precision();
        batch.matrixShare = share() / 2;
        batch.hostShare = share() / 2;
        batch.mostBatch = whole(1, 64);
        batch.longestWait = Duration(whole(0, 100'000));
        batch.weights = Bytes(whole(0, 1) * whole(1, 1'000'000'000));
        return batch;
    }

    TokenModel tokens() {
        TokenModel tokens;
        tokens.parameters = 1e9 * (1 + 99 * share());
        tokens.layers = whole(1, 200);
        tokens.hidden = whole(1, 20'000);
        tokens.keyValueHeads = whole(1, 64);
        tokens.headDimension = whole(1, 256);
        tokens.keyValuePrecision = precision(ServingPrecision::Int4);
        tokens.tensor = whole(1, 8);
        tokens.mostSequences = whole(1, 500);
        tokens.chunk = coin() ? 0 : tokens.mostSequences + whole(1, 1000);
        tokens.host = coin() ? 0 : share() / 100;
        tokens.usable = share();
        tokens.reserve = Bytes(whole(0, 9'000'000'000));
        return tokens;
    }

    ReplicaRule replicas() {
        if (coin())
            return FixedReplicas{whole(1, 100)};
        AutoscaledReplicas rule;
        rule.least = whole(0, 3);
        rule.most = rule.least + whole(1, 50);
        rule.target = share() * 50;
        rule.tolerance = share();
        rule.period = time();
        rule.downWindow = time();
        rule.mostUp = whole(0, 3);
        rule.mostDown = whole(0, 3);
        if (rule.least == 0)
            rule.idleTimeout = time();
        return rule;
    }

    InferenceService service() {
        InferenceService service;
        service.requests = requests();
        if (coin()) {
            service.served = tokens();
            service.sizes = sizes();
            service.precision = precision(ServingPrecision::Int4);
        } else {
            service.served = batch();
            service.precision = precision();
            service.compiler = maybe(factor());
        }
        service.quantizedGain = {Decimal::scaled(whole(1, 100), 2), {}};
        if (coin())
            service.front = FrontStage{
                share(), share(), whole(1, 32), static_cast<double>(whole(1, 1'000'000)), {}};
        service.router = static_cast<Router>(whole(0, 2));
        service.replicas = replicas();
        service.coldStart = {Bytes(whole(0, 9'000'000'000)), maybe(rate()), rate(), time()};
        for (std::int64_t i = 0; i < whole(0, 3); ++i)
            service.targets.push_back(
                {std::holds_alternative<TokenModel>(service.served)
                     ? static_cast<LatencyKind>(whole(0, 2))
                     : LatencyKind::EndToEnd,
                 std::array<std::int64_t, 4>{50, 90, 95, 99}[static_cast<std::size_t>(whole(0, 3))],
                 share()});
        return service;
    }

    ServiceChange change(const InferenceService& service) {
        ServiceChange change;
        change.jobClass = "served";
        change.pool = coin() ? "" : "rented";
        change.precision = maybe(precision());
        change.router = maybe(static_cast<Router>(whole(0, 2)));
        change.replicas = maybe(replicas());
        if (std::holds_alternative<BatchModel>(service.served)) {
            change.compiler = maybe(factor());
            change.mostBatch = maybe(whole(1, 64));
            change.longestWait = maybe(Duration(whole(0, 100'000)));
        } else {
            change.tensor = maybe(whole(1, 8));
            change.keyValuePrecision = maybe(precision(ServingPrecision::Int4));
            change.chunk = maybe<std::int64_t>(0);
            if (change.chunk)
                change.mostSequences = maybe(whole(1, 500));
        }
        if (service.front)
            change.cores = maybe(whole(1, 32));
        return change;
    }

private:
    std::mt19937_64 m_engine;
};

Scenario read(const std::string& text) {
    const auto scenario = io::readScenarioText(text, "s.json");
    INFO(describe(scenario.diagnostics()));
    REQUIRE(scenario);
    return *scenario;
}

} // namespace

TEST_CASE("a random service reads back as it was written", "[io][service]") {
    const Scenario base = read(std::string(test::stepScenario));
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Draw draw(seed);
        Scenario scenario = base;
        JobClass served;
        served.name = "served";
        served.kind = JobKind::Inference;
        served.service = draw.service();
        std::get<ProfileWorkload>(scenario.workload).classes.push_back(served);
        scenario.alternatives[0].serviceChanges = {draw.change(*served.service)};

        const std::string text = io::writeScenario(scenario);

        // Provenances learn their place on reading, so texts are compared first.
        const Scenario again = read(text);
        CHECK(io::writeScenario(again) == text);
        CHECK(read(io::writeScenario(again)) == again);
    }
}

TEST_CASE("a change reaches what it names and nothing else", "[model][service]") {
    InferenceService service;
    service.served = BatchModel{};
    ServiceChange change;
    change.mostBatch = 16;
    change.compiler = {{Decimal::scaled(16, 1), {}}};
    change.tensor = 4; // of a token model

    const InferenceService after = changed(service, change);

    InferenceService expected = service;
    std::get<BatchModel>(expected.served).mostBatch = 16;
    expected.compiler = change.compiler;
    CHECK(after == expected);
}
