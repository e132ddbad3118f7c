#pragma once
/// Times of the two phases of text generation, by roofline. docs/method.md#token-generation

#include <gpuplan/perf/hardware.hpp>

#include <cstdint>
#include <vector>

namespace gpuplan::perf {

/// A decoder as serving sees it. All counts > 0.
struct TokenModel {
    double parameters = 0;
    double layers = 0;
    double hidden = 0;
    double keyValueHeads = 0;
    double headDimension = 0;
    double bytesPerParameter = 2; ///< of the weights as stored
    double keyValueBytes = 2;     ///< of an element of the KV cache
    double activationBytes = 2;   ///< of an element that the GPUs exchange

    /// 2 L h_kv d_head b_kv: keys and values of one token, over all GPUs of a replica.
    double keyValueBytesPerToken() const {
        return 2.0 * layers * keyValueHeads * headDimension * keyValueBytes;
    }
    double weightBytes() const { return parameters * bytesPerParameter; }
};

/// What a replica stands on.
struct TokenHardware {
    double tensorParallel = 1; ///< GPUs that share every layer, >= 1
    double flops = 0;          ///< dense peak of one GPU in the precision of the products, FLOP/s
    double etaCompute = 1;
    double bandwidth = 0; ///< of one GPU's memory, B/s
    double etaMemory = 1;
    /// Of an all-reduce among the replica's GPUs, the fastest counts; not looked at for one GPU.
    std::vector<LinkRates> collective;
    double host = 0; ///< s an iteration that nothing hides: scheduling, sampling
};

/// Parts of one iteration, seconds.
struct TokenTime {
    double memory = 0;
    double compute = 0;
    double collectives = 0;
    double host = 0;

    /// The larger of memory and compute, and what neither hides.
    double step() const { return (memory > compute ? memory : compute) + collectives + host; }
};

/// What one iteration works on.
struct TokenWork {
    double sequences = 0; ///< that get a token each
    double context = 0;   ///< tokens in their caches together
    double prompt = 0;    ///< tokens of prompts that ride along
    /// Sum over the prompts of (end^2 - begin^2), the part of each done in this iteration.
    double promptSquares = 0;
    double promptContext = 0; ///< tokens of their earlier parts, read from the cache
};
/// Without a peak (flops 0) the compute part is 0.
TokenTime iterationTime(const TokenModel& model, const TokenHardware& hardware,
                        const TokenWork& work);

/// One token for each of `sequences` running ones whose contexts hold `contextTokens` together.
TokenTime decodeTime(const TokenModel& model, const TokenHardware& hardware, double sequences,
                     double contextTokens);

/// The first pass over a prompt of `tokens`, alone. `before` of its tokens are already in the
/// cache (an earlier chunk).
TokenTime prefillTime(const TokenModel& model, const TokenHardware& hardware, double tokens,
                      double before = 0);

/// Iterations in a row with the same sequences, whose contexts grow by a token each: sums of
/// decodeTime() in closed form.
class DecodeRun {
public:
    DecodeRun(const TokenModel& model, const TokenHardware& hardware, double sequences,
              double contextTokens);

    /// Of the first `iterations`, seconds.
    double time(double iterations) const;
    /// Seconds of each that go to collectives.
    double collectives() const { return m_first.collectives; }

private:
    TokenTime m_first;
    double m_growth; ///< of the memory time, an iteration
};

} // namespace gpuplan::perf
