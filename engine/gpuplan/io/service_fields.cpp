#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/io/step_forms.hpp>

#include <algorithm>

namespace gpuplan::io {

using namespace model;

const Names<ServingPrecision>& servingPrecisionNames() {
    static const Names<ServingPrecision> names = {{"fp32", ServingPrecision::Fp32},
                                                  {"fp16", ServingPrecision::Fp16},
                                                  {"fp8", ServingPrecision::Fp8},
                                                  {"int8", ServingPrecision::Int8},
                                                  {"int4", ServingPrecision::Int4}};
    return names;
}

const Names<Router>& routerNames() {
    static const Names<Router> names = {{"shortest_queue", Router::ShortestQueue},
                                        {"round_robin", Router::RoundRobin},
                                        {"power_of_two", Router::PowerOfTwo}};
    return names;
}

const Names<LatencyKind>& latencyKindNames() {
    static const Names<LatencyKind> names = {{"ttft", LatencyKind::FirstToken},
                                             {"tpot", LatencyKind::PerToken},
                                             {"e2e", LatencyKind::EndToEnd}};
    return names;
}

namespace {

const FieldTable<LatencyTarget>& latencyTargetFields() {
    static const FieldTable<LatencyTarget> table = [] {
        FieldTable<LatencyTarget> t("latency_target",
                                    "A latency that must not be passed; passing it ends a run with "
                                    "exit code 4.");
        t.add(defaulted("of", &LatencyTarget::kind, ChoiceForm{latencyKindNames()},
                        "ttft: time to first token; tpot: time per output token after it; e2e: "
                        "from request to answer"));
        t.add(defaulted("percentile", &LatencyTarget::percentile, IntegerForm{50, 99},
                        "50, 90, 95 or 99"));
        t.add(required("at_most", &LatencyTarget::limit, SecondsForm{"0 s", "1 d", true},
                       "the limit; a request that passes none counts as goodput", "\"50 ms\""));
        t.then("percentile is 50, 90, 95 or 99",
               [](LatencyTarget& target, const JsonValue& json, Reading& reading) {
                   const auto p = target.percentile;
                   return p == 50 || p == 90 || p == 95 || p == 99 ||
                          reading.problem(json.find("percentile")->location(),
                                          "io.check.percentile", {std::to_string(p)});
               });
        return t;
    }();
    return table;
}

const FieldTable<ServedModel>& servedModelFields() {
    static const FieldTable<ServedModel> table = [] {
        FieldTable<ServedModel> t("served_model", "What a replica runs.");
        t.add(kind<BatchModel, ServedModel>("batch", object(batchModelFields()),
                                            "a model of fixed cost, in dynamic batches"));
        t.add(kind<TokenModel, ServedModel>("tokens", object(tokenModelFields()),
                                            "a decoder, in continuous batches"));
        t.exactlyOne({"batch", "tokens"});
        return t;
    }();
    return table;
}

SourcedForm<DecimalForm> compilerForm() {
    return SourcedForm{DecimalForm{"1", "10"}};
}

bool checkService(InferenceService& service, const JsonValue& json, Reading& reading) {
    const bool sized = !std::holds_alternative<TraceSizes>(service.sizes);
    const bool traced = std::holds_alternative<RequestTrace>(service.requests);
    const bool tokens = std::holds_alternative<TokenModel>(service.served);
    bool good = true;
    if (tokens && !sized && !traced)
        good = reading.problem(
            json.location(), "io.missing_example",
            {inQuotes("sizes"), R"("sizes": {"fixed": {"input": 1024, "output": 256}})"});
    if (!tokens && sized)
        good = reading.problem(json.find("sizes")->location(), "io.check.needs_too",
                               {inQuotes("sizes"), inQuotes("tokens")});
    if (!tokens && service.precision == ServingPrecision::Int4)
        good = reading.problem(json.find("precision")->location(), "io.check.int4");
    if (tokens && service.compiler)
        good = reading.problem(json.find("compiler")->location(), "io.check.token_compiler");
    for (const LatencyTarget& target : service.targets)
        if (!tokens && target.kind != LatencyKind::EndToEnd)
            good = reading.problem(json.find("targets")->location(), "io.check.token_target");
    return good;
}

bool checkChange(ServiceChange& change, const JsonValue& json, Reading& reading) {
    if (change.chunk.value_or(0) == 0 || !change.mostSequences ||
        *change.chunk > *change.mostSequences)
        return true;
    return reading.problem(json.find("chunk")->location(), "io.check.chunk",
                           {std::to_string(*change.chunk), std::to_string(*change.mostSequences)});
}

} // namespace

const FieldTable<InferenceService>& serviceFields() {
    static const FieldTable<InferenceService> table = [] {
        FieldTable<InferenceService> t(
            "service", "An inference service: requests, what serving one takes, and replicas. Its "
                       "replicas are the class's jobs.");
        t.add(required("requests", &InferenceService::requests, object(requestFields()),
                       "when they come"));
        t.add(optionalPlain("sizes", &InferenceService::sizes, object(requestSizeFields()),
                            "tokens of prompts and answers, where the trace does not tell"));
        t.inlined(&InferenceService::served, servedModelFields());
        t.add(defaulted("precision", &InferenceService::precision,
                        ChoiceForm{servingPrecisionNames()},
                        "it is served in; int4: weights alone, of token models"));
        t.add(optional("compiler", &InferenceService::compiler, compilerForm(),
                       "how many times faster a graph compiler (TensorRT, torch.compile) makes "
                       "it, usually 1.2 to 2; absent: none",
                       "1.6"));
        t.add(defaulted("quantized_gain", &InferenceService::quantizedGain,
                        SourcedForm{DecimalForm{"0", "1", true}},
                        "share of the higher peak of int8 or fp8 that is gained: quantising and "
                        "dequantising cost the rest"));
        t.add(optional("front", &InferenceService::front,
                       object(frontStageFields(), JsonLayout::Line), "work in front of the GPU"));
        t.add(defaulted("router", &InferenceService::router, ChoiceForm{routerNames()},
                        "which replica gets the next request"));
        t.add(required("replicas", &InferenceService::replicas,
                       object(replicaRuleFields(), JsonLayout::Line), "how many there are"));
        t.add(required("cold_start", &InferenceService::coldStart,
                       object(coldStartFields(), JsonLayout::Line), "how one starts"));
        t.add(defaulted("targets", &InferenceService::targets,
                        ListForm<ObjectForm<LatencyTarget>>{
                            object(latencyTargetFields(), JsonLayout::Line), 0, 20},
                        "what users may expect"));
        t.then("token models need sizes, from here or from the trace; targets of tokens and int4 "
               "need a token model",
               checkService);
        return t;
    }();
    return table;
}

const FieldTable<ServiceChange>& serviceChangeFields() {
    static const FieldTable<ServiceChange> table = [] {
        FieldTable<ServiceChange> t("service_change",
                                    "What an alternative changes in the service of one job class; "
                                    "fields mean what they mean there.");
        t.add(required("class", &ServiceChange::jobClass, TextForm{100},
                       "name of the job class, which has a service", "\"ranking\""));
        t.add(optionalPlain("pool", &ServiceChange::pool, TextForm{100},
                            "of this alternative, that its replicas stand on; absent: the first",
                            "\"inference\""));
        t.add(optional("precision", &ServiceChange::precision, ChoiceForm{servingPrecisionNames()},
                       "it is served in"));
        t.add(optional("compiler", &ServiceChange::compiler, compilerForm(),
                       "how many times faster a graph compiler makes it", "1.6"));
        t.add(optional("most", &ServiceChange::mostBatch, IntegerForm{1, 100'000},
                       "requests of a batch at most", "8"));
        t.add(optional("longest_wait", &ServiceChange::longestWait, DurationForm{"0 s", "100 ms"},
                       "of the oldest request", "\"5 ms\""));
        t.add(optional("tensor", &ServiceChange::tensor, IntegerForm{1, 1024},
                       "GPUs that share every layer", "4"));
        t.add(optional("most_sequences", &ServiceChange::mostSequences,
                       IntegerForm{1, mostSequences}, "sequences that run at once", "128"));
        t.add(optional("chunk", &ServiceChange::chunk, IntegerForm{0, mostTokens},
                       "tokens of an iteration with prompts; 0: prompts stop the rest", "512"));
        t.add(optional("key_value_precision", &ServiceChange::keyValuePrecision,
                       ChoiceForm{servingPrecisionNames()}, "of the cache"));
        t.add(optional("cores", &ServiceChange::cores, IntegerForm{1, 10'000},
                       "of a replica, in front of its GPU", "8"));
        t.add(optional("router", &ServiceChange::router, ChoiceForm{routerNames()},
                       "which replica gets the next request"));
        t.add(optional("replicas", &ServiceChange::replicas,
                       object(replicaRuleFields(), JsonLayout::Line), "how many there are"));
        t.then("", checkChange);
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
