#include <gpuplan/calibration/statistics.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::calibration;

namespace {

/// Values of one metric at these seconds.
GpuSeries series(Metric metric, const std::vector<std::pair<double, double>>& points) {
    GpuSeries gpu;
    for (const auto& [second, value] : points)
        gpu.of(metric).push_back({static_cast<std::int64_t>(second * 1e6), true, value});
    return gpu;
}

MetricStatistics statistics(const GpuSeries& gpu, Metric metric) {
    return statisticsOf({&gpu}, metric).value();
}

} // namespace

TEST_CASE("a sample counts for the time until the next one", "[calibration][statistics]") {
    const GpuSeries gpu = series(Metric::GpuUtil, {{0, 0.2}, {10, 0.8}, {25, 0.5}, {35, 0.4}});

    // Median step 10 s, which is also the last sample's: (2 + 12 + 5 + 4)/45.
    const MetricStatistics got = statistics(gpu, Metric::GpuUtil);
    CHECK(got.timeWeighted);
    CHECK(got.count == 4);
    CHECK(got.mean == Approx(23.0 / 45.0).epsilon(1e-12));
}

TEST_CASE("a pause of more than three median steps is a gap and not interpolated over",
          "[calibration][statistics]") {
    const GpuSeries gpu =
        series(Metric::Power, {{0, 100}, {10, 100}, {20, 300}, {120, 100}, {130, 100}});

    const Coverage coverage = coverageOf({&gpu}).value();
    CHECK(coverage.step == seconds(10));
    CHECK(coverage.gaps == 1);
    CHECK(coverage.gapTotal == seconds(90)); // the sample at 20 s holds until 30 s
    CHECK(coverage.gapLongest == seconds(90));
    CHECK(coverage.observed == seconds(50));
    // Each sample holds for 10 s: interpolation would give the 300 W a hundred.
    CHECK(statistics(gpu, Metric::Power).mean == Approx((4 * 100 + 300) / 5.0));
}

TEST_CASE("a pause of exactly three median steps is no gap", "[calibration][statistics]") {
    const GpuSeries gpu = series(Metric::Power, {{0, 1}, {10, 1}, {20, 1}, {50, 1}});

    CHECK(coverageOf({&gpu})->gaps == 0);
    CHECK(coverageOf({&gpu})->observed == seconds(60));
}

TEST_CASE("each device has its own clock and its own median step", "[calibration][statistics]") {
    const GpuSeries quick = series(Metric::GpuUtil, {{0, 1}, {1, 1}, {2, 1}});
    const GpuSeries slow = series(Metric::GpuUtil, {{0, 0}, {60, 0}, {120, 0}});

    const Coverage coverage = coverageOf({&quick, &slow}).value();
    CHECK(coverage.gaps == 0);
    CHECK(coverage.observed == seconds(3 + 180));
    CHECK(statisticsOf({&quick, &slow}, Metric::GpuUtil)->mean == Approx(3.0 / 183.0));
}

TEST_CASE("several values of one instant share its weight", "[calibration][statistics]") {
    const GpuSeries gpu = series(Metric::GpuUtil, {{0, 0.0}, {0, 1.0}, {10, 0.25}});

    const MetricStatistics got = statistics(gpu, Metric::GpuUtil);
    CHECK(got.count == 3);
    CHECK(got.mean == Approx((0.5 * 10 + 0.25 * 10) / 20));
}

TEST_CASE("without a clock the mean is over samples", "[calibration][statistics]") {
    GpuSeries gpu;
    gpu.of(Metric::SmActive) = {{0, false, 0.2}, {1, false, 0.4}, {7, false, 0.9}};

    const MetricStatistics got = statistics(gpu, Metric::SmActive);
    CHECK_FALSE(got.timeWeighted);
    CHECK(got.mean == Approx(0.5));
    CHECK_FALSE(coverageOf({&gpu}).has_value());
}

TEST_CASE("what was not measured has no statistics", "[calibration][statistics]") {
    const GpuSeries gpu = series(Metric::GpuUtil, {{0, 0.5}});

    CHECK_FALSE(statisticsOf({&gpu}, Metric::SmActive).has_value());
    CHECK(statistics(gpu, Metric::GpuUtil).mean == 0.5); // one instant has no length
}

TEST_CASE("percentiles are the nearest rank", "[calibration][statistics]") {
    GpuSeries gpu;
    for (int i = 200; i >= 1; --i)
        gpu.of(Metric::Power).push_back({i, false, static_cast<double>(i)});

    const MetricStatistics got = statistics(gpu, Metric::Power);
    CHECK(got.p5 == 10.0);
    CHECK(got.p50 == 100.0);
    CHECK(got.p99 == 198.0); // the ceil(0.99 x 200)-th
    CHECK(got.least == 1.0);
    CHECK(got.most == 200.0);
}

TEST_CASE("a distribution's mean is the area under its quantiles", "[calibration][statistics]") {
    // Half of the time 0, then rising to 1: 0.25. Unequal steps between the points.
    const Distribution half{"c", Metric::GpuUtil, {{0, 0}, {50, 0}, {60, 0.2}, {100, 1}}};

    const MetricStatistics got = statisticsOf(half);
    CHECK(got.isDistribution);
    CHECK(got.mean == Approx((0.1 * 10 + 0.6 * 40) / 100));
    CHECK(got.p75 == Approx(0.5));
    CHECK(got.p5 == 0.0);
    CHECK(got.most == 1.0);
}
