#include <gpuplan/report/chart_theme.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::report {

namespace {

constexpr Color rgb(std::uint32_t value) {
    return {static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 8U),
            static_cast<std::uint8_t>(value), 255};
}

/// Relative luminance, WCAG 2.1.
double luminance(Color color) {
    const auto linear = [](std::uint8_t part) {
        const double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

} // namespace

// After Okabe and Ito, "Color Universal Design" (2008), darkened or lightened where a colour is too
// near to the ground.
ChartTheme ChartTheme::light() {
    return {rgb(0xffffff),
            rgb(0x1f2328),
            rgb(0x57606a),
            rgb(0xe4e7eb),
            rgb(0x8c959f),
            {rgb(0x005fa3), rgb(0xd55e00), rgb(0x00734f), rgb(0xb8609a), rgb(0x3d2c8d),
             rgb(0x9a6b00), rgb(0x2b8ac6), rgb(0x1f2328)}};
}

ChartTheme ChartTheme::dark() {
    return {rgb(0x1e1f22),
            rgb(0xe6e8eb),
            rgb(0xa9b0b8),
            rgb(0x34373c),
            rgb(0x7d848c),
            {rgb(0x56b4e9), rgb(0xe69f00), rgb(0x12a57c), rgb(0xf0b6d8), rgb(0x9a8cf0),
             rgb(0xf0e442), rgb(0xd9722e), rgb(0xe6e8eb)}};
}

SeriesLook look(const ChartTheme& theme, std::size_t series) {
    constexpr std::array dashes{Dash::Solid, Dash::Long, Dash::Short, Dash::LongShort};
    constexpr std::array markers{Marker::Circle,  Marker::Square, Marker::Triangle,
                                 Marker::Diamond, Marker::Cross,  Marker::Plus};
    const std::size_t round = series / theme.series.size();
    return {theme.series[series % theme.series.size()], dashes[(series + round) % dashes.size()],
            markers[series % markers.size()]};
}

double contrast(Color a, Color b) {
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace gpuplan::report
