#include <gpuplan/base/file.hpp>
#include <gpuplan/catalog/check.hpp>
#include <gpuplan/io/catalog_reader.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

using namespace gpuplan;
using namespace gpuplan::catalog;

namespace {

/// The catalogs of data/, read once.
const Catalogs& shipped() {
    static const Catalogs catalogs = io::loadCatalogs(GPUPLAN_SOURCE_DIR "/data").value();
    return catalogs;
}

std::size_t billLines() {
    std::size_t lines = 0;
    for (const BillOfMaterials& bill : shipped().bills)
        lines += bill.lines.size();
    return lines;
}

HourlyPrice price(std::string_view text) {
    return HourlyPrice::parse(text).value();
}

Money usd(std::int64_t dollars) {
    return {dollars * 1'000'000, Currency::usd()};
}

Decimal decimal(std::string_view text) {
    return *Decimal::parse(text);
}

} // namespace

TEST_CASE("every collected row is in the catalogs", "[catalog][shipped]") {
    const Catalogs& catalogs = shipped();
    const std::vector<std::pair<std::string, std::size_t>> tables = {
        {"gpus.csv", catalogs.gpus.size()},
        {"cloud_instances.csv", catalogs.offers.size()},
        {"price_history.csv", catalogs.prices.size()},
        {"storage.csv", catalogs.storage.size()},
        {"interconnect.csv", catalogs.interconnects.size()},
        {"datacenter.csv", catalogs.figures.size()},
        {"server_bom.csv", billLines()},
        {"perf_reference.csv", catalogs.performance.size()},
    };

    CHECK(tables[0].second == 55);
    CHECK(tables[1].second == 214);
    CHECK(tables[2].second == 286);
    CHECK(tables[3].second == 45);
    CHECK(tables[4].second == 54);
    CHECK(tables[5].second == 177);
    CHECK(tables[6].second == 45);
    CHECK(tables[7].second == 257);

    const std::string reference = GPUPLAN_SOURCE_DIR "/../shared/reference/";
    if (!std::filesystem::exists(reference)) {
        WARN("skipped: the collection the catalogs were made from is not here");
        return;
    }
    for (const auto& [file, records] : tables) {
        const std::string text = readWholeFile(reference + file).value();
        INFO(file);
        CHECK(std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(records + 1));
    }
}

