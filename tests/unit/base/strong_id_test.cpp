#include <gpuplan/base/strong_id.hpp>

#include <catch2/catch.hpp>

#include <concepts>
#include <type_traits>

using namespace gpuplan;

template <typename A, typename B>
concept Comparable = requires(A a, B b) {
    a == b;
};

static_assert(Comparable<PoolId, PoolId>);
static_assert(!Comparable<PoolId, NodeId>);
static_assert(!Comparable<PoolId, std::uint32_t>);
static_assert(!std::is_convertible_v<std::uint32_t, PoolId>);
static_assert(!std::is_convertible_v<PoolId, std::uint32_t>);
static_assert(!std::is_constructible_v<PoolId, NodeId>);

TEST_CASE("ids order by position", "[base][strong_id]") {
    CHECK(PoolId(1) < PoolId(2));
    CHECK(PoolId(3) == PoolId(3));
    CHECK(PoolId() == PoolId(0));
    CHECK(JobId(4'294'967'295U).value() == 4'294'967'295U);
}
