#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/io/step_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

const FieldTable<FixedReplicas>& fixedReplicaFields() {
    static const FieldTable<FixedReplicas> table = [] {
        FieldTable<FixedReplicas> t("fixed_replicas", "Always as many.");
        t.add(required("count", &FixedReplicas::count, IntegerForm{1, mostReplicas},
                       "replicas, the whole plan long", "4"));
        return t;
    }();
    return table;
}

bool checkAutoscaling(AutoscaledReplicas& rule, const JsonValue& json, Reading& reading) {
    if (rule.least >= rule.most)
        return reading.problem(json.find("most")->location(), "io.check.autoscaled",
                               {std::to_string(rule.least), std::to_string(rule.most)});
    const bool timed = rule.idleTimeout > Duration(0);
    if (rule.least == 0 && !timed)
        return reading.problem(json.find("least")->location(), "io.check.needs_too",
                               {inQuotes("least") + ": 0", inQuotes("idle_timeout")});
    if (rule.least > 0 && timed)
        return reading.problem(json.find("idle_timeout")->location(), "io.check.needs_too",
                               {inQuotes("idle_timeout"), inQuotes("least") + ": 0"});
    return true;
}

const FieldTable<AutoscaledReplicas>& autoscaledFields() {
    static const FieldTable<AutoscaledReplicas> table = [] {
        const IntegerForm replicas{0, mostReplicas};
        FieldTable<AutoscaledReplicas> t(
            "autoscaled_replicas",
            "By the rule of Kubernetes' HorizontalPodAutoscaler on requests in the service.");
        t.add(required("least", &AutoscaledReplicas::least, replicas,
                       "0: none after idle_timeout without a request; the next one starts one and "
                       "waits for it",
                       "1"));
        t.add(required("most", &AutoscaledReplicas::most, IntegerForm{1, mostReplicas},
                       "above least", "8"));
        t.add(required("target", &AutoscaledReplicas::target, NumberForm{0, 1e6, true},
                       "requests in the service per replica, mean over a period", "8"));
        t.add(defaulted("tolerance", &AutoscaledReplicas::tolerance, NumberForm{0, 1},
                        "no change while the figure is so near the target"));
        t.add(defaulted("period", &AutoscaledReplicas::period, DurationForm{"1 s", "1 h"},
                        "between two looks"));
        t.add(defaulted("down_window", &AutoscaledReplicas::downWindow, DurationForm{"0 s", "1 d"},
                        "fewer replicas only by the most wanted of so long"));
        t.add(optionalPlain("most_up", &AutoscaledReplicas::mostUp, IntegerForm{1, mostReplicas},
                            "replicas added in a period", "2"));
        t.add(optionalPlain("most_down", &AutoscaledReplicas::mostDown,
                            IntegerForm{1, mostReplicas}, "replicas taken away in a period", "1"));
        t.add(optionalPlain("idle_timeout", &AutoscaledReplicas::idleTimeout,
                            DurationForm{"1 s", "30 d"},
                            "without a request, after which none is left", "\"10 min\""));
        t.then("most is above least; least 0 and idle_timeout go together", checkAutoscaling);
        return t;
    }();
    return table;
}

bool checkBatchModel(BatchModel& batch, const JsonValue& json, Reading& reading) {
    if (batch.matrixShare + batch.hostShare <= 1.0)
        return true;
    const auto host = json.find("host_share");
    return reading.problem((host ? *host : json).location(), "io.check.shares_of_time",
                           {inQuotes("matrix_share"), inQuotes("host_share"),
                            numberText(batch.matrixShare + batch.hostShare)});
}

bool checkChunk(TokenModel& tokens, const JsonValue& json, Reading& reading) {
    if (tokens.chunk == 0 || tokens.chunk > tokens.mostSequences)
        return true;
    return reading.problem(json.find("chunk")->location(), "io.check.chunk",
                           {std::to_string(tokens.chunk), std::to_string(tokens.mostSequences)});
}

} // namespace

