#pragma once
/// Where ticks stand and how values become places.

#include <gpuplan/report/chart.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// Ticks at whole multiples of a step; the first and last enclose the asked range.
struct Ticks {
    std::vector<double> values; ///< ascending, at least two
    int places = 0;             ///< decimals that tell neighbours apart
    /// The tick as shown: `12.5`, `1,200`.
    std::string text(double value) const;
};

/// Round ticks around low..high, at most `most` intervals (`most` >= 1) plus one at each end. A
/// range without extent, or one that is not finite, becomes 0..1.
Ticks ticksFor(double low, double high, std::size_t most, ChartSteps steps);

/// A straight map from values to places.
struct Scale {
    double low = 0; ///< this value ...
    double high = 1;
    double from = 0; ///< ... stands here
    double to = 1;
    double place(double value) const { return from + (value - low) / (high - low) * (to - from); }
    double value(double at) const { return low + (at - from) / (to - from) * (high - low); }
};

} // namespace gpuplan::report
