/// The public traces of `../shared/traces`, against the figures of their SOURCE.md.

#include "trace_files.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <sstream>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

const std::string folder = GPUPLAN_SOURCE_DIR "/../shared/traces/";

bool absent() {
    if (std::filesystem::is_directory(folder))
        return false;
    WARN("skipped: there is no folder ../shared/traces");
    return true;
}

Result<ImportOutcome> import(const std::vector<std::string>& files, const std::string& format,
                             const std::string& columns = {}) {
    ImportOptions options;
    options.format = format;
    std::istringstream names(columns);
    for (std::string name; std::getline(names, name, ',');)
        options.columns.push_back(name);
    std::vector<std::string> paths;
    for (const std::string& file : files)
        paths.push_back(folder + file);
    return readTrace(paths, options);
}

double roundedGpuHours(const Result<ImportOutcome>& outcome) {
    return std::round(outcome->report.gpuTime.inHours());
}

const std::string xdmodColumns =
    "jobid,jobidraw,cluster,partition,qos,account,group,gid,user,uid,submit,eligible,start,end,"
    "elapsed,exitcode,state,nnodes,ncpus,reqcpus,reqmem,reqtres,alloctres,timelimit,nodelist,"
    "jobname";

} // namespace

TEST_CASE("the Philly trace", "[workload][traces]") {
    if (absent())
        return;

    const auto outcome = import({"philly-msr/philly.before-2017-11-13.csv"}, "philly");

    REQUIRE(outcome.ok());
    const ImportReport& report = outcome->report;
    CHECK(report.rows.read == 62'194);
    CHECK(report.rows.taken == 62'194);
    CHECK(report.gpuJobs == 62'194);
    CHECK(roundedGpuHours(outcome) == 760'934);
    CHECK(outcome->jobs.teams.size() == 13);
    CHECK(instantText(*report.zero + *report.firstSubmit) == "2017-09-04T10:30:41Z");
    CHECK_FALSE(outcome->jobs.queueOrder().empty()); // not sorted
    CHECK_FALSE(import({"philly-msr/philly_runtime.csv"}, "philly").ok());
}

TEST_CASE("the OpenB traces", "[workload][traces]") {
    if (absent())
        return;
    struct Expected {
        const char* file;
        std::uint64_t rows;
        std::uint64_t unscheduled;
        double gpuHours;
    };
    const std::vector<Expected> table{{"default", 8'152, 897, 51'471},
                                      {"cpu050", 7'439, 878, 51'471},
                                      {"gpushare40", 8'152, 981, 42'418},
                                      {"gpuspec33", 8'152, 897, 51'471}};
    for (const Expected& expected : table) {
        INFO(expected.file);
        const auto outcome = import(
            {std::string("alibaba-gpu-v2023/openb_pod_list_") + expected.file + ".csv"}, "openb");

        REQUIRE(outcome.ok());
        const ImportReport& report = outcome->report;
        CHECK(report.rows.read == expected.rows);
        CHECK(report.rows.quarantined == expected.unscheduled);
        CHECK(ruleOf(report, Rule::NeverRan).rows == expected.unscheduled);
        CHECK(report.rows.taken == expected.rows - expected.unscheduled);
        CHECK(roundedGpuHours(outcome) == expected.gpuHours);
    }
    CHECK_FALSE(import({"alibaba-gpu-v2023/openb_pod_list_multigpu20.csv"}, "openb").ok());
    CHECK_FALSE(import({"alibaba-gpu-v2023/openb_node_list_gpu_node.csv"}, "openb").ok());
}

TEST_CASE("the OpenB pods with their nodes", "[workload][traces]") {
    if (absent())
        return;

    const auto outcome = import({"alibaba-gpu-v2023/openb_pod_list_default.csv",
                                 "alibaba-gpu-v2023/openb_node_list_all_node.csv"},
                                "openb");

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows.read == 8'152);
    CHECK(outcome.diagnostics()[0].message.arguments == std::vector<std::string>{"1523", "6212"});
    // 5,193 pods in phase Running are censored at the end of the log.
    CHECK(ruleOf(outcome->report, Rule::StillRunning).rows == 5'193);
}

TEST_CASE("the SWF logs", "[workload][traces]") {
    if (absent())
        return;

    const auto nasa = import({"swf/NASA-iPSC-1993-3.1-cln.oct-nov.swf"}, "swf");
    REQUIRE(nasa.ok());
    CHECK(nasa->report.rows == ImportReport::Rows{11'466, 11'466, 97, 0, 0});
    CHECK(ruleOf(nasa->report, Rule::ZeroRunTime).rows == 97);
    CHECK(roundedGpuHours(nasa) == 94'506);
    CHECK(nasa->jobs.users.size() == 61);

    const auto hpc2n = import({"swf/hpc2n-2002.first3171.swf"}, "swf");
    REQUIRE(hpc2n.ok());
    CHECK(hpc2n->report.rows == ImportReport::Rows{3'170, 3'145, 0, 0, 25});
    CHECK(ruleOf(hpc2n->report, Rule::NeverRan).rows == 25);
    CHECK(roundedGpuHours(hpc2n) == 139'904);

    const auto metacentrum = import({"swf/metacentrum-wagap-2013.first30days.swf"}, "swf");
    REQUIRE(metacentrum.ok());
    CHECK(metacentrum->report.rows == ImportReport::Rows{3'577, 3'577, 0, 0, 0});
    CHECK(roundedGpuHours(metacentrum) == 894'175);
    CHECK(metacentrum->jobs.users.size() == 41);

    CHECK(import({"swf/cqsim-test.kth-header-invented-jobs.swf"}, "swf")->report.jobs == 9);
    CHECK(import({"swf/fit-jaros1-dag.swf"}, "swf")->report.jobs == 12);
    for (const char* file :
         {"hpc2n.swf.machines", "wagap-2013.swf.machines", "opendc-gwf-sample.gwf"})
        CHECK_FALSE(import({std::string("swf/") + file}, "swf").ok());
}

TEST_CASE("the sacct logs", "[workload][traces]") {
    if (absent())
        return;

    const auto phillips = import({"slurm-sacct/xdmod-phillips.psv"}, "sacct", xdmodColumns);
    REQUIRE(phillips.ok());
    CHECK(phillips->report.rows == ImportReport::Rows{4'285, 4'285, 261, 0, 0});
    CHECK(ruleOf(phillips->report, Rule::ZeroRunTime).rows == 261);
    CHECK(phillips->report.gpuJobs == 2);
    CHECK(roundedGpuHours(phillips) == 507);
    CHECK(phillips->jobs.users.size() == 4);
    CHECK_FALSE(import({"slurm-sacct/xdmod-phillips.psv"}, "sacct").ok());

    const auto open =
        import({"slurm-sacct/xdmod-unit-non-ended-job-state.psv"}, "sacct", xdmodColumns);
    REQUIRE(open.ok());
    CHECK(open->report.rows == ImportReport::Rows{2, 1, 1, 0, 1});

    const auto steps = import({"slurm-sacct/slurm2sql-test-data1.psv"}, "sacct");
    REQUIRE(steps.ok());
    CHECK(steps->report.rows == ImportReport::Rows{5, 2, 0, 3, 0});

    // 1 + 3 + 2 + (3 + 1) + (1 + 3) + (3 + 1 + 5) tasks in six rows.
    const auto arrays = import({"slurm-sacct/xdmod-unit-accounting-logs-with-job-arrays.psv"},
                               "sacct", xdmodColumns);
    REQUIRE(arrays.ok());
    CHECK(arrays->report.rows.taken == 6);
    CHECK(arrays->report.jobs == 23);

    // Neither has a submit column, whatever the columns are called.
    CHECK_FALSE(import({"slurm-sacct/slyme-2014-noheader.psv"}, "sacct",
                       "JobID,User,JobName,State,Partition,NCPUS,NNodes,CPUTime,TotalCPU,UserCPU,"
                       "SystemCPU,ReqMem,MaxRSS,Start,End,NodeList")
                    .ok());
    CHECK_FALSE(import({"slurm-sacct/reportseff-conftest.caretpipe.txt"}, "sacct",
                       "AdminComment,AllocCPUS,Elapsed,JobID,JobIDRaw,MaxRSS,NNodes,ReqMem,State,"
                       "TotalCPU")
                    .ok());
}
