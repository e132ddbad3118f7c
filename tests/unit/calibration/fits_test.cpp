#include <gpuplan/calibration/activity_fit.hpp>
#include <gpuplan/calibration/power_fit.hpp>
#include <gpuplan/calibration/step_fit.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan;
using namespace gpuplan::calibration;

TEST_CASE("the activity of the shipped scenarios follows from AcmeTrace means",
          "[calibration][activity]") {
    const ActivityFit fit = solveActivity(0.70, 0.385).fit.value();

    CHECK(fit.compute == Approx(0.42)); // (0.385 - 0.07)/0.75
    CHECK(fit.comm == Approx(0.28));
    CHECK(fit.idle == Approx(0.30));
    CHECK(fit.computeLow == Approx((0.385 - 0.2 * 0.70) / 0.75));   // 0.95 and 0.20
    CHECK(fit.computeHigh == Approx((0.385 - 0.05 * 0.70) / 0.65)); // 0.70 and 0.05
}

TEST_CASE("the shares give back what was measured", "[calibration][activity]") {
    for (const double busy : {0.1, 0.47, 1.0})
        for (const double part : {0.0, 0.3, 1.0}) {
            const double active = busy * (0.85 * part + 0.10 * (1 - part));
            const ActivityFit fit = solveActivity(busy, active).fit.value();
            CHECK(fit.compute == Approx(busy * part).margin(1e-12));
            CHECK(fit.compute + fit.comm + fit.idle == Approx(1.0));
            CHECK(fit.computeHigh <= busy);
            CHECK(fit.computeLow >= 0.0);
        }
}

TEST_CASE("SMs more or less active than the model allows have no solution",
          "[calibration][activity]") {
    CHECK(solveActivity(0.5, 0.43).fault == ActivityFault::TooActive); // above 0.85 x 0.5
    CHECK(solveActivity(0.5, 0.04).fault == ActivityFault::TooQuiet);  // below 0.10 x 0.5
    CHECK_FALSE(solveActivity(0.5, 0.43).fit.has_value());
    CHECK(solveActivity(0.0, 0.0).fit->idle == 1.0);
}

TEST_CASE("power on a line is found with exponent 1 and no residual", "[calibration][power]") {
    std::vector<PowerPoint> points;
    for (int i = 0; i <= 10; ++i)
        points.push_back({i / 10.0, 60 + 340 * i / 10.0});

    const PowerFit fit = fitPower(points).fit.value();
    CHECK(fit.exponent == Approx(1.0).margin(0.0011));
    CHECK(fit.idle == Approx(60).margin(0.2));
    CHECK(fit.full == Approx(400).margin(0.2));
    CHECK(fit.residual < 0.05);
    CHECK(fit.explained == Approx(1.0).margin(1e-6));
    CHECK(fit.points == 11);
}

TEST_CASE("a bent power curve gives its exponent back", "[calibration][power]") {
    for (const double exponent : {0.7, 1.25, 1.8}) {
        std::vector<PowerPoint> points;
        for (int i = 0; i <= 20; ++i)
            points.push_back({i / 20.0, 50 + 250 * std::pow(i / 20.0, exponent)});
        const PowerFit fit = fitPower(points).fit.value();
        CHECK(fit.exponent == Approx(exponent).margin(0.0011));
        CHECK(fit.idle == Approx(50).margin(0.3));
        CHECK(fit.full == Approx(300).margin(0.3));
    }
}

TEST_CASE("the residual is the root mean square of what the curve misses", "[calibration][power]") {
    // At each of two activities 10 W above and below: the line goes through the middle.
    const std::vector<PowerPoint> points{{0, 90}, {0, 110}, {1, 290}, {1, 310}};

    const PowerFit fit = fitPower(points).fit.value();
    CHECK(fit.exponent == 1.0); // any would fit
    CHECK(fit.idle == Approx(100));
    CHECK(fit.full == Approx(300));
    CHECK(fit.residual == Approx(10));
    CHECK(fit.explained == Approx(1 - 400.0 / (4 * 10100))); // total: (110, 90, 90, 110)^2
}

TEST_CASE("powers that tell no curve are refused with the reason", "[calibration][power]") {
    CHECK(fitPower({{0, 50}, {0.5, 100}, {1, 150}}).fault == PowerFault::TooFew);
    CHECK(fitPower({{0.5, 50}, {0.52, 60}, {0.53, 70}, {0.54, 90}}).fault == PowerFault::NoSpread);
    CHECK(fitPower({{0, 200}, {0.3, 200}, {0.6, 200}, {1, 200}}).fault == PowerFault::NotRising);
    CHECK(fitPower({{0.5, 10}, {0.6, 50}, {0.8, 130}, {1, 210}}).fault == PowerFault::NegativeIdle);
}

TEST_CASE("step times are fitted by GPU model and ranks", "[calibration][steps]") {
    // The published pair: 8 ms and 2.85 ms a sample.
    const auto fits = fitSteps({{"b", 1, 64, 0.1904},
                                {"b", 1, 16, 0.0536},
                                {"a", 8, 16, 0.06},
                                {"a", 1, 16, 0.05},
                                {"a", 1, 16, 0.07}});

    REQUIRE(fits.size() == 3);
    CHECK((fits[0].gpu == "a" && fits[0].gpus == 1));
    CHECK((fits[1].gpu == "a" && fits[1].gpus == 8));
    CHECK(fits[0].points.size() == 1);
    CHECK(fits[0].points[0].time == Approx(0.06)); // of one batch the mean
    CHECK(fits[0].fault == perf::BatchFitFault::OneBatch);
    CHECK(fits[2].fit->curve.fixed == Approx(0.008));
    CHECK(fits[2].fit->curve.perSample == Approx(0.00285));
    CHECK_FALSE(fits[2].leaveOneOut.has_value()); // two points fit any line
}

TEST_CASE("the error of a batch left out is that of the curve through the others",
          "[calibration][steps]") {
    const auto bent = fitSteps({{"a", 1, 10, 1.0}, {"a", 1, 20, 1.6}, {"a", 1, 30, 2.0}});
    const double left = std::fabs((2 * 1.6 - 2.0) - 1.0) / 1.0;
    const double middle = std::fabs((1.0 + 2.0) / 2 - 1.6) / 1.6;
    const double right = std::fabs((2 * 1.6 - 1.0) - 2.0) / 2.0;
    CHECK(bent[0].leaveOneOut.value() == Approx((left + middle + right) / 3));
}

TEST_CASE("a batch without which there is no curve leaves no such error", "[calibration][steps]") {
    // Through the first two the fixed time would be 1 - 1.2 < 0.
    const auto fits = fitSteps({{"a", 1, 1, 1.0}, {"a", 1, 2, 2.2}, {"a", 1, 3, 3.0}});

    CHECK(fits[0].fit.has_value() == !fits[0].fault.has_value());
    CHECK_FALSE(fits[0].leaveOneOut.has_value());
}
