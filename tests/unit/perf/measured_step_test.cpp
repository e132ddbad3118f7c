#include <gpuplan/perf/measured_step.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

model::MeasuredStep table() {
    model::MeasuredStep table;
    const auto add = [&table](const char* gpu, std::int64_t gpus, double batch, int milliseconds) {
        table.rows.push_back({gpu, gpus, batch, Duration(milliseconds * 1000)});
    };
    add("a100-sxm-80", 0, 64, 200);
    add("a100-sxm-80", 0, 16, 60);
    add("a100-sxm-80", 8, 32, 130);
    add("", 0, 32, 400);
    return table;
}

MeasuredTime timeOf(const char* gpu, std::int64_t ranks, double batch) {
    return std::get<MeasuredTime>(measuredTime(table(), gpu, ranks, batch));
}

MeasuredGap gapOf(const char* gpu, std::int64_t ranks, double batch) {
    return std::get<MeasuredGap>(measuredTime(table(), gpu, ranks, batch));
}

} // namespace

TEST_CASE("a measured batch has its measured time, others the line between", "[perf][measured]") {
    CHECK(timeOf("a100-sxm-80", 1, 16).time == Approx(0.060));
    CHECK(timeOf("a100-sxm-80", 1, 64).time == Approx(0.200));
    CHECK(timeOf("a100-sxm-80", 1, 40).time == Approx(0.060 + 0.140 * 24.0 / 48.0));
}

TEST_CASE("rows on as many ranks go before the GPU alone", "[perf][measured]") {
    CHECK(timeOf("a100-sxm-80", 8, 32).time == Approx(0.130));
    CHECK(timeOf("a100-sxm-80", 8, 32).holdsExchange);
    CHECK(timeOf("a100-sxm-80", 8, 16).time == Approx(0.060));
    CHECK_FALSE(timeOf("a100-sxm-80", 8, 16).holdsExchange);
}

TEST_CASE("rows for any GPU serve those without rows of their own", "[perf][measured]") {
    CHECK(timeOf("l4", 1, 32).time == Approx(0.400));
}

TEST_CASE("nothing is continued beyond the table", "[perf][measured]") {
    for (const double batch : {15.0, 65.0}) {
        const MeasuredGap gap = gapOf("a100-sxm-80", 1, batch);
        CHECK(gap.kind == MeasuredGap::Kind::Batch);
        CHECK(gap.least == 16.0);
        CHECK(gap.most == 64.0);
    }
}

TEST_CASE("a table that lacks the ranks or the GPU says so", "[perf][measured]") {
    model::MeasuredStep only;
    only.rows = {{"a100-sxm-80", 8, 32, Duration(1)}, {"a100-sxm-80", 2, 32, Duration(1)}};

    const auto ranks = std::get<MeasuredGap>(measuredTime(only, "a100-sxm-80", 4, 32));
    const auto gpu = std::get<MeasuredGap>(measuredTime(only, "l4", 8, 32));

    CHECK(ranks.kind == MeasuredGap::Kind::Ranks);
    CHECK(ranks.ranks == std::vector<std::int64_t>{2, 8});
    CHECK(gpu.kind == MeasuredGap::Kind::Gpu);
}
