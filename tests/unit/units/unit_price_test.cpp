#include <gpuplan/units/unit_price.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

namespace {

template <typename Price>
std::string complaint(std::string_view typed) {
    const auto result = Price::parse(typed);
    REQUIRE_FALSE(result);
    return text(result.diagnostics()[0].message);
}

Money usd(std::int64_t micros) {
    return {micros, Currency::usd()};
}

} // namespace

TEST_CASE("a list price keeps every place as written", "[units][unit_price]") {
    const auto price = HourlyPrice::parse("0.0000000000001 USD/h");

    CHECK(price->text() == "0.0000000000001 USD/h");
    CHECK(HourlyPrice::parse("98.32 USD / h")->text() == "98.32 USD/h");
    CHECK(UnitPrice<per::ThousandRequests>::parse("0.0004 USD/1000-requests")->text() ==
          "0.0004 USD/1000-requests");
    CHECK(HourlyPrice::parse("0 USD/h")->amount.isZero());
}

TEST_CASE("every kind of price reads its own example", "[units][unit_price]") {
    const auto reads = [](auto price) {
        using Price = decltype(price);
        const std::string_view example = price.example;
        return UnitPrice<Price>::parse(example.substr(1, example.size() - 2)).ok();
    };

    CHECK(reads(per::Hour{}));
    CHECK(reads(per::Month{}));
    CHECK(reads(per::Year{}));
    CHECK(reads(per::KilowattHour{}));
    CHECK(reads(per::KilowattMonth{}));
    CHECK(reads(per::Gigabyte{}));
    CHECK(reads(per::GigabyteMonth{}));
    CHECK(reads(per::Terabyte{}));
    CHECK(reads(per::ThousandRequests{}));
}

TEST_CASE("a price per something else is refused with what would be right", "[units][unit_price]") {
    CHECK(complaint<EnergyPrice>("0.086 USD/kW") ==
          "\"0.086 USD/kW\" has the unit \"USD/kW\", which is not a unit of price per kWh; write "
          "for example \"0.086 USD/kWh\"");
    CHECK(complaint<HourlyPrice>("98.32 USD") ==
          "\"98.32 USD\" has the unit \"USD\", which is not a unit of price per h; write for "
          "example \"98.32 USD/h\"");
    CHECK(complaint<HourlyPrice>("98.32 $/h") ==
          "\"98.32 $/h\" has the unit \"$/h\", which is not a unit of price per h; write for "
          "example \"98.32 USD/h\"");
    CHECK(complaint<HourlyPrice>("98.32") ==
          "\"98.32\" has no unit; write for example \"98.32 USD/h\"");
    CHECK(complaint<HourlyPrice>("cheap") ==
          "\"cheap\" is not a quantity; write for example \"98.32 USD/h\"");
    CHECK(complaint<HourlyPrice>("-1 USD/h") == "\"-1 USD/h\" is negative; 0 or more is needed");
    CHECK_FALSE(UnitPrice<per::Gigabyte>::parse("0.09 USD/GiB"));
    CHECK_FALSE(HourlyPrice::parse("1 USD/h/h"));
}

TEST_CASE("hours are priced with one rounding", "[units][unit_price]") {
    const HourlyPrice price = *HourlyPrice::parse("98.32 USD/h");

    CHECK(cost(price, hours(1)) == usd(98'320'000));
    CHECK(cost(price, hours(8760), 4) == usd(3'445'132'800'000)); // 98.32 * 8,760 * 4
    // 98.32 / 3600 = 0.027311111... a second
    CHECK(cost(price, seconds(1)) == usd(27'311));
    CHECK(cost(price, Duration(0)) == usd(0));
}

TEST_CASE("a price times a fraction rounds half to even", "[units][unit_price]") {
    const auto micros = [](std::string_view price, std::int64_t top, std::int64_t bottom) {
        return priceTimes(*Decimal::parse(price), Currency::usd(), top, bottom).micros();
    };

    CHECK(micros("0.000005", 1, 2) == 2);                 // 2.5
    CHECK(micros("0.000007", 1, 2) == 4);                 // 3.5
    CHECK(micros("0.0000005", 1, 1) == 0);                // 0.5
    CHECK(micros("0.0000005", 3, 1) == 2);                // 1.5
    CHECK(micros("0.086", 412'600, 1) == 35'483'600'000); // 412,600 kWh
    CHECK(micros("0.0000000000001", 10'000'000, 1) == 1); // 1e-13 * 1e7 = 1e-6
    CHECK(micros("3", -1, 2) == -1'500'000);
}

TEST_CASE("a cost past the range is refused", "[units][unit_price]") {
    const HourlyPrice price{*Decimal::parse("1e29"), Currency::usd()};

    CHECK_THROWS_AS(cost(price, hours(1)), ArithmeticOverflow);
    CHECK_THROWS_AS(cost(*HourlyPrice::parse("9000000000000 USD/h"), hours(2)), ArithmeticOverflow);
}
