#include <gpuplan/base/hash.hpp>
#include <gpuplan/base/version.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/names.hpp>
#include <gpuplan/report/result_json.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/service_json.hpp>
#include <gpuplan/report/sources.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/report/step_json.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

using io::JsonLayout;
using io::JsonWriter;
using metrics::AlternativeResult;

void member(JsonWriter& json, std::string_view key, const Money& amount) {
    json.member(key, amount.amountText());
}
void member(JsonWriter& json, std::string_view key, GpuTime time) {
    json.member(key, gpuHours(time));
}
void member(JsonWriter& json, std::string_view key, double value) {
    json.member(key, value);
}
/// The value, or null where it is not known.
template <typename T>
void member(JsonWriter& json, std::string_view key, const std::optional<T>& value) {
    if (value)
        member(json, key, *value);
    else
        json.key(key).null();
}
void memberOrNull(JsonWriter& json, std::string_view key, std::string_view text) {
    if (text.empty())
        json.key(key).null();
    else
        json.member(key, text);
}

void writeAmounts(JsonWriter& json, std::string_view key,
                  const std::map<std::string, Money>& amounts) {
    json.key(key).beginObject();
    for (const auto& [account, amount] : amounts)
        member(json, account, amount);
    json.endObject();
}

void writeTexts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
    json.key(key).beginArray();
    for (const std::string& text : texts)
        json.text(text);
    json.endArray();
}

void writeCost(JsonWriter& json, const metrics::Cost& cost) {
    json.key("cost").beginObject();
    member(json, "total", cost.total);
    writeAmounts(json, "billed", cost.billed);
    writeAmounts(json, "effective", cost.effective);
    writeAmounts(json, "by_account", cost.byAccount);
    json.key("by_month").beginArray();
    for (const metrics::MonthCost& month : cost.byMonth) {
        json.beginObject(JsonLayout::Line).member("month", monthText(month.month));
        member(json, "billed", month.billed);
        member(json, "effective", month.effective);
        member(json, "billed_so_far", month.billedSoFar);
        member(json, "effective_so_far", month.effectiveSoFar);
        member(json, "resale", month.resale);
        member(json, "book_value", month.bookValue);
        json.endObject();
    }
    json.endArray().endObject();
}

void writeGpuHours(JsonWriter& json, const AlternativeResult& alternative) {
    const metrics::GpuHours& hours = alternative.gpuHours;
    json.key("gpu_hours").beginObject();
    member(json, "capacity", hours.capacity);
    member(json, "paid", hours.paid);
    member(json, "allocated", hours.allocated);
    member(json, "busy", hours.busy);
    member(json, "tensor_active", hours.tensorActive);
    member(json, "useful", hours.useful);
    json.endObject().key("utilization").beginObject();
    member(json, "allocated", alternative.allocatedShare);
    member(json, "busy", alternative.busyShare);
    member(json, "tensor_active", alternative.tensorActiveShare);
    json.endObject();
}

/// The shown hours of all causes sum to shown paid minus shown useful hours, to the last place.
std::vector<Decimal> wasteHours(const AlternativeResult& alternative) {
    std::vector<GpuTime> parts;
    for (const metrics::Waste& waste : alternative.waste)
        parts.push_back(waste.gpuTime);
    std::vector<Decimal> hours = gpuHours(parts);
    if (!alternative.gpuHours.useful || hours.empty())
        return hours;
    Decimal rest = gpuHours(alternative.gpuHours.paid) - gpuHours(*alternative.gpuHours.useful);
    for (const Decimal& part : hours)
        rest = rest - part;
    // Two roundings meet here: at most one last place goes to the largest cause.
    const auto largest = std::max_element(parts.begin(), parts.end()) - parts.begin();
    Decimal& taker = hours[static_cast<std::size_t>(largest)];
    taker = taker + rest;
    return hours;
}

