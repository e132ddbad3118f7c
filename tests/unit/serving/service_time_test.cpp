#include <gpuplan/perf/batch_service.hpp>
#include <gpuplan/perf/service_multipliers.hpp>
#include <gpuplan/perf/token_generation.hpp>
#include <gpuplan/serving/autoscaler.hpp>

#include <catch2/catch.hpp>

#include <array>

namespace perf = gpuplan::perf;

TEST_CASE("a batch shares its fixed time among its requests", "[perf][serving]") {
    const perf::BatchService service{0.004, 0.0005};

    CHECK(service.latency(32) == Approx(0.004 + 32 * 0.0005));
    CHECK(service.throughput(32) == Approx(32 / 0.020));
}

TEST_CASE("a factor divides the part that its bound holds back", "[perf][serving]") {
    const perf::ServiceParts parts{0.100, 0.060, 0.040};
    const std::array<perf::ServiceFactor, 3> factors{{{perf::ServiceBound::Compute, 2.0},
                                                      {perf::ServiceBound::Memory, 1.5},
                                                      {perf::ServiceBound::All, 1.25}}};

    const perf::ServiceParts after = perf::applied(parts, factors);

    CHECK(after.compute == Approx(0.100 / 2.0 / 1.25));
    CHECK(after.memory == Approx(0.060 / 1.5 / 1.25));
    CHECK(after.host == Approx(0.040 / 1.25));
}

TEST_CASE("changes of the same bound multiply, as in the practitioners' story", "[perf][serving]") {
    const std::array<double, 3> factors{1.6, 2.4, 1.5};

    CHECK(perf::chainedTime(0.2, factors) == Approx(0.2 / 5.76));
}

namespace {

/// 70e9 parameters in 80 layers on 8 GPUs.
perf::TokenModel large() {
    return {70e9, 80, 8192, 8, 128, 2, 2, 2};
}
perf::TokenHardware eight() {
    return {8, 989e12, 0.7, 3.35e12, 0.92, {{28e-6, 306e9}}, 0.001};
}

} // namespace

TEST_CASE("few sequences wait for memory, many for the matrix units", "[perf][serving]") {
    const double weights = 140e9 / 8 / (3.35e12 * 0.92);
    const double perSequence = 2 * 70e9 / (8 * 989e12 * 0.7);

    const perf::TokenTime one = perf::decodeTime(large(), eight(), 1, 1);
    const perf::TokenTime many = perf::decodeTime(large(), eight(), 1000, 1000);

    CHECK(one.step() - one.collectives - 0.001 ==
          Approx(weights + 327680 / 8.0 / (3.35e12 * 0.92)));
    CHECK(many.step() - many.collectives - 0.001 == Approx(1000 * perSequence));
    // Two all-reduces a layer of 1000 x 8192 numbers of 2 bytes among 8 ranks.
    CHECK(many.collectives == Approx(160 * (28e-6 + 2.0 * 7 / 8 * 1000 * 8192 * 2 / 306e9)));
}

TEST_CASE("a single GPU exchanges nothing", "[perf][serving]") {
    perf::TokenHardware one = eight();
    one.tensorParallel = 1;

    CHECK(perf::decodeTime(large(), one, 8, 100).collectives == 0.0);
    CHECK(perf::prefillTime(large(), one, 512).collectives == 0.0);
}

TEST_CASE("a prompt in chunks computes as much as a prompt at once", "[perf][serving]") {
    const double whole = perf::prefillTime(large(), eight(), 2000).compute;
    const double parts = perf::prefillTime(large(), eight(), 512).compute +
                         perf::prefillTime(large(), eight(), 1488, 512).compute;

    CHECK(whole == Approx((2 * 70e9 * 2000 + 2.0 * 80 * 8192 * 2000 * 2000) / (8 * 989e12 * 0.7)));
    CHECK(parts == Approx(whole));
}

TEST_CASE("the autoscaler asks for enough replicas to meet the target", "[serving][autoscaler]") {
    using gpuplan::serving::wantedReplicas;

    CHECK(wantedReplicas(50, 90, 75, 0.1) == 60); // the example of Kubernetes' manual
    CHECK(wantedReplicas(10, 80, 75, 0.1) == 10); // within the tolerance
    CHECK(wantedReplicas(10, 30, 75, 0.1) == 4);
}
