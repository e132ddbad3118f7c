#include <gpuplan/finance/billing.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using namespace gpuplan::finance;

namespace {

Decimal decimal(const char* text) {
    return *Decimal::parse(text);
}
Money usd(const char* amount) {
    return Money::of(decimal(amount), Currency::usd());
}

} // namespace

TEST_CASE("use is billed in whole steps and at least the minimum", "[finance][billing]") {
    CHECK(billedTime(seconds(30), seconds(1), seconds(60)) == seconds(60));
    CHECK(billedTime(seconds(95), seconds(60), seconds(0)) == seconds(120));
    CHECK(billedTime(seconds(3600), seconds(3600), seconds(0)) == seconds(3600));
    CHECK(billedTime(seconds(3600) + Duration(1), seconds(3600), seconds(0)) == seconds(7200));
    CHECK(billedTime(seconds(0), seconds(3600), seconds(0)) == seconds(0));
    CHECK(billedTime(seconds(0), seconds(1), seconds(60)) == seconds(60));
}

TEST_CASE("a step past the end of time is refused, not wrapped", "[finance][billing]") {
    const Duration longest(std::numeric_limits<std::int64_t>::max());

    CHECK_THROWS_AS(billedTime(longest, hours(1), seconds(0)), ArithmeticOverflow);
    CHECK(billedTime(longest, Duration(1), seconds(0)) == longest);
}

TEST_CASE("seconds as doubles bill as exact ones do", "[finance][billing]") {
    CHECK(billedSeconds(95.0, 60.0, 0.0) == 120.0);
    CHECK(billedSeconds(120.0, 60.0, 0.0) == 120.0);
    CHECK(billedSeconds(30.0, 1.0, 60.0) == 60.0);
}

TEST_CASE("tiers are filled in order and rounded once", "[finance][billing]") {
    const std::vector<PriceTier> tiers = {{decimal("100"), decimal("0")},
                                          {decimal("10240"), decimal("0.09")},
                                          {std::nullopt, decimal("0.085")}};

    CHECK(tieredCost(decimal("50"), tiers, Currency::usd()) == usd("0"));
    CHECK(tieredCost(decimal("101.5"), tiers, Currency::usd()) == usd("0.135")); // 1.5 * 0.09
    CHECK(tieredCost(decimal("10341"), tiers, Currency::usd()) ==
          usd("921.685")); // 10240 * 0.09 + 0.085
}

TEST_CASE("use beyond the last tier has no price", "[finance][billing]") {
    const std::vector<PriceTier> tiers = {{decimal("100"), decimal("0.09")}};

    CHECK(tieredCost(decimal("100"), tiers, Currency::usd()) == usd("9"));
    CHECK_FALSE(tieredCost(decimal("100.001"), tiers, Currency::usd()));
}

TEST_CASE("storage is priced by the part of the month it was kept", "[finance][billing]") {
    const auto price = UnitPrice<per::GigabyteMonth>::parse("0.08 USD/GB-month").value();
    const Bytes twoTerabytes(2'000'000'000'000);

    CHECK(storageCost(twoTerabytes, price, hours(730), hours(730)) == usd("160"));
    // 160 * 400/730 = 87.671232876...
    CHECK(storageCost(twoTerabytes, price, hours(400), hours(730)) == usd("87.671233"));
}

TEST_CASE("a reservation breaks even at its share of the on-demand price", "[finance][billing]") {
    CHECK(reservedHourly(8760.0, 1.0, 8760.0) == 2.0);
    CHECK(reservedBreakEven(2.0, 4.0) == 0.5);
}

TEST_CASE("an hour under a commitment pays the unused part too", "[finance][billing]") {
    // 20 an hour at 2.5 covers 8 units.
    CHECK(commitmentHourCost(20.0, 2.5, 4.0, 0.0) == 20.0);
    CHECK(commitmentHourCost(20.0, 2.5, 4.0, 8.0) == 20.0);
    CHECK(commitmentHourCost(20.0, 2.5, 4.0, 10.0) == 28.0);
}
