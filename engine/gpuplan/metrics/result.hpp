#pragma once
/// The answer of a run as plain values, named as in the public contract (`run --format json`).
/// Filled by metrics from history and ledger; read by reports, CLI and GUI; holds no rules of its
/// own.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/ledger/journal.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/step_breakdown.hpp>
#include <gpuplan/serving/service_run.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::metrics {

struct MonthCost {
    Instant month{}; ///< its first instant
    Money billed;
    Money effective;
    Money billedSoFar; ///< running sums
    Money effectiveSoFar;
    /// What the hardware is taken to fetch if sold at the month's end: its residual value, whatever
    /// its age. Prudent, and what break-even counts: billedSoFar - resale are its curves.
    Money resale;
    Money
        bookValue; ///< price less depreciation so far: billedSoFar - effectiveSoFar, if no prepaid
};

struct Cost {
    Money total;                            ///< effective cost over the plan
    std::map<std::string, Money> billed;    ///< by account, with `total`
    std::map<std::string, Money> effective; ///< by account, with `total`
    std::map<std::string, Money> byAccount; ///< every expense account, effective
    std::vector<MonthCost> byMonth;
};

/// One cause of paid GPU time that did no useful work.
struct Waste {
    std::string cause; ///< a GpuState but compute, `unused_commitment`, `rounding`
    GpuTime gpuTime;
    Money cost; ///< its share of the effective cost
};

struct GpuHours {
    GpuTime capacity;
    GpuTime paid;
    GpuTime allocated;
    std::optional<GpuTime> busy;
    std::optional<GpuTime> tensorActive;
    std::optional<GpuTime> useful;
};

struct Wait {
    double mean = 0;
    double p50 = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

struct TagCost {
    GpuTime allocated;
    Money cost;
};

/// What break-even questions rest on, from this run.
struct Economics {
    Money capital;                          ///< paid for hardware
    Money residual;                         ///< its worth at the end of its life
    std::optional<std::int64_t> lifeMonths; ///< of the hardware that is written off first
    std::optional<double> fixedPerYear;     ///< equivalent annual cost without the part below
    Money useCost;    ///< effective cost that grows with use: elastic leases, power above idle
    Money cloudCost;  ///< effective cost of rented machines, used or not
    double speed = 1; ///< work per allocated GPU-hour against the workload's own GPU
};

/// The step of one job class on the pool and placement that most of its GPU time fell to.
struct StepResult {
    std::string jobClass;
    std::string
        pool; ///< empty: no job of the class ever started; the figures are of the first pool
    std::string gpuName;
    perf::Placement placement;
    perf::StepBreakdown warm;
    perf::StepBreakdown cold;    ///< the first pass over the data
    double samplesPerSecond = 0; ///< warm
    /// Device memory of a GPU; nothing where the model does not tell.
    std::optional<double> memoryNeed;  ///< bytes
    std::optional<double> memoryHave;  ///< bytes usable
    std::vector<std::string> fitsWith; ///< the cheapest changes that make it fit; empty: it fits
    /// Least cache of a node, bytes, with which fetching no longer slows the step; nothing where it
    /// does not, or no cache is enough.
    std::optional<double> usefulCache;
    /// Of one checkpoint; nothing where none is made, or its size is not known.
    struct Checkpoint {
        double bytes = 0;
        double interval = 0;   ///< s, as stated
        double stall = 0;      ///< s that the job stands still
        double drain = 0;      ///< s written in the background after that; 0: synchronous
        double hostMemory = 0; ///< B that a node holds while it drains
        double haveMemory = 0; ///< B of a node; 0: not known
        double restart = 0;    ///< s to read it back
    };
    std::optional<Checkpoint> checkpoint;
    std::uint64_t started = 0;
    std::uint64_t completed = 0;
    std::optional<double> meanRun; ///< seconds on the GPUs of a completed job
    /// Wall time of the class's jobs on their GPUs by state, whole microseconds; they sum to it.
    std::array<Int128, model::gpuStateCount> wall{};
    Int128 queued = 0; ///< microseconds its started jobs waited
};

/// One job of a class with a step model: where its time from submission to end went. The states
/// sum to the time on its GPUs; with the rest of the time, the queue, to all of it.
struct JobTimes {
    std::string id;
    std::string jobClass;
    std::string pool; ///< of its last attempt; empty: it never started
    GpuCount gpus;
    history::Tick submit = 0;           ///< microseconds since the plan's start
    std::optional<history::Tick> start; ///< first
    std::optional<history::Tick> end;   ///< nothing: not ended within the plan
    std::array<history::Tick, model::gpuStateCount> wall{};
};

/// When a change can be made, by what it takes.
enum class Effort : std::uint8_t {
    Today,   ///< a setting
    Week,    ///< code or data is changed
    Quarter, ///< hardware is bought or rented
};

/// One change, run again with everything else as it is.
struct AdviceItem {
    std::string id;       ///< `workers`, `pinned_memory`, `more_nodes`; unique with the class
    std::string jobClass; ///< empty: the fleet
    std::string title;    ///< what to do, with its figures
    Effort effort = Effort::Today;
    std::string cause; ///< the GPU-time state it works on; empty: none
    /// What it is worth a month for the same work: cash saved, and on machines that are paid used
    /// or not the GPU time set free at what a paid GPU-hour costs. Negative: it costs more than it
    /// brings.
    Money perMonth;
    Money cashPerMonth; ///< the part of it that lowers the bill; negative: the bill grows
    Money costPerMonth; ///< the alternative's effective cost a month with it
    GpuTime freed;      ///< GPU time held less than before for the same work
    double speedup = 1; ///< mean run time before / after, of the class's jobs
    std::optional<double> waitP95; ///< seconds with it
    std::string bottleneck;        ///< the stage that binds then
    bool isEstimated = true;
    /// The scenario's alternative with the change in it, under its old name.
    std::shared_ptr<const model::Alternative> changed{};
};

/// What helps most, ordered by money; and the same as a plan.
struct Advice {
    std::vector<AdviceItem> items; ///< dearest gain first
    /// The items worth doing, taken one after the other and run together.
    struct PlanStep {
        Effort effort = Effort::Today;
        std::vector<std::string> ids;    ///< added at this step
        std::vector<std::string> titles; ///< of these; some may be worth nothing alone
        Money perMonth;                  ///< of all steps so far together
        double speedup = 1;              ///< of all steps so far together
    };
    std::vector<PlanStep> plan;
};

/// A latency that must not be passed, and what it is.
struct ServiceTarget {
    model::LatencyKind kind = model::LatencyKind::EndToEnd;
    std::int64_t percentile = 99;
    double limit = 0;            ///< seconds
    std::optional<double> value; ///< nothing where no request came
    bool isMet() const { return !value || *value <= limit; }
};

/// An inference service over a week like any other of the plan, and what it costs.
struct ServiceResult {
    std::string jobClass;
    std::string pool;
    std::string gpuName;
    std::int64_t gpusPerReplica = 1;
    double requestsPerSecond = 0;
    double goodputPerSecond = 0; ///< of requests that pass no limit
    std::optional<double> outputTokensPerSecond;
    std::optional<serving::Latency> firstToken;
    std::optional<serving::Latency> perToken;
    std::optional<serving::Latency> endToEnd;
    std::vector<ServiceTarget> targets;
    double meanReplicas = 0; ///< that hold GPUs
    std::int64_t mostReplicas = 0;
    /// Replica time of the simulated requests by what replicas did, microseconds.
    std::array<std::int64_t, serving::replicaStateCount> time{};
    GpuTime gpuTime; ///< held over the plan
    Money cost;      ///< its share of the effective cost, by GPU time held
    std::optional<Decimal> perMillionRequests;
    std::optional<Decimal> perMillionTokens;
    std::optional<double> energyPerRequest; ///< joules of the GPU boards
    std::uint64_t simulatedRequests = 0;
    double simulatedShare = 1; ///< of the week's time
    std::uint64_t evictions = 0;
    std::uint64_t completedReplicas = 0; ///< of the alternative's completed jobs

