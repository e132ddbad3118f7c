#pragma once
/// Typed tables of what the market offers: GPU models, cloud offers with dated prices, storage
/// tiers, links, operating figures, server bills of materials. Data with provenance, no code per
/// record.
///
/// In: `io::loadCatalogs(folder)`. Out: lookup by id; an absent value is unknown, never 0.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::catalog {

/// What a card was sold for: the ends of a range, either may be unknown.
struct MoneyRange {
    std::optional<Money> low;
    std::optional<Money> high;
    std::string asOf;      ///< date of the price; empty: unknown
    std::string basis;     ///< what was quoted: `launch MSRP`, `2021-2023 reseller`
    std::int64_t gpus = 1; ///< GPUs one such card holds: 2 for a K80 board
    bool operator==(const MoneyRange&) const = default;
};

struct GpuModel {
    std::string id;
    std::string name;
    std::string vendor;
    std::string architecture;
    std::optional<std::int64_t> releaseYear;
    std::optional<Bytes> memory; ///< of one GPU
    std::string memoryType;
    std::optional<Bandwidth> memoryBandwidth;
    std::optional<double> fp64Tflops; ///< dense peaks, 1e12 FLOP/s; FP64 of the vector units
    std::optional<double> fp32Tflops;
    std::optional<double> tf32Tflops;
    std::optional<double> fp16Tflops; ///< FP16/BF16 on matrix units, dense
    std::optional<double> fp8Tflops;
    std::optional<double> int8Tops;
    std::optional<double> fp4Tflops;
    std::optional<double> achievableBf16Tflops; ///< measured matmul maximum
    std::optional<Power> tdp;
    std::string hostBus;
    std::optional<Bandwidth> nvlink; ///< both directions, per GPU
    std::string formFactor;
    std::optional<std::int64_t> migSlices;
    std::string gpuClass;
    MoneyRange purchase; ///< new, per card
    MoneyRange used;     ///< second-hand, per card
    Provenance provenance;
    bool operator==(const GpuModel&) const = default;
};

/// One rentable shape in one region. Prices are for the whole shape.
struct CloudOffer {
    std::string id; ///< `aws/p5.48xlarge/us-east-1`: lower-case provider, blanks as `-`
    std::string provider;
    std::string instanceType;
    std::string region;
    std::string gpu;           ///< id of a GpuModel; empty where the provider does not name it
    std::int64_t gpuCount = 0; ///< at least 1; for TPU, Trainium and Inferentia: chips
    std::optional<double> vcpus;
    std::optional<Bytes> memory;
    std::optional<Bytes> localDisk;
    std::optional<Bandwidth> network;
    std::optional<HourlyPrice> onDemand;
    std::optional<HourlyPrice> spot;
    std::optional<HourlyPrice> reserved1y; ///< effective, no upfront
    std::optional<HourlyPrice> reserved3y;
    std::optional<Duration> billingGranularity;
    std::optional<Duration> billingMinimum;
    std::optional<HourlyPrice> originalPrice; ///< on demand, where it is sold in another currency
    std::optional<Decimal> taxIncluded; ///< share of the net price (0.22) where the price has tax
    bool gpuPartOnly = false;           ///< the price leaves out vCPUs and memory, sold beside it
    Provenance provenance;
    bool operator==(const CloudOffer&) const = default;
};

enum class PriceKind : std::uint8_t { OnDemand, Spot };

/// A price from a date on, until the next one of the same offer and kind.
struct PriceChange {
    std::string offer; ///< id as of CloudOffer; the offer itself may be absent from the catalog
    PriceKind kind = PriceKind::OnDemand;
    Instant validFrom{}; ///< first day it was seen
    HourlyPrice price;   ///< for the whole shape
    std::optional<std::int64_t> gpuCount;
    std::string gpu;
    Provenance provenance;
    bool operator==(const PriceChange&) const = default;
};

struct StorageTier {
    std::string id;
    std::string name;
    std::string tierClass; ///< local, network, parallel-fs, object, block
    std::string ownership; ///< owned, cloud
    std::optional<Bandwidth> readThroughput;
    std::optional<Bandwidth> writeThroughput;
    std::optional<double> randomReadIops;
    std::optional<double> firstByteLatencyMs;
    std::optional<double> metadataOpensPerSecond; ///< by one client
    std::string throughputScaling;
    std::optional<UnitPrice<per::GigabyteMonth>> price;
    std::string extraPrice;
    std::optional<UnitPrice<per::ThousandRequests>> getRequests;
    std::optional<UnitPrice<per::ThousandRequests>> putRequests;
    std::optional<UnitPrice<per::Terabyte>> purchaseLow;
    std::optional<UnitPrice<per::Terabyte>> purchaseHigh;
    Provenance provenance;
    bool operator==(const StorageTier&) const = default;
};

