#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/provenance_fields.hpp>

namespace gpuplan::io {

using namespace catalog;

namespace {

const IntegerForm gpuCounts{0, 1'000'000};

} // namespace

template <>
const FieldTable<CloudOffer>& catalogFields() {
    static const FieldTable<CloudOffer> table = [] {
        using O = CloudOffer;
        const TextForm text{};
        const PriceForm<per::Hour> price;
        const DurationForm step{"0 s", "1 year"};
        FieldTable<O> t("offer", "One rentable shape in one region.");
        t.add(required("id", &O::id, text, "provider/instance-type/region, in small letters",
                       "\"aws/p5.48xlarge/us-east-1\""));
        t.add(required("provider", &O::provider, text, "who rents it out", "\"AWS\""));
        t.add(required("instance_type", &O::instanceType, text, "the provider's name of the shape",
                       "\"p5.48xlarge\""));
        t.add(required("region", &O::region, text, "where", "\"us-east-1\""));
        t.add(optionalPlain("gpu", &O::gpu, text, "id of a GPU", "\"h100-sxm-80\""));
        t.add(required("gpu_count", &O::gpuCount, gpuCounts, "GPUs, or chips, of the shape", "8"));
        t.add(optional("vcpus", &O::vcpus, NumberForm{0, 1e6}, "virtual processors", "192"));
        t.add(optional("memory", &O::memory, SizeForm{}, "host memory", "\"2048 GB\""));
        t.add(optional("local_disk", &O::localDisk, SizeForm{}, "local disks together",
                       "\"30720 GB\""));
        t.add(optional("network", &O::network, RateForm{true}, "network of the whole shape",
                       "\"3200 Gbit/s\""));
        t.add(optional("on_demand", &O::onDemand, price, "list price of the whole shape"));
        t.add(optional("spot", &O::spot, price, "usual spot price", "\"17.6 USD/h\""));
        t.add(optional("reserved_1y", &O::reserved1y, price,
                       "effective price with one year's commitment, nothing up front"));
        t.add(optional("reserved_3y", &O::reserved3y, price, "the same for three years"));
        t.add(optional("billing_granularity", &O::billingGranularity, step,
                       "step to which time is rounded up", "\"1 s\""));
        t.add(
            optional("billing_minimum", &O::billingMinimum, step, "least time billed", "\"60 s\""));
        t.add(optional("original_price", &O::originalPrice, price,
                       "list price where it is sold in another currency", "\"745.21 RUB/h\""));
        t.add(optional("tax_included", &O::taxIncluded, DecimalForm{"0", "1"},
                       "tax in the prices, as a share of the net price", "0.22"));
        t.add(defaulted("gpu_part_only", &O::gpuPartOnly, BoolForm{},
                        "the price leaves out vCPUs and memory, sold beside it"));
        t.inlined(&O::provenance, provenanceFields());
        return t;
    }();
    return table;
}

template <>
const FieldTable<PriceChange>& catalogFields() {
    static const FieldTable<PriceChange> table = [] {
        using P = PriceChange;
        FieldTable<P> t("price_change", "A price of one offer from a date on.");
        t.add(required("offer", &P::offer, TextForm{}, "id of the offer",
                       "\"aws/p5.48xlarge/us-east-1\""));
        t.add(required("kind", &P::kind, ChoiceForm{priceKindNames()}, "which of its prices"));
        t.add(required("valid_from", &P::validFrom, DateForm{}, "first day it was seen"));
        t.add(required("price", &P::price, PriceForm<per::Hour>{}, "of the whole shape"));
        t.add(optional("gpu_count", &P::gpuCount, gpuCounts, "GPUs, or chips, of the shape", "8"));
        t.add(optionalPlain("gpu", &P::gpu, TextForm{}, "id of a GPU", "\"h100-sxm-80\""));
        t.inlined(&P::provenance, provenanceFields());
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
