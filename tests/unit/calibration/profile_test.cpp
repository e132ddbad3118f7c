#include "temporary_file.hpp"

#include <gpuplan/calibration/profile_output.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/io/step_fields.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace gpuplan;
using namespace gpuplan::calibration;
using nlohmann::json;

namespace {

const std::string samples = GPUPLAN_SOURCE_DIR "/tests/samples/";

Profile calibrated(const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files)
        paths.push_back(samples + file);
    const ReadOutcome outcome = readTelemetry(paths, {});
    REQUIRE_FALSE(outcome.rows.diagnostics.hasErrors());
    return makeProfile(outcome.telemetry, outcome.rows);
}

} // namespace

TEST_CASE("the sample scrape by hand", "[calibration][profile]") {
    const Profile profile = calibrated({"dcgm.prom"});

    REQUIRE(profile.groups.size() == 2);
    CHECK(profile.groups[0].name == "all");
    const ProfileGroup& gpu = profile.groups[1];
    CHECK(gpu.name == "NVIDIA A100-SXM4-80GB");
    CHECK(gpu.samples == 4);
    // Every 15 s, so all weigh alike: busy (0 + 1 + 0.8 + 1)/4, SM (0 + 0.8 + 0.5 + 0.7)/4.
    CHECK(gpu.of(Metric::GpuUtil)->mean == Approx(0.7));
    CHECK(gpu.of(Metric::SmActive)->mean == Approx(0.5));
    CHECK(gpu.activity->compute == Approx((0.5 - 0.07) / 0.75));
    CHECK(gpu.confidence == Confidence::Medium); // four samples
    // 60 + 340 x activity.
    CHECK(gpu.power->idle == Approx(60).margin(0.5));
    CHECK(gpu.power->full == Approx(400).margin(1));
    CHECK(gpu.power->points == 4);
    CHECK(gpu.power->mostActivity == 0.8);
}

TEST_CASE("metrics of two files meet in one device", "[calibration][profile]") {
    const Profile profile = calibrated({"dcgm.prom", "nvidia-smi.csv"});

    CHECK(profile.groups[0].gpus == 1); // the bus id is the same
    CHECK(profile.groups[0].of(Metric::MemoryUsed)->count == 4);
    CHECK(profile.groups[0].of(Metric::GpuUtil)->count == 8);
    CHECK(profile.groups[0].coverage->gaps == 1); // from 2025 to 2027; the median step is 15 s
}

TEST_CASE("a gap in the log is counted and its time left out", "[calibration][profile]") {
    const ProfileGroup gpu = calibrated({"nvidia-smi.csv"}).groups[1];

    CHECK(gpu.coverage->gaps == 1);
    CHECK(gpu.coverage->gapTotal == seconds(9));
    CHECK(gpu.of(Metric::GpuUtil)->mean == Approx((0.5 + 0.7 + 0.9 + 0.3) / 4));
    CHECK_FALSE(gpu.activity.has_value());
    CHECK(gpu.activityGap == ActivityGap::NotMeasured);
    CHECK(gpu.powerGap == PowerGap::TooFew); // one of four powers is [N/A]
    CHECK(gpu.powerOver == Metric::GpuUtil);
}

TEST_CASE("shares in the profile sum to one, in millionths", "[calibration][profile]") {
    const json profile = json::parse(profileAsJson(calibrated({"dcgm.prom"})));

    const json& activity = profile["groups"][0]["activity"];
    CHECK(activity["compute"] == 0.573333); // 0.43/0.75
    CHECK(activity["comm"] == 0.126667);
    CHECK(activity["idle_held"] == 0.3);
    CHECK(activity["confidence"] == "medium");
    CHECK(activity["as_of"] == "2025-12-01");
    CHECK(activity["source"].get<std::string>().find("compute lies between") != std::string::npos);
    CHECK(profile["groups"][0]["metrics"]["tensor_active"].is_null());
}

TEST_CASE("step models of a profile are what a scenario reads", "[calibration][profile]") {
    const Profile profile = calibrated({"steps.csv"});
    REQUIRE(profile.steps.size() == 2);

    const auto readStep = [](const std::string& text) {
        io::Reading reading;
        model::StepModel step;
        const auto document = io::parseJson(text, "step");
        REQUIRE(document);
        CHECK(io::stepFields().read(document->root(), step, reading));
        INFO(describe(reading.take()));
        return step;
    };
    const auto affine =
        std::get<model::AffineStep>(readStep(affineStepJson(profile, profile.steps[0])).compute);
    CHECK(affine.fixed == Duration(8000));
    CHECK(affine.perSample == Approx(0.00285));
    CHECK(affine.gpu == "a100-sxm-80");
    const auto measured = std::get<model::MeasuredStep>(
        readStep(measuredStepJson(profile, profile.steps[1])).compute);
    REQUIRE(measured.rows.size() == 2);
    CHECK(measured.rows[0].gpus == 8);
    CHECK(measured.rows[1].step == Duration(199000));
}

