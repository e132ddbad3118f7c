#include <gpuplan/des/event_hash.hpp>
#include <gpuplan/des/step_integral.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

TEST_CASE("X04: the integral of a step function is exact", "[des][X04]") {
    des::StepIntegral used;
    used.change(10, 4);
    used.change(25, 4);
    used.change(40, -5);
    used.change(70, -3);

    CHECK(used.upTo(100) == 4 * 15 + 8 * 15 + 3 * 30); // 270
    CHECK(used.take(100) == 270);
    CHECK(used.upTo(100) == 0);
}

TEST_CASE("ten thousand GPUs over a century pass 64 bits and stay exact", "[des]") {
    des::StepIntegral used;
    const std::int64_t century = 36'525LL * 86'400 * 1'000'000;
    used.change(0, 10'000'000);

    CHECK(used.upTo(century) == Int128{10'000'000} * century);
}

TEST_CASE("the event hash is FNV-1a over the packed bytes", "[des]") {
    des::EventHash hash;
    hash.add(0x0102, 3, 0x11223344);

    // One byte of kind and length (3 * 16 + 2), the time, the subject; least significant byte
    // first.
    const char packed[] = {0x32, 0x02, 0x01, 0x44, 0x33, 0x22, 0x11};
    CHECK(hash.value() == fnv1a64(std::string_view(packed, sizeof packed)));
}

TEST_CASE("the event hash tells order, time, kind and subject apart", "[des]") {
    const auto of = [](std::int64_t a, std::uint8_t kind, std::uint32_t subject) {
        des::EventHash hash;
        hash.add(5, 1, 1);
        hash.add(a, kind, subject);
        return hash.value();
    };
    CHECK(of(6, 2, 3) != of(7, 2, 3));
    CHECK(of(6, 2, 3) != of(6, 3, 3));
    CHECK(of(6, 2, 3) != of(6, 2, 4));
}
