#include <gpuplan/io/json_document.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace gpuplan;
using io::JsonKind;

namespace {

io::JsonDocument parsed(const std::string& text) {
    const auto document = io::parseJson(text, "a.json");
    INFO(describe(document.diagnostics()));
    REQUIRE(document);
    return *document;
}

std::string complaint(const std::string& text) {
    const auto document = io::parseJson(text, "a.json");
    CHECK_FALSE(document);
    return describe(document.diagnostics());
}

} // namespace

TEST_CASE("a document keeps members in order, numbers as written and texts decoded", "[io][json]") {
    const auto document = parsed(R"({"b": 1.50, "a": ["x\n", true, null, {}], "c": -2E+3})");
    const io::JsonValue root = document.root();

    REQUIRE(root.is(JsonKind::Object));
    REQUIRE(root.size() == 3);
    std::vector<std::string> names;
    for (const io::JsonMember member : root.members())
        names.emplace_back(member.name);
    CHECK(names == std::vector<std::string>{"b", "a", "c"});
    CHECK(root.find("b")->numberText() == "1.50");
    CHECK(root.find("c")->numberText() == "-2E+3");
    std::vector<JsonKind> kinds;
    for (const io::JsonValue item : root.find("a")->items())
        kinds.push_back(item.kind());
    CHECK(kinds == std::vector{JsonKind::Text, JsonKind::Bool, JsonKind::Null, JsonKind::Object});
    CHECK((*root.find("a")->items().begin()).text() == "x\n");
    CHECK_FALSE(root.find("d"));
}

TEST_CASE("values know line, column and pointer, past comments, CRLF and escapes", "[io][json]") {
    const auto document =
        parsed("// head\r\n{\r\n  \"a/b~\": [1, /* two */ 22,\r\n    \"\\\"\"],\r\n"
               "\t\"k\\u0041\" : {\"z\":true}\r\n}");

    std::vector<Location> places;
    for (const io::JsonMember member : document.root().members()) {
        places.push_back(member.nameLocation());
        for (const io::JsonValue item : member.value.items())
            places.push_back(item.location());
        for (const io::JsonMember inner : member.value.members())
            places.push_back(inner.value.location());
    }

    CHECK(places == std::vector<Location>{{"a.json", 3, 3, "/a~1b~0"},
                                          {"a.json", 3, 12, "/a~1b~0/0"},
                                          {"a.json", 3, 25, "/a~1b~0/1"},
                                          {"a.json", 4, 5, "/a~1b~0/2"},
                                          {"a.json", 5, 2, "/kA"},
                                          {"a.json", 5, 19, "/kA/z"}});
    CHECK(document.root().location() == Location{"a.json", 2, 1, ""});
}

