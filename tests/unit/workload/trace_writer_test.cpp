#include "trace_files.hpp"

#include <gpuplan/workload/trace_writer.hpp>

#include <catch2/catch.hpp>

#include <sstream>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

std::string written(const JobTable& jobs) {
    std::ostringstream out;
    writeTrace(out, jobs);
    return out.str();
}

} // namespace

TEST_CASE("a trace written is the trace read", "[workload][writer]") {
    const std::string text = "job_id,user,submit_s,gpus,duration_s,walltime_s,team,model\n"
                             "a 1,ada,0,4,3600,7200,vision,\n"
                             "\"b,\"\"2\"\"\",,0.000001,0.005,1800.5,,,\"llm, large\"\n"
                             "c,bob,12345678,1000000,0,86400.25,nlp,\n";

    const auto outcome = importText(text);

    REQUIRE(outcome.ok());
    CHECK(written(outcome->jobs) == text);
}

TEST_CASE("columns that no job fills are left out or empty", "[workload][writer]") {
    const auto outcome = importText("submit_s,gpus,duration_s\n5,1,60\n");

    REQUIRE(outcome.ok());
    CHECK(written(outcome->jobs) ==
          "job_id,user,submit_s,gpus,duration_s,walltime_s\n1,,5,1,60,\n");
}

TEST_CASE("a large trace comes back whole", "[workload][writer]") {
    std::string text = "job_id,user,submit_s,gpus,duration_s,walltime_s\n";
    for (int i = 1; i <= 20'000; ++i)
        text += std::to_string(i) + ",u" + std::to_string(i % 7) + "," + std::to_string(i) +
                ".5,1,60,90\n";

    const auto outcome = importText(text);

    REQUIRE(outcome.ok());
    CHECK(written(outcome->jobs) == text);
}
