#include "trace_files.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

const std::string header = "timestamp,duration,num_gpus,gpu_time,cluster\n";

ImportOptions pacific() {
    ImportOptions options;
    options.format = "philly";
    options.timeZone = "America/Los_Angeles";
    return options;
}

std::string fateOf(const std::string& row) {
    const auto outcome = importText(header + row + "\n", "philly");
    REQUIRE(outcome.ok());
    std::string fate = outcome->report.rows.taken == 1 ? "taken" : "quarantined";
    for (const RuleCount& count : outcome->report.byRule)
        fate += " " + std::string(ruleName(count.rule));
    return fate;
}

} // namespace

TEST_CASE("philly rows become jobs in the order of the file", "[workload][philly]") {
    const auto outcome = importText(header + "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n\n"
                                             "2017-10-08 23:00:00,2951.5,4,11806.0,6214e9\n",
                                    "philly");

    REQUIRE(outcome.ok());
    CHECK(keysOf(outcome.diagnostics()) == "workload.no_zone");
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 2);
    CHECK(outcome->report.rows == ImportReport::Rows{2, 2, 0, 0, 0});
    // The zero is the midnight before the first submit, here of the second row.
    CHECK(jobs.zero == parseInstant("2017-10-08"));
    CHECK(jobs.submit ==
          std::vector<std::int64_t>{(24 + 7) * 3600 * second + 115 * second, 23 * 3600 * second});
    CHECK(jobs.duration == std::vector<std::int64_t>{66 * second, 2'951'500'000});
    CHECK(jobs.gpus == std::vector<std::int32_t>{1000, 4000});
    CHECK(jobs.teams[jobs.team[1]] == "6214e9");
    CHECK(jobs.ids.text(1) == "2");
    CHECK(outcome->report.firstSubmit == hours(23));
}

TEST_CASE("local times of a zone follow its clock changes", "[workload][philly]") {
    // 2017-11-05: at 02:00 the clocks of California went back to 01:00.
    const auto outcome = importText(header + "2017-11-05 00:30:00,60,1,60,a\n"
                                             "2017-11-05 01:30:00,60,1,60,a\n"
                                             "2017-11-05 02:30:00,60,1,60,a\n",
                                    pacific());

    REQUIRE(outcome.ok());
    CHECK(outcome.diagnostics().empty());
    const JobTable& jobs = outcome->jobs;
    const auto instant = [&](std::size_t row) {
        return instantText(*jobs.zero + Duration(jobs.submit[row]));
    };
    CHECK(instant(0) == "2017-11-05T07:30:00Z"); // UTC-7
    CHECK(instant(1) == "2017-11-05T08:30:00Z"); // the first of the two
    CHECK(instant(2) == "2017-11-05T10:30:00Z"); // UTC-8
    CHECK(ruleOf(outcome->report, Rule::TimeTwice).rows == 1);
    CHECK(ruleOf(outcome->report, Rule::TimeTwice).firstLine == 3);
}

TEST_CASE("philly rows in trouble", "[workload][philly]") {
    CHECK(fateOf("2017-10-09 07:01:55,66,1,66,a") == "taken");
    CHECK(fateOf("2017-10-09 07:01:55,66,1,,a") == "taken");
    CHECK(fateOf("2017-10-09 07:01:55,0.0,1,0.0,a") == "taken zero_run_time");
    CHECK(fateOf("2017-10-09 07:01:55,66,2,66,a") == "taken gpu_time_mismatch");
    CHECK(fateOf("2017-10-09 07:01:55,66,2,much,a") == "taken gpu_time_mismatch");
    CHECK(fateOf("2017-02-30 07:01:55,66,1,66,a") == "quarantined bad_time");
    CHECK(fateOf("yesterday,66,1,66,a") == "quarantined bad_time");
    CHECK(fateOf(",66,1,66,a") == "quarantined missing_value");
    CHECK(fateOf("2017-10-09 07:01:55,,1,,a") == "quarantined never_ran");
    CHECK(fateOf("2017-10-09 07:01:55,-1,1,,a") == "quarantined negative_run_time");
    CHECK(fateOf("2017-10-09 07:01:55,66,many,66,a") == "quarantined bad_number");
    CHECK(fateOf("2017-10-09 07:01:55,66,1,66") == "quarantined column_count");
}

TEST_CASE("equal philly rows are kept and warned of", "[workload][philly]") {
    const std::string row = "2017-10-09 07:01:55,66,1,66,a\n";
    const auto outcome =
        importText(header + row + "2017-10-09 07:01:55,66,1,66,b\n" + row + row, "philly");

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{4, 4, 2, 0, 0});
    CHECK(ruleOf(outcome->report, Rule::EqualRow).firstLine == 4);
}

TEST_CASE("run times without submits are no philly trace", "[workload][philly]") {
    const auto outcome = importText("runtime\n0.0\n1.0\n", "philly");

    REQUIRE(keysOf(outcome.diagnostics()) == "workload.missing_columns");
    CHECK(outcome.diagnostics()[0].message.arguments[1] ==
          "\"timestamp\", \"duration\", \"num_gpus\"");
}

TEST_CASE("columns of another format are recognized", "[workload]") {
    const auto outcome = importText(header, "gpuplan");

    REQUIRE(keysOf(outcome.diagnostics()) == "workload.missing_columns workload.looks_like");
    CHECK(outcome.diagnostics()[1].message.arguments[0] == "philly");
}
