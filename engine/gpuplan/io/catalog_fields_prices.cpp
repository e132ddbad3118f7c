#include <gpuplan/io/catalog_field_makers.hpp>

namespace gpuplan::io {

using namespace fields;

template <>
const std::vector<CatalogField<catalog::CloudOffer>>& catalogFields() {
    using catalog::CloudOffer;
    static const std::vector<CatalogField<CloudOffer>> table = [] {
        std::vector<CatalogField<CloudOffer>> rows = {
            field("id", &CloudOffer::id, "provider/instance-type/region", required),
            field("provider", &CloudOffer::provider, "who rents it out", required),
            field("instance_type", &CloudOffer::instanceType, "the provider's name of the shape",
                  required),
            field("region", &CloudOffer::region, "where", required),
            field("gpu", &CloudOffer::gpu, "id of a GPU"),
            field("gpu_count", &CloudOffer::gpuCount, "GPUs, or chips, of the shape", required),
            field("vcpus", &CloudOffer::vcpus, "virtual processors"),
            field("memory", &CloudOffer::memory, "host memory"),
            field("local_disk", &CloudOffer::localDisk, "local disks together"),
            bitRate("network", &CloudOffer::network, "network of the whole shape"),
            field("on_demand", &CloudOffer::onDemand, "list price of the whole shape"),
            field("spot", &CloudOffer::spot, "usual spot price"),
            field("reserved_1y", &CloudOffer::reserved1y,
                  "effective price with one year's commitment, nothing up front"),
            field("reserved_3y", &CloudOffer::reserved3y, "the same for three years"),
            field("billing_granularity", &CloudOffer::billingGranularity,
                  "step to which time is rounded up"),
            field("billing_minimum", &CloudOffer::billingMinimum, "least time billed"),
            special(field("original_price", &CloudOffer::originalPrice,
                          "list price where it is sold in another currency")),
            special(field("tax_included", &CloudOffer::taxIncluded,
                          "tax in the prices, as a share of the net price")),
            special(field("gpu_part_only", &CloudOffer::gpuPartOnly,
                          "the price leaves out vCPUs and memory, sold beside it")),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

template <>
const std::vector<CatalogField<catalog::PriceChange>>& catalogFields() {
    using catalog::PriceChange;
    static const std::vector<CatalogField<PriceChange>> table = [] {
        std::vector<CatalogField<PriceChange>> rows = {
            field("offer", &PriceChange::offer, "id of the offer", required),
            choice("kind", &PriceChange::kind, priceKindNames(), "which of its prices", required),
            field("valid_from", &PriceChange::validFrom, "first day it was seen", required),
            field("price", &PriceChange::price, "of the whole shape", required),
            field("gpu_count", &PriceChange::gpuCount, "GPUs, or chips, of the shape"),
            field("gpu", &PriceChange::gpu, "id of a GPU"),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

} // namespace gpuplan::io
