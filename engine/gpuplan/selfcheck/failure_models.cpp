#include <gpuplan/des/math.hpp>
#include <gpuplan/finance/checkpoint.hpp>
#include <gpuplan/perf/transformer.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/failures.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::selfcheck {

namespace {

void intervals(Inputs& in, Outputs& out) {
    const double checkpoint = in.number("checkpoint_s");
    const double mtbf = in.number("mtbf_s");
    out.number("young_s", finance::youngInterval(checkpoint, mtbf));
    out.number("daly_s", finance::dalyInterval(checkpoint, mtbf));
    out.number("exact_s", finance::bestInterval(checkpoint, mtbf));
}

void expectedTime(Inputs& in, Outputs& out) {
    const double work = in.number("work_s");
    const double expected =
        finance::expectedTime(work, {in.number("interval_s"), in.number("checkpoint_s"),
                                     in.number("restart_s"), in.number("mtbf_s")});
    out.number("expected_s", expected);
    out.number("goodput", work / expected);
}

void effectivePrice(Inputs& in, Outputs& out) {
    const double multiplier = finance::timeMultiplier(
        {in.number("interval_s"), in.number("checkpoint_s"), in.number("restart_s"),
         finance::mtbfFromLossesPerHour(in.number("preemptions_per_h"))});
    out.number("time_multiplier", multiplier);
    out.number("price_per_useful_h",
               in.number("on_demand_per_h") * (1.0 - in.number("discount")) * multiplier);
}

void failureRate(Inputs& in, Outputs& out) {
    const double hours = in.number("days") * 24.0;
    out.number("mtbf_gpu_h", in.number("gpus") * hours / in.number("failures"));
    out.number("mtbf_job_h", hours / in.number("failures"));
}

void jobMttf(Inputs& in, Outputs& out) {
    const double nodes = std::ceil(in.number("gpus") / in.number("gpus_per_node"));
    out.number("mttf_h", 24.0 / (in.number("failures_per_node_day") * nodes));
}

void trainingRatio(Inputs& in, Outputs& out) {
    const double interval = in.number("interval_s");
    const double perSecond = in.number("nodes") * in.number("failures_per_node_day") / 86'400.0;
    const double lost = perSecond * (in.number("restart_s") + interval / 2.0);
    if (lost > 1.0)
        in.refuse("failures_per_node_day", "selfcheck.never_ends");
    out.number("ettr", (1.0 - lost) / (1.0 + in.number("checkpoint_s") / interval));
}

void weibull(Inputs& in, Outputs& out) {
    const double shape = in.number("shape");
    const double scale = in.number("scale_h");
    const auto hazard = [shape, scale](double age) {
        return age == 0.0 ? 0.0 : des::power(age / scale, shape);
    };
    const double age = in.number("age_h");
    out.number("mean_h", scale * des::gamma(1.0 + 1.0 / shape));
    out.number("survival", des::exp(hazard(age) - hazard(age + in.number("horizon_h"))));
}

void availability(Inputs& in, Outputs& out) {
    const std::int64_t nodes = in.integer("nodes");
    const std::int64_t required = in.integer("required_up");
    if (required > nodes) {
        in.refuse("required_up", "selfcheck.at_most", {inQuotes("required_up"), inQuotes("nodes")});
        return;
    }
    const double up = in.number("mtbf_h") / (in.number("mtbf_h") + in.number("mttr_h"));
    out.number("node_availability", up);
    out.number("p_at_least_required", binomialTail(nodes, required, up));
}

void checkpointSize(Inputs& in, Outputs& out) {
    model::TransformerStep shape;
    shape.layers = in.integer("layers");
    shape.hidden = in.integer("hidden");
    shape.heads = in.integer("heads");
    shape.keyValueHeads = in.integer("kv_heads");
    shape.feedForward = in.integer("ffn");
    shape.gatedFeedForward = in.flag("gated_ffn");
    shape.vocabulary = in.integer("vocab");
    shape.tiedEmbeddings = in.flag("tied_embeddings");
    const double params = perf::matrixParameters(shape).total();
    out.number("params", params);
    out.number("bytes", params * in.number("bytes_per_param"));
}

/// Stationary law of the mean-reverting log price: normal with variance sigma^2/(2 theta).
void priceAboveBid(Inputs& in, Outputs& out) {
    const double variance =
        in.number("sigma") * in.number("sigma") / (2.0 * in.number("theta_per_h"));
    const double above = des::log(in.number("bid")) - in.number("log_mean");
    out.number("p_above_bid", des::normalDistribution(-above / std::sqrt(variance)));
    out.number("mean_price", des::exp(in.number("log_mean") + variance / 2.0));
}

void spotReplay(Inputs& in, Outputs& out) {
    const SpotAvailability trace{in.number("gap_s"), in.flag("first_block_up"),
                                 in.numbers("run_lengths_ticks")};
    constexpr double mostSteps = 1e7;
    if (in.number("work_s") / in.number("checkpoint_interval_s") > mostSteps)
        return in.refuse("checkpoint_interval_s", "selfcheck.too_many_steps",
                         {numberText(mostSteps)});
    const SpotReplay replay = replaySpot(
        trace, in.number("work_s"),
        {in.number("checkpoint_interval_s"), in.number("checkpoint_s"), in.number("restart_s"), 0});
    out.number("availability", trace.availability());
    out.number("losses", static_cast<double>(trace.losses()));
    out.number("finish_s", replay.finish);
    out.number("preemptions", static_cast<double>(replay.preemptions));
    out.number("lost_work_s", replay.lostWork);
    out.number("instance_s", replay.instanceTime);
}

} // namespace

