#pragma once
/// The planning world as plain values: what work must be done, which alternatives could do it, and
/// what a person assumed. No behaviour beyond cheap derived values; no queues, no sums of money.
///
/// Map: Scenario -> Workload (a recorded trace or a synthetic profile of JobClass)
///               -> Alternative -> Pool (supply, purchase option), Site, StorageLine, EgressLine

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/model/service.hpp>
#include <gpuplan/model/step.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::model {

/// The GPU-time states of docs/method.md#states: each GPU-microsecond of a pool is in exactly one.
enum class GpuState : std::uint8_t {
    Unallocated,
    Down,
    Provisioning,
    IdleHeld,
    Restart,
    Checkpoint,
    Fetch,
    Prep,
    H2d,
    Sync,
    Comm,
    Compute,
};
inline constexpr std::size_t gpuStateCount = 12;
/// `unallocated`, `idle_held`, ... as in the public contract.
std::string_view name(GpuState state);

/// Parts per million of a job's allocated GPU time in each state; sum 1,000,000.
using StateShares = std::array<std::int32_t, gpuStateCount>;

/// What jobs of a class are assumed to do with the GPUs they hold. Estimated, never measured here.
struct Activity {
    StateShares shares{};                        ///< Compute and the stalls, ppm, sum 1,000,000
    std::optional<std::int32_t> tensorActivePpm; ///< of allocated time; not known if absent
    Provenance provenance;
    bool operator==(const Activity&) const = default;
};

// ---- workload -------------------------------------------------------------------------------

/// Poisson arrivals whose rate follows the hour of day and the day of week (UTC).
struct ArrivalProcess {
    Sourced<Decimal> jobsPerDay;     ///< mean over a whole week, > 0
    std::array<double, 24> hourly{}; ///< relative weight of each hour; all 1 = flat
    std::array<double, 7> weekly{};  ///< relative weight Monday..Sunday; all 1 = flat
    bool operator==(const ArrivalProcess&) const = default;
};

struct GpuShare {
    GpuCount gpus;   ///< GPUs of a job; below 1 is a share of one GPU
    double weight{}; ///< > 0, relative
    bool operator==(const GpuShare&) const = default;
};

struct FixedTime {
    Duration value{};
    bool operator==(const FixedTime&) const = default;
};
struct ExponentialTime {
    Duration mean{};
    bool operator==(const ExponentialTime&) const = default;
};
/// Given by the two figures cluster studies publish; sigma = sqrt(2 ln(mean/median)).
struct LognormalTime {
    Duration median{};
    Duration mean{}; ///< > median
    bool operator==(const LognormalTime&) const = default;
};

struct DurationDistribution {
    std::variant<FixedTime, ExponentialTime, LognormalTime> law;
    std::optional<Duration> least;
    std::optional<Duration> most; ///< longer draws are cut to this
    Provenance provenance;
    bool operator==(const DurationDistribution&) const = default;
};

enum class JobKind : std::uint8_t { Training, Interactive, Inference };

struct JobClass {
    std::string name; ///< also the name of its random streams
    JobKind kind = JobKind::Training;
    ArrivalProcess arrivals;
    std::vector<GpuShare> gpus;
    DurationDistribution duration;
    double estimateFactor = 1.0;    ///< user's estimate = duration * factor, >= 1
    std::vector<std::string> teams; ///< jobs are dealt to teams and users by their own stream
    std::int64_t users = 1;
    std::string model; ///< tag; may be empty
    Activity activity; ///< where there is no step model
    /// What a step is made of: run time and stalls then follow from the hardware, and `duration` is
    /// pure computing time on the step's GPU (not looked at where the step states its work).
    std::optional<StepModel> step;
    /// An inference service: its replicas are the jobs, so arrivals, GPUs and duration follow from
    /// it and are not looked at.
    std::optional<InferenceService> service;
    bool operator==(const JobClass&) const = default;
};

struct ProfileWorkload {
    std::vector<JobClass> classes;
    bool operator==(const ProfileWorkload&) const = default;
};

/// A recorded trace; times are shifted so that its zero is the scenario's start.
struct TraceWorkload {
    std::string file; ///< relative to the scenario's folder
    std::string format = "gpuplan";
    std::int64_t processorsPerGpu = 1; ///< SWF only
    Activity activity;
    bool operator==(const TraceWorkload&) const = default;
};

using Workload = std::variant<ProfileWorkload, TraceWorkload>;

// ---- supply ---------------------------------------------------------------------------------

/// N nodes, always on and paid.
struct FixedSupply {
    std::int64_t nodes = 0;
    bool operator==(const FixedSupply&) const = default;
};

