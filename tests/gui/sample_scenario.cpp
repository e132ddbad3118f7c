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

Result<model::Scenario> FakeEngine::read(const std::string& path) const {
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
    auto result = std::make_shared<metrics::RunResult>(gpuplan::test::sampleRun());
    result->scenario.horizonMonths = request.scenario->horizonMonths;
    return {result, {}, false};
}

} // namespace gpuplan::gui::test
