#include <gpuplan/report/chart_scale.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gpuplan::report {

namespace {

struct Step {
    double size = 1;
    int places = 0;
};

/// The smallest of 1, 2, 5 times a power of ten that is at least `least`.
Step decimalStep(double least) {
    const int power = static_cast<int>(std::floor(std::log10(least)));
    for (const int factor : {1, 2, 5, 10}) {
        const double size = factor * std::pow(10.0, power);
        // A hair of tolerance: 0.1 asked for as 0.1000000001 must not become 0.2.
        if (size >= least * (1 - 1e-9))
            return {size, std::max(0, factor == 10 ? -power - 1 : -power)};
    }
    return {10 * std::pow(10.0, power), std::max(0, -power - 1)};
}

/// People count months in quarters, half years and years.
Step monthStep(double least) {
    for (const double months : std::to_array<double>({1, 2, 3, 6, 12, 24, 36, 60, 120}))
        if (months >= least)
            return {months, 0};
    return {std::ceil(least / 120) * 120, 0};
}

} // namespace

std::string Ticks::text(double value) const {
    return grouped(fixedText(value, places));
}

Ticks ticksFor(double low, double high, std::size_t most, ChartSteps steps) {
    const bool usable = std::isfinite(low) && std::isfinite(high) && high > low &&
                        std::isfinite(high - low) && high - low > 1e-12;
    if (!usable) {
        low = 0;
        high = 1;
    }
    const double least = (high - low) / static_cast<double>(std::max<std::size_t>(most, 1));
    const Step step = steps == ChartSteps::Months ? monthStep(least) : decimalStep(least);
    const double first = std::floor(low / step.size + 1e-9);
    const double last = std::max(first + 1, std::ceil(high / step.size - 1e-9));
    Ticks ticks;
    ticks.places = step.places;
    // Multiplied afresh each time: adding the step up would drift.
    for (double index = first; index <= last; ++index)
        ticks.values.push_back(index * step.size);
    return ticks;
}

} // namespace gpuplan::report
