#include <gpuplan/perf/batch_service.hpp>
#include <gpuplan/perf/service_multipliers.hpp>
#include <gpuplan/perf/token_generation.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/serving/autoscaler.hpp>

namespace gpuplan::selfcheck {

namespace {

void batch(Inputs& in, Outputs& out) {
    const perf::BatchService service{in.number("t0_s"), in.number("t1_s")};
    const double size = in.number("batch");
    out.number("latency_s", service.latency(size));
    out.number("throughput_per_s", service.throughput(size));
}

void decode(Inputs& in, Outputs& out) {
    perf::TokenModel model;
    model.parameters = in.number("params");
    model.layers = in.number("layers");
    model.hidden = in.number("hidden");
    model.keyValueHeads = in.number("kv_heads");
    model.headDimension = in.number("head_dim");
    model.bytesPerParameter = in.number("bytes_per_param");
    model.keyValueBytes = in.number("kv_bytes");
    model.activationBytes = in.number("activation_bytes");
    perf::TokenHardware hardware;
    hardware.tensorParallel = in.number("tensor_parallel");
    hardware.bandwidth = in.number("hbm_bytes_per_s");
    hardware.etaMemory = in.number("eta_mem");
    hardware.collective = {{in.number("alpha_s"), in.number("busbw_bytes_per_s")}};
    const double sequences = in.number("batch");
    const perf::TokenTime time =
        perf::decodeTime(model, hardware, sequences, sequences * in.number("context"));
    out.number("kv_bytes_per_token", model.keyValueBytesPerToken());
    out.number("memory_s", time.memory);
    out.number("comm_s", time.collectives);
    out.number("tpot_s", time.step());
    out.number("tokens_per_s", sequences / time.step());
}

/// Names are labels: as many as factors.
void speedups(Inputs& in, Outputs& out) {
    const std::vector<double> factors = in.numbers("factors");
    if (in.has("factor_names") && in.list("factor_names").size() != factors.size()) {
        in.refuse("factor_names", "selfcheck.unequal_lists",
                  {inQuotes("factor_names"), inQuotes("factors")});
        return;
    }
    out.number("latency_s", perf::chainedTime(in.number("baseline_s"), factors));
}

void autoscale(Inputs& in, Outputs& out) {
    out.number("desired", serving::wantedReplicas(in.number("current"), in.number("metric"),
                                                  in.number("target"), in.number("tolerance")));
}

} // namespace

std::vector<CalcModel> servingModels() {
    const Range some = atLeast(0);
    const Range bytes{.least = 0, .most = 16, .leastOut = true}; // of one number
    return {
        {"inference.batch",
         "time of a batch of requests of fixed cost",
         "batch-service",
         {number("t0_s", "s", some), number("t1_s", "s", above(0)),
          integer("batch", "requests", 1, 1e9)},
         {{"latency_s", "s"}, {"throughput_per_s", "1/s"}},
         batch},
        {"inference.llm_decode",
         "time of one token for each of the running sequences",
         "token-generation",
         {number("params", "1", above(0)), number("bytes_per_param", "B", bytes),
          integer("layers", "1", 1, 1e6), integer("kv_heads", "1", 1, 1e6),
          integer("head_dim", "1", 1, 1e6), number("kv_bytes", "B", bytes),
          integer("hidden", "1", 1, 1e9), number("activation_bytes", "B", bytes),
          integer("tensor_parallel", "GPU", 1, 1e5), integer("batch", "sequences", 1, 1e9),
          number("context", "tokens", some), number("hbm_bytes_per_s", "B/s", above(0)),
          number("eta_mem", "1", {.least = 0, .most = 1, .leastOut = true}),
          number("alpha_s", "s", some), number("busbw_bytes_per_s", "B/s", above(0))},
         {{"kv_bytes_per_token", "B"},
          {"memory_s", "s"},
          {"comm_s", "s"},
          {"tpot_s", "s"},
          {"tokens_per_s", "1/s"}},
         decode},
        {"inference.speedup_chain",
         "service time after changes that act on the same bound",
         "multipliers",
         {number("baseline_s", "s", above(0)),
          listOf("factors", number("", "x", above(0)), 0, 1000),
          optional(listOf("factor_names", anyText(""), 0, 1000))},
         {{"latency_s", "s"}},
         speedups},
        {"autoscale.hpa",
         "replicas that a horizontal autoscaler asks for",
         "autoscaling",
         {integer("current", "replicas", 0, 1e9), number("metric", "1", some),
          number("target", "1", above(0)), number("tolerance", "1", some)},
         {{"desired", "replicas"}},
         autoscale},
    };
}

} // namespace gpuplan::selfcheck
