#include <gpuplan/report/chart_labels.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>

namespace gpuplan::report {

namespace {

/// Labels that touch and move as one. `offsetSum` is the sum of wanted heights, each less its
/// place in the block, so that offsetSum / count is the best height of the block's first label.
struct Block {
    std::size_t first = 0;
    std::size_t count = 0;
    double offsetSum = 0;
};

bool overlap(const Box& a, const Box& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

} // namespace

std::vector<double> spreadHeights(std::span<const double> wanted, double gap, double low,
                                  double high) {
    const std::size_t count = wanted.size();
    if (count == 0)
        return {};
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    if (gap * static_cast<double>(count - 1) > high - low)
        gap = count > 1 ? std::max(0.0, high - low) / static_cast<double>(count - 1) : 0;

    const auto heightOf = [&](const Block& block) {
        const double room = gap * static_cast<double>(block.count - 1);
        return std::clamp(block.offsetSum / static_cast<double>(block.count), low,
                          std::max(low, high - room));
    };
    // Pool adjacent violators: a block too near to the one above joins it.
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < count; ++i) {
        blocks.push_back({i, 1, wanted[order[i]]});
        while (blocks.size() > 1) {
            const Block& last = blocks.back();
            Block& above = blocks[blocks.size() - 2];
            const double height = gap * static_cast<double>(above.count);
            if (heightOf(above) + height <= heightOf(last))
                break;
            above.offsetSum += last.offsetSum - height * static_cast<double>(last.count);
            above.count += last.count;
            blocks.pop_back();
        }
    }
    std::vector<double> heights(count);
    for (const Block& block : blocks)
        for (std::size_t i = 0; i < block.count; ++i)
            heights[order[block.first + i]] = heightOf(block) + gap * static_cast<double>(i);
    return heights;
}

bool touches(const Box& box, Point from, Point to) {
    // Liang-Barsky: the part of the segment inside all four sides is not empty.
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    double enter = 0;
    double leave = 1;
    for (const auto& [run, room] :
         std::array<std::array<double, 2>, 4>{{{-dx, from.x - box.x},
                                               {dx, box.right() - from.x},
                                               {-dy, from.y - box.y},
                                               {dy, box.bottom() - from.y}}}) {
        if (run == 0) {
            if (room < 0)
                return false;
            continue;
        }
        const double share = room / run;
        if (run < 0)
            enter = std::max(enter, share);
        else
            leave = std::min(leave, share);
    }
    return enter <= leave;
}

Point nearestOn(const Box& box, Point point) {
    return {std::clamp(point.x, box.x, box.right()), std::clamp(point.y, box.y, box.bottom())};
}

Box placeNear(Point point, double width, double height, const Box& bounds,
              std::span<const Box> taken, std::span<const std::vector<Point>> lines) {
    // Two rising lines leave the corners below right and above left of their crossing free.
    constexpr std::array<Point, 4> sides{Point{1, 1}, {-1, -1}, {-1, 1}, {1, -1}};
    Box best{};
    double bestCost = std::numeric_limits<double>::max();
    for (const double distance : {9.0, 24.0, 48.0, 80.0}) {
        for (const Point& side : sides) {
            Box box{side.x > 0 ? point.x + distance : point.x - distance - width,
                    side.y > 0 ? point.y + distance : point.y - distance - height, width, height};
            box.x = std::max(bounds.x, std::min(box.x, bounds.right() - width));
            box.y = std::max(bounds.y, std::min(box.y, bounds.bottom() - height));
            double cost = distance * 0.01;
            for (const Box& other : taken) {
                cost += overlap(box, other) ? 100 : 0;
                const bool isOwn = other.holds(point);
                cost += !isOwn && touches(other, point, nearestOn(box, point)) ? 2 : 0;
            }
            if (box.holds(point))
                cost += 100;
            for (const std::vector<Point>& line : lines)
                for (std::size_t i = 1; i < line.size(); ++i)
                    if (touches(box, line[i - 1], line[i])) {
                        cost += 1;
                        break;
                    }
            if (cost < bestCost) {
                bestCost = cost;
                best = box;
            }
        }
    }
    return best;
}

} // namespace gpuplan::report
