#pragma once
/// Small charts for the tests.

#include <gpuplan/report/chart.hpp>

#include <string>

namespace gpuplan::report::samples {

/// Owned starts dear and rises slowly, rented starts at nothing: they cross at month 12.
/// 2 + 0.05 * 12 = 2.6 = 12 * 13 / 60.
inline LineChart crossing() {
    LineChart chart;
    chart.title = "owned is cheapest over 36 months: 3.80 million USD, 4.00 million USD less than "
                  "rented";
    chart.subtitle = "Paid so far, owned hardware counted at its residual value";
    chart.x = {"months from the start", ChartSteps::Months};
    chart.y = {"USD million", ChartSteps::Decimal};
    ChartSeries owned{"owned", "owned \xc2\xb7 3.80", {}};
    ChartSeries rented{"rented", "rented \xc2\xb7 7.80", {}};
    for (int month = 0; month <= 36; ++month) {
        owned.points.push_back({static_cast<double>(month), 2 + 0.05 * month});
        rented.points.push_back({static_cast<double>(month), month * 13 / 60.0});
    }
    chart.series = {owned, rented};
    chart.marks = {{{12, 2.6}, "break-even: month 12.0"}};
    chart.description = "owned and rented cross at month 12";
    return chart;
}

/// `count` lines that all end within a hair of each other.
inline LineChart bundle(int count) {
    LineChart chart = crossing();
    chart.series.clear();
    for (int i = 0; i < count; ++i) {
        const std::string name = "alternative " + std::to_string(i);
        chart.series.push_back({name, name + " \xc2\xb7 5.0", {{0, 0}, {36, 5 + i * 0.001}}});
    }
    chart.marks.clear();
    return chart;
}

} // namespace gpuplan::report::samples
