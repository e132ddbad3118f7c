#include "catalog_cells.hpp"

#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::cli {

using namespace catalog;
using report::Align;

template <>
std::vector<ListColumn<GpuModel>> listColumns() {
    using R = const GpuModel&;
    std::vector<ListColumn<GpuModel>> columns = {
        {"id", "id", "", Align::Left, [](R r) { return r.id; }, {}},
        {"name", "", "", Align::Left, [](R r) { return r.name; }, {}},
        {"vendor", "", "", Align::Left, [](R r) { return r.vendor; }, {}},
        {"architecture", "", "", Align::Left, [](R r) { return r.architecture; }, {}},
        {"release_year", "year", "", Align::Right, [](R r) { return number(r.releaseYear); }, {}},
        {"memory_gb", "memory", "GB", Align::Right, [](R r) { return gigabytes(r.memory); }, {}},
        {"memory_bandwidth_gb_per_s",
         "bandwidth",
         "GB/s",
         Align::Right,
         [](R r) { return gigabytesPerSecond(r.memoryBandwidth); },
         {}},
        {"fp64_tflops", "", "", Align::Right, [](R r) { return number(r.fp64Tflops); }, {}},
        {"fp32_tflops", "", "", Align::Right, [](R r) { return number(r.fp32Tflops); }, {}},
        {"tf32_tflops", "", "", Align::Right, [](R r) { return number(r.tf32Tflops); }, {}},
        {"fp16_tflops",
         "fp16",
         "TFLOPS",
         Align::Right,
         [](R r) { return number(r.fp16Tflops); },
         {}},
        {"fp8_tflops", "fp8", "TFLOPS", Align::Right, [](R r) { return number(r.fp8Tflops); }, {}},
        {"int8_tops", "", "", Align::Right, [](R r) { return number(r.int8Tops); }, {}},
        {"fp4_tflops", "", "", Align::Right, [](R r) { return number(r.fp4Tflops); }, {}},
        {"achievable_bf16_tflops",
         "measured_bf16",
         "TFLOPS",
         Align::Right,
         [](R r) { return number(r.achievableBf16Tflops); },
         {}},
        {"tdp_w", "power", "W", Align::Right, [](R r) { return watts(r.tdp); }, {}},
        {"nvlink_gb_per_s",
         "nvlink",
         "GB/s",
         Align::Right,
         [](R r) { return gigabytesPerSecond(r.nvlink); },
         {}},
        {"host_bus", "", "", Align::Left, [](R r) { return r.hostBus; }, {}},
        {"form_factor", "", "", Align::Left, [](R r) { return r.formFactor; }, {}},
        {"mig_slices", "", "", Align::Right, [](R r) { return number(r.migSlices); }, {}},
        {"gpu_class", "class", "", Align::Left, [](R r) { return r.gpuClass; }, {}},
        {"",
         "new_card",
         "USD",
         Align::Right,
         [](R r) { return shownRange(shownMoney(r.purchase.low), shownMoney(r.purchase.high)); },
         {}},
        {"purchase_low", "", "", Align::Right, [](R r) { return amount(r.purchase.low); }, {}},
        {"purchase_high", "", "", Align::Right, [](R r) { return amount(r.purchase.high); }, {}},
        {"purchase_as_of", "priced", "", Align::Left, [](R r) { return r.purchase.asOf; }, {}},
        {"used_low", "", "", Align::Right, [](R r) { return amount(r.used.low); }, {}},
        {"used_high", "", "", Align::Right, [](R r) { return amount(r.used.high); }, {}},
        {"used_as_of", "", "", Align::Left, [](R r) { return r.used.asOf; }, {}},
        {"currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.purchase.low, r.purchase.high, r.used.low, r.used.high); },
         {}},
    };
    addProvenance(columns);
    return columns;
}

