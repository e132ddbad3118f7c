#include <gpuplan/workload/job_table.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::workload;

TEST_CASE("a text has one index, whatever its length", "[workload][pool]") {
    StringPool pool;
    std::string text;
    for (std::uint32_t i = 0; i < 100; ++i) {
        CHECK_FALSE(pool.find(text));
        CHECK(pool.intern(text) == i);
        text += static_cast<char>('a' + i % 26);
    }

    text.clear();
    for (std::uint32_t i = 0; i < 100; ++i) {
        CHECK(pool.find(text) == i);
        CHECK(pool.intern(text) == i);
        CHECK(pool[i] == text);
        text += static_cast<char>('a' + i % 26);
    }
    CHECK(pool.size() == 100);
}

TEST_CASE("many texts keep their indexes", "[workload][pool]") {
    StringPool pool;
    for (std::uint32_t i = 0; i < 50'000; ++i)
        REQUIRE(pool.intern("user-" + std::to_string(i)) == i);

    for (std::uint32_t i = 0; i < 50'000; ++i)
        REQUIRE(pool.find("user-" + std::to_string(i)) == i);
    CHECK_FALSE(pool.find("user-50000"));
}

TEST_CASE("ids come back as they were given", "[workload][ids]") {
    const std::vector<std::vector<std::string>> lists{
        {"1", "2", "3"},
        {"1", "2", "7", "4"},
        {"0", "1"},
        {"1", "2", "007", "3"},
        {"5", "x", "", "-1", "999999999999999999", "99999999999999999999"}};
    for (const auto& list : lists) {
        JobIds ids;
        for (const std::string& id : list)
            ids.append(id);

        REQUIRE(ids.size() == list.size());
        for (std::size_t row = 0; row < list.size(); ++row)
            CHECK(ids.text(row) == list[row]);
    }
}

TEST_CASE("ids order by number where all are numbers, else by text", "[workload][ids]") {
    JobIds numbers;
    for (const char* id : {"10", "9", "10"})
        numbers.append(id);
    JobIds texts;
    for (const char* id : {"10", "9", "a"})
        texts.append(id);

    CHECK(numbers.areNumbers());
    CHECK(numbers.compare(0, 1) > 0);
    CHECK(numbers.compare(0, 2) == 0);
    CHECK_FALSE(texts.areNumbers());
    CHECK(texts.compare(0, 1) < 0);
    CHECK_FALSE(texts.number(0));
}

TEST_CASE("a queue sees jobs by submit, number, row", "[workload][jobs]") {
    JobTable jobs;
    for (const char* id : {"12", "3", "7", "3"})
        jobs.ids.append(id);
    jobs.submit = {5, 5, 1, 5};

    CHECK(jobs.queueOrder() == std::vector<std::uint32_t>{2, 1, 3, 0});
    jobs.submit = {5, 6, 7, 8};
    CHECK(jobs.queueOrder().empty());
}
