#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/reading.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/planner/step_needs.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <set>

namespace gpuplan::planner {

namespace {

using namespace model;

/// Workers beyond this many a core are a slip of the pen: they would only wait for each other.
constexpr double mostWorkersPerCore = 64;

/// A GPU's dense peak in the number format, TFLOP/s.
std::optional<double> peak(const catalog::GpuModel& gpu, Precision precision) {
    switch (precision) {
    case Precision::Fp32:
        return gpu.fp32Tflops;
    case Precision::Tf32:
        return gpu.tf32Tflops;
    case Precision::Mixed:
        return gpu.fp16Tflops;
    case Precision::Fp8:
        return gpu.fp8Tflops;
    }
    return std::nullopt;
}

std::string nameOf(Precision precision) {
    switch (precision) {
    case Precision::Fp32:
        return "fp32";
    case Precision::Tf32:
        return "tf32";
    case Precision::Mixed:
        return "mixed";
    case Precision::Fp8:
        break;
    }
    return "fp8";
}

/// A pool with what offer and catalog say of it.
struct PoolFacts {
    const Pool* pool = nullptr;
    const catalog::GpuModel* gpu = nullptr; ///< null: unknown, told elsewhere
    perf::NodeRates rates;                  ///< where the GPU is known
    std::int64_t gpusPerNode = 0;
    std::int64_t nodes = 0;
    std::string at;
    std::string gpuAt; ///< where its GPU is stated

    // A link that is named but unknown is complained of by its name alone.
    bool hasNetwork() const {
        return !pool->node.network.empty() || rates.network.bytesPerSecond > 0;
    }
    bool hasHostLink() const {
        return !pool->node.hostLink.empty() || rates.hostLink.bytesPerSecond > 0;
    }
    bool hasGpuLink() const {
        return !pool->node.gpuLink.empty() || rates.gpuLink.bytesPerSecond > 0;
    }
};

class Needs {
public:
    Needs(const Scenario& scenario, const io::Locator& places, const catalog::Catalogs& catalogs)
        : m_scenario(scenario), m_places(places), m_catalogs(catalogs) {}

    Diagnostics run() {
        const auto* profile = std::get_if<ProfileWorkload>(&m_scenario.workload);
        for (std::size_t i = 0; profile != nullptr && i < profile->classes.size(); ++i)
            if (profile->classes[i].step) {
                stated(*profile->classes[i].step,
                       "/workload/profile/classes/" + std::to_string(i) + "/step");
                groups(*profile->classes[i].step, profile->classes[i], i);
            }
        for (std::size_t i = 0; i < m_scenario.alternatives.size(); ++i)
            alternative(m_scenario.alternatives[i], "/alternatives/" + std::to_string(i), profile);
        return std::move(m_problems);
    }

private:
    void problem(const std::string& pointer, std::string_view key,
                 std::vector<std::string> arguments = {},
                 std::vector<std::string> candidates = {}) {
        m_problems.error(m_places.at(pointer), key, std::move(arguments), std::move(candidates));
    }

    const catalog::GpuModel* knownGpu(const std::string& id, const std::string& pointer) {
        const catalog::GpuModel* gpu = m_catalogs.gpu(id);
        if (gpu == nullptr)
            problem(pointer, "planner.unknown_gpu",
                    {inQuotes(id), std::to_string(m_catalogs.gpus.size())},
                    nearest(id, m_catalogs.gpuIds()));
        return gpu;
    }

    // ---- the job's side ---------------------------------------------------------------------

    /// GPUs the step names, and whether its computing is known on its own GPU.
    void stated(const StepModel& step, const std::string& at) {
        if (const auto* affine = std::get_if<AffineStep>(&step.compute))
            knownGpu(affine->gpu, at + "/compute/affine/gpu");
        if (const auto* measured = std::get_if<MeasuredStep>(&step.compute))
            for (std::size_t i = 0; i < measured->rows.size(); ++i)
                if (!measured->rows[i].gpu.empty())
                    knownGpu(measured->rows[i].gpu,
                             at + "/compute/measured/rows/" + std::to_string(i) + "/gpu");
        if (const catalog::GpuModel* gpu = knownGpu(step.gpu, at + "/gpu"))
            computing(step, *gpu, at + "/gpu", at + "/micro_batch");
    }

    void peakOf(const catalog::GpuModel& gpu, Precision precision, const std::string& pointer) {
        if (!peak(gpu, precision))
            problem(pointer, "planner.no_peak", {inQuotes(gpu.id), inQuotes(nameOf(precision))});
    }

    void bandwidthOf(const catalog::GpuModel& gpu, const std::string& pointer) {
        if (!gpu.memoryBandwidth)
            problem(pointer, "planner.no_memory_bandwidth", {inQuotes(gpu.id)});
    }

