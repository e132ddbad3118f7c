#include "sample_scenario.hpp"

#include "sample_run.hpp"

#include <chrono>
#include <thread>

namespace gpuplan::gui::test {

namespace {

Sourced<Decimal> given(const char* text) {
    return {*Decimal::parse(text), {"a test", {}, {}, Confidence::Low, {}, {}, {}}};
}

model::JobClass trainingJobs() {
    model::JobClass jobs;
    jobs.name = "training";
    jobs.arrivals.jobsPerDay = given("20");
    jobs.arrivals.hourly.fill(1);
    jobs.arrivals.weekly.fill(1);
    jobs.gpus = {{GpuCount::whole(8), 1.0}};
    jobs.duration.law = model::FixedTime{hours(2)};
    jobs.activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    return jobs;
}

model::Alternative bought() {
    model::Alternative alternative;
    alternative.name = "bought";
    alternative.kind = model::AlternativeKind::Owned;
    model::Pool pool;
    pool.name = "rack";
    pool.gpu = "H100-SXM5-80GB";
    pool.gpusPerNode = 8;
    pool.supply = model::FixedSupply{2};
    model::Owned owned;
    owned.lines = {
        {"server", Decimal::integer(1), false, {Money(250'000'000'000, Currency::usd()), {}}}};
    owned.lifeMonths = 48;
    owned.residualShare = given("0.1");
    owned.maintenancePerYear = given("0.05");
    owned.idlePower = {kilowatts(2), {}};
    owned.fullPower = {kilowatts(10), {}};
    pool.purchase = owned;
    alternative.pools = {pool};
    model::Site site;
    site.name = "oslo";
    site.energyPrice = Sourced<EnergyPrice>{EnergyPrice::parse("0.086 USD/kWh").value(),
                                            {"a tariff", {}, {}, Confidence::High, {}, {}, {}}};
    site.pue = given("1.3");
    alternative.site = site;
    return alternative;
}

model::Alternative rented() {
    model::Alternative alternative;
    alternative.name = "rented";
    model::Pool pool;
    pool.name = "cloud";
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.supply = model::ElasticSupply{0, 4, seconds(120), seconds(600)};
    pool.purchase = model::OnDemand{};
    alternative.pools = {pool};
    return alternative;
}

} // namespace

model::Scenario sampleScenario() {
    model::Scenario scenario;
    scenario.name = "sample";
    scenario.question = "buy or rent?";
    scenario.priceDate = *parseInstant("2026-11-29");
    scenario.start = *parseInstant("2027-01-01");
    scenario.horizonMonths = 12;
    scenario.discountRate = given("0.08");
    scenario.workload = model::ProfileWorkload{{trainingJobs()}};
    scenario.alternatives = {bought(), rented()};
    scenario.file = "sample.json";
    return scenario;
}

model::Scenario sampleStepScenario() {
    model::Scenario scenario = sampleScenario();
    model::StepModel step;
    step.gpu = "H100-SXM5-80GB";
    model::AffineStep compute;
    compute.fixed = Duration(5'000);
    compute.perSample = 0.0005;
    compute.gpu = step.gpu;
    compute.provenance = {"a test", {}, {}, Confidence::Low, {}, {}, {}};
    step.compute = compute;
    step.parameters = 25.6e6;
    step.microBatch = 64;
    model::InputPipeline input;
    input.data.samples = 1'281'167;
    input.data.bytesPerSample = 110'000;
    input.data.tier = "nvme-gen4";
    input.data.provenance = compute.provenance;
    input.workers = 2;
    input.samplesPerCore = 140;
    input.tensorBytesPerSample = 602'112;
    input.provenance = compute.provenance;
    step.input = input;
    step.sync = model::SyncPoints{};
    model::CheckpointPlan checkpoint;
    checkpoint.interval = seconds(1800);
    checkpoint.tier = "nvme-gen4";
    step.checkpoint = checkpoint;
    model::JobClass& jobs = std::get<model::ProfileWorkload>(scenario.workload).classes[0];
    jobs.step = step;
    jobs.activity = {};
    for (model::Alternative& alternative : scenario.alternatives)
        for (const char* tier : {"nvme-gen4", "lustre"}) {
            model::StorageLine line;
            line.tier = tier;
            line.capacity = Bytes(1'000'000'000'000);
            alternative.storage.push_back(line);
        }
    return scenario;
}

Result<model::Scenario> FakeEngine::read(const std::string& path) const {
    if (path.find("step") != std::string::npos)
        return sampleStepScenario();
    if (path.find("bad") == std::string::npos)
        return sampleScenario();
    Diagnostics problems;
    problems.error({path, 41, 18, "/horizon_months"}, "base.number.range",
                   {inQuotes("0"), "1", "600"});
    return problems;
}

Diagnostics FakeEngine::save(const model::Scenario&, const std::string& path) const {
    Diagnostics problems;
    if (path.find("bad") != std::string::npos)
        problems.outside({path, 0, 0, {}}, "base.file.open", {inQuotes(path), "no such folder"});
    return problems;
}

planner::Planner::Outcome FakeEngine::run(const planner::RunRequest& request) const {
    ++m_started;
    if (m_thrower)
        m_thrower();
    for (int step = 0; step < 100; ++step)
        request.progress({step / 100.0, "bought"});
    while (m_held && !m_go.tryAcquire()) {
        if (request.stopRequested()) {
            ++m_stopped;
            return {nullptr, {}, true};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto& profile = std::get<model::ProfileWorkload>(request.scenario->workload);
    const bool hasStep = !profile.classes.empty() && profile.classes[0].step;
    auto result = std::make_shared<metrics::RunResult>(hasStep ? gpuplan::test::sampleStepRun()
                                                               : gpuplan::test::sampleRun());
    if (!request.advice) {
        result->alternatives[0].advice.reset();
    } else if (result->alternatives[0].advice) {
        auto changed = std::make_shared<model::Alternative>(request.scenario->alternatives[0]);
        model::StepChange change;
        change.jobClass = "training";
        change.workers = 8;
        model::addChange(changed->changes, change);
        result->alternatives[0].advice->items[0].changed = changed;
    }
    result->scenario.horizonMonths = request.scenario->horizonMonths;
    return {result, {}, false};
}

} // namespace gpuplan::gui::test
