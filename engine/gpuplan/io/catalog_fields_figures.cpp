#include <gpuplan/io/catalog_field_makers.hpp>

namespace gpuplan::io {

using namespace fields;

namespace {

/// The unit of a record's values: the first one sets it, the others must agree.
template <typename Record>
bool agreeOnUnit(const JsonValue& value, const std::string& unit, Record& record,
                 Diagnostics& diagnostics) {
    if (record.unit.empty())
        record.unit = unit;
    if (record.unit == unit)
        return true;
    diagnostics.error(value.location(), "catalog.value.units",
                      {inQuotes(unit), inQuotes(record.unit)});
    return false;
}

template <typename Record>
std::string withUnit(const std::string& number, const Record& record) {
    return number.empty() ? number : number + " " + record.unit;
}

CatalogField<catalog::OperatingFigure>
figure(std::string name, std::optional<Decimal> catalog::OperatingFigure::*member,
       std::string meaning) {
    using catalog::OperatingFigure;
    constexpr std::string_view example = "\"0.078 USD/kWh\"";
    CatalogField<OperatingFigure> result = field(std::move(name), member, std::move(meaning));
    result.info.example = example;
    result.read = [member, example](const JsonValue& value, OperatingFigure& record,
                                    Diagnostics& diagnostics) {
        const auto amount = readAmount(value, example, diagnostics);
        if (amount && agreeOnUnit(value, amount->unit, record, diagnostics))
            record.*member = amount->number;
    };
    result.text = [member](const OperatingFigure& record) {
        return withUnit(valueText(record.*member), record);
    };
    return result;
}

CatalogField<catalog::PerfReference> measured(std::string name,
                                              std::optional<double> catalog::PerfReference::*member,
                                              std::string meaning) {
    using catalog::PerfReference;
    constexpr std::string_view example = "\"938 images/s\"";
    CatalogField<PerfReference> result = field(std::move(name), member, std::move(meaning));
    result.info.form = CatalogForm::Measure;
    result.info.example = example;
    result.read = [member, example](const JsonValue& value, PerfReference& record,
                                    Diagnostics& diagnostics) {
        const auto amount = readAmount(value, example, diagnostics);
        if (amount && agreeOnUnit(value, amount->unit, record, diagnostics))
            record.*member = amount->number.toDouble();
    };
    result.text = [member](const PerfReference& record) {
        return withUnit(valueText(record.*member), record);
    };
    return result;
}

CatalogField<BillRecord> ofLine(const CatalogField<catalog::BillLine>& inner) {
    CatalogField<BillRecord> outer;
    outer.info = inner.info;
    outer.read = [read = inner.read](const JsonValue& value, BillRecord& record,
                                     Diagnostics& diagnostics) {
        read(value, record.line, diagnostics);
    };
    outer.text = [text = inner.text](const BillRecord& record) { return text(record.line); };
    return outer;
}

} // namespace

template <>
const std::vector<CatalogField<catalog::OperatingFigure>>& catalogFields() {
    using catalog::OperatingFigure;
    static const std::vector<CatalogField<OperatingFigure>> table = [] {
        std::vector<CatalogField<OperatingFigure>> rows = {
            field("id", &OperatingFigure::id, "category/item/region", required),
            field("category", &OperatingFigure::category, "electricity_price, pue, ...", required),
            field("item", &OperatingFigure::item, "what it is", required),
            field("region", &OperatingFigure::region, "where, or what it holds for", required),
            figure("low", &OperatingFigure::low, "lower end"),
            figure("value", &OperatingFigure::value, "usual value"),
            figure("high", &OperatingFigure::high, "upper end"),
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

template <>
const std::vector<CatalogField<BillRecord>>& catalogFields() {
    using catalog::BillLine;
    static const std::vector<CatalogField<BillRecord>> table = [] {
        std::vector<CatalogField<BillRecord>> rows = {
            field("system", &BillRecord::system, "name of the server", required)};
        for (const CatalogField<BillLine>& inner : std::vector<CatalogField<BillLine>>{
                 field("component", &BillLine::component, "the part", required),
                 field("quantity", &BillLine::quantity, "pieces", required),
                 field("unit_low", &BillLine::unitLow, "price of a piece, lower end"),
                 field("unit_high", &BillLine::unitHigh, "price of a piece, upper end"),
                 special(field("specification", &BillLine::specification, "which part exactly")),
                 choice("role", &BillLine::role, billRoleNames(),
                        "how the line counts towards the system's price", required),
             })
            rows.push_back(ofLine(inner));
        addProvenance(
            rows, [](auto& record) -> auto& { return record.line.provenance; });
        return rows;
    }();
    return table;
}

template <>
const std::vector<CatalogField<catalog::PerfReference>>& catalogFields() {
    using catalog::PerfReference;
    static const std::vector<CatalogField<PerfReference>> table = [] {
        std::vector<CatalogField<PerfReference>> rows = {
            field("kind", &PerfReference::kind, "train, inference, matmul_max, ...", required),
            field("model", &PerfReference::model, "what was run", required),
            field("gpu", &PerfReference::gpu, "id of a GPU"),
            field("gpus", &PerfReference::gpus, "GPUs it ran on"),
            field("precision", &PerfReference::precision, "number format"),
            field("batch_per_gpu", &PerfReference::batchPerGpu, "batch of one GPU"),
            field("size", &PerfReference::size, "sequence length or picture size"),
            field("metric", &PerfReference::metric, "what was measured", required),
            measured("value", &PerfReference::value, "of all GPUs together"),
            measured("per_gpu", &PerfReference::perGpu, "of one GPU"),
            special(field("unit", &PerfReference::unit, "unit, where no value is known")),
            field("mfu", &PerfReference::mfu, "share of the peak"),
            special(field("setup", &PerfReference::setup, "how it was run")),
        };
        rows[10].read = [](const JsonValue& value, PerfReference& record,
                           Diagnostics& diagnostics) {
            std::string unit;
            readValue(value, unit, diagnostics);
            if (!unit.empty())
                agreeOnUnit(value, unit, record, diagnostics);
        };
        rows[10].text = [](const PerfReference& record) {
            return record.value || record.perGpu ? std::string() : record.unit;
        };
        addProvenance(rows);
        return rows;
    }();
    return table;
}

} // namespace gpuplan::io
