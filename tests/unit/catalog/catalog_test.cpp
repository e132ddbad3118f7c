#include <gpuplan/catalog/catalog.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::catalog;

namespace {

HourlyPrice usdPerHour(std::string_view amount) {
    return {*Decimal::parse(amount), Currency::usd()};
}

Instant day(std::string_view date) {
    return *parseInstant(date);
}

PriceChange change(std::string offer, PriceKind kind, std::string_view from,
                   std::string_view amount) {
    PriceChange result;
    result.offer = std::move(offer);
    result.kind = kind;
    result.validFrom = day(from);
    result.price = usdPerHour(amount);
    result.provenance.note = "seen";
    return result;
}

/// One offer at 55 USD/h as of 2026-07-20 that cost 98 from 2023-08-09 and 60 from 2025-06-23.
Catalogs aCatalog() {
    Catalogs catalogs;
    CloudOffer offer;
    offer.id = "aws/p5/us";
    offer.onDemand = usdPerHour("55");
    offer.provenance.asOf = "2026-07-20";
    catalogs.offers = {offer};
    catalogs.prices = {change("aws/p5/us", PriceKind::OnDemand, "2025-06-23", "60"),
                       change("gcp/a3/eu", PriceKind::Spot, "2026-01-22", "20.5"),
                       change("aws/p5/us", PriceKind::OnDemand, "2023-08-09", "98")};
    catalogs.arrange();
    return catalogs;
}

Decimal amountAt(const Catalogs& catalogs, std::string_view when) {
    return catalogs.priceAt("aws/p5/us", PriceKind::OnDemand, day(when))->value.amount;
}

BillLine line(std::string component, BillRole role) {
    BillLine result;
    result.component = std::move(component);
    result.role = role;
    return result;
}

} // namespace

TEST_CASE("a price is the last one seen at or before the day", "[catalog][price]") {
    const Catalogs catalogs = aCatalog();

    CHECK(amountAt(catalogs, "2023-08-09") == Decimal::integer(98));
    CHECK(amountAt(catalogs, "2025-06-22") == Decimal::integer(98));
    CHECK(amountAt(catalogs, "2025-06-23") == Decimal::integer(60));
    CHECK(amountAt(catalogs, "2026-07-19") == Decimal::integer(60));
    CHECK(amountAt(catalogs, "2026-07-20") == Decimal::integer(55));
    CHECK(catalogs.priceAt("aws/p5/us", PriceKind::OnDemand, day("2024-01-01"))->provenance.note ==
          "seen");
}

TEST_CASE("a day before every known price gets the earliest one, with a note", "[catalog][price]") {
    const Catalogs catalogs = aCatalog();

    const auto price = catalogs.priceAt("aws/p5/us", PriceKind::OnDemand, day("2022-01-01"));

    REQUIRE(price);
    CHECK(price->value == usdPerHour("98"));
    CHECK(price->provenance.note.find("2023-08-09") != std::string::npos);
    CHECK(price->provenance.note.find("; seen") != std::string::npos);
}

TEST_CASE("an undated own price counts only where nothing else is known", "[catalog][price]") {
    Catalogs catalogs = aCatalog();
    catalogs.offers[0].provenance.asOf.clear();

    CHECK(amountAt(catalogs, "2026-11-29") == Decimal::integer(60));

    catalogs.prices.clear();
    const auto price = catalogs.priceAt("aws/p5/us", PriceKind::OnDemand, day("2026-11-29"));
    REQUIRE(price);
    CHECK(price->value == usdPerHour("55"));
    CHECK_FALSE(price->provenance.note.empty());
}

TEST_CASE("of a change and an own price of one day the change counts", "[catalog][price]") {
    Catalogs catalogs = aCatalog();
    catalogs.offers[0].provenance.asOf = "2025-06-23";

    CHECK(amountAt(catalogs, "2025-07-01") == Decimal::integer(60));
}

TEST_CASE("a price nobody knows is nothing, not zero", "[catalog][price]") {
    const Catalogs catalogs = aCatalog();

    CHECK_FALSE(catalogs.priceAt("aws/p5/us", PriceKind::Spot, day("2026-11-29")));
    CHECK_FALSE(catalogs.priceAt("aws/p6/us", PriceKind::OnDemand, day("2026-11-29")));
}

TEST_CASE("a price history needs no offer in the catalog", "[catalog][price]") {
    const Catalogs catalogs = aCatalog();

    const auto price = catalogs.priceAt("gcp/a3/eu", PriceKind::Spot, day("2026-03-01"));

    REQUIRE(price);
    CHECK(price->value == usdPerHour("20.5"));
}

TEST_CASE("the history of an offer is in order of date", "[catalog][price]") {
    const auto history = aCatalog().history("aws/p5/us", PriceKind::OnDemand);

    REQUIRE(history.size() == 2);
    CHECK(history[0].validFrom == day("2023-08-09"));
    CHECK(history[1].validFrom == day("2025-06-23"));
    CHECK(aCatalog().history("aws/p5/us", PriceKind::Spot).empty());
}

TEST_CASE("a GPU's part of a price is rounded half to even", "[catalog][price]") {
    CHECK(perGpu(usdPerHour("55.04"), 8) == Decimal::parse("6.88"));
    CHECK(perGpu(usdPerHour("1"), 3) == Decimal::parse("0.333333"));
    CHECK(perGpu(usdPerHour("0.000001"), 2) == Decimal());
    CHECK(perGpu(usdPerHour("0.000003"), 2) == Decimal::parse("0.000002"));
}

TEST_CASE("a date as precise as known begins with its first day", "[catalog][date]") {
    CHECK(firstDay("2026") == day("2026-01-01"));
    CHECK(firstDay("2026-07") == day("2026-07-01"));
    CHECK(firstDay("2026-07-20") == day("2026-07-20"));
    CHECK(firstDay("2025-2026") == day("2025-01-01"));

    for (const char* wrong : {"", "26", "2026-13", "2026-02-30", "2026-7", "2026-2025", "May 2026",
                              "2026-07-20T00:00:00Z", "2026-", "20255-026"})
        CHECK_FALSE(firstDay(wrong));
}

TEST_CASE("a whole system's price leaves its parts out", "[catalog][bill]") {
    BillOfMaterials bill;
    bill.lines = {line("gpus", BillRole::Part), line("host", BillRole::Part),
                  line("support", BillRole::Recurring)};

    auto lines = purchaseLines(bill);
    REQUIRE(lines.size() == 2);
    CHECK(lines[1]->component == "host");

    bill.lines.push_back(line("server", BillRole::Whole));
    lines = purchaseLines(bill);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0]->component == "server");
}

TEST_CASE("a record is found by its id and by nothing else", "[catalog]") {
    const Catalogs catalogs = aCatalog();

    REQUIRE(catalogs.offer("aws/p5/us") == &catalogs.offers[0]);
    CHECK(catalogs.offer("aws/p5") == nullptr);
    CHECK(catalogs.gpu("") == nullptr);
    CHECK(catalogs.offerIds() == std::vector<std::string>{"aws/p5/us"});
}
