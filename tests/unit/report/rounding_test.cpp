#include <gpuplan/report/rounding.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::report;

namespace {

Money usdMicros(std::int64_t micros) {
    return {micros, Currency::usd()};
}

Int128 sum(const std::vector<Int128>& parts) {
    Int128 total = 0;
    for (const Int128 part : parts)
        total += part;
    return total;
}

} // namespace

TEST_CASE("three equal thirds are shown so that they add up to the shown total",
          "[report][rounding]") {
    // 3 x 33.4 = 100.2, shown as 100: one third takes the missing unit, the first of equal rests.
    const auto counts = largestRemainder({334, 334, 334}, 10);

    CHECK(counts == std::vector<Int128>{34, 33, 33});
}

TEST_CASE("the largest rest is rounded up first, also among negative parts", "[report][rounding]") {
    // 1.9 - 0.7 + 0.1 = 1.3 -> 1; cut down: 1, -1, 0 with rests 0.9, 0.3, 0.1.
    const auto counts = largestRemainder({19, -7, 1}, 10);

    CHECK(counts == std::vector<Int128>{2, -1, 0});
}

TEST_CASE("no part moves by a whole unit and the sum is the rounded total", "[report][rounding]") {
    std::vector<Int128> parts;
    std::uint32_t state = 12345;
    for (int i = 0; i < 200; ++i) {
        state = state * 1664525U + 1013904223U;
        parts.push_back(static_cast<std::int64_t>(state % 2'000'001) - 1'000'000);
    }

    const auto counts = largestRemainder(parts, 1000);

    CHECK(sum(counts) == divideHalfEven(sum(parts), 1000));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Int128 moved = counts[i] * 1000 - parts[i];
        CHECK(moved > -1000);
        CHECK(moved < 1000);
    }
}

TEST_CASE("nothing rounds to nothing", "[report][rounding]") {
    CHECK(largestRemainder({}, 10).empty());
    CHECK(gpuHours(GpuTime()).text() == "0");
}

TEST_CASE("GPU-hours have six places, half to even", "[report][rounding]") {
    // One thousandth GPU for one microsecond is 1/3.6e12 h; 1.8e6 of them are half a millionth.
    CHECK(gpuHours(GpuTime(1'800'000)).text() == "0");
    CHECK(gpuHours(GpuTime(1'800'001)).text() == "0.000001");
    CHECK(gpuHours(GpuTime(3 * 1'800'000)).text() == "0.000002");
    CHECK(gpuHours(GpuTime::of(GpuCount::milli(500), hours(3))).text() == "1.5");
}

TEST_CASE("money is shown in whole units from ten thousand on, in cents below",
          "[report][rounding]") {
    CHECK(moneyText(usdMicros(1'234'567'500'000)) == "1,234,568");
    CHECK(moneyText(usdMicros(9'999'990'000)) == "9,999.99");
    CHECK(moneyText(usdMicros(842'100'000)) == "842.10");
    CHECK(moneyText(usdMicros(-4'000)) == "0.00");
    CHECK(moneyText(usdMicros(0)) == "0.00");
    CHECK(moneyText(usdMicros(-20'000'000'000)) == "-20,000");
}

TEST_CASE("a column of money adds up as shown", "[report][rounding]") {
    // 0.005 + 0.005 + 0.005 = 0.015 -> 0.02 (half to even of 1.5 cents): two parts show a cent.
    const MoneyColumn column =
        moneyColumn({usdMicros(5'000), usdMicros(5'000), usdMicros(5'000)}, Currency::usd());

    CHECK(column.parts == std::vector<std::string>{"0.01", "0.01", "0.00"});
    CHECK(column.total == "0.02");
}
