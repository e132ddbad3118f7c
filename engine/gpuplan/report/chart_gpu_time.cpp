#include <gpuplan/report/chart_gpu_time.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::RunResult;

constexpr std::string_view useful = "compute";
constexpr std::string_view unknown = "unknown";

/// In the order of the bars: useful first, then stalls of running jobs, then time without a job.
struct Look {
    std::string_view cause;
    std::optional<std::size_t> series;
    Hatch hatch;
};
constexpr std::array looks{
    Look{useful, 2, Hatch::None},
    Look{"comm", 0, Hatch::None},
    Look{"sync", 4, Hatch::None},
    Look{"h2d", 3, Hatch::None},
    Look{"prep", 5, Hatch::None},
    Look{"fetch", 1, Hatch::None},
    Look{"checkpoint", 6, Hatch::None},
    Look{"restart", 6, Hatch::Rising},
    Look{"idle_held", std::nullopt, Hatch::Rising},
    Look{"provisioning", std::nullopt, Hatch::Crossed},
    Look{"down", 7, Hatch::Falling},
    Look{"unallocated", std::nullopt, Hatch::None},
    Look{"unused_commitment", std::nullopt, Hatch::Falling},
    Look{"rounding", 5, Hatch::Rising},
    Look{unknown, 7, Hatch::Crossed},
};

/// GPU time of each look, in its order; they sum to the paid time.
std::array<GpuTime, looks.size()> times(const AlternativeResult& alternative) {
    std::array<GpuTime, looks.size()> found{};
    GpuTime rest = alternative.gpuHours.paid;
    const auto take = [&](std::string_view cause, GpuTime time) {
        for (std::size_t i = 0; i < looks.size(); ++i)
            if (looks[i].cause == cause)
                found[i] += time;
        rest -= time;
    };
    if (alternative.gpuHours.useful)
        take(useful, *alternative.gpuHours.useful);
    for (const metrics::Waste& waste : alternative.waste)
        take(waste.cause, waste.gpuTime);
    take(unknown, rest);
    return found;
}

std::string partName(std::string_view cause, Language language) {
    if (cause == useful)
        return text("report.stage.compute", language);
    if (cause == unknown)
        return text("report.cause.unknown", language);
    return causeName(std::string(cause), language);
}

std::optional<double> usefulShare(const AlternativeResult& alternative) {
    if (!alternative.gpuHours.useful || alternative.gpuHours.paid == GpuTime())
        return std::nullopt;
    return alternative.gpuHours.useful->inHours() / alternative.gpuHours.paid.inHours();
}

/// What the bars show: who computes in most of what it pays, and who in least.
std::string finding(const RunResult& result, Language language) {
    const AlternativeResult* best = nullptr;
    const AlternativeResult* worst = nullptr;
    for (const AlternativeResult& each : result.alternatives) {
        const auto share = usefulShare(each);
        if (!share)
            continue;
        if (best == nullptr || *share > *usefulShare(*best))
            best = &each;
        if (worst == nullptr || *share < *usefulShare(*worst))
            worst = &each;
    }
    if (best == nullptr)
        return text("report.chart.gpu_time.unknown", language);
    const std::string most = percentText(usefulShare(*best));
    if (worst == best || percentText(usefulShare(*worst)) == most)
        return text(Message{"report.chart.gpu_time.one", {best->name, most}}, language);
    return text(Message{"report.chart.gpu_time.two",
                        {best->name, most, worst->name, percentText(usefulShare(*worst))}},
                language);
}

std::string describe(const BarChart& chart, Language language) {
    std::string description = chart.title + ". " + chart.subtitle + ".";
    for (const Bar& bar : chart.bars) {
        double whole = 0;
        for (const double value : bar.values)
            whole += value;
        std::string parts;
        for (std::size_t i = 0; i < bar.values.size(); ++i)
            if (bar.values[i] > 0)
                parts += (parts.empty() ? "" : ", ") + chart.parts[i].name + " " +
                         percentText(bar.values[i] / whole);
        if (!parts.empty())
            description +=
                " " + text(Message{"report.chart.gpu_time.bar", {bar.name, bar.endLabel, parts}},
                           language);
    }
    return description;
}

} // namespace

BarChart gpuTimeChart(const RunResult& result, Language language) {
    BarChart chart;
    chart.title = finding(result, language);
    chart.subtitle = text("report.chart.gpu_time.subtitle", language);
    double longest = 0;
    std::array<bool, looks.size()> isMet{};
    for (const AlternativeResult& alternative : result.alternatives) {
        longest = std::max(longest, alternative.gpuHours.paid.inHours());
        const auto found = times(alternative);
        for (std::size_t i = 0; i < found.size(); ++i)
            isMet[i] = isMet[i] || found[i] > GpuTime();
    }
    const bool isLarge = longest >= 1e7;
    const bool isMiddle = longest >= 1e4;
    const double unit = isLarge ? 1e6 : isMiddle ? 1e3 : 1;
    chart.axis = text(isLarge    ? "report.chart.gpu_time.millions"
                      : isMiddle ? "report.chart.gpu_time.thousands"
                                 : "report.chart.gpu_time.hours",
                      language);
    for (std::size_t i = 0; i < looks.size(); ++i)
        if (isMet[i])
            chart.parts.push_back(
                {partName(looks[i].cause, language), looks[i].series, looks[i].hatch});
    for (const AlternativeResult& alternative : result.alternatives) {
        Bar bar{alternative.name,
                text(Message{"report.chart.gpu_time.paid", {hoursText(alternative.gpuHours.paid)}},
                     language),
                {}};
        const auto found = times(alternative);
        for (std::size_t i = 0; i < looks.size(); ++i)
            if (isMet[i])
                bar.values.push_back(found[i].inHours() / unit);
        chart.bars.push_back(std::move(bar));
    }
    chart.description = describe(chart, language);
    return chart;
}

std::string gpuTimeSvg(const RunResult& result, Language language) {
    constexpr double width = 860;
    const BarChart chart = gpuTimeChart(result, language);
    return svg(chart, width, heightFor(chart, width), ChartTheme::light(), "gpu-time");
}

} // namespace gpuplan::report
