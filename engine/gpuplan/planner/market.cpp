#include <gpuplan/planner/market.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace gpuplan::planner {

namespace {

std::vector<std::string> gpusOf(const model::Scenario& scenario) {
    std::vector<std::string> list;
    for (const model::Alternative& alternative : scenario.alternatives)
        for (const model::Pool& pool : alternative.pools)
            if (!pool.gpu.empty() && std::find(list.begin(), list.end(), pool.gpu) == list.end())
                list.push_back(pool.gpu);
    return list;
}

std::optional<metrics::MarketPrice> cheapest(const model::Scenario& scenario,
                                             const catalog::Catalogs& catalogs,
                                             const std::string& gpu, catalog::PriceKind kind) {
    std::optional<metrics::MarketPrice> best;
    for (const catalog::CloudOffer& offer : catalogs.offers) {
        if (offer.gpu != gpu || offer.gpuPartOnly || offer.gpuCount < 1)
            continue;
        const auto price = catalogs.priceAt(offer.id, kind, scenario.priceDate);
        if (!price || price->value.currency != scenario.currency)
            continue;
        const Decimal perGpu = catalog::perGpu(price->value, offer.gpuCount);
        if (best && best->perGpu <= perGpu)
            continue;
        const catalog::GpuModel* const model = catalogs.gpu(gpu);
        best = metrics::MarketPrice{gpu,
                                    model != nullptr ? model->name : gpu,
                                    kind == catalog::PriceKind::Spot,
                                    offer.provider,
                                    offer.id,
                                    price->provenance.asOf,
                                    perGpu};
    }
    return best;
}

} // namespace

std::vector<metrics::MarketPrice> marketPrices(const model::Scenario& scenario,
                                               const catalog::Catalogs& catalogs) {
    std::vector<metrics::MarketPrice> list;
    for (const std::string& gpu : gpusOf(scenario))
        for (const auto kind : {catalog::PriceKind::OnDemand, catalog::PriceKind::Spot})
            if (auto price = cheapest(scenario, catalogs, gpu, kind))
                list.push_back(std::move(*price));
    return list;
}

} // namespace gpuplan::planner
