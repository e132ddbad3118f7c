#include <gpuplan/io/catalog_field_makers.hpp>

namespace gpuplan::io {

using namespace fields;

namespace {

const std::vector<CatalogField<catalog::MoneyRange>>& rangeFields() {
    using catalog::MoneyRange;
    static const std::vector<CatalogField<MoneyRange>> table = [] {
        std::vector<CatalogField<MoneyRange>> rows = {
            field("low", &MoneyRange::low, "lower end"),
            field("high", &MoneyRange::high, "upper end"),
            field("as_of", &MoneyRange::asOf, "date of the price"),
            field("basis", &MoneyRange::basis, "what was quoted"),
            field("gpus", &MoneyRange::gpus, "GPUs on one such card, if more than one"),
        };
        rows[2].info.form = CatalogForm::Date;
        rows[2].info.example = FormOf<Instant>::example;
        rows[4].text = [](const MoneyRange& range) {
            return range.gpus == 1 ? std::string() : std::to_string(range.gpus);
        };
        return rows;
    }();
    return table;
}

} // namespace

template <>
const std::vector<CatalogField<catalog::GpuModel>>& catalogFields() {
    using catalog::GpuModel;
    static const std::vector<CatalogField<GpuModel>> table = [] {
        std::vector<CatalogField<GpuModel>> rows = {
            field("id", &GpuModel::id, "short name used everywhere else", required),
            field("name", &GpuModel::name, "name in the trade", required),
            field("vendor", &GpuModel::vendor, "maker"),
            field("architecture", &GpuModel::architecture, "generation"),
            field("release_year", &GpuModel::releaseYear, "year of release"),
            field("memory", &GpuModel::memory, "device memory of one GPU"),
            field("memory_type", &GpuModel::memoryType, "kind of that memory"),
            field("memory_bandwidth", &GpuModel::memoryBandwidth, "peak of that memory"),
            measure("fp64", &GpuModel::fp64Tflops, "TFLOPS", "FP64 peak of the vector units"),
            measure("fp32", &GpuModel::fp32Tflops, "TFLOPS", "FP32 peak of the vector units"),
            measure("tf32", &GpuModel::tf32Tflops, "TFLOPS", "TF32 peak, dense"),
            measure("fp16", &GpuModel::fp16Tflops, "TFLOPS",
                    "FP16 or BF16 peak of the matrix units, dense"),
            measure("fp8", &GpuModel::fp8Tflops, "TFLOPS", "FP8 peak, dense"),
            measure("int8", &GpuModel::int8Tops, "TOPS", "INT8 peak, dense"),
            measure("fp4", &GpuModel::fp4Tflops, "TFLOPS", "FP4 peak, dense"),
            measure("achievable_bf16", &GpuModel::achievableBf16Tflops, "TFLOPS",
                    "best BF16 matrix multiplication measured"),
            field("tdp", &GpuModel::tdp, "rated power"),
            field("host_bus", &GpuModel::hostBus, "link to the host"),
            field("nvlink", &GpuModel::nvlink, "links to other GPUs, both directions together"),
            field("form_factor", &GpuModel::formFactor, "shape of the part"),
            field("mig_slices", &GpuModel::migSlices, "slices it can be cut into; 0: none"),
            field("gpu_class", &GpuModel::gpuClass, "budget, mid, pro, inference, ..."),
            object("purchase", &GpuModel::purchase, rangeFields(), "price of a new card"),
            object("used", &GpuModel::used, rangeFields(), "price of a second-hand card"),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

template <>
const std::vector<CatalogField<catalog::StorageTier>>& catalogFields() {
    using catalog::StorageTier;
    static const std::vector<CatalogField<StorageTier>> table = [] {
        std::vector<CatalogField<StorageTier>> rows = {
            field("id", &StorageTier::id, "short name used everywhere else", required),
            field("name", &StorageTier::name, "name in the trade", required),
            choice("tier_class", &StorageTier::tierClass,
                   {"local", "network", "parallel-fs", "object", "block"}, "kind of storage"),
            choice("ownership", &StorageTier::ownership, {"owned", "cloud"}, "bought or rented"),
            field("read_throughput", &StorageTier::readThroughput,
                  "of one device, client or mount, as the name says"),
            field("write_throughput", &StorageTier::writeThroughput, "likewise"),
            measure("random_reads", &StorageTier::randomReadIops, "IOPS", "reads of 4 KiB"),
            measure("first_byte_latency", &StorageTier::firstByteLatencyMs, "ms",
                    "time to the first byte"),
            measure("metadata_opens", &StorageTier::metadataOpensPerSecond, "opens/s",
                    "files one client opens one after the other"),
            special(field("throughput_scaling", &StorageTier::throughputScaling, "how it grows")),
            field("price", &StorageTier::price, "rent of the space"),
            special(field("extra_price", &StorageTier::extraPrice, "what else is charged")),
            field("get_requests", &StorageTier::getRequests, "price of reading requests"),
            field("put_requests", &StorageTier::putRequests, "price of writing requests"),
            field("purchase_low", &StorageTier::purchaseLow, "purchase price, lower end"),
            field("purchase_high", &StorageTier::purchaseHigh, "purchase price, upper end"),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

template <>
const std::vector<CatalogField<catalog::Interconnect>>& catalogFields() {
    using catalog::Interconnect;
    static const std::vector<CatalogField<Interconnect>> table = [] {
        std::vector<CatalogField<Interconnect>> rows = {
            field("id", &Interconnect::id, "short name", required),
            field("name", &Interconnect::name, "name in the trade", required),
            field("kind", &Interconnect::kind, "host-bus, gpu-gpu, network, measured, ..."),
            bitRate("port_rate", &Interconnect::portRate, "rate of a port"),
            field("raw", &Interconnect::raw, "one direction, by the standard"),
            field("effective", &Interconnect::effective, "one direction, reached in practice"),
            measure("latency", &Interconnect::latencyUs, "us", "time of the shortest message"),
            field("nccl_bus_bandwidth", &Interconnect::ncclBusBandwidth,
                  "bus bandwidth of a measured all-reduce"),
            field("payload", &Interconnect::payload, "its message size"),
            special(field("nccl_setup", &Interconnect::ncclSetup, "on what it was measured")),
            field("nic_per_port", &Interconnect::nicPerPort, "price of a network card's port"),
            field("switch_per_port", &Interconnect::switchPerPort, "price of a switch port"),
            field("optics_per_port", &Interconnect::opticsPerPort, "price of cable or optics"),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

} // namespace gpuplan::io
