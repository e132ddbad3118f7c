#include "sample_run.hpp"

namespace gpuplan::test {

namespace {

using ledger::Journal;
using ledger::Transaction;

const Instant january = *parseInstant("2027-01-01");
const Instant february = *parseInstant("2027-02-01");
const Instant march = *parseInstant("2027-03-01");

Transaction transaction(Instant from, Instant to, std::string pool, std::string quantity,
                        std::string price, std::string formula, Provenance source) {
    Transaction made;
    made.from = from;
    made.to = to;
    made.description = {"report.account.other", {}};
    made.pool = std::move(pool);
    made.basis = {std::move(quantity), std::move(price), std::move(formula), std::move(source),
                  false};
    return made;
}

Provenance listPrice() {
    return {"price list, page 3", "2026-07-20", "2026-11-29", Confidence::High, "",
            "/any/offers.json",   "/records/4"};
}

std::shared_ptr<const Journal> ownedJournal() {
    Journal journal;
    Provenance quote{"vendor quote", "2026-05", "", Confidence::Low, "", "", ""};
    journal.append(transaction(january, january, "rack", "2 nodes", "24000 USD", "capital", quote),
                   ledger::accounts::hardware, ledger::accounts::cash, usd(48'000));
    for (const auto& [from, to] : {std::pair{january, february}, std::pair{february, march}})
        journal.append(
            transaction(from, to, "rack", "1 month of 24", "48000 USD", "depreciation", quote),
            ledger::accounts::depreciation, ledger::accounts::hardware, usd(2'000));
    return std::make_shared<const Journal>(std::move(journal));
}

std::shared_ptr<const Journal> rentedJournal() {
    Journal journal;
    Transaction first =
        transaction(january, february, "cloud", "310 h", "10 USD/h", "on-demand", listPrice());
    first.cause = {ledger::CauseKind::Lease, 0};
    journal.append(first, ledger::accounts::onDemand, ledger::accounts::cash, usd(3'100));
    Transaction second =
        transaction(february, march, "cloud", "280 h", "10 USD/h", "on-demand", listPrice());
    second.cause = {ledger::CauseKind::MeterReading, 0};
    journal.append(second, ledger::accounts::onDemand, ledger::accounts::cash, usd(2'800));
    return std::make_shared<const Journal>(std::move(journal));
}

std::shared_ptr<const history::History> aHistory() {
    history::History history;
    history.leases.push_back({0, 1, 0, 60'000'000, 3'600'000'000});
    history::MeterReading reading;
    reading.to = Duration(february - january).count();
    reading.byState[static_cast<std::size_t>(model::GpuState::Compute)] = gpuHoursOf(500);
    reading.allocatedByClass = {gpuHoursOf(500)};
    history.readings.push_back(reading);
    return std::make_shared<const history::History>(std::move(history));
}

metrics::AlternativeResult owned() {
    metrics::AlternativeResult a;
    a.name = "owned";
    a.kind = model::AlternativeKind::Owned;
    a.currency = Currency::usd();
    a.cost.total = usd(4'000);
    a.cost.billed = {{"Assets:Hardware", usd(48'000)}, {"total", usd(48'000)}};
    a.cost.effective = {{"Expenses:OnPrem:Depreciation", usd(4'000)}, {"total", usd(4'000)}};
    a.cost.byAccount = {{"Expenses:OnPrem:Depreciation", usd(4'000)}};
    a.cost.byMonth = {{january, usd(48'000), usd(2'000), usd(48'000), usd(2'000), usd(46'000)},
                      {february, usd(0), usd(2'000), usd(48'000), usd(4'000), usd(44'000)}};
    a.gpuHours = {gpuHoursOf(1000), gpuHoursOf(1000), gpuHoursOf(800),
                  gpuHoursOf(600),  std::nullopt,     gpuHoursOf(500)};
    a.allocatedShare = 0.8;
    a.busyShare = 0.6;
    a.waste = {{"unallocated", gpuHoursOf(200), usd(800)},
               {"idle_held", gpuHoursOf(200), usd(800)},
               {"comm", gpuHoursOf(100), usd(400)}};
    a.wait = metrics::Wait{60, 0, 5400, 7200, 7200};
    a.jobs = {10, 8, 0, 1, 1, 0};
    a.perAvailable = Decimal::parse("4");
    a.perAllocated = Decimal::parse("5");
    a.perBusy = Decimal::parse("6.666667");
    a.perUseful = Decimal::parse("8");
    a.npv = 4100.5;
    a.paybackSimple = 1.25;
    a.energyKwh = 700;
    a.byTag["team"]["vision"] = {gpuHoursOf(800), usd(4'000)};
    a.eventHash = "00000000000000aa";
    a.estimated = {"/gpu_hours/useful", "/utilization/busy", "/cost_per_gpu_hour/useful"};
    a.history = aHistory();
    a.journal = ownedJournal();
    return a;
}

metrics::AlternativeResult rented() {
    metrics::AlternativeResult a = owned();
    a.name = "rented, \"spot\" free";
    a.kind = model::AlternativeKind::Cloud;
    a.cost = {};
    a.cost.total = usd(5'900);
    a.cost.billed = {{"Expenses:Cloud:OnDemand", usd(5'900)}, {"total", usd(5'900)}};
    a.cost.effective = a.cost.billed;
    a.cost.byAccount = {{"Expenses:Cloud:OnDemand", usd(5'900)}};
    a.cost.byMonth = {{january, usd(3'100), usd(3'100), usd(3'100), usd(3'100), usd(0)},
                      {february, usd(2'800), usd(2'800), usd(5'900), usd(5'900), usd(0)}};
    // An empty fleet with no known physics: everything that can be unknown is.
    a.gpuHours = {};
    a.allocatedShare = a.busyShare = std::nullopt;
    a.waste.clear();
    a.wait.reset();
    a.perAvailable = a.perAllocated = a.perBusy = a.perUseful = std::nullopt;
    a.npv = a.paybackSimple = a.energyKwh = std::nullopt;
    a.byTag.clear();
    a.estimated.clear();
    a.journal = rentedJournal();
    return a;
}

} // namespace

metrics::RunResult sampleRun() {
    metrics::RunResult run;
    run.scenario.name = "two nodes";
    run.scenario.question = "buy or rent?";
    run.scenario.file = "/some/where/two.json";
    run.scenario.priceDate = *parseInstant("2026-11-29");
    run.scenario.start = january;
    run.scenario.horizonMonths = 2;
    run.scenario.seed = 7;
    run.scenario.discountRate.value = *Decimal::parse("0.09");
    model::JobClass job;
    job.arrivals.jobsPerDay = {Decimal::integer(90),
                               {"a study", "2019", "", Confidence::High, "", "", ""}};
    job.duration.law = model::LognormalTime{seconds(874), seconds(18'006)};
    job.activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    run.scenario.workload = model::ProfileWorkload{{job}};
    model::Alternative buy;
    buy.name = "owned";
    buy.kind = model::AlternativeKind::Owned;
    model::Pool rack;
    rack.name = "rack";
    rack.purchase = model::Owned{};
    buy.pools = {rack};
    model::Alternative rent;
    rent.name = "rented, \"spot\" free";
    run.scenario.alternatives = {buy, rent};
    run.alternatives = {owned(), rented()};
    metrics::BreakEven crossing;
    crossing.a = "owned";
    crossing.b = run.alternatives[1].name;
    crossing.status = metrics::CrossingStatus::Crosses;
    crossing.at = {1.25};
    run.breakEven = {crossing};
    run.digest = std::string(64, 'd');
    return run;
}

metrics::RunResult sampleStepRun() {
    metrics::RunResult run = sampleRun();
    metrics::StepResult step;
    step.jobClass = "vision";
    step.pool = "rack";
    step.gpuName = "V100";
    step.placement = {8, 1, 1, 8};
    step.warm.ladder = {0.2, 0.22, 0.23, 0.26, 0.3, 0.4};
    step.warm.without = {0.2, 0.38, 0.395, 0.39, 0.4, 0.32};
    step.warm.forwardBackward = 0.19;
    step.warm.optimizer = 0.01;
    step.warm.collectives = 0.05;
    step.warm.exposedCollectives = 0.015;
    step.warm.copy = 0.03;
    step.warm.preparation = 0.3;
    step.warm.fetch = 0.4;
    step.warm.open = 0.1;
    step.warm.readPayload = 0.3;
    step.warm.samples = 512;
    step.warm.tensorSeconds = 0.1;
    step.warm.bound = perf::Stage::Fetch;
    step.cold = step.warm;
    step.cold.ladder[5] = 1.6;
    step.samplesPerSecond = 1280;
    step.memoryNeed = 26e9;
    step.memoryHave = 22e9;
    step.fitsWith = {"micro_batch 32"};
    step.started = 12;
    step.completed = 10;
    step.meanRun = 7200;
    step.wall[static_cast<std::size_t>(model::GpuState::Compute)] = 18'000'000'000; // 5 h
    step.wall[static_cast<std::size_t>(model::GpuState::Fetch)] = 9'000'000'000;    // 2.5 h
    step.queued = 1'800'000'001; // half an hour and a microsecond
    metrics::AlternativeResult& owned = run.alternatives[0];
    owned.steps = {step};
    metrics::Advice advice;
    advice.items.push_back({"workers", "vision", "raise the loader's workers from 1 to 8",
                            metrics::Effort::Today, "prep", usd(41'000), usd(0), usd(3'000),
                            gpuHoursOf(90), 1.25, 60.0, "fetch", true});
    advice.items.push_back({"more_nodes", "", "add 2 nodes", metrics::Effort::Quarter, "",
                            usd(-55'000), usd(-55'000), usd(59'000), gpuHoursOf(0), 1, std::nullopt,
                            "", true});
    advice.plan = {{metrics::Effort::Today,
                    {"workers"},
                    {"raise the loader's workers from 1 to 8"},
                    usd(41'000),
                    1.25}};
    owned.advice = advice;
    return run;
}

} // namespace gpuplan::test
