/// Findings' checks can fail: on bounds, and on figures that are not there.

#include "finding_checks.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

io::JsonDocument document() {
    return io::parseJson(R"({"alternatives": [
        {"name": "a", "cost": {"total": "300.50"}, "steps": [{"step_s": 0.2}], "irr": null},
        {"name": "b", "cost": {"total": "100.00"}, "steps": [{"step_s": 0}]}]})",
                         "sample")
        .value();
}

model::FindingCheck check(const std::string& value, std::optional<double> least,
                          std::optional<double> most) {
    model::FindingCheck check;
    check.value = value;
    check.least = least;
    check.most = most;
    check.claim = "P21";
    return check;
}

} // namespace

TEST_CASE("a figure holds within its bounds and not outside", "[findings]") {
    const io::JsonDocument result = document();
    const std::string step = "/alternatives/0/steps/0/step_s";

    CHECK(evaluate(check(step, 0.2, 0.2), result).holds);
    CHECK(evaluate(check(step, std::nullopt, 0.3), result).holds);
    CHECK_FALSE(evaluate(check(step, 0.21, std::nullopt), result).holds);
    CHECK_FALSE(evaluate(check(step, std::nullopt, 0.19), result).holds);
}

TEST_CASE("amounts of money are figures, and two make a ratio", "[findings]") {
    model::FindingCheck ratio = check("/alternatives/0/cost/total", 3, 3.01);
    ratio.over = "/alternatives/1/cost/total";

    const CheckOutcome outcome = evaluate(ratio, document());

    CHECK(*outcome.figure == Approx(3.005));
    CHECK(outcome.holds);
    CHECK(outcome.text.find("P21") == 0);
    CHECK(outcome.text.find("3.005") != std::string::npos);
}

TEST_CASE("what is not there, not known or not a number never holds", "[findings]") {
    const io::JsonDocument result = document();

    for (const char* pointer : {"/alternatives/2/cost/total", "/alternatives/0/irr",
                                "/alternatives/0/name", "/alternatives/0/cost"}) {
        INFO(pointer);
        CHECK_FALSE(evaluate(check(pointer, std::nullopt, 1e9), result).holds);
    }
    // Nor does a ratio to 0.
    model::FindingCheck ratio = check("/alternatives/0/steps/0/step_s", 0, std::nullopt);
    ratio.over = "/alternatives/1/steps/0/step_s";
    CHECK_FALSE(evaluate(ratio, result).holds);
}
