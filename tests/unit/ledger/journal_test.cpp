#include <gpuplan/ledger/journal.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::ledger;

namespace {

Money usd(std::int64_t units) {
    return {units * 1'000'000, Currency::usd()};
}

Transaction january() {
    Transaction transaction;
    transaction.from = *parseInstant("2027-01-01");
    transaction.to = *parseInstant("2027-02-01");
    return transaction;
}

} // namespace

TEST_CASE("a transaction that does not sum to zero is refused", "[ledger]") {
    Journal journal;
    Transaction lopsided = january();
    lopsided.postings = {{"Expenses:Other", usd(5)}, {"Assets:Cash", usd(-4)}};

    CHECK_THROWS_AS(journal.append(lopsided), ContractViolation);
    CHECK(journal.size() == 0);
}

TEST_CASE("each currency is balanced by itself", "[ledger]") {
    const Currency euro = *Currency::parse("EUR");
    Journal journal;
    Transaction mixed = january();
    mixed.postings = {{"Expenses:Other", usd(5)}, {"Assets:Cash", Money(-5'000'000, euro)}};

    CHECK_THROWS_AS(journal.append(mixed), ContractViolation);

    mixed.postings = {{"Expenses:Other", usd(5)},
                      {"Assets:Cash", usd(-5)},
                      {"Expenses:Other", Money(2, euro)},
                      {"Assets:Cash", Money(-2, euro)}};
    journal.append(mixed);
    CHECK(journal.total("Expenses", euro) == Money(2, euro));
    CHECK(journal.total("Expenses", Currency::usd()) == usd(5));
}

TEST_CASE("a charge lies inside one calendar month", "[ledger]") {
    Journal journal;
    Transaction tooLong = january();
    tooLong.to = *parseInstant("2027-02-01T00:00:01Z");
    CHECK_THROWS_AS(journal.append(tooLong, "Expenses:Other", "Assets:Cash", usd(1)),
                    ContractViolation);
    Transaction backwards = january();
    backwards.to = *parseInstant("2026-12-31");
    CHECK_THROWS_AS(journal.append(backwards, "Expenses:Other", "Assets:Cash", usd(1)),
                    ContractViolation);
}

TEST_CASE("ids are positions, in order of posting", "[ledger]") {
    Journal journal;

    CHECK(journal.append(january(), "Expenses:Other", "Assets:Cash", usd(1)) == EntryId(0));
    CHECK(journal.append(january(), "Expenses:Other", "Assets:Cash", usd(2)) == EntryId(1));
    CHECK(journal.transactions()[1].postings[0] == Posting{"Expenses:Other", usd(2)});
    CHECK(journal.transactions()[1].postings[1] == Posting{"Assets:Cash", usd(-2)});
}

TEST_CASE("an account covers those below it, not those that begin alike", "[ledger]") {
    CHECK(covers("Expenses:Cloud", "Expenses:Cloud"));
    CHECK(covers("Expenses:Cloud", "Expenses:Cloud:Spot"));
    CHECK_FALSE(covers("Expenses:Cloud:Spot", "Expenses:Cloud:SpotRework"));
    CHECK_FALSE(covers("Expenses:Cloud:Spot", "Expenses:Cloud"));
}
