#include <gpuplan/base/contract.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/des/random.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace gpuplan::des {

namespace {

constexpr std::uint32_t low(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
}
constexpr std::uint32_t high(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32U);
}

/// 52 bits and a half: the middles of 2^52 equal cells, so neither 0 nor 1 can come out.
constexpr double uniformOf(std::uint32_t first, std::uint32_t second) {
    return (static_cast<double>(first >> 6U) * 0x1p26 + static_cast<double>(second >> 6U) + 0.5) *
           0x1p-52;
}

} // namespace

std::array<std::uint32_t, 4> philoxBlock(std::array<std::uint32_t, 4> counter,
                                         std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * counter[0];
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * counter[2];
        counter = {high(p1) ^ counter[1] ^ key[0], low(p1), high(p0) ^ counter[3] ^ key[1],
                   low(p0)};
        key[0] += 0x9E3779B9U; // golden ratio
        key[1] += 0xBB67AE85U; // sqrt(3) - 1
    }
    return counter;
}

std::uint64_t streamId(std::string_view name) {
    return fnv1a64(name);
}

Diagnostics checkStreamNames(std::span<const std::string> names) {
    std::vector<std::pair<std::uint64_t, std::size_t>> byId;
    byId.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        byId.emplace_back(streamId(names[i]), i);
    std::sort(byId.begin(), byId.end());
    Diagnostics diagnostics;
    for (std::size_t i = 1; i < byId.size(); ++i)
        if (byId[i].first == byId[i - 1].first)
            diagnostics.error(
                {}, "des.stream_names",
                {inQuotes(names[byId[i - 1].second]), inQuotes(names[byId[i].second])});
    return diagnostics;
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view name, std::uint32_t replication)
    : m_counter{0, low(streamId(name)), high(streamId(name)), replication}, m_key{low(seed),
                                                                                  high(seed)} {}

double RandomStream::uniform() {
    if (m_hasSecond) {
        m_hasSecond = false;
        return m_second;
    }
    GPUPLAN_EXPECTS(!m_exhausted, "a random stream has 2^33 draws");
    const auto words = philoxBlock(m_counter, m_key);
    m_exhausted = ++m_counter[0] == 0;
    m_second = uniformOf(words[2], words[3]);
    m_hasSecond = true;
    return uniformOf(words[0], words[1]);
}

double RandomStream::exponential(double rate) {
    GPUPLAN_EXPECTS(rate > 0.0, "a rate is above 0");
    return -log(uniform()) / rate;
}

double RandomStream::normal() {
    return inverseNormal(uniform());
}

double RandomStream::lognormal(double median, double sigma) {
    return median * exp(sigma * normal());
}

std::uint64_t RandomStream::index(std::uint64_t count) {
    GPUPLAN_EXPECTS(count >= 1 && count <= (std::uint64_t{1} << 32U),
                    "1 to 2^32 things can be chosen from");
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(count));
}

} // namespace gpuplan::des