    /// \param at  where the GPU is named   \param batchAt  where the micro-batch is
    void computing(const StepModel& step, const catalog::GpuModel& gpu, const std::string& at,
                   const std::string& batchAt) {
        if (const auto* measured = std::get_if<MeasuredStep>(&step.compute)) {
            table(*measured, step, gpu, at, batchAt);
            return;
        }
        const auto* affine = std::get_if<AffineStep>(&step.compute);
        if (affine != nullptr && affine->gpu == gpu.id && affine->precision == step.precision)
            return;
        if (affine != nullptr)
            if (const catalog::GpuModel* from = m_catalogs.gpu(affine->gpu)) {
                peakOf(*from, affine->precision, at);
                bandwidthOf(*from, at);
            }
        peakOf(gpu, step.precision, at);
        bandwidthOf(gpu, at);
    }

    /// A measured table is never continued: it has rows of the GPU, around the batch.
    void table(const MeasuredStep& measured, const StepModel& step, const catalog::GpuModel& gpu,
               const std::string& at, const std::string& batchAt) {
        std::optional<double> least;
        std::optional<double> most;
        for (const MeasuredRow& row : measured.rows) {
            if (!row.gpu.empty() && row.gpu != gpu.id)
                continue;
            least = std::min(least.value_or(row.batch), row.batch);
            most = std::max(most.value_or(row.batch), row.batch);
        }
        const auto batch = static_cast<double>(step.microBatch);
        if (!least)
            problem(at, "planner.no_row", {inQuotes(gpu.id)});
        else if (batch < *least || batch > *most)
            problem(batchAt, "planner.outside_table",
                    {std::to_string(step.microBatch), inQuotes(gpu.id), numberText(*least),
                     numberText(*most)});
    }

    // ---- the hardware's side ----------------------------------------------------------------

    PoolFacts facts(const Pool& pool, const std::string& at) const {
        const catalog::CloudOffer* offer = pool.offer ? m_catalogs.offer(*pool.offer) : nullptr;
        PoolFacts facts;
        facts.pool = &pool;
        facts.at = at;
        facts.gpuAt = at + (pool.gpu.empty() ? "/offer" : "/gpu");
        Pool whole = pool;
        if (offer != nullptr && whole.gpu.empty())
            whole.gpu = offer->gpu;
        if (offer != nullptr && whole.gpusPerNode == 0)
            whole.gpusPerNode = offer->gpuCount;
        facts.gpu = m_catalogs.gpu(whole.gpu);
        facts.gpusPerNode = whole.gpusPerNode;
        if (facts.gpu != nullptr)
            facts.rates = nodeRates(whole, m_catalogs);
        if (const auto* fixed = std::get_if<FixedSupply>(&pool.supply))
            facts.nodes = fixed->nodes;
        else
            facts.nodes = std::get<ElasticSupply>(pool.supply).mostNodes;
        return facts;
    }

    void link(const std::string& id, std::string_view kind, const std::string& pointer) {
        if (id.empty())
            return;
        const catalog::Interconnect* found = m_catalogs.interconnect(id);
        std::vector<std::string> fitting;
        for (const catalog::Interconnect& each : m_catalogs.interconnects)
            if (each.kind == kind)
                fitting.push_back(each.id);
        if (found == nullptr)
            problem(pointer, "planner.unknown_link",
                    {inQuotes(id), std::to_string(m_catalogs.interconnects.size())},
                    nearest(id, fitting));
        else if (found->kind != kind)
            problem(pointer, "planner.other_link",
                    {inQuotes(id), found->kind, std::string(kind), io::listed(fitting)});
        else if (!found->effective && !found->raw && !found->portRate)
            problem(pointer, "planner.no_link_rate", {inQuotes(id)});
    }

    void node(const PoolFacts& facts) {
        const NodeHardware& node = facts.pool->node;
        const std::string at = facts.at + "/node";
        link(node.hostLink, "host-bus", at + "/host_link");
        link(node.gpuLink, "gpu-gpu", at + "/gpu_link");
        link(node.network, "network", at + "/network");
        const auto divides = [&](std::int64_t part, const char* name) {
            if (part != 0 && facts.gpusPerNode != 0 && facts.gpusPerNode % part != 0)
                problem(at + "/" + name, "io.check.divides",
                        {inQuotes(name), std::to_string(part), inQuotes("gpus_per_node"),
                         std::to_string(facts.gpusPerNode)});
        };
        divides(node.gpusPerUplink, "gpus_per_uplink");
        divides(node.islandGpus, "island_gpus");
    }

