#include <gpuplan/workload/generator.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

using namespace gpuplan;
using namespace gpuplan::workload;

// Bounds are a number of standard deviations of the estimator under the stated law. Seeds are
// fixed, so a test either always passes or always fails.

namespace {

using std::chrono::days;
using std::chrono::sys_days;

/// Monday, 00:00 UTC.
const Instant monday =
    std::chrono::time_point_cast<Duration>(sys_days(std::chrono::January / 4 / 2027));

model::JobClass aClass(const std::string& name, std::int64_t jobsPerDay) {
    model::JobClass result;
    result.name = name;
    result.arrivals.jobsPerDay.value = Decimal::integer(jobsPerDay);
    result.arrivals.hourly.fill(1.0);
    result.arrivals.weekly.fill(1.0);
    result.gpus = {{GpuCount::whole(1), 1.0}};
    result.duration.law = model::FixedTime{hours(1)};
    return result;
}

JobTable generate(const std::vector<model::JobClass>& classes, Duration horizon,
                  std::uint64_t seed = 7, Instant start = monday) {
    const auto jobs = generateJobs({classes}, {start, horizon, seed, 0});
    REQUIRE(jobs.ok());
    return *jobs;
}

Duration weeks(std::int64_t count) {
    return hours(count * 7 * 24);
}

/// Jobs of one class, as rows that can be compared.
std::vector<std::string> rowsOf(const JobTable& jobs, const std::string& userPrefix) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const std::string& user = jobs.users[jobs.user[i]];
        if (user.rfind(userPrefix, 0) == 0)
            rows.push_back(std::to_string(jobs.submit[i]) + " " + std::to_string(jobs.gpus[i]) +
                           " " + std::to_string(jobs.duration[i]) + " " + user + " " +
                           jobs.teams[jobs.team[i]]);
    }
    return rows;
}

double meanOf(const std::vector<std::int64_t>& values) {
    double sum = 0;
    for (const std::int64_t value : values)
        sum += static_cast<double>(value);
    return sum / static_cast<double>(values.size());
}

} // namespace

TEST_CASE("jobs arrive at the stated mean rate", "[workload][generator]") {
    const JobTable jobs = generate({aClass("train", 200)}, weeks(52));

    const double expected = 200.0 * 7 * 52;
    CHECK(expectedJobs({{aClass("train", 200)}}, {monday, weeks(52), 1, 0}) ==
          Approx(expected).epsilon(1e-12));
    // A Poisson count has the variance of its mean.
    CHECK(std::abs(static_cast<double>(jobs.size()) - expected) < 3 * std::sqrt(expected));
    CHECK(jobs.zero == monday);
    CHECK(std::is_sorted(jobs.submit.begin(), jobs.submit.end()));
    CHECK(jobs.submit.front() >= 0);
    CHECK(jobs.submit.back() < weeks(52).count());
    CHECK(jobs.ids.text(0) == "1");
    CHECK(jobs.ids.text(jobs.size() - 1) == std::to_string(jobs.size()));
}

TEST_CASE("gaps between arrivals of a flat process are exponential", "[workload][generator]") {
    const JobTable jobs = generate({aClass("train", 240)}, weeks(52));
    const auto n = static_cast<double>(jobs.size() - 1);

    // Rate 10 an hour. Kolmogorov-Smirnov distance to 1 - exp(-10 t), limit at the 0.1 % level.
    std::vector<double> gaps;
    for (std::size_t i = 1; i < jobs.size(); ++i)
        gaps.push_back(inHours(Duration(jobs.submit[i] - jobs.submit[i - 1])));
    std::sort(gaps.begin(), gaps.end());
    double distance = 0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const double law = 1 - std::exp(-10 * gaps[i]);
        distance = std::max({distance, std::abs(law - static_cast<double>(i) / n),
                             std::abs(law - static_cast<double>(i + 1) / n)});
    }
    CHECK(distance < 1.95 / std::sqrt(n));
}

TEST_CASE("the rate follows the hour of day and the day of week", "[workload][generator]") {
    model::JobClass shaped = aClass("train", 480);
    for (std::size_t hour = 0; hour < 24; ++hour)
        shaped.arrivals.hourly[hour] = hour < 8 ? 0.0 : (hour < 18 ? 3.0 : 1.0);
    shaped.arrivals.weekly = {2, 2, 2, 2, 2, 1, 0};
    // It starts on a Thursday at 15:00.
    const Instant start = monday + hours(3 * 24 + 15);

    const JobTable jobs = generate({shaped}, weeks(40), 11, start);

    std::array<std::array<double, 24>, 7> counts{};
    for (const std::int64_t submit : jobs.submit) {
        const std::int64_t hour = (start - monday + Duration(submit)) / hours(1);
        counts[static_cast<std::size_t>(hour / 24 % 7)][static_cast<std::size_t>(hour % 24)] += 1;
    }
    // Weights: 10 hours of 3 and 6 of 1 sum to 36; the week's to 11. 480 x 7 jobs a week.
    for (std::size_t day = 0; day < 7; ++day)
        for (std::size_t hour = 0; hour < 24; ++hour) {
            const double share =
                shaped.arrivals.hourly[hour] / 36 * shaped.arrivals.weekly[day] / 11;
            const double expected = 40 * 480 * 7 * share;
            // 168 cells are looked at, so 4 deviations: 1 in 100 seeds would fail.
            CHECK(std::abs(counts[day][hour] - expected) <= 4 * std::sqrt(expected));
        }
}

