/// What holds for any history and any prices: balance, conservation, and that dearer is not
/// cheaper.

#include "random_world.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
using metrics::AlternativeResult;

namespace {

constexpr std::uint64_t worlds = 400;

Money zero() {
    return {0, Currency::usd()};
}

Money expenses(const World& world) {
    return total(*world.priced(), "Expenses");
}

AlternativeResult summaryOf(const RandomWorld& made) {
    return summary(made.world, made.jobs);
}

template <typename Map>
Money sumOf(const Map& amounts) {
    Money sum = zero();
    for (const auto& [key, amount] : amounts)
        sum += amount;
    return sum;
}

} // namespace

TEST_CASE("every transaction of every world balances within its month", "[property][ledger]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        const pricing::Priced priced = *randomWorld(seed).world.priced();
        for (const ledger::Transaction& transaction : priced.journal.transactions()) {
            Money sum = zero();
            for (const ledger::Posting& posting : transaction.postings)
                sum += posting.amount;
            REQUIRE(sum == zero());
            REQUIRE(transaction.to <= startOfMonth(transaction.from, 1));
            REQUIRE_FALSE(transaction.basis.quantity.empty());
        }
    }
}

TEST_CASE("what is paid is used, prepaid, or stands on the books", "[property][ledger]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        const RandomWorld made = randomWorld(seed);
        const pricing::Priced priced = *made.world.priced();
        const AlternativeResult result = summaryOf(made);

        const Money paid = result.cost.billed.at("total");
        const Money prepaid = total(priced, ledger::accounts::prepaid);
        const Money books = total(priced, ledger::accounts::hardware);
        REQUIRE(paid == result.cost.total + prepaid + books);
        REQUIRE(books == result.cost.byMonth.back().bookValue);
        REQUIRE_FALSE(prepaid.isNegative());
        // At a rate of 0 the present value is what is paid, less what is left.
        REQUIRE(*result.npv == Approx((paid - books).toDouble()).margin(1e-5));
    }
}

TEST_CASE("months, accounts and tags each sum to the whole", "[property][metrics]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        const AlternativeResult result = summaryOf(randomWorld(seed));
        Money billed = zero();
        Money effective = zero();
        for (const metrics::MonthCost& month : result.cost.byMonth) {
            billed += month.billed;
            effective += month.effective;
            REQUIRE(month.billedSoFar == billed);
            REQUIRE(month.effectiveSoFar == effective);
        }
        REQUIRE(billed == result.cost.billed.at("total"));
        REQUIRE(effective == result.cost.total);
        REQUIRE(sumOf(result.cost.byAccount) == result.cost.total);
        REQUIRE(sumOf(result.cost.billed) == billed + billed); // with its own total
        for (const char* const key : {"team", "user"}) {
            Money shared = zero();
            for (const auto& [tag, share] : result.byTag.at(key))
                shared += share.cost;
            REQUIRE(shared == result.cost.total);
        }
    }
}

TEST_CASE("waste sums to paid less useful GPU time, exactly", "[property][metrics]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        const AlternativeResult result = summaryOf(randomWorld(seed));
        GpuTime time;
        Money cost = zero();
        for (const metrics::Waste& row : result.waste) {
            REQUIRE(row.gpuTime > GpuTime());
            REQUIRE_FALSE(row.cost.isNegative());
            time += row.gpuTime;
            cost += row.cost;
        }
        REQUIRE(time == result.gpuHours.paid - *result.gpuHours.useful);
        REQUIRE(cost <= result.cost.total);
        REQUIRE(*result.gpuHours.useful <= *result.gpuHours.busy);
        REQUIRE(*result.gpuHours.busy <= result.gpuHours.allocated);
        REQUIRE(result.gpuHours.allocated <= result.gpuHours.capacity);
    }
}

TEST_CASE("without useful work all cost of a fleet is waste", "[property][metrics]") {
    std::uint64_t checked = 0;
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        RandomWorld made = randomWorld(seed);
        for (history::MeterReading& reading : made.world.history.readings) {
            auto& states = reading.byState;
            states[static_cast<std::size_t>(model::GpuState::Fetch)] +=
                states[static_cast<std::size_t>(model::GpuState::Compute)];
            states[static_cast<std::size_t>(model::GpuState::Compute)] = GpuTime();
        }
        const AlternativeResult result = summaryOf(made);
        if (result.gpuHours.paid == GpuTime())
            continue;
        Money cost = zero();
        for (const metrics::Waste& row : result.waste)
            cost += row.cost;
        REQUIRE(cost == result.cost.total);
        ++checked;
    }
    CHECK(checked > worlds / 2);
}

TEST_CASE("on one history a dearer price never costs less", "[property][pricing]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        World world = randomWorld(seed).world;
        Dice dice(seed);
        for (std::size_t pool = 0; pool < world.alternative().pools.size(); ++pool) {
            const Money before = expenses(world);
            Decimal& amount = world.pool(pool).price->value.amount;
            amount = amount + Decimal::scaled(1 + dice.roll(9999), 6);
            REQUIRE(expenses(world) >= before);
        }
        const Money before = expenses(world);
        Decimal& energy = world.alternative().site->energyPrice->value.amount;
        energy = energy + Decimal::scaled(1, 4);
        REQUIRE(expenses(world) >= before);
    }
}

TEST_CASE("a coarser step or a longer minimum never costs less", "[property][pricing]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        World world = randomWorld(seed).world;
        for (catalog::CloudOffer& offer : world.catalogs.offers) {
            const Money before = expenses(world);
            offer.billingGranularity = Duration(offer.billingGranularity->count() * 60);
            const Money coarser = expenses(world);
            REQUIRE(coarser >= before);
            offer.billingMinimum = *offer.billingMinimum + seconds(600);
            REQUIRE(expenses(world) >= coarser);
        }
    }
}

TEST_CASE("cutting a lease at months changes its cost by roundings alone", "[property][pricing]") {
    for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
        const World world = randomWorld(seed).world;
        const pricing::Priced priced = *world.priced();
        std::vector<Money> charged(world.history.leases.size(), zero());
        std::vector<std::int64_t> parts(world.history.leases.size());
        for (const ledger::Transaction& transaction : priced.journal.transactions())
            if (transaction.cause.kind == ledger::CauseKind::Lease) {
                charged[transaction.cause.index] += transaction.postings.front().amount;
                ++parts[transaction.cause.index];
            }
        for (std::size_t row = 0; row < charged.size(); ++row) {
            const history::Lease& lease = world.history.leases[row];
            const model::Pool& pool = world.alternative().pools[lease.pool];
            if (parts[row] == 0)
                continue;
            const catalog::CloudOffer* const offer =
                pool.offer ? world.catalogs.offer(*pool.offer) : nullptr;
            const std::int64_t step =
                offer != nullptr ? offer->billingGranularity->count() : 1'000'000;
            const std::int64_t least = offer != nullptr ? offer->billingMinimum->count() : 0;
            const std::int64_t used = lease.released - lease.ready;
            const std::int64_t billed = std::max(least, (used + step - 1) / step * step);
            const Money whole = cost(pool.price->value, Duration(billed));
            REQUIRE(std::abs((charged[row] - whole).micros()) <= parts[row]);
        }
    }
}

TEST_CASE("pricing the same history twice gives the same journal", "[property][pricing]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const World world = randomWorld(seed).world;
        REQUIRE(world.priced()->journal.transactions() == world.priced()->journal.transactions());
    }
}
