#include <gpuplan/catalog/check.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::catalog;

namespace {

constexpr std::int64_t gigabyte = 1'000'000'000;

Provenance good() {
    Provenance provenance;
    provenance.source = "list";
    provenance.asOf = "2026-07-20";
    provenance.retrieved = "2026-11-29";
    provenance.confidence = Confidence::High;
    provenance.file = "x.json";
    provenance.pointer = "/records/0";
    return provenance;
}

HourlyPrice usdPerHour(std::string_view amount) {
    return {*Decimal::parse(amount), Currency::usd()};
}

Money usd(std::int64_t dollars) {
    return {dollars * 1'000'000, Currency::usd()};
}

/// A GPU nothing is wrong with.
GpuModel aGpu() {
    GpuModel gpu;
    gpu.id = "toy";
    gpu.memory = Bytes(80 * gigabyte);
    gpu.memoryBandwidth = Bandwidth(3350 * gigabyte);
    gpu.tdp = Power(700'000);
    gpu.provenance = good();
    return gpu;
}

/// Eight GPUs at a price, and nothing wrong.
CloudOffer anOffer(std::string id, std::string_view onDemand) {
    CloudOffer offer;
    offer.id = std::move(id);
    offer.gpu = "toy";
    offer.gpuCount = 8;
    offer.onDemand = usdPerHour(onDemand);
    offer.provenance = good();
    return offer;
}

PriceChange aChange(std::string offer, PriceKind kind, std::string_view from,
                    std::string_view amount) {
    PriceChange change;
    change.offer = std::move(offer);
    change.kind = kind;
    change.validFrom = *parseInstant(from);
    change.price = usdPerHour(amount);
    change.gpu = "toy";
    change.gpuCount = 8;
    change.provenance = good();
    return change;
}

using Found = std::vector<std::string>;

/// `severity key pointer` of every doubt, without the common beginnings.
Found doubts(Catalogs catalogs) {
    catalogs.arrange();
    Found found;
    for (const Diagnostic& doubt : check(catalogs)) {
        const std::string severity = doubt.severity == Severity::Error     ? "error "
                                     : doubt.severity == Severity::Warning ? "warning "
                                                                           : "note ";
        found.push_back(severity + doubt.message.key.substr(std::string("catalog.check.").size()) +
                        " " + doubt.at.pointer.substr(std::string("/records/0").size()));
    }
    return found;
}

Found doubts(const GpuModel& gpu) {
    Catalogs catalogs;
    catalogs.gpus = {gpu};
    return doubts(catalogs);
}

Found doubts(const CloudOffer& offer) {
    Catalogs catalogs;
    catalogs.offers = {offer};
    return doubts(catalogs);
}

/// Three offers of the same GPU at 8, 16 and 24 USD for eight GPUs, and one more.
Found doubtsAmongPeers(const CloudOffer& offer) {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "8"), anOffer("b", "16"), anOffer("c", "24"), offer};
    return doubts(catalogs);
}

} // namespace

TEST_CASE("good records raise no doubt", "[catalog][check]") {
    CHECK(doubts(aGpu()).empty());
    CHECK(doubts(anOffer("a", "16")).empty());
    CHECK(doubts(Catalogs()).empty());
}

TEST_CASE("unknown values raise no doubt", "[catalog][check]") {
    GpuModel gpu;
    gpu.provenance = good();
    CloudOffer offer = anOffer("a", "1");
    offer.onDemand.reset();

    CHECK(doubts(gpu).empty());
    CHECK(doubts(offer).empty());
}

TEST_CASE("a record needs a source and dates", "[catalog][check]") {
    GpuModel gpu = aGpu();
    gpu.provenance.source.clear();
    gpu.provenance.asOf.clear();
    gpu.provenance.retrieved.clear();
    gpu.provenance.confidence = Confidence::Unknown;

    CHECK(doubts(gpu) ==
          Found{"error source ", "error date ", "warning retrieved ", "warning confidence "});
}

TEST_CASE("every kind of record needs a source", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.gpus.resize(1);
    catalogs.offers = {anOffer("a", "1")};
    catalogs.prices = {aChange("a", PriceKind::OnDemand, "2026-01-01", "1")};
    catalogs.storage.resize(1);
    catalogs.interconnects.resize(1);
    catalogs.figures.resize(1);
    catalogs.bills = {{"box", {BillLine()}}};
    catalogs.performance.resize(1);
    const auto clear = [](auto& record) {
        record.provenance = good();
        record.provenance.source.clear();
    };
    clear(catalogs.gpus[0]);
    clear(catalogs.offers[0]);
    clear(catalogs.prices[0]);
    clear(catalogs.storage[0]);
    clear(catalogs.interconnects[0]);
    clear(catalogs.figures[0]);
    clear(catalogs.bills[0].lines[0]);
    clear(catalogs.performance[0]);

    CHECK(doubts(catalogs) == Found(8, "error source "));
}

