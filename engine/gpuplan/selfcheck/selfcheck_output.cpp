#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/selfcheck/selfcheck_output.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::selfcheck {

namespace {

using io::JsonLayout;
using io::JsonWriter;

const char* statusWord(CaseStatus status) {
    switch (status) {
    case CaseStatus::Ok:
        return "ok";
    case CaseStatus::Off:
        return "off";
    case CaseStatus::NotRun:
        return "not_run";
    case CaseStatus::NoModel:
        return "no_model";
    }
    return "";
}

/// A band as an object, else the value itself.
std::string expectedAsJson(const ExpectedRow& row) {
    if (!row.isBand())
        return valueAsJson(row.value);
    Value::Object band;
    if (row.least)
        band.push_back({"min", Value(*row.least)});
    if (row.most)
        band.push_back({"max", Value(*row.most)});
    return valueAsJson(Value(std::move(band)));
}

void member(JsonWriter& out, std::string_view name, const std::optional<double>& value) {
    out.key(name);
    if (value)
        out.number(*value);
    else
        out.null();
}

bool isComputed(const CheckedCase& one) {
    return one.status == CaseStatus::Ok || one.status == CaseStatus::Off;
}

void writeRow(JsonWriter& out, const CheckedCase& one, const CheckedRow& row) {
    out.beginObject(JsonLayout::Line)
        .member("id", one.reference.id)
        .member("name", row.expected.name)
        .member("title", one.reference.title)
        .member("kind", one.reference.kind)
        .member("model", one.reference.model)
        .member("basis", row.expected.basis)
        .member("unit", row.expected.unit);
    out.key("value").raw(row.value ? valueAsJson(*row.value) : "null");
    out.key("expected").raw(expectedAsJson(row.expected));
    member(out, "deviation", row.deviation);
    member(out, "tolerance", row.tolerance());
    member(out, "absolute_tolerance", row.expected.absolute);
    member(out, "goal", row.expected.goal);
    out.key("ok");
    if (isComputed(one))
        out.boolean(row.ok);
    else
        out.null();
    out.member("status", statusWord(one.status)).member("source", one.reference.source).endObject();
}

void writeAccuracy(JsonWriter& out, const Accuracy& accuracy) {
    out.beginObject(JsonLayout::Line).member("name", accuracy.goal.id);
    out.key("cases").beginArray();
    for (const std::string& id : accuracy.goal.cases)
        out.text(id);
    out.endArray().member("points", std::uint64_t{accuracy.points});
    member(out, "mean", accuracy.mean);
    member(out, "worst", accuracy.worst);
    member(out, "goal_mean", accuracy.goal.mean);
    out.member("goal_worst", accuracy.goal.worst);
    out.key("met");
    if (accuracy.worst)
        out.boolean(accuracy.met());
    else
        out.null();
    out.endObject();
}

std::string csvNumber(const std::optional<double>& value) {
    return value ? numberText(*value) : "";
}

} // namespace

std::string selfcheckAsJson(const Selfcheck& result) {
    JsonWriter out;
    out.beginObject().key("cases").beginArray();
    for (const CheckedCase& one : result.cases)
        for (const CheckedRow& row : one.rows)
            writeRow(out, one, row);
    out.endArray().key("counts").beginObject(JsonLayout::Line);
    for (const CaseStatus status :
         {CaseStatus::Ok, CaseStatus::Off, CaseStatus::NoModel, CaseStatus::NotRun})
        out.member(statusWord(status), std::uint64_t{result.count(status)});
    out.endObject().key("accuracy").beginArray();
    for (const Accuracy& accuracy : result.accuracy)
        writeAccuracy(out, accuracy);
    out.endArray().member("ok", result.ok()).endObject();
    return out.take();
}

std::string selfcheckAsCsv(const Selfcheck& result) {
    std::string text;
    report::appendCsvRow(text, {"id", "name", "basis", "unit", "value", "expected", "deviation",
                                "tolerance", "absolute_tolerance", "goal", "ok", "status", "title",
                                "model", "source"});
    for (const CheckedCase& one : result.cases)
        for (const CheckedRow& row : one.rows)
            report::appendCsvRow(
                text, {one.reference.id, row.expected.name, row.expected.basis, row.expected.unit,
                       row.value ? valueAsJson(*row.value) : "", expectedAsJson(row.expected),
                       csvNumber(row.deviation), csvNumber(row.tolerance()),
                       csvNumber(row.expected.absolute), csvNumber(row.expected.goal),
                       !isComputed(one) ? ""
                       : row.ok         ? "true"
                                        : "false",
                       statusWord(one.status), one.reference.title, one.reference.model,
                       one.reference.source});
    return text;
}

} // namespace gpuplan::selfcheck