/// One link, measured collective or network price.
struct Interconnect {
    std::string id;
    std::string name;
    std::string kind;
    std::optional<Bandwidth> portRate;
    std::optional<Bandwidth> raw;       ///< one direction
    std::optional<Bandwidth> effective; ///< one direction
    std::optional<double> latencyUs;
    std::optional<Bandwidth> ncclBusBandwidth;
    std::optional<Bytes> payload; ///< of the measured collective
    std::string ncclSetup;
    std::optional<Money> nicPerPort;
    std::optional<Money> switchPerPort;
    std::optional<Money> opticsPerPort;
    Provenance provenance;
    bool operator==(const Interconnect&) const = default;
};

/// One operating figure: electricity price, PUE, colocation, failure rate, resale, ...
struct OperatingFigure {
    std::string id; ///< `category/item/region`, lower case, blanks as `-`
    std::string category;
    std::string item;
    std::string region;
    std::optional<Decimal> low;
    std::optional<Decimal> value;
    std::optional<Decimal> high;
    std::string unit;
    Provenance provenance;
    bool operator==(const OperatingFigure&) const = default;
};

/// How a line counts towards the price of its system.
enum class BillRole : std::uint8_t {
    Part,      ///< bought; the parts together are the system
    Whole,     ///< price of the complete system; its parts must not be added
    Share,     ///< a share of the whole's price, already in it
    Option,    ///< on top of the system, if wanted
    Recurring, ///< per year or month, not purchase
    Fact,      ///< a figure for comparison, never added
};

struct BillLine {
    std::string component;
    std::int64_t quantity = 0;
    std::optional<Money> unitLow; ///< for one piece
    std::optional<Money> unitHigh;
    std::string specification;
    BillRole role = BillRole::Part;
    Provenance provenance;
    bool operator==(const BillLine&) const = default;
};

/// A server's lines, in file order. Its price is its whole line, or else the sum of its parts.
struct BillOfMaterials {
    std::string system;
    std::vector<BillLine> lines;
    bool operator==(const BillOfMaterials&) const = default;
};

/// The lines that make up the purchase price: the whole ones if there are any, else the parts.
std::vector<const BillLine*> purchaseLines(const BillOfMaterials& bill);

/// One measured rate, time or size.
struct PerfReference {
    std::string kind;
    std::string model;
    std::string gpu;
    std::optional<std::int64_t> gpus;
    std::string precision;
    std::optional<double> batchPerGpu;
    std::string size;
    std::string metric;
    std::string unit;
    std::optional<double> value; ///< for all GPUs
    std::optional<double> perGpu;
    std::optional<double> mfu;
    std::string setup;
    Provenance provenance;
    bool operator==(const PerfReference&) const = default;
};

/// All tables; immutable once loaded.
struct Catalogs {
    std::vector<GpuModel> gpus;
    std::vector<CloudOffer> offers;
    std::vector<PriceChange> prices; ///< by offer, kind, date: see arrange()
    std::vector<StorageTier> storage;
    std::vector<Interconnect> interconnects;
    std::vector<OperatingFigure> figures;
    std::vector<BillOfMaterials> bills;
    std::vector<PerfReference> performance;
    std::string digest; ///< SHA-256 over the files, in name order

    /// Sorts `prices` by offer, kind and date, which priceAt() and history() rely on. Whoever fills
    /// the tables calls it once.
    void arrange();

    // The record of that id, or null.
    const GpuModel* gpu(std::string_view id) const;
    const CloudOffer* offer(std::string_view id) const;
    const StorageTier* storageTier(std::string_view id) const;
    const Interconnect* interconnect(std::string_view id) const;
    const BillOfMaterials* bill(std::string_view system) const;
    const OperatingFigure* figure(std::string_view id) const;

    // All ids of a table, in file order.
    std::vector<std::string> offerIds() const;
    std::vector<std::string> gpuIds() const;
    std::vector<std::string> storageIds() const;
    std::vector<std::string> interconnectIds() const;
    std::vector<std::string> billIds() const;
    std::vector<std::string> figureIds() const;

    /// The price in force at `when`, by what was seen: the changes of the price history, and the
    /// offer's own price on the first day of its `asOf`. Taken is the last one seen at or before
    /// `when` (of two on one day, the change). Where all were seen later, the earliest is taken and
    /// the note of its provenance says so first; an own price without a readable date is taken only
    /// if nothing else is known, likewise with a note. Nothing if no price is known at all.
    std::optional<Sourced<HourlyPrice>> priceAt(std::string_view offer, PriceKind kind,
                                                Instant when) const;
    /// The changes of one offer and kind, oldest first.
    std::vector<PriceChange> history(std::string_view offer, PriceKind kind) const;
};

/// What one GPU of a shape costs for an hour, to a millionth, half to even. `gpus` > 0.
Decimal perGpu(const HourlyPrice& price, std::int64_t gpus);

/// The first instant of a provenance date: `2026`, `2026-07`, `2026-07-20`, or a span of years
/// `2025-2026`. Nothing for other text.
std::optional<Instant> firstDay(std::string_view date);

} // namespace gpuplan::catalog
