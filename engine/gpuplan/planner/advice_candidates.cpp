#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/memory_fit.hpp>
#include <gpuplan/planner/advice_candidates.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/planner/steps.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::planner {

namespace {

using metrics::Effort;

/// Steps between two reads of the loss that no one misses.
constexpr std::int64_t rareSync = 100;
/// Samples of a shard: MLPerf Storage packs 1,251 images into one.
constexpr std::int64_t samplesPerShard = 1000;

class Finder {
public:
    Finder(const model::Scenario& scenario, std::size_t alternative,
           const catalog::Catalogs& catalogs, const metrics::AlternativeResult& base)
        : m_scenario(scenario), m_index(alternative),
          m_alternative(scenario.alternatives[alternative]), m_catalogs(catalogs), m_base(base) {}

    std::vector<Candidate> find() {
        const auto* const profile = std::get_if<model::ProfileWorkload>(&m_scenario.workload);
        if (profile != nullptr)
            for (std::size_t c = 0; c < profile->classes.size(); ++c) {
                m_class = profile->classes[c].name;
                if (const auto step = stepOf(m_scenario, m_index, c))
                    ofClass(*step);
            }
        m_class.clear();
        ofFleet();
        return std::move(m_found);
    }

private:
    const metrics::StepResult* result() const {
        for (const metrics::StepResult& step : m_base.steps)
            if (step.jobClass == m_class)
                return &step;
        return nullptr;
    }

    void add(std::string id, Message title, Effort effort, std::string cause, std::string subject,
             model::StepChange change) {
        change.jobClass = m_class;
        m_found.push_back({std::move(id), m_class, std::move(title), effort, std::move(cause),
                           std::move(subject), [change](model::Alternative& alternative) {
                               model::addChange(alternative.changes, change);
                           }});
    }

    void ofClass(const model::StepModel& step) {
        if (step.input)
            ofInput(*step.input);
        if (step.sync && step.sync->everySteps < rareSync) {
            model::StepChange change;
            change.syncEverySteps = rareSync;
            add("rare_sync", {"advice.rare_sync", {m_class, std::to_string(rareSync)}},
                Effort::Today, "sync", "sync", change);
        }
        if (step.checkpoint && !step.checkpoint->asynchronous) {
            model::StepChange change;
            change.asynchronousCheckpoint = true;
            add("async_checkpoint", {"advice.async_checkpoint", {m_class}}, Effort::Week,
                "checkpoint", "checkpoint", change);
        }
        if (!step.parallel.overlap) {
            model::StepChange change;
            change.overlap = true;
            add("overlap", {"advice.overlap", {m_class}}, Effort::Today, "comm", "overlap", change);
        }
        ofNumerics(step);
    }

    /// Gradients exchanged once in several micro-steps, where their exchange takes a tenth or more.
    void ofExchange(const model::StepModel& step, const metrics::StepResult* now) {
        constexpr std::int64_t more = 4;
        if (now == nullptr || now->placement.gpus <= 1 ||
            std::holds_alternative<model::MeasuredStep>(step.compute) ||
            now->warm.part(perf::Stage::Comm) < 0.1 * now->warm.step() ||
            step.accumulation > 1'000'000 / more)
            return;
        model::StepChange change;
        change.accumulation = step.accumulation * more;
        add("accumulation",
            {"advice.accumulation",
             {m_class, std::to_string(step.accumulation),
              std::to_string(step.accumulation * more)}},
            Effort::Today, "comm", "accumulation", change);
    }