TEST_CASE("a scenario takes its activity from a profile", "[calibration][scenario]") {
    const TemporaryFile profile(profileAsJson(calibrated({"dcgm.prom"})), ".json");
    const auto scenario = [&](const std::string& activity) {
        return io::readScenarioText(R"({"format": "gpuplan.scenario/1", "name": "two nodes",
            "price_date": "2026-11-29", "start": "2027-01-01", "horizon_months": 12,
            "discount_rate": 0.08,
            "workload": {"profile": {"classes": [{"name": "nightly",
                "arrivals": {"jobs_per_day": 4}, "gpus": [{"gpus": 8, "weight": 1}],
                "duration": {"lognormal": {"median": "2 h", "mean": "3 h"}, "most": "1 d"},
                "activity": )" + activity +
                                        R"(}]}},
            "alternatives": [{"name": "rent", "kind": "cloud", "pools": [{"name": "nodes",
                "gpu": "h100-sxm", "gpus_per_node": 8, "supply": {"fixed": {"nodes": 2}},
                "purchase": {"on_demand": {}}, "price": "98.32 USD/h"}]}]})",
                                    "scenario.json");
    };
    const auto complaint = [&](const std::string& activity) {
        const auto got = scenario(activity);
        return got ? std::string() : describe(got.diagnostics());
    };
    const std::string named = R"({"profile": ")" + profile.path() + R"(")";

    const auto good = scenario(named + R"(, "group": "NVIDIA A100-SXM4-80GB"})");
    INFO(describe(good.diagnostics()));
    REQUIRE(good);
    const auto& activity = std::get<model::ProfileWorkload>(good->workload).classes[0].activity;
    CHECK(activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] == 573333);
    CHECK(activity.provenance.confidence == Confidence::Medium);
    CHECK(activity.provenance.file == profile.path());
    CHECK(activity.provenance.source.find("compute lies between") != std::string::npos);
    CHECK(scenario(named + "}")); // the group of all

    CHECK(complaint(named + R"(, "group": "NVIDIA A100-SXM4-80G"})").find("did you mean") !=
          std::string::npos);
    CHECK(complaint(named + R"(, "compute": 1})").find("can not stand beside") !=
          std::string::npos);
    CHECK(complaint(R"({"profile": "no-such.json"})").find("can not be read") != std::string::npos);
    CHECK(complaint(R"({"profile": ")" + samples + R"(steps.csv"})").find("can not be read") !=
          std::string::npos);
    CHECK(complaint(R"({"compute": 1, "group": "x"})").find("profile") != std::string::npos);
    const TemporaryFile other(R"({"format": "gpuplan.scenario/1"})", ".json");
    CHECK(complaint(R"({"profile": ")" + other.path() + R"("})").find("is no profile") !=
          std::string::npos);
    const TemporaryFile chain(R"({"format": "gpuplan.profile/1", "groups": [{"name": "all",
        "activity": {"profile": "again.json"}}]})",
                              ".json");
    CHECK(complaint(R"({"profile": ")" + chain.path() + R"("})").find("not name another") !=
          std::string::npos);
    const TemporaryFile without(R"({"format": "gpuplan.profile/1", "groups": [{"name": "all",
        "activity": null}]})",
                                ".json");
    CHECK(complaint(R"({"profile": ")" + without.path() + R"("})").find("no activity") !=
          std::string::npos);
    const TemporaryFile wrong(R"({"format": "gpuplan.profile/1", "groups": [{"name": "all",
        "activity": {"compute": 0.9, "comm": 0.3}}]})",
                              ".json");
    CHECK(complaint(R"({"profile": ")" + wrong.path() + R"("})").find(wrong.path() + ":2") !=
          std::string::npos);
    const TemporaryFile several(R"({"format": "gpuplan.profile/1", "groups": [{"name": "a"},
        {"name": "b"}]})",
                                ".json");
    CHECK(complaint(R"({"profile": ")" + several.path() + R"("})").find("a, b") !=
          std::string::npos);
}
