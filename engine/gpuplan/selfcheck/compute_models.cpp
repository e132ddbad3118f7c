#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/perf/batch_curve.hpp>
#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/flops.hpp>
#include <gpuplan/perf/precision.hpp>
#include <gpuplan/perf/roofline.hpp>
#include <gpuplan/perf/transformer.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/named_choice.hpp>
#include <gpuplan/units/number_text.hpp>

#include <string>

namespace gpuplan::selfcheck {

namespace {

void ridge(Inputs& in, Outputs& out) {
    out.number("flops_per_byte",
               perf::ridgePoint(in.number("peak_flops"), in.number("hbm_bytes_per_s")));
}

void gemm(Inputs& in, Outputs& out) {
    const perf::RooflineTime result = perf::rooflineTime(
        perf::matrixProduct(in.number("m"), in.number("n"), in.number("k"),
                            in.number("element_bytes")),
        {in.number("peak_flops"), in.number("eta_compute"), in.number("hbm_bytes_per_s"),
         in.number("eta_mem"), in.number("overhead_s")});
    out.number("time_s", result.time);
    out.text("bound", result.isMemoryBound ? "memory" : "compute");
}

void speedup(Inputs& in, Outputs& out) {
    out.number("speedup",
               perf::precisionSpeedup(in.number("matrix_fraction"), in.number("matrix_ratio"),
                                      in.number("rest_ratio")));
}

void affineFit(Inputs& in, Outputs& out) {
    std::vector<perf::BatchPoint> points;
    for (const Value& point : in.list("points"))
        points.push_back({point.numberOf("batch"), point.numberOf("time_s")});
    const auto result = perf::fitBatchCurve(points);
    if (const auto* fault = std::get_if<perf::BatchFitFault>(&result)) {
        switch (*fault) {
        case perf::BatchFitFault::OneBatch:
            return in.refuse("points", "selfcheck.affine.one_batch");
        case perf::BatchFitFault::NotRising:
            return in.refuse("points", "selfcheck.affine.not_rising");
        case perf::BatchFitFault::NegativeFixed:
            return in.refuse("points", "selfcheck.affine.negative");
        }
    }
    const perf::BatchCurve& curve = std::get<perf::BatchFit>(result).curve;
    out.number("t_fixed_s", curve.fixed);
    out.number("t_per_sample_s", curve.perSample);
    out.number("half_batch", curve.halfBatch());
}

void utilization(Inputs& in, Outputs& out) {
    model::TransformerStep shape;
    shape.layers = in.integer("layers");
    shape.hidden = in.integer("hidden");
    shape.heads = 1; // no matter: all heads together do the work
    shape.sequence = in.integer("seq");
    shape.vocabulary = in.integer("vocab");
    const double flops = in.number("batch") * perf::modelFlopsPerSequence(shape);
    out.number("model_flops", flops);
    out.number("mfu", perf::flopsUtilization(flops, in.number("step_s"), in.number("gpus"),
                                             in.number("peak_flops")));
}

void utilizationOfRate(Inputs& in, Outputs& out) {
    out.number("mfu", perf::flopsUtilization(in.number("flops_per_s_per_gpu"), 1.0, 1.0,
                                             in.number("peak_flops")));
}

std::int64_t integerOf(const Value& value, std::string_view name) {
    return static_cast<std::int64_t>(value.numberOf(name));
}

model::TransformerStep shapeOf(const Value& value) {
    model::TransformerStep shape;
    shape.layers = integerOf(value, "layers");
    shape.hidden = integerOf(value, "hidden");
    shape.heads = integerOf(value, "heads");
    shape.sequence = integerOf(value, "seq");
    shape.vocabulary = integerOf(value, "vocab");
    shape.feedForward = integerOf(value, "ffn");
    return shape;
}

/// Says what does not divide.
bool isWhole(Inputs& in, const model::TransformerStep& shape) {
    const auto text = [](std::int64_t count) { return std::to_string(count); };
    const Value& parallel = in.value("parallel");
    const Value& batch = in.value("batch");
    const std::int64_t tensor = integerOf(parallel, "tensor");
    const std::int64_t pipeline = integerOf(parallel, "pipeline");
    const std::int64_t chunks = integerOf(parallel, "interleave");
    const std::int64_t data = integerOf(parallel, "data");
    const std::int64_t gpus = integerOf(parallel, "gpus");
    const std::int64_t micro = integerOf(batch, "micro");
    const std::int64_t global = integerOf(batch, "global");
    if (gpus != tensor * pipeline * data)
        in.refuse("parallel", "selfcheck.whole_ranks",
                  {text(gpus), text(tensor), text(pipeline), text(data)});
    if (pipeline * chunks > shape.layers)
        in.refuse("parallel", "selfcheck.stages",
                  {text(pipeline), text(chunks), text(shape.layers)});
    if (global % (micro * data) != 0)
        in.refuse("batch", "selfcheck.whole_batches", {text(global), text(micro), text(data)});
    return in.refusals().empty();
}

perf::LinkRates linkOf(const Value& link, std::string_view rate) {
    return {link.numberOf("alpha_s"), link.numberOf(rate)};
}

void transformerStep(Inputs& in, Outputs& out) {
    const model::TransformerStep shape = shapeOf(in.value("model"));
    if (!isWhole(in, shape))
        return;
    const Value& parallel = in.value("parallel");
    const Value& batch = in.value("batch");
    perf::TransformerPlan plan;
    plan.parallel.tensor = integerOf(parallel, "tensor");
    plan.parallel.pipeline = integerOf(parallel, "pipeline");
    plan.parallel.interleave = integerOf(parallel, "interleave");
    plan.parallel.sequenceParallel = parallel.flagOf("sequence_parallel");
    plan.dataRanks = integerOf(parallel, "data");
    plan.microBatch = integerOf(batch, "micro");
    plan.microBatches = integerOf(batch, "global") / (plan.microBatch * plan.dataRanks);
    plan.recompute = chosen(io::recomputeNames(), in.text("recompute"));

    perf::GpuRates gpu;
    const Value& defaults = in.value("defaults");
    gpu.fp16 = in.value("gpu").numberOf("peak_flops_fp16");
    gpu.memoryBandwidth = in.value("gpu").numberOf("hbm_bytes_per_s");
    gpu.etaCompute = defaults.numberOf("eta_gemm");
    gpu.etaAttention = defaults.numberOf("eta_attention");
    gpu.etaElementwise = defaults.numberOf("eta_mem");
    gpu.launch = defaults.numberOf("kernel_overhead_s");

    const Value& links = in.value("links");
    const perf::LinkRates between = linkOf(links.member("inter_p2p"), "bytes_per_s");
    const perf::TransformerMessages messages = perf::transformerMessages(shape, plan);
    const auto cost = perf::transformerCost(
        shape, plan, gpu,
        perf::transformerLinks(messages, plan.parallel.tensor,
                               linkOf(links.member("intra"), "busbw_bytes_per_s"), between));
    // Gradients go around a ring of all data-parallel ranks, after the last backward pass.
    const auto exchange = perf::collectiveTime(perf::Collective::AllReduce, perf::Algorithm::Ring,
                                               plan.dataRanks, messages.sharedGradients, between);
    out.number("step_s", cost->step() + exchange.value());
}

std::vector<InputSpec> transformerInputs() {
    const Range eta = {.least = 0.1, .most = 1};
    const Range launch = {.least = 0, .most = 1e-4};
    return {
        fields("gpu", {optional(anyText("name")), number("peak_flops_fp16", "FLOP/s", above(0)),
                       number("hbm_bytes_per_s", "B/s", above(0))}),
        fields("model", {integer("hidden", "1", 1, 1e7), integer("heads", "1", 1, 1e6),
                         integer("layers", "1", 1, 1e6), integer("ffn", "1", 1, 1e8),
                         integer("seq", "1", 1, 1e8), integer("vocab", "1", 1, 1e9)}),
        fields("parallel", {integer("gpus", "GPU", 1, 1e7), integer("tensor", "1", 1, 1e6),
                            integer("pipeline", "1", 1, 1e6), integer("interleave", "1", 1, 1e6),
                            integer("data", "1", 1, 1e6), flag("sequence_parallel")}),
        fields("batch",
               {integer("global", "sequences", 1, 1e9), integer("micro", "sequences", 1, 1e9)}),
        choiceOf("recompute", io::recomputeNames()),
        fields("links", {fields("intra", {number("busbw_bytes_per_s", "B/s", above(0)),
                                          number("alpha_s", "s", atLeast(0))}),
                         fields("inter_p2p", {number("bytes_per_s", "B/s", above(0)),
                                              number("alpha_s", "s", atLeast(0))})}),
        fields("defaults", {number("eta_gemm", "1", eta), number("eta_attention", "1", eta),
                            number("eta_mem", "1", eta), number("kernel_overhead_s", "s", launch)}),
    };
}

} // namespace

std::vector<CalcModel> computeModels() {
    const Range eta = {.least = 0.1, .most = 1};
    const Range launch = {.least = 0, .most = 1e-4};
    const Range size = {.least = 1, .most = 1e9};
    return {
        {"roofline.ridge",
         "intensity at which arithmetic and memory traffic take equally long",
         "roofline",
         {number("peak_flops", "FLOP/s", above(0)), number("hbm_bytes_per_s", "B/s", above(0))},
         {{"flops_per_byte", "FLOP/B"}},
         ridge},
        {"roofline.gemm",
         "time of one matrix product by roofline, and what binds it",
         "roofline",
         {number("m", "1", size), number("n", "1", size), number("k", "1", size),
          number("element_bytes", "B", above(0)), number("peak_flops", "FLOP/s", above(0)),
          number("eta_compute", "1", eta), number("hbm_bytes_per_s", "B/s", above(0)),
          number("eta_mem", "1", eta), number("overhead_s", "s", launch)},
         {{"time_s", "s"}, {"bound", ""}},
         gemm},
        {"precision.speedup",
         "speed-up when matrix work and the rest gain by different ratios",
         "precision",
         {number("matrix_fraction", "1", between(0, 1)),
          number("matrix_ratio", "1", between(1, 16)), number("rest_ratio", "1", between(1, 2))},
         {{"speedup", "x"}},
         speedup},
        {"compute.affine_fit",
         "fixed time and time a sample from measured batches",
         "batch-curve",
         {listOf(
             "points",
             fields("", {number("batch", "samples", atLeast(1)), number("time_s", "s", above(0))}),
             2, 1'000'000)},
         {{"t_fixed_s", "s"}, {"t_per_sample_s", "s"}, {"half_batch", "samples"}},
         affineFit},
        {"flops.mfu",
         "model FLOPs of a transformer's step and the share of the peak they make",
         "transformer",
         {integer("layers", "1", 1, 1e6), integer("seq", "1", 1, 1e8),
          integer("hidden", "1", 1, 1e7), integer("vocab", "1", 1, 1e9),
          number("batch", "sequences", above(0)), number("gpus", "GPU", above(0)),
          number("peak_flops", "FLOP/s", above(0)), number("step_s", "s", above(0))},
         {{"model_flops", "FLOP"}, {"mfu", "1"}},
         utilization},
        {"flops.mfu_rate",
         "share of the peak that a measured rate of model FLOPs makes",
         "transformer",
         {number("flops_per_s_per_gpu", "FLOP/s", atLeast(0)),
          number("peak_flops", "FLOP/s", above(0))},
         {{"mfu", "1"}},
         utilizationOfRate},
        {"train.transformer_step",
         "step time of a transformer from its architecture, its GPUs and their links",
         "transformer",
         transformerInputs(),
         {{"step_s", "s"}},
         transformerStep},
    };
}

} // namespace gpuplan::selfcheck
