#include "input_fields.hpp"

#include "gui/format/texts.hpp"
#include "step_fields.hpp"

#include <gpuplan/planner/scenario_text.hpp>
#include <gpuplan/units/quantity_text.hpp>

#include <QCoreApplication>

#include <charconv>
#include <cmath>
#include <utility>

namespace gpuplan::gui {

namespace {

using model::Scenario;

QString tr(const char* text) {
    return QCoreApplication::translate("InputFields", text);
}

/// A name as it stands in a label, where a lone `&` would underline the next letter.
QString inLabel(const std::string& name) {
    return toQString(name).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

Location at(const QString& pointer) {
    return {{}, 0, 0, toUtf8(pointer)};
}

Diagnostics wrongNumber(const QString& pointer, const std::string& text) {
    Diagnostics diagnostics;
    diagnostics.error(at(pointer), "base.number.not_a_number", {inQuotes(text)});
    return diagnostics;
}

/// `typed` with the unit added where a person left it out: prices are parsed whole.
template <typename Price>
Result<Price> price(const QString& pointer, const QString& typed, const QString& unit) {
    std::string text = toUtf8(typed.trimmed());
    const std::optional<QuantityParts> parts = splitQuantity(text);
    if (parts && parts->unit.empty())
        text += " " + toUtf8(unit);
    const Result<Price> parsed = Price::parse(text);
    if (parsed)
        return parsed;
    Diagnostics placed;
    for (Diagnostic diagnostic : parsed.diagnostics()) {
        diagnostic.at = at(pointer);
        placed.add(std::move(diagnostic));
    }
    return placed;
}

/// A value a person typed is its own source.
Provenance typedHere(const QString& pointer) {
    return {
        toUtf8(tr("typed in the window")), {}, {}, Confidence::Unknown, {}, {}, toUtf8(pointer)};
}

/// 1, 2 or 5 times a power of ten near a twentieth of the value, so that a slider reaches round
/// figures on both sides of it.
SliderRange aroundValue(double value) {
    if (!(value > 0) || value > 1e9)
        return {Decimal::integer(1), 0, 100};
    const int power = static_cast<int>(std::floor(std::log10(value / 20)));
    const double rest = value / 20 / std::pow(10.0, power);
    const int factor = rest < 2 ? 1 : rest < 5 ? 2 : 5;
    const Decimal step =
        power >= 0 ? Decimal::integer(static_cast<std::int64_t>(factor * std::pow(10.0, power)))
                   : Decimal::scaled(factor, std::min(-power, 9));
    const int most = static_cast<int>(std::ceil(3 * value / step.toDouble()));
    return {step, 1, std::max(most, 2)};
}

InputField horizonField() {
    const QString pointer = QStringLiteral("/horizon_months");
    InputField field;
    field.pointer = pointer;
    field.group = tr("Plan");
    field.label = tr("&Horizon");
    field.unit = tr("months");
    field.help = tr("Length of the plan in calendar months");
    field.slider = SliderRange{Decimal::integer(1), 1, 120};
    field.text = [](const Scenario& scenario) { return QString::number(scenario.horizonMonths); };
    field.edited = [pointer](const Scenario& scenario, const QString& typed) -> Result<Scenario> {
        const Result<std::int64_t> months = wholeNumber(pointer, typed);
        if (!months)
            return months.diagnostics();
        Scenario edited = scenario;
        edited.horizonMonths = *months;
        return edited;
    };
    field.restored = [](const Scenario& now, const Scenario& base) {
        Scenario restored = now;
        restored.horizonMonths = base.horizonMonths;
        return restored;
    };
    return field;
}

InputField arrivalsField(const model::ProfileWorkload& workload, std::size_t index) {
    const QString pointer =
        QStringLiteral("/workload/profile/classes/%1/arrivals/jobs_per_day").arg(index);
    InputField field;
    field.pointer = pointer;
    field.group = tr("Workload");
    field.label = tr("Jobs of class %1").arg(inLabel(workload.classes[index].name));
    field.unit = tr("jobs/day");
    field.help = tr("Mean arrivals a day over a whole week, more than 0");
    field.slider = aroundValue(workload.classes[index].arrivals.jobsPerDay.value.toDouble());
    field.text = [index](const Scenario& scenario) {
        const auto& profile = std::get<model::ProfileWorkload>(scenario.workload);
        return toQString(profile.classes[index].arrivals.jobsPerDay.value.text());
    };
    field.edited = [pointer, index](const Scenario& scenario,
                                    const QString& typed) -> Result<Scenario> {
        const std::string text = toUtf8(typed.trimmed());
        const std::optional<Decimal> rate = Decimal::parse(text);
        if (!rate)
            return wrongNumber(pointer, text);
        Scenario edited = scenario;
        auto& profile = std::get<model::ProfileWorkload>(edited.workload);
        profile.classes[index].arrivals.jobsPerDay = {*rate, typedHere(pointer)};
        return edited;
    };
    field.restored = [index](const Scenario& now, const Scenario& base) {
        Scenario restored = now;
        std::get<model::ProfileWorkload>(restored.workload).classes[index].arrivals.jobsPerDay =
            std::get<model::ProfileWorkload>(base.workload).classes[index].arrivals.jobsPerDay;
        return restored;
    };
    return field;
}

QString poolPointer(std::size_t alternative, std::size_t pool) {
    return QStringLiteral("/alternatives/%1/pools/%2").arg(alternative).arg(pool);
}

InputField nodesField(const Scenario& scenario, std::size_t alternative, std::size_t pool) {
    const QString pointer = poolPointer(alternative, pool) + QStringLiteral("/supply/fixed/nodes");
    const model::Pool& spec = scenario.alternatives[alternative].pools[pool];
    InputField field;
    field.pointer = pointer;
    field.group = inLabel(scenario.alternatives[alternative].name);
    field.label = tr("Nodes of %1").arg(inLabel(spec.name));
    field.unit = tr("nodes");
    field.help = tr("Nodes that are always on and paid");
    const auto nodes = std::get<model::FixedSupply>(spec.supply).nodes;
    if (nodes <= 1000)
        field.slider =
            SliderRange{Decimal::integer(1), 1, std::max(16, static_cast<int>(nodes) * 3)};
    field.text = [alternative, pool](const Scenario& from) {
        return QString::number(
            std::get<model::FixedSupply>(from.alternatives[alternative].pools[pool].supply).nodes);
    };
    field.edited = [=](const Scenario& from, const QString& typed) -> Result<Scenario> {
        const Result<std::int64_t> count = wholeNumber(pointer, typed);
        if (!count)
            return count.diagnostics();
        Scenario edited = from;
        std::get<model::FixedSupply>(edited.alternatives[alternative].pools[pool].supply).nodes =
            *count;
        return edited;
    };
    field.restored = [alternative, pool](const Scenario& now, const Scenario& base) {
        Scenario restored = now;
        restored.alternatives[alternative].pools[pool].supply =
            base.alternatives[alternative].pools[pool].supply;
        return restored;
    };
    return field;
}

InputField priceField(const Scenario& scenario, std::size_t alternative, std::size_t pool) {
    const QString pointer = poolPointer(alternative, pool) + QStringLiteral("/price");
    const QString unit = toQString(scenario.currency.code()) + QStringLiteral("/h");
    const model::Pool& spec = scenario.alternatives[alternative].pools[pool];
    InputField field;
    field.pointer = pointer;
    field.group = inLabel(scenario.alternatives[alternative].name);
    field.label = tr("Price of %1").arg(inLabel(spec.name));
    field.unit = unit;
    field.help = tr("Price of one node an hour in place of the catalog's; empty: the catalog's "
                    "price of the price date");
    field.absent = tr("catalog price");
    field.text = [alternative, pool](const Scenario& from) {
        const auto& given = from.alternatives[alternative].pools[pool].price;
        return given ? toQString(given->value.amount.text()) : QString();
    };
    field.edited = [=](const Scenario& from, const QString& typed) -> Result<Scenario> {
        Scenario edited = from;
        auto& given = edited.alternatives[alternative].pools[pool].price;
        if (typed.trimmed().isEmpty()) {
            given.reset();
            return edited;
        }
        const Result<HourlyPrice> parsed = price<HourlyPrice>(pointer, typed, unit);
        if (!parsed)
            return parsed.diagnostics();
        given = {*parsed, typedHere(pointer)};
        return edited;
    };
    field.restored = [alternative, pool](const Scenario& now, const Scenario& base) {
        Scenario restored = now;
        restored.alternatives[alternative].pools[pool].price =
            base.alternatives[alternative].pools[pool].price;
        return restored;
    };
    return field;
}

InputField energyField(const Scenario& scenario, std::size_t alternative) {
    const QString pointer = QStringLiteral("/alternatives/%1/site/energy_price").arg(alternative);
    const QString unit = toQString(scenario.currency.code()) + QStringLiteral("/kWh");
    InputField field;
    field.pointer = pointer;
    field.group = inLabel(scenario.alternatives[alternative].name);
    field.label = tr("&Energy price");
    field.unit = unit;
    field.help = tr("Price of electricity at the site, 0 or more");
    field.text = [alternative](const Scenario& from) {
        return toQString(from.alternatives[alternative].site->energyPrice->value.amount.text());
    };
    field.edited = [=](const Scenario& from, const QString& typed) -> Result<Scenario> {
        const Result<EnergyPrice> parsed = price<EnergyPrice>(pointer, typed, unit);
        if (!parsed)
            return parsed.diagnostics();
        Scenario edited = from;
        edited.alternatives[alternative].site->energyPrice = {*parsed, typedHere(pointer)};
        return edited;
    };
    field.restored = [alternative](const Scenario& now, const Scenario& base) {
        Scenario restored = now;
        restored.alternatives[alternative].site->energyPrice =
            base.alternatives[alternative].site->energyPrice;
        return restored;
    };
    return field;
}

void addAlternative(const Scenario& scenario, std::size_t index, std::vector<InputField>& fields) {
    const model::Alternative& alternative = scenario.alternatives[index];
    for (std::size_t pool = 0; pool < alternative.pools.size(); ++pool) {
        const model::Pool& spec = alternative.pools[pool];
        if (std::holds_alternative<model::FixedSupply>(spec.supply))
            fields.push_back(nodesField(scenario, index, pool));
        // Bought nodes have no hourly price, a commitment has its own.
        if (std::holds_alternative<model::OnDemand>(spec.purchase) ||
            std::holds_alternative<model::Spot>(spec.purchase))
            fields.push_back(priceField(scenario, index, pool));
    }
    if (alternative.site && alternative.site->energyPrice)
        fields.push_back(energyField(scenario, index));
}

} // namespace

Scenario comparableBase(const Scenario& base, const Scenario& now) {
    Scenario comparable = base;
    comparable.alternatives = now.alternatives;
    for (model::Alternative& alternative : comparable.alternatives)
        for (const model::Alternative& known : base.alternatives)
            if (known.name == alternative.name)
                alternative = known;
    return comparable;
}

Result<std::int64_t> wholeNumber(const QString& pointer, const QString& typed) {
    const std::string text = toUtf8(typed.trimmed());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return wrongNumber(pointer, text);
    return value;
}

Result<Scenario> editedField(const InputField& field, const Scenario& now, const Scenario& base,
                             const QString& text) {
    const Result<Scenario> edited = field.edited(now, text);
    if (!edited)
        return edited;
    Diagnostics problems;
    for (const Diagnostic& problem : planner::checkScenario(*edited))
        if (problem.severity == Severity::Error)
            problems.add(problem);
    if (problems.hasErrors())
        return problems;
    const QString value = field.text(*edited);
    if (value == field.text(now))
        return now;
    return value == field.text(base) ? Result<Scenario>(field.restored(now, base)) : edited;
}

std::vector<InputField> inputFields(const Scenario& scenario) {
    std::vector<InputField> fields{horizonField()};
    if (const auto* const profile = std::get_if<model::ProfileWorkload>(&scenario.workload))
        for (std::size_t i = 0; i < profile->classes.size(); ++i)
            fields.push_back(arrivalsField(*profile, i));
    for (InputField& field : stepFields(scenario))
        fields.push_back(std::move(field));
    for (std::size_t i = 0; i < scenario.alternatives.size(); ++i)
        addAlternative(scenario, i, fields);
    return fields;
}

} // namespace gpuplan::gui
