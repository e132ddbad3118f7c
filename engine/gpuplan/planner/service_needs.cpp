#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/planner/service_needs.hpp>
#include <gpuplan/planner/service_spec.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::planner {

namespace {

using namespace model;

std::string nameOf(ServingPrecision precision) {
    for (const auto& [name, value] : io::servingPrecisionNames())
        if (value == precision)
            return name;
    return "";
}

/// `12.3 GB`.
std::string gigabytes(double bytes) {
    return fixedText(bytes / 1e9, 1) + " GB";
}

class Needs {
public:
    Needs(const Scenario& scenario, const io::Locator& places, const catalog::Catalogs& catalogs)
        : m_scenario(scenario), m_places(places), m_catalogs(catalogs) {}

    Diagnostics run() {
        const auto* profile = std::get_if<ProfileWorkload>(&m_scenario.workload);
        for (std::size_t c = 0; profile != nullptr && c < profile->classes.size(); ++c) {
            if (!profile->classes[c].service)
                continue;
            m_class = &profile->classes[c];
            m_at = "/workload/profile/classes/" + std::to_string(c) + "/service";
            const bool known = measuredOn(*m_class->service);
            for (std::size_t i = 0; known && i < m_scenario.alternatives.size(); ++i)
                alternative(i, c);
        }
        return std::move(m_problems);
    }

private:
    void problem(const std::string& pointer, std::string_view key,
                 std::vector<std::string> arguments = {},
                 std::vector<std::string> candidates = {}) {
        m_problems.error(m_places.at(pointer), key, std::move(arguments), std::move(candidates));
    }

    /// The GPU a model of fixed cost was measured on is known. \return false after a complaint
    bool measuredOn(const InferenceService& service) {
        const auto* batch = std::get_if<BatchModel>(&service.served);
        if (batch == nullptr || m_catalogs.gpu(batch->gpu) != nullptr)
            return true;
        problem(m_at + "/batch/gpu", "planner.unknown_gpu",
                {inQuotes(batch->gpu), std::to_string(m_catalogs.gpus.size())},
                nearest(batch->gpu, m_catalogs.gpuIds()));
        return false;
    }

    void alternative(std::size_t index, std::size_t jobClass) {
        const Alternative& from = m_scenario.alternatives[index];
        const std::string at = "/alternatives/" + std::to_string(index);
        const auto place = servicePool(from, m_class->name);
        if (!place) {
            unknownPool(from, at);
            return;
        }
        if (*place >= from.pools.size())
            return;
        Pool pool = from.pools[*place];
        m_poolAt = at + "/pools/" + std::to_string(*place);
        if (const catalog::CloudOffer* offer =
                pool.offer ? m_catalogs.offer(*pool.offer) : nullptr) {
            pool.gpu = offer->gpu;
            if (pool.gpusPerNode == 0)
                pool.gpusPerNode = offer->gpuCount;
        }
        const catalog::GpuModel* gpu = m_catalogs.gpu(pool.gpu);
        if (gpu == nullptr || pool.gpusPerNode == 0)
            return; // complained of elsewhere
        m_gpuAt = m_poolAt + (from.pools[*place].gpu.empty() ? "/offer" : "/gpu");
        const InferenceService service = *serviceOf(m_scenario, index, jobClass);
        const std::size_t before = m_problems.size();
        rates(service, *gpu);
        replicas(service, pool);
        links(service, pool);
        memory(service, *gpu, from);
        // A faulty rate was read as 0, and complained of there.
        const bool isRead = service.coldStart.weightsRate.value.base() > 0;
        if (isRead && m_problems.size() == before)
            times(service, pool, from);
    }

    void unknownPool(const Alternative& from, const std::string& at) {
        std::vector<std::string> known;
        for (const Pool& pool : from.pools)
            known.push_back(pool.name);
        for (std::size_t i = 0; i < from.serviceChanges.size(); ++i)
            if (from.serviceChanges[i].jobClass == m_class->name)
                problem(
                    at + "/service_changes/" + std::to_string(i) + "/pool", "planner.service.pool",
                    {inQuotes(from.serviceChanges[i].pool), inQuotes(from.name), io::listed(known)},
                    nearest(from.serviceChanges[i].pool, known));
    }

    // ---- speed ------------------------------------------------------------------------------

    void rates(const InferenceService& service, const catalog::GpuModel& gpu) {
        if (!isMoved(service, gpu.id))
            return;
        rate(gpu, service.precision, m_gpuAt);
        if (const auto* batch = std::get_if<BatchModel>(&service.served))
            rate(*m_catalogs.gpu(batch->gpu), batch->precision, m_at + "/batch/gpu");
    }

