#include "sample_run.hpp"

#include <gpuplan/report/chart_cost.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::report;
using gpuplan::test::usd;

namespace {

constexpr int months = 24;

/// Pays `atOnce` in the first month and `monthly` in each, in thousands; hardware fetches `resale`.
metrics::AlternativeResult paying(const char* name, std::int64_t atOnce, std::int64_t monthly,
                                  std::int64_t resale) {
    metrics::AlternativeResult alternative;
    alternative.name = name;
    alternative.currency = Currency::usd();
    std::int64_t soFar = atOnce;
    for (int month = 0; month < months; ++month) {
        soFar += monthly;
        metrics::MonthCost cost;
        cost.month = addMonths(*parseInstant("2027-01-01"), month);
        cost.billed = usd((month == 0 ? atOnce + monthly : monthly) * 1000);
        cost.billedSoFar = usd(soFar * 1000);
        cost.resale = usd(resale * 1000);
        alternative.cost.byMonth.push_back(cost);
    }
    alternative.cost.total = usd((soFar - resale) * 1000);
    if (atOnce > 0) {
        ledger::Journal journal;
        ledger::Transaction purchase;
        purchase.from = purchase.to = *parseInstant("2027-01-01");
        purchase.description = {"report.account.other", {}};
        journal.append(purchase, ledger::accounts::hardware, ledger::accounts::cash,
                       usd(atOnce * 1000));
        alternative.journal = std::make_shared<const ledger::Journal>(std::move(journal));
    }
    return alternative;
}

/// bought: 1,300 at once, fetches 100, 50 a month. rented: 150 a month. Net 1,200 + 50 T meets
/// 150 T at T = 12, at 1,800 thousand.
metrics::RunResult boughtOrRented() {
    metrics::RunResult run;
    run.scenario.start = *parseInstant("2027-01-01");
    run.scenario.horizonMonths = months;
    run.alternatives = {paying("bought", 1300, 50, 100), paying("rented", 0, 150, 0)};
    run.breakEven = {{"bought",
                      "rented",
                      model::BreakEvenBy::Months,
                      metrics::CrossingStatus::Crosses,
                      {12.0},
                      ""},
                     {"bought",
                      "rented",
                      model::BreakEvenBy::Utilization,
                      metrics::CrossingStatus::Crosses,
                      {0.4},
                      ""}};
    return run;
}

} // namespace

TEST_CASE("lines begin at what is paid at once and end at what was paid", "[report][chart]") {
    const LineChart chart = cumulativeCostChart(boughtOrRented());

    REQUIRE(chart.series.size() == 2);
    CHECK(chart.y.label == "USD million");
    CHECK(chart.series[0].points.front() == Point{0, 1.2});
    CHECK(chart.series[0].points.back() == Point{24, 2.4}); // 1,200 + 24 * 50
    CHECK(chart.series[1].points.front() == Point{0, 0});
    CHECK(chart.series[1].points.back() == Point{24, 3.6}); // 24 * 150
    CHECK(chart.series[0].endLabel == "bought \xc2\xb7 2.40");
}

TEST_CASE("the break-even stands where the lines cross", "[report][chart]") {
    const LineChart chart = cumulativeCostChart(boughtOrRented());

    REQUIRE(chart.marks.size() == 1);
    CHECK(chart.marks[0].at.x == 12);
    CHECK(chart.marks[0].at.y == Approx(1.8));
    CHECK(chart.marks[0].label == "break-even: month 12.0");
    CHECK(chart.title ==
          "bought has cost less than rented from month 12.0 on: 2.40 million USD after 24 months");
}

TEST_CASE("months of 730 hours are put where the calendar has them", "[report][chart]") {
    metrics::RunResult run = boughtOrRented();
    run.scenario.month = model::MonthRule::Hours730;
    // January 2027 has 744 hours: 730 hours are 730/744 of it.
    run.breakEven[0].at = {1.0};

    CHECK(cumulativeCostChart(run).marks[0].at.x == Approx(730.0 / 744));
}

TEST_CASE("a crossing beyond the plan is not drawn", "[report][chart]") {
    metrics::RunResult run = boughtOrRented();
    run.breakEven[0].at = {30.0};

    const LineChart chart = cumulativeCostChart(run);

    CHECK(chart.marks.empty());
    CHECK(chart.title == "bought has cost least after 24 months: 2.40 million USD, 1.20 million "
                         "USD less than rented");
}