void writeWaste(JsonWriter& json, const AlternativeResult& alternative) {
    const std::vector<Decimal> hours = wasteHours(alternative);
    json.key("waste").beginArray();
    for (std::size_t i = 0; i < alternative.waste.size(); ++i) {
        const metrics::Waste& waste = alternative.waste[i];
        json.beginObject(JsonLayout::Line).member("cause", waste.cause);
        json.member("gpu_hours", hours[i]);
        member(json, "cost", waste.cost);
        json.endObject();
    }
    json.endArray();
}

void writeWait(JsonWriter& json, const std::optional<metrics::Wait>& wait) {
    if (!wait) {
        json.key("wait_s").null();
        return;
    }
    json.key("wait_s").beginObject().member("mean", wait->mean).member("p50", wait->p50);
    json.member("p95", wait->p95).member("p99", wait->p99).member("max", wait->max).endObject();
}

void writeJobs(JsonWriter& json, const history::JobCounts& jobs) {
    json.key("jobs").beginObject().member("total", jobs.total).member("completed", jobs.completed);
    json.member("rejected", jobs.rejected).member("running", jobs.running);
    json.member("queued", jobs.queued).member("after_end", jobs.afterEnd);
    json.member("without_gpus", jobs.withoutGpus).endObject();
}

void writeTags(JsonWriter& json, const AlternativeResult& alternative) {
    json.key("by_tag").beginObject();
    for (const std::string tag : {"team", "user", "model"}) {
        json.key(tag).beginObject();
        const auto found = alternative.byTag.find(tag);
        if (found != alternative.byTag.end()) {
            for (const auto& [value, cost] : found->second) {
                json.key(value).beginObject(JsonLayout::Line);
                member(json, "gpu_hours", cost.allocated);
                member(json, "cost", cost.cost);
                json.endObject();
            }
        }
        json.endObject();
    }
    json.endObject();
}

/// Prices per GPU-hour and present values are amounts of money, too.
std::optional<Money> amount(const std::optional<Decimal>& value, Currency currency) {
    return value ? std::optional(Money::of(*value, currency)) : std::nullopt;
}
std::optional<Money> amount(const std::optional<double>& value, Currency currency) {
    return amount(value ? Decimal::fromDouble(*value) : std::nullopt, currency);
}

void writeFigures(JsonWriter& json, const AlternativeResult& alternative) {
    const Currency currency = alternative.currency;
    json.key("cost_per_gpu_hour").beginObject();
    member(json, "available", amount(alternative.perAvailable, currency));
    member(json, "allocated", amount(alternative.perAllocated, currency));
    member(json, "busy", amount(alternative.perBusy, currency));
    member(json, "useful", amount(alternative.perUseful, currency));
    json.endObject();
    member(json, "npv", amount(alternative.npv, currency));
    member(json, "irr", alternative.irr);
    json.key("payback_months").beginObject();
    member(json, "simple", alternative.paybackSimple);
    member(json, "discounted", alternative.paybackDiscounted);
    json.endObject();
    member(json, "equivalent_annual_cost", amount(alternative.equivalentAnnualCost, currency));
    member(json, "bill_multiplier", billMultiplier(alternative));
    member(json, "energy_kwh", alternative.energyKwh);
    member(json, "carbon_kg", alternative.carbonKg);
}

void writeAlternative(JsonWriter& json, const AlternativeResult& alternative) {
    json.beginObject().member("name", alternative.name);
    json.member("kind", name(alternative.kind));
    json.member("currency", alternative.currency.code());
    writeCost(json, alternative.cost);
    writeGpuHours(json, alternative);
    writeWaste(json, alternative);
    writeWait(json, alternative.wait);
    writeJobs(json, alternative.jobs);
    writeFigures(json, alternative);
    writeTags(json, alternative);
    writeSteps(json, alternative);
    writeServices(json, alternative);
    writeAdvice(json, alternative);
    json.member("event_hash", alternative.eventHash);
    writeTexts(json, "estimated", alternative.estimated);
    writeTexts(json, "assumptions", alternative.assumptions);
    json.endObject();
}

