#include <gpuplan/selfcheck/calc.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace gpuplan;
using namespace gpuplan::selfcheck;

namespace {

Result<Calculation> calculateFrom(const std::string& model, const std::string& json) {
    const auto document = io::parseJson(json, "in.json");
    REQUIRE(document);
    return calculate(*findCalcModel(model), document->root());
}

/// The one complaint the inputs give.
std::string complaint(const std::string& model, const std::string& json) {
    const auto calculation = calculateFrom(model, json);
    REQUIRE_FALSE(calculation);
    REQUIRE(calculation.diagnostics().size() == 1);
    return describe(calculation.diagnostics()[0]);
}

} // namespace

TEST_CASE("every model is complete and named once", "[selfcheck][calc]") {
    std::set<std::string> names;
    for (const CalcModel& model : calcModels()) {
        INFO(model.name);
        CHECK(names.insert(model.name).second);
        CHECK(model.function != nullptr);
        CHECK_FALSE(model.summary.empty());
        CHECK_FALSE(model.anchor.empty());
        CHECK_FALSE(model.inputs.empty());
        CHECK_FALSE(model.outputs.empty());
    }
    CHECK(findCalcModel("fin.pmt") != nullptr);
    CHECK(findCalcModel("fin.nothing") == nullptr);
}

TEST_CASE("one object gives one row", "[selfcheck][calc]") {
    const auto calculation = calculateFrom("cost.idle_surcharge", R"({"stall_share": 0.5})");

    REQUIRE(calculation);
    CHECK_FALSE(calculation->each);
    REQUIRE(calculation->rows.size() == 1);
    CHECK(calculation->rows[0] == Value::Object{{"surcharge", Value(1.0)}});
}

TEST_CASE("each object of a list gives a row", "[selfcheck][calc]") {
    const auto calculation = calculateFrom(
        "cost.idle_surcharge", R"({"each": [{"stall_share": 0}, {"stall_share": 0.75}]})");

    REQUIRE(calculation);
    CHECK(calculation->each);
    REQUIRE(calculation->rows.size() == 2);
    CHECK(calculation->rows[0][0].value == Value(0.0));
    CHECK(calculation->rows[1][0].value == Value(3.0));
}

TEST_CASE("an empty list gives no rows", "[selfcheck][calc]") {
    const auto calculation = calculateFrom("cost.idle_surcharge", R"({"each": []})");

    REQUIRE(calculation);
    CHECK(calculation->rows.empty());
}

TEST_CASE("every wrong input of every object is reported at once", "[selfcheck][calc]") {
    const auto calculation = calculateFrom(
        "ckpt.interval",
        R"({"each": [{"checkpoint_s": -1, "mtbf_s": "x"}, {"checkpoint_s": true}, 5], "a": 1})");

    REQUIRE_FALSE(calculation);
    std::vector<std::string> pointers;
    for (const Diagnostic& diagnostic : calculation.diagnostics())
        pointers.push_back(diagnostic.at.pointer);
    CHECK_THAT(pointers, Catch::UnorderedEquals(std::vector<std::string>{
                             "/a", "/each/0/checkpoint_s", "/each/0/mtbf_s", "/each/1/checkpoint_s",
                             "/each/1", "/each/2"}));
}

TEST_CASE("a misspelt input is named with the nearest one", "[selfcheck][calc]") {
    const auto calculation =
        calculateFrom("ckpt.interval", R"({"checkpoint_s": 1, "mtbf_s": 1, "mtfb_s": 1})");

    REQUIRE(calculation.diagnostics().size() == 1);
    CHECK(describe(calculation.diagnostics()[0]) ==
          "in.json:1:34: error: ckpt.interval has no input \"mtfb_s\"\n"
          "  at /mtfb_s\n"
          "  did you mean \"mtbf_s\"?\n");
}

TEST_CASE("a missing input is named", "[selfcheck][calc]") {
    CHECK(complaint("ckpt.interval", R"({"mtbf_s": 1})") ==
          "in.json:1:1: error: the input \"checkpoint_s\" of ckpt.interval is missing\n");
}

TEST_CASE("a number out of its range is shown with the range", "[selfcheck][calc]") {
    CHECK(complaint("ckpt.interval", R"({"checkpoint_s": 1, "mtbf_s": 0})") ==
          "in.json:1:31: error: \"mtbf_s\" is 0, but mtbf_s > 0 is needed\n  at /mtbf_s\n");
    CHECK(complaint("cost.idle_surcharge", R"({"stall_share": 1.0})") ==
          "in.json:1:17: error: \"stall_share\" is 1.0, but 0 <= stall_share < 1 is needed\n"
          "  at /stall_share\n");
}

TEST_CASE("a broken number of servers is refused, a whole one with a point is taken",
          "[selfcheck][calc]") {
    const std::string rest = R"("arrival_per_s": 0.5, "mean_service_s": 1, "servers": )";

    CHECK(complaint("queue.mmc", "{" + rest + "1.5}") ==
          "in.json:1:56: error: \"servers\" needs a whole number\n  at /servers\n");
    CHECK(calculateFrom("queue.mmc", "{" + rest + "2.0}"));
}

