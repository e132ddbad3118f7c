#include "sample_run.hpp"

#include <gpuplan/report/run_document.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/report/step_tables.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::report;
using Catch::Detail::Approx;

namespace {

metrics::StepResult& step(metrics::RunResult& run) {
    return run.alternatives[0].steps[0];
}

using Row = std::vector<std::string>;

} // namespace

TEST_CASE("milliseconds of a step sum to it as shown, in three groups", "[report][step]") {
    metrics::RunResult run = test::sampleStepRun();

    const Table table = stepTimeTable(run, Language::English);

    // Fetching is 100 ms, a quarter of it opens. I/O 25 + 75 + 40, math 200 + 20 + 10.
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0] == Row{"owned", "vision", "400.0", "140.0", "30.0", "230.0", "25.0", "75.0",
                               "40.0", "200.0", "20.0", "10.0"});

    // Thirds of a millisecond: none is lost in rounding. 0.1 ms is the unit.
    step(run).warm.ladder = {0.1 + 1.0 / 30000, 0.1 + 2.0 / 30000, 0.1001, 0.1001, 0.1001, 0.1001};
    const Row row = stepTimeTable(run, Language::English).rows[0];
    CHECK(row[2] == "100.1");
    CHECK(Row(row.begin() + 9, row.end()) == Row{"100.1", "0.0", "0.0"});
}

TEST_CASE("short steps are shown to the microsecond", "[report][step]") {
    metrics::RunResult run = test::sampleStepRun();
    step(run).warm.ladder = {0.0012, 0.0012, 0.0012345, 0.0012345, 0.0012345, 0.0012345};
    step(run).warm.open = step(run).warm.readPayload = 0;

    const Row row = stepTimeTable(run, Language::English).rows[0];

    // 1.2345 ms: 1.200 + 0.034 (half to even).
    CHECK(row[2] == "1.234");
    CHECK(row[9] == "1.200");
    CHECK(row[11] == "0.034");
}

TEST_CASE("memory, busy and tensor-active are three figures", "[report][step]") {
    metrics::RunResult run = test::sampleStepRun();

    // 26 of 22 GB; (200 + 15) / 400; 100 / 400.
    CHECK(stepUseTable(run, Language::English).rows[0] == Row{"owned", "vision", "8 x V100",
                                                              "1,280", "26.0", "118 %", "54 %",
                                                              "25 %", "stages, estimated"});

    step(run).memoryNeed.reset();
    step(run).warm.tensorSeconds = 0;
    const Row row = stepUseTable(run, Language::English).rows[0];
    CHECK(row[4] == "n/a");
    CHECK(row[5] == "n/a");
    CHECK(row[7] == "n/a");
    // Before hiding: forward 190, update 10, collectives 50; the first pass 1,600 ms.
    const Row times = stepTimelineTable(test::sampleStepRun(), Language::English).rows[0];
    CHECK(times[2] == "190.0");
    CHECK(times[3] == "10.0");
    CHECK(times[5] == "50.0");
    CHECK(times.back() == "1,600.0");
}

TEST_CASE("below half busy the limiting stage is named, at half it is not", "[report][step]") {
    metrics::RunResult run = test::sampleStepRun();
    step(run).memoryNeed = 20e9;
    step(run).fitsWith.clear();
    CHECK(stepLines(run, Language::English).empty());

    // (180 + 15) / 400 = 49 %.
    step(run).warm.ladder[0] = 0.18;
    CHECK(stepLines(run, Language::English) ==
          Row{"vision on owned: GPUs are busy 49 % of a step; what limits it is waiting for "
              "storage: without that a step would take 320.0 ms in place of 400.0 ms"});
}

TEST_CASE("a model that does not fit is told by how much, and what helps", "[report][step]") {
    metrics::RunResult run = test::sampleStepRun();
    CHECK(stepLines(run, Language::English) ==
          Row{"vision on owned: needs 26.0 GB of a GPU's 22.0 GB, 4.0 GB too much; fits with "
              "micro_batch 32"});
    step(run).fitsWith = {"mixed precision", "sharding 2"};
    CHECK(stepLines(run, Language::English)[0].ends_with("mixed precision; or sharding 2"));
    step(run).fitsWith.clear();
    CHECK(stepLines(run, Language::English)[0].ends_with("no change tried makes it fit"));
    step(run).pool.clear();
    CHECK(stepLines(run, Language::English)[0].ends_with("those of the first pool"));
}

TEST_CASE("speed-ups without a cause are those of the whole step", "[report][step]") {
    // 400 / 380, 400 / 395, 400 / 390, 400 / 400, 400 / 320.
    CHECK(stepSpeedupTable(test::sampleStepRun(), Language::English).rows[0] ==
          Row{"owned", "vision", "1.05x", "1.01x", "1.03x", "1.00x", "1.25x"});
}