TEST_CASE("lognormal run times have the stated median and mean", "[workload][generator]") {
    model::JobClass lognormal = aClass("train", 1000);
    lognormal.duration.law = model::LognormalTime{hours(1), hours(2)};

    const JobTable jobs = generate({lognormal}, weeks(20));
    const auto n = static_cast<double>(jobs.size());
    REQUIRE(n > 100'000);

    // sigma^2 = 2 ln(mean/median) = 2 ln 2. Variance of a lognormal: mean^2 (e^sigma^2 - 1) =
    // mean^2 x 3, so the mean of n draws deviates by mean x sqrt(3/n).
    CHECK(std::abs(meanOf(jobs.duration) / 3.6e9 - 2.0) < 3 * 2.0 * std::sqrt(3.0 / n));
    // Draws below the median are binomial with p = 1/2; so is each quantile by its own p.
    const auto below =
        static_cast<double>(std::count_if(jobs.duration.begin(), jobs.duration.end(),
                                          [](std::int64_t d) { return d < hours(1).count(); }));
    CHECK(std::abs(below / n - 0.5) < 3 * std::sqrt(0.25 / n));
    // One sigma above the median: the normal distribution function at 1 is 0.841344746.
    const double oneSigma = 3.6e9 * std::exp(std::sqrt(2 * std::log(2.0)));
    const auto belowSigma = static_cast<double>(
        std::count_if(jobs.duration.begin(), jobs.duration.end(),
                      [&](std::int64_t d) { return static_cast<double>(d) < oneSigma; }));
    CHECK(std::abs(belowSigma / n - 0.841344746) < 3 * std::sqrt(0.8413 * 0.1587 / n));
}

TEST_CASE("exponential and fixed run times, cut to their limits", "[workload][generator]") {
    model::JobClass exponential = aClass("short", 1000);
    exponential.duration.law = model::ExponentialTime{hours(1)};
    exponential.duration.least = seconds(360);
    exponential.duration.most = hours(2);
    model::JobClass fixed = aClass("fixed", 10);
    fixed.estimateFactor = 1.5;

    const JobTable jobs = generate({exponential}, weeks(20));
    const JobTable fixedJobs = generate({fixed}, weeks(4));

    // E[min(max(X, a), b)] = a + e^-a - e^-b for a = 0.1, b = 2; its standard deviation is < 0.7.
    const double expected = 0.1 + std::exp(-0.1) - std::exp(-2.0);
    const auto n = static_cast<double>(jobs.size());
    CHECK(std::abs(meanOf(jobs.duration) / 3.6e9 - expected) < 3 * 0.7 / std::sqrt(n));
    CHECK(*std::min_element(jobs.duration.begin(), jobs.duration.end()) == seconds(360).count());
    CHECK(*std::max_element(jobs.duration.begin(), jobs.duration.end()) == hours(2).count());
    for (std::size_t i = 0; i < fixedJobs.size(); ++i) {
        CHECK(fixedJobs.duration[i] == hours(1).count());
        CHECK(fixedJobs.estimate[i] == hours(1).count() * 3 / 2);
    }
}

TEST_CASE("sizes and teams come in their shares", "[workload][generator]") {
    model::JobClass mixed = aClass("mixed", 1000);
    mixed.gpus = {
        {GpuCount::milli(500), 1.0}, {GpuCount::whole(1), 4.0}, {GpuCount::whole(8), 3.0}};
    mixed.teams = {"vision", "speech", "robots"};
    mixed.users = 7;
    mixed.model = "resnet";

    const JobTable jobs = generate({mixed}, weeks(10));
    const auto n = static_cast<double>(jobs.size());

    std::map<std::int32_t, double> sizes;
    std::map<std::string, double> teams;
    std::map<std::string, std::string> teamOfUser;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        sizes[jobs.gpus[i]] += 1;
        teams[jobs.teams[jobs.team[i]]] += 1;
        // A user belongs to one team.
        const auto [known, isNew] =
            teamOfUser.try_emplace(jobs.users[jobs.user[i]], jobs.teams[jobs.team[i]]);
        if (!isNew)
            CHECK(known->second == jobs.teams[jobs.team[i]]);
        CHECK(jobs.models[jobs.model[i]] == "resnet");
    }
    const auto nearShare = [n](double count, double p) {
        return std::abs(count / n - p) < 3 * std::sqrt(p * (1 - p) / n);
    };
    CHECK(sizes.size() == 3);
    CHECK(nearShare(sizes[500], 1.0 / 8));
    CHECK(nearShare(sizes[1000], 4.0 / 8));
    CHECK(nearShare(sizes[8000], 3.0 / 8));
    CHECK(teams.size() == 3);
    for (const auto& [team, count] : teams)
        CHECK(nearShare(count, 1.0 / 3));
    // Users 1, 4 and 7 are of the first team, 2 and 5 of the second, 3 and 6 of the third.
    CHECK(teamOfUser == std::map<std::string, std::string>{{"mixed-1", "vision"},
                                                           {"mixed-2", "speech"},
                                                           {"mixed-3", "robots"},
                                                           {"mixed-4", "vision"},
                                                           {"mixed-5", "speech"},
                                                           {"mixed-6", "robots"},
                                                           {"mixed-7", "vision"}});
}