TEST_CASE("null, texts and lists are no numbers", "[selfcheck][calc]") {
    for (const char* value : {"null", "\"0.5\"", "[0.5]", "{}", "true"})
        CHECK(complaint("cost.idle_surcharge", std::string(R"({"stall_share": )") + value + "}") ==
              "in.json:1:17: error: \"stall_share\" needs a number\n  at /stall_share\n");
}

TEST_CASE("hex words have their digits", "[selfcheck][calc]") {
    const auto calculation = calculateFrom(
        "rng.philox", R"({"counter": ["0", "00000000", "0000000g", 0], "key": ["00000000"]})");

    REQUIRE_FALSE(calculation);
    CHECK(calculation.diagnostics().size() == 4); // three words, and one key word is too few
}

TEST_CASE("a queue that grows without end is refused at its servers", "[selfcheck][calc]") {
    CHECK(complaint("queue.mmc", R"({"arrival_per_s": 4, "mean_service_s": 1, "servers": 4})") ==
          "in.json:1:54: error: the offered load of 4 needs more servers than these; the queue "
          "would grow without end\n  at /servers\n");
}

TEST_CASE("a result past the range of numbers is an error, not null", "[selfcheck][calc]") {
    CHECK(complaint("ckpt.expected_time", R"({"work_s": 1, "interval_s": 1e9, "checkpoint_s": 0,
                                              "restart_s": 0, "mtbf_s": 1})") ==
          "in.json:1:1: error: \"expected_s\" passes the range of numbers with these inputs; "
          "smaller ones are needed\n");
}

TEST_CASE("what does not exist is null", "[selfcheck][calc]") {
    const auto flows = calculateFrom("fin.npv_irr", R"({"cash_flows": [-5, 1], "rate": 0})");

    REQUIRE(flows);
    CHECK(flows->rows[0][0].value == Value(-4.0));
    CHECK(flows->rows[0][2].value == Value()); // never paid back
    CHECK(flows->rows[0][1].value.number() != nullptr);
}

TEST_CASE("several internal rates are all shown", "[selfcheck][calc]") {
    const auto flows =
        calculateFrom("fin.npv_irr", R"({"cash_flows": [-1000, 2600, -1650], "rate": 0})");

    REQUIRE(flows);
    CHECK(flows->rows[0][1].value.asNumbers().size() == 2);
}

TEST_CASE("use beyond the last tier is refused", "[selfcheck][calc]") {
    CHECK(complaint("cloud.tiered",
                    R"({"tiers": [{"gb": 100, "price_per_gb": 1}], "usage_gb": 150})") ==
          "in.json:1:57: error: 50 GB lie beyond the last tier; add a tier for them\n"
          "  at /usage_gb\n");
}

TEST_CASE("a ratio compares the first row with the last", "[selfcheck][calc]") {
    const std::string common =
        R"("epochs": 1, "batch": 1, "loader": "synchronous", "workers": 0, "cores": 1,
           "fetch_s_per_missed_item": 0, "cached_fraction": 0, "cache_policy": "none",
           "prep_core_s_per_item": 0, "tensor_bytes_per_item": 0, "h2d_bytes_per_s": 1,
           "compute_fixed_s": 0, "compute_per_item_s": 1, "items": )";
    const auto calculation =
        calculateFrom("train.run_time", R"({"each": [{)" + common + "7200}, {" + common +
                                            "36000}, {" + common + "1800}]}");

    REQUIRE(calculation);
    REQUIRE(calculation->rows.size() == 3);
    for (const Value::Object& row : calculation->rows)
        CHECK(find(row, "ratio_first_to_last")->number() != nullptr);
    CHECK(*find(calculation->rows[1], "hours")->number() == 10);
    CHECK(*find(calculation->rows[1], "ratio_first_to_last")->number() == 4); // 2 h / 0.5 h
}

TEST_CASE("inputs of a loader that do not go together are refused", "[selfcheck][calc]") {
    CHECK(complaint("data.pipeline",
                    R"({"loader": "workers", "fetch_s": 1, "prep_s": 1, "h2d_s": 0, "compute_s": 1,
                        "workers": 0, "cores": 1})")
              .find("synchronous") != std::string::npos);
    CHECK(complaint("train.sync", R"({"gpu_segments_s": [1, 2], "issue_segments_s": [1],
                                      "delta_s": 0, "round_trip_s": 0})")
              .find("as many entries") != std::string::npos);
}

TEST_CASE("a stop is asked for before and after each object of a list", "[selfcheck][calc]") {
    const auto document = io::parseJson(
        R"({"each": [{"stall_share": 0}, {"stall_share": 0}, {"stall_share": 0}]})", "in.json");
    int asked = 0;

    const auto calculation = calculate(*findCalcModel("cost.idle_surcharge"), document->root(),
                                       [&asked] { return ++asked > 3; });

    REQUIRE(calculation);
    CHECK(calculation->stopped);
    CHECK(calculation->rows.size() == 1);
}

