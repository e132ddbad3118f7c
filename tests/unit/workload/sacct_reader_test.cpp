#include "trace_files.hpp"

#include <gpuplan/workload/sacct_fields.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

ImportOptions sacct(std::vector<std::string> columns = {}) {
    ImportOptions options;
    options.format = "sacct";
    options.timeZone = "UTC";
    options.columns = std::move(columns);
    return options;
}

const std::string header =
    "JobID|User|Account|State|Submit|Start|End|Elapsed|Timelimit|ReqTRES|AllocTRES|JobName\n";

struct Row {
    std::string id = "100";
    std::string state = "COMPLETED";
    std::string submit = "2024-03-01T08:00:00";
    std::string start = "2024-03-01T08:00:10";
    std::string end = "2024-03-01T09:00:10";
    std::string elapsed = "01:00:00";
    std::string limit = "02:00:00";
    std::string requested = "";
    std::string allocated = "billing=12,cpu=12,gres/gpu=2,mem=31000M,node=1";
    std::string name = "train";

    std::string text() const {
        return id + "|ada|vision|" + state + "|" + submit + "|" + start + "|" + end + "|" +
               elapsed + "|" + limit + "|" + requested + "|" + allocated + "|" + name + "\n";
    }
};

std::string fateOf(const Row& row) {
    const auto outcome = importText(header + row.text(), sacct());
    REQUIRE(outcome.ok());
    std::string fate = outcome->report.rows.taken == 1
                           ? "taken " + GpuCount::milli(outcome->jobs.gpus[0]).text()
                           : "quarantined";
    for (const RuleCount& count : outcome->report.byRule)
        fate += " " + std::string(ruleName(count.rule));
    return fate;
}

std::int64_t span(const char* text) {
    const Field field = parseSlurmSpan(text);
    REQUIRE(field.isGood());
    return field.value;
}

} // namespace

TEST_CASE("Slurm's spans are read", "[workload][sacct]") {
    CHECK(span("01:02:03") == (3600 + 120 + 3) * second);
    CHECK(span("10-13:27:06") == ((10 * 24 + 13) * 3600 + 27 * 60 + 6) * second);
    CHECK(span("08:01.433") == 481'433'000);
    CHECK(span("125-00:00:00") == 125 * 86400 * second);
    CHECK(span("00:00:00") == 0);
    CHECK(parseSlurmSpan("").state == FieldState::Empty);
    for (const char* text : {"UNLIMITED", "1", "-1:00:00", "1-", "a:b:c", "1:2:3:4", "01:-2:03",
                             "01:02:-3", "--1:00:00", "1:2:", ":::", "99999999999999:00:00"})
        CHECK(parseSlurmSpan(text).state == FieldState::NotANumber);
    CHECK(parseSlurmSpan("999999999-00:00:00").state == FieldState::TooLarge);
}

TEST_CASE("GPUs of a TRES list are counted once", "[workload][sacct]") {
    const auto gpus = [](const char* text) {
        const Field field = parseTresGpus(text);
        return field.isGood() ? GpuCount::milli(field.value).text() : std::string("not good");
    };

    CHECK(gpus("") == "0");
    CHECK(gpus("billing=1,cpu=1,mem=1000M,node=1") == "0");
    CHECK(gpus("billing=10,cpu=10,gres/gpu=4,mem=374000M,node=2") == "4");
    CHECK(gpus("cpu=1,gres/gpu:p100=1,mem=125G,node=1") == "1");
    CHECK(gpus("gres/gpu=4,gres/gpu:a100=4") == "4");
    CHECK(gpus("gres/gpu:a100=4,gres/gpu=4") == "4");
    CHECK(gpus("gres/gpu:a100=2,gres/gpu:v100=1") == "3");
    CHECK(gpus("gres/gpumem=80G,gres/gpuutil=50,gres/shard=3") == "0");
    CHECK(gpus("gres/gpu=") == "not good");
    CHECK(gpus("gres/gpu") == "not good");
    CHECK(gpus("gres/gpu=many") == "not good");
    CHECK(gpus("gres/gpu=-2") == "not good");
    CHECK(gpus("gres/gpu=99999999999") == "not good");
}