TEST_CASE("a date must be one, and not after the day of collection", "[catalog][check]") {
    GpuModel gpu = aGpu();
    gpu.provenance.asOf = "20 July";
    CHECK(doubts(gpu) == Found{"error no_date /as_of"});

    gpu.provenance.asOf = "2026-11-30";
    CHECK(doubts(gpu) == Found{"error future /as_of"});

    gpu.provenance.asOf = "2026";
    CHECK(doubts(gpu).empty());

    gpu.purchase.asOf = "2027";
    CHECK(doubts(gpu) == Found{"error future /purchase/as_of"});

    gpu.purchase.asOf = "launch";
    CHECK(doubts(gpu) == Found{"error no_date /purchase/as_of"});

    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "16")};
    catalogs.prices = {aChange("a", PriceKind::OnDemand, "2027-01-01", "16")};
    CHECK(doubts(catalogs) == Found{"error future /valid_from"});
}

TEST_CASE("a GPU's memory has a size a GPU can have", "[catalog][check]") {
    GpuModel gpu = aGpu();

    gpu.memory = Bytes(0);
    CHECK(doubts(gpu) == Found{"error zero /memory"});
    gpu.memory = Bytes(80'000 * gigabyte); // 80000 MB taken for GB
    CHECK(doubts(gpu) == Found{"error gpu_memory_large /memory"});
    gpu.memory = Bytes(80 * 1024 * 1024); // 80 MiB, GiB meant
    CHECK(doubts(gpu) == Found{"error gpu_memory_small /memory"});
    gpu.memory = Bytes(1000 * gigabyte);
    CHECK(doubts(gpu).empty());
}

TEST_CASE("bandwidth and power of a GPU are not zero", "[catalog][check]") {
    GpuModel gpu = aGpu();
    gpu.memoryBandwidth = Bandwidth(0);
    gpu.tdp = Power(0);
    gpu.nvlink = Bandwidth(0); // a GPU without links is common

    CHECK(doubts(gpu) == Found{"error zero /memory_bandwidth", "error zero /tdp"});
}

TEST_CASE("host memory that is hardly right is doubted", "[catalog][check]") {
    CloudOffer offer = anOffer("a", "16");

    offer.memory = Bytes(512 * 1'000'000);
    CHECK(doubts(offer) == Found{"warning host_memory /memory"});
    offer.memory = Bytes(2'000'000 * gigabyte);
    CHECK(doubts(offer) == Found{"warning host_memory /memory"});
    offer.memory = Bytes(2048 * gigabyte);
    CHECK(doubts(offer).empty());
}

TEST_CASE("an offer has GPUs", "[catalog][check]") {
    CloudOffer offer = anOffer("a", "16");
    offer.gpuCount = 0;

    CHECK(doubts(offer) == Found{"error no_gpus /gpu_count"});
}

TEST_CASE("spot and reserved prices above on demand are doubted", "[catalog][check]") {
    CloudOffer offer = anOffer("a", "16");

    offer.spot = usdPerHour("16");
    offer.reserved1y = usdPerHour("16");
    CHECK(doubts(offer).empty());

    offer.spot = usdPerHour("16.0001");
    offer.reserved1y = usdPerHour("17");
    offer.reserved3y = usdPerHour("18");
    CHECK(doubts(offer) ==
          Found{"warning above /spot", "warning above /reserved_1y", "warning above /reserved_3y",
                "warning above /reserved_3y"}); // above on demand, and above one year

    offer.onDemand.reset();
    offer.reserved3y.reset();
    CHECK(doubts(offer).empty());
}

TEST_CASE("prices in two currencies are not compared", "[catalog][check]") {
    CloudOffer offer = anOffer("a", "16");
    offer.spot = HourlyPrice{Decimal::integer(900), *Currency::parse("RUB")};

    CHECK(doubts(offer).empty());
}

TEST_CASE("a dated spot price is held against the list price of its day", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "16")};
    catalogs.prices = {aChange("a", PriceKind::OnDemand, "2025-01-01", "30"),
                       aChange("a", PriceKind::OnDemand, "2026-01-01", "16"),
                       aChange("a", PriceKind::Spot, "2024-06-01", "50"),
                       aChange("a", PriceKind::Spot, "2025-06-01", "20")};
    CHECK(doubts(catalogs).empty());

    catalogs.prices.push_back(aChange("a", PriceKind::Spot, "2026-06-01", "20"));
    CHECK(doubts(catalogs) == Found{"warning above /price"});
}

