#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/provenance_fields.hpp>

namespace gpuplan::io {

using namespace catalog;

namespace {

/// The unit of a record's values: the first one sets it, the others must agree.
template <typename Record>
bool agreeOnUnit(const JsonValue& json, const std::string& unit, Record& record, Reading& reading) {
    if (record.unit.empty())
        record.unit = unit;
    if (record.unit == unit)
        return true;
    return reading.problem(json.location(), "catalog.value.units",
                           {inQuotes(unit), inQuotes(record.unit)});
}

Decimal decimalOf(const Decimal& value) {
    return value;
}
Decimal decimalOf(double value) {
    return Decimal::fromDouble(value).value_or(Decimal());
}
void assign(std::optional<Decimal>& to, const Decimal& number) {
    to = number;
}
void assign(std::optional<double>& to, const Decimal& number) {
    to = number.toDouble();
}

/// A number whose unit is the record's.
template <typename Record, typename Number>
Field<Record> withUnit(std::string name, std::optional<Number> Record::*member,
                       const AmountForm& form, std::string doc) {
    Field<Record> field;
    field.shape = {std::move(name), std::move(doc), FieldShape::Need::Optional, "", form.shape()};
    field.read = [member, form](const JsonValue& json, Record& record, Reading& reading) {
        AmountForm::Value amount;
        if (!form.read(json, amount, reading) || !agreeOnUnit(json, amount.unit, record, reading))
            return false;
        assign(record.*member, amount.number);
        return true;
    };
    field.write = [member, form](JsonWriter& out, const Record& record) {
        form.write(out, {decimalOf(*(record.*member)), record.unit});
    };
    field.isWritten = [member](const Record& record, const Record&) {
        return (record.*member).has_value();
    };
    return field;
}

const FieldTable<BillLine>& lineFields() {
    static const FieldTable<BillLine> table = [] {
        using B = BillLine;
        FieldTable<B> t("bill_line", "One line of a bill of materials.");
        t.add(required("component", &B::component, TextForm{}, "the part", "\"complete system\""));
        t.add(required("quantity", &B::quantity, IntegerForm{0, 1'000'000}, "pieces", "1"));
        t.add(optional("unit_low", &B::unitLow, MoneyForm{}, "price of a piece, lower end"));
        t.add(optional("unit_high", &B::unitHigh, MoneyForm{}, "price of a piece, upper end"));
        t.add(optionalPlain("specification", &B::specification, TextForm{}, "which part exactly",
                            "\"2 TB DDR5\""));
        t.add(
            required("role", &B::role, ChoiceForm{billRoleNames()},
                     "part: adds to the system; whole: the complete system; share: already in "
                     "the whole; option: on top; recurring: by year or month; fact: never added"));
        t.inlined(&B::provenance, provenanceFields());
        return t;
    }();
    return table;
}

} // namespace

template <>
const FieldTable<OperatingFigure>& catalogFields() {
    static const FieldTable<OperatingFigure> table = [] {
        using F = OperatingFigure;
        const TextForm text{};
        const AmountForm amount{"\"0.078 USD/kWh\""};
        FieldTable<F> t("operating_figure", "One operating figure; its values have one unit.");
        t.add(required("id", &F::id, text, "category/item/region, in small letters",
                       "\"pue/new-large-sites/world\""));
        t.add(required("category", &F::category, text, "electricity_price, pue, ...", "\"pue\""));
        t.add(required("item", &F::item, text, "what it is", "\"new large sites\""));
        t.add(required("region", &F::region, text, "where, or what it holds for", "\"world\""));
        t.add(withUnit("low", &F::low, amount, "lower end"));
        t.add(withUnit("value", &F::value, amount, "usual value"));
        t.add(withUnit("high", &F::high, amount, "upper end"));
        t.inlined(&F::provenance, provenanceFields());
        return t;
    }();
    return table;
}

template <>
const FieldTable<BillRecord>& catalogFields() {
    static const FieldTable<BillRecord> table = [] {
        FieldTable<BillRecord> t("bill_record", "One line of a server's bill of materials.");
        t.add(required("system", &BillRecord::system, TextForm{}, "name of the server",
                       "\"dgx-h100-sale\""));
        t.inlined(&BillRecord::line, lineFields());
        return t;
    }();
    return table;
}

template <>
const FieldTable<PerfReference>& catalogFields() {
    static const FieldTable<PerfReference> table = [] {
        using P = PerfReference;
        const TextForm text{};
        const AmountForm amount{"\"938 images/s\""};
        FieldTable<P> t("measurement", "One measured rate, time or size.");
        t.add(required("kind", &P::kind, text, "train, inference, matmul_max, ...", "\"train\""));
        t.add(required("model", &P::model, text, "what was run", "\"ResNet-50\""));
        t.add(optionalPlain("gpu", &P::gpu, text, "id of a GPU", "\"h100-sxm-80\""));
        t.add(optional("gpus", &P::gpus, IntegerForm{0, 10'000'000}, "GPUs it ran on", "8"));
        t.add(optionalPlain("precision", &P::precision, text, "number format", "\"bf16\""));
        t.add(optional("batch_per_gpu", &P::batchPerGpu, NumberForm{0, 1e9}, "batch of one GPU",
                       "256"));
        t.add(optionalPlain("size", &P::size, text, "sequence length or picture size",
                            "\"2048 tokens\""));
        t.add(required("metric", &P::metric, text, "what was measured", "\"throughput\""));
        t.add(withUnit("value", &P::value, amount, "of all GPUs together"));
        t.add(withUnit("per_gpu", &P::perGpu, amount, "of one GPU"));
        Field<P> unit =
            optionalPlain("unit", &P::unit, text, "unit, where no value is known", "\"cores\"");
        unit.read = [](const JsonValue& json, P& record, Reading& reading) {
            std::string read;
            return TextForm{}.read(json, read, reading) && agreeOnUnit(json, read, record, reading);
        };
        unit.isWritten = [](const P& record, const P&) {
            return !record.value && !record.perGpu && !record.unit.empty();
        };
        t.add(std::move(unit));
        t.add(optional("mfu", &P::mfu, NumberForm{0, 10}, "share of the peak", "0.42"));
        t.add(optionalPlain("setup", &P::setup, text, "how it was run", "\"one node\""));
        t.inlined(&P::provenance, provenanceFields());
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
