#pragma once
/// What one optimizer step costs and waits for (docs/method.md#step, #attribution).

#include <gpuplan/perf/hardware.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan::perf {

/// The ladder's stages, in its fixed order.
enum class Stage : std::uint8_t { Compute, Comm, Sync, H2d, Prep, Fetch };
inline constexpr std::size_t stageCount = 6;
/// `compute`, `comm`, `sync`, `h2d`, `prep`, `fetch`.
std::string_view name(Stage stage);

enum class Layer : std::uint8_t { Measured, Stages, Architecture }; ///< L0, L1, L2
std::string_view name(Layer layer);
std::string_view name(Basis basis);

/// Seconds unless said otherwise; all of one optimizer step of the whole gang.
struct StepBreakdown {
    /// Step time with the stages up to k active and later ones infinitely fast; never falls.
    std::array<double, stageCount> ladder{};
    double step() const { return ladder[stageCount - 1]; }
    /// Of a stage: what it adds to the step.
    double part(Stage stage) const {
        const auto k = static_cast<std::size_t>(stage);
        return k == 0 ? ladder[0] : ladder[k] - ladder[k - 1];
    }
    /// Of a step: some kernel is on the device. Computing, collectives that nothing hides, and
    /// preparation on the GPU; bubbles and stragglers leave the device empty.
    double busy() const { return part(Stage::Compute) + busyComm() + busyPreparation(); }
    /// Of a step, weighted by the share of SMs with work: docs/method.md#utilization. At least the
    /// matrix units' time.
    double smActive() const {
        return std::max(0.85 * part(Stage::Compute) + 0.10 * busyComm() + 0.6 * busyPreparation(),
                        std::min(tensorSeconds, part(Stage::Compute)));
    }
    /// Step time without this one stage, the others as they are: what removing the cause would
    /// give.
    std::array<double, stageCount> without{};

    /// Mean of the slowest 1 % of steps, where the input's times vary; else 0.
    double slowest = 0;

    // Stage times before anything hides behind anything: the timeline in milliseconds.
    double forwardBackward = 0;
    double optimizer = 0;
    double gpuPreparation = 0;
    double collectives = 0; ///< all of them, hidden or not
    double exposedCollectives = 0;
    double bubble = 0;
    double straggler = 0;
    double syncs = 0;
    double copy = 0;
    double preparation = 0; ///< with the workers' parallelism in it
    double fetch = 0;       ///< likewise
    double open = 0;        ///< of fetch: opening files, one stream
    double readPayload = 0; ///< of fetch: reading them, one stream

    double samples = 0;       ///< of the whole gang
    double modelFlops = 0;    ///< without recomputation; 0: not known
    double tensorSeconds = 0; ///< executed matrix FLOPs / (GPUs x peak); 0: not known
    double memoryBytes = 0;   ///< device memory traffic of a GPU; 0: not known
    double storeBytes = 0;    ///< read from storage by the gang
    double networkBytes = 0;  ///< sent by each node
    double hostBytes = 0;     ///< copied to each GPU
    double missFraction = 0;
    Stage bound = Stage::Compute; ///< the stage that takes most beside computing, or compute
    Layer layer = Layer::Stages;
    Basis basis = Basis::Estimated;

private:
    double busyComm() const { return std::min(exposedCollectives, part(Stage::Comm)); }
    double busyPreparation() const { return std::min(gpuPreparation, part(Stage::Prep)); }
};

} // namespace gpuplan::perf
