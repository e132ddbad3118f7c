#include <gpuplan/des/event_queue.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

using namespace gpuplan::des;

TEST_CASE("X03: events at one instant run by phase, then by order of scheduling", "[des][X03]") {
    EventQueue queue;
    queue.push(5, Phase::Arrival, 1);
    queue.push(5, Phase::Completion, 2);
    queue.push(5, Phase::CapacityChange, 3);
    queue.push(5, Phase::Dispatch, 4);
    queue.push(5, Phase::Failure, 5);
    queue.push(4, Phase::Arrival, 6);
    queue.push(5, Phase::Metering, 7);
    queue.push(5, Phase::Arrival, 8);

    std::vector<std::uint32_t> order;
    while (!queue.empty())
        order.push_back(queue.pop().payload);

    CHECK(order == std::vector<std::uint32_t>{6, 3, 2, 5, 1, 8, 4, 7});
}

TEST_CASE("a cancelled event never runs and its handle stays harmless", "[des]") {
    EventQueue queue;
    const EventHandle first = queue.push(1, Phase::Arrival, 1);
    queue.push(2, Phase::Arrival, 2);

    queue.cancel(first);
    queue.cancel(first);

    CHECK(queue.size() == 1);
    CHECK(queue.pop().payload == 2);
    CHECK(queue.empty());
    const EventHandle later = queue.push(3, Phase::Arrival, 3); // takes the freed place
    queue.cancel(first);
    CHECK(queue.size() == 1);
    queue.cancel(later);
    CHECK(queue.empty());
}

TEST_CASE("an event in the past is a broken promise", "[des]") {
    EventQueue queue;
    queue.push(10, Phase::Arrival, 1);
    queue.pop();

    CHECK_THROWS_AS(queue.push(9, Phase::Arrival, 2), gpuplan::ContractViolation);
}

TEST_CASE("under random pushes, cancels and pops the queue agrees with a sorted map", "[des]") {
    using Key = std::tuple<Tick, Phase, std::uint64_t>;
    std::mt19937_64 random(11);
    EventQueue queue;
    std::map<Key, std::pair<std::uint32_t, EventHandle>> expected;
    std::uint64_t sequence = 0;
    Tick now = 0;
    for (int step = 0; step < 60'000; ++step) {
        const auto dice = random() % 10;
        if (dice < 5 || expected.empty()) {
            const Tick at = now + static_cast<Tick>(random() % 50);
            const auto phase = static_cast<Phase>(random() % 6);
            const auto payload = static_cast<std::uint32_t>(random());
            expected[{at, phase, sequence++}] = {payload, queue.push(at, phase, payload)};
        } else if (dice < 8) {
            auto victim = expected.begin();
            std::advance(victim, static_cast<std::ptrdiff_t>(
                                     random() % std::min<std::size_t>(expected.size(), 40)));
            queue.cancel(victim->second.second);
            expected.erase(victim);
        } else {
            const Event event = queue.pop();
            const auto& [key, value] = *expected.begin();
            REQUIRE(event.at == std::get<0>(key));
            REQUIRE(event.phase == std::get<1>(key));
            REQUIRE(event.payload == value.first);
            now = event.at;
            expected.erase(expected.begin());
        }
        REQUIRE(queue.size() == expected.size());
    }
}
