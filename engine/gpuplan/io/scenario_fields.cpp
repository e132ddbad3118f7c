#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/step_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::io {

using model::BreakEvenQuestion;
using model::Finding;
using model::FindingCheck;
using model::Scenario;

const FieldTable<BreakEvenQuestion>& breakEvenFields() {
    static const FieldTable<BreakEvenQuestion> table = [] {
        FieldTable<BreakEvenQuestion> t("break_even_question",
                                        "A crossing of two alternatives' costs to be found.");
        t.add(required("a", &BreakEvenQuestion::a, TextForm{},
                       "the alternative with the larger fixed cost, usually the owned one",
                       "\"own\""));
        t.add(
            required("b", &BreakEvenQuestion::b, TextForm{}, "the other alternative", "\"rent\""));
        t.add(defaulted("by", &BreakEvenQuestion::by, ChoiceForm{breakEvenByNames()},
                        "what is varied until both cost the same; by months is always computed",
                        "\"utilization\""));
        return t;
    }();
    return table;
}

const FieldTable<FindingCheck>& findingCheckFields() {
    static const FieldTable<FindingCheck> table = [] {
        FieldTable<FindingCheck> t("finding_check",
                                   "A figure of the result, or the ratio of two, and where it must "
                                   "lie.");
        t.add(
            required("value", &FindingCheck::value, PointerForm{}, "JSON pointer into the result"));
        t.add(optional("over", &FindingCheck::over, PointerForm{},
                       "the value is divided by this one", "\"/alternatives/1/cost/total\""));
        t.add(optional("least", &FindingCheck::least, NumberForm{-1e15, 1e15},
                       "it lies at or above this", "2.5"));
        t.add(optional("most", &FindingCheck::most, NumberForm{-1e15, 1e15},
                       "it lies at or below this", "3.5"));
        t.add(optionalPlain("claim", &FindingCheck::claim, TextForm{40},
                            "the practitioners' claim it tests", "\"P21\""));
        t.then("least or most is given, least not above most",
               [](FindingCheck& check, const JsonValue& json, Reading& reading) {
                   if (!check.least && !check.most)
                       return reading.problem(json.location(), "io.check.no_bound");
                   if (!check.least || !check.most || *check.least <= *check.most)
                       return true;
                   return reading.problem(json.find("least")->location(), "io.check.order",
                                          {"\"least\"", numberText(*check.least), "\"most\"",
                                           numberText(*check.most)});
               });
        return t;
    }();
    return table;
}

const FieldTable<Finding>& findingFields() {
    static const FieldTable<Finding> table = [] {
        FieldTable<Finding> t("finding", "What the scenario found; a test holds it.");
        t.add(required("text", &Finding::text, TextForm{2000, true}, "the finding in a sentence",
                       "\"owning is cheaper from 40 % use on\""));
        t.add(optionalPlain("cheapest", &Finding::cheapest, TextForm{},
                            "name of the alternative that comes out cheapest", "\"own\""));
        t.add(defaulted("checks", &Finding::checks,
                        ListForm<ObjectForm<FindingCheck>>{
                            object(findingCheckFields(), JsonLayout::Line), 0, 100},
                        "figures of the result and where they must lie"));
        t.add(optional("flip", &Finding::flip, object(breakEvenFields(), JsonLayout::Line),
                       "the crossing at which the verdict turns"));
        t.add(optional("flip_least", &Finding::flipLeast, NumberForm{0, 1e9},
                       "the crossing lies at or above this", "0.3"));
        t.add(optional("flip_most", &Finding::flipMost, NumberForm{0, 1e9},
                       "the crossing lies at or below this", "0.5"));
        return t;
    }();
    return table;
}

const FieldTable<Scenario>& scenarioFields() {
    static const FieldTable<Scenario> table = [] {
        FieldTable<Scenario> t("scenario",
                               "What work must be done, and which alternatives could do it.");
        t.add(constant<Scenario>("format", std::string(scenarioFormat),
                                 "what this file is, and its version"));
        t.add(required("name", &Scenario::name, TextForm{}, "short name", "\"first\""));
        t.add(optionalPlain("question", &Scenario::question, TextForm{2000, true},
                            "what the scenario is to answer",
                            "\"rent or buy 64 GPUs for three years?\""));
        t.add(optional("finding", &Scenario::finding, object(findingFields()),
                       "what came out, for scenarios that are kept"));
        t.add(defaulted("currency", &Scenario::currency, CurrencyForm{},
                        "currency of every price and result"));
        t.add(required("price_date", &Scenario::priceDate, DateForm{},
                       "prices valid on this day are used"));
        t.add(required("start", &Scenario::start, DateForm{},
                       "first day of the plan, the first of a month (UTC)", "\"2027-01-01\""));
        t.add(required("horizon_months", &Scenario::horizonMonths, IntegerForm{1, mostMonths},
                       "length of the plan in calendar months", "36"));
        t.add(defaulted("month", &Scenario::month, ChoiceForm{monthRuleNames()},
                        "hours of a month where a monthly figure is shown; the ledger runs by "
                        "calendar months"));
        t.add(defaulted("seed", &Scenario::seed, SeedForm{},
                        "random numbers of the plan are drawn from it"));
        t.add(required("discount_rate", &Scenario::discountRate,
                       SourcedForm{DecimalForm{"0", "10"}},
                       "a year, for present values; 0.08 is 8 %", "0.08"));
        t.add(required("workload", &Scenario::workload, object(workloadFields()),
                       "the jobs that must be run"));
        t.add(required("alternatives", &Scenario::alternatives,
                       ListForm<ObjectForm<model::Alternative>>{object(alternativeFields()), 1, 64},
                       "ways to run them, each played and priced"));
        t.add(defaulted("break_even", &Scenario::breakEven,
                        ListForm<ObjectForm<BreakEvenQuestion>>{
                            object(breakEvenFields(), JsonLayout::Line), 0, 100},
                        "crossings to be found beside those by months"));
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