    void rate(const catalog::GpuModel& gpu, ServingPrecision precision,
              const std::string& pointer) {
        if (!servingPeak(gpu, precision))
            problem(pointer, "planner.service.no_peak",
                    {inQuotes(gpu.id), inQuotes(nameOf(precision)), inQuotes(m_class->name)});
        if (!gpu.memoryBandwidth)
            problem(pointer, "planner.no_memory_bandwidth", {inQuotes(gpu.id)});
    }

    /// Times that no service has are slips of the pen, and would outgrow the clock.
    void times(const InferenceService& service, const Pool& pool, const Alternative& from) {
        constexpr double longest = 86'400;
        const double seconds = longestService(service, pool, m_catalogs);
        if (!(seconds <= longest))
            problem(m_at, "planner.service.slow",
                    {inQuotes(m_class->name), inQuotes(from.name), fixedText(seconds / 3600, 0)});
        const double loading = loadingTime(service, pool, m_catalogs);
        if (!(loading <= 7 * longest))
            problem(m_at + "/cold_start", "planner.service.cold",
                    {inQuotes(m_class->name), inQuotes(from.name), fixedText(loading / 3600, 0)});
    }

    // ---- room -------------------------------------------------------------------------------

    void replicas(const InferenceService& service, const Pool& pool) {
        const std::int64_t gpus = gpusPerReplica(service);
        if (gpus > pool.gpusPerNode) {
            problem(
                m_poolAt, "planner.service.one_node",
                {inQuotes(m_class->name), std::to_string(gpus), std::to_string(pool.gpusPerNode)});
            return;
        }
        const std::int64_t nodes = sim::mostNodes(pool.supply);
        const std::int64_t room = nodes * (pool.gpusPerNode / gpus);
        const std::int64_t most = mostReplicas(service);
        if (most > room)
            problem(m_poolAt + "/supply", "planner.service.room",
                    {inQuotes(m_class->name), std::to_string(most), std::to_string(gpus),
                     std::to_string(room), std::to_string(nodes),
                     std::to_string(pool.gpusPerNode)});
    }

    void links(const InferenceService& service, const Pool& pool) {
        const perf::NodeRates node = nodeRates(pool, m_catalogs);
        const std::int64_t gpus = gpusPerReplica(service);
        if (gpus <= pool.gpusPerNode && gpus > 1 && collectiveLines(node, gpus).empty())
            problem(m_poolAt, "planner.no_gpu_path",
                    {inQuotes(m_class->name), inQuotes(pool.name), inQuotes("host_link")});
        const bool copies = service.front && service.front->bytesPerRequest > 0;
        if (copies && node.hostLink.bytesPerSecond == 0)
            problem(m_poolAt, "planner.service.no_host_link",
                    {inQuotes(m_class->name), inQuotes(pool.name), inQuotes("host_link")});
        const ColdStart& cold = service.coldStart;
        if (cold.image.base() > 0 && !cold.imageRate && node.network.bytesPerSecond == 0)
            problem(m_poolAt, "planner.service.no_network",
                    {inQuotes(m_class->name), inQuotes(pool.name), inQuotes("network"),
                     inQuotes("image_rate")});
    }

    void memory(const InferenceService& service, const catalog::GpuModel& gpu,
                const Alternative& from) {
        if (!gpu.memory) {
            problem(m_gpuAt, "planner.no_gpu_memory", {inQuotes(gpu.id)});
            return;
        }
        const ServiceMemory memory = serviceMemory(service, gpu);
        if (!memory.fits()) {
            const double need = memory.weights + memory.reserve;
            problem(m_gpuAt, "planner.service.weights",
                    {inQuotes(m_class->name), inQuotes(from.name), gigabytes(need),
                     inQuotes(gpu.id), gigabytes(memory.usable), gigabytes(need - memory.usable)});
            return;
        }
        const std::int64_t longest = longestRequest(service);
        if (memory.bytesPerToken > 0 && longest > memory.cacheTokens) {
            const double gpus = static_cast<double>(gpusPerReplica(service));
            const double missing =
                static_cast<double>(longest - memory.cacheTokens) * memory.bytesPerToken / gpus;
            problem(m_gpuAt, "planner.service.cache",
                    {inQuotes(m_class->name), inQuotes(from.name), std::to_string(longest),
                     std::to_string(memory.cacheTokens), inQuotes(gpu.id), gigabytes(missing)});
        }
    }

    const Scenario& m_scenario;
    const io::Locator& m_places;
    const catalog::Catalogs& m_catalogs;
    Diagnostics m_problems;
    const JobClass* m_class = nullptr;
    std::string m_at;     ///< of the service
    std::string m_poolAt; ///< of the pool it stands on
    std::string m_gpuAt;  ///< where that pool's GPU is stated
};

} // namespace

Diagnostics checkServiceNeeds(const Scenario& scenario, const io::Locator& places,
                              const catalog::Catalogs& catalogs) {
    return Needs(scenario, places, catalogs).run();
}

} // namespace gpuplan::planner
