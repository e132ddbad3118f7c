#include "world.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
namespace accounts = ledger::accounts;

namespace {

model::Owned owned() {
    model::Owned result;
    result.lines.push_back({"server", decimal("1"), false, {usd("250000"), {.source = "quote"}}});
    result.lifeMonths = 48;
    result.residualShare = {decimal("0.1"), {}};
    result.maintenancePerYear = {decimal("0"), {}};
    result.idlePower = {kilowatts(2), {}};
    result.fullPower = {Power(10'200'000), {}};
    return result;
}

model::Site site() {
    model::Site result;
    result.name = "oslo-1";
    result.energyPrice = price<per::KilowattHour>("0.12 USD/kWh");
    result.pue = Sourced<Decimal>{decimal("1.4"), {}};
    return result;
}

/// Two owned nodes, no readings: nothing is drawn.
World ownedWorld(std::int64_t months, model::Owned purchase = owned()) {
    World world(months);
    world.addPool(std::move(purchase), 2);
    world.alternative().site = site();
    return world;
}

} // namespace

TEST_CASE("a purchase becomes an asset and then expense, month by month", "[pricing][hardware]") {
    World world = ownedWorld(24);
    auto& lines = std::get<model::Owned>(world.pool().purchase).lines;
    lines.push_back({"switch", decimal("1"), true, {usd("30000"), {}}});

    const pricing::Priced priced = *world.priced();

    CHECK(priced.pools[0].capital == usd("530000")); // 2 * 250000 + 30000
    CHECK(priced.pools[0].residual == usd("53000"));
    CHECK(total(priced, accounts::cash) == usd("-530000"));
    CHECK(total(priced, accounts::depreciation) == usd("238500")); // 477000 * 24 / 48
    CHECK(total(priced, accounts::hardware) == usd("291500"));
    CHECK(priced.bookValues.front() == usd("520062.5")); // 530000 - 477000/48
    CHECK(priced.bookValues.back() == usd("291500"));
    CHECK(priced.journal.transactions()[0].basis.quantity == "2");
    CHECK(priced.journal.transactions()[0].basis.price == "250000.00 USD");
    CHECK(priced.journal.transactions()[0].basis.source.source == "quote");
    CHECK(priced.journal.transactions()[0].site == "oslo-1");
    CHECK(assumptionKeys(priced) == std::vector<std::string>{"pricing.assumption.book_value"});
}

TEST_CASE("hardware runs on after its life without depreciation", "[pricing][hardware]") {
    model::Owned purchase = owned();
    purchase.lifeMonths = 7; // 450000/7 does not come out even
    const World world = ownedWorld(12, purchase);

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::depreciation) == usd("450000"));
    CHECK(total(priced, accounts::hardware) == usd("50000"));
    CHECK(priced.bookValues[6] == usd("50000"));
    CHECK(priced.bookValues[11] == usd("50000"));
    CHECK(assumptionKeys(priced) == std::vector<std::string>{"pricing.assumption.past_life"});
}

TEST_CASE("a bill of materials is priced within its range", "[pricing][hardware]") {
    model::Owned purchase = owned();
    purchase.lines.clear();
    purchase.billOfMaterials = "dgx";
    purchase.priceWithinRange = 0.25;
    World world = ownedWorld(1, purchase);
    using catalog::BillRole;
    const auto line = [](const char* component, std::int64_t quantity, const char* low,
                         const char* high, BillRole role) {
        return catalog::BillLine{.component = component,
                                 .quantity = quantity,
                                 .unitLow = usd(low),
                                 .unitHigh = usd(high),
                                 .role = role};
    };
    catalog::BillOfMaterials bill{"dgx", {}};
    bill.lines = {line("GPU", 8, "25000", "30000", BillRole::Part),
                  line("host", 1, "20000", "40000", BillRole::Part),
                  line("support", 1, "39800", "39800", BillRole::Recurring)};
    world.catalogs.bills = {bill};

    // 2 nodes: 16 * (25000 + 1250) + 2 * (20000 + 5000)
    CHECK(world.priced()->pools[0].capital == usd("470000"));

    world.catalogs.bills[0].lines.push_back(
        line("complete system", 1, "270000", "310000", BillRole::Whole));
    CHECK(world.priced()->pools[0].capital == usd("560000")); // 2 * 280000, no parts
}

TEST_CASE("a bill line with one price uses it, without one is refused", "[pricing][hardware]") {
    model::Owned purchase = owned();
    purchase.lines.clear();
    purchase.billOfMaterials = "box";
    World world = ownedWorld(48, purchase);
    world.catalogs.bills = {
        {"box", {{.component = "chassis", .quantity = 1, .unitLow = usd("30000")}}}};

    CHECK(world.priced()->pools[0].capital == usd("60000"));
    CHECK(assumptionKeys(*world.priced()) ==
          std::vector<std::string>{"pricing.assumption.one_price"});

    world.catalogs.bills[0].lines.push_back({.component = "card", .quantity = 8});
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.hardware.no_price");
    std::get<model::Owned>(world.pool().purchase).billOfMaterials = "bix";
    CHECK(world.priced().diagnostics()[0].candidates == std::vector<std::string>{"box"});
    std::get<model::Owned>(world.pool().purchase).billOfMaterials.reset();
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.hardware.nothing_bought");
}

