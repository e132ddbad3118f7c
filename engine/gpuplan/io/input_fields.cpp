#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/io/step_forms.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

bool checkLoader(InputPipeline& input, const JsonValue& json, Reading& reading) {
    bool good = true;
    if (input.loader == Loader::Workers && input.workers == 0)
        good = reading.problem(json.find("workers")->location(), "io.check.no_workers",
                               {inQuotes("synchronous")});
    if (input.gpuShare > 0 && input.samplesPerGpu == 0)
        good = reading.problem(json.find("gpu_share")->location(), "io.check.gpu_share");
    return good;
}

} // namespace

const FieldTable<DataSet>& dataSetFields() {
    static const FieldTable<DataSet> table = [] {
        FieldTable<DataSet> t("data_set", "The data that are read once an epoch.");
        t.add(required("samples", &DataSet::samples, IntegerForm{1, 1'000'000'000'000},
                       "of one pass over the data", "1281167"));
        t.add(required("bytes_per_sample", &DataSet::bytesPerSample,
                       SampleSizeForm{"1 B", largestSample}, "as stored, on average"));
        t.add(defaulted("format", &DataSet::format, ChoiceForm{dataFormatNames()},
                        "how samples lie in files"));
        t.add(defaulted("samples_per_shard", &DataSet::samplesPerShard,
                        IntegerForm{1, 1'000'000'000}, "shards only: samples of one file"));
        t.add(required("tier", &DataSet::tier, TextForm{},
                       "the storage tier that holds them, one of the alternative's storage",
                       "\"nvme-gen4\""));
        t.inlined(&DataSet::provenance, provenanceFields());
        return t;
    }();
    return table;
}

const FieldTable<OfflinePreparation>& offlinePreparationFields() {
    static const FieldTable<OfflinePreparation> table = [] {
        FieldTable<OfflinePreparation> t("offline_preparation",
                                         "Samples prepared once, before training, on machines "
                                         "without GPUs; what that costs is posted.");
        t.add(defaulted("growth", &OfflinePreparation::growth, NumberForm{0, 1000, true},
                        "bytes of a prepared sample per byte as stored; 5 to 7 for decoded images",
                        "6"));
        t.add(defaulted("cores", &OfflinePreparation::cores, IntegerForm{1, 1'000'000},
                        "that prepare at once", "64"));
        t.add(required("per_core", &OfflinePreparation::perCore,
                       SourcedForm{PriceForm<per::Hour>{}}, "price of one core", "\"0.04 USD/h\""));
        return t;
    }();
    return table;
}

const FieldTable<InputPipeline>& inputPipelineFields() {
    static const FieldTable<InputPipeline> table = [] {
        FieldTable<InputPipeline> t("input_pipeline",
                                    "How samples get from storage into the GPUs.");
        t.add(required("data", &InputPipeline::data, object(dataSetFields()), "what is read"));
        t.add(defaulted("loader", &InputPipeline::loader, ChoiceForm{loaderNames()},
                        "synchronous: the step waits for its own batch; workers: processes that "
                        "fetch and prepare whole batches (PyTorch); staged: threads for each stage "
                        "(DALI, tf.data)"));
        t.add(defaulted("workers", &InputPipeline::workers, IntegerForm{0, mostWorkers},
                        "worker processes or threads per GPU", "8"));
        t.add(defaulted("prefetch", &InputPipeline::prefetch, IntegerForm{1, 64},
                        "batches a worker keeps ready"));
        t.add(defaulted("requests", &InputPipeline::requests, IntegerForm{1, 100'000},
                        "reads in flight per worker"));
        t.add(defaulted("variation", &InputPipeline::variation, NumberForm{0, 5},
                        "standard deviation over mean of a batch's fetch and preparation times; "
                        "prefetch evens it out",
                        "0.5"));
        t.add(optional("cache", &InputPipeline::cache, ChoiceForm{cachePolicyNames()},
                       "what keeps samples in a node's memory; absent: by the format"));
        t.add(optional("cache_bytes", &InputPipeline::cacheBytes, BytesForm{"0 B", "1 PB"},
                       "memory of a node that caches; absent: 80 % of it", "\"400 GB\""));
        t.add(optional("samples_per_core", &InputPipeline::samplesPerCore, NumberForm{0, 1e9, true},
                       "samples a core prepares in a second; absent: nothing to prepare", "140"));
        t.add(defaulted("gpu_share", &InputPipeline::gpuShare, NumberForm{0, 1},
                        "share of the preparation that GPUs do"));
        t.add(optionalPlain("samples_per_gpu", &InputPipeline::samplesPerGpu,
                            NumberForm{0, 1e9, true},
                            "samples a GPU prepares in a second; needed with gpu_share", "2500"));
        t.add(optionalPlain("gpu_memory", &InputPipeline::gpuPreparationMemory,
                            BytesForm{"0 B", "1 TB"}, "memory that takes on each GPU", "\"5 GB\""));
        t.add(optionalPlain("tensor_bytes_per_sample", &InputPipeline::tensorBytesPerSample,
                            SampleSizeForm{"0 B", largestSample},
                            "copied to the GPU; absent: no copy is reckoned", "\"602 kB\""));
        t.add(defaulted("pinned", &InputPipeline::pinned, BoolForm{},
                        "pinned memory and asynchronous copies"));
        t.add(optional("offline", &InputPipeline::offline, object(offlinePreparationFields()),
                       "preparation before training; nothing is then left to prepare"));
        t.inlined(&InputPipeline::provenance, provenanceFields());
        t.then("a loader of workers has one at least; gpu_share needs samples_per_gpu",
               checkLoader);
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
