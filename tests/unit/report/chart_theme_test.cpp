#include <gpuplan/report/chart_theme.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <set>
#include <tuple>

using namespace gpuplan::report;

TEST_CASE("contrast is WCAG's", "[report][chart]") {
    const Color black{0, 0, 0, 255};
    const Color white{255, 255, 255, 255};

    CHECK(contrast(black, white) == Approx(21));
    CHECK(contrast(white, white) == 1);
    // #767676 on white is the well-known grey that just passes 4.5:1.
    CHECK(contrast({0x76, 0x76, 0x76, 255}, white) == Approx(4.54).margin(0.01));
}

TEST_CASE("lines are seen and texts are read on their ground", "[report][chart]") {
    for (const ChartTheme& theme : {ChartTheme::light(), ChartTheme::dark()}) {
        CHECK(contrast(theme.text, theme.ground) >= 4.5);
        CHECK(contrast(theme.quietText, theme.ground) >= 4.5);
        CHECK(contrast(theme.axis, theme.ground) >= 3);
        for (const Color& color : theme.series)
            CHECK(contrast(color, theme.ground) >= 3);
    }
}

TEST_CASE("no two of many series look alike, and neighbours differ in dash and marker",
          "[report][chart]") {
    const ChartTheme theme = ChartTheme::light();
    std::set<std::tuple<int, int, int, int, int>> seen;
    for (std::size_t series = 0; series < 24; ++series) {
        const SeriesLook as = look(theme, series);
        const SeriesLook next = look(theme, series + 1);
        CHECK(as.dash != next.dash);
        CHECK(as.marker != next.marker);
        CHECK(seen.emplace(as.color.red, as.color.green, as.color.blue, static_cast<int>(as.dash),
                           static_cast<int>(as.marker))
                  .second);
    }
}

// The colours as a person without green cones (deuteranopia) sees them, by the matrix of Machado,
// Oliveira and Fernandes (2009), severity 1.0, applied to linear light.
TEST_CASE("the first four colours stay apart for colour-blind eyes", "[report][chart]") {
    const auto seen = [](Color c) {
        const double r = std::pow(c.red / 255.0, 2.2);
        const double g = std::pow(c.green / 255.0, 2.2);
        const double b = std::pow(c.blue / 255.0, 2.2);
        return std::array<double, 3>{0.367322 * r + 0.860646 * g - 0.227968 * b,
                                     0.280085 * r + 0.672501 * g + 0.047413 * b,
                                     -0.011820 * r + 0.042940 * g + 0.968881 * b};
    };
    const auto shown = [](double linear) {
        return std::pow(std::clamp(linear, 0.0, 1.0), 1 / 2.2);
    };
    for (const ChartTheme& theme : {ChartTheme::light(), ChartTheme::dark()})
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                double squares = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    const double apart =
                        shown(seen(theme.series[i])[k]) - shown(seen(theme.series[j])[k]);
                    squares += apart * apart;
                }
                // 0 is equal, 1.7 is black and white; a fifth is plainly another colour.
                CHECK(std::sqrt(squares) > 0.2);
            }
}
