#include <gpuplan/units/quantity.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

template <typename T>
std::string complaint(const Result<T>& result) {
    REQUIRE_FALSE(result);
    CHECK(result.diagnostics().size() == 1);
    return text(result.diagnostics()[0].message);
}

} // namespace

TEST_CASE("GB is not GiB", "[units][quantity]") {
    CHECK(Bytes::parse("1 GB")->base() == 1'000'000'000);
    CHECK(Bytes::parse("1 GiB")->base() == 1LL << 30U);
    CHECK(Bytes::parse("80 GiB")->base() == 80LL << 30U);
    CHECK(Bytes::parse("1.5 TB")->base() == 1'500'000'000'000);
    CHECK(Bytes::parse("2 PiB")->base() == 2LL << 50U);
    CHECK(*Bytes::parse("3 kB") == *Bytes::parse("3 KB"));
}

TEST_CASE("a bit is an eighth of a byte", "[units][quantity]") {
    CHECK(Bandwidth::parse("400 Gbit/s")->base() == 50'000'000'000);
    CHECK(Bandwidth::parse("3350 GB/s")->base() == 3'350'000'000'000);
    CHECK(Bandwidth::parse("8 bit/s")->base() == 1);
    CHECK(Bandwidth::parse("12 bit/s")->base() == 2); // 1.5 bytes, half to even
    CHECK(Bandwidth::parse("20 bit/s")->base() == 2); // 2.5 bytes, half to even
    CHECK(Bandwidth::parse("1 Gbit / s")->base() == 125'000'000);
}

TEST_CASE("power is kept in milliwatts", "[units][quantity]") {
    CHECK(Power::parse("10.2 kW")->base() == 10'200'000);
    CHECK(Power::parse("700 W")->base() == 700'000);
    CHECK(*Power::parse("1 MW") == kilowatts(1000));
    CHECK(inKilowatts(*Power::parse("10.2 kW")) == 10.2);
}

TEST_CASE("energy for power and power for energy are named as such", "[units][quantity]") {
    CHECK(complaint(Power::parse("10 kWh")) ==
          "\"10 kWh\" is energy, but power is needed here; write for example \"10.2 kW\"");
    CHECK(complaint(parseEnergy("10 kW")) ==
          "\"10 kW\" is power, but energy is needed here; write for example \"412.6 MWh\"");
}

TEST_CASE("a wrong unit is named with what would be right", "[units][quantity]") {
    CHECK(complaint(Bytes::parse("80 GBit")) ==
          "\"80 GBit\" has the unit \"GBit\", which is not a unit of size; write for example "
          "\"80 GiB\"");
    CHECK(complaint(Bandwidth::parse("400 GB")) ==
          "\"400 GB\" has the unit \"GB\", which is not a unit of bandwidth; write for example "
          "\"400 Gbit/s\" or \"3350 GB/s\"");
    CHECK(complaint(Power::parse("10 kw")) ==
          "\"10 kw\" has the unit \"kw\", which is not a unit of power; write for example "
          "\"10.2 kW\"");
    CHECK(complaint(parseEnergy("10 USD")) ==
          "\"10 USD\" has the unit \"USD\", which is not a unit of energy; write for example "
          "\"412.6 MWh\"");
}

TEST_CASE("a quantity without unit, without number, below 0 or too large is refused",
          "[units][quantity]") {
    CHECK(complaint(Bytes::parse("80")) == "\"80\" has no unit; write for example \"80 GiB\"");
    CHECK(complaint(Bytes::parse("")) == "\"\" is not a quantity; write for example \"80 GiB\"");
    CHECK(complaint(Bytes::parse("many GB")) ==
          "\"many GB\" is not a quantity; write for example \"80 GiB\"");
    CHECK(complaint(Power::parse("-1 W")) == "\"-1 W\" is negative; 0 or more is needed");
    CHECK(complaint(Bytes::parse("9223372036854775808 B")) ==
          "\"9223372036854775808 B\" is too large to be kept exactly");
    CHECK(complaint(Bytes::parse("1e29 PiB")) == "\"1e29 PiB\" is too large to be kept exactly");
    CHECK(complaint(parseEnergy("1e29 MWh")) == "\"1e29 MWh\" is too large to be kept exactly");
    CHECK(Bytes::parse("9223372036854775807 B")->base() == most);
    CHECK(Power::parse("-0 W")->base() == 0);
}

TEST_CASE("text is the largest unit that keeps it exact", "[units][quantity]") {
    CHECK(Bytes(80LL << 30U).text() == "80 GiB");
    CHECK(Bytes(80'000'000'000).text() == "80 GB");
    CHECK(Bytes(512LL << 20U).text() == "512 MiB");
    CHECK(Bytes(1001).text() == "1001 B");
    CHECK(Bytes(0).text() == "0 B");
    CHECK(Power(10'200'000).text() == "10200 W");
    CHECK(kilowatts(3).text() == "3 kW");
    CHECK(Power(0).text() == "0 mW");
    CHECK(Bandwidth(50'000'000'000).text() == "50 GB/s");
    CHECK(Bandwidth(12'500'000).text() == "12500 kB/s");
}

TEST_CASE("every text reads back as the same quantity", "[units][quantity]") {
    for (const std::int64_t base :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{1000}, std::int64_t{1024},
          std::int64_t{999'999}, std::int64_t{1} << 30U, std::int64_t{1} << 40U,
          std::int64_t{3'350'000'000'000}, std::int64_t{123'456'789'012'345}, most}) {
        CAPTURE(base);
        CHECK(Bytes::parse(Bytes(base).text())->base() == base);
        CHECK(Bandwidth::parse(Bandwidth(base).text())->base() == base);
        CHECK(Power::parse(Power(base).text())->base() == base);
    }
}

TEST_CASE("a sum past the range is refused", "[units][quantity]") {
    CHECK(Bytes(2) + Bytes(3) == Bytes(5));
    CHECK(Bytes(2) - Bytes(3) == Bytes(-1));
    CHECK_THROWS_AS(Bytes(most) + Bytes(1), ArithmeticOverflow);
    CHECK_THROWS_AS(Bytes(-most) - Bytes(2), ArithmeticOverflow);
    CHECK_THROWS_AS(GpuCount::milli(most) + GpuCount::milli(1), ArithmeticOverflow);
    CHECK_THROWS_AS(GpuCount::whole(most), ArithmeticOverflow);
    const GpuTime longest(static_cast<Int128>(~UInt128{0} >> 1U));
    CHECK_THROWS_AS(longest + GpuTime(1), ArithmeticOverflow);
}

TEST_CASE("shares of a GPU are exact", "[units][quantity]") {
    CHECK(GpuCount::whole(4).text() == "4");
    CHECK(GpuCount::milli(500).text() == "0.5");
    GpuCount sum;
    for (int i = 0; i < 10; ++i)
        sum += GpuCount::milli(100);
    CHECK(sum == GpuCount::whole(1));
    sum -= GpuCount::milli(1);
    CHECK(sum.text() == "0.999");
}

TEST_CASE("GPU time passes 63 bits", "[units][quantity]") {
    // 10,000 GPUs for 3 years of 8,760 h
    const GpuTime time = GpuTime::of(GpuCount::whole(10'000), hours(3 * 8760));

    CHECK(toText(time.base()) == "946080000000000000000"); // 1e4 * 1e3 * 26,280 * 3.6e9
    CHECK(time.inHours() == 262'800'000.0);
    CHECK((time - time) == GpuTime());
}

TEST_CASE("energy is power times span", "[units][quantity]") {
    CHECK(Energy::of(kilowatts(10), hours(3)).inKilowattHours() == 30.0);
    CHECK(Energy::of(kilowatts(10), hours(3)) == *parseEnergy("30 kWh"));
    CHECK(*parseEnergy("412.6 MWh") == *parseEnergy("412600 kWh"));
    CHECK(parseEnergy("1 Wh")->base() == Int128{1000} * 3'600'000'000);
}