TEST_CASE("array ranges are taken apart", "[workload][sacct]") {
    using Ids = std::vector<std::string>;

    CHECK(expandArray("4_[1-3]") == Ids{"4_1", "4_2", "4_3"});
    CHECK(expandArray("4_[91,100-102]") == Ids{"4_91", "4_100", "4_101", "4_102"});
    CHECK(expandArray("4_[0-6:3%2]") == Ids{"4_0", "4_3", "4_6"});
    CHECK(expandArray("4_[0-4000000]")->size() == mostArrayTasks);
    for (const char* text :
         {"4", "4_7", "4_[]", "4_[3-1]", "4_[1,...]", "4_[a]", "4_[1-5:0]",
          "4_[0-18446744073709551615]", "4_[1%x]", "4_[0-4000000,0-4000000]", "4_[1"})
        CHECK_FALSE(expandArray(text));
}

TEST_CASE("a job of sacct with everything", "[workload][sacct]") {
    const auto outcome = importText(header + Row{}.text(), sacct());

    REQUIRE(outcome.ok());
    CHECK(outcome.diagnostics().empty());
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 1);
    CHECK(jobs.ids.text(0) == "100");
    CHECK(jobs.zero == parseInstant("2024-03-01"));
    CHECK(jobs.submit[0] == 8 * 3600 * second);
    CHECK(jobs.duration[0] == 3600 * second);
    CHECK(jobs.estimate[0] == 7200 * second);
    CHECK(jobs.gpus[0] == 2000);
    CHECK(jobs.users[jobs.user[0]] == "ada");
    CHECK(jobs.teams[jobs.team[0]] == "vision");
    CHECK(outcome->report.lastEnd == hours(9) + seconds(10));
}

TEST_CASE("steps are merged into their job, wherever it stands", "[workload][sacct]") {
    const auto outcome = importText(
        header + Row{.id = "5.0"}.text() + Row{.id = "100"}.text() +
            Row{.id = "100.batch", .submit = "", .allocated = "gres/gpu=2"}.text() +
            Row{.id = "100.extern"}.text() + Row{.id = "5"}.text() + Row{.id = "6.0"}.text(),
        sacct());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{6, 2, 0, 3, 1});
    CHECK(ruleOf(outcome->report, Rule::StepWithoutJob).firstLine == 7);
    CHECK(outcome->report.gpuTime.inHours() == 4.0); // two jobs of 2 GPUs x 1 h
}

TEST_CASE("jobs that never ran or still run", "[workload][sacct]") {
    CHECK(
        fateOf({.state = "PENDING", .start = "Unknown", .end = "Unknown", .elapsed = "00:00:00"}) ==
        "quarantined never_ran");
    CHECK(fateOf({.state = "CANCELLED by 7", .start = "None"}) == "quarantined never_ran");
    CHECK(fateOf({.start = ""}) == "quarantined never_ran");
    CHECK(fateOf({.end = "Unknown", .elapsed = ""}) == "quarantined never_ran");
    CHECK(fateOf({.state = "RUNNING", .end = "Unknown"}) == "taken 2 still_running");
    CHECK(fateOf({.state = "CANCELLED by 1300204"}) == "taken 2");
    CHECK(fateOf({.state = "SOMETHING_NEW"}) == "taken 2");
    CHECK(fateOf({.elapsed = "00:00:00"}) == "taken 2 zero_run_time");
    CHECK(fateOf({.id = "105_[1-3,7%2]", .state = "PENDING", .start = "Unknown"}) ==
          "quarantined never_ran");
}

TEST_CASE("sacct rows in trouble", "[workload][sacct]") {
    CHECK(fateOf({.submit = "Unknown"}) == "quarantined missing_value");
    CHECK(fateOf({.submit = "lately"}) == "quarantined bad_time");
    CHECK(fateOf({.start = "lately"}) == "quarantined bad_time");
    CHECK(fateOf({.elapsed = "long"}) == "quarantined bad_time");
    CHECK(fateOf({.end = "2024-03-01T07:00:00", .elapsed = ""}) == "quarantined negative_run_time");
    CHECK(fateOf({.elapsed = "40000-00:00:00"}) == "quarantined too_long");
    CHECK(fateOf({.allocated = "gres/gpu=x"}) == "quarantined bad_number");
    CHECK(fateOf({.id = ""}) == "quarantined missing_value");
    CHECK(fateOf({.id = "7_[1,...]"}) == "quarantined bad_array");
    CHECK(fateOf({.submit = "2024-03-01T08:30:00"}) == "taken 2 start_before_submit");
}