TEST_CASE("a price ten times off the median of its peers is doubted", "[catalog][check]") {
    // The median of 8, 16 and 24 USD for 8 GPUs is 2 USD for one.
    CHECK(doubtsAmongPeers(anOffer("d", "160")).empty());
    CHECK(doubtsAmongPeers(anOffer("d", "160.08")) == Found{"warning far_above /on_demand"});
    CHECK(doubtsAmongPeers(anOffer("d", "1.6")).empty());
    CHECK(doubtsAmongPeers(anOffer("d", "1.59")) == Found{"warning far_below /on_demand"});

    CloudOffer single = anOffer("d", "16");
    single.gpuCount = 1; // 16 USD for one GPU: 8 times the median
    CHECK(doubtsAmongPeers(single).empty());
    single.onDemand = usdPerHour("21");
    CHECK(doubtsAmongPeers(single) == Found{"warning far_above /on_demand"});
}

TEST_CASE("one other price is no median", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "8"), anOffer("b", "800")};

    CHECK(doubts(catalogs).empty());
}

TEST_CASE("dated prices have the offers as peers", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "8"), anOffer("b", "16"), anOffer("c", "24")};
    catalogs.prices = {aChange("a", PriceKind::OnDemand, "2025-01-01", "9832")};

    CHECK(doubts(catalogs) == Found{"warning far_above /price"});
}

TEST_CASE("prices without vCPUs and memory, or of other GPUs, are no peers", "[catalog][check]") {
    CloudOffer part = anOffer("d", "0.5");
    part.gpuPartOnly = true;
    CHECK(doubtsAmongPeers(part).empty());

    CloudOffer other = anOffer("d", "0.5");
    other.gpu = "other";
    CHECK(doubtsAmongPeers(other).empty());

    CloudOffer unnamed = anOffer("d", "0.5");
    unnamed.gpu.clear();
    CHECK(doubtsAmongPeers(unnamed).empty());
}

TEST_CASE("a price of zero is doubted, since unknown is left out", "[catalog][check]") {
    CHECK(doubtsAmongPeers(anOffer("d", "0")) == Found{"warning free /on_demand"});
}

TEST_CASE("a dated price of an offer that is not there is noted once", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "16")};
    catalogs.prices = {aChange("b", PriceKind::Spot, "2026-01-01", "8"),
                       aChange("b", PriceKind::Spot, "2026-02-01", "8")};

    CHECK(doubts(catalogs) == Found{"note no_offer /offer"});

    catalogs.offers.clear(); // a price file checked alone
    CHECK(doubts(catalogs).empty());
}

TEST_CASE("a dated price has as many GPUs as its offer", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "16")};
    catalogs.prices = {aChange("a", PriceKind::OnDemand, "2026-01-01", "16")};
    catalogs.prices[0].gpuCount = 1;

    CHECK(doubts(catalogs) == Found{"warning gpu_count /gpu_count"});
}

TEST_CASE("a lower end above the upper one is an error", "[catalog][check]") {
    GpuModel gpu = aGpu();
    gpu.purchase.low = usd(2);
    gpu.purchase.high = usd(1);
    gpu.purchase.gpus = 0;
    CHECK(doubts(gpu) == Found{"error no_gpus /purchase", "error range /purchase"});

    OperatingFigure figure;
    figure.low = Decimal::integer(2);
    figure.value = Decimal::integer(3);
    figure.high = Decimal::integer(3);
    figure.provenance = good();
    Catalogs catalogs;
    catalogs.figures = {figure};
    CHECK(doubts(catalogs).empty());
    catalogs.figures[0].value = Decimal::integer(1);
    CHECK(doubts(catalogs) == Found{"error range "});
    catalogs.figures[0].value = Decimal::integer(4);
    CHECK(doubts(catalogs) == Found{"error range "});

    BillLine line;
    line.unitLow = usd(2);
    line.unitHigh = usd(1);
    line.provenance = good();
    StorageTier tier;
    tier.purchaseLow = {Decimal::integer(2), Currency::usd()};
    tier.purchaseHigh = {Decimal::integer(1), Currency::usd()};
    tier.provenance = good();
    catalogs = Catalogs();
    catalogs.storage = {tier};
    catalogs.bills = {{"box", {line}}};
    CHECK(doubts(catalogs) == Found{"error range /purchase_low", "error range /unit_low"});
}

TEST_CASE("a doubt says the values it compares", "[catalog][check]") {
    Catalogs catalogs;
    catalogs.offers = {anOffer("a", "8"), anOffer("b", "16"), anOffer("c", "24"),
                       anOffer("d", "400")};

    const Diagnostics found = check(catalogs);

    REQUIRE(found.size() == 1);
    CHECK(text(found[0].message) ==
          "400 USD/h is 50 USD for one toy, 25 times the on_demand median of 3 peers (2 USD)");
}
