#include <gpuplan/ledger/apportion.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <numeric>

using namespace gpuplan;
using gpuplan::ledger::apportion;

namespace {

std::vector<Int128> dealt(Int128 whole, std::vector<Int128> weights) {
    return apportion(whole, weights);
}

} // namespace

TEST_CASE("what is left goes to the largest remainders", "[ledger][apportion]") {
    // 10 by 1:1:1 is 3.33 each: the unit left goes to the first.
    CHECK(dealt(10, {1, 1, 1}) == std::vector<Int128>{4, 3, 3});
    // 7 by 21:15:14 is 2.94, 2.10 and 1.96: the two left go to the first and the last.
    CHECK(dealt(7, {21, 15, 14}) == std::vector<Int128>{3, 2, 2});
    CHECK(dealt(0, {3, 4}) == std::vector<Int128>{0, 0});
    CHECK(dealt(9, {0, 1, 0}) == std::vector<Int128>{0, 9, 0});
}

TEST_CASE("without weights the first part takes all", "[ledger][apportion]") {
    CHECK(dealt(5, {0, 0}) == std::vector<Int128>{5, 0});
}

TEST_CASE("a negative whole is dealt like a positive one", "[ledger][apportion]") {
    CHECK(dealt(-10, {1, 1, 1}) == std::vector<Int128>{-4, -3, -3});
}

TEST_CASE("weights of GPU time over years do not overflow", "[ledger][apportion]") {
    const Int128 huge = powerOfTen(37);

    CHECK(dealt(9'000'000'000'000'000'000, {huge, huge, 2 * huge}) ==
          std::vector<Int128>{2'250'000'000'000'000'000, 2'250'000'000'000'000'000,
                              4'500'000'000'000'000'000});
    CHECK_THROWS_AS(dealt(1, {10 * huge, 10 * huge}), ArithmeticOverflow);
}

TEST_CASE("parts of money sum to the whole and stay near their share", "[ledger][apportion]") {
    std::uint64_t state = 7;
    const auto draw = [&](std::uint64_t below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::int64_t>((state >> 33U) % below);
    };
    for (int round = 0; round < 500; ++round) {
        std::vector<Int128> weights(static_cast<std::size_t>(1 + draw(12)));
        for (Int128& weight : weights)
            weight = draw(1000);
        const Int128 sum = std::accumulate(weights.begin(), weights.end(), Int128{0});
        const Money whole(draw(1'000'000'000), Currency::usd());

        const std::vector<Money> parts = apportion(whole, weights);

        Money together(0, Currency::usd());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            together += parts[i];
            if (sum != 0) {
                const Int128 off = Int128{parts[i].micros()} * sum - whole.micros() * weights[i];
                CHECK((off < sum && -off < sum));
            }
        }
        REQUIRE(together == whole);
    }
}
