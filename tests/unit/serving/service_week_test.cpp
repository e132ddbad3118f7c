#include <gpuplan/serving/service_week.hpp>

#include <catch2/catch.hpp>

#include <numeric>

using namespace gpuplan::serving;

namespace {

/// Eight replicas at most that take 100 ms a request, in batches of one.
ServiceSpec service(double perSecond) {
    ServiceSpec spec;
    for (int day = 0; day < 7; ++day)
        for (int at = 0; at < 24; ++at)
            spec.requests.hourly.push_back(at < 12 ? perSecond / 2 : perSecond * 1.5);
    spec.engine = BatchServing{{100'000}, 0};
    spec.scaling = {.least = 1, .most = 8, .initial = 1, .target = 0.7};
    spec.coldStart = {0, 30 * second};
    return spec;
}

std::int64_t heldBy(const std::vector<ReplicaLife>& lives) {
    return std::accumulate(
        lives.begin(), lives.end(), std::int64_t{0},
        [](std::int64_t sum, const ReplicaLife& life) { return sum + life.to - life.from; });
}

} // namespace

TEST_CASE("a week within the budget is simulated whole", "[serving][week]") {
    const ServiceWeek week = *representativeWeek(service(3), 0, 52 * oneWeek, 1, requestBudget);

    CHECK(week.period == oneWeek);
    CHECK(week.simulatedShare == 1.0);
    // 1,814,400 expected, standard deviation 1,347.
    CHECK(static_cast<double>(week.simulated) == Approx(1'814'400).margin(4 * 1347));
    CHECK(std::accumulate(week.time.begin(), week.time.end(), std::int64_t{0}) == week.held);
    CHECK(week.requestsPerSecond == Approx(3).epsilon(0.003));
}

TEST_CASE("a plan shorter than a week is simulated as it is", "[serving][week]") {
    const ServiceWeek week = *representativeWeek(service(3), 0, 24 * hour, 1, requestBudget);

    CHECK(week.period == 24 * hour);
    CHECK(replicaLives(week, 24 * hour).front().from == 0);
}

TEST_CASE("a sample tells nearly what the whole week tells", "[serving][week]") {
    const ServiceWeek whole = *representativeWeek(service(3), 0, oneWeek, 1, requestBudget);
    const ServiceWeek sample = *representativeWeek(service(3), 0, oneWeek, 1, 100'000);

    CHECK(sample.simulatedShare < 0.06);
    CHECK(sample.simulatedShare > 0.04);
    CHECK(sample.requestsPerSecond == Approx(whole.requestsPerSecond).epsilon(0.03));
    CHECK(sample.meanReplicas == Approx(whole.meanReplicas).epsilon(0.1));
    CHECK(sample.endToEnd->p50 == Approx(whole.endToEnd->p50).epsilon(0.1));
    CHECK(sample.period == oneWeek);
    // Its replicas by the hour are those it counts.
    CHECK(static_cast<double>(heldBy(replicaLives(sample, oneWeek))) / oneWeek ==
          Approx(sample.meanReplicas).epsilon(1e-6));
}

TEST_CASE("the week repeats until the plan ends, the youngest replica goes first",
          "[serving][week]") {
    ServiceWeek week;
    week.period = 100;
    week.replicas = {{0, 1}, {20, 3}, {50, 2}, {70, 0}, {80, 1}};

    const std::vector<ReplicaLife> lives = replicaLives(week, 230);

    CHECK(lives == std::vector<ReplicaLife>{{0, 70},
                                            {20, 70},
                                            {20, 50},
                                            {80, 170}, // over the week's end
                                            {120, 170},
                                            {120, 150},
                                            {180, 230},
                                            {220, 230},
                                            {220, 230}});
}

TEST_CASE("a record is simulated as long as it is, and cut at the budget", "[serving][week]") {
    ServiceSpec spec = service(3);
    for (int i = 0; i < 100; ++i)
        spec.requests.recorded.push_back({i * second, {}});

    const ServiceWeek all = *representativeWeek(spec, 100 * second, oneWeek, 1, requestBudget);
    const ServiceWeek half = *representativeWeek(spec, 100 * second, oneWeek, 1, 50);

    CHECK(all.period == 100 * second);
    CHECK(all.simulated == 100);
    CHECK(half.period == 50 * second);
    CHECK(half.simulated == 50);
}

TEST_CASE("steady replicas live as long as the plan, however short the record", "[serving][week]") {
    ServiceWeek week;
    week.period = 1;
    week.replicas = {{0, 2}};

    CHECK(replicaLives(week, 1'000'000'000'000) ==
          std::vector<ReplicaLife>(2, {0, 1'000'000'000'000}));
}
