#include <gpuplan/units/decimal.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace gpuplan;

namespace {

Decimal dec(std::string_view text) {
    const auto value = Decimal::parse(text);
    INFO(text);
    REQUIRE(value);
    return *value;
}

} // namespace

TEST_CASE("plain decimals read and print as written, less trailing zeros", "[units][decimal]") {
    CHECK(dec("98.32").text() == "98.32");
    CHECK(dec("-3").text() == "-3");
    CHECK(dec("+3").text() == "3");
    CHECK(dec("0.0000000000001").text() == "0.0000000000001"); // 13 places of a list price
    CHECK(dec("1200").text() == "1200");
    CHECK(dec("1.500").text() == "1.5");
    CHECK(dec("007.0").text() == "7");
    CHECK(dec(".5").text() == "0.5");
    CHECK(dec("-0.05").text() == "-0.05");
}

TEST_CASE("exponents move the point and leave no exponent in the text", "[units][decimal]") {
    CHECK(dec("1.5e-7").text() == "0.00000015");
    CHECK(dec("1.5E+3").text() == "1500");
    CHECK(dec("12e2").text() == "1200");
    CHECK(dec("1200e-2").text() == "12");
    CHECK(dec("1e-18").text() == "0.000000000000000001");
    CHECK(dec("1e29").text() == "1" + std::string(29, '0'));
}

TEST_CASE("there is one zero", "[units][decimal]") {
    CHECK(dec("-0").text() == "0");
    CHECK(dec("-0.00") == Decimal{});
    CHECK(dec("0e5") == Decimal{});
    CHECK(dec("0.000e-9").places() == 0);
    CHECK_FALSE(dec("-0").isNegative());
    CHECK(dec("0").isZero());
}

TEST_CASE("other text is no decimal", "[units][decimal]") {
    const auto* const text =
        GENERATE("", "-", "+", ".", "-.", "1.", "1..2", "1.2.3", "--1", "+-1", "- 1", " 1", "1 ",
                 "1,000", "1e", "1e+", "1e-", "1e+-5", "1e++5", "1e5.5", "1e 5", "e5", "0x10",
                 "nan", "inf", "1_000", "\xd9\xa1");
    INFO(text);

    CHECK_FALSE(Decimal::parse(text));
}

