#include <gpuplan/report/chart.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::report;

TEST_CASE("the table of a chart copies as CSV with exact figures", "[report][chart]") {
    ChartTable table;
    table.columns = {"months", "own, 8 \"nodes\" (USD)", "cloud (USD)"};
    table.rows = {{Decimal::integer(1), Decimal::scaled(1234567890123, 6), Decimal::integer(-3)},
                  {Decimal::integer(2), std::nullopt, Decimal::scaled(1, 6)}};

    CHECK(csv(table) == "months,\"own, 8 \"\"nodes\"\" (USD)\",cloud (USD)\n"
                        "1,1234567.890123,-3\n"
                        "2,,0.000001\n");
    CHECK(csv(ChartTable{}) == "\n");
}