std::vector<CalcModel> failureModels() {
    const Range some = atLeast(0);
    return {
        {"ckpt.interval",
         "best work between checkpoints by Young, by Daly and exactly",
         "checkpoints",
         {number("checkpoint_s", "s", some), number("mtbf_s", "s", above(0))},
         {{"young_s", "s"}, {"daly_s", "s"}, {"exact_s", "s"}},
         intervals},
        {"ckpt.expected_time",
         "expected time of a job under failures",
         "checkpoints",
         {number("work_s", "s", above(0)), number("interval_s", "s", above(0)),
          number("checkpoint_s", "s", some), number("restart_s", "s", some),
          number("mtbf_s", "s", above(0))},
         {{"expected_s", "s"}, {"goodput", "1"}},
         expectedTime},
        {"spot.effective_price",
         "price of a useful hour on interruptible capacity",
         "spot",
         {number("preemptions_per_h", "1/h", some), number("checkpoint_s", "s", some),
          number("restart_s", "s", some), number("interval_s", "s", above(0)),
          number("on_demand_per_h", "USD/h", some), number("discount", "1", between(0, 1))},
         {{"time_multiplier", "1"}, {"price_per_useful_h", "USD/h"}},
         effectivePrice},
        {"spot.replay",
         "one job replayed on a recorded trace of spot availability",
         "spot-replay",
         {number("gap_s", "s", above(0)), flag("first_block_up"),
          listOf("run_lengths_ticks", number("", "ticks", above(0)), 1, 1'000'000),
          number("work_s", "s", above(0)), number("checkpoint_interval_s", "s", above(0)),
          number("checkpoint_s", "s", some), number("restart_s", "s", some)},
         {{"availability", "1"},
          {"losses", "1"},
          {"finish_s", "s"},
          {"preemptions", "1"},
          {"lost_work_s", "s"},
          {"instance_s", "s"}},
         spotReplay},
        {"spot.ou_exceed",
         "share of time a mean-reverting spot price is above a bid",
         "spot-replay",
         {number("theta_per_h", "1/h", above(0)), number("log_mean", "1"),
          number("sigma", "1", above(0)), number("bid", "money", above(0))},
         {{"p_above_bid", "1"}, {"mean_price", "money"}},
         priceAboveBid},
        {"fail.rate",
         "mean time between failures of a GPU and of the job, from counts",
         "failures",
         {number("gpus", "GPU", above(0)), number("days", "d", above(0)),
          number("failures", "1", above(0))},
         {{"mtbf_gpu_h", "h"}, {"mtbf_job_h", "h"}},
         failureRate},
        {"fail.job_mttf",
         "mean time to failure of a job from the nodes' failure rate",
         "failures",
         {number("failures_per_node_day", "1/d", above(0)), integer("gpus_per_node", "GPU", 1, 1e6),
          integer("gpus", "GPU", 1, 1e9)},
         {{"mttf_h", "h"}},
         jobMttf},
        {"fail.ettr",
         "effective training time ratio, first order",
         "failures",
         {integer("nodes", "1", 1, 1e9), number("failures_per_node_day", "1/d", some),
          number("restart_s", "s", some), number("interval_s", "s", above(0)),
          number("checkpoint_s", "s", some)},
         {{"ettr", "1"}},
         trainingRatio},
        {"fail.weibull",
         "mean life, and survival of a part of a given age",
         "failures",
         {number("shape", "1", {.least = 0.01, .most = 100}), number("scale_h", "h", above(0)),
          number("age_h", "h", some), number("horizon_h", "h", some)},
         {{"mean_h", "h"}, {"survival", "1"}},
         weibull},
        {"fail.availability",
         "availability of a node, and of enough nodes at once",
         "failures",
         {number("mtbf_h", "h", above(0)), number("mttr_h", "h", some),
          integer("nodes", "1", 1, 1e6), integer("required_up", "1", 0, 1e6)},
         {{"node_availability", "1"}, {"p_at_least_required", "1"}},
         availability},
        {"ckpt.size",
         "parameters of a dense transformer and bytes of its checkpoint",
         "checkpoint-size",
         {optional(anyText("model")), integer("hidden", "1", 1, 1e7), integer("ffn", "1", 1, 1e8),
          integer("layers", "1", 1, 1e6), integer("heads", "1", 1, 1e6),
          integer("kv_heads", "1", 1, 1e6), integer("vocab", "1", 1, 1e9), flag("gated_ffn"),
          flag("tied_embeddings"), number("bytes_per_param", "B", above(0))},
         {{"params", "1"}, {"bytes", "B"}},
         checkpointSize},
    };
}

} // namespace gpuplan::selfcheck
