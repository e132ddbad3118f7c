#include <gpuplan/base/hash.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/des/random.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#if __has_include(<Random123/philox.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#include <Random123/philox.h>
#pragma GCC diagnostic pop
#define GPUPLAN_TEST_HAS_RANDOM123 1
#else
#define GPUPLAN_TEST_HAS_RANDOM123 0
#endif

namespace des = gpuplan::des;
using nlohmann::json;

namespace {

json referenceCase(const std::string& id) {
    std::ifstream file(GPUPLAN_SOURCE_DIR "/tests/cases/cases.json");
    const json all = json::parse(file);
    for (const json& c : all["cases"])
        if (c["id"] == id)
            return c;
    return {};
}

json expectedOf(const json& c, const std::string& name) {
    for (const json& row : c["expected"])
        if (row["name"] == name)
            return row["value"];
    return {};
}

template <std::size_t N>
std::array<std::uint32_t, N> words(const json& hex) {
    std::array<std::uint32_t, N> result{};
    for (std::size_t i = 0; i < N; ++i)
        result[i] = static_cast<std::uint32_t>(std::stoul(hex[i].get<std::string>(), nullptr, 16));
    return result;
}

} // namespace

TEST_CASE("X01 Philox4x32-10 gives its known answers", "[des][random]") {
    const json c = referenceCase("X01");
    const json inputs = c["inputs"]["each"];
    const json out = expectedOf(c, "out");
    REQUIRE(inputs.size() == 3);

    for (std::size_t i = 0; i < inputs.size(); ++i)
        CHECK(des::philoxBlock(words<4>(inputs[i]["counter"]), words<2>(inputs[i]["key"])) ==
              words<4>(out[i]));
}

TEST_CASE("Philox agrees with Random123 on ten thousand counters", "[des][random]") {
#if GPUPLAN_TEST_HAS_RANDOM123
    std::uint64_t x = 1;
    const auto next = [&x] { // any varied words will do
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(x >> 32U);
    };
    for (int i = 0; i < 10'000; ++i) {
        const std::array<std::uint32_t, 4> counter{next(), next(), next(), next()};
        const std::array<std::uint32_t, 2> key{next(), next()};
        const auto theirs = r123::Philox4x32_R<10>()(
            {{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
        REQUIRE(des::philoxBlock(counter, key) ==
                std::array<std::uint32_t, 4>{theirs[0], theirs[1], theirs[2], theirs[3]});
    }
#else
    WARN("skipped: the Random123 headers are not installed");
#endif
}

TEST_CASE("X02 a named stream gives the reference draws", "[des][random]") {
    const json c = referenceCase("X02");
    const json& in = c["inputs"];
    const std::string name = in["name"];
    const auto seed = std::stoull(in["seed"].get<std::string>(), nullptr, 16);
    const auto replication = in["replication"].get<std::uint32_t>();

    CHECK(gpuplan::hex64(des::streamId(name)) == expectedOf(c, "stream_id"));
    des::RandomStream uniforms(seed, name, replication);
    for (const json& value : expectedOf(c, "uniforms"))
        CHECK(uniforms.uniform() == value.get<double>());
    des::RandomStream exponentials(seed, name, replication);
    for (const json& value : expectedOf(c, "exponentials"))
        CHECK(exponentials.exponential(in["exponential_rate"]) ==
              Approx(value.get<double>()).epsilon(1e-15));
    des::RandomStream normals(seed, name, replication);
    for (const json& value : expectedOf(c, "normals"))
        CHECK(normals.normal() == Approx(value.get<double>()).epsilon(1e-14));
}

TEST_CASE("streams of other names, seeds or replications differ", "[des][random]") {
    const double base = des::RandomStream(7, "arrivals/a").uniform();

    CHECK(des::RandomStream(7, "arrivals/a").uniform() == base);
    CHECK(des::RandomStream(7, "arrivals/b").uniform() != base);
    CHECK(des::RandomStream(8, "arrivals/a").uniform() != base);
    CHECK(des::RandomStream(7 + (1ULL << 32U), "arrivals/a").uniform() != base);
    CHECK(des::RandomStream(7, "arrivals/a", 1).uniform() != base);
}

TEST_CASE("draws have the mean of their law", "[des][random]") {
    constexpr int n = 200'000;
    des::RandomStream stream(42, "moments");
    double uniforms = 0, exponentials = 0, normals = 0, squares = 0, lognormals = 0, indices = 0;
    for (int i = 0; i < n; ++i) {
        uniforms += stream.uniform();
        exponentials += stream.exponential(0.25);
        const double z = stream.normal();
        normals += z;
        squares += z * z;
        lognormals += stream.lognormal(3.0, 0.5);
        indices += static_cast<double>(stream.index(7));
    }
    // Four standard errors of a mean: 4 sd/sqrt(n), sd in the second column.
    const auto near = [](double sum, double mean, double sd) {
        return std::fabs(sum / n - mean) < 4.0 * sd / std::sqrt(double{n});
    };

    CHECK(near(uniforms, 0.5, std::sqrt(1.0 / 12.0)));
    CHECK(near(exponentials, 4.0, 4.0));
    CHECK(near(normals, 0.0, 1.0));
    CHECK(near(squares, 1.0, std::sqrt(2.0)));
    const double mean = 3.0 * std::exp(0.125);
    CHECK(near(lognormals, mean, mean * std::sqrt(std::exp(0.25) - 1.0)));
    CHECK(near(indices, 3.0, 2.0));
}

TEST_CASE("an index is below its count and reaches both ends", "[des][random]") {
    des::RandomStream stream(1, "ends");
    std::vector<int> seen(3, 0);
    for (int i = 0; i < 1000; ++i)
        ++seen.at(stream.index(3));

    for (const int count : seen)
        CHECK(count > 250); // 333 expected, standard deviation 15
}

TEST_CASE("stream names with one id are refused, both named", "[des][random]") {
    // Two texts with the same FNV-1a 64 value, a published pair of collisions.
    const std::vector<std::string> names = {"arrivals/a", "8yn0iYCKYHlIj4-BwPqk", "arrivals/b",
                                            "GReLUrM4wMqfg9yzV3KQ"};
    REQUIRE(des::streamId(names[1]) == des::streamId(names[3]));

    const auto diagnostics = des::checkStreamNames(names);

    REQUIRE(diagnostics.size() == 1);
    CHECK(gpuplan::text(diagnostics[0].message) ==
          "the random streams \"8yn0iYCKYHlIj4-BwPqk\" and \"GReLUrM4wMqfg9yzV3KQ\" have the same "
          "id and would give the same numbers; rename one");
}

TEST_CASE("distinct stream names pass, a name given twice does not", "[des][random]") {
    CHECK(des::checkStreamNames(std::vector<std::string>{"a", "b", "c"}).empty());
    CHECK(des::checkStreamNames(std::vector<std::string>{"a", "b", "a"}).size() == 1);
}