void writeBreakEven(JsonWriter& json, const std::vector<metrics::BreakEven>& crossings) {
    json.key("break_even").beginArray();
    for (const metrics::BreakEven& crossing : crossings) {
        json.beginObject().member("a", crossing.a).member("b", crossing.b);
        json.member("by", name(crossing.by)).member("status", name(crossing.status));
        json.key("at").beginArray(JsonLayout::Line);
        for (const double at : crossing.at)
            json.number(at);
        json.endArray();
        memberOrNull(json, "explanation", crossing.explanation);
        json.endObject();
    }
    json.endArray();
}

void writeProvenance(JsonWriter& json, const Provenance& provenance) {
    memberOrNull(json, "source", provenance.source);
    memberOrNull(json, "as_of", provenance.asOf);
    memberOrNull(json, "retrieved", provenance.retrieved);
    memberOrNull(json, "confidence", confidenceText(provenance.confidence));
    memberOrNull(json, "note", provenance.note);
    memberOrNull(json, "file", shownFile(provenance.file));
}

void writeSources(JsonWriter& json, const metrics::RunResult& result) {
    json.key("assumptions").beginArray();
    for (const Assumption& assumption : assumptions(result.scenario)) {
        json.beginObject().member("pointer", assumption.pointer);
        json.member("value", assumption.value);
        writeProvenance(json, assumption.provenance);
        json.endObject();
    }
    json.endArray().key("sources").beginArray();
    for (const PriceSource& source : priceSources(result)) {
        json.beginObject().member("alternative", source.alternative);
        json.member("account", source.account);
        memberOrNull(json, "pool", source.pool);
        json.key("price").beginObject(JsonLayout::Line);
        memberOrNull(json, "least", source.priceLeast);
        memberOrNull(json, "most", source.priceMost);
        json.endObject();
        member(json, "cost", source.cost);
        json.member("estimated", source.estimated).member("purchase", source.purchase);
        memberOrNull(json, "as_of_last", source.asOfLast);
        writeProvenance(json, source.provenance);
        json.endObject();
    }
    json.endArray();
}

void writeScenario(JsonWriter& json, const model::Scenario& scenario) {
    json.key("scenario").beginObject().member("name", scenario.name);
    memberOrNull(json, "question", scenario.question);
    memberOrNull(json, "file", shownFile(scenario.file));
    json.member("currency", scenario.currency.code());
    json.member("price_date", dateText(scenario.priceDate));
    json.member("start", instantText(scenario.start));
    json.member("horizon_months", scenario.horizonMonths);
    json.member("discount_rate", scenario.discountRate.value).endObject();
}

void writeDiagnostics(JsonWriter& json, const Diagnostics& diagnostics) {
    json.key("diagnostics").beginArray();
    for (const Diagnostic& diagnostic : diagnostics) {
        json.beginObject().member("severity", name(diagnostic.severity));
        json.member("message", text(diagnostic.message));
        memberOrNull(json, "pointer", diagnostic.at.pointer);
        json.endObject();
    }
    json.endArray();
}

} // namespace

std::string resultJson(const metrics::RunResult& result, std::string_view ledger) {
    JsonWriter json;
    json.beginObject().member("format", resultFormat).member("version", engineVersion());
    json.member("digest", result.digest).member("seed", result.scenario.seed);
    writeScenario(json, result.scenario);
    json.member("cheapest", result.alternatives.at(result.cheapest()).name);
    json.key("alternatives").beginArray();
    for (const AlternativeResult& alternative : result.alternatives)
        writeAlternative(json, alternative);
    json.endArray();
    writeBreakEven(json, result.breakEven);
    writeSources(json, result);
    writeDiagnostics(json, result.diagnostics);
    json.key("ledger").beginObject().member("file", "ledger.csv");
    json.member("sha256", sha256(ledger)).endObject().endObject();
    return json.take();
}

} // namespace gpuplan::report