TEST_CASE("30 digits and 18 places are kept, one more is refused", "[units][decimal]") {
    const std::string nines(30, '9');
    const std::string places18 = "0." + std::string(17, '0') + "1";

    CHECK(dec(nines).text() == nines);
    CHECK(dec(places18).text() == places18);
    CHECK(dec("-" + nines).text() == "-" + nines);
    CHECK_FALSE(Decimal::parse(nines + "9"));
    CHECK_FALSE(Decimal::parse("0." + std::string(18, '0') + "1"));
    CHECK_FALSE(Decimal::parse("1e30"));
    CHECK_FALSE(Decimal::parse("1e-19"));
    CHECK_FALSE(Decimal::parse("1e999999999999"));
    CHECK_FALSE(Decimal::parse(std::string(100'000, '9')));
    CHECK(dec("0." + std::string(25, '0') + "e3").isZero());
}

TEST_CASE("every value of up to four places reads back from its text", "[units][decimal]") {
    for (int mantissa = -1205; mantissa <= 1205; ++mantissa)
        for (int places = 0; places <= 4; ++places) {
            const Decimal value = Decimal::scaled(mantissa, places);
            CAPTURE(mantissa, places);
            REQUIRE(Decimal::parse(value.text()) == value);
            REQUIRE(value.toDouble() == Approx(mantissa / std::pow(10.0, places)).epsilon(1e-15));
        }
}

TEST_CASE("decimals of equal value are equal members", "[units][decimal]") {
    CHECK(Decimal::scaled(1500, 3) == Decimal::scaled(15, 1));
    CHECK(Decimal::scaled(0, 7) == Decimal{});
    CHECK(Decimal::integer(-4) == dec("-4.000"));
    CHECK_THROWS_AS(Decimal::scaled(1, 19), ArithmeticOverflow);
    CHECK_THROWS_AS(Decimal::scaled(1, -1), ArithmeticOverflow);
    CHECK_THROWS_AS(Decimal::scaled(powerOfTen(30), 0), ArithmeticOverflow);
    CHECK_THROWS_AS(Decimal::scaled(-powerOfTen(30), 0), ArithmeticOverflow);
    CHECK(Decimal::scaled(powerOfTen(30), 1) == dec("1e29"));
}

TEST_CASE("order is that of the numbers", "[units][decimal]") {
    CHECK(dec("0.1") < dec("0.11"));
    CHECK(dec("-0.1") > dec("-0.11"));
    CHECK(dec("-1") < dec("0.5"));
    CHECK(dec("2") > dec("1.999999999999999999"));
    CHECK((dec("1.50") <=> dec("1.5")) == std::strong_ordering::equal);
}

TEST_CASE("the largest and the finest decimals compare without overflow", "[units][decimal]") {
    const Decimal largest = dec(std::string(30, '9'));
    const Decimal finest = dec("1e-18");

    CHECK(largest > finest);
    CHECK(finest < largest);
    CHECK(dec("-" + std::string(30, '9')) < finest);
    CHECK(dec("123456789012.000000000000000001") > dec("123456789012"));
}

TEST_CASE("sums and products are exact or refused", "[units][decimal]") {
    CHECK(dec("0.1") + dec("0.2") == dec("0.3"));
    CHECK(dec("1.75") + dec("0.25") == dec("2"));
    CHECK(dec("1") - dec("0.000001") == dec("0.999999"));
    CHECK(dec("1.5") - dec("1.5") == Decimal{});
    CHECK(dec("1.25") * dec("0.8") == dec("1"));
    CHECK(dec("-0.5") * dec("0.5") == dec("-0.25"));
    CHECK_THROWS_AS(dec("1e-10") * dec("1e-9"), ArithmeticOverflow);
    CHECK_THROWS_AS(dec("1e29") * dec("10"), ArithmeticOverflow);
    CHECK_THROWS_AS(dec("9e29") + dec("9e29"), ArithmeticOverflow);
    CHECK_THROWS_AS(dec("1e29") + dec("1e-18"), ArithmeticOverflow);
}

TEST_CASE("scaled integers round half to even", "[units][decimal]") {
    CHECK(dec("0.5").scaledInteger(0) == 0);
    CHECK(dec("1.5").scaledInteger(0) == 2);
    CHECK(dec("2.5").scaledInteger(0) == 2);
    CHECK(dec("-0.5").scaledInteger(0) == 0);
    CHECK(dec("-1.5").scaledInteger(0) == -2);
    CHECK(dec("2.500000000000000001").scaledInteger(0) == 3);
    CHECK(dec("1.2345").scaledInteger(6) == 1'234'500);
    CHECK(dec("0.0000005").scaledInteger(6) == 0);
    CHECK(dec("0.0000015").scaledInteger(6) == 2);
    CHECK(dec("12345").scaledInteger(-2) == 123);
    CHECK(dec("12350").scaledInteger(-2) == 124); // 123.5
    CHECK_THROWS_AS(dec("1e29").scaledInteger(12), ArithmeticOverflow);
}

TEST_CASE("a double becomes the shortest decimal that reads back as it", "[units][decimal]") {
    CHECK(Decimal::fromDouble(0.1)->text() == "0.1");
    CHECK(Decimal::fromDouble(-2.5)->text() == "-2.5");
    CHECK(Decimal::fromDouble(0.1 + 0.2)->text() == "0.30000000000000004");
    CHECK(Decimal::fromDouble(1e22)->text() == "10000000000000000000000");
    CHECK(Decimal::fromDouble(-0.0)->text() == "0");
    CHECK(Decimal::fromDouble(1e-7)->text() == "0.0000001");
}

TEST_CASE("a double past 18 places is cut there, past 30 digits refused", "[units][decimal]") {
    CHECK(Decimal::fromDouble(1e-19)->isZero());
    CHECK(Decimal::fromDouble(5e-324)->isZero());
    CHECK(Decimal::fromDouble(1.6e-18)->text() == "0.000000000000000002");
    CHECK_FALSE(Decimal::fromDouble(1e30));
    CHECK_FALSE(Decimal::fromDouble(std::numeric_limits<double>::max()));
    CHECK_FALSE(Decimal::fromDouble(std::numeric_limits<double>::infinity()));
    CHECK_FALSE(Decimal::fromDouble(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("toDouble is correctly rounded", "[units][decimal]") {
    CHECK(dec("0.1").toDouble() == 0.1);
    CHECK(dec("0.000003").toDouble() == 0.000003);
    CHECK(dec("123456789.123456789").toDouble() == 123456789.123456789);
    CHECK(dec("9007199254740993").toDouble() == 9007199254740992.0); // 2^53 + 1: tie to even
}