TEST_CASE("limits that are words are no limits", "[workload][sacct]") {
    for (const char* word : {"UNLIMITED", "Partition_Limit", ""}) {
        const auto outcome = importText(header + Row{.limit = word}.text(), sacct());
        REQUIRE(outcome.ok());
        CHECK(outcome->jobs.estimate.empty());
        CHECK(outcome->report.rows.warned == 0);
    }
    CHECK(fateOf({.limit = "forever"}) == "taken 2 limit_not_usable");
    CHECK(fateOf({.limit = "00:00:00"}) == "taken 2 limit_not_usable");
}

TEST_CASE("what was asked counts where nothing was allocated", "[workload][sacct]") {
    CHECK(fateOf({.requested = "cpu=1,gres/gpu=4", .allocated = ""}) == "taken 4");
    CHECK(fateOf({.requested = "cpu=1,gres/gpu=4"}) == "taken 2");
    CHECK(fateOf({.requested = "cpu=1,gres/gpu=4", .allocated = "cpu=1"}) == "taken 0");
}

TEST_CASE("one row of several array tasks is that many jobs", "[workload][sacct]") {
    const auto outcome = importText(header + Row{.id = "7_[1-3,9]"}.text(), sacct());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{1, 1, 1, 0, 0});
    CHECK(outcome->report.jobs == 4);
    CHECK(outcome->jobs.ids.text(3) == "7_9");
    CHECK(outcome->report.gpuTime.inHours() == 8.0);
}

TEST_CASE("a repeated array is one repeated row, whatever its number of tasks",
          "[workload][sacct]") {
    std::vector<std::uint64_t> lines;
    ImportOptions options = sacct();
    options.onRow = [&](const RowVerdict& row) {
        if (row.rule == Rule::EqualRow)
            lines.push_back(row.line);
    };
    const std::string array = Row{.id = "7_[1-6]"}.text();
    const std::string job = Row{.id = "8"}.text();
    const auto outcome = importText(header + array + job + array + job, options);

    REQUIRE(outcome.ok());
    CHECK(outcome->report.jobs == 14);
    CHECK(outcome->report.rows == ImportReport::Rows{4, 4, 3, 0, 0});
    const RuleCount repeats = ruleOf(outcome->report, Rule::EqualRow);
    CHECK(repeats.rows == 2);
    CHECK(repeats.firstLine == 4);
    CHECK(repeats.gpuTime.inHours() == 6 * 2.0 + 2.0); // 2 GPUs for an hour each
    CHECK(lines == std::vector<std::uint64_t>{4, 5});
}

TEST_CASE("elapsed in seconds and limits in minutes are read", "[workload][sacct]") {
    const auto outcome = importText(
        "JobIDRaw|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocTRES\n"
        "5|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T10:00:00|90|3|gres/gpu=1\n",
        sacct());

    REQUIRE(outcome.ok());
    CHECK(outcome->jobs.duration[0] == 90 * second); // not the 2 h between start and end
    CHECK(outcome->jobs.estimate[0] == 180 * second);
}

TEST_CASE("bars in a job's name are no delimiters where the name is last", "[workload][sacct]") {
    CHECK(fateOf({.name = "odd|name|"}) == "taken 2");
    const auto outcome = importText("JobID|JobName|Submit|Start|Elapsed|AllocTRES\n"
                                    "5|odd|name|2024-03-01T08:00:00|2024-03-01T08:00:00|1:00:00|\n",
                                    sacct());
    REQUIRE(outcome.ok());
    CHECK(ruleOf(outcome->report, Rule::ColumnCount).rows == 1);
}

