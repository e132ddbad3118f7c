#include <gpuplan/base/nearest.hpp>
#include <gpuplan/planner/catalog_check.hpp>
#include <gpuplan/planner/service_needs.hpp>
#include <gpuplan/planner/step_needs.hpp>

namespace gpuplan::planner {

namespace {

class Check {
public:
    Check(const model::Scenario& scenario, const io::Locator& places,
          const catalog::Catalogs& catalogs)
        : m_scenario(scenario), m_places(places), m_catalogs(catalogs) {}

    Diagnostics run() {
        for (std::size_t i = 0; i < m_scenario.alternatives.size(); ++i) {
            const model::Alternative& alternative = m_scenario.alternatives[i];
            const std::string at = "/alternatives/" + std::to_string(i);
            for (std::size_t j = 0; j < alternative.pools.size(); ++j)
                pool(alternative.pools[j], at + "/pools/" + std::to_string(j));
            for (std::size_t j = 0; j < alternative.storage.size(); ++j)
                storage(alternative.storage[j], at + "/storage/" + std::to_string(j));
        }
        return std::move(m_problems);
    }

private:
    void unknown(const std::string& pointer, std::string_view key, const std::string& id,
                 const std::vector<std::string>& known) {
        m_problems.error(m_places.at(pointer), key, {inQuotes(id), std::to_string(known.size())},
                         nearest(id, known));
    }

    void pool(const model::Pool& pool, const std::string& at) {
        if (pool.offer)
            offered(pool, at);
        else if (!pool.gpu.empty() && m_catalogs.gpu(pool.gpu) == nullptr)
            unknown(at + "/gpu", "planner.unknown_gpu", pool.gpu, m_catalogs.gpuIds());
        if (const auto* owned = std::get_if<model::Owned>(&pool.purchase))
            if (owned->billOfMaterials && m_catalogs.bill(*owned->billOfMaterials) == nullptr)
                unknown(at + "/purchase/owned/bill_of_materials", "planner.unknown_bill",
                        *owned->billOfMaterials, m_catalogs.billIds());
    }

    void offered(const model::Pool& pool, const std::string& at) {
        const catalog::CloudOffer* offer = m_catalogs.offer(*pool.offer);
        if (offer == nullptr) {
            unknown(at + "/offer", "planner.unknown_offer", *pool.offer, m_catalogs.offerIds());
            return;
        }
        if (offer->gpuCount < 1 && pool.gpusPerNode == 0)
            m_problems.error(m_places.at(at + "/offer"), "planner.offer_without_gpus",
                             {inQuotes(*pool.offer)});
        if (!pool.gpu.empty() && pool.gpu != offer->gpu)
            m_problems.error(m_places.at(at + "/gpu"), "planner.offer_has_gpu",
                             {inQuotes(*pool.offer), offer->gpu, inQuotes(pool.gpu)});
        if (pool.gpusPerNode != 0 && offer->gpuCount >= 1 && pool.gpusPerNode != offer->gpuCount)
            m_problems.error(m_places.at(at + "/gpus_per_node"), "planner.offer_has_gpus",
                             {inQuotes(*pool.offer), std::to_string(offer->gpuCount),
                              std::to_string(pool.gpusPerNode)});
    }

    void storage(const model::StorageLine& line, const std::string& at) {
        if (m_catalogs.storageTier(line.tier) == nullptr)
            unknown(at + "/tier", "planner.unknown_tier", line.tier, m_catalogs.storageIds());
    }

    const model::Scenario& m_scenario;
    const io::Locator& m_places;
    const catalog::Catalogs& m_catalogs;
    Diagnostics m_problems;
};

} // namespace

Diagnostics checkAgainstCatalogs(const model::Scenario& scenario, const io::Locator& places,
                                 const catalog::Catalogs& catalogs) {
    Diagnostics problems = Check(scenario, places, catalogs).run();
    problems.append(checkStepNeeds(scenario, places, catalogs));
    problems.append(checkServiceNeeds(scenario, places, catalogs));
    return problems;
}

} // namespace gpuplan::planner