TEST_CASE("jobs that can not be scheduled are refused, all of them", "[selfcheck][calc]") {
    const auto calculation = calculateFrom("sched.schedule", R"({
        "gpus": 4, "policies": ["fifo"], "jobs": [
            {"id": "a", "submit": 0, "gpus": 5, "run": 1, "estimate": 1},
            {"id": "a", "submit": 0, "gpus": 1, "run": 1, "estimate": 1}]})");

    REQUIRE_FALSE(calculation);
    CHECK(calculation.diagnostics().size() == 2); // too large; the id twice
}

TEST_CASE("a policy named twice is refused, an unknown one gets the nearest", "[selfcheck][calc]") {
    const std::string jobs =
        R"("jobs": [{"id": "a", "submit": 0, "gpus": 1, "run": 1, "estimate": 1}]})";

    CHECK(complaint("sched.schedule", R"({"gpus": 1, "policies": ["fifo", "fifo"], )" + jobs) ==
          "in.json:1:25: error: the policy \"fifo\" stands twice in the list\n  at /policies\n");
    const auto unknown =
        calculateFrom("sched.schedule", R"({"gpus": 1, "policies": ["fifi"], )" + jobs);
    REQUIRE(unknown.diagnostics().size() == 1);
    CHECK(unknown.diagnostics()[0].candidates == std::vector<std::string>{"fifo"});
}

TEST_CASE("a user who demands nothing would get tasks without end", "[selfcheck][calc]") {
    CHECK(complaint("sched.drf", R"({"capacity": [9, 18], "demands": [[1, 4], [0, 0]]})") ==
          "in.json:1:34: error: user 1 (counted from 0) demands nothing, so the tasks would never "
          "end\n  at /demands\n");
}

TEST_CASE("slices fit only where a profile may begin", "[selfcheck][calc]") {
    const auto fits = [](const std::string& request) {
        const auto row = calculateFrom("sched.mig", R"({"request": )" + request + "}");
        REQUIRE(row);
        return *row->rows[0][0].value.flag();
    };

    CHECK(fits(R"(["2g", "2g", "3g"])")); // 0, 2 and 4
    CHECK(fits(R"(["1g", "1g", "1g", "1g", "3g"])"));
    CHECK_FALSE(fits(R"(["1g+me", "1g+me", "1g+me", "1g+me", "1g"])")); // memory: 9 of 8
    CHECK_FALSE(fits(R"(["7g", "1g"])"));
    CHECK(fits("[]"));
}

TEST_CASE("a further stage never shortens a step", "[selfcheck][calc]") {
    CHECK(complaint("attribution.ladder",
                    R"({"compute_s": 1, "plus_comm_s": 2, "plus_sync_s": 1.5, "plus_h2d_s": 2,
                        "plus_prep_s": 2, "plus_fetch_s": 2})") ==
          "in.json:1:51: error: \"plus_sync_s\" must not be smaller than the step time before it: "
          "a further stage never makes a step shorter\n  at /plus_sync_s\n");
}

TEST_CASE("a distribution needs its own moments", "[selfcheck][calc]") {
    const auto calculation =
        calculateFrom("mc.p_better", R"({"distribution": "lognormal", "correlation": 0,
                                         "own_mean": 1, "own_sd": 1, "cloud_log_mean": 0})");

    REQUIRE_FALSE(calculation);
    CHECK(calculation.diagnostics().size() == 3);
}

TEST_CASE("levels of utilization refuse parts larger than their whole", "[selfcheck][calc]") {
    const auto calculation = calculateFrom("util.levels", R"({
        "gpus_available": 8, "window_s": 100, "gpus_held": 9, "held_s": 200, "running_s": 300,
        "step_s": 0.1, "compute_s": 0.09, "exposed_comm_s": 0.02, "gpu_prep_s": 0,
        "flops_per_step_per_gpu": 1, "peak_flops": 1, "sm_compute": 1, "sm_comm": 1,
        "sm_prep": 1})");

    REQUIRE_FALSE(calculation);
    CHECK(calculation.diagnostics().size() == 4);
}

TEST_CASE("the cheapest own level is the whole number beside a change of tier",
          "[selfcheck][calc]") {
    // One hour needs 10, one 4. Own 2 an hour, spot 3 up to 2 GPUs, on demand 9. Each of the
    // first four own GPUs replaces two hours of 9, each further one an hour of 9, then of 3.
    const auto row = calculateFrom("opt.three_tier", R"({"demand_by_hour": [10, 4],
        "owned_per_h": 2, "owned_variable_per_used_h": 0, "spot_per_h": 3, "spot_cap": 2,
        "on_demand_per_h": 9})");

    REQUIRE(row);
    CHECK(row->rows[0][0].value == Value(8.0));
    CHECK(row->rows[0][1].value == Value(8.0 * 2 * 2 + 2 * 3));
}
