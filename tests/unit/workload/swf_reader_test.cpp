#include "trace_files.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

ImportOptions swf(std::int64_t processorsPerGpu = 1) {
    ImportOptions options;
    options.format = "swf";
    options.processorsPerGpu = processorsPerGpu;
    return options;
}

struct Row {
    std::string number = "1";
    std::string submit = "0";
    std::string wait = "-1";
    std::string run = "60";
    std::string allocated = "4";
    std::string asked = "-1";
    std::string limit = "-1";
    std::string status = "1";

    std::string text() const {
        return "  " + number + "   " + submit + " " + wait + "\t" + run + " " + allocated +
               " -1 -1 " + asked + " " + limit + " -1 " + status + " 5 2 -1 -1 -1 -1 -1\n";
    }
};

std::string fateOf(const Row& row, std::int64_t processorsPerGpu = 1) {
    const auto outcome = importText(Row{.number = "99", .allocated = "24"}.text() + row.text(),
                                    swf(processorsPerGpu));
    REQUIRE(outcome.ok());
    std::string fate = outcome->report.rows.taken == 2
                           ? "taken " + GpuCount::milli(outcome->jobs.gpus[1]).text()
                           : "quarantined";
    for (const RuleCount& count : outcome->report.byRule)
        if (count.firstLine == 2)
            fate += " " + std::string(ruleName(count.rule));
    return fate;
}

} // namespace

TEST_CASE("an SWF log is read with its calendar", "[workload][swf]") {
    const auto outcome =
        importText("; Version: 2.2\n; UnixStartTime: 1000000000\n; MaxJobs: 99\n;\n\n" +
                       Row{.submit = "30", .wait = "10", .limit = "120"}.text() +
                       Row{.number = "7", .submit = "50"}.text(),
                   swf());

    REQUIRE(outcome.ok());
    CHECK(keysOf(outcome.diagnostics()) == "workload.swf_processors");
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 2);
    // 10^9 s after 1970.
    CHECK(instantText(*jobs.zero) == "2001-09-09T01:46:40Z");
    CHECK(jobs.submit == std::vector<std::int64_t>{30 * second, 50 * second});
    CHECK(jobs.estimate == std::vector<std::int64_t>{120 * second, -1});
    CHECK(jobs.ids.text(1) == "7");
    CHECK(jobs.users[jobs.user[0]] == "5");
    CHECK(jobs.teams[jobs.team[0]] == "2");
    CHECK(outcome->report.lastEnd == seconds(50 + 60)); // 30 + 10 + 60 is earlier
    CHECK(outcome->report.rows == ImportReport::Rows{2, 2, 0, 0, 0});
}

TEST_CASE("a log without UnixStartTime counts from its own zero, or from 1970", "[workload][swf]") {
    const auto own = importText(Row{.submit = "30"}.text(), swf());
    REQUIRE(own.ok());
    CHECK_FALSE(own->jobs.zero);
    CHECK(own->report.firstSubmit == seconds(30));

    // 1,356,996,147 s = 2012-12-31T23:22:27Z
    const auto unixTime = importText(Row{.submit = "1356996147"}.text(), swf());
    REQUIRE(unixTime.ok());
    CHECK(unixTime.diagnostics()[0].message.key == "workload.swf_unix_time");
    CHECK(unixTime->jobs.zero == parseInstant("2012-12-31"));
    CHECK(unixTime->jobs.submit[0] == (23 * 3600 + 22 * 60 + 27) * second);
}

TEST_CASE("logs of one trace must count alike", "[workload][swf]") {
    const TemporaryFile own(Row{.submit = "30"}.text());
    const TemporaryFile dated("; UnixStartTime: 1000000000\n" + Row{.number = "2"}.text());
    const TemporaryFile later("; UnixStartTime: 1000000100\n" + Row{.number = "3"}.text());

    CHECK_FALSE(readTrace({own.path(), dated.path()}, swf()).ok());
    CHECK_FALSE(readTrace({dated.path(), own.path()}, swf()).ok());
    const auto both = readTrace({later.path(), dated.path()}, swf());
    REQUIRE(both.ok());
    CHECK(both->jobs.submit == std::vector<std::int64_t>{100 * second, 0});
}