    bool meetsTargets() const;
};

struct AlternativeResult {
    std::string name;
    model::AlternativeKind kind = model::AlternativeKind::Cloud;
    Currency currency;
    Cost cost;
    GpuHours gpuHours;
    std::optional<double> allocatedShare; ///< null for an empty fleet
    std::optional<double> busyShare;
    std::optional<double> tensorActiveShare;
    std::vector<Waste> waste; ///< sums to paid minus useful
    std::optional<Wait> wait; ///< seconds; null if no job started
    history::JobCounts jobs;
    std::optional<Decimal> perAvailable; ///< currency per GPU-hour, 6 places
    std::optional<Decimal> perAllocated;
    std::optional<Decimal> perBusy;
    std::optional<Decimal> perUseful;
    std::optional<double>
        npv; ///< of the billed flows less the book value at the end; costs positive
    std::optional<double> irr; ///< a year, of buying instead of the cheapest without capex
    std::optional<double> paybackSimple; ///< months, against the cheapest alternative without capex
    std::optional<double> paybackDiscounted;
    std::optional<double> equivalentAnnualCost;
    std::optional<double> energyKwh;
    std::optional<double> carbonKg;
    std::map<std::string, std::map<std::string, TagCost>> byTag; ///< `team`, `user`, `model`
    Economics economics;
    std::vector<StepResult> steps;  ///< of the classes with a step model
    std::vector<JobTimes> jobTimes; ///< of their jobs, in the workload's order
    std::vector<ServiceResult> services;
    std::optional<Advice> advice; ///< where asked for and a class has a step model
    std::string eventHash;
    std::vector<std::string> estimated;   ///< JSON pointers below this alternative
    std::vector<std::string> assumptions; ///< "value: where it comes from", one line each

    std::shared_ptr<const history::History> history;
    std::shared_ptr<const ledger::Journal> journal;
};

enum class CrossingStatus { Crosses, Never, Several, AfterLife, Always };

struct BreakEven {
    std::string a;
    std::string b;
    model::BreakEvenBy by = model::BreakEvenBy::Months;
    CrossingStatus status = CrossingStatus::Never;
    std::vector<double> at;  ///< months, hours, share, hours a week, or currency per GPU-hour
    std::string explanation; ///< one sentence with the figures it rests on
};

/// The lowest price in the catalog for a GPU model that the scenario uses.
struct MarketPrice {
    std::string gpu; ///< the model's id
    std::string gpuName;
    bool isSpot = false; ///< else on demand
    std::string provider;
    std::string offer; ///< its id in the catalog
    std::string asOf;  ///< date of the price; empty: unknown
    Decimal perGpu;    ///< currency of the scenario per rented GPU-hour
};

struct RunResult {
    model::Scenario scenario;
    std::vector<AlternativeResult> alternatives; ///< in the scenario's order
    std::vector<BreakEven> breakEven;
    std::vector<MarketPrice> market; ///< by GPU model, on demand before spot
    std::string digest;              ///< of scenario, catalogs, engine version and seed
    Diagnostics diagnostics;         ///< warnings, notes and missed targets

    /// Index of the cheapest alternative by effective total; ties to the first.
    std::size_t cheapest() const;
};

} // namespace gpuplan::metrics
