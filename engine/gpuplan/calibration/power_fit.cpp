#include <gpuplan/calibration/power_fit.hpp>
#include <gpuplan/des/math.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::calibration {

namespace {

constexpr double leastExponent = 0.5;
constexpr double mostExponent = 2.0;

struct Line {
    double idle = 0;
    double rise = 0;
    double squares = 0; ///< sum of squared residuals
};

double raised(double activity, double exponent) {
    return activity <= 0 ? 0.0 : des::power(activity, exponent);
}

/// The line through (activity^exponent, power) with the least squares.
Line lineFor(const std::vector<PowerPoint>& points, double exponent) {
    const auto n = static_cast<double>(points.size());
    double meanX = 0;
    double meanY = 0;
    for (const PowerPoint& point : points) {
        meanX += raised(point.activity, exponent) / n;
        meanY += point.power / n;
    }
    double xx = 0;
    double xy = 0;
    for (const PowerPoint& point : points) {
        const double x = raised(point.activity, exponent) - meanX;
        xx += x * x;
        xy += x * (point.power - meanY);
    }
    Line line;
    line.rise = xx > 0 ? xy / xx : 0.0;
    line.idle = meanY - line.rise * meanX;
    for (const PowerPoint& point : points) {
        const double off = point.power - line.idle - line.rise * raised(point.activity, exponent);
        line.squares += off * off;
    }
    return line;
}

/// To a thousandth: first on a grid, since there may be several hollows, then by the golden section
/// around the best of it.
double bestExponent(const std::vector<PowerPoint>& points) {
    constexpr int grid = 15;
    constexpr double width = (mostExponent - leastExponent) / grid;
    const auto squares = [&](double exponent) { return lineFor(points, exponent).squares; };
    double best = leastExponent;
    double bestSquares = squares(best);
    for (int i = 1; i <= grid; ++i) {
        const double exponent = leastExponent + i * width;
        if (const double here = squares(exponent); here < bestSquares) {
            best = exponent;
            bestSquares = here;
        }
    }
    constexpr double golden = 0.6180339887498949;
    double low = std::max(best - width, leastExponent);
    double high = std::min(best + width, mostExponent);
    while (high - low > 2e-4) {
        const double left = high - golden * (high - low);
        const double right = low + golden * (high - low);
        if (squares(left) <= squares(right))
            high = right;
        else
            low = left;
    }
    return std::round((low + high) / 2 * 1000.0) / 1000.0;
}

} // namespace

PowerAnswer fitPower(const std::vector<PowerPoint>& points) {
    constexpr std::size_t fewest = 4; // three unknowns, and one to judge them by
    constexpr double leastSpread = 0.05;
    if (points.size() < fewest)
        return {std::nullopt, PowerFault::TooFew};
    const auto [least, most] =
        std::minmax_element(points.begin(), points.end(),
                            [](const auto& a, const auto& b) { return a.activity < b.activity; });
    if (most->activity - least->activity < leastSpread)
        return {std::nullopt, PowerFault::NoSpread};
    PowerFit fit;
    const bool isBent = std::any_of(points.begin(), points.end(), [&](const PowerPoint& point) {
        return point.activity > least->activity && point.activity < most->activity;
    });
    // Between two activities alone any exponent fits.
    fit.exponent = isBent ? bestExponent(points) : 1.0;
    const Line line = lineFor(points, fit.exponent);
    if (line.rise <= 0)
        return {std::nullopt, PowerFault::NotRising};
    if (line.idle < 0)
        return {std::nullopt, PowerFault::NegativeIdle};
    fit.idle = line.idle;
    fit.full = line.idle + line.rise;
    fit.points = points.size();
    fit.leastActivity = least->activity;
    fit.mostActivity = most->activity;
    const auto n = static_cast<double>(points.size());
    fit.residual = std::sqrt(line.squares / n);
    double mean = 0;
    for (const PowerPoint& point : points)
        mean += point.power / n;
    double total = 0;
    for (const PowerPoint& point : points)
        total += (point.power - mean) * (point.power - mean);
    fit.explained = 1.0 - line.squares / total; // rising, so the powers are not all alike
    return {fit, std::nullopt};
}

} // namespace gpuplan::calibration
