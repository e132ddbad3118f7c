#include <gpuplan/report/chart_labels.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan::report;

TEST_CASE("heights that are far apart stay where they are wanted", "[report][chart]") {
    CHECK(spreadHeights(std::vector<double>{50, 10, 90}, 15, 0, 100) ==
          std::vector<double>{50, 10, 90});
    CHECK(spreadHeights({}, 15, 0, 100).empty());
}

TEST_CASE("heights too near share the way between them", "[report][chart]") {
    // Least squares: 50 and 52 with a gap of 10 become 51 -+ 5.
    CHECK(spreadHeights(std::vector<double>{50, 52}, 10, 0, 100) == std::vector<double>{46, 56});
    CHECK(spreadHeights(std::vector<double>{52, 50}, 10, 0, 100) == std::vector<double>{56, 46});
    // Equal heights keep their order.
    CHECK(spreadHeights(std::vector<double>{50, 50, 50}, 10, 0, 100) ==
          std::vector<double>{40, 50, 60});
}

TEST_CASE("heights stay inside their room", "[report][chart]") {
    CHECK(spreadHeights(std::vector<double>{-5, 2}, 10, 0, 100) == std::vector<double>{0, 10});
    CHECK(spreadHeights(std::vector<double>{99, 100, 85}, 10, 0, 100) ==
          std::vector<double>{90, 100, 80});
    // No room for three gaps of 60: the room is shared evenly.
    CHECK(spreadHeights(std::vector<double>{0, 0, 0}, 60, 0, 100) ==
          std::vector<double>{0, 50, 100});
}

TEST_CASE("a segment touches a box it crosses, enters or lies in", "[report][chart]") {
    const Box box{10, 10, 10, 10};

    CHECK(touches(box, {0, 0}, {30, 30}));
    CHECK(touches(box, {15, 15}, {15, 16}));
    CHECK(touches(box, {15, 0}, {15, 12}));
    CHECK_FALSE(touches(box, {0, 25}, {30, 25}));
    CHECK_FALSE(touches(box, {0, 15}, {9, 15}));
    CHECK_FALSE(touches(box, {0, 15}, {15, 31})); // passes the lower left corner
}

TEST_CASE("a label avoids the lines that cross at its point", "[report][chart]") {
    const Box bounds{0, 0, 400, 400};
    const Point crossing{200, 200};
    // Both rise to the right; one is steep, one is nearly flat.
    const std::vector<std::vector<Point>> lines{{{150, 400}, {250, 0}}, {{0, 210}, {400, 190}}};

    const Box box = placeNear(crossing, 80, 16, bounds, {}, lines);

    CHECK_FALSE(touches(box, lines[0][0], lines[0][1]));
    CHECK_FALSE(touches(box, lines[1][0], lines[1][1]));
    CHECK(box.x >= bounds.x);
    CHECK(box.right() <= bounds.right());
}

TEST_CASE("a label avoids places already taken and stays inside", "[report][chart]") {
    const Box bounds{0, 0, 200, 200};
    std::vector<Box> taken;
    for (int i = 0; i < 4; ++i) {
        const Box box = placeNear({190, 100}, 60, 16, bounds, taken, {});
        for (const Box& other : taken)
            CHECK((box.x >= other.right() || other.x >= box.right() || box.y >= other.bottom() ||
                   other.y >= box.bottom()));
        CHECK(box.right() <= bounds.right());
        taken.push_back(box);
    }
}

TEST_CASE("a leader ends at the side or corner of its box that is nearest", "[report][chart]") {
    const Box box{10, 10, 10, 10};
    CHECK(nearestOn(box, {0, 15}) == Point{10, 15});
    CHECK(nearestOn(box, {30, 40}) == Point{20, 20});
    CHECK(nearestOn(box, {12, 13}) == Point{12, 13});
}
