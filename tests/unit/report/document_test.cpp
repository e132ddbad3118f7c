#include <gpuplan/report/document.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

using namespace gpuplan::report;

namespace {

std::size_t longestLine(const std::string& text) {
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);)
        longest = std::max(longest, line.size());
    return longest;
}

Document withTable(Table table) {
    return {"title", {{"", {std::move(table)}}}};
}

} // namespace

TEST_CASE("a table aligns words left and figures right", "[report][document]") {
    Table table{{{"name", Align::Left}, {"cost"}}, {{"a", "1"}, {"total", "1,000"}}, true};

    CHECK(plainText(withTable(table)) == "title\n"
                                         "\n"
                                         "name    cost\n"
                                         "------------\n"
                                         "a          1\n"
                                         "------------\n"
                                         "total  1,000\n");
}

TEST_CASE("a column's unit stands under its heading", "[report][document]") {
    Table table{{{"name", Align::Left}, {"rate", Align::Right, "USD/h"}}, {{"a", "1"}}};

    CHECK(plainText(withTable(table)) == "title\n"
                                         "\n"
                                         "name   rate\n"
                                         "      USD/h\n"
                                         "-----------\n"
                                         "a         1\n");
    CHECK(markdown(withTable(table)) == "# title\n"
                                        "\n"
                                        "| name | rate, USD/h |\n"
                                        "| --- | ---: |\n"
                                        "| a | 1 |\n");
}

TEST_CASE("the same table in Markdown", "[report][document]") {
    Table table{{{"name", Align::Left}, {"cost"}}, {{"a", "1"}, {"total", "1,000"}}, true};

    CHECK(markdown(withTable(table)) == "# title\n"
                                        "\n"
                                        "| name | cost |\n"
                                        "| --- | ---: |\n"
                                        "| a | 1 |\n"
                                        "| **total** | **1,000** |\n");
}

TEST_CASE("no line is wider than asked for, whatever the table", "[report][document]") {
    Table wide;
    wide.columns.push_back({"cause", Align::Left});
    std::vector<std::string> row{"communication"};
    for (int i = 0; i < 12; ++i) {
        wide.columns.push_back({"alternative number " + std::to_string(i)});
        row.push_back("1,234,567,890");
    }
    wide.rows.push_back(row);
    Table wordy{{{"what", Align::Left}, {"source", Align::Left}},
                {{"x", std::string(70, 'w') + " " + std::string(250, 'v')}}};

    const std::string wideText = plainText(withTable(wide), 80);
    const std::string wordyText = plainText(withTable(wordy), 80);

    CHECK(longestLine(wideText) <= 80);
    CHECK(longestLine(wordyText) <= 80);
    CHECK(wideText.find("alternative number 11") != std::string::npos);
    CHECK(std::count(wordyText.begin(), wordyText.end(), 'v') == 250);
}

TEST_CASE("a long paragraph is broken at blanks", "[report][document]") {
    std::string words;
    for (int i = 0; i < 60; ++i)
        words += "word ";

    const std::string text = plainText({"t", {{"", {Paragraph{words}}}}}, 42);

    CHECK(longestLine(text) <= 42);
    CHECK(text.find("word\nword") != std::string::npos);
}

TEST_CASE("letters beyond ASCII count as one column", "[report][document]") {
    Table table{{{"n", Align::Left}, {"x"}}, {{"\xc3\xa9\xc3\xa9", "1"}, {"ab", "2"}}};

    const std::string text = plainText(withTable(table));

    CHECK(text.find("\xc3\xa9\xc3\xa9  1\n") != std::string::npos);
    CHECK(text.find("ab  2\n") != std::string::npos);
}

TEST_CASE("a name can not move the cursor of a terminal", "[report][document]") {
    const std::string text = plainText({"a\x1b[2Jb\rc\nd", {}});

    CHECK(text == "a [2Jb c d\n");
}

TEST_CASE("a name can not become mark-up", "[report][document]") {
    const Document document{"t",
                            {{"", {Paragraph{"# <b>x</b> [l](u) a|b `c` idle_held *s* _e_"}}}}};

    CHECK(markdown(document) ==
          "# t\n\n\\# \\<b>x\\</b> \\[l\\](u) a\\|b \\`c\\` idle_held \\*s\\* \\_e\\_\n");
}
