#include "trace_files.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <limits>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

const std::string header = "job_id,user,submit_s,gpus,duration_s,walltime_s\n";

/// The rule under which a row of the usual columns is quarantined, or what became of it.
std::string fateOf(const std::string& row) {
    const auto outcome = importText(header + row + "\n");
    REQUIRE(outcome.ok());
    const ImportReport& report = outcome->report;
    CHECK(report.rows.read == 1);
    CHECK(report.rows.taken + report.rows.merged + report.rows.quarantined == 1);
    std::string fate = report.rows.taken == 1 ? "taken" : "quarantined";
    for (const RuleCount& count : report.byRule) {
        CHECK(count.rows == 1);
        CHECK(count.firstLine == 2);
        fate += " " + std::string(ruleName(count.rule));
    }
    return fate;
}

} // namespace

TEST_CASE("the columns of the bench traces are read", "[workload][gpuplan]") {
    const auto outcome = importText(header + "1,u0169,5,4,15460,28800\n2,u0122,6,0.5,385,1800\n");

    REQUIRE(outcome.ok());
    CHECK(outcome.diagnostics().empty());
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 2);
    CHECK(jobs.ids.text(1) == "2");
    CHECK(jobs.submit == std::vector<std::int64_t>{5 * second, 6 * second});
    CHECK(jobs.duration == std::vector<std::int64_t>{15460 * second, 385 * second});
    CHECK(jobs.estimate == std::vector<std::int64_t>{28800 * second, 1800 * second});
    CHECK(jobs.gpus == std::vector<std::int32_t>{4000, 500});
    CHECK(jobs.users[jobs.user[0]] == "u0169");
    CHECK(jobs.users[jobs.user[1]] == "u0122");
    CHECK_FALSE(jobs.zero);
    const ImportReport& report = outcome->report;
    CHECK(report.rows == ImportReport::Rows{2, 2, 0, 0, 0});
    CHECK(report.gpuJobs == 2);
    // 4 x 15,460 s + 0.5 x 385 s
    CHECK(report.gpuTime == GpuTime(Int128{4000 * 15460 + 500 * 385} * second));
    CHECK(report.firstSubmit == seconds(5));
    CHECK(report.lastEnd == seconds(5 + 15460));
    CHECK(report.span() == seconds(15460));
}