TEST_CASE("GPUs have the values of their sheets", "[catalog][shipped]") {
    const GpuModel* h100 = shipped().gpu("h100-sxm-80");
    REQUIRE(h100);
    CHECK(h100->memory == Bytes(80'000'000'000));
    CHECK(h100->memoryBandwidth == Bandwidth(3'350'000'000'000));
    CHECK(h100->fp16Tflops == 989.0);
    CHECK(h100->fp8Tflops == 1979.0);
    CHECK(h100->achievableBf16Tflops == 794.5);
    CHECK(h100->tdp == Power(700'000));
    CHECK(h100->purchase.low == usd(25'000));
    CHECK(h100->purchase.high == usd(40'000));
    CHECK(h100->used.low == usd(15'000));

    const GpuModel* k80 = shipped().gpu("k80-half");
    REQUIRE(k80);
    CHECK_FALSE(k80->fp16Tflops);
    CHECK(k80->nvlink == Bandwidth(0));
    CHECK(k80->purchase.gpus == 2);

    CHECK_FALSE(shipped().gpu("tpu-v4")->tdp);
    CHECK_FALSE(shipped().gpu("t4")->purchase.high);
}

TEST_CASE("offers have the prices of their lists", "[catalog][shipped]") {
    const CloudOffer* p5 = shipped().offer("aws/p5.48xlarge/us-east-1");
    REQUIRE(p5);
    CHECK(p5->gpu == "h100-sxm-80");
    CHECK(p5->gpuCount == 8);
    CHECK(p5->onDemand == price("55.04 USD/h"));
    CHECK(p5->spot == price("17.6 USD/h"));
    CHECK_FALSE(p5->reserved1y);
    CHECK(p5->network == Bandwidth(400'000'000'000)); // 3,200 Gbit/s
    CHECK(p5->billingMinimum == seconds(60));

    const CloudOffer* a3 = shipped().offer("gcp/a3-highgpu-8g/us-central1");
    REQUIRE(a3);
    CHECK(a3->onDemand == price("88.49 USD/h"));
    CHECK(a3->spot == price("50.6095 USD/h"));
    CHECK(a3->reserved1y == price("61.3837 USD/h"));
    CHECK(a3->reserved3y == price("38.8644 USD/h"));

    CHECK(shipped().offer("azure/nd96isr_h100_v5/eastus")->onDemand == price("98.32 USD/h"));

    const CloudOffer* yandex =
        shipped().offer("yandex-cloud/gpu-standard-v3i-gpu-part/ru-central1");
    REQUIRE(yandex);
    CHECK(yandex->gpu.empty());
    CHECK(yandex->originalPrice == price("745.21 RUB/h"));
    CHECK(yandex->taxIncluded == decimal("0.22"));
    CHECK(yandex->gpuPartOnly);

    const CloudOffer* cloudRu = shipped().offer("cloud.ru-sbercloud/ml-space-environments-a100/ru");
    REQUIRE(cloudRu);
    CHECK_FALSE(cloudRu->onDemand);
    CHECK(cloudRu->billingGranularity == seconds(60));
}

TEST_CASE("the list price of p5 was 98.32 before June 2025 and 55.04 after",
          "[catalog][shipped][price]") {
    const auto at = [](std::string_view offer, PriceKind kind, std::string_view date) {
        return shipped().priceAt(offer, kind, *parseInstant(date))->value;
    };

    CHECK(at("aws/p5.48xlarge/us-east-1", PriceKind::OnDemand, "2025-06-22") ==
          price("98.32 USD/h"));
    CHECK(at("aws/p5.48xlarge/us-east-1", PriceKind::OnDemand, "2025-06-23") ==
          price("55.04 USD/h"));
    CHECK(at("aws/p5.48xlarge/us-east-1", PriceKind::OnDemand, "2026-11-29") ==
          price("55.04 USD/h"));
    CHECK(at("runpod/secure-h100-sxm/global", PriceKind::OnDemand, "2026-09-30") ==
          price("3.49 USD/h"));
    CHECK(at("gcp/a2-highgpu-1g/europe-west4", PriceKind::OnDemand, "2022-02-17") ==
          price("3.748 USD/h"));
}

TEST_CASE("storage, links, figures, bills and measurements match their sources",
          "[catalog][shipped]") {
    CHECK(shipped().storageTier("s3-express")->getRequests->amount == decimal("0.00003"));
    CHECK(shipped().storageTier("gcs-standard")->price->amount == decimal("0.02"));

    const Interconnect* ndr = shipped().interconnect("ib-ndr");
    REQUIRE(ndr);
    CHECK(ndr->portRate == Bandwidth(50'000'000'000)); // 400 Gbit/s
    CHECK(ndr->effective == Bandwidth(48'400'000'000));
    CHECK(ndr->nicPerPort == usd(1091));

    const OperatingFigure* german = shipped().figure("electricity_price/industrial/de");
    REQUIRE(german);
    CHECK(german->low == decimal("0.19"));
    CHECK(german->value == decimal("0.233"));
    CHECK(german->unit == "EUR/kWh");

    Money parts = usd(0);
    for (const BillLine* line : purchaseLines(*shipped().bill("dgx-h100-component-cost")))
        parts += *line->unitLow;
    CHECK(parts == usd(32'010 + 48'000)); // "non-GPU parts sum to 32,010 USD" and the baseboard

    const auto measured = std::ranges::find_if(shipped().performance, [](const auto& row) {
        return row.model == "MPT-7B" && row.gpu == "h100-sxm-80";
    });
    REQUIRE(measured != shipped().performance.end());
    CHECK(measured->value == 85'144.0);
    CHECK(measured->mfu == 0.464);
}

TEST_CASE("the shipped catalogs have no errors and no doubtful values", "[catalog][shipped]") {
    const Diagnostics doubts = check(shipped());

    INFO(describe(doubts));
    CHECK_FALSE(doubts.hasErrors());
    CHECK(std::ranges::none_of(
        doubts, [](const Diagnostic& doubt) { return doubt.severity == Severity::Warning; }));
}
