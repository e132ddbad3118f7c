#include "trace_files.hpp"

#include <gpuplan/workload/request_trace.hpp>

#include <catch2/catch.hpp>

#include <filesystem>

using namespace gpuplan;
using namespace gpuplan::workload;

namespace {

Result<RequestRecord> readText(const std::string& text) {
    const test::TemporaryFile file(text);
    return readRequests(file.path());
}

/// `line: key` of each problem.
std::vector<std::string> problems(const std::string& text) {
    std::vector<std::string> result;
    const auto read = readText(text);
    for (const Diagnostic& problem : read.diagnostics())
        result.push_back(std::to_string(problem.at.line) + ": " + problem.message.key);
    return result;
}

using List = std::vector<std::string>;

} // namespace

TEST_CASE("requests with calendar times begin at their first second", "[workload][requests]") {
    const RequestRecord record = *readText("TIMESTAMP,ContextTokens,GeneratedTokens\r\n"
                                           "2023-11-16 18:15:46.6805900,374,44\r\n"
                                           "2023-11-16 18:15:50.9951690,396,109\r\n");

    REQUIRE(record.rows.size() == 2);
    CHECK(record.rows[0].at == 680'590);
    CHECK(record.rows[0].input == 374);
    CHECK(record.rows[0].output == 44);
    CHECK(record.rows[1].at == 4'995'169);
    CHECK(record.length == 5'000'000); // to the end of the last second
}

TEST_CASE("requests in seconds need no tokens, and other columns are passed over",
          "[workload][requests]") {
    const RequestRecord record = *readText("user,at_s\nann,100.25\nbob,100.25\nann,103\n");

    REQUIRE(record.rows.size() == 3);
    CHECK(record.rows[1].at == 250'000);
    CHECK(record.rows[2].at == 3'000'000);
    CHECK(record.rows[0].input == 0); // not told
    CHECK(record.length == 4'000'000);
}

TEST_CASE("counts per bin keep their bins", "[workload][requests]") {
    const RequestRecord record = *readText("bin_start_s,bin_end_s,requests\n60,120,7\n120,300,0\n");

    REQUIRE(record.bins.size() == 2);
    CHECK(record.bins[0].from == 0);
    CHECK(record.bins[0].to == 60'000'000);
    CHECK(record.bins[0].requests == 7);
    CHECK(record.length == 240'000'000);
}

TEST_CASE("every faulty row of requests is told with its line", "[workload][requests]") {
    CHECK(problems("at_s,input_tokens\n1,5\nx,5\n2,-1\n3\n1,5\n") ==
          List{"3: workload.request.value", "4: workload.request.value",
               "5: workload.request.columns"});
    CHECK(problems("at_s\n5\n4\n") == List{"3: workload.request.order"});
    CHECK(problems("TIMESTAMP\n2023-11-16 25:00:00\n") == List{"2: workload.request.stamp"});
    CHECK(
        problems("bin_start_s,bin_end_s,requests\n0,10,1\n5,20,1\n30,30,1\n40,50,1.5\n") ==
        List{"3: workload.request.bins", "4: workload.request.bins", "5: workload.request.value"});
}

TEST_CASE("a file that is no list of requests is refused", "[workload][requests]") {
    CHECK(problems("") == List{"0: workload.empty_file"});
    CHECK(problems("when,what\n1,2\n") == List{"1: workload.request.no_list"});
    CHECK(problems("at_s\n") == List{"0: workload.request.none"});
    CHECK(problems("bin_start_s,bin_end_s,requests\n0,1,60000000\n").size() == 1);
}

TEST_CASE("the published hour of requests is read whole", "[workload][requests]") {
    const std::string file =
        GPUPLAN_SOURCE_DIR "/../shared/traces/azure-llm-2023/AzureLLMInferenceTrace_conv.csv";
    if (!std::filesystem::exists(file)) {
        WARN("skipped: " << file << " is not there");
        return;
    }

    const RequestRecord record = *readRequests(file);

    // Counts and sums of its SOURCE.md; 18:15:46 to 19:14:08.
    CHECK(record.rows.size() == 19'366);
    std::int64_t input = 0;
    std::int64_t output = 0;
    for (const RequestRow& row : record.rows) {
        input += row.input;
        output += row.output;
    }
    CHECK(input == 22'361'870);
    CHECK(output == 4'088'665);
    CHECK(record.length == (58 * 60 + 23) * std::int64_t{1'000'000});
}
