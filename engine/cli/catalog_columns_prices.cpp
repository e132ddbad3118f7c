#include "catalog_cells.hpp"

#include <gpuplan/io/catalog_forms.hpp>

namespace gpuplan::cli {

using namespace catalog;
using report::Align;

template <>
std::vector<ListColumn<CloudOffer>> listColumns() {
    using R = const CloudOffer&;
    constexpr std::string_view whole = "USD/h";
    constexpr std::string_view one = "USD/GPU-h";
    std::vector<ListColumn<CloudOffer>> columns = {
        {"id", "id", "", Align::Left, [](R r) { return r.id; }, {}},
        {"provider", "", "", Align::Left, [](R r) { return r.provider; }, {}},
        {"instance_type", "", "", Align::Left, [](R r) { return r.instanceType; }, {}},
        {"region", "", "", Align::Left, [](R r) { return r.region; }, {}},
        {"gpu", "gpu", "", Align::Left, [](R r) { return r.gpu; }, {}},
        {"gpu_count", "gpus", "", Align::Right, [](R r) { return std::to_string(r.gpuCount); }, {}},
        {"vcpus", "", "", Align::Right, [](R r) { return number(r.vcpus); }, {}},
        {"memory_gb", "", "", Align::Right, [](R r) { return gigabytes(r.memory); }, {}},
        {"local_disk_gb", "", "", Align::Right, [](R r) { return gigabytes(r.localDisk); }, {}},
        {"network_gbit_per_s",
         "",
         "",
         Align::Right,
         [](R r) { return gigabitsPerSecond(r.network); },
         {}},
        {"currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.onDemand, r.spot, r.reserved1y, r.reserved3y); },
         {}},
        {"on_demand_per_h", "on_demand", whole, Align::Right,
         [](R r) { return amount(r.onDemand); }, [](R r) { return shownPrice(r.onDemand); }},
        {"on_demand_per_gpu_h", "per_gpu", one, Align::Right,
         [](R r) { return perGpuAmount(r.onDemand, r.gpuCount); },
         [](R r) { return shownPerGpu(r.onDemand, r.gpuCount); }},
        {"spot_per_h", "", "", Align::Right, [](R r) { return amount(r.spot); }, {}},
        {"spot_per_gpu_h", "spot", one, Align::Right,
         [](R r) { return perGpuAmount(r.spot, r.gpuCount); },
         [](R r) { return shownPerGpu(r.spot, r.gpuCount); }},
        {"reserved_1y_per_h", "", "", Align::Right, [](R r) { return amount(r.reserved1y); }, {}},
        {"reserved_1y_per_gpu_h", "one_year", one, Align::Right,
         [](R r) { return perGpuAmount(r.reserved1y, r.gpuCount); },
         [](R r) { return shownPerGpu(r.reserved1y, r.gpuCount); }},
        {"reserved_3y_per_h", "", "", Align::Right, [](R r) { return amount(r.reserved3y); }, {}},
        {"reserved_3y_per_gpu_h", "three_years", one, Align::Right,
         [](R r) { return perGpuAmount(r.reserved3y, r.gpuCount); },
         [](R r) { return shownPerGpu(r.reserved3y, r.gpuCount); }},
        {"billing_granularity_s",
         "",
         "",
         Align::Right,
         [](R r) { return wholeSeconds(r.billingGranularity); },
         {}},
        {"billing_minimum_s",
         "",
         "",
         Align::Right,
         [](R r) { return wholeSeconds(r.billingMinimum); },
         {}},
        {"original_price_per_h",
         "",
         "",
         Align::Right,
         [](R r) { return amount(r.originalPrice); },
         {}},
        {"original_currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.originalPrice); },
         {}},
        {"tax_included",
         "",
         "",
         Align::Right,
         [](R r) { return r.taxIncluded ? r.taxIncluded->text() : std::string(); },
         {}},
        {"gpu_part_only",
         "",
         "",
         Align::Left,
         [](R r) { return std::string(r.gpuPartOnly ? "true" : "false"); },
         {}},
    };
    addProvenance(columns);
    return columns;
}

template <>
std::vector<ListColumn<PriceStep>> listColumns() {
    using R = const PriceStep&;
    std::vector<ListColumn<PriceStep>> columns = {
        {"offer", "id", "", Align::Left, [](R r) { return r.change->offer; }, {}},
        {"kind", "kind", "", Align::Left, [](R r) { return io::nameOf(r.change->kind); }, {}},
        {"valid_from",
         "seen_from",
         "",
         Align::Left,
         [](R r) { return dateText(r.change->validFrom); },
         {}},
        {"currency", "", "", Align::Left, [](R r) { return r.change->price.currency.code(); }, {}},
        {"price_per_h", "price", "USD/h", Align::Right,
         [](R r) { return r.change->price.amount.text(); },
         [](R r) { return shownPrice(r.change->price); }},
        {"price_per_gpu_h", "per_gpu", "USD/GPU-h", Align::Right,
         [](R r) { return perGpuAmount(r.change->price, r.change->gpuCount.value_or(0)); },
         [](R r) { return shownPerGpu(r.change->price, r.change->gpuCount.value_or(0)); }},
        {"",
         "change",
         "%",
         Align::Right,
         [](R r) {
             return shownChange(r.before == nullptr ? nullptr : &r.before->price, r.change->price);
         },
         {}},
        {"gpu", "gpu", "", Align::Left, [](R r) { return r.change->gpu; }, {}},
        {"gpu_count", "gpus", "", Align::Right, [](R r) { return number(r.change->gpuCount); }, {}},
    };
    addProvenance(columns, [](R r) -> const Provenance& { return r.change->provenance; });
    return columns;
}

template <>
std::vector<ListColumn<OperatingFigure>> listColumns() {
    using R = const OperatingFigure&;
    const auto text = [](const std::optional<Decimal>& value) {
        return value ? value->text() : std::string();
    };
    std::vector<ListColumn<OperatingFigure>> columns = {
        {"id", "id", "", Align::Left, [](R r) { return r.id; }, {}},
        {"category", "", "", Align::Left, [](R r) { return r.category; }, {}},
        {"item", "", "", Align::Left, [](R r) { return r.item; }, {}},
        {"region", "", "", Align::Left, [](R r) { return r.region; }, {}},
        {"low", "low", "", Align::Right, [text](R r) { return text(r.low); }, {}},
        {"value", "value", "", Align::Right, [text](R r) { return text(r.value); }, {}},
        {"high", "high", "", Align::Right, [text](R r) { return text(r.high); }, {}},
        {"unit", "unit", "", Align::Left, [](R r) { return r.unit; }, {}},
    };
    addProvenance(columns);
    return columns;
}

template <>
std::vector<ListColumn<io::BillRecord>> listColumns() {
    using R = const io::BillRecord&;
    std::vector<ListColumn<io::BillRecord>> columns = {
        {"system", "system", "", Align::Left, [](R r) { return r.system; }, {}},
        {"component", "component", "", Align::Left, [](R r) { return r.line.component; }, {}},
        {"role", "role", "", Align::Left, [](R r) { return io::nameOf(r.line.role); }, {}},
        {"quantity",
         "quantity",
         "",
         Align::Right,
         [](R r) { return std::to_string(r.line.quantity); },
         {}},
        {"currency",
         "",
         "",
         Align::Left,
         [](R r) { return currencyOf(r.line.unitLow, r.line.unitHigh); },
         {}},
        {"",
         "piece",
         "USD",
         Align::Right,
         [](R r) { return shownRange(shownMoney(r.line.unitLow), shownMoney(r.line.unitHigh)); },
         {}},
        {"unit_low", "", "", Align::Right, [](R r) { return amount(r.line.unitLow); }, {}},
        {"unit_high", "", "", Align::Right, [](R r) { return amount(r.line.unitHigh); }, {}},
        {"specification",
         "specification",
         "",
         Align::Left,
         [](R r) { return r.line.specification; },
         {}},
    };
    addProvenance(columns, [](R r) -> const Provenance& { return r.line.provenance; });
    return columns;
}

} // namespace gpuplan::cli
