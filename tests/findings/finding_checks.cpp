#include "finding_checks.hpp"

#include <gpuplan/planner/result_reading.hpp>
#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/result_json.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::test {

namespace {

std::string shownFigure(const std::string& pointer, const std::optional<double>& figure) {
    return pointer + " = " + (figure ? numberText(*figure) : "not there");
}

} // namespace

io::JsonDocument resultDocument(const metrics::RunResult& result) {
    return io::parseJson(report::resultJson(result, report::ledgerCsv(result)), "result").value();
}

std::optional<double> figureAt(const io::JsonDocument& result, const std::string& pointer) {
    const auto value = planner::valueAt(result, pointer);
    if (!value)
        return std::nullopt;
    if (value->is(io::JsonKind::Number))
        return parseNumber(value->numberText());
    if (value->is(io::JsonKind::Text))
        return parseNumber(value->text());
    return std::nullopt;
}

CheckOutcome evaluate(const model::FindingCheck& check, const io::JsonDocument& result) {
    CheckOutcome outcome;
    outcome.figure = figureAt(result, check.value);
    outcome.text = check.claim + ": " + shownFigure(check.value, outcome.figure);
    if (check.over) {
        const std::optional<double> divisor = figureAt(result, *check.over);
        outcome.text += " over " + shownFigure(*check.over, divisor);
        if (outcome.figure && divisor && *divisor != 0)
            outcome.figure = *outcome.figure / *divisor;
        else
            outcome.figure.reset();
        if (outcome.figure)
            outcome.text += ", ratio " + numberText(*outcome.figure);
    }
    if (check.least)
        outcome.text += ", at least " + numberText(*check.least);
    if (check.most)
        outcome.text += ", at most " + numberText(*check.most);
    outcome.holds = outcome.figure && (!check.least || *outcome.figure >= *check.least) &&
                    (!check.most || *outcome.figure <= *check.most);
    return outcome;
}

} // namespace gpuplan::test
