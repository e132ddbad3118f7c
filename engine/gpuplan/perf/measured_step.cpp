#include <gpuplan/perf/measured_step.hpp>

#include <algorithm>

namespace gpuplan::perf {

namespace {

struct Point {
    double batch;
    double time;
};

std::vector<Point> pointsOf(const model::MeasuredStep& table, std::string_view gpu,
                            std::int64_t ranks) {
    std::vector<Point> points;
    for (const model::MeasuredRow& row : table.rows)
        if (row.gpu == gpu && row.gpus == ranks)
            points.push_back({row.batch, static_cast<double>(row.step.count()) / 1e6});
    std::stable_sort(points.begin(), points.end(),
                     [](const Point& a, const Point& b) { return a.batch < b.batch; });
    return points;
}

/// Nothing outside the points.
std::optional<double> between(const std::vector<Point>& points, double batch) {
    const auto above = std::find_if(points.begin(), points.end(),
                                    [batch](const Point& point) { return point.batch >= batch; });
    if (above == points.end())
        return std::nullopt;
    if (above->batch == batch)
        return above->time;
    if (above == points.begin())
        return std::nullopt;
    const Point& below = *(above - 1);
    const double part = (batch - below.batch) / (above->batch - below.batch);
    return below.time + part * (above->time - below.time);
}

} // namespace

std::variant<MeasuredTime, MeasuredGap> measuredTime(const model::MeasuredStep& table,
                                                     std::string_view gpu, std::int64_t ranks,
                                                     double batch) {
    const bool isNamed = std::any_of(table.rows.begin(), table.rows.end(),
                                     [gpu](const auto& row) { return row.gpu == gpu; });
    const std::string_view named = isNamed ? gpu : std::string_view();
    MeasuredGap gap;
    for (const model::MeasuredRow& row : table.rows)
        if (row.gpu == named && row.gpus > 0)
            gap.ranks.push_back(row.gpus);
    std::sort(gap.ranks.begin(), gap.ranks.end());
    gap.ranks.erase(std::unique(gap.ranks.begin(), gap.ranks.end()), gap.ranks.end());

    bool isAny = false;
    // A table on so many ranks first, then the GPU alone.
    for (const std::int64_t measuredOn : {ranks, std::int64_t{0}}) {
        const std::vector<Point> points = pointsOf(table, named, measuredOn);
        if (const std::optional<double> time = between(points, batch))
            return MeasuredTime{*time, measuredOn != 0};
        if (points.empty())
            continue;
        gap.least = isAny ? std::min(gap.least, points.front().batch) : points.front().batch;
        gap.most = isAny ? std::max(gap.most, points.back().batch) : points.back().batch;
        isAny = true;
    }
    const bool hasGpu = std::any_of(table.rows.begin(), table.rows.end(),
                                    [named](const auto& row) { return row.gpu == named; });
    gap.kind = isAny    ? MeasuredGap::Kind::Batch
               : hasGpu ? MeasuredGap::Kind::Ranks
                        : MeasuredGap::Kind::Gpu;
    return gap;
}

} // namespace gpuplan::perf