/// Whole nodes leased on demand.
struct ElasticSupply {
    std::int64_t leastNodes = 0;
    std::int64_t mostNodes = 0;
    Duration startDelay{};  ///< from request to ready
    Duration idleTimeout{}; ///< an idle node above the least number is released after this
    bool operator==(const ElasticSupply&) const = default;
};

using Supply = std::variant<FixedSupply, ElasticSupply>;

// ---- purchase -------------------------------------------------------------------------------

struct OnDemand {
    bool operator==(const OnDemand&) const = default;
};

enum class SpotPriceRule : std::uint8_t {
    Constant, ///< the price of the price date
    Replay,   ///< the catalog's price history, shifted so that it ends at the horizon's end, or as
              ///< dated
};

/// Interruptible capacity. Interruptions are not simulated: the expected rework is paid instead
/// (docs/method.md#spot), and the figure is marked estimated.
struct Spot {
    SpotPriceRule rule = SpotPriceRule::Constant;
    Sourced<Decimal> interruptionsPerHour; ///< losses per node-hour, >= 0
    Duration checkpoint{};                 ///< stall of one checkpoint
    Duration restart{};                    ///< detect, reschedule, load
    std::optional<Duration> interval;      ///< work between checkpoints; absent: Daly's
    bool operator==(const Spot&) const = default;
};

enum class Upfront : std::uint8_t { None, Partial, All };

/// Reserved capacity: pays every hour of its term, used or not.
struct Commitment {
    std::int64_t termMonths = 12; ///< calendar months; renewed until the plan's end
    Upfront upfront = Upfront::None;
    std::optional<Sourced<Money>> upfrontPerNode;  ///< needed for partial and all
    std::optional<Sourced<HourlyPrice>> recurring; ///< per node; absent: the catalog's
    bool operator==(const Commitment&) const = default;
};

struct CapexLine {
    std::string item;
    Decimal quantity; ///< per node, or once for the pool where `perPool`
    bool perPool = false;
    Sourced<Money> unitPrice;
    bool operator==(const CapexLine&) const = default;
};

/// Bought hardware.
struct Owned {
    std::optional<std::string> billOfMaterials; ///< a system of the catalog: its lines per node
    double priceWithinRange = 0.5;       ///< where between a line's low (0) and high (1) price
    std::vector<CapexLine> lines;        ///< further lines
    std::int64_t lifeMonths = 0;         ///< straight-line depreciation
    Sourced<Decimal> residualShare;      ///< of capex, worth at the end of the life or the horizon
    Sourced<Decimal> maintenancePerYear; ///< share of capex a year, after the warranty
    std::int64_t warrantyMonths = 0;
    Sourced<Power> idlePower; ///< per node
    Sourced<Power> fullPower; ///< per node, at full busy share
    bool operator==(const Owned&) const = default;
};

using PurchaseOption = std::variant<OnDemand, Spot, Commitment, Owned>;

struct Pool {
    std::string name;
    std::optional<std::string> offer; ///< a cloud offer's id: `aws/p5.48xlarge/us-east-1`
    std::string gpu;                  ///< a GPU model's id; for offers taken from the catalog
    std::int64_t gpusPerNode = 0;     ///< for offers taken from the catalog
    Sourced<Decimal> speed{Decimal::integer(1),
                           {}}; ///< work done per hour against the workload's own GPU
    Supply supply;
    PurchaseOption purchase;
    std::optional<Sourced<HourlyPrice>> price; ///< per node; overrides the catalog
    NodeHardware node;                         ///< for jobs with a step model
    bool operator==(const Pool&) const = default;
};

/// Where owned nodes stand.
struct Site {
    std::string name;
    std::optional<Sourced<EnergyPrice>> energyPrice;
    std::optional<Sourced<Decimal>> pue; ///< >= 1
    std::optional<Sourced<UnitPrice<per::KilowattMonth>>> colocation;
    std::optional<Power> contracted;       ///< absent: the pools' full power
    std::optional<Sourced<Decimal>> staff; ///< full-time equivalents
    std::optional<Sourced<UnitPrice<per::Year>>>
        salary; ///< per full-time equivalent, with overhead
    std::optional<Sourced<Decimal>> carbonGramsPerKwh;
    bool operator==(const Site&) const = default;
};

struct StorageLine {
    std::string tier; ///< a storage tier's id
    Bytes capacity;
    std::optional<Sourced<UnitPrice<per::GigabyteMonth>>> price; ///< overrides the catalog
    // What the tier can do, where the catalog does not say it or says it of another size.
    std::optional<Sourced<Bandwidth>> read;
    std::optional<Sourced<Bandwidth>> write;
    std::optional<Sourced<Decimal>> iops;
    std::optional<Sourced<Decimal>> opensPerSecond; ///< of metadata, by one client
    bool operator==(const StorageLine&) const = default;
};

