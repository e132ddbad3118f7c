#include <gpuplan/selfcheck/selfcheck.hpp>
#include <gpuplan/selfcheck/selfcheck_output.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace gpuplan;
using namespace gpuplan::selfcheck;
using nlohmann::json;

namespace {

/// 90 s billed by the minute at a money unit a minute: 120 s, 2 money units.
json billing(const std::string& id, const std::vector<json>& rows) {
    return {{"id", id},
            {"kind", "exact"},
            {"section", "5.2.1"},
            {"title", "two minutes"},
            {"model", "cloud.billing"},
            {"inputs",
             {{"duration_s", 90.0},
              {"granularity_s", 60.0},
              {"minimum_s", 60.0},
              {"price_per_h", 60.0}}},
            {"expected", rows},
            {"source", "by hand"},
            {"derivation", "two whole minutes"}};
}

json row(const std::string& name, const json& value, const json& more = json::object()) {
    json made = {{"name", name}, {"basis", "formula"}, {"value", value}, {"unit", "s"}};
    made.update(more);
    return made;
}

Selfcheck checked(const std::vector<json>& cases, const CaseFilter& filter = {}) {
    return selfcheck::selfcheck(io::parseJson(json{{"cases", cases}}.dump(), "cases.json").value(),
                                filter);
}

} // namespace

TEST_CASE("a case is ok if every row is, and off if one is not", "[selfcheck]") {
    const Selfcheck result = checked({billing("E01", {row("billed_s", 120.0), row("cost", 2.0)}),
                                      billing("E02", {row("billed_s", 120.0), row("cost", 2.5)})});

    CHECK(result.cases[0].status == CaseStatus::Ok);
    CHECK(result.cases[1].status == CaseStatus::Off);
    CHECK(result.cases[1].rows[0].ok);
    CHECK(result.cases[1].rows[1].deviation == Approx(-0.2)); // 2 instead of 2.5
    CHECK(result.count(CaseStatus::Ok) == 1);
    CHECK_FALSE(result.ok());
}

TEST_CASE("a missing output, refused inputs and a band missed are off", "[selfcheck]") {
    json refused = billing("E03", {row("billed_s", 120.0)});
    refused["inputs"].erase("price_per_h");
    json outside = row("cost", 0.0, {{"min", 3.0}, {"max", 4.0}});
    outside.erase("value");
    const Selfcheck result =
        checked({billing("E01", {row("nothing", 1.0)}), refused, billing("E04", {outside})});

    CHECK(result.count(CaseStatus::Off) == 3);
    CHECK_FALSE(result.cases[0].rows[0].value.has_value());
    CHECK(result.cases[1].refusal.hasErrors());
    CHECK(result.cases[2].rows[0].deviation == Approx((2.0 - 3.0) / 3.0));
}

TEST_CASE("cases of the tests and without a model are neither ok nor off", "[selfcheck]") {
    json engine = billing("X05", {row("mean_wait_s", 120.0)});
    engine["via"] = "tests";
    json unknown = billing("U99", {row("p", 120.0)});
    unknown["model"] = "no.such";
    const Selfcheck result = checked({engine, unknown});

    CHECK(result.cases[0].status == CaseStatus::NotRun);
    CHECK(result.cases[1].status == CaseStatus::NoModel);
    CHECK(result.ok());
    const json text = json::parse(selfcheckAsJson(result));
    CHECK(text["cases"][0]["ok"].is_null());
    CHECK(text["cases"][0]["status"] == "not_run");
    CHECK(text["cases"][1]["status"] == "no_model");
    CHECK(text["counts"] == json{{"ok", 0}, {"off", 0}, {"no_model", 1}, {"not_run", 1}});
}

TEST_CASE("a filter asks for ids, letters and kinds together", "[selfcheck]") {
    json published = billing("KE01", {row("billed_s", 120.0)});
    published["kind"] = "published";
    const std::vector<json> cases = {billing("E01", {row("billed_s", 120.0)}), published,
                                     billing("F01", {row("billed_s", 120.0)})};

    CHECK(checked(cases, {{"F01"}, "", ""}).cases.size() == 1);
    CHECK(checked(cases, {{}, "E", ""}).cases.size() == 2); // a case kept apart has it second
    CHECK(checked(cases, {{}, "EF", "published"}).cases.size() == 1);
    CHECK(checked(cases, {{"E01"}, "F", ""}).cases.empty());
}

TEST_CASE("mean and worst error are taken over published values alone", "[selfcheck][accuracy]") {
    // M02 and M03 make a goal of 1 %: 120 s against 121 and 119 published.
    const json first =
        billing("M02", {row("billed_s", 121.0, {{"basis", "published"}, {"rel_tol", 0.1}}),
                        row("billed_s", 500.0, {{"rel_tol", 10.0}})});
    const json second =
        billing("M03", {row("billed_s", 119.0, {{"basis", "published"}, {"rel_tol", 0.1}})});

    const Selfcheck result = checked({first, second});

    REQUIRE(result.accuracy.size() == 1);
    const Accuracy& accuracy = result.accuracy[0];
    CHECK(accuracy.points == 2);
    CHECK(accuracy.mean.value() == Approx((1.0 / 121 + 1.0 / 119) / 2));
    CHECK(accuracy.worst.value() == Approx(1.0 / 119));
    CHECK(accuracy.met());
    CHECK(checked({first}).accuracy.empty()); // half of the cases say nothing on the goal
}

TEST_CASE("a goal that is missed, or not computed, is not met", "[selfcheck][accuracy]") {
    const auto cases = [](double published) {
        return json{
            billing("M02",
                    {row("billed_s", published, {{"basis", "published"}, {"rel_tol", 0.1}})}),
            billing("M03", {row("billed_s", 120.0, {{"basis", "published"}, {"rel_tol", 0.1}})})};
    };
    std::vector<json> missing = cases(120.0);
    missing[0]["model"] = "no.such";

    CHECK_FALSE(checked(cases(117.0)).accuracy[0].met()); // 2.6 % where 1 % is the goal
    CHECK_FALSE(checked(missing).accuracy[0].met());
    CHECK_FALSE(checked(missing).accuracy[0].mean.has_value());
}

TEST_CASE("a goal missed inside the tolerance is told, not failed", "[selfcheck]") {
    const Selfcheck result = checked(std::vector<json>(
        {billing("C07", {row("billed_s", 125.0,
                             {{"basis", "published"}, {"rel_tol", 0.1}, {"goal", 0.01}})})}));

    CHECK(result.ok());
    CHECK(result.cases[0].rows[0].missesGoal()); // 120 is 4 % off
    const std::string table = selfcheckAsTable(result, Language::English);
    CHECK(table.find("but 4 % off; the goal is 1 %") != std::string::npos);
}

TEST_CASE("a tolerance is said as the share that a deviation may reach", "[selfcheck]") {
    const auto tolerance = [](std::optional<double> relative, std::optional<double> absolute,
                              double value) {
        CheckedRow checked;
        checked.expected.value = Value(value);
        checked.expected.relative = relative;
        checked.expected.absolute = absolute;
        return checked.tolerance();
    };

    CHECK(tolerance(0.08, std::nullopt, 2.0) == 0.08);
    CHECK(tolerance(std::nullopt, 0.01, 0.5) == Approx(0.02));
    CHECK(tolerance(0.08, 0.01, 0.5) == 0.08);
    CHECK(tolerance(std::nullopt, 0.01, 0.0) == 0.01);
    CHECK(tolerance(std::nullopt, std::nullopt, 3.0) == 0.0);
}
