#include <gpuplan/base/hash.hpp>
#include <gpuplan/des/random.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <array>
#include <charconv>

namespace gpuplan::selfcheck {

namespace {

std::uint64_t fromHex(const std::string& digits) {
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

template <std::size_t N>
std::array<std::uint32_t, N> words(const Value::List& list) {
    std::array<std::uint32_t, N> result{};
    for (std::size_t i = 0; i < N; ++i)
        result[i] = static_cast<std::uint32_t>(fromHex(*list[i].text()));
    return result;
}

void philox(Inputs& in, Outputs& out) {
    std::vector<std::string> hex;
    for (const std::uint32_t word :
         des::philoxBlock(words<4>(in.list("counter")), words<2>(in.list("key"))))
        hex.push_back(hex64(word).substr(8));
    out.set("out", Value::texts(hex));
}

/// Each kind of draw starts the stream anew, so all three come from the same uniforms.
void stream(Inputs& in, Outputs& out) {
    const std::string& name = in.text("name");
    const std::uint64_t seed = fromHex(in.text("seed"));
    const auto replication = static_cast<std::uint32_t>(in.integer("replication"));
    const double rate = in.number("exponential_rate");
    des::RandomStream uniforms(seed, name, replication);
    des::RandomStream exponentials(seed, name, replication);
    des::RandomStream normals(seed, name, replication);
    std::array<std::vector<double>, 3> draws;
    for (std::int64_t i = 0; i < in.integer("draws"); ++i) {
        draws[0].push_back(uniforms.uniform());
        draws[1].push_back(exponentials.exponential(rate));
        draws[2].push_back(normals.normal());
    }
    out.text("stream_id", hex64(des::streamId(name)));
    out.numbers("uniforms", draws[0]);
    out.numbers("exponentials", draws[1]);
    out.numbers("normals", draws[2]);
}

} // namespace

std::vector<CalcModel> randomModels() {
    return {
        {"rng.philox",
         "one block of Philox4x32-10",
         "rng",
         {listOf("counter", hex("", 8), 4, 4), listOf("key", hex("", 8), 2, 2)},
         {{"out", "hex"}},
         philox},
        {"rng.stream",
         "first draws of a named random stream",
         "rng",
         {hex("seed", 16), anyText("name"), integer("replication", "1", 0, 4'294'967'295.0),
          integer("draws", "1", 0, 100'000), number("exponential_rate", "1", above(0))},
         {{"stream_id", "hex"}, {"uniforms", "1"}, {"exponentials", "1"}, {"normals", "1"}},
         stream},
    };
}

} // namespace gpuplan::selfcheck