TEST_CASE("wall time is shown with the queue and sums as shown", "[report][step]") {
    const Table table = wallTimeTable(test::sampleStepRun(), Language::English);

    CHECK(table.columns[1].heading == "owned: vision");
    CHECK(table.rows == std::vector<Row>{{"waiting in the queue", "0.5"},
                                         {"waiting for storage", "2.5"},
                                         {"computing", "5.0"},
                                         {"total", "8.0"}});
}

TEST_CASE("idle paid time multiplies the bill", "[report][step]") {
    // 1,000 paid, 500 useful; the other alternative knows no useful hours.
    CHECK(multiplierLines(test::sampleRun(), Language::English) ==
          Row{"owned pays 2.00 times what its useful GPU-hours alone would cost: 50 % of the paid "
              "ones did no useful work"});
    // The practitioners' rule: 30 % more is 23 % idle.
    metrics::RunResult run = test::sampleRun();
    run.alternatives[0].gpuHours.paid = test::gpuHoursOf(1300);
    run.alternatives[0].gpuHours.useful = test::gpuHoursOf(1000);
    CHECK(*billMultiplier(run.alternatives[0]) == Approx(1.3));
    CHECK(multiplierLines(run, Language::English)[0].find("23 %") != std::string::npos);
}

TEST_CASE("utilization has three levels by their DCGM names", "[report][step]") {
    const Table table = utilizationTable(test::sampleRun(), Language::English);

    CHECK(table.rows[0] ==
          Row{"allocated: held by jobs", "the scheduler's accounts", "80 %", "n/a"});
    CHECK(table.rows[1][1] == "DCGM_FI_DEV_GPU_UTIL");
    CHECK(table.rows[1][2] == "60 %");
    CHECK(table.rows[2][1] == "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE");
    CHECK(table.rows[2][2] == "n/a");
}

TEST_CASE("advice is told with effort, gain and what binds then; the plan together",
          "[report][advice]") {
    const auto sections = adviceSections(test::sampleStepRun(), Language::English);

    REQUIRE(sections.size() == 1);
    CHECK(sections[0].heading == "What helps most on owned");
    REQUIRE(sections[0].blocks.size() == 4);
    const Table& items = std::get<Table>(sections[0].blocks[1]);
    CHECK(items.rows[0] == Row{"raise the loader's workers from 1 to 8", "today", "~+41,000", "0",
                               "3,000", "1.25x", "90", "60 s", "waiting for storage"});
    CHECK(items.rows[1] == Row{"add 2 nodes", "this quarter", "~-55,000", "-55,000", "59,000",
                               "1.00x", "0", "n/a", ""});
    const Table& plan = std::get<Table>(sections[0].blocks[3]);
    CHECK(plan.rows[0] ==
          Row{"today", "raise the loader's workers from 1 to 8", "+41,000", "1.25x"});
    CHECK(adviceSections(test::sampleRun(), Language::English).empty());
    // In short: what loses money is left out, and one change needs no sum.
    CHECK(adviceLines(test::sampleStepRun(), Language::English) ==
          Row{"owned: ~+41,000 USD a month (0 of it in cash): raise the loader's workers from 1 to "
              "8 (today, 1.25x "
              "faster)"});
    metrics::RunResult two = test::sampleStepRun();
    two.alternatives[0].advice->items.push_back(two.alternatives[0].advice->items[0]);
    CHECK(adviceLines(two, Language::English).back() ==
          "owned: +41,000 USD a month, 1.25x faster, with all that is worth its price together");
}

TEST_CASE("summary and report hold the parts of a step; without steps nothing of it",
          "[report][step]") {
    const metrics::RunResult run = test::sampleStepRun();
    const std::string summary = plainText(runSummary(run, Language::English), 110);
    for (std::size_t begin = 0; begin < summary.size();) {
        const std::size_t end = summary.find('\n', begin);
        CHECK(end - begin <= 110);
        begin = end + 1;
    }
    for (const char* part : {"Where a step's time goes", "400.0", "4.0 GB too much", "118 %",
                             "What helps most", "+41,000 USD a month", "~ rests on step models"})
        CHECK_THAT(summary, Catch::Contains(std::string(part)));
    const std::string report = markdown(runReport(run, Language::English));
    for (const char* part :
         {"## Where a step's time goes", "before anything hides", "Three levels of utilization",
          "DCGM_FI_DEV_GPU_UTIL", "| **total** | **8.0** |", "## What helps most on owned"})
        CHECK_THAT(report, Catch::Contains(std::string(part)));

    const std::string without = plainText(runSummary(test::sampleRun(), Language::English), 110);
    for (const char* part : {"step", "What helps"})
        CHECK_THAT(without, !Catch::Contains(std::string(part)));
}
