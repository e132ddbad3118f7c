#include <gpuplan/units/money.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

Money usd(std::int64_t micros) {
    return {micros, Currency::usd()};
}

std::string complaint(std::string_view typed) {
    const auto result = Money::parse(typed);
    REQUIRE_FALSE(result);
    return describe(result.diagnostics());
}

} // namespace

TEST_CASE("a currency is three capital letters", "[units][money]") {
    CHECK(Currency::parse("EUR")->code() == "EUR");
    CHECK(Currency::parse("USD") == Currency::usd());
    for (const char* text : {"", "US", "USDT", "usd", "U$D", "U D"})
        CHECK_FALSE(Currency::parse(text));
}

TEST_CASE("an amount shows at least two places and every digit it has", "[units][money]") {
    CHECK(usd(1'200'000'000).amountText() == "1200.00");
    CHECK(usd(1'500'000).amountText() == "1.50");
    CHECK(usd(1'234'567).amountText() == "1.234567");
    CHECK(usd(1).amountText() == "0.000001");
    CHECK(usd(-1).amountText() == "-0.000001");
    CHECK(usd(-500'000).text() == "-0.50 USD");
    CHECK(usd(most).amountText() == "9223372036854.775807");
    CHECK(usd(-most - 1).amountText() == "-9223372036854.775808");
}

TEST_CASE("no amount is minus zero", "[units][money]") {
    CHECK(usd(0).amountText() == "0.00");
    CHECK((-usd(0)).amountText() == "0.00");
    CHECK((usd(-5) + usd(5)).amountText() == "0.00");
    CHECK(Money::of(*Decimal::parse("-0.0000004"), Currency::usd()).amountText() == "0.00");
    CHECK(multiply(usd(-1), 1, 3).amountText() == "0.00");
}

TEST_CASE("decimals become money half to even to a micro-unit", "[units][money]") {
    const auto micros = [](std::string_view text) {
        return Money::of(*Decimal::parse(text), Currency::usd()).micros();
    };

    CHECK(micros("1.0000005") == 1'000'000);
    CHECK(micros("1.0000015") == 1'000'002);
    CHECK(micros("1.00000050001") == 1'000'001);
    CHECK(micros("-1.0000015") == -1'000'002);
    CHECK(micros("9223372036854.775807") == most);
    CHECK_THROWS_AS(micros("9223372036854.775808"), ArithmeticOverflow);
    CHECK_THROWS_AS(micros("1e29"), ArithmeticOverflow);
}

TEST_CASE("money reads with its currency", "[units][money]") {
    CHECK(*Money::parse("1200 USD") == usd(1'200'000'000));
    CHECK(*Money::parse("  0.5USD ") == usd(500'000));
    CHECK(*Money::parse("-3.25 EUR") == Money(-3'250'000, *Currency::parse("EUR")));
}

TEST_CASE("money that can not be read is told why", "[units][money]") {
    CHECK(complaint("1200") == "error: \"1200\" has no unit; write for example \"1200 USD\"\n");
    CHECK(complaint("a lot") ==
          "error: \"a lot\" is not a quantity; write for example \"1200 USD\"\n");
    CHECK(complaint("1,200 USD") ==
          "error: \"1,200 USD\" is not a quantity; write for example \"1200 USD\"\n");
    CHECK(complaint("5 usd") == "error: \"5 usd\" has the unit \"usd\", which is not a unit of "
                                "money; write for example \"1200 USD\"\n");
    CHECK(complaint("5 USD/h") == "error: \"5 USD/h\" has the unit \"USD/h\", which is not a unit "
                                  "of money; write for example \"1200 USD\"\n");
    CHECK(complaint("10000000000000 USD") ==
          "error: \"10000000000000 USD\" is too large to be kept exactly\n");
}

TEST_CASE("money adds exactly and never mixes currencies", "[units][money]") {
    const Money euro(1, *Currency::parse("EUR"));

    CHECK(usd(100'000) + usd(200'000) == usd(300'000)); // 0.1 + 0.2
    CHECK(usd(5) - usd(7) == usd(-2));
    CHECK_THROWS_AS(usd(1) + euro, ContractViolation);
    CHECK_THROWS_AS(usd(1) - euro, ContractViolation);
    CHECK_THROWS_AS(usd(1) < euro, ContractViolation);
    CHECK(usd(1) != euro);
    CHECK(usd(1) < usd(2));
}

TEST_CASE("money past its range is refused", "[units][money]") {
    CHECK_THROWS_AS(usd(most) + usd(1), ArithmeticOverflow);
    CHECK_THROWS_AS(usd(-most) - usd(2), ArithmeticOverflow);
    CHECK_THROWS_AS(-usd(-most - 1), ArithmeticOverflow);
    CHECK(-usd(most) == usd(-most));
}

TEST_CASE("a share of money is rounded once, half to even", "[units][money]") {
    CHECK(multiply(usd(10), 1, 4) == usd(2)); // 2.5
    CHECK(multiply(usd(14), 1, 4) == usd(4)); // 3.5
    CHECK(multiply(usd(-10), 1, 4) == usd(-2));
    CHECK(multiply(usd(1'000'000), 2, 3) == usd(666'667));
    CHECK(multiply(usd(most), most, most) == usd(most));
    CHECK_THROWS_AS(multiply(usd(most), 2, 1), ArithmeticOverflow);
}

TEST_CASE("the double of an amount is the nearest", "[units][money]") {
    CHECK(usd(3).toDouble() == 0.000003);
    CHECK(usd(35'483'600'000).toDouble() == 35483.6);
    CHECK(usd(-100'000).toDouble() == -0.1);
    CHECK(usd(35'483'600'000).decimal().text() == "35483.6");
}