    void ofNumerics(const model::StepModel& step) {
        const bool isOld =
            step.precision == model::Precision::Fp32 || step.precision == model::Precision::Tf32;
        if (isOld && allGpus([](const perf::GpuRates& gpu) { return gpu.fp16.has_value(); })) {
            model::StepChange change;
            change.precision = model::Precision::Mixed;
            add("mixed_precision", {"advice.mixed_precision", {m_class}}, Effort::Today, "",
                "precision", change);
        }
        const metrics::StepResult* const now = result();
        ofExchange(step, now);
        // Beyond a table of measurements nothing is known.
        if (now == nullptr || now->memoryNeed.value_or(0) == 0 ||
            std::holds_alternative<model::MeasuredStep>(step.compute))
            return;
        model::StepChange change;
        change.microBatch = step.microBatch * 2;
        const model::StepModel larger = model::changed(step, change);
        perf::MemoryAssumptions assumptions;
        for (const model::Pool& pool : m_alternative.pools)
            assumptions.gpusPerNode = assumptions.gpusPerNode == 0
                                          ? pool.gpusPerNode
                                          : std::min(assumptions.gpusPerNode, pool.gpusPerNode);
        if (allGpus([&](const perf::GpuRates& gpu) {
                return perf::memoryFit(larger, gpu, now->placement.gpus, assumptions).verdict ==
                       perf::MemoryVerdict::Fits;
            }))
            add("larger_batch",
                {"advice.larger_batch",
                 {m_class, std::to_string(step.microBatch), std::to_string(step.microBatch * 2)}},
                Effort::Today, "", "batch", change);
    }

    void ofInput(const model::InputPipeline& input) {
        ofWorkers(input);
        if (!input.pinned && input.tensorBytesPerSample > 0) {
            model::StepChange change;
            change.pinned = true;
            add("pinned_memory", {"advice.pinned_memory", {m_class}}, Effort::Today, "h2d",
                "pinned", change);
        }
        if (input.data.format == model::DataFormat::RawFiles) {
            model::StepChange change;
            change.format = model::DataFormat::Shards;
            change.samplesPerShard = samplesPerShard;
            add("shards", {"advice.shards", {m_class, std::to_string(samplesPerShard)}},
                Effort::Week, "fetch", "format", change);
        }
        if (input.cache.value_or(model::CachePolicy::PageCache) != model::CachePolicy::Pinned) {
            model::StepChange change;
            change.cache = model::CachePolicy::Pinned;
            add("pinned_cache", {"advice.pinned_cache", {m_class}}, Effort::Week, "fetch", "cache",
                change);
        }
        if (input.samplesPerCore && input.samplesPerGpu > 0 && input.gpuShare == 0) {
            model::StepChange change;
            change.gpuShare = 1;
            add("gpu_preparation", {"advice.gpu_preparation", {m_class}}, Effort::Week, "prep",
                "preparation", change);
        }
        ofTiers(input);
    }

    /// As many workers as each GPU has cores, which is what preparation can use.
    void ofWorkers(const model::InputPipeline& input) {
        double cores = 0;
        for (const model::Pool& pool : m_alternative.pools) {
            const perf::NodeRates node = nodeRates(pool, m_catalogs);
            const double each = node.cores / static_cast<double>(node.gpus);
            cores = cores == 0 ? each : std::min(cores, each);
        }
        const auto workers = static_cast<std::int64_t>(cores);
        const bool isSynchronous = input.loader == model::Loader::Synchronous || input.workers == 0;
        if (workers < 1 || (!isSynchronous && workers <= input.workers))
            return;
        model::StepChange change;
        change.workers = workers;
        if (isSynchronous)
            change.loader = model::Loader::Workers;
        add("workers",
            {isSynchronous ? "advice.loader" : "advice.workers",
             {m_class, std::to_string(workers), std::to_string(input.workers)}},
            Effort::Today, "prep", "workers", change);
    }

    /// Other tiers that the alternative already pays for, and a local drive for machines it owns.
    void ofTiers(const model::InputPipeline& input) {
        double now = 0;
        for (const model::StorageLine& line : m_alternative.storage)
            if (line.tier == input.data.tier)
                now = storeRates(line, m_catalogs).read;
        for (const model::StorageLine& line : m_alternative.storage) {
            const perf::StoreRates store = storeRates(line, m_catalogs);
            if (line.tier == input.data.tier || store.read <= now)
                continue;
            model::StepChange change;
            change.tier = line.tier;
            add("tier/" + line.tier, {"advice.tier", {m_class, line.tier}}, Effort::Week, "fetch",
                "tier", change);
        }
        useLocalDisks(input, now);
        buyDrive(input, now);
    }

