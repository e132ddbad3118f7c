#include <gpuplan/policy/job_queue.hpp>
#include <gpuplan/policy/size_class.hpp>

#include <catch2/catch.hpp>

#include <deque>
#include <map>
#include <random>

using namespace gpuplan::policy;

TEST_CASE("the first short enough job behind a place is found as by looking at each",
          "[policy][easy]") {
    std::mt19937_64 random(3);
    SizeClass line;
    std::map<std::uint64_t, std::pair<std::uint32_t, std::int64_t>> naive; // by position
    std::uint64_t position = 0;
    for (int step = 0; step < 40'000; ++step) {
        const auto dice = random() % 10;
        if (dice < 4) {
            position += 1 + random() % 5;
            const auto job = static_cast<std::uint32_t>(step);
            const auto estimate = static_cast<std::int64_t>(random() % 1000);
            line.append(position, job, estimate);
            naive[position] = {job, estimate};
        } else if (dice < 7 && !naive.empty()) {
            // Mostly from the front, sometimes from the middle, as backfilling does.
            auto victim = naive.begin();
            if (dice == 6)
                std::advance(victim, static_cast<std::ptrdiff_t>(random() % naive.size()));
            line.removeAt(victim->first);
            naive.erase(victim);
        }
        REQUIRE(line.empty() == naive.empty());
        const std::uint64_t from = position < 60 ? 0 : position - random() % 60;
        const auto limit = static_cast<std::int64_t>(random() % 1000);
        auto expected = naive.lower_bound(from);
        while (expected != naive.end() && expected->second.second > limit)
            ++expected;
        const std::uint32_t found = line.find(from, limit);
        if (expected == naive.end()) {
            REQUIRE(found == SizeClass::nowhere);
        } else {
            REQUIRE(found != SizeClass::nowhere);
            REQUIRE(line[found].position == expected->first);
            REQUIRE(line[found].job == expected->second.first);
        }
    }
}

TEST_CASE("a queue keeps its order while jobs leave from the middle", "[policy]") {
    std::mt19937_64 random(4);
    JobQueue queue;
    std::deque<std::pair<std::uint64_t, Job>> naive;
    for (Job job = 0; job < 50'000; ++job) {
        naive.emplace_back(queue.push(job), job);
        while (!naive.empty() && random() % 2 == 0) {
            const std::size_t at = random() % std::min<std::size_t>(naive.size(), 7);
            queue.remove(naive[at].first);
            naive.erase(naive.begin() + static_cast<std::ptrdiff_t>(at));
        }
        REQUIRE(queue.size() == naive.size());
        if (naive.empty())
            continue;
        REQUIRE(queue.head() == naive.front().second);
        REQUIRE(queue.headPosition() == naive.front().first);
    }
}
