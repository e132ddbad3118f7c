#pragma once
/// Catalogs of one offer, for runs in tests: eight H100 at 55.04 USD/h, billed by the second.

#include <gpuplan/catalog/catalog.hpp>

namespace gpuplan::test {

inline catalog::Catalogs oneOffer() {
    catalog::Catalogs catalogs;
    catalog::GpuModel gpu;
    gpu.id = "h100-sxm-80";
    catalogs.gpus = {gpu};
    catalog::CloudOffer offer;
    offer.id = "aws/p5.48xlarge/us-east-1";
    offer.gpu = "h100-sxm-80";
    offer.gpuCount = 8;
    offer.onDemand = HourlyPrice::parse("55.04 USD/h").value();
    offer.billingGranularity = seconds(1);
    offer.billingMinimum = seconds(60);
    catalogs.offers = {offer};
    catalogs.digest = "test";
    return catalogs;
}

} // namespace gpuplan::test