    /// Tier that stands for a drive in a machine.
    static constexpr const char* drive = "nvme-gen4";

    static Bytes dataBytes(const model::InputPipeline& input) {
        const double bytes = static_cast<double>(input.data.samples) * input.data.bytesPerSample;
        return Bytes(static_cast<std::int64_t>(std::min(std::ceil(bytes), 9e18)));
    }
    bool hasTier(const char* id) const {
        return std::any_of(m_alternative.storage.begin(), m_alternative.storage.end(),
                           [id](const model::StorageLine& line) { return line.tier == id; });
    }

    /// Disks that rented machines bring with them, where they hold the data set.
    void useLocalDisks(const model::InputPipeline& input, double now) {
        const catalog::StorageTier* const tier = m_catalogs.storageTier(drive);
        const Bytes bytes = dataBytes(input);
        const bool haveDisks = std::all_of(
            m_alternative.pools.begin(), m_alternative.pools.end(), [&](const model::Pool& pool) {
                const catalog::CloudOffer* const offer =
                    pool.offer ? m_catalogs.offer(*pool.offer) : nullptr;
                return offer != nullptr && offer->localDisk && *offer->localDisk >= bytes;
            });
        if (tier == nullptr || !tier->readThroughput || !haveDisks || hasTier(drive) ||
            static_cast<double>(tier->readThroughput->base()) <= now)
            return;
        model::StorageLine storage;
        storage.tier = drive;
        storage.capacity = bytes;
        storage.price = {{Decimal{}, m_scenario.currency}, tier->provenance};
        model::StepChange change;
        change.jobClass = m_class;
        change.tier = drive;
        m_found.push_back({"local_disks",
                           m_class,
                           {"advice.local_disks", {m_class}},
                           Effort::Week,
                           "fetch",
                           "tier",
                           [storage, change](model::Alternative& alternative) {
                               alternative.storage.push_back(storage);
                               alternative.changes.push_back(change);
                           }});
    }

    void buyDrive(const model::InputPipeline& input, double now) {
        const catalog::StorageTier* const tier = m_catalogs.storageTier(drive);
        const bool isOwned = std::all_of(
            m_alternative.pools.begin(), m_alternative.pools.end(), [](const model::Pool& pool) {
                return std::holds_alternative<model::Owned>(pool.purchase);
            });
        if (tier == nullptr || !tier->purchaseHigh || !tier->readThroughput || !isOwned ||
            hasTier(drive) || static_cast<double>(tier->readThroughput->base()) <= now)
            return;
        // Whole tenths of a terabyte a node, the data set and a quarter of room beside it.
        const double bytes = static_cast<double>(dataBytes(input).base());
        const auto tenths = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(std::ceil(bytes * 1.25 / 1e11)), 10, 10'000'000);
        const auto& price = *tier->purchaseHigh;
        model::CapexLine line;
        line.item = tier->name;
        line.quantity = Decimal::scaled(tenths, 1);
        line.unitPrice = {Money::of(price.amount, price.currency), tier->provenance};
        model::StorageLine storage;
        storage.tier = drive;
        storage.capacity = Bytes(tenths * 100'000'000'000);
        storage.price = {{Decimal{}, price.currency}, tier->provenance};
        model::StepChange change;
        change.jobClass = m_class;
        change.tier = drive;
        m_found.push_back(
            {"buy_drive",
             m_class,
             {"advice.buy_drive", {m_class, line.quantity.text(), tier->name, price.text()}},
             Effort::Quarter,
             "fetch",
             "tier",
             [line, storage, change](model::Alternative& alternative) {
                 for (model::Pool& pool : alternative.pools)
                     std::get<model::Owned>(pool.purchase).lines.push_back(line);
                 alternative.storage.push_back(storage);
                 model::addChange(alternative.changes, change);
             }});
    }