TEST_CASE("processors become GPUs as asked", "[workload][swf]") {
    CHECK(fateOf({.allocated = "12"}) == "taken 12");
    CHECK(fateOf({.allocated = "12"}, 4) == "taken 3");
    CHECK(fateOf({.allocated = "1"}, 8) == "taken 0.125");
    CHECK(fateOf({.allocated = "12"}, 0) == "taken 0");
    // 4 / 3 = 1.3333
    CHECK(fateOf({.allocated = "4"}, 3) == "taken 1.333 gpus_rounded");
    CHECK(fateOf({.allocated = "-1", .asked = "6"}) == "taken 6");
    CHECK(fateOf({.allocated = "0", .asked = "6"}) == "taken 6");
    CHECK(fateOf({.allocated = "-1", .asked = "-1"}) == "quarantined unknown_processors");
    CHECK(fateOf({.allocated = "-1", .asked = "-1"}, 0) == "taken 0");
    CHECK(fateOf({.allocated = "3000000"}) == "quarantined too_many_gpus");
}

TEST_CASE("SWF rows in trouble", "[workload][swf]") {
    CHECK(fateOf({.run = "-1"}) == "quarantined never_ran");
    CHECK(fateOf({.run = "0"}) == "taken 4 zero_run_time");
    CHECK(fateOf({.run = "1e18"}) == "quarantined too_long");
    CHECK(fateOf({.run = "nan"}) == "quarantined bad_number");
    CHECK(fateOf({.submit = "-1"}) == "quarantined negative_submit");
    CHECK(fateOf({.submit = "1e18"}) == "quarantined submit_out_of_range");
    CHECK(fateOf({.submit = "soon"}) == "quarantined bad_number");
    CHECK(fateOf({.limit = "0"}) == "taken 4 limit_not_usable");
    CHECK(fateOf({.limit = "-1"}) == "taken 4");
    CHECK(fateOf({.number = "99", .allocated = "24"}) == "taken 24 equal_row");
    CHECK(fateOf({.number = "99", .run = "61"}) == "taken 4 duplicate_id");
}

TEST_CASE("parts of a checkpointed job are merged into its whole", "[workload][swf]") {
    const auto outcome = importText(
        Row{.number = "1", .status = "1"}.text() + Row{.number = "1", .status = "2"}.text() +
            Row{.number = "1", .status = "3"}.text() + Row{.number = "2", .status = "4"}.text(),
        swf());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{4, 2, 1, 2, 0});
    CHECK(ruleOf(outcome->report, Rule::PartialRun).firstLine == 4);
}

TEST_CASE("column names and further fields are passed over", "[workload][swf]") {
    std::string names;
    for (int i = 0; i < 20; ++i)
        names += "column" + std::to_string(i) + "\t";
    std::string row = Row{}.text();
    row.insert(row.size() - 1, " {1241,1241} q_1d 1:ppn=64");

    const auto outcome = importText(names + "\n" + row, swf());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{1, 1, 0, 0, 0});
    // Only a first line can be names.
    const auto late = importText(row + names + "\n", swf());
    REQUIRE(late.ok());
    CHECK(ruleOf(late->report, Rule::BadNumber).firstLine == 2);
}

TEST_CASE("what is no SWF log is refused", "[workload][swf]") {
    const auto problem = [](const std::string& text) {
        return keysOf(importText(text, swf()).diagnostics());
    };

    CHECK(problem("") == "workload.empty_file");
    CHECK(problem("0\tseth\t120\t2\t1\t1048576\n") == "workload.not_swf");
    CHECK(problem("WorkflowID, JobID     , SubmitTime, RunTime\n0 , 1 , 16 , 11\n") ==
          "workload.not_swf");
    CHECK(problem("; Version: 2.2\n") == "workload.no_job_list");
    CHECK(problem("a,b\n" + std::string(1'000'000, '\n')) == "workload.not_swf");
}

TEST_CASE("one damaged line does not spoil an SWF log", "[workload][swf]") {
    const auto outcome = importText("1 2 3\n" + Row{}.text(), swf());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{2, 1, 0, 0, 1});
    CHECK(ruleOf(outcome->report, Rule::ColumnCount).firstLine == 1);
}

TEST_CASE("jobs that wait for others are named as a loss", "[workload][swf]") {
    std::string row = Row{}.text();
    row.replace(row.rfind("-1 -1\n"), 5, "7 0");

    const auto outcome = importText(row, swf());

    REQUIRE(outcome.ok());
    CHECK(outcome.diagnostics()[0].message.key == "workload.swf_dependencies");
}