TEST_CASE("a payment in advance is a jump, and a crossing in it stands on both lines",
          "[report][chart]") {
    metrics::RunResult run = boughtOrRented();
    // Half of `rented` becomes a payment of 900 at the start of month 12.
    metrics::AlternativeResult& rented = run.alternatives[1];
    ledger::Journal journal;
    ledger::Transaction upfront;
    upfront.from = upfront.to = *parseInstant("2028-01-01");
    upfront.description = {"report.account.other", {}};
    journal.append(upfront, ledger::accounts::commitment, ledger::accounts::cash, usd(900'000));
    rented.journal = std::make_shared<const ledger::Journal>(std::move(journal));

    const LineChart chart = cumulativeCostChart(run);

    // 25 ends of months and one jump of 0.9 million at month 12.
    REQUIRE(chart.series[1].points.size() == 26);
    CHECK(chart.series[1].points[12].x == 12);
    CHECK(chart.series[1].points[13].x == 12);
    CHECK(chart.series[1].points[13].y - chart.series[1].points[12].y == Approx(0.9));
    CHECK(chart.marks[0].at.y == Approx(1.8));
}

TEST_CASE("the table holds exact amounts by month", "[report][chart]") {
    const ChartTable table = cumulativeCostChart(boughtOrRented()).table;

    CHECK(table.columns == std::vector<std::string>{"months", "bought (USD)", "rented (USD)"});
    REQUIRE(table.rows.size() == 25);
    CHECK(table.rows[0][1] == Decimal::integer(1'200'000));
    CHECK(table.rows[24][0] == Decimal::integer(24));
    CHECK(table.rows[24][2] == Decimal::integer(3'600'000));
}

TEST_CASE("the text alternative tells what the picture shows", "[report][chart]") {
    const std::string description = cumulativeCostChart(boughtOrRented()).description;

    CHECK(description.find("bought: 1.20 million USD at the start, 2.40 million USD after month "
                           "24.") != std::string::npos);
    CHECK(description.find("break-even: month 12.0.") != std::string::npos);
}

TEST_CASE("amounts choose the axis's unit", "[report][chart]") {
    metrics::RunResult run = boughtOrRented();
    run.breakEven.clear();
    run.alternatives = {paying("small", 0, 2, 0)};
    const LineChart small = cumulativeCostChart(run);
    CHECK(small.y.label == "USD thousand"); // 48,000
    CHECK(small.series[0].points.back().y == 48);
    CHECK(small.title == "small costs 48,000 USD over 24 months");

    run.alternatives = {paying("large", 0, 1'000'000, 0)};
    const LineChart large = cumulativeCostChart(run);
    CHECK(large.y.label == "USD billion");
    CHECK(large.series[0].points.back().y == 24);
}

TEST_CASE("crossings are marked of the cheapest alternative, else up to four", "[report][chart]") {
    metrics::RunResult run = boughtOrRented();
    run.breakEven.clear();
    for (int i = 0; i < 6; ++i) {
        const std::string other = "other " + std::to_string(i);
        run.alternatives.push_back(paying(other.c_str(), 0, 160 + i, 0));
        run.breakEven.push_back({"rented",
                                 other,
                                 model::BreakEvenBy::Months,
                                 metrics::CrossingStatus::Crosses,
                                 {1.0 + i},
                                 ""});
    }
    CHECK(cumulativeCostChart(run).marks.size() == 4);

    run.breakEven.push_back({"bought",
                             "rented",
                             model::BreakEvenBy::Months,
                             metrics::CrossingStatus::Crosses,
                             {12.0},
                             ""});
    const LineChart chart = cumulativeCostChart(run);
    REQUIRE(chart.marks.size() == 1);
    CHECK(chart.marks[0].at.x == 12);
}

TEST_CASE("results without alternatives or months make an empty chart", "[report][chart]") {
    metrics::RunResult run;
    CHECK(cumulativeCostChart(run).series.empty());

    run = boughtOrRented();
    for (metrics::AlternativeResult& alternative : run.alternatives)
        alternative.cost.byMonth.clear();
    const LineChart chart = cumulativeCostChart(run);
    CHECK(chart.series[0].points.empty());
    CHECK(chart.marks.empty());
    CHECK(chart.table.rows.empty());
}
