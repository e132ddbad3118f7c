#include <gpuplan/report/canvas_svg.hpp>

#include <catch2/catch.hpp>

#include <array>

using namespace gpuplan::report;

namespace {

constexpr Color red{255, 0, 0, 255};
constexpr Color halfBlue{0, 0, 255, 51};

/// What was drawn, without the frame around it.
std::string body(const SvgCanvas& canvas) {
    const std::string all = canvas.finish();
    const std::size_t begin = all.find("</desc>\n") + 8;
    return all.substr(begin, all.size() - begin - std::string("</svg>\n").size());
}

} // namespace

TEST_CASE("a picture says its size and carries its text alternative", "[report][svg]") {
    const SvgCanvas canvas(320, 200.5, "Owned < rented", "It says \"so\" & more", "cost");

    CHECK(canvas.finish() ==
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"200.5\" "
          "viewBox=\"0 0 320 200.5\" xml:space=\"preserve\" role=\"img\" "
          "aria-labelledby=\"cost-title cost-text\" "
          "font-family=\"DejaVu Sans, Verdana, Arial, Helvetica, sans-serif\">\n"
          "<title id=\"cost-title\">Owned &lt; rented</title>\n"
          "<desc id=\"cost-text\">It says &quot;so&quot; &amp; more</desc>\n</svg>\n");
}

TEST_CASE("lines, dashes and rectangles become their elements", "[report][svg]") {
    SvgCanvas canvas(10, 10, "t", "d");

    canvas.line({1, 2}, {3.14159, 4}, {red, 2, Dash::Long});
    canvas.rectangle({0, 0, 5, 6}, halfBlue, Stroke{red, 1});
    canvas.polyline(std::array<Point, 3>{Point{0, 0}, {1, 1}, {2, 0}}, {red, 1});

    CHECK(body(canvas) ==
          "<line x1=\"1\" y1=\"2\" x2=\"3.14\" y2=\"4\" stroke=\"#ff0000\" stroke-width=\"2\" "
          "stroke-dasharray=\"12 6\"/>\n"
          "<rect x=\"0\" y=\"0\" width=\"5\" height=\"6\" fill=\"#0000ff\" fill-opacity=\"0.2\" "
          "stroke=\"#ff0000\" stroke-width=\"1\"/>\n"
          "<polyline points=\"0,0 1,1 2,0\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"1\" "
          "stroke-linejoin=\"round\"/>\n");
}

TEST_CASE("a line of one point draws nothing", "[report][svg]") {
    SvgCanvas canvas(10, 10, "t", "d");
    canvas.polyline(std::array<Point, 1>{Point{1, 1}}, {red, 1});
    CHECK(body(canvas).empty());
}

TEST_CASE("text keeps its anchor and weight and can not break the markup", "[report][svg]") {
    SvgCanvas canvas(10, 10, "t", "d");

    canvas.text({1, 9}, "</text><script>", {red, 11, Weight::Bold, Anchor::End});
    canvas.text({1, 9}, "a\x01\nb", {red, 11});

    CHECK(body(canvas) == "<text x=\"1\" y=\"9\" font-size=\"11\" fill=\"#ff0000\" "
                          "text-anchor=\"end\" font-weight=\"bold\">&lt;/text&gt;&lt;script&gt;"
                          "</text>\n"
                          "<text x=\"1\" y=\"9\" font-size=\"11\" fill=\"#ff0000\">a  b</text>\n");
}

TEST_CASE("markers are drawn at their size around their centre", "[report][svg]") {
    SvgCanvas canvas(100, 100, "t", "d");

    canvas.marker({50, 50}, Marker::Circle, 8, red, {red, 1});
    canvas.marker({50, 50}, Marker::Square, 20, {}, {red, 1});
    canvas.marker({50, 50}, Marker::Plus, 20, red, {red, 1});

    CHECK(
        body(canvas) ==
        "<circle cx=\"50\" cy=\"50\" r=\"4\" fill=\"#ff0000\" stroke=\"#ff0000\" "
        "stroke-width=\"1\"/>\n"
        "<polygon points=\"41,41 59,41 59,59 41,59\" fill=\"none\" stroke=\"#ff0000\" "
        "stroke-width=\"1\"/>\n"
        "<line x1=\"39\" y1=\"50\" x2=\"61\" y2=\"50\" stroke=\"#ff0000\" stroke-width=\"1\"/>\n"
        "<line x1=\"50\" y1=\"39\" x2=\"50\" y2=\"61\" stroke=\"#ff0000\" stroke-width=\"1\"/>\n");
}

TEST_CASE("clips nest, and one left open is a broken promise", "[report][svg]") {
    SvgCanvas canvas(10, 10, "t", "d", "p");

    canvas.pushClip({1, 2, 3, 4});
    CHECK_THROWS(canvas.finish());
    canvas.popClip();

    CHECK(body(canvas) == "<defs><clipPath id=\"p-clip1\"><rect x=\"1\" y=\"2\" width=\"3\" "
                          "height=\"4\"/></clipPath></defs>\n"
                          "<g clip-path=\"url(#p-clip1)\">\n</g>\n");
    CHECK_THROWS(canvas.popClip());
}
