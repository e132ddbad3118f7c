/// What must not compile: units that do not belong together. Each line is a check of the compiler.
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <catch2/catch.hpp>

#include <type_traits>

using namespace gpuplan;

namespace {

template <typename A, typename B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <typename A, typename B>
concept Comparable = requires(A a, B b) {
    a < b;
};
template <typename A, typename B>
concept Equatable = requires(A a, B b) {
    a == b;
};
template <typename A, typename B>
concept Multipliable = requires(A a, B b) {
    a* b;
};
template <typename Price>
concept HourlyCostable = requires(Price price, Duration span) {
    cost(price, span);
};

static_assert(Addable<Power, Power>);
static_assert(Addable<Energy, Energy>);
static_assert(!Addable<Power, Energy>);
static_assert(!Addable<Bytes, Bandwidth>);
static_assert(!Addable<Bytes, Power>);
static_assert(!Addable<Power, double>);
static_assert(!Addable<Power, int>);
static_assert(!Comparable<Power, Energy>);
static_assert(!Equatable<Bytes, Bandwidth>);
static_assert(!std::is_convertible_v<std::int64_t, Power>);
static_assert(!std::is_convertible_v<Power, std::int64_t>);

static_assert(Addable<GpuCount, GpuCount>);
static_assert(!Addable<GpuCount, GpuTime>);
static_assert(!Addable<GpuCount, int>);
static_assert(!std::is_convertible_v<int, GpuCount>);
static_assert(!std::is_constructible_v<GpuCount, int>); // whole or milli must be said

static_assert(Addable<Money, Money>);
static_assert(!Addable<Money, Decimal>);
static_assert(!Addable<Money, int>);
static_assert(!Multipliable<Money, Money>);
static_assert(!Multipliable<Money, double>); // one rounding: multiply(money, top, bottom)
static_assert(!Comparable<Money, int>);
static_assert(!Addable<HourlyPrice, EnergyPrice>);
static_assert(!Equatable<HourlyPrice, EnergyPrice>);
static_assert(!std::is_constructible_v<HourlyPrice, EnergyPrice>);
static_assert(HourlyCostable<HourlyPrice>);
static_assert(!HourlyCostable<EnergyPrice>);

static_assert(Addable<Instant, Duration>);
static_assert(!Addable<Instant, Instant>);
static_assert(!Addable<Duration, std::int64_t>);

} // namespace

TEST_CASE("units that do not belong together do not compile", "[units][misuse]") {
    SUCCEED("checked by the static_asserts above");
}
