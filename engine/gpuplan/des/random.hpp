#pragma once
/// Random numbers by name. A stream's draws depend on its seed, name and replication alone, so a
/// further job, policy or alternative changes no other stream. docs/method.md#rng
///
/// The sampling formulas are our own: those of the standard library differ between libraries.

#include <gpuplan/base/diagnostic.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::des {

/// One block of Philox4x32-10 (Salmon et al., SC 2011).
std::array<std::uint32_t, 4> philoxBlock(std::array<std::uint32_t, 4> counter,
                                         std::array<std::uint32_t, 2> key);

/// A stream's id: FNV-1a 64 of the UTF-8 name.
std::uint64_t streamId(std::string_view name);

/// Refuses names with equal ids (equal names too): their streams would give the same numbers. Call
/// once, with all names of a run, before any stream is made.
Diagnostics checkStreamNames(std::span<const std::string> names);

/// Draws of one named stream. Each draw takes one uniform, so draws of different kinds may be mixed
/// and stay in step.
class RandomStream {
public:
    /// \param name  what is drawn, such as `arrivals/llm-pretrain` or `failures/node-0017`
    RandomStream(std::uint64_t seed, std::string_view name, std::uint32_t replication = 0);

    /// Strictly inside (0, 1), 52 bits. At most 2^33 draws a stream, more is a ContractViolation.
    double uniform();
    /// -ln(u)/rate. rate > 0.
    double exponential(double rate);
    /// Standard normal by inverse, so monotone in the uniform.
    double normal();
    /// median * e^(sigma * normal). median > 0, sigma >= 0; mean = median * e^(sigma^2/2).
    double lognormal(double median, double sigma);
    /// One of 0 .. count-1, all alike. 1 <= count <= 2^32.
    std::uint64_t index(std::uint64_t count);

private:
    std::array<std::uint32_t, 4> m_counter;
    std::array<std::uint32_t, 2> m_key;
    double m_second = 0.0;
    bool m_hasSecond = false;
    bool m_exhausted = false;
};

} // namespace gpuplan::des