TEST_CASE("other delimiters, also around the row, are recognized", "[workload][sacct]") {
    const std::string row = "5^|^2024-03-01T08:00:00^|^2024-03-01T08:00:00^|^01:00:00^|^"
                            "gres/gpu=1^|^odd|name";
    const std::string names = "JobID^|^Submit^|^Start^|^Elapsed^|^AllocTRES^|^JobName";
    const std::vector<std::string> columns{"JobID",   "Submit",    "Start",
                                           "Elapsed", "AllocTRES", "JobName"};
    const auto jobs = [](const std::string& text, const ImportOptions& options) {
        const auto outcome = importText(text, options);
        return outcome.ok() ? std::to_string(outcome->report.jobs) : keysOf(outcome.diagnostics());
    };

    CHECK(jobs(names + "\n" + row + "\n", sacct()) == "1");
    CHECK(jobs("^|^" + names + "^|^\n^|^" + row + "^|^\n", sacct()) == "1");
    CHECK(jobs("^|^" + row + "^|^\n", sacct(columns)) == "1");
    CHECK(jobs(row + "\n" + row + "\n", sacct(columns)) == "2");
    CHECK(jobs("JobID|Submit|Start|Elapsed|AllocTRES|\n"
               "5|2024-03-01T08:00:00|2024-03-01T08:00:00|01:00:00|gres/gpu=1|\n",
               sacct()) == "1");
}

TEST_CASE("a file whose columns can not be known is refused", "[workload][sacct]") {
    const std::string row = "5|2024-03-01T08:00:00|2024-03-01T08:00:00|01:00:00|gres/gpu=1\n";
    const auto problem = [](const std::string& text, const ImportOptions& options) {
        return keysOf(importText(text, options).diagnostics());
    };

    CHECK(problem(row, sacct()) == "workload.sacct_no_header");
    CHECK(problem("", sacct()) == "workload.empty_file");
    CHECK(problem("\n\n", sacct()) == "workload.empty_file");
    CHECK(problem(row, sacct({"JobID", "Submit"})) == "workload.sacct_columns_do_not_fit");
    CHECK(problem(row, sacct({"JobID", "State", "Start", "Elapsed", "AllocTRES"})) ==
          "workload.missing_columns");
    CHECK(problem(row, sacct({"JobID", "Submit", " Start", "Elapsed", "AllocTRES"})).empty());
    CHECK(problem("JobID|State\n", sacct()) == "workload.missing_columns");
    const auto missing = importText("JobID|State\n", sacct());
    CHECK(missing.diagnostics()[0].message.arguments[1] ==
          "\"Submit\", \"Start\", \"Elapsed\", \"AllocTRES\"");
    CHECK(problem(header + Row{}.text(), sacct({"JobID"})) == "workload.sacct_columns_not_used");
}

TEST_CASE("the zone of sacct's times", "[workload][sacct]") {
    ImportOptions options = sacct();
    options.timeZone.reset();
    CHECK(keysOf(importText(header + Row{}.text(), options).diagnostics()) == "workload.no_zone");

    // 2024-03-31: at 02:00 the clocks of Oslo went to 03:00. 02:30 did not occur: read with the
    // offset before, UTC+1, it is 01:30Z.
    options.timeZone = "Europe/Oslo";
    const auto outcome = importText(header + Row{.submit = "2024-03-31T02:30:00",
                                                 .start = "2024-03-31T03:30:00",
                                                 .end = "2024-03-31T04:30:00"}
                                                 .text(),
                                    options);
    REQUIRE(outcome.ok());
    CHECK(instantText(*outcome->jobs.zero + Duration(outcome->jobs.submit[0])) ==
          "2024-03-31T01:30:00Z");
    CHECK(ruleOf(outcome->report, Rule::TimeInGap).rows == 1);

    options.timeZone = "Atlantis/Capital";
    CHECK(keysOf(importText(header + Row{}.text(), options).diagnostics()) ==
          "workload.unknown_zone");
}

TEST_CASE("an offset in the time itself is obeyed", "[workload][sacct]") {
    ImportOptions options = sacct();
    options.timeZone = "Europe/Oslo";
    for (const char* time : {"2024-06-01T10:00:00+02:00", "2024-06-01T08:00:00Z",
                             "2024-06-01T10:00:00", "2024-06-01T03:30:00-0430"}) {
        const auto outcome = importText(
            header + Row{.submit = time, .start = "2024-06-01T09:00:00Z"}.text(), options);
        REQUIRE(outcome.ok());
        CHECK(outcome->jobs.submit[0] == 8 * 3600 * second);
    }
}

TEST_CASE("names of any letters and a last line without line feed", "[workload][sacct]") {
    std::string text = header + Row{.name = "\xc3\xa6\xc3\xb8\xc3\xa5"}.text();
    text.pop_back();

    const auto outcome = importText(text, sacct());

    REQUIRE(outcome.ok());
    CHECK(outcome->report.jobs == 1);
}
