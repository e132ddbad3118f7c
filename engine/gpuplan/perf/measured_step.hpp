#pragma once
/// Layer L0: step times looked up in a table of measurements. docs/method.md#layers

#include <gpuplan/model/step.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace gpuplan::perf {

struct MeasuredTime {
    double time = 0;            ///< s of a micro-step
    bool holdsExchange = false; ///< the exchange of gradients among these ranks is in it
};

/// Why a table does not answer. Nothing is continued beyond measurements.
struct MeasuredGap {
    enum class Kind : std::uint8_t {
        Gpu,   ///< no row of this GPU, and none for any GPU
        Ranks, ///< rows of this GPU, but none on so many ranks and none of one GPU alone
        Batch, ///< the batch lies outside `least` to `most`
    };
    Kind kind = Kind::Gpu;
    double least = 0; ///< batches measured, for Batch
    double most = 0;
    std::vector<std::int64_t> ranks; ///< measured on, ascending, for Ranks
};

/// Time of `batch` samples per GPU: linear between the measured batches around it. Rows of this GPU
/// go before rows for any, and rows on so many ranks before those of one GPU alone.
/// \param gpu  id of its model   \param ranks  >= 1
std::variant<MeasuredTime, MeasuredGap> measuredTime(const model::MeasuredStep& table,
                                                     std::string_view gpu, std::int64_t ranks,
                                                     double batch);

} // namespace gpuplan::perf
