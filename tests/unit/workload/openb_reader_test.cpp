#include "trace_files.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

const std::string header = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
                           "creation_time,deletion_time,scheduled_time\n";
const std::string nodes = "sn,cpu_milli,memory_mib,gpu,model\nnode-0,64000,262144,2,P100\n"
                          "node-1,96000,786432,8,V100M32\nnode-2,32000,262144,0,\n";

/// What becomes of a pod with these GPU columns, phase and times.
std::string fateOf(const std::string& gpus, const std::string& phaseAndTimes) {
    const auto outcome =
        importText(header + "p,1,1," + gpus + ",,LS," + phaseAndTimes + "\n", "openb");
    REQUIRE(outcome.ok());
    std::string fate = outcome->report.rows.taken == 1
                           ? "taken " + GpuCount::milli(outcome->jobs.gpus[0]).text()
                           : "quarantined";
    for (const RuleCount& count : outcome->report.byRule)
        fate += " " + std::string(ruleName(count.rule));
    return fate;
}

ImportOptions openb() {
    ImportOptions options;
    options.format = "openb";
    return options;
}

} // namespace

TEST_CASE("a pod's GPUs are its number or its share of one", "[workload][openb]") {
    CHECK(fateOf("0,0", "Failed,0,60,0") == "taken 0");
    CHECK(fateOf("1,460", "Failed,0,60,0") == "taken 0.46");
    CHECK(fateOf("1,1000", "Failed,0,60,0") == "taken 1");
    CHECK(fateOf("8,1000", "Failed,0,60,0") == "taken 8");
    CHECK(fateOf("0,500", "Failed,0,60,0") == "quarantined bad_gpu_share");
    CHECK(fateOf("1,0", "Failed,0,60,0") == "quarantined bad_gpu_share");
    CHECK(fateOf("1,1001", "Failed,0,60,0") == "quarantined bad_gpu_share");
    CHECK(fateOf("2,500", "Failed,0,60,0") == "quarantined bad_gpu_share");
    CHECK(fateOf("-1,1000", "Failed,0,60,0") == "quarantined negative_gpus");
    CHECK(fateOf("9999999999,1000", "Failed,0,60,0") == "quarantined too_many_gpus");
    CHECK(fateOf(",1000", "Failed,0,60,0") == "quarantined missing_value");
    CHECK(fateOf("1,", "Failed,0,60,0") == "quarantined missing_value");
    CHECK(fateOf("1,half", "Failed,0,60,0") == "quarantined bad_number");
}

TEST_CASE("a pod runs from scheduled to deleted", "[workload][openb]") {
    const auto outcome =
        importText(header + "pod-7,1,1,1,460,T4|P100,LS,Succeeded,100,1000,400\n", "openb");

    REQUIRE(outcome.ok());
    const JobTable& jobs = outcome->jobs;
    REQUIRE(jobs.size() == 1);
    CHECK(jobs.ids.text(0) == "pod-7");
    CHECK(jobs.submit[0] == 100 * second);
    CHECK(jobs.duration[0] == 600 * second);
    CHECK_FALSE(jobs.zero);
    CHECK(outcome->report.lastEnd == seconds(1000));
    // 0.46 GPU x 600 s
    CHECK(outcome->report.gpuTime == GpuTime(Int128{460} * 600 * second));
}

TEST_CASE("pods that never ran, still run, or run backwards", "[workload][openb]") {
    CHECK(fateOf("1,1000", "Pending,5,60,") == "quarantined never_ran");
    CHECK(fateOf("1,1000", "Failed,5,,7") == "quarantined never_ran");
    CHECK(fateOf("1,1000", "Running,5,60,7") == "taken 1 still_running");
    CHECK(fateOf("1,1000", "Failed,5,7,7") == "taken 1 zero_run_time");
    CHECK(fateOf("1,1000", "Failed,5,6,7") == "quarantined negative_run_time");
    CHECK(fateOf("1,1000", "Failed,8,60,7") == "taken 1 start_before_submit");
    CHECK(fateOf("1,1000", "Failed,,60,7") == "quarantined missing_value");
    CHECK(fateOf("1,1000", "Failed,soon,60,7") == "quarantined bad_number");
}

TEST_CASE("a pod list without times is refused by its missing columns", "[workload][openb]") {
    const auto outcome =
        importText("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1,1,1,1000\n", "openb");

    REQUIRE(keysOf(outcome.diagnostics()) == "workload.missing_columns");
    CHECK(outcome.diagnostics()[0].message.arguments[1] ==
          "\"creation_time\", \"scheduled_time\", \"deletion_time\"");
}

TEST_CASE("the node list is read beside the pods, in any order", "[workload][openb]") {
    const TemporaryFile pods(header + "p,1,1,1,1000,,LS,Failed,0,60,0\n");
    const TemporaryFile nodeFile(nodes);
    for (const auto& files :
         {std::vector{pods.path(), nodeFile.path()}, std::vector{nodeFile.path(), pods.path()}}) {
        const auto outcome = readTrace(files, openb());

        REQUIRE(outcome.ok());
        CHECK(outcome->report.rows == ImportReport::Rows{1, 1, 0, 0, 0});
        REQUIRE(keysOf(outcome.diagnostics()) == "workload.node_list");
        CHECK(outcome.diagnostics()[0].message.arguments == std::vector<std::string>{"3", "10"});
    }
}

TEST_CASE("node lists alone are no trace", "[workload][openb]") {
    const TemporaryFile one(nodes);
    const TemporaryFile two(nodes);

    CHECK(keysOf(readTrace({one.path()}, openb()).diagnostics()) ==
          "workload.missing_columns workload.node_list_alone");
    CHECK(keysOf(readTrace({one.path(), two.path()}, openb()).diagnostics()) ==
          "workload.node_list workload.node_list workload.no_job_list");
}

TEST_CASE("odd node rows are errors", "[workload][openb]") {
    const TemporaryFile pods(header);
    const TemporaryFile nodeFile("sn,gpu,model\nnode-0,many,P100\nnode-1,-2,P100\nnode-2,1\n");

    CHECK(keysOf(readTrace({pods.path(), nodeFile.path()}, openb()).diagnostics()) ==
          "workload.node_gpus workload.node_gpus workload.node_rows workload.node_list");
}

TEST_CASE("names that return in another file are warned of", "[workload][openb]") {
    const TemporaryFile one(header + "p,1,1,1,1000,,LS,Failed,0,60,0\n");
    const TemporaryFile two(header + "p,1,1,2,1000,,LS,Failed,0,60,0\n");

    const auto outcome = readTrace({one.path(), two.path()}, openb());

    REQUIRE(outcome.ok());
    CHECK(ruleOf(outcome->report, Rule::DuplicateId).rows == 1);
}