const FieldTable<BatchModel>& batchModelFields() {
    static const FieldTable<BatchModel> table = [] {
        FieldTable<BatchModel> t("batch_model",
                                 "A model of fixed cost (vision, ranking) on one GPU: b requests "
                                 "take fixed + b x per_request, as measured on gpu in precision. "
                                 "Elsewhere the parts of the time move with what holds them back.");
        t.add(required("gpu", &BatchModel::gpu, TextForm{}, "GPU model it was measured on",
                       "\"t4\""));
        t.add(defaulted("precision", &BatchModel::precision, ChoiceForm{servingPrecisionNames()},
                        "it was measured in"));
        t.add(required("fixed", &BatchModel::fixed, SecondsForm{"0 s", "1 h"},
                       "time of a batch that does not depend on its size", "\"20 ms\""));
        t.add(required("per_request", &BatchModel::perRequest, SecondsForm{"0 s", "1 h", true},
                       "time of each request in a batch", "\"11.5 ms\""));
        t.add(defaulted("matrix_share", &BatchModel::matrixShare, NumberForm{0, 1},
                        "share of the time that matrix units hold back"));
        t.add(defaulted("host_share", &BatchModel::hostShare, NumberForm{0, 1},
                        "share of the time that launches and framework take; the rest waits for "
                        "memory"));
        t.add(defaulted("most", &BatchModel::mostBatch, IntegerForm{1, 100'000},
                        "requests of a batch at most"));
        t.add(optionalPlain("longest_wait", &BatchModel::longestWait, DurationForm{"0 s", "100 ms"},
                            "of the oldest request, before a batch starts that is not full; "
                            "absent: none",
                            "\"5 ms\""));
        t.add(optionalPlain("weights", &BatchModel::weights, BytesForm{"1 B", "100 TB"},
                            "of the model in that precision; read when a replica starts, and must "
                            "fit its GPU",
                            "\"440 MB\""));
        t.inlined(&BatchModel::provenance, provenanceFields());
        t.then("matrix_share and host_share are not above 1 together", checkBatchModel);
        return t;
    }();
    return table;
}

const FieldTable<TokenModel>& tokenModelFields() {
    static const FieldTable<TokenModel> table = [] {
        FieldTable<TokenModel> t("token_model",
                                 "A decoder that generates tokens in continuous batches.", [] {
                                     TokenModel prototype;
                                     prototype.reserve = Bytes(1'500'000'000);
                                     return prototype;
                                 }());
        t.add(required("parameters", &TokenModel::parameters, NumberForm{0, 1e15, true},
                       "of the model", "70e9"));
        t.add(
            required("layers", &TokenModel::layers, IntegerForm{1, 10'000}, "of the model", "80"));
        t.add(required("hidden", &TokenModel::hidden, IntegerForm{1, 1'000'000}, "width of a layer",
                       "8192"));
        t.add(required("key_value_heads", &TokenModel::keyValueHeads, IntegerForm{1, 10'000},
                       "heads whose keys and values are kept", "8"));
        t.add(required("head_dimension", &TokenModel::headDimension, IntegerForm{1, 100'000},
                       "numbers of a head", "128"));
        t.add(defaulted("key_value_precision", &TokenModel::keyValuePrecision,
                        ChoiceForm{servingPrecisionNames()}, "of the cache"));
        t.add(defaulted("tensor", &TokenModel::tensor, IntegerForm{1, 1024},
                        "GPUs of one node that share every layer"));
        t.add(defaulted("most_sequences", &TokenModel::mostSequences, IntegerForm{1, mostSequences},
                        "sequences that run at once"));
        t.add(optionalPlain("chunk", &TokenModel::chunk, IntegerForm{1, mostTokens},
                            "tokens of an iteration in which prompts ride along; above "
                            "most_sequences; absent: a prompt stops the running sequences",
                            "512"));
        t.add(optionalPlain("host", &TokenModel::host, SecondsForm{"0 s", "10 s"},
                            "time of an iteration for scheduling and sampling, which nothing hides",
                            "\"1 ms\""));
        t.add(defaulted("usable", &TokenModel::usable, NumberForm{0, 1, true},
                        "share of a GPU's memory that can be used"));
        t.add(defaulted("reserve", &TokenModel::reserve, BytesForm{"0 B", "1 TB"},
                        "memory of each GPU for all but weights and cache"));
        t.inlined(&TokenModel::provenance, provenanceFields());
        t.then("chunk is above most_sequences", checkChunk);
        return t;
    }();
    return table;
}

const FieldTable<FrontStage>& frontStageFields() {
    static const FieldTable<FrontStage> table = [] {
        FieldTable<FrontStage> t("front_stage",
                                 "Work on the CPU and the copy, in front of a replica's GPU.");
        t.add(optionalPlain("preprocess", &FrontStage::preprocess, SecondsForm{"0 s", "1 h"},
                            "core time of a request before the GPU", "\"8 ms\""));
        t.add(optionalPlain("postprocess", &FrontStage::postprocess, SecondsForm{"0 s", "1 h"},
                            "core time of a request after it", "\"1 ms\""));
        t.add(defaulted("cores", &FrontStage::cores, IntegerForm{1, 10'000},
                        "of a replica, that do so"));
        t.add(optionalPlain("bytes_per_request", &FrontStage::bytesPerRequest,
                            SampleSizeForm{"0 B", largestSample}, "copied to the GPU",
                            "\"602 kB\""));
        t.inlined(&FrontStage::provenance, provenanceFields());
        return t;
    }();
    return table;
}

const FieldTable<ReplicaRule>& replicaRuleFields() {
    static const FieldTable<ReplicaRule> table = [] {
        FieldTable<ReplicaRule> t("replica_rule", "How many replicas there are.");
        t.add(kind<FixedReplicas, ReplicaRule>(
            "fixed", object(fixedReplicaFields(), JsonLayout::Line), "always as many"));
        t.add(kind<AutoscaledReplicas, ReplicaRule>(
            "autoscaled", object(autoscaledFields(), JsonLayout::Line), "by the load"));
        t.exactlyOne({"fixed", "autoscaled"});
        return t;
    }();
    return table;
}

const FieldTable<ColdStart>& coldStartFields() {
    static const FieldTable<ColdStart> table = [] {
        const SourcedForm rate{BandwidthForm{"1 B/s", fastestRate}};
        FieldTable<ColdStart> t("cold_start",
                                "What a new replica does before it serves, beside getting its "
                                "node: image, weights, warm-up, one after the other.");
        t.add(optionalPlain("image", &ColdStart::image, BytesForm{"0 B", "10 TB"},
                            "pulled; absent: it lies on the node", "\"8 GB\""));
        t.add(optional("image_rate", &ColdStart::imageRate, rate,
                       "it is pulled at; absent: the node's network", "\"1.2 GB/s\""));
        t.add(required("weights_rate", &ColdStart::weightsRate, rate,
                       "of the store or disk that holds the weights; the GPU's host link limits it "
                       "too",
                       "\"2 GB/s\""));
        t.add(optionalPlain("warm_up", &ColdStart::warmUp, DurationForm{"0 s", "1 d"},
                            "compiling, first batches", "\"20 s\""));
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