    void alternative(const Alternative& alternative, const std::string& at,
                     const ProfileWorkload* profile) {
        for (std::size_t i = 0; i < alternative.pools.size(); ++i) {
            const PoolFacts pool = facts(alternative.pools[i], at + "/pools/" + std::to_string(i));
            node(pool);
            if (pool.gpu == nullptr || pool.gpusPerNode == 0)
                continue;
            for (std::size_t c = 0; profile != nullptr && c < profile->classes.size(); ++c)
                if (profile->classes[c].step)
                    jobs(profile->classes[c], c, alternative, at, pool);
        }
        for (std::size_t c = 0; profile != nullptr && c < profile->classes.size(); ++c)
            if (profile->classes[c].step) {
                stores(profile->classes[c], alternative, at);
                groupsIn(alternative, at, profile->classes[c]);
            }
    }

    static std::size_t changeIndex(const Alternative& alternative, const std::string& job) {
        const auto found =
            std::find_if(alternative.changes.begin(), alternative.changes.end(),
                         [&](const StepChange& change) { return change.jobClass == job; });
        return static_cast<std::size_t>(found - alternative.changes.begin());
    }

    static StepModel stepIn(const Alternative& alternative, const JobClass& job) {
        const std::size_t i = changeIndex(alternative, job.name);
        return i == alternative.changes.size() ? *job.step
                                               : changed(*job.step, alternative.changes[i]);
    }

    /// One class on one pool of one alternative.
    void jobs(const JobClass& job, std::size_t index, const Alternative& alternative,
              const std::string& at, const PoolFacts& pool) {
        const StepModel step = stepIn(alternative, job);
        const std::size_t change = changeIndex(alternative, job.name);
        const bool isChanged =
            change != alternative.changes.size() && alternative.changes[change].microBatch;
        const std::string batchAt =
            isChanged ? at + "/changes/" + std::to_string(change) + "/micro_batch"
                      : "/workload/profile/classes/" + std::to_string(index) + "/step/micro_batch";
        computing(step, *pool.gpu, pool.gpuAt, batchAt);
        if (!pool.gpu->memory)
            problem(pool.gpuAt, "planner.no_gpu_memory", {inQuotes(pool.gpu->id)});
        if (step.input)
            input(*step.input, job, pool);
        gangs(job, alternative, change, pool);
        const auto cacheBytes = step.input ? step.input->cacheBytes : std::nullopt;
        // A pinned cache may stand on a local disk.
        const bool isInMemory =
            cacheBytes && step.input->cache.value_or(CachePolicy::PageCache) != CachePolicy::None &&
            step.input->cache.value_or(CachePolicy::PageCache) != CachePolicy::Pinned;
        if (isInMemory && pool.rates.memory > 0 &&
            static_cast<double>(cacheBytes->base()) > pool.rates.memory &&
            m_told.insert(pool.at + "/cache/" + job.name).second)
            problem(pool.at, "planner.cache_over_memory",
                    {inQuotes(job.name), cacheBytes->text(), inQuotes(pool.pool->name),
                     numberText(pool.rates.memory / 1e9)});
    }

    /// Jobs on so many GPUs divide into the groups that share a model.
    void groups(const StepModel& step, const JobClass& job, std::int64_t gpus,
                const std::string& pointer) {
        const std::int64_t group = step.parallel.tensor * step.parallel.pipeline;
        if (gpus % group != 0 && m_told.insert(pointer + "/group").second)
            problem(pointer, "planner.parallel_groups",
                    {inQuotes(job.name), std::to_string(gpus), std::to_string(group),
                     std::to_string(step.parallel.tensor), std::to_string(step.parallel.pipeline)});
    }

    void groups(const StepModel& step, const JobClass& job, std::size_t index) {
        const std::string at = "/workload/profile/classes/" + std::to_string(index) + "/gpus/";
        for (std::size_t i = 0; i < job.gpus.size(); ++i)
            if (job.gpus[i].gpus >= GpuCount::whole(1))
                groups(step, job, job.gpus[i].gpus.inMilli() / 1000, at + std::to_string(i));
    }

    void groupsIn(const Alternative& alternative, const std::string& at, const JobClass& job) {
        const std::size_t i = changeIndex(alternative, job.name);
        if (i == alternative.changes.size())
            return;
        const StepChange& change = alternative.changes[i];
        const StepModel step = stepIn(alternative, job);
        const std::string place = at + "/changes/" + std::to_string(i);
        if (change.gpus)
            groups(step, job, *change.gpus, place);
        else
            for (const GpuShare& share : job.gpus)
                if ((change.tensor || change.pipeline) && share.gpus >= GpuCount::whole(1))
                    groups(step, job, share.gpus.inMilli() / 1000, place);
        if (change.dataShare && step.input &&
            static_cast<double>(job.step->input->data.samples) * *change.dataShare < 1)
            problem(place + "/data_share", "planner.no_samples",
                    {numberText(*change.dataShare), std::to_string(job.step->input->data.samples)});
    }