struct EgressTier {
    std::optional<Bytes> upTo; ///< size of this tier a month; absent: all the rest
    UnitPrice<per::Gigabyte> price;
    bool operator==(const EgressTier&) const = default;
};

struct EgressLine {
    Bytes perMonth;
    std::vector<EgressTier> tiers;
    Provenance provenance;
    bool operator==(const EgressLine&) const = default;
};

/// A monthly cost a person adds: support, licence, set-up spread by hand.
struct OtherLine {
    std::string item;
    Sourced<UnitPrice<per::Month>> price;
    bool operator==(const OtherLine&) const = default;
};

// ---- alternative ----------------------------------------------------------------------------

enum class AlternativeKind : std::uint8_t { Cloud, Owned, Hybrid };
enum class QueueRule : std::uint8_t { Fifo, Greedy, Easy, Conservative, ShortestFirst, Srtf };
enum class PlacementRule : std::uint8_t {
    Pool,        ///< any GPUs will do, only the count matters
    Pack,        ///< best fit in one node; larger gangs on wholly free nodes, rest by best fit
    FewestNodes, ///< as Pack, else the fewest nodes that hold the gang
    Spread,      ///< most free node first
};
enum class EstimateRule : std::uint8_t { Exact, Requested };

struct Alternative {
    std::string name;
    AlternativeKind kind = AlternativeKind::Cloud;
    QueueRule queue = QueueRule::Easy;
    PlacementRule placement = PlacementRule::FewestNodes;
    EstimateRule estimates = EstimateRule::Exact;
    std::vector<Pool> pools; ///< tried in order
    std::optional<Site> site;
    std::vector<StorageLine> storage;
    std::vector<EgressLine> egress;
    std::vector<OtherLine> other;
    std::vector<StepChange> changes; ///< of the workload's step models, in this alternative
    std::vector<ServiceChange> serviceChanges; ///< of its services
    bool operator==(const Alternative&) const = default;
};

// ---- scenario -------------------------------------------------------------------------------

/// How many hours a monthly figure covers when it is shown; the ledger runs by calendar months.
enum class MonthRule : std::uint8_t { Calendar, Hours720, Hours730 };

enum class BreakEvenBy : std::uint8_t { Months, Hours, Utilization, HoursPerWeek, Price };

/// A crossing the scenario asks for; by months is always computed for every pair.
struct BreakEvenQuestion {
    std::string a; ///< alternative with the larger fixed cost, usually the owned one
    std::string b;
    BreakEvenBy by = BreakEvenBy::Utilization;
    bool operator==(const BreakEvenQuestion&) const = default;
};

/// A figure of the result, or the ratio of two, and where it must lie. Figures are JSON pointers
/// into the result.
struct FindingCheck {
    std::string value;               ///< `/alternatives/0/steps/0/step_s`
    std::optional<std::string> over; ///< divided by this one
    std::optional<double> least;
    std::optional<double> most;
    std::string claim; ///< of the practitioners' claims it tests: `P21`; may be empty
    bool operator==(const FindingCheck&) const = default;
};

/// What the scenario found, held by a test.
struct Finding {
    std::string text;
    std::string cheapest; ///< name of the alternative that must come out cheapest; empty: not said
    std::vector<FindingCheck> checks;
    std::optional<BreakEvenQuestion> flip; ///< the crossing at which the verdict turns
    std::optional<double> flipLeast;       ///< lies within these
    std::optional<double> flipMost;
    bool operator==(const Finding&) const = default;
};

struct Scenario {
    std::string name;
    std::string question;
    std::optional<Finding> finding;
    Currency currency = Currency::usd();
    Instant priceDate{}; ///< prices valid on this day are used
    Instant start{};     ///< first instant of the plan; begins a calendar month
    std::int64_t horizonMonths = 36;
    MonthRule month = MonthRule::Calendar;
    std::uint64_t seed = 1;
    Sourced<Decimal> discountRate; ///< per year, for NPV
    Workload workload;
    std::vector<Alternative> alternatives;
    std::vector<BreakEvenQuestion> breakEven;
    std::string file; ///< where it was read; relative paths start at its folder

    /// Length of the plan: `horizonMonths` calendar months from `start`.
    Duration horizon() const { return addMonths(start, static_cast<int>(horizonMonths)) - start; }
    bool operator==(const Scenario&) const = default;
};

} // namespace gpuplan::model