TEST_CASE("maintenance starts after the warranty", "[pricing][hardware]") {
    model::Owned purchase = owned();
    purchase.maintenancePerYear = {decimal("0.06"), {}};
    purchase.warrantyMonths = 12;
    const World world = ownedWorld(18, purchase);

    CHECK(total(*world.priced(), accounts::maintenance) == usd("15000")); // 500000 * 0.06 / 2
}

TEST_CASE("power follows the busy share, times PUE and price", "[pricing][power]") {
    World world = ownedWorld(1);
    // 2 nodes * 8 GPUs * 744 h, busy 60 % of it: 50 % compute, 10 % exposed communication.
    world.reading(0, {{model::GpuState::Compute, gpuHours(5952)},
                      {model::GpuState::Comm, GpuTime::of(GpuCount::milli(1600), hours(744))},
                      {model::GpuState::Prep, GpuTime::of(GpuCount::milli(6400), hours(744))}});
    world.alternative().site->carbonGramsPerKwh = Sourced<Decimal>{decimal("100"), {}};

    const pricing::Priced priced = *world.priced();

    // Validation case E08: 2 + 8.2 * 0.6 = 6.92 kW a node; 2 * 6.92 * 744 * 1.4 * 0.12.
    CHECK(total(priced, accounts::power) == usd("1729.88928"));
    // 8.2 * 0.6 * 2 * 744 * 1.4 * 0.12 of it above idle
    CHECK(priced.pools[0].loadCost == usd("1229.92128"));
    CHECK(priced.pools[0].energy.inKilowattHours() == Approx(14415.744)); // 2 * 6.92 * 744 * 1.4
    CHECK(*priced.carbonKg == Approx(1441.5744));
    const auto& bill = priced.journal.transactions().back();
    CHECK(bill.basis.quantity == "14415.744 kWh with PUE 1.4");
    CHECK(bill.basis.price == "0.12 USD/kWh");
    CHECK(bill.basis.estimated);
}

TEST_CASE("energy is priced to the micro-unit", "[pricing][power]") {
    // The worked example of the design: 412.6 MWh at 0.086 USD/kWh.
    model::Owned purchase = owned();
    purchase.idlePower = purchase.fullPower = {kilowatts(4126), {}};
    World world(1);
    world.addPool(purchase, 1);
    world.alternative().site = site();
    world.alternative().site->energyPrice = price<per::KilowattHour>("0.086 USD/kWh");
    world.alternative().site->pue = Sourced<Decimal>{decimal("1"), {}};
    world.reading(0, {{model::GpuState::Unallocated, gpuHours(8 * 100)}});

    CHECK(total(*world.priced(), accounts::power) == usd("35483.60")); // 412600 * 0.086
}

TEST_CASE("a site without energy price or PUE is asked for them", "[pricing][power]") {
    World world = ownedWorld(1);
    world.alternative().site->pue.reset();
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.power.no_pue");
    CHECK(world.priced().diagnostics()[0].at.pointer == "/alternatives/0/site");
    world.alternative().site.reset();
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.power.no_price");
    world.alternative().site = site();
    std::get<model::Owned>(world.pool().purchase).idlePower = {kilowatts(11), {}};
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.power.range");
}

TEST_CASE("space is paid by contracted power", "[pricing][site]") {
    World world = ownedWorld(2);
    world.alternative().site->colocation = price<per::KilowattMonth>("217.3 USD/kW-month");
    world.alternative().site->contracted = kilowatts(100);

    CHECK(total(*world.priced(), accounts::colocation) == usd("43460")); // 2 * 100 * 217.3

    world.alternative().site->contracted.reset();
    CHECK(total(*world.priced(), accounts::colocation) == usd("8865.84")); // 2 * 20.4 * 217.3
}

TEST_CASE("staff is paid a twelfth of its salary each month", "[pricing][site]") {
    World world = ownedWorld(3);
    world.alternative().site->staff = Sourced<Decimal>{decimal("0.25"), {}};
    world.alternative().site->salary = price<per::Year>("150000 USD/year");

    CHECK(total(*world.priced(), accounts::staff) == usd("9375")); // 3 * 0.25 * 12500

    // 25,000 / 12 does not end: the last month takes what the others leave.
    world = ownedWorld(12);
    world.alternative().site->staff = Sourced<Decimal>{decimal("0.25"), {}};
    world.alternative().site->salary = price<per::Year>("100000 USD/year");
    CHECK(total(*world.priced(), accounts::staff) == usd("25000"));

    world.alternative().site->salary.reset();
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.staff.no_salary");
}
