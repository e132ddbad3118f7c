#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/selfcheck.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::selfcheck {

namespace {

/// What `calc` prints, so that rows compare the very form that a user sees.
Value printedOutputs(const CalcModel& model, const Calculation& calculation) {
    const auto printed = io::parseJson(calculationAsJson(model, calculation), model.name);
    return valueOf(printed.value().root());
}

Accuracy accuracyOf(const AccuracyGoal& goal, const std::vector<CheckedCase>& cases) {
    Accuracy accuracy{goal, 0, std::nullopt, std::nullopt};
    double sum = 0.0;
    double worst = 0.0;
    for (const CheckedCase& one : cases) {
        if (std::find(goal.cases.begin(), goal.cases.end(), one.reference.id) == goal.cases.end())
            continue;
        for (const CheckedRow& row : one.rows) {
            if (row.expected.basis != "published")
                continue;
            const auto all = row.value ? deviations(*row.value, row.expected) : std::nullopt;
            if (!all)
                return accuracy;
            for (const double deviation : *all) {
                sum += std::fabs(deviation);
                worst = std::max(worst, std::fabs(deviation));
                ++accuracy.points;
            }
        }
    }
    if (accuracy.points != 0) {
        accuracy.mean = sum / static_cast<double>(accuracy.points);
        accuracy.worst = worst;
    }
    return accuracy;
}

bool holdsAll(const std::vector<CheckedCase>& cases, const std::vector<std::string>& ids) {
    return std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
        return std::any_of(cases.begin(), cases.end(),
                           [&](const CheckedCase& one) { return one.reference.id == id; });
    });
}

} // namespace

bool CaseFilter::takes(const ReferenceCase& one) const {
    return (ids.empty() || std::find(ids.begin(), ids.end(), one.id) != ids.end()) &&
           (letters.empty() || letters.find(one.letter()) != std::string::npos) &&
           (kind.empty() || kind == one.kind);
}

bool CheckedRow::missesGoal() const {
    return ok && expected.goal && deviation && std::fabs(*deviation) > *expected.goal;
}

std::optional<double> CheckedRow::tolerance() const {
    if (expected.isBand())
        return 0.0;
    const double* const number = expected.value.number();
    if (expected.absolute && number != nullptr)
        return *number == 0.0 ? *expected.absolute
                              : std::max(*expected.absolute / std::fabs(*number),
                                         expected.relative.value_or(0.0));
    if (expected.absolute && !expected.relative)
        return std::nullopt;
    return expected.relative.value_or(0.0);
}

bool Accuracy::met() const {
    return mean && worst && (!goal.mean || *mean <= *goal.mean) && *worst <= goal.worst;
}

std::size_t Selfcheck::count(CaseStatus status) const {
    return static_cast<std::size_t>(
        std::count_if(cases.begin(), cases.end(),
                      [status](const CheckedCase& one) { return one.status == status; }));
}

CheckedCase check(const ReferenceCase& one) {
    CheckedCase checked{one, CaseStatus::Ok, {}, {}};
    for (const ExpectedRow& row : one.expected)
        checked.rows.push_back({row, std::nullopt, std::nullopt, false});
    if (one.isTestOnly) {
        checked.status = CaseStatus::NotRun;
        return checked;
    }
    const CalcModel* const model = findCalcModel(one.model);
    if (model == nullptr) {
        checked.status = CaseStatus::NoModel;
        return checked;
    }
    const Result<Calculation> calculation = calculate(*model, one.inputs);
    if (!calculation) {
        checked.status = CaseStatus::Off;
        checked.refusal = calculation.diagnostics();
        return checked;
    }
    const Value outputs = printedOutputs(*model, *calculation);
    for (CheckedRow& row : checked.rows) {
        if (const Value* const found = find(*outputs.object(), row.expected.output)) {
            row.value = *found;
            row.deviation = deviation(*row.value, row.expected);
            row.ok = meets(*row.value, row.expected);
        }
        if (!row.ok)
            checked.status = CaseStatus::Off;
    }
    return checked;
}

Selfcheck selfcheck(const io::JsonDocument& document, const CaseFilter& filter,
                    const std::function<bool()>& stopRequested) {
    Selfcheck result{document, {}, {}, false};
    for (const ReferenceCase& one : readReferenceCases(document)) {
        if (!filter.takes(one))
            continue;
        if (stopRequested && stopRequested()) {
            result.stopped = true;
            return result;
        }
        result.cases.push_back(check(one));
    }
    for (const AccuracyGoal& goal : accuracyGoals())
        if (holdsAll(result.cases, goal.cases))
            result.accuracy.push_back(accuracyOf(goal, result.cases));
    return result;
}

const std::vector<AccuracyGoal>& accuracyGoals() {
    static const std::vector<AccuracyGoal> goals{
        {"transformer_step", {"S06", "S07", "S08", "S09", "S10"}, 0.03, 0.05},
        {"all_reduce", {"C07"}, std::nullopt, 0.05},
        {"activation_memory", {"M02", "M03"}, std::nullopt, 0.01},
    };
    return goals;
}

} // namespace gpuplan::selfcheck
