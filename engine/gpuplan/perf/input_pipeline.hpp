#pragma once
/// What the input of one optimizer step takes: from data set, store and node to the stage times of
/// one reader. The door between these formulas and the composition of a step.
///
/// Map: InputPipeline, StoreRates, NodeRates, InputSite -> inputTimes (cache_miss.hpp,
/// storage_rate.hpp, preparation.hpp, host_copy.hpp) -> feedOf(times, stages) (loader.hpp)

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/loader.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::perf {

/// Where the readers stand: a reader is a data-parallel rank, which fetches batches of its own.
struct InputSite {
    double samples = 1;       ///< a reader takes in a step, > 0
    std::int64_t copies = 1;  ///< micro-steps of a step, each with a copy of its own
    std::int64_t readers = 1; ///< of the job on this node; they share cores, store and uplinks
    std::int64_t nodes = 1;   ///< of the job
    std::int64_t jobs = 1;    ///< on this node that train on the same data and share its cache
    double hyperThreads = 0;  ///< beside the physical cores
    bool cold = false;        ///< the first pass over the data: nothing is cached
    std::optional<double> storeBytesPerSecond; ///< granted to this node; absent: nobody else reads
};

/// Of one reader and step; seconds and bytes.
struct InputTimes {
    model::Loader loader = model::Loader::Workers; ///< with 0 workers a synchronous one
    LoaderTimes stages;
    double gpuPreparation = 0;    ///< time of the GPU itself
    double open = 0;              ///< of fetching with one stream: opening files
    double payload = 0;           ///< of fetching with one stream: reading them
    double missFraction = 0;      ///< of the samples, read from storage
    double storeBytes = 0;        ///< read from storage
    double hostBytes = 0;         ///< copied to the GPU
    std::int64_t idleWorkers = 0; ///< beyond the reader's cores: they prepare nothing more
};

/// Precondition: missingInputFigures is empty and the step model was checked (else a
/// ContractViolation).
InputTimes inputTimes(const model::InputPipeline& input, const StoreRates& store,
                      const NodeRates& node, const InputSite& site);

/// Bytes of the data set as training reads it: samples x bytes x growth by offline preparation.
double dataSetBytes(const model::InputPipeline& input);
/// Cache bytes of a node over bytes of the data set, at most 1.
double cachedFraction(const model::InputPipeline& input, const NodeRates& node);

/// The loader beside the GPU with some stages infinitely fast.
Feed feedOf(const InputTimes& times, LoaderStages active = {});

/// Figures that `inputTimes` needs and nobody states: `storage.read`, `storage.latency`,
/// `node.memory`, `node.cores`, `node.host_link`, `node.pageable`.
std::vector<std::string_view> missingInputFigures(const model::InputPipeline& input,
                                                  const StoreRates& store, const NodeRates& node);

} // namespace gpuplan::perf