TEST_CASE("milliseconds, other orders and other delimiters are read", "[workload][gpuplan]") {
    const auto outcome =
        importText("\xef\xbb\xbf# a comment\r\n\r\nDuration_ms;gpus;team;submit_s;model\r\n"
                   "1500;1;\"vision; two\";2.25;\r\n250;2;;3;llm\r\n");

    REQUIRE(outcome.ok());
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 2);
    CHECK(jobs.ids.text(0) == "1");
    CHECK(jobs.submit == std::vector<std::int64_t>{2'250'000, 3 * second});
    CHECK(jobs.duration == std::vector<std::int64_t>{1'500'000, 250'000});
    CHECK(jobs.teams[jobs.team[0]] == "vision; two");
    CHECK(jobs.teams[jobs.team[1]].empty());
    CHECK(jobs.models[jobs.model[0]].empty());
    CHECK(jobs.models[jobs.model[1]] == "llm");
    CHECK(jobs.user.empty());
    CHECK(jobs.estimate.empty());
}

TEST_CASE("decimal times are exact and rounded half to even", "[workload][gpuplan]") {
    const auto outcome = importText(
        header + "1,a,0.1,1,0.0000005,\n2,a,0.3,1,0.0000015,\n3,a,1e3,1,12345678.123456,\n"
                 "4,a, 2 ,1,0.00000050000000000000000000000000000000000000001,\n");

    REQUIRE(outcome.ok());
    const JobTable& jobs = outcome->jobs;
    CHECK(jobs.submit == std::vector<std::int64_t>{100'000, 300'000, 1000 * second, 2 * second});
    // Ties go to the even neighbour: 0.5 us to 0, 1.5 us to 2; a trace more than 0.5 us to 1.
    CHECK(jobs.duration[0] == 0);
    CHECK(jobs.duration[1] == 2);
    CHECK(jobs.duration[2] == 12'345'678'123'456);
    CHECK(jobs.duration[3] == 1);
}

TEST_CASE("every row that can not be a job is quarantined by its rule", "[workload][gpuplan]") {
    CHECK(fateOf("1,a,0,1,60") == "quarantined column_count");
    CHECK(fateOf("1,a,0,1,60,,") == "quarantined column_count");
    CHECK(fateOf("\"1\"x,a,0,1,60,") == "quarantined malformed_quotes");
    CHECK(fateOf("1,a,,1,60,") == "quarantined missing_value");
    CHECK(fateOf("1,a,0,,60,") == "quarantined missing_value");
    CHECK(fateOf("1,a,nan,1,60,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,NaN,60,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,inf,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,-nan,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,1e,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,1.,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,0x10,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,+-5,") == "quarantined bad_number");
    CHECK(fateOf("1,a,0,1,\"1,000\",") == "quarantined bad_number");
    CHECK(fateOf("1,a,-1,1,60,") == "quarantined negative_submit");
    CHECK(fateOf("1,a,1e18,1,60,") == "quarantined submit_out_of_range");
    CHECK(fateOf("1,a,0,-1,60,") == "quarantined negative_gpus");
    CHECK(fateOf("1,a,0,-1e30,60,") == "quarantined negative_gpus");
    CHECK(fateOf("1,a,0,1,,") == "quarantined never_ran");
    CHECK(fateOf("1,a,0,1,-1,") == "quarantined negative_run_time");
    CHECK(fateOf("1,a,0,1,-1e400,") == "quarantined negative_run_time");
    CHECK(fateOf("1,a,0,1,1000000000000000000,") == "quarantined too_long");
    CHECK(fateOf("1,a,0,1,1e400,") == "quarantined too_long");
    CHECK(fateOf(std::string("1\0x,a,0,1,60,", 13)) == "quarantined control_character");
    CHECK(fateOf(std::string("1,a\0,0,1,60,", 12)) == "quarantined control_character");
    CHECK(fateOf(std::string("1,a,0,1\0,60,", 12)) == "quarantined bad_number");
}

TEST_CASE("a GPU count has room for 2^31 - 1 thousandths", "[workload][gpuplan]") {
    CHECK(fateOf("1,a,0,2147483.647,60,") == "taken");
    CHECK(fateOf("1,a,0,2147483.648,60,") == "quarantined too_many_gpus");
    CHECK(fateOf("1,a,0,1e300,60,") == "quarantined too_many_gpus");
}

TEST_CASE("a job may run for 100 years, and no longer", "[workload][gpuplan]") {
    CHECK(fateOf("1,a,0,1,3155760000,") == "taken"); // 36,525 days x 86,400 s
    CHECK(fateOf("1,a,0,1,3155760000.000001,") == "quarantined too_long");
}

TEST_CASE("odd but usable rows are taken with a warning", "[workload][gpuplan]") {
    CHECK(fateOf("1,a,0,1,60,60") == "taken");
    CHECK(fateOf("1,a,0,0,60,60") == "taken");
    CHECK(fateOf("1,a,0,1,0,60") == "taken zero_run_time");
    CHECK(fateOf("1,a,0,0.3333,60,60") == "taken gpus_rounded");
    CHECK(fateOf("1,a,0,1,60,0") == "taken limit_not_usable");
    CHECK(fateOf("1,a,0,1,60,-1") == "taken limit_not_usable");
    CHECK(fateOf("1,a,0,1,60,UNLIMITED") == "taken limit_not_usable");
    CHECK(fateOf("1,a,0,1,60,1e18") == "taken limit_not_usable");
    CHECK(fateOf("1,m\xfcller,0,1,60,60") == "taken not_utf8");
    CHECK(fateOf("1,m\xc3\xbcller,0,1,60,60") == "taken");
}

TEST_CASE("a share of a GPU never becomes none", "[workload][gpuplan]") {
    const auto outcome = importText(header + "1,a,0,0.0001,60,\n");

    REQUIRE(outcome.ok());
    CHECK(outcome->jobs.gpus[0] == 1);
    CHECK(ruleOf(outcome->report, Rule::GpusRounded).rows == 1);
}

TEST_CASE("the report tells what quarantined rows would have added", "[workload][gpuplan]") {
    const auto outcome = importText(header + "1,a,-5,4,7200,\n2,a,,2,3600,\n3,a,0,8,1e18,\n");

    REQUIRE(outcome.ok());
    CHECK(outcome->report.jobs == 0);
    CHECK(outcome->report.gpuTime == GpuTime());
    CHECK(ruleOf(outcome->report, Rule::NegativeSubmit).gpuTime.inHours() == 8.0); // 4 x 2 h
    CHECK(ruleOf(outcome->report, Rule::MissingValue).gpuTime.inHours() == 2.0);   // 2 x 1 h
    // 8 GPUs x 100 years of 8,766 h
    CHECK(ruleOf(outcome->report, Rule::TooLong).gpuTime.inHours() == 8.0 * 876'600.0);
    CHECK(ruleOf(outcome->report, Rule::TooLong).firstLine == 4);
}

TEST_CASE("ids that occur again and equal rows are warned of", "[workload][gpuplan]") {
    const auto outcome = importText(header + "7,a,5,1,60,\n3,b,0,1,60,\n7,a,5,1,60,\n3,b,1,1,60,\n"
                                             "7,a,5,1,60,\n8,a,5,1,0,\n8,a,5,1,0,\n");

    REQUIRE(outcome.ok());
    const ImportReport& report = outcome->report;
    CHECK(report.rows.taken == 7);
    // Lines 4 and 6 repeat line 2, line 8 repeats line 7; line 5 has the id of line 3.
    const RuleCount equal = ruleOf(report, Rule::EqualRow);
    CHECK(equal.rows == 3);
    CHECK(equal.firstLine == 4);
    const RuleCount duplicate = ruleOf(report, Rule::DuplicateId);
    CHECK(duplicate.rows == 1);
    CHECK(duplicate.firstLine == 5);
    // Lines 7 and 8 ran for no time; line 8 has two warnings and counts once.
    CHECK(report.rows.warned == 5);
}

TEST_CASE("text ids that occur again are found, across files too", "[workload][gpuplan]") {
    const TemporaryFile first(header + "x-2,a,5,1,60,\nbad\nx-1,b,0,1,60,\n");
    const TemporaryFile second_(header + "\n\nx-3,a,5,1,60,\nx-1,c,7,1,60,\n");
    std::vector<std::string> heard;
    ImportOptions options;
    options.onRow = [&](const RowVerdict& row) {
        heard.push_back(std::string(row.file == first.path() ? "first" : "second") + ":" +
                        std::to_string(row.line) + " " + std::string(ruleName(row.rule)) + " " +
                        std::string(row.id));
    };

    const auto outcome = readTrace({first.path(), second_.path()}, options);

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows == ImportReport::Rows{5, 4, 1, 0, 1});
    CHECK(heard == std::vector<std::string>{"first:3 column_count ", "second:5 duplicate_id x-1"});
    CHECK(ruleOf(outcome->report, Rule::DuplicateId).firstFile == second_.path());
}

TEST_CASE("a file that is no job list is refused with what is missing", "[workload][gpuplan]") {
    const auto problem = [](const std::string& text) {
        const auto outcome = importText(text);
        REQUIRE_FALSE(outcome.ok());
        CHECK(outcome.diagnostics()[0].trouble == Trouble::Input);
        return outcome.diagnostics()[0].message;
    };

    CHECK(problem("").key == "workload.empty_file");
    CHECK(problem("\n \n\n").key == "workload.empty_file");
    CHECK(problem("runtime\n0.0\n").key == "workload.missing_columns");
    CHECK(problem("runtime\n0.0\n").arguments[1] == "\"submit_s\", \"gpus\", \"duration_s\"");
    CHECK(problem("submit_s,gpus,gpus,duration_s\n").key == "workload.column_twice");
    CHECK(problem("submit_s,submit_ms,gpus,duration_s\n").key == "workload.column_two_units");
    CHECK(problem(std::string("a\0b,c\n", 6)).key == "workload.not_text");
    CHECK(problem(header + "1,\"a,0,1,60,\n2,a,0,1,60,\n").key == "workload.quote_not_closed");
}

TEST_CASE("a header alone is an empty trace, with a warning", "[workload][gpuplan]") {
    const auto outcome = importText(header);

    REQUIRE(outcome.ok());
    CHECK(outcome->jobs.size() == 0);
    CHECK_FALSE(outcome->report.firstSubmit);
    CHECK(keysOf(outcome.diagnostics()) == "workload.no_rows");
}

TEST_CASE("a column that is not read is named, with the nearest that is", "[workload][gpuplan]") {
    const auto outcome = importText("job_id,submit_s,gpus,duration_s,waltime_s\n1,0,1,60,90\n");

    REQUIRE(outcome.ok());
    REQUIRE(keysOf(outcome.diagnostics()) == "workload.unknown_column");
    CHECK(outcome.diagnostics()[0].candidates == std::vector<std::string>{"walltime_s"});
}

TEST_CASE("formats not read yet and unknown ones are told apart", "[workload]") {
    ImportOptions options;
    options.format = "helios";
    CHECK(keysOf(readTrace({"x"}, options).diagnostics()) == "workload.format_not_yet");
    options.format = "phily";
    const auto outcome = readTrace({"x"}, options);
    CHECK(keysOf(outcome.diagnostics()) == "workload.unknown_format");
    CHECK(outcome.diagnostics()[0].candidates == std::vector<std::string>{"philly"});
}

TEST_CASE("reading a trace stops when asked", "[workload]") {
    const TemporaryFile file(header + "1,a,0,1,60,\n");

    const auto outcome = readTrace({file.path()}, {}, [] { return true; });

    REQUIRE(outcome.ok());
    CHECK(outcome->stopped);
}
