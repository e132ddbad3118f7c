#include <gpuplan/report/figures.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using namespace gpuplan::report;

TEST_CASE("shares of an empty fleet are not known", "[report][figures]") {
    CHECK(percentText(std::nullopt) == "n/a");
    CHECK(percentText(std::numeric_limits<double>::quiet_NaN()) == "n/a");
    CHECK(rateText(std::nullopt) == "n/a");
}

TEST_CASE("shares have a decimal only where it tells something", "[report][figures]") {
    CHECK(percentText(0.314) == "31 %");
    CHECK(percentText(0.0314) == "3.1 %");
    CHECK(percentText(-0.00001) == "0.0 %");
    CHECK(percentText(1.0) == "100 %");
}

TEST_CASE("waits are shown in the unit a person would use", "[report][figures]") {
    CHECK(spanText(0) == "0 s");
    CHECK(spanText(45.2) == "45 s");
    CHECK(spanText(12 * 60) == "12 min");
    CHECK(spanText(3.4 * 3600) == "3.4 h");
    CHECK(spanText(50 * 3600) == "2.1 d");
}

TEST_CASE("prices per GPU-hour show cents, cheap ones four places", "[report][figures]") {
    CHECK(rateText(Decimal::parse("6.876")) == "6.88");
    CHECK(rateText(Decimal::parse("0.0345")) == "0.0345");
    CHECK(rateText(Decimal::parse("1234.5")) == "1,234.50");
}

TEST_CASE("every account of the pricers and every cause of waste has its words",
          "[report][figures]") {
    CHECK(accountText("Expenses:OnPrem:Depreciation", Language::English) == "depreciation");
    CHECK(accountText("Expenses:Unheard:Of", Language::English) == "Expenses:Unheard:Of");
    for (std::size_t state = 0; state < model::gpuStateCount; ++state) {
        const std::string cause(model::name(static_cast<model::GpuState>(state)));
        if (cause != "compute")
            CHECK_NOTHROW(causeName(cause, Language::English));
    }
}