    /// The data set fits the tier that holds it.
    void holds(const StepModel& step, const JobClass& job, const StorageLine& line,
               const std::string& place) {
        if (!step.input || step.input->data.tier != line.tier)
            return;
        const DataSet& data = step.input->data;
        const double growth = step.input->offline ? step.input->offline->growth : 1;
        const double bytes = static_cast<double>(data.samples) * data.bytesPerSample * growth;
        if (bytes > static_cast<double>(line.capacity.base()) &&
            m_told.insert(place + "/capacity/" + job.name).second)
            problem(place + "/capacity", "planner.data_over_capacity",
                    {inQuotes(job.name), numberText(bytes / 1e9), line.capacity.text()});
    }

    void add(const PoolFacts& pool, const char* field, std::string_view key,
             const std::string& job) {
        problem(pool.at + "/node/" + field, key,
                {inQuotes(job), inQuotes(pool.pool->name), inQuotes(field)});
    }

    void input(const InputPipeline& input, const JobClass& job, const PoolFacts& pool) {
        const bool preparesOnHost = input.samplesPerCore && !input.offline && input.gpuShare < 1;
        if (preparesOnHost && pool.rates.cores == 0)
            add(pool, "cores", "planner.no_cores", job.name);
        if (input.cache != CachePolicy::None && !input.cacheBytes && pool.rates.memory == 0)
            add(pool, "memory", "planner.no_memory", job.name);
        if (input.tensorBytesPerSample > 0 && !pool.hasHostLink())
            add(pool, "host_link", "planner.no_host_link", job.name);
        const double workers = static_cast<double>(input.workers * pool.gpusPerNode);
        if (pool.rates.cores > 0 && workers > mostWorkersPerCore * pool.rates.cores)
            problem(pool.at, "planner.too_many_workers",
                    {inQuotes(job.name), std::to_string(input.workers),
                     std::to_string(pool.gpusPerNode), numberText(workers),
                     numberText(pool.rates.cores), numberText(mostWorkersPerCore)});
    }

    /// Whether GPUs of one job have a path to each other.
    void gangs(const JobClass& job, const Alternative& alternative, std::size_t change,
               const PoolFacts& pool) {
        const bool isChanged =
            change != alternative.changes.size() && alternative.changes[change].gpus;
        GpuCount most = isChanged ? GpuCount::whole(*alternative.changes[change].gpus) : GpuCount();
        for (const GpuShare& share : job.gpus)
            if (!isChanged)
                most = std::max(most, share.gpus);
        if (most <= GpuCount::whole(1))
            return;
        const bool spreads = pool.nodes > 1 && (alternative.placement != PlacementRule::Pack ||
                                                most > GpuCount::whole(pool.gpusPerNode));
        if (spreads && !pool.hasNetwork())
            add(pool, "network", "planner.no_network", job.name);
        if (pool.gpusPerNode > 1 && !pool.hasGpuLink() && !pool.hasHostLink())
            add(pool, "host_link", "planner.no_gpu_path", job.name);
    }

    /// Rates of the tiers the class reads and writes; a tier the alternative does not keep was
    /// complained of by the reader.
    void stores(const JobClass& job, const Alternative& alternative, const std::string& at) {
        const StepModel step = stepIn(alternative, job);
        for (std::size_t i = 0; i < alternative.storage.size(); ++i) {
            const StorageLine& line = alternative.storage[i];
            if (m_catalogs.storageTier(line.tier) == nullptr)
                continue;
            const perf::StoreRates rates = storeRates(line, m_catalogs);
            const std::string place = at + "/storage/" + std::to_string(i);
            holds(step, job, line, place);
            if (step.input && step.input->data.tier == line.tier && rates.read == 0)
                rate(place, "read", line.tier, job.name);
            if (step.checkpoint && step.checkpoint->tier == line.tier && rates.write == 0)
                rate(place, "write", line.tier, job.name);
        }
    }

    /// Said once for a line, whatever the number of classes that need it.
    void rate(const std::string& line, const std::string& field, const std::string& tier,
              const std::string& job) {
        if (m_told.insert(line + "/" + field).second)
            problem(line + "/" + field, "planner.no_rate",
                    {inQuotes(job), inQuotes(tier), inQuotes(field)});
    }

    const Scenario& m_scenario;
    const io::Locator& m_places;
    const catalog::Catalogs& m_catalogs;
    Diagnostics m_problems;
    std::set<std::string> m_told; ///< pointers
};

} // namespace

Diagnostics checkStepNeeds(const Scenario& scenario, const io::Locator& places,
                           const catalog::Catalogs& catalogs) {
    return Needs(scenario, places, catalogs).run();
}

} // namespace gpuplan::planner