TEST_CASE("fewer users than teams still fill every team", "[workload][generator]") {
    model::JobClass few = aClass("few", 100);
    few.teams = {"a", "b", "c"};
    few.users = 2;

    const JobTable jobs = generate({few}, weeks(4));

    CHECK(jobs.teams.size() == 3);
    CHECK(jobs.users.size() == 2);
}

TEST_CASE("a class added or changed leaves all other jobs as they were", "[workload][generator]") {
    model::JobClass train = aClass("train", 50);
    train.duration.law = model::LognormalTime{hours(1), hours(3)};
    train.gpus = {{GpuCount::whole(1), 1.0}, {GpuCount::whole(8), 1.0}};
    train.teams = {"a", "b"};
    train.users = 5;
    model::JobClass notebook = aClass("notebook", 80);
    notebook.duration.law = model::ExponentialTime{hours(1)};

    const JobTable alone = generate({train}, weeks(8));
    const JobTable after = generate({notebook, train}, weeks(8));
    notebook.arrivals.jobsPerDay.value = Decimal::integer(300);
    const JobTable busier = generate({train, notebook}, weeks(8));

    CHECK(rowsOf(after, "train-") == rowsOf(alone, "train-"));
    CHECK(rowsOf(busier, "train-") == rowsOf(alone, "train-"));
    CHECK(rowsOf(after, "notebook-") != rowsOf(busier, "notebook-"));
    CHECK(std::is_sorted(after.submit.begin(), after.submit.end()));
    for (std::size_t i = 0; i < after.size(); ++i)
        CHECK((after.jobClass[i] == 1) == (after.users[after.user[i]].rfind("train-", 0) == 0));
}

TEST_CASE("a longer plan begins with the jobs of the shorter one", "[workload][generator]") {
    model::JobClass train = aClass("train", 50);
    train.duration.law = model::LognormalTime{hours(1), hours(3)};

    const auto shorter = rowsOf(generate({train}, weeks(2)), "train-");
    auto longer = rowsOf(generate({train}, weeks(9)), "train-");

    REQUIRE(longer.size() > shorter.size());
    longer.resize(shorter.size());
    CHECK(longer == shorter);
}

TEST_CASE("seed and replication change the jobs, the same ones repeat them",
          "[workload][generator]") {
    const model::ProfileWorkload profile{{aClass("train", 50)}};
    const auto submits = [&](std::uint64_t seed, std::uint32_t replication) {
        return generateJobs(profile, {monday, weeks(4), seed, replication})->submit;
    };

    CHECK(submits(1, 0) == submits(1, 0));
    CHECK(submits(1, 0) != submits(2, 0));
    CHECK(submits(1, 0) != submits(1, 1));
}

TEST_CASE("too many jobs are refused before any is drawn", "[workload][generator]") {
    const auto jobs =
        generateJobs({{aClass("train", 1'000'000'000'000)}}, {monday, weeks(4), 1, 0});

    REQUIRE_FALSE(jobs.ok());
    CHECK(jobs.diagnostics()[0].message.key == "workload.too_many_jobs");
}

TEST_CASE("two classes of one name are refused", "[workload][generator]") {
    CHECK_FALSE(generateJobs({{aClass("a", 1), aClass("a", 2)}}, {monday, weeks(4), 1, 0}).ok());
}

TEST_CASE("an empty plan, silent hours and a stop give no more jobs", "[workload][generator]") {
    model::JobClass silent = aClass("train", 100);
    silent.arrivals.hourly.fill(0.0);

    CHECK(generate({}, weeks(4)).size() == 0);
    CHECK(generate({aClass("train", 100)}, Duration{}).size() == 0);
    CHECK(generate({silent}, weeks(4)).size() == 0);
    CHECK(generateJobs({{aClass("train", 100)}}, {monday, weeks(4), 1, 0}, [] {
              return true;
          })->size() == 0);
}
