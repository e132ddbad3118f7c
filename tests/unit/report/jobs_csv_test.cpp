#include <gpuplan/report/jobs_csv.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using model::GpuState;

TEST_CASE("a job's ladder is a row whose queue and states sum to its time", "[report][csv]") {
    metrics::RunResult result;
    metrics::AlternativeResult alternative;
    alternative.name = "rent, or buy";
    metrics::JobTimes job;
    job.id = "7";
    job.jobClass = "vision";
    job.pool = "a100";
    job.gpus = GpuCount::whole(8);
    job.submit = 1'000'000;
    job.start = 3'500'000;
    job.end = 13'500'000;
    job.wall[static_cast<std::size_t>(GpuState::Compute)] = 6'000'000;
    job.wall[static_cast<std::size_t>(GpuState::Fetch)] = 4'000'000;
    alternative.jobTimes.push_back(job);
    metrics::JobTimes waiting;
    waiting.id = "8";
    waiting.jobClass = "vision";
    waiting.gpus = GpuCount::whole(1);
    waiting.submit = 2'000'001;
    alternative.jobTimes.push_back(waiting);
    result.alternatives.push_back(alternative);

    CHECK(report::jobsCsv(result) ==
          "alternative,job_id,class,pool,gpus,submit_s,start_s,end_s,queue_s,compute_s,comm_s,"
          "sync_s,h2d_s,prep_s,fetch_s,checkpoint_s,restart_s,idle_held_s\n"
          "\"rent, or buy\",7,vision,a100,8,1,3.5,13.5,2.5,6,0,0,0,0,4,0,0,0\n"
          "\"rent, or buy\",8,vision,,1,2.000001,,,,,,,,,,,,\n");
}

TEST_CASE("without step models there is no table of jobs", "[report][csv]") {
    metrics::RunResult result;
    result.alternatives.resize(2);
    CHECK(report::jobsCsv(result).empty());
}
