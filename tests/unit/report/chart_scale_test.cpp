#include <gpuplan/report/chart_scale.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace gpuplan::report;

namespace {

std::vector<std::string> texts(const Ticks& ticks) {
    std::vector<std::string> all;
    for (const double value : ticks.values)
        all.push_back(ticks.text(value));
    return all;
}

} // namespace

TEST_CASE("ticks are round numbers that enclose the range", "[report][chart]") {
    CHECK(texts(ticksFor(0, 9.3, 5, ChartSteps::Decimal)) ==
          std::vector<std::string>{"0", "2", "4", "6", "8", "10"});
    CHECK(texts(ticksFor(0, 0.7, 4, ChartSteps::Decimal)) ==
          std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8"});
    CHECK(texts(ticksFor(-300, 1900, 5, ChartSteps::Decimal)) ==
          std::vector<std::string>{"-500", "0", "500", "1,000", "1,500", "2,000"});
}

TEST_CASE("months go by quarters, half years and years", "[report][chart]") {
    CHECK(texts(ticksFor(0, 36, 12, ChartSteps::Months)).size() == 13); // every third of 36
    CHECK(texts(ticksFor(0, 36, 3, ChartSteps::Months)) ==
          std::vector<std::string>{"0", "12", "24", "36"});
    CHECK(texts(ticksFor(0, 5, 12, ChartSteps::Months)) ==
          std::vector<std::string>{"0", "1", "2", "3", "4", "5"});
    CHECK(texts(ticksFor(0, 1200, 4, ChartSteps::Months)) ==
          std::vector<std::string>{"0", "360", "720", "1,080", "1,440"});
}

TEST_CASE("a range that is empty or not finite gets a scale all the same", "[report][chart]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const auto& [low, high] :
         {std::pair{0.0, 0.0}, {5.0, 5.0}, {0.0, infinity}, {std::nan(""), 1.0}, {0.0, 1e-300}}) {
        const Ticks ticks = ticksFor(low, high, 5, ChartSteps::Decimal);
        CHECK(ticks.values.front() == 0);
        CHECK(ticks.values.back() == 1);
    }
}

TEST_CASE("the number of ticks stays small at any size of figures", "[report][chart]") {
    for (double high = 1e-9; high < 1e15; high *= 3.7)
        for (const ChartSteps steps : {ChartSteps::Decimal, ChartSteps::Months}) {
            const Ticks ticks = ticksFor(0, high, 6, steps);
            CHECK(ticks.values.size() >= 2);
            CHECK(ticks.values.size() <= 8);
            CHECK(ticks.values.back() >= high * (1 - 1e-6));
        }
}

TEST_CASE("a scale maps values to places and back", "[report][chart]") {
    const Scale scale{0, 10, 200, 100}; // upwards on the screen

    CHECK(scale.place(0) == 200);
    CHECK(scale.place(10) == 100);
    CHECK(scale.place(2.5) == 175);
    CHECK(scale.value(175) == 2.5);
}
