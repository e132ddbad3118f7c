#pragma once
/// Labels that do not cover each other.

#include <gpuplan/report/canvas.hpp>

#include <span>
#include <vector>

namespace gpuplan::report {

/// Moves heights apart to at least `gap`, each as near to where it was wanted as the others allow
/// (least squares), in the order of the wanted heights; ties keep the given order. All lie within
/// low..high where there is room for them; where there is not, they share the room evenly.
std::vector<double> spreadHeights(std::span<const double> wanted, double gap, double low,
                                  double high);

/// True if the segment touches the box.
bool touches(const Box& box, Point from, Point to);

/// The point of the box nearest to `point`: where a leader to it ends.
Point nearestOn(const Box& box, Point point);

/// Where a label of the given size best stands near a point: inside `bounds`, away from `taken`
/// boxes, its leader too, then from the lines. Candidates stand around the point at growing
/// distance.
Box placeNear(Point point, double width, double height, const Box& bounds,
              std::span<const Box> taken, std::span<const std::vector<Point>> lines);

} // namespace gpuplan::report