    void ofFleet() {
        for (std::size_t p = 0; p < m_alternative.pools.size(); ++p) {
            const model::Pool& pool = m_alternative.pools[p];
            const auto* const fixed = std::get_if<model::FixedSupply>(&pool.supply);
            const std::int64_t nodes = sim::mostNodes(pool.supply);
            const std::int64_t more = std::max<std::int64_t>(1, (nodes + 4) / 5);
            addNodes(p, "more_nodes/" + pool.name, more,
                     {"advice.more_nodes", {pool.name, std::to_string(more)}});
            if (fixed != nullptr && nodes > 1)
                addNodes(p, "fewer_nodes/" + pool.name, -1, {"advice.fewer_nodes", {pool.name}});
            fasterNetwork(p);
            widerBus(p);
        }
    }

    /// Half as many GPUs behind each host link; what that costs no catalog tells.
    void widerBus(std::size_t index) {
        const model::Pool& pool = m_alternative.pools[index];
        const std::int64_t now = pool.node.gpusPerUplink;
        if (now <= 1)
            return;
        const std::int64_t then = now / 2;
        m_found.push_back({"bus/" + pool.name,
                           "",
                           {"advice.bus", {pool.name, std::to_string(then), std::to_string(now)}},
                           Effort::Quarter,
                           "h2d",
                           "bus/" + pool.name,
                           [index, then](model::Alternative& alternative) {
                               alternative.pools[index].node.gpusPerUplink = then;
                           }});
    }

    void addNodes(std::size_t pool, std::string id, std::int64_t change, Message title) {
        m_found.push_back({std::move(id), "", std::move(title), Effort::Quarter, "",
                           "nodes/" + m_alternative.pools[pool].name,
                           [pool, change](model::Alternative& alternative) {
                               auto& supply = alternative.pools[pool].supply;
                               if (auto* const fixed = std::get_if<model::FixedSupply>(&supply))
                                   fixed->nodes += change;
                               else
                                   std::get<model::ElasticSupply>(supply).mostNodes += change;
                           }});
    }

    /// The next faster network whose ports have a price, for machines that are owned.
    void fasterNetwork(std::size_t index) {
        const model::Pool& pool = m_alternative.pools[index];
        const catalog::Interconnect* const now = m_catalogs.interconnect(pool.node.network);
        if (now == nullptr || !now->effective ||
            !std::holds_alternative<model::Owned>(pool.purchase))
            return;
        const catalog::Interconnect* next = nullptr;
        for (const catalog::Interconnect& link : m_catalogs.interconnects)
            if (link.kind == "network" && link.effective && *link.effective > *now->effective &&
                link.nicPerPort && link.switchPerPort &&
                (next == nullptr || *link.effective > *next->effective))
                next = &link;
        if (next == nullptr)
            return;
        const Money port = *next->nicPerPort + *next->switchPerPort +
                           next->opticsPerPort.value_or(Money(0, next->nicPerPort->currency()));
        model::CapexLine line;
        line.item = next->name;
        line.quantity = Decimal::integer(pool.node.ports);
        line.unitPrice = {port, next->provenance};
        m_found.push_back({"network/" + pool.name,
                           "",
                           {"advice.network", {pool.name, next->name, port.text()}},
                           Effort::Quarter,
                           "comm",
                           "network/" + pool.name,
                           [index, line, id = next->id](model::Alternative& alternative) {
                               model::Pool& changed = alternative.pools[index];
                               changed.node.network = id;
                               std::get<model::Owned>(changed.purchase).lines.push_back(line);
                           }});
    }

    template <typename Test>
    bool allGpus(Test test) const {
        return std::all_of(m_alternative.pools.begin(), m_alternative.pools.end(),
                           [&](const model::Pool& pool) {
                               return test(perf::gpuRates(*m_catalogs.gpu(pool.gpu)));
                           });
    }

    const model::Scenario& m_scenario;
    std::size_t m_index;
    const model::Alternative& m_alternative;
    const catalog::Catalogs& m_catalogs;
    const metrics::AlternativeResult& m_base;
    std::string m_class;
    std::vector<Candidate> m_found;
};

} // namespace

std::vector<Candidate> candidates(const model::Scenario& scenario, std::size_t alternative,
                                  const catalog::Catalogs& catalogs,
                                  const metrics::AlternativeResult& base) {
    return Finder(scenario, alternative, catalogs, base).find();
}

} // namespace gpuplan::planner
