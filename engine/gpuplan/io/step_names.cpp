#include <gpuplan/io/step_fields.hpp>

namespace gpuplan::io {

const Names<model::Precision>& precisionNames() {
    static const Names<model::Precision> names = {{"fp32", model::Precision::Fp32},
                                                  {"tf32", model::Precision::Tf32},
                                                  {"mixed", model::Precision::Mixed},
                                                  {"fp8", model::Precision::Fp8}};
    return names;
}

const Names<model::Recompute>& recomputeNames() {
    static const Names<model::Recompute> names = {{"none", model::Recompute::None},
                                                  {"selective", model::Recompute::Selective},
                                                  {"full", model::Recompute::Full}};
    return names;
}

const Names<model::Optimizer>& optimizerNames() {
    static const Names<model::Optimizer> names = {{"adam", model::Optimizer::Adam},
                                                  {"adam_8bit", model::Optimizer::Adam8bit},
                                                  {"sgd_momentum", model::Optimizer::SgdMomentum}};
    return names;
}

const Names<model::DataFormat>& dataFormatNames() {
    static const Names<model::DataFormat> names = {{"raw_files", model::DataFormat::RawFiles},
                                                   {"lmdb", model::DataFormat::Lmdb},
                                                   {"shards", model::DataFormat::Shards}};
    return names;
}

const Names<model::CachePolicy>& cachePolicyNames() {
    static const Names<model::CachePolicy> names = {
        {"none", model::CachePolicy::None},
        {"pinned", model::CachePolicy::Pinned},
        {"page_cache", model::CachePolicy::PageCache},
        {"lru_shuffled", model::CachePolicy::LruShuffled},
        {"lru_sequential", model::CachePolicy::LruSequential}};
    return names;
}

const Names<model::Loader>& loaderNames() {
    static const Names<model::Loader> names = {{"synchronous", model::Loader::Synchronous},
                                               {"workers", model::Loader::Workers},
                                               {"staged", model::Loader::Staged}};
    return names;
}

const Names<bool>& checkpointModeNames() {
    static const Names<bool> names = {{"sync", false}, {"async", true}};
    return names;
}

} // namespace gpuplan::io
