/// Services from scenario to result. Expected figures are worked out beside them.

#include "temporary_folder.hpp"

#include <gpuplan/planner/planner.hpp>
#include <gpuplan/planner/service_spec.hpp>
#include <gpuplan/planner/services.hpp>

#include <catch2/catch.hpp>

#include <fstream>

using namespace gpuplan;
using namespace gpuplan::planner;
using model::ServingPrecision;

namespace {

/// `small` and `fast`: four times the FP16 peak, twice the bandwidth; INT8 doubles both peaks.
catalog::Catalogs catalogs() {
    catalog::Catalogs all;
    catalog::GpuModel small;
    small.id = "small";
    small.name = "Small";
    small.memory = Bytes(16'000'000'000);
    small.memoryBandwidth = Bandwidth(300'000'000'000);
    small.fp16Tflops = 50;
    small.int8Tops = 100;
    small.tdp = Power(70'000); // mW
    catalog::GpuModel fast = small;
    fast.id = "fast";
    fast.name = "Fast";
    fast.memoryBandwidth = Bandwidth(600'000'000'000);
    fast.fp16Tflops = 200;
    fast.int8Tops = 400;
    all.gpus = {small, fast};
    all.digest = "test";
    return all;
}

model::BatchModel measured() {
    model::BatchModel batch;
    batch.fixed = 0.010;
    batch.perRequest = 0.100;
    batch.gpu = "small";
    batch.matrixShare = 0.6;
    batch.hostShare = 0.1;
    return batch;
}

model::InferenceService vision() {
    model::InferenceService service;
    model::RequestProfile profile;
    profile.perSecond.value = Decimal::integer(1);
    profile.hourly.fill(1);
    profile.weekly.fill(1);
    service.requests = profile;
    service.served = measured();
    service.replicas = model::FixedReplicas{2};
    service.coldStart.weightsRate.value = Bandwidth(1'000'000'000);
    return service;
}

model::Pool poolOf(const std::string& gpu, std::int64_t nodes) {
    model::Pool pool;
    pool.name = gpu;
    pool.gpu = gpu;
    pool.gpusPerNode = 1;
    pool.supply = model::FixedSupply{nodes};
    pool.price = {HourlyPrice::parse("1 USD/h").value(), {}};
    return pool;
}

std::shared_ptr<model::Scenario> scenarioOf(model::InferenceService service) {
    auto scenario = std::make_shared<model::Scenario>();
    scenario->name = "served";
    scenario->start = *parseInstant("2027-01-01");
    scenario->priceDate = *parseInstant("2026-11-29");
    scenario->horizonMonths = 1;
    model::JobClass job;
    job.name = "vision";
    job.kind = model::JobKind::Inference;
    job.service = std::move(service);
    scenario->workload = model::ProfileWorkload{{job}};
    model::Alternative alternative;
    alternative.name = "rent";
    alternative.pools = {poolOf("small", 4)};
    scenario->alternatives = {alternative};
    return scenario;
}

Planner::Outcome runOf(const std::shared_ptr<const model::Scenario>& scenario) {
    RunRequest request;
    request.scenario = scenario;
    request.threads = 1;
    return Planner(std::make_shared<const catalog::Catalogs>(catalogs())).run(request);
}

double batchOfOne(const model::InferenceService& service, const std::string& gpu) {
    const serving::ServiceSpec spec =
        serviceSpec(service, "vision", poolOf(gpu, 1), catalogs(), Instant{});
    return static_cast<double>(std::get<serving::BatchServing>(spec.engine).time[0]) / 1e6;
}

} // namespace

TEST_CASE("a service runs as measured on its own GPU", "[planner][service]") {
    CHECK(batchOfOne(vision(), "small") == 0.110);
}

TEST_CASE("each part of a service time moves with what holds it back", "[planner][service]") {
    model::InferenceService service = vision();

    // 60 % by the peaks (x 4), 30 % by the bandwidths (x 2), 10 % stay.
    CHECK(batchOfOne(service, "fast") == Approx(0.110 * (0.6 / 4 + 0.3 / 2 + 0.1)));

    // INT8: peaks x 2, of which 80 % are gained; half the bytes.
    service.precision = ServingPrecision::Int8;
    CHECK(batchOfOne(service, "small") == Approx(0.110 * (0.6 / 1.6 + 0.3 / 2 + 0.1)));

    // A compiler works on all.
    service.compiler = {{Decimal::scaled(15, 1), {}}};
    CHECK(batchOfOne(service, "small") ==
          Approx(0.110 * (0.6 / 1.6 + 0.3 / 2 + 0.1) / 1.5).epsilon(1e-4));
}

TEST_CASE("rates of a week begin with the plan's hour and keep their mean", "[planner][service]") {
    model::InferenceService service = vision();
    auto& profile = std::get<model::RequestProfile>(service.requests);
    profile.hourly.fill(0);
    profile.hourly[9] = 1; // all between 9 and 10
    profile.weekly = {1, 0, 0, 0, 0, 0, 0};

    // 2027-01-01 is a Friday: Monday 9:00 is 3 days and 9 hours later.
    const auto hourly =
        serviceSpec(service, "vision", poolOf("small", 1), catalogs(), *parseInstant("2027-01-01"))
            .requests.hourly;

    REQUIRE(hourly.size() == 168);
    for (std::size_t i = 0; i < hourly.size(); ++i)
        CHECK(hourly[i] == (i == 3 * 24 + 9 ? 168.0 : 0.0));
}

TEST_CASE("a cold start is image, weights and warm-up, one after the other", "[planner][service]") {
    model::InferenceService service = vision();
    auto& batch = std::get<model::BatchModel>(service.served);
    batch.weights = Bytes(4'000'000'000); // in FP16
    service.precision = ServingPrecision::Int8;
    service.coldStart.image = Bytes(10'000'000'000);
    service.coldStart.imageRate = {Bandwidth(500'000'000), {}};
    service.coldStart.warmUp = seconds(30);
    model::Pool pool = poolOf("small", 1);
    pool.supply = model::ElasticSupply{0, 1, seconds(120), hours(1)};

    const serving::ColdStart cold =
        serviceSpec(service, "vision", pool, catalogs(), Instant{}).coldStart;

    CHECK(cold.provisioning == 120 * serving::second);
    CHECK(cold.loading == (20 + 2 + 30) * serving::second);
}

TEST_CASE("what fits beside the weights is counted in tokens", "[planner][service]") {
    model::InferenceService service = vision();
    model::TokenModel tokens;
    tokens.parameters = 5e9;
    tokens.layers = 32;
    tokens.hidden = 4096;
    tokens.keyValueHeads = 8;
    tokens.headDimension = 128;
    tokens.reserve = Bytes(1'000'000'000);
    service.served = tokens;

    const ServiceMemory memory = serviceMemory(service, catalogs().gpus[0]);

    // 16 GB x 0.9 - 10 GB - 1 GB, at 2 x 32 x 8 x 128 x 2 B a token.
    CHECK(memory.bytesPerToken == 131'072);
    CHECK(memory.cacheTokens == 3'400'000'000 / 131'072);
    CHECK(memory.fits());
    std::get<model::TokenModel>(service.served).parameters = 7e9;
    CHECK_FALSE(serviceMemory(service, catalogs().gpus[0]).fits());
}

TEST_CASE("a service's replicas are paid, and what they do is told", "[planner][service]") {
    const Planner::Outcome outcome = runOf(scenarioOf(vision()));

    REQUIRE(outcome.result);
    const metrics::AlternativeResult& result = outcome.result->alternatives[0];
    REQUIRE(result.services.size() == 1);
    const metrics::ServiceResult& service = result.services[0];
    // Two replicas of the four nodes, 31 days; the cost is all theirs.
    CHECK(service.gpuTime == GpuTime::of(GpuCount::whole(2), hours(31 * 24)));
    CHECK(service.cost == Money::of(Decimal::integer(4 * 31 * 24), Currency::usd()));
    CHECK(service.meanReplicas == 2.0);
    // One request a second at 110 ms on two replicas: 5.5 % of their time. 2,678,400 requests.
    CHECK(service.requestsPerSecond == Approx(1).epsilon(0.01));
    const double working =
        static_cast<double>(
            service.time[static_cast<std::size_t>(serving::ReplicaState::Working)]) /
        (2.0 * 7 * 86'400e6);
    CHECK(working == Approx(0.055).epsilon(0.01));
    CHECK(service.perMillionRequests->toDouble() == Approx(4.0 * 31 * 24 / 2.6784).epsilon(0.01));
    // 70 W: 10.5 W idle, 61.075 W at SM activity 0.85; 2 s of replicas a request.
    CHECK(*service.energyPerRequest == Approx(2 * 10.5 + 0.110 * (0.85 * 59.5)).epsilon(0.01));
    // The states of the fleet are those of the service.
    CHECK(toDouble(result.gpuHours.useful->base()) / toDouble(service.gpuTime.base()) ==
          Approx(working).epsilon(1e-5));
    CHECK(outcome.diagnostics.empty());
}

TEST_CASE("a missed target ends with which one and by how much", "[planner][service]") {
    model::InferenceService service = vision();
    service.targets = {{model::LatencyKind::EndToEnd, 50, 0.2},
                       {model::LatencyKind::EndToEnd, 95, 0.1}};

    const Planner::Outcome outcome = runOf(scenarioOf(service));

    REQUIRE(outcome.result);
    const auto& targets = outcome.result->alternatives[0].services[0].targets;
    CHECK(targets[0].isMet());
    CHECK_FALSE(targets[1].isMet());
    REQUIRE(outcome.diagnostics.size() == 1);
    CHECK(outcome.diagnostics[0].trouble == Trouble::Target);
    CHECK(outcome.diagnostics[0].at.pointer == "/alternatives/0");
    const std::vector<std::string>& told = outcome.diagnostics[0].message.arguments;
    CHECK(told[2] == "p95");
    CHECK(told[4] == "110.0 ms"); // almost nobody waits
    CHECK(told[5] == "10.0");
}

TEST_CASE("replicas stand on the pool that the alternative names, others elsewhere",
          "[planner][service]") {
    auto scenario = scenarioOf(vision());
    model::Alternative& alternative = scenario->alternatives[0];
    alternative.pools = {poolOf("small", 4), poolOf("fast", 4)};
    alternative.serviceChanges.emplace_back().jobClass = "vision";
    alternative.serviceChanges[0].pool = "fast";
    alternative.pools[1].speed.value = Decimal::scaled(13, 1); // of measured run times only

    const Planner::Outcome outcome = runOf(scenario);

    REQUIRE(outcome.result);
    const metrics::AlternativeResult& result = outcome.result->alternatives[0];
    CHECK(result.services[0].gpuName == "Fast");
    for (const history::MeterReading& reading : result.history->readings)
        for (const GpuTime held : reading.allocatedByClass)
            CHECK(held == (reading.pool == 1 ? GpuTime::of(GpuCount::whole(2), hours(31 * 24))
                                             : GpuTime()));
}

TEST_CASE("replicas come and go by the load, and rent only the nodes they need",
          "[planner][service]") {
    model::InferenceService service = vision();
    auto& profile = std::get<model::RequestProfile>(service.requests);
    profile.perSecond.value = Decimal::integer(2);
    profile.weekly = {1, 1, 1, 1, 1, 0, 0};
    for (std::size_t i = 0; i < 24; ++i)
        profile.hourly[i] = i >= 8 && i < 18 ? 1 : 0;
    model::AutoscaledReplicas rule;
    rule.least = 0;
    rule.most = 4;
    rule.target = 0.5;
    rule.idleTimeout = seconds(600);
    service.replicas = rule;
    auto scenario = scenarioOf(service);
    scenario->alternatives[0].pools[0].supply =
        model::ElasticSupply{0, 4, seconds(60), seconds(60)};

    const Planner::Outcome outcome = runOf(scenario);

    REQUIRE(outcome.result);
    const metrics::AlternativeResult& result = outcome.result->alternatives[0];
    // Fifty hours a week with requests; ten minutes more a day until none is left. Full pool:
    // 4 x 744 GPU-hours.
    CHECK(toDouble(result.gpuHours.paid.base()) / 3.6e12 < 0.32 * 4 * 744);
    CHECK(toDouble(result.gpuHours.allocated.base()) / 3.6e12 > 0.2 * 4 * 744 * 0.5);
    CHECK(result.services[0].mostReplicas == 4);
    CHECK(result.jobs.rejected == 0);
    CHECK(result.services[0].completedReplicas == result.jobs.completed);
}

TEST_CASE("a recorded service repeats its record", "[planner][service]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("requests.csv"),
                       "bin_start_s,bin_end_s,requests\n0,1800,900\n1800,3600,0\n");
    model::InferenceService service = vision();
    service.requests = model::RequestTrace{"requests.csv", model::BinSpread::Even};
    auto scenario = scenarioOf(service);
    scenario->file = folder.path("scenario.json");

    const Planner::Outcome outcome = runOf(scenario);

    REQUIRE(outcome.result);
    const metrics::ServiceResult& result = outcome.result->alternatives[0].services[0];
    CHECK(result.simulatedRequests == 900);
    CHECK(result.requestsPerSecond == 0.25);
    CHECK(result.endToEnd->p99 == 0.110); // two seconds apart: nobody waits
    // Another record is another run.
    const std::string digest = outcome.result->digest;
    test::writeContent(folder.path("requests.csv"),
                       "bin_start_s,bin_end_s,requests\n0,1800,901\n1800,3600,0\n");
    CHECK(runOf(scenario).result->digest != digest);
}

TEST_CASE("a record that is not there, or misses tokens, is told", "[planner][service]") {
    const test::TemporaryFolder folder;
    model::InferenceService service = vision();
    service.requests = model::RequestTrace{"nowhere.csv", model::BinSpread::Even};
    auto scenario = scenarioOf(service);
    scenario->file = folder.path("scenario.json");

    const Planner::Outcome outcome = runOf(scenario);

    CHECK_FALSE(outcome.result);
    REQUIRE(outcome.diagnostics.size() == 1);
    CHECK(outcome.diagnostics[0].trouble == Trouble::Outside);
}
