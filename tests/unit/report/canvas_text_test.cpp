#include <gpuplan/report/canvas_text.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan::report;

// Advance widths of DejaVu Sans 2.37, from its hmtx table: every digit 1303/2048 em, the blank
// 651/2048, bold digits 1425/2048.
TEST_CASE("text is as wide as the sum of the font's advances", "[report][canvas]") {
    CHECK(textWidth("", 12) == 0);
    CHECK(textWidth("1234", 2048) == 4 * 1303);
    CHECK(textWidth("1 2", 2048) == 2 * 1303 + 651);
    CHECK(textWidth("1234", 2048, Weight::Bold) == 4 * 1425);
    CHECK(textWidth("1234", 12) == Approx(4 * 1303 * 12 / 2048.0));
}

TEST_CASE("letters beyond ASCII are measured, unknown signs count one em", "[report][canvas]") {
    CHECK(textWidth("\xc3\x97", 2048) == 1716);     // multiplication sign
    CHECK(textWidth("\xe2\x80\xa6", 2048) == 2048); // ellipsis
    CHECK(textWidth("\xd0\xa8", 2048) == 2190);     // Cyrillic sha
    CHECK(textWidth("\xe4\xb8\xad", 2048) == 2048); // a Chinese sign: not in the table
    CHECK(textWidth("\xf0\x9f\x98\x80", 2048) == 2048);
}

TEST_CASE("bytes that are not UTF-8 count one em each and end well", "[report][canvas]") {
    CHECK(textWidth("\xff", 2048) == 2048);
    CHECK(textWidth("\xe2\x80", 2048) == 2 * 2048);    // cut short
    CHECK(textWidth("\xe2\x41", 2048) == 2048 + 1401); // a lead byte, then `A`
}

TEST_CASE("a text that fits is left alone, a longer one ends in an ellipsis", "[report][canvas]") {
    const double digit = textWidth("1", 10);

    CHECK(elided("1234", 4 * digit, 10) == "1234");
    CHECK(elided("123456", textWidth("12\xe2\x80\xa6", 10) + 0.01, 10) == "12\xe2\x80\xa6");
    CHECK(elided("12 456", textWidth("12 \xe2\x80\xa6", 10) + 0.01, 10) == "12\xe2\x80\xa6");
    CHECK(elided("1234", 0, 10) == "\xe2\x80\xa6");
}

TEST_CASE("an elided text never ends inside a character", "[report][canvas]") {
    const std::string text = "\xd0\x96\xd0\x96\xd0\x96";
    for (double width = 0; width < textWidth(text, 10); width += 0.5) {
        const std::string cut = elided(text, width, 10);
        CHECK((cut.size() - 3) % 2 == 0);
    }
}

TEST_CASE("wrapping breaks at blanks and elides what is left over", "[report][canvas]") {
    const double width = textWidth("aaaa bbbb", 10) + 0.01;

    CHECK(wrapped("aaaa bbbb cccc dddd", width, 10, 3) ==
          std::vector<std::string>{"aaaa bbbb", "cccc dddd"});
    CHECK(wrapped("aaaa bbbb cccc dddd eeee", width, 10, 2).size() == 2);
    CHECK(textWidth(wrapped("aaaa bbbb cccc dddd eeee", width, 10, 2)[1], 10) <= width);
    CHECK(wrapped("", width, 10, 3).empty());
    for (const std::string& line : wrapped("aaaaaaaaaaaaaaaaaaaaaaa b c", width, 10, 3))
        CHECK(textWidth(line, 10) <= width);
}
