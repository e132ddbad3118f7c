#include "sample_run.hpp"

#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/ledger_csv.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

using namespace gpuplan;
using namespace gpuplan::report;

namespace {

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> list;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        list.push_back(line);
    return list;
}

/// Sum of `amount` over an alternative's postings that count in a view.
Money sumOf(const metrics::AlternativeResult& alternative, PostingView view) {
    Money sum(0, alternative.currency);
    for (const auto& transaction : alternative.journal->transactions()) {
        const auto views = postingViews(transaction);
        for (std::size_t i = 0; i < views.size(); ++i)
            if (views[i] == view || views[i] == PostingView::Both)
                sum += transaction.postings[i].amount;
    }
    return sum;
}

} // namespace

TEST_CASE("fields with commas, quotes or line breaks are quoted", "[report][csv]") {
    std::string row;
    appendCsvRow(row, {"plain", "a,b", "say \"x\"", "two\nlines", ""});

    CHECK(row == "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\n");
}

TEST_CASE("the two views of the ledger sum to the billed and the effective total",
          "[report][ledger]") {
    const metrics::RunResult run = test::sampleRun();

    CHECK(sumOf(run.alternatives[0], PostingView::Billed) == test::usd(48'000));
    CHECK(sumOf(run.alternatives[0], PostingView::Effective) == test::usd(2 * 2'000));
    CHECK(sumOf(run.alternatives[1], PostingView::Billed) == test::usd(3'100 + 2'800));
    CHECK(sumOf(run.alternatives[1], PostingView::Effective) == test::usd(3'100 + 2'800));
}

TEST_CASE("the ledger has a row a posting and numbers entries through all alternatives",
          "[report][ledger]") {
    const auto rows = lines(ledgerCsv(test::sampleRun()));

    // 3 transactions of the owned and 2 of the rented alternative, two postings each.
    REQUIRE(rows.size() == 1 + 2 * (3 + 2));
    CHECK(rows[0].starts_with("entry,alternative,from,to,account,amount,currency,view,"));
    CHECK(rows[1].starts_with("1,owned,2027-01-01T00:00:00Z,2027-01-01T00:00:00Z,"
                              "Assets:Hardware,48000.00,USD,billed,rack,,scenario,"));
    CHECK(rows[2].find(",Assets:Cash,-48000.00,USD,cash,") != std::string::npos);
    CHECK(rows[4].find(",Assets:Hardware,-2000.00,USD,balance,") != std::string::npos);
    CHECK(rows[9].starts_with("5,\"rented, \"\"spot\"\" free\","));
}

TEST_CASE("every row says what happened and where its price comes from", "[report][ledger]") {
    const auto rows = lines(ledgerCsv(test::sampleRun()));

    const std::string& lease = rows[7];
    CHECK(lease.find("\"lease 0: node 1, requested 2027-01-01T00:00:00Z, ready "
                     "2027-01-01T00:01:00Z, released 2027-01-01T01:00:00Z\"") != std::string::npos);
    CHECK(lease.find(",310 h,10 USD/h,on-demand,\"price list, page 3\",2026-07-20,offers.json,"
                     "/records/4,high,false,") != std::string::npos);
    CHECK(rows[9].find("500 GPU-hours in service, 500 allocated") != std::string::npos);
}