TEST_CASE("places are right beyond the finder's block size", "[io][json]") {
    // 20,000 lines of 9 bytes: far past a block of 64 KiB.
    std::string text = "[\n";
    for (int i = 0; i < 20'000; ++i)
        text += "  12345,\n";
    text += "  \"end\"]";

    const auto document = parsed(text);

    std::size_t line = 1;
    for (const io::JsonValue item : document.root().items())
        if (const Location at = item.location(); at.line != ++line || at.column != 3)
            FAIL("item " << line << " at " << at.line << ":" << at.column);
    CHECK(line == 20'002);
}

TEST_CASE("a byte order mark is passed over and counts no column", "[io][json]") {
    CHECK(parsed("\xef\xbb\xbf[1]").root().location() == Location{"a.json", 1, 1, ""});
}

TEST_CASE("a name given twice is told with both places", "[io][json]") {
    CHECK(complaint("{\"a\": 1,\n \"b\": {\"c\": 1, \"\\u0063\": 2},\n \"a\": 3}") ==
          "a.json:2:16: error: the field \"c\" is given twice; first in line 2, column 8\n"
          "  at /b/c\n"
          "a.json:3:2: error: the field \"a\" is given twice; first in line 1, column 2\n"
          "  at /a\n");
    const auto reading = io::parseJsonThrough(R"({"a": 1, "a": 2})", "a.json");
    CHECK(reading.document);
    CHECK(reading.diagnostics.size() == 1);
}

TEST_CASE("each fault of syntax is told at its place", "[io][json]") {
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"", "a.json:1:1: error: the file is empty; a JSON object is needed\n"},
        {" // nothing\n", "a.json:2:1: error: the file ends without a value; a JSON object is "
                          "needed\n"},
        {"{\"a\": [1,",
         "a.json:1:10: error: the file ends here, before the array of line 1, column "
         "7 is closed by \"]\"\n  at /a\n"},
        {"{\"a\"", "a.json:1:5: error: the file ends here, before the object of line 1, column 1 "
                   "is closed by \"}\"\n  at /a\n"},
        {"{\"a\":", "a.json:1:6: error: the file ends here, before the object of line 1, column 1 "
                    "is closed by \"}\"\n  at /a\n"},
        {"{\"a\": \"xy", "a.json:1:10: error: the file ends here, before the text of line 1, "
                         "column 7 is closed by a double quote\n  at /a\n"},
        {"[1] /* x", "a.json:1:9: error: the file ends here, before the comment of line 1, column "
                     "5 is closed by \"*/\"\n"},
        {"{\"a\": 1, }", "a.json:1:10: error: \"}\" stands behind a comma; no comma is allowed "
                         "behind the last entry\n"},
        {"[1 2]", "a.json:1:4: error: \"2\" found, but a comma is needed between two entries\n"},
        {"[1}", "a.json:1:3: error: \"}\" closes no array; the array of line 1, column 1 needs "
                "\"]\"\n"},
        {"{a: 1}", "a.json:1:2: error: \"a\" found, but a field's name in double quotes is needed "
                   "here\n"},
        {"{\"a\" 1}", "a.json:1:6: error: \"1\" found, but a colon is needed behind a field's "
                      "name\n  at /a\n"},
        {"{'a': 1}", "a.json:1:2: error: \"'\" found, but a field's name in double quotes is "
                     "needed here\n"},
        {"['a']", "a.json:1:2: error: texts stand in double quotes, not in single ones\n"},
        {"[,1]", "a.json:1:2: error: \",\" found, but a value is needed here\n"},
        {"[NaN]", "a.json:1:2: error: \"NaN\" is not a JSON number; leave a field out where its "
                  "value is not known\n"},
        {"[-Infinity]", "a.json:1:2: error: \"-Infinity\" is not a JSON number; leave a field out "
                        "where its value is not known\n"},
        {"[1e400]", "a.json:1:2: error: \"1e400\" is too large for a number\n"},
        {"[007]", "a.json:1:2: error: \"007\" is not a JSON number; write for example 12.5, 0.5 "
                  "or 1e6\n"},
        {"[.5]", "a.json:1:2: error: \".5\" is not a JSON number; write for example 12.5, 0.5 or "
                 "1e6\n"},
        {"[+1]", "a.json:1:2: error: \"+1\" is not a JSON number; write for example 12.5, 0.5 or "
                 "1e6\n"},
        {"[True]", "a.json:1:2: error: \"True\" is not a JSON value; texts stand in double quotes, "
                   "other words are true, false and null\n"},
        {"[\"a\nb\"]", "a.json:1:4: error: a text must end on its line; write a line break as "
                       "\\n\n"},
        {"[\"a\tb\"]", "a.json:1:4: error: the control byte \"\\x09\" must not stand in a text; "
                       "write it as an escape such as \\t\n"},
        {"[\"C:\\dir\"]", "a.json:1:5: error: \"\\d\" is not an escape of JSON; write a backslash "
                          "as \\\\\n"},
        {"[\"\\ud800x\"]", "a.json:1:3: error: \"\\ud800\" is not an escape of JSON; write a "
                           "backslash as \\\\\n"},
        {"{} x", "a.json:1:4: error: \"x\" stands behind the end of the document\n"},
        {"[\"\xff\"]", "a.json:1:3: error: the byte 0xff is no part of UTF-8 text; save the file "
                       "as UTF-8\n"},
        {std::string("{}\0x", 4), "a.json:1:3: error: a zero byte stands here; a JSON file is "
                                  "plain UTF-8 text\n"},
    }));
    CHECK(complaint(text) == expected);
}

TEST_CASE("64 levels are read, 65 and 100,000 are refused where they pass the limit",
          "[io][json]") {
    CHECK(io::parseJson(std::string(64, '[') + std::string(64, ']'), "a.json"));
    std::string pointer;
    for (int i = 0; i < 64; ++i)
        pointer += "/0";
    for (const std::size_t depth : {std::size_t{65}, std::size_t{100'000}})
        CHECK(complaint(std::string(depth, '[')) ==
              "a.json:1:65: error: nested deeper than 64 levels\n  at " + pointer + "\n");
}

TEST_CASE("more values than the limit are refused, not kept", "[io][json][.slow]") {
    std::string text = "[0";
    text.reserve(100'000'002);
    while (text.size() < 100'000'000)
        text += ",0";
    text += "]";
    CHECK(complaint(text).ends_with("error: more than 20000000 values; split the file\n"));
}

TEST_CASE("any cut of a document is refused without a crash", "[io][json]") {
    const std::string whole =
        "{\"a\": [1, -2.5e3, \"t\\u00e9\\n\"], // c\n \"b\": {\"c\": null /* d */, \"e\": true}}";
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto document = io::parseJson(whole.substr(0, length), "cut.json");
        INFO(whole.substr(0, length));
        CHECK_FALSE(document);
        CHECK(document.diagnostics().size() == 1);
    }
    CHECK(io::parseJson(whole, "cut.json"));
}