template <>
std::vector<ListColumn<StorageTier>> listColumns() {
    using R = const StorageTier&;
    std::vector<ListColumn<StorageTier>> columns = {
        {"id", "id", "", Align::Left, [](R r) { return r.id; }, {}},
        {"name", "", "", Align::Left, [](R r) { return r.name; }, {}},
        {"tier_class", "class", "", Align::Left, [](R r) { return r.tierClass; }, {}},
        {"ownership", "ownership", "", Align::Left, [](R r) { return r.ownership; }, {}},
        {"read_mb_per_s",
         "read",
         "MB/s",
         Align::Right,
         [](R r) { return megabytesPerSecond(r.readThroughput); },
         {}},
        {"write_mb_per_s",
         "write",
         "MB/s",
         Align::Right,
         [](R r) { return megabytesPerSecond(r.writeThroughput); },
         {}},
        {"random_reads_per_s",
         "random_reads",
         "IOPS",
         Align::Right,
         [](R r) { return number(r.randomReadIops); },
         {}},
        {"first_byte_latency_ms",
         "first_byte",
         "ms",
         Align::Right,
         [](R r) { return number(r.firstByteLatencyMs); },
         {}},
        {"metadata_opens_per_s",
         "opens",
         "1/s",
         Align::Right,
         [](R r) { return number(r.metadataOpensPerSecond); },
         {}},
        {"throughput_scaling", "", "", Align::Left, [](R r) { return r.throughputScaling; }, {}},
        {"currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.price, r.purchaseLow, r.purchaseHigh, r.getRequests); },
         {}},
        {"price_per_gb_month", "rent", "USD/GB-month", Align::Right,
         [](R r) { return amount(r.price); },
         [](R r) {
             return r.price
                        ? withCurrency(fixedText(r.price->amount.toDouble(), 4), r.price->currency)
                        : "";
         }},
        {"extra_price", "", "", Align::Left, [](R r) { return r.extraPrice; }, {}},
        {"get_per_1000", "", "", Align::Right, [](R r) { return amount(r.getRequests); }, {}},
        {"put_per_1000", "", "", Align::Right, [](R r) { return amount(r.putRequests); }, {}},
        {"",
         "purchase",
         "USD/TB",
         Align::Right,
         [](R r) { return shownRange(shownAmount(r.purchaseLow), shownAmount(r.purchaseHigh)); },
         {}},
        {"purchase_low_per_tb",
         "",
         "",
         Align::Right,
         [](R r) { return amount(r.purchaseLow); },
         {}},
        {"purchase_high_per_tb",
         "",
         "",
         Align::Right,
         [](R r) { return amount(r.purchaseHigh); },
         {}},
    };
    addProvenance(columns);
    return columns;
}

template <>
std::vector<ListColumn<Interconnect>> listColumns() {
    using R = const Interconnect&;
    std::vector<ListColumn<Interconnect>> columns = {
        {"id", "id", "", Align::Left, [](R r) { return r.id; }, {}},
        {"name", "", "", Align::Left, [](R r) { return r.name; }, {}},
        {"kind", "kind", "", Align::Left, [](R r) { return r.kind; }, {}},
        {"port_rate_gbit_per_s",
         "port",
         "Gbit/s",
         Align::Right,
         [](R r) { return gigabitsPerSecond(r.portRate); },
         {}},
        {"raw_gb_per_s",
         "raw",
         "GB/s",
         Align::Right,
         [](R r) { return gigabytesPerSecond(r.raw); },
         {}},
        {"effective_gb_per_s",
         "effective",
         "GB/s",
         Align::Right,
         [](R r) { return gigabytesPerSecond(r.effective); },
         {}},
        {"latency_us", "latency", "us", Align::Right, [](R r) { return number(r.latencyUs); }, {}},
        {"nccl_bus_bandwidth_gb_per_s",
         "nccl",
         "GB/s",
         Align::Right,
         [](R r) { return gigabytesPerSecond(r.ncclBusBandwidth); },
         {}},
        {"payload_bytes", "payload", "", Align::Right,
         [](R r) { return r.payload ? std::to_string(r.payload->base()) : std::string(); },
         [](R r) { return r.payload ? io::sizeText(*r.payload) : std::string(); }},
        {"nccl_setup", "setup", "", Align::Left, [](R r) { return r.ncclSetup; }, {}},
        {"currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.nicPerPort, r.switchPerPort, r.opticsPerPort); },
         {}},
        {"nic_per_port",
         "nic",
         "USD/port",
         Align::Right,
         [](R r) { return amount(r.nicPerPort); },
         {}},
        {"switch_per_port",
         "switch",
         "USD/port",
         Align::Right,
         [](R r) { return amount(r.switchPerPort); },
         {}},
        {"optics_per_port",
         "optics",
         "USD/port",
         Align::Right,
         [](R r) { return amount(r.opticsPerPort); },
         {}},
    };
    addProvenance(columns);
    return columns;
}

template <>
std::vector<ListColumn<PerfReference>> listColumns() {
    using R = const PerfReference&;
    std::vector<ListColumn<PerfReference>> columns = {
        {"kind", "kind", "", Align::Left, [](R r) { return r.kind; }, {}},
        {"model", "model", "", Align::Left, [](R r) { return r.model; }, {}},
        {"gpu", "gpu", "", Align::Left, [](R r) { return r.gpu; }, {}},
        {"gpus", "gpus", "", Align::Right, [](R r) { return number(r.gpus); }, {}},
        {"precision", "precision", "", Align::Left, [](R r) { return r.precision; }, {}},
        {"batch_per_gpu", "batch", "", Align::Right, [](R r) { return number(r.batchPerGpu); }, {}},
        {"size", "size", "", Align::Left, [](R r) { return r.size; }, {}},
        {"metric", "metric", "", Align::Left, [](R r) { return r.metric; }, {}},
        {"value", "value", "", Align::Right, [](R r) { return number(r.value); }, {}},
        {"per_gpu_value", "per_gpu", "", Align::Right, [](R r) { return number(r.perGpu); }, {}},
        {"unit", "unit", "", Align::Left, [](R r) { return r.unit; }, {}},
        {"mfu", "mfu", "", Align::Right, [](R r) { return number(r.mfu); }, {}},
        {"setup", "", "", Align::Left, [](R r) { return r.setup; }, {}},
    };
    addProvenance(columns);
    return columns;
}

} // namespace gpuplan::cli
