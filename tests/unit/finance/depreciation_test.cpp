#include <gpuplan/finance/depreciation.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

using namespace gpuplan;
using namespace gpuplan::finance;

namespace {

Money usd(const char* amount) {
    return Money::of(*Decimal::parse(amount), Currency::usd());
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

} // namespace

TEST_CASE("straight line takes the same from every month", "[finance][depreciation]") {
    CHECK(depreciation(usd("833806"), usd("333806"), 50, 0) == usd("10000"));
    CHECK(depreciation(usd("833806"), usd("333806"), 50, 49) == usd("10000"));
}

TEST_CASE("the last month takes the rounding rest, so months sum exactly",
          "[finance][depreciation]") {
    const Money cost = usd("100");
    Money total = usd("0");
    for (int month = 0; month < 36; ++month)
        total += depreciation(cost, usd("0"), 36, month);

    CHECK(total == cost);
    CHECK(depreciation(cost, usd("0"), 36, 0) == usd("2.777778")); // 2.7777777...
    CHECK(depreciation(cost, usd("0"), 36, 35) == usd("2.77777")); // 100 - 35 * 2.777778
}

TEST_CASE("the book value falls to the residual value and stays", "[finance][depreciation]") {
    const Money cost = usd("1000");
    const Money residual = usd("100");
    Money book = cost;
    for (int month = 0; month < 7; ++month) {
        CHECK(bookValue(cost, residual, 7, month) == book);
        book -= depreciation(cost, residual, 7, month);
    }

    CHECK(bookValue(cost, residual, 7, 7) == book);
    CHECK(book == residual);
    CHECK(bookValue(cost, residual, 7, 100) == residual);
}

TEST_CASE("depreciation outside its life is a bug of the caller", "[finance][depreciation]") {
    CHECK_THROWS_AS(depreciation(usd("1"), usd("0"), 12, 12), ContractViolation);
    CHECK_THROWS_AS(depreciation(usd("1"), usd("2"), 12, 0), ContractViolation);
    CHECK_THROWS_AS(depreciation(usd("1"), usd("0"), 0, 0), ContractViolation);
}

TEST_CASE("declining balance stops at the salvage value", "[finance][depreciation]") {
    // Half of 1000 would pass the 600 left above salvage only in the second year.
    const auto years = doubleDecliningBalance(1000.0, 400.0, 4);

    CHECK(years == std::vector<double>{500.0, 100.0, 0.0, 0.0});
    CHECK(sum(doubleDecliningBalance(1234.5, 67.0, 9)) == Approx(1234.5 - 67.0).epsilon(1e-14));
}

TEST_CASE("sum of years' digits falls by one part a year", "[finance][depreciation]") {
    CHECK(sumOfYearsDigits(700.0, 100.0, 3) == std::vector<double>{300.0, 200.0, 100.0});
}

TEST_CASE("the published MACRS shares sum to the whole basis", "[finance][depreciation]") {
    for (const int years : {5, 7}) {
        const auto shares = macrsShares(years);
        // Half-year convention: one calendar year more than the period.
        CHECK(shares.size() == static_cast<std::size_t>(years) + 1);
        CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == Approx(1.0).epsilon(1e-12));
    }
    CHECK(macrsShares(6).empty());
}

TEST_CASE("resale value falls from the price to its floor", "[finance][depreciation]") {
    CHECK(resaleValue(1000.0, 0.2, 0.4, 0.0) == 1000.0);
    CHECK(resaleValue(1000.0, 0.2, 0.4, 1e4) == 200.0);
    CHECK(resaleValue(1000.0, 0.0, std::log(2.0), 3.0) == Approx(125.0).epsilon(1e-14));
}

TEST_CASE("without tax the cost after tax is capital, use and resale", "[finance][tax]") {
    CHECK(afterTaxCost(1000.0, 100.0, 2, 0.0, 0.0, 5, 300.0) == Approx(1000.0 + 200.0 - 300.0));
}

TEST_CASE("a sale before the end of depreciation is taxed on the gain alone", "[finance][tax]") {
    // One year at 50 % tax, no interest: shield 0.5 * 200, book value left 800, sold for 900.
    CHECK(afterTaxCost(1000.0, 0.0, 1, 0.5, 0.0, 5, 900.0) ==
          Approx(1000.0 - 0.5 * 200.0 - (900.0 - 0.5 * (900.0 - 800.0))));
}
