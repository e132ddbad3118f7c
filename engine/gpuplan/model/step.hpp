#pragma once
/// What one optimizer step of a training job is made of: the job's side of docs/method.md#step.
/// The hardware's side stands in the pools; `perf` puts the two together.
///
/// Map: StepModel -> StepCompute (measured table, affine batch curve, constants of one sample,
/// transformer,
///                    convolutional net)
///                -> InputPipeline -> DataSet; SyncPoints; Parallelism; CheckpointPlan; Work

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/units/decimal.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::model {

/// Number format of the matrix work.
enum class Precision : std::uint8_t {
    Fp32, ///< vector units
    Tf32,
    Mixed, ///< FP16 or BF16 with FP32 optimizer state
    Fp8,
};

// ---- compute --------------------------------------------------------------------------------

/// One measured time of forward, backward and update.
struct MeasuredRow {
    std::string gpu; ///< id of a GPU model; empty: any
    std::int64_t gpus =
        0;            ///< ranks it was measured on, their communication included; 0: one GPU alone
    double batch = 0; ///< samples per GPU and micro-step
    Duration step{};  ///< of one micro-step; with `gpus`, of a step that exchanges gradients
    bool operator==(const MeasuredRow&) const = default;
};
/// Layer L0: measured step times, linear between batches of the same GPU and rank count, never
/// continued beyond the table.
struct MeasuredStep {
    std::vector<MeasuredRow> rows;
    Provenance provenance;
    bool operator==(const MeasuredStep&) const = default;
};

/// Layer L1: forward and backward of b samples take fixed + b * perSample on `gpu` at `precision`.
/// On other GPUs and in other precisions, docs/method.md#precision: the matrix share of the time
/// moves with the peak, the rest with the memory bandwidth.
struct AffineStep {
    Duration fixed{};
    double perSample = 0;      ///< seconds, > 0
    double matrixShare = 0.85; ///< of the time, 0..1
    Precision precision = Precision::Mixed;
    std::string gpu; ///< it was measured on
    Provenance provenance;
    bool operator==(const AffineStep&) const = default;
};

/// Layer L1: constants of one sample, by roofline on any GPU.
struct StageStep {
    double flopsPerSample = 0;        ///< forward and backward, a multiply-add counts 2
    double bytesPerSample = 0;        ///< device memory read and written, in the job's precision
    std::optional<double> efficiency; ///< of the peak; absent: the GPU's
    double kernels = 0;               ///< launches a micro-step
    Provenance provenance;
    bool operator==(const StageStep&) const = default;
};

/// Layer L2: a decoder or encoder of equal blocks.
struct TransformerStep {
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t sequence = 0;
    std::int64_t vocabulary = 0;
    std::optional<std::int64_t> feedForward; ///< absent: 4 x hidden
    bool gatedFeedForward = false;
    std::optional<std::int64_t> keyValueHeads; ///< absent: heads
    bool fusedAttention = false;
    bool causalKernels = false; ///< kernels skip the masked half
    bool tiedEmbeddings = true;
    std::int64_t experts = 1;       ///< of each mixture-of-experts layer; 1: dense
    std::int64_t activeExperts = 1; ///< a token goes to
    Provenance provenance;
    bool operator==(const TransformerStep&) const = default;
};

/// Layer L2: a convolutional net. Backward costs twice the forward pass.
struct ConvolutionalStep {
    double forwardFlopsPerSample = 0;
    double bytesPerSample = 0; ///< device memory, forward and backward; 0: compute bound throughout
    double efficiency = 0.3;   ///< of the peak, 0.15 to 0.45
    double kernels = 0;        ///< launches a micro-step
    Provenance provenance;
    bool operator==(const ConvolutionalStep&) const = default;
};

using StepCompute =
    std::variant<MeasuredStep, AffineStep, StageStep, TransformerStep, ConvolutionalStep>;

enum class Recompute : std::uint8_t { None, Selective, Full };
enum class Optimizer : std::uint8_t { Adam, Adam8bit, SgdMomentum };

/// How a step is spread over GPUs. Data-parallel ranks = GPUs / (tensor x pipeline).
struct Parallelism {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t interleave = 1; ///< model chunks per pipeline stage
    bool sequenceParallel = false;
    std::int64_t sharding = 0; ///< ZeRO stage 0..3; 3 is fully sharded data parallel
    /// Stage 3 shards in each node only; nodes exchange gradients of their shards.
    bool hybridSharding = false;
    bool overlap = true; ///< gradients are exchanged while the backward pass runs
    bool operator==(const Parallelism&) const = default;
};

// ---- input ----------------------------------------------------------------------------------

enum class DataFormat : std::uint8_t {
    RawFiles, ///< a small file a sample
    Lmdb,
    Shards, ///< TFRecord, RecordIO, WebDataset: samples one after the other in large files
};
enum class CachePolicy : std::uint8_t { None, Pinned, PageCache, LruShuffled, LruSequential };
enum class Loader : std::uint8_t {
    Synchronous, ///< no workers: the step waits for its own batch
    Workers,     ///< worker processes that fetch and prepare whole batches
    Staged,      ///< DALI, tf.data: each stage has its own threads
};

struct DataSet {
    std::int64_t samples = 0;  ///< > 0
    double bytesPerSample = 0; ///< as stored
    DataFormat format = DataFormat::RawFiles;
    std::int64_t samplesPerShard = 1000; ///< Shards only
    std::string tier; ///< a storage tier of the alternative (`storage`) that holds it
    Provenance provenance;
    bool operator==(const DataSet&) const = default;
};

/// Preprocessing done once before training on machines without GPUs; its cost is posted.
struct OfflinePreparation {
    double growth = 1;      ///< bytes a sample grows by (5-7 for decoded images)
    std::int64_t cores = 1; ///< that prepare at once
    Sourced<HourlyPrice> perCore;
    bool operator==(const OfflinePreparation&) const = default;
};

struct InputPipeline {
    DataSet data;
    Loader loader = Loader::Workers;
    std::int64_t workers = 1;  ///< per GPU, 0..1024
    std::int64_t prefetch = 2; ///< batches a worker keeps ready, 1..64
    std::int64_t requests = 1; ///< reads in flight per worker
    /// Standard deviation over mean of a batch's fetch and preparation times; 0: always the same.
    double variation = 0;
    std::optional<CachePolicy> cache; ///< absent: by the format
    std::optional<Bytes> cacheBytes;  ///< of a node; absent: 80 % of the node's memory
    std::optional<double>
        samplesPerCore;       ///< a core prepares in a second; absent: nothing to prepare
    double gpuShare = 0;      ///< of the preparation done on the GPU
    double samplesPerGpu = 0; ///< a GPU prepares in a second, where gpuShare > 0
    Bytes gpuPreparationMemory;
    double tensorBytesPerSample = 0; ///< copied to the GPU
    bool pinned = false;             ///< pinned memory and asynchronous copies
    std::optional<OfflinePreparation> offline;
    Provenance provenance;
    bool operator==(const InputPipeline&) const = default;
};

/// Places where the host reads a value of the device (loss.item()) and so drains the queue.
struct SyncPoints {
    std::int64_t perStep = 1;
    std::int64_t everySteps = 1;       ///< only every so many steps
    Duration issue{};                  ///< host time to issue a step's kernels
    Duration delta = Duration(10);     ///< first launch after a drain, 5-20 us
    Duration roundTrip = Duration(20); ///< to copy the value back, 10-30 us
    bool operator==(const SyncPoints&) const = default;
};

struct CheckpointPlan {
    Duration interval{}; ///< of run time between two
    bool asynchronous = false;
    bool rankZero = false; ///< one node writes all
    double bytesPerParameter = 14;
    std::string tier;    ///< a storage tier of the alternative
    Duration metadata{}; ///< opens, barrier and fsync
    bool operator==(const CheckpointPlan&) const = default;
};

// ---- amount of work -------------------------------------------------------------------------

/// The job's duration is its pure computing time on the step's GPU.
struct WorkByDuration {
    bool operator==(const WorkByDuration&) const = default;
};
struct WorkByEpochs {
    double epochs = 0; ///< passes over the data set, > 0
    bool operator==(const WorkByEpochs&) const = default;
};
struct WorkBySteps {
    std::int64_t steps = 0;
    bool operator==(const WorkBySteps&) const = default;
};
using Work = std::variant<WorkByDuration, WorkByEpochs, WorkBySteps>;

// ---- the whole ------------------------------------------------------------------------------

struct StepModel {
    std::string gpu; ///< the workload's own GPU: durations are computing times on it
    StepCompute compute;
    std::optional<double> parameters; ///< absent: from the transformer, else unknown
    Precision precision = Precision::Mixed;
    std::int64_t microBatch = 1;   ///< samples (sequences) a data-parallel rank takes at once
    std::int64_t accumulation = 1; ///< micro-steps a step
    Parallelism parallel;
    Recompute recompute = Recompute::None;
    Optimizer optimizer = Optimizer::Adam;
    std::optional<double> activationBytesPerSample; ///< where no transformer tells; mixed precision
    std::optional<InputPipeline> input;             ///< absent: data never waits
    std::optional<SyncPoints> sync;
    std::optional<CheckpointPlan> checkpoint;
    Duration setup{};  ///< before the first step: image, imports, first batch
    double jitter = 0; ///< relative standard deviation of a rank's step
    Work work;
    bool operator==(const StepModel&) const = default;
};

/// What one alternative changes in the jobs of one class; also what an advice proposes.
struct StepChange {
    std::string jobClass;
    std::optional<std::int64_t> gpus; ///< of each job
    std::optional<std::int64_t> microBatch;
    std::optional<std::int64_t> accumulation;
    std::optional<Precision> precision;
    std::optional<Recompute> recompute;
    std::optional<Optimizer> optimizer;
    std::optional<std::int64_t> sharding;
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> pipeline;
    std::optional<bool> overlap;
    std::optional<Loader> loader;
    std::optional<std::int64_t> workers;
    std::optional<std::int64_t> prefetch;
    std::optional<std::int64_t> requests;
    std::optional<bool> pinned;
    std::optional<DataFormat> format;
    std::optional<std::int64_t> samplesPerShard;
    std::optional<std::string> tier;
    std::optional<CachePolicy> cache;
    std::optional<Bytes> cacheBytes;
    std::optional<double> gpuShare;
    std::optional<double> samplesPerGpu;
    std::optional<OfflinePreparation> offline;
    std::optional<std::int64_t> syncEverySteps; ///< 0: no sync points at all
    std::optional<bool> asynchronousCheckpoint;
    std::optional<std::string> checkpointTier;
    std::optional<double> dataShare; ///< of the data set used: a trial on reduced data
    bool operator==(const StepChange&) const = default;
};

/// The step model with the change in it. Members it does not have (no input, no checkpoint) stay
/// away.
StepModel changed(StepModel step, const StepChange& change);

/// Makes the change on top of those there: into the one of its class if there is one, since an
/// alternative has at most one of each class, where it wins; else behind them.
void addChange(std::vector<StepChange>& changes, const StepChange& change);
/// The step model of a class with all its changes of the list in it, in their order.
StepModel changedBy(StepModel step, const std::string& jobClass,
                    const std::vector<StepChange>& changes);

// ---- the hardware's side ---------------------------------------------------------------------

/// What stands around the GPUs of a node; anything absent is taken from the offer or the GPU's
/// record, and a figure that is needed but known nowhere is an error.
struct NodeHardware {
    std::optional<Sourced<Decimal>> cores;      ///< physical, for jobs
    std::optional<Sourced<Bytes>> memory;       ///< of the host
    std::string hostLink;                       ///< `pcie5-x16`; of each GPU
    std::int64_t gpusPerUplink = 1;             ///< GPUs behind one host link
    std::optional<Sourced<Bandwidth>> pageable; ///< copies from pageable memory
    std::string gpuLink;                        ///< `nvlink4`; empty: GPUs talk over the host link
    std::int64_t islandGpus = 0;                ///< joined by it; 0: all of the node
    std::string network;                        ///< `ib-ndr-400`: each port; empty: no network
    std::int64_t ports = 1;                     ///< of the node
    std::int64_t nodesPerLeaf = 0;              ///< behind one leaf switch; 0: one switch for all
    std::optional<Sourced<Bandwidth>>
        leafUplink; ///< of a leaf, each way; absent: not oversubscribed
    bool operator==(const NodeHardware&) const = default;
};

} // namespace gpuplan::model
