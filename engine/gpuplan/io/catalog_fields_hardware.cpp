#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/provenance_fields.hpp>

namespace gpuplan::io {

using namespace catalog;

namespace {

const FieldTable<MoneyRange>& rangeFields() {
    static const FieldTable<MoneyRange> table = [] {
        FieldTable<MoneyRange> t("money_range", "What a card was sold for.");
        t.add(optional("low", &MoneyRange::low, MoneyForm{}, "lower end", "\"25000 USD\""));
        t.add(optional("high", &MoneyRange::high, MoneyForm{}, "upper end", "\"40000 USD\""));
        t.add(optionalPlain("as_of", &MoneyRange::asOf, LooseDateForm{}, "date of the price"));
        t.add(optionalPlain("basis", &MoneyRange::basis, TextForm{}, "what was quoted",
                            "\"launch MSRP\""));
        t.add(defaulted("gpus", &MoneyRange::gpus, IntegerForm{1, 64}, "GPUs on one such card"));
        return t;
    }();
    return table;
}

} // namespace

template <>
const FieldTable<GpuModel>& catalogFields() {
    static const FieldTable<GpuModel> table = [] {
        using G = GpuModel;
        const MeasureForm tflops{"TFLOPS"};
        const TextForm text{};
        FieldTable<G> t("gpu", "One accelerator type.");
        t.add(required("id", &G::id, text, "short name used everywhere else", "\"h100-sxm-80\""));
        t.add(required("name", &G::name, text, "name in the trade", "\"H100 SXM5 80GB\""));
        t.add(optionalPlain("vendor", &G::vendor, text, "maker", "\"NVIDIA\""));
        t.add(optionalPlain("architecture", &G::architecture, text, "generation", "\"Hopper\""));
        t.add(optional("release_year", &G::releaseYear, IntegerForm{1990, 2200}, "year of release",
                       "2022"));
        t.add(optional("memory", &G::memory, SizeForm{}, "device memory of one GPU"));
        t.add(optionalPlain("memory_type", &G::memoryType, text, "kind of it", "\"HBM3\""));
        t.add(optional("memory_bandwidth", &G::memoryBandwidth, RateForm{}, "its peak"));
        t.add(optional("fp64", &G::fp64Tflops, tflops, "FP64 peak of the vector units"));
        t.add(optional("fp32", &G::fp32Tflops, tflops, "FP32 peak of the vector units"));
        t.add(optional("tf32", &G::tf32Tflops, tflops, "TF32 peak, dense"));
        t.add(optional("fp16", &G::fp16Tflops, tflops,
                       "FP16 or BF16 peak of the matrix units, dense"));
        t.add(optional("fp8", &G::fp8Tflops, tflops, "FP8 peak, dense"));
        t.add(optional("int8", &G::int8Tops, MeasureForm{"TOPS"}, "INT8 peak, dense"));
        t.add(optional("fp4", &G::fp4Tflops, tflops, "FP4 peak, dense"));
        t.add(optional("achievable_bf16", &G::achievableBf16Tflops, tflops,
                       "best BF16 matrix multiplication measured"));
        t.add(optional("tdp", &G::tdp, PowerForm{"0 W", "100 kW"}, "rated power", "\"700 W\""));
        t.add(optionalPlain("host_bus", &G::hostBus, text, "link to the host", "\"PCIe5 x16\""));
        t.add(optional("nvlink", &G::nvlink, RateForm{},
                       "links to other GPUs, both directions together", "\"900 GB/s\""));
        t.add(optionalPlain("form_factor", &G::formFactor, text, "shape of the part", "\"SXM5\""));
        t.add(optional("mig_slices", &G::migSlices, IntegerForm{0, 64},
                       "slices it can be cut into; 0: none"));
        t.add(optionalPlain("gpu_class", &G::gpuClass, text, "budget, mid, pro, inference, ...",
                            "\"pro\""));
        t.add(optionalPlain("purchase", &G::purchase, object(rangeFields(), JsonLayout::Line),
                            "price of a new card"));
        t.add(optionalPlain("used", &G::used, object(rangeFields(), JsonLayout::Line),
                            "price of a second-hand card"));
        t.inlined(&G::provenance, provenanceFields());
        return t;
    }();
    return table;
}

template <>
const FieldTable<StorageTier>& catalogFields() {
    static const FieldTable<StorageTier> table = [] {
        using S = StorageTier;
        const TextForm text{};
        const RateForm rate{};
        const PriceForm<per::ThousandRequests> requests;
        const PriceForm<per::Terabyte> purchase;
        FieldTable<S> t("storage_tier", "One storage tier.");
        t.add(required("id", &S::id, text, "short name used everywhere else", "\"nvme-gen4\""));
        t.add(required("name", &S::name, text, "name in the trade", "\"NVMe Gen4 x4\""));
        t.add(optionalPlain("tier_class", &S::tierClass,
                            WordForm{{"local", "network", "parallel-fs", "object", "block"}},
                            "kind of storage"));
        t.add(optionalPlain("ownership", &S::ownership, WordForm{{"owned", "cloud"}},
                            "bought or rented"));
        t.add(optional("read_throughput", &S::readThroughput, rate,
                       "of one device, client or mount, as the name says", "\"7450 MB/s\""));
        t.add(optional("write_throughput", &S::writeThroughput, rate, "likewise", "\"6900 MB/s\""));
        t.add(optional("random_reads", &S::randomReadIops, MeasureForm{"IOPS"}, "reads of 4 KiB"));
        t.add(optional("first_byte_latency", &S::firstByteLatencyMs, MeasureForm{"ms"},
                       "time to the first byte"));
        t.add(optional("metadata_opens", &S::metadataOpensPerSecond, MeasureForm{"opens/s"},
                       "files one client opens one after the other"));
        t.add(optionalPlain("throughput_scaling", &S::throughputScaling, text, "how it grows",
                            "\"shared by all clients\""));
        t.add(optional("price", &S::price, PriceForm<per::GigabyteMonth>{}, "rent of the space"));
        t.add(optionalPlain("extra_price", &S::extraPrice, text, "what else is charged",
                            "\"retrieval 0.01 USD/GB\""));
        t.add(optional("get_requests", &S::getRequests, requests, "price of reading requests"));
        t.add(optional("put_requests", &S::putRequests, requests, "price of writing requests"));
        t.add(optional("purchase_low", &S::purchaseLow, purchase, "purchase price, lower end"));
        t.add(optional("purchase_high", &S::purchaseHigh, purchase, "purchase price, upper end"));
        t.inlined(&S::provenance, provenanceFields());
        return t;
    }();
    return table;
}

template <>
const FieldTable<Interconnect>& catalogFields() {
    static const FieldTable<Interconnect> table = [] {
        using I = Interconnect;
        const TextForm text{};
        const RateForm rate{};
        FieldTable<I> t("interconnect", "One link, measured collective or network price.");
        t.add(required("id", &I::id, text, "short name", "\"ib-ndr\""));
        t.add(required("name", &I::name, text, "name in the trade", "\"InfiniBand NDR\""));
        t.add(optionalPlain("kind", &I::kind, text, "host-bus, gpu-gpu, network, measured, ...",
                            "\"network\""));
        t.add(optional("port_rate", &I::portRate, RateForm{true}, "rate of a port"));
        t.add(optional("raw", &I::raw, rate, "one direction, by the standard", "\"50 GB/s\""));
        t.add(optional("effective", &I::effective, rate, "one direction, reached in practice",
                       "\"48.4 GB/s\""));
        t.add(
            optional("latency", &I::latencyUs, MeasureForm{"us"}, "time of the shortest message"));
        t.add(optional("nccl_bus_bandwidth", &I::ncclBusBandwidth, rate,
                       "bus bandwidth of a measured all-reduce", "\"362 GB/s\""));
        t.add(optional("payload", &I::payload, SizeForm{}, "its message size", "\"1 GiB\""));
        t.add(optionalPlain("nccl_setup", &I::ncclSetup, text, "on what it was measured",
                            "\"8x H200, one node\""));
        t.add(optional("nic_per_port", &I::nicPerPort, MoneyForm{},
                       "price of a network card's port"));
        t.add(
            optional("switch_per_port", &I::switchPerPort, MoneyForm{}, "price of a switch port"));
        t.add(optional("optics_per_port", &I::opticsPerPort, MoneyForm{},
                       "price of cable or optics"));
        t.inlined(&I::provenance, provenanceFields());
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
