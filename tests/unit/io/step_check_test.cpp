#include "scenario_samples.hpp"

#include <gpuplan/io/scenario_file.hpp>

#include <catch2/catch.hpp>

#include <tuple>

using namespace gpuplan;
using test::stepScenario;
using test::with;

namespace {

using List = std::vector<std::string>;

/// `pointer: key` of each problem.
List problems(const std::string& text) {
    List result;
    const auto scenario = io::readScenarioText(text, "s.json");
    for (const Diagnostic& problem : scenario.diagnostics())
        result.push_back(problem.at.pointer + ": " + problem.message.key);
    return result;
}

std::string told(const std::string& text) {
    return describe(io::readScenarioText(text, "s.json").diagnostics());
}

model::Scenario scenarioOf(const std::string& text) {
    const auto scenario = io::readScenarioText(text, "s.json");
    INFO(describe(scenario.diagnostics()));
    REQUIRE(scenario);
    return *scenario;
}

const std::string classes = "/workload/profile/classes/";
const std::string changes = "/alternatives/1/changes/";

} // namespace

TEST_CASE("a step model is read in the units of the model", "[io][step]") {
    const model::Scenario scenario = scenarioOf(std::string(stepScenario));
    const auto& jobs = std::get<model::ProfileWorkload>(scenario.workload).classes;

    const auto& measured = std::get<model::MeasuredStep>(jobs[0].step->compute);
    CHECK(measured.rows[0].step == Duration(95'500)); // 95.5 ms
    CHECK(measured.rows[2].gpus == 8);
    CHECK(measured.rows[2].gpu.empty());
    CHECK(measured.provenance.source == "our log");
    CHECK(jobs[0].step->parameters == 25'600'000.0);
    CHECK(jobs[0].step->precision == model::Precision::Fp32);
    CHECK(jobs[0].step->input->data.bytesPerSample == 110'000.0);
    CHECK(jobs[0].step->input->data.provenance.pointer == classes + "0/step/input/data");
    CHECK(jobs[0].step->input->tensorBytesPerSample == 602'112.0);
    CHECK(jobs[0].step->sync->delta == Duration(12));
    CHECK(jobs[0].step->checkpoint->asynchronous);
    CHECK(jobs[0].step->checkpoint->rankZero);
    CHECK(std::get<model::WorkByEpochs>(jobs[0].step->work).epochs == 90.0);
    CHECK(jobs[1].step->parallel.interleave == 4);
    CHECK(std::get<model::WorkBySteps>(jobs[1].step->work).steps == 100'000);
    const auto& affine = std::get<model::AffineStep>(jobs[2].step->compute);
    CHECK(affine.fixed == Duration(8'000));
    CHECK(affine.perSample == 0.00285); // not 2.85 / 1000 in doubles
    CHECK(std::holds_alternative<model::WorkByDuration>(jobs[2].step->work));
    CHECK(jobs[3].step->input->offline->perCore.value.amount == *Decimal::parse("0.04"));
    const model::NodeHardware& node = scenario.alternatives[0].pools[0].node;
    CHECK(node.cores->value == Decimal::integer(96));
    CHECK(node.leafUplink->value == Bandwidth(200'000'000'000)); // 1600 Gbit/s
    CHECK(scenario.alternatives[0].storage[0].read->value == Bandwidth(200'000'000));
    CHECK(scenario.alternatives[0].storage[0].write->provenance.source == "measured");
    const model::StepChange& change = scenario.alternatives[1].changes[0];
    CHECK(change.asynchronousCheckpoint == false);
    CHECK(change.dataShare == 0.1);
    CHECK(scenario.finding->cheapest.empty());
    CHECK(scenario.finding->checks[0].over == "/alternatives/1/cost/total");
}

TEST_CASE("times far below a microsecond read back as they were", "[io][step]") {
    for (const char* text : {"0.0125 us", "1.234567890123456e-7 s", "3 ms", "1 h", "2.85ms"}) {
        INFO(text);
        const model::Scenario scenario =
            scenarioOf(with(stepScenario, R"("per_sample": "2.85 ms")",
                            std::string(R"("per_sample": ")") + text + "\""));
        CHECK(scenarioOf(io::writeScenario(scenario)) == scenario);
    }
    const model::Scenario scenario = scenarioOf(
        with(stepScenario, R"("per_sample": "2.85 ms")", R"("per_sample": "0.0125 us")"));
    const auto& job = std::get<model::ProfileWorkload>(scenario.workload).classes[2];
    CHECK(std::get<model::AffineStep>(job.step->compute).perSample == 1.25e-8);
}

TEST_CASE("values outside their range are refused where they stand", "[io][step]") {
    const auto [before, after, pointer,
                key] = GENERATE(table<const char*, const char*, const char*, const char*>({
        {"\"samples\": 1281167", "\"samples\": 0", "0/step/input/data/samples",
         "base.number.range"},
        {"\"110 kB\"", "\"0 B\"", "0/step/input/data/bytes_per_sample", "base.number.range"},
        {"\"110 kB\"", "110000", "0/step/input/data/bytes_per_sample", "base.quantity.no_unit"},
        {"\"110 kB\"", "\"110 kB/s\"", "0/step/input/data/bytes_per_sample", "base.quantity.unit"},
        {"\"workers\": 4,", "\"workers\": 1025,", "0/step/input/workers", "base.number.range"},
        {"\"workers\": 4,", "\"workers\": 0,", "0/step/input/workers", "io.check.no_workers"},
        {"\"gpu_share\": 0.5", "\"gpu_share\": 1.5", "0/step/input/gpu_share", "base.number.range"},
        {"\"samples_per_gpu\": 2500,", "", "0/step/input/gpu_share", "io.check.gpu_share"},
        {"\"batch\": 64", "\"batch\": 32", "0/step/compute/measured/rows/1/batch", "io.check.rows"},
        {"\"batch\": 64", "\"batch\": -64", "0/step/compute/measured/rows/1/batch",
         "io.range_above"},
        {"\"182 ms\"", "\"0 ms\"", "0/step/compute/measured/rows/1/step", "base.number.range"},
        {"\"2.85 ms\"", "\"0 ms\"", "2/step/compute/affine/per_sample", "io.range_above"},
        {"\"2.85 ms\"", "\"-1 ms\"", "2/step/compute/affine/per_sample", "base.quantity.negative"},
        {"\"2.85 ms\"", "2.85", "2/step/compute/affine/per_sample", "base.quantity.no_unit"},
        {"\"2.85 ms\"", "\"2.85 mss\"", "2/step/compute/affine/per_sample", "base.quantity.unit"},
        {"\"flops_per_sample\": 12.3e9, ", "\"flops_per_sample\": 0, ",
         "3/step/compute/stages/flops_per_sample", "io.range_above"},
        {"\"efficiency\": 0.25", "\"efficiency\": 0.5", "4/step/compute/convolutional/efficiency",
         "base.number.range"},
        {"\"key_value_heads\": 8", "\"key_value_heads\": 5",
         "1/step/compute/transformer/key_value_heads", "io.check.divides"},
        {"\"active_experts\": 2", "\"active_experts\": 9",
         "1/step/compute/transformer/active_experts", "io.check.order"},
        {"\"pipeline\": 2, ", "", "1/step/parallel/interleave", "io.check.needs_too"},
        {"\"sharding\": 1", "\"sharding\": 4", "1/step/parallel/sharding", "base.number.range"},
        {"\"sharding\": 1", "\"sharding\": 1, \"hybrid_sharding\": true",
         "1/step/parallel/hybrid_sharding", "io.check.needs_too"},
        {"\"bytes_per_parameter\": 12", "\"bytes_per_parameter\": 0",
         "0/step/checkpoint/bytes_per_parameter", "io.range_above"},
        {"{\"epochs\": 90}", "{\"epochs\": 0}", "0/step/work/epochs", "io.range_above"},
        {"{\"epochs\": 90}", "{\"epochs\": 90, \"steps\": 1}", "0/step/work/steps",
         "io.one_of_several"},
    }));
    INFO(before << " -> " << after);
    CHECK(problems(with(stepScenario, before, after)) == List{classes + pointer + ": " + key});
}

TEST_CASE("a class says its work once: by a duration, or in its step", "[io][step]") {
    CHECK(problems(with(stepScenario, ",\n        \"work\": {\"epochs\": 90}", "")) ==
          List{classes + "0/duration: io.missing_example"});
    CHECK(problems(with(stepScenario, "\"arrivals\": {\"jobs_per_day\": 0.1},",
                        "\"arrivals\": {\"jobs_per_day\": 0.1}, \"duration\": {\"fixed\": "
                        "{\"value\": \"1 h\"}},")) ==
          List{classes + "1/duration: io.check.work_and_duration"});
    CHECK(problems(
              with(stepScenario, "\"work\": {\"steps\": 100000}", "\"work\": {\"epochs\": 3}")) ==
          List{classes + "1/step/work: io.check.epochs_need_data"});
    // A faulty step is not taken for one that states no work.
    CHECK(problems(with(stepScenario, "{\"epochs\": 90}", "{\"epochs\": \"many\"}")) ==
          List{classes + "0/step/work/epochs: io.type"});
}

TEST_CASE("a class has shares or a step, not both and not neither", "[io][step]") {
    CHECK(problems(with(stepScenario, "\"name\": \"net\",",
                        "\"name\": \"net\", \"activity\": {\"compute\": 1},")) ==
          List{classes + "4/step: io.one_of_several"});
    CHECK(problems(with(test::shortScenario,
                        ",\n    \"activity\": {\"compute\": 0.75, \"idle_held\": 0.25}", "")) ==
          List{classes + "0: io.one_of_missing"});
}

TEST_CASE("every alternative keeps the tiers its jobs read and write", "[io][step]") {
    const std::string moved = with(stepScenario, "\"tier\": \"nvme\", \"cache\"", "\"cache\"");
    CHECK(problems(moved) == List{classes + "0/step/input/data/tier: io.check.tier"});
    CHECK(told(moved).find("the alternative \"fast\" keeps no storage tier \"hdd\"; its storage: "
                           "nvme") != std::string::npos);
    CHECK(problems(with(stepScenario, "\"checkpoint_tier\": \"nvme\"",
                        "\"checkpoint_tier\": \"nvmee\"")) ==
          List{changes + "0/checkpoint_tier: io.check.tier"});
    CHECK(problems(with(stepScenario,
                        "\"storage\": [{\"tier\": \"nvme\", \"capacity\": \"10 TB\", \"price\": "
                        "\"0.1 USD/GB-month\"}],\n      ",
                        "")) == List{classes + "3/step/input/data/tier: io.check.no_storage",
                                     changes + "0/tier: io.check.no_storage",
                                     changes + "0/checkpoint_tier: io.check.no_storage"});
}

TEST_CASE("a change names a class with a step, once, and what that step has", "[io][step]") {
    const std::string misspelt =
        with(stepScenario, "{\"class\": \"language\"", "{\"class\": \"langage\"");
    CHECK(problems(misspelt) == List{changes + "1/class: io.check.change_class"});
    CHECK(told(misspelt).find("did you mean \"language\"?") != std::string::npos);
    CHECK(problems(with(stepScenario, "{\"class\": \"language\"", "{\"class\": \"vision\"")) ==
          List{changes + "1/class: io.check.change_twice"});
    CHECK(problems(with(stepScenario, "\"recompute\": \"full\",",
                        "\"recompute\": \"full\", \"workers\": 8, \"sync_every_steps\": 5, "
                        "\"checkpoint_mode\": \"sync\",")) ==
          List{changes + "1/workers: io.check.change_member",
               changes + "1/sync_every_steps: io.check.change_member",
               changes + "1/checkpoint_mode: io.check.change_member"});
    CHECK(problems(with(stepScenario, "\"workers\": 16,", "\"workers\": 0,")) ==
          List{changes + "0/workers: io.check.no_workers"});
}

TEST_CASE("jobs with assumed shares have no step to change", "[io][step]") {
    std::string text = with(test::shortScenario, "\"kind\": \"cloud\",",
                            "\"kind\": \"cloud\", \"changes\": [{\"class\": \"batch\", "
                            "\"gpus\": 2}],");
    CHECK(problems(text) == List{"/alternatives/0/changes/0/class: io.check.change_no_step"});
    const auto begin = text.find("\"profile\"");
    const auto end = text.find("]}},") + 4;
    text.replace(begin, end - begin,
                 "\"trace\": {\"file\": \"jobs.csv\", \"activity\": {\"compute\": 1}}},");
    CHECK(problems(text) == List{"/alternatives/0/changes/0/class: io.check.change_trace"});
}

TEST_CASE("a finding names the cheapest alternative or checks figures", "[io][scenario]") {
    const std::string bare = with(test::fullScenario, "    \"cheapest\": \"own\",\n", "");
    CHECK(problems(bare) == List{"/finding: io.check.no_finding"});
    CHECK(problems(with(stepScenario, "\"value\": \"/alternatives/1/utilization/busy\", \"most\"",
                        "\"value\": \"alternatives/1/utilization/busy\", \"most\"")) ==
          List{"/finding/checks/1/value: io.pointer"});
    CHECK(problems(with(stepScenario, ", \"most\": 0.97", "")) ==
          List{"/finding/checks/1: io.check.no_bound"});
    CHECK(problems(with(stepScenario, "\"least\": 2.5", "\"least\": 4.5")) ==
          List{"/finding/checks/0/least: io.check.order"});
}

TEST_CASE("a leaf's uplink and an island say what they belong to", "[io][step]") {
    CHECK(problems(with(stepScenario, "\"nodes_per_leaf\": 16,\n", "")) ==
          List{"/alternatives/0/pools/0/node/leaf_uplink: io.check.needs_too"});
    CHECK(problems(with(stepScenario, "\"gpu_link\": \"nvlink4\",\n", "")) ==
          List{"/alternatives/0/pools/0/node/island_gpus: io.check.needs_too"});
}
