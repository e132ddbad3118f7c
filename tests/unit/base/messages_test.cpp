#include <gpuplan/base/contract.hpp>
#include <gpuplan/base/messages.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;

TEST_CASE("arguments stand where the text asks for them", "[base][messages]") {
    CHECK(text(Message{"base.file.too_large", {"\"9\"", "5"}}) ==
          "\"9\" has more than the 5 bytes allowed here");
}

TEST_CASE("braces in an argument are not asked again", "[base][messages]") {
    CHECK(text(Message{"base.file.missing", {"{0} {1}"}}) == "there is no file {0} {1}");
}

TEST_CASE("an unknown key or too few arguments is a bug of ours", "[base][messages]") {
    CHECK_THROWS_AS(text("base.no_such_key"), ContractViolation);
    CHECK_THROWS_AS(text(Message{"base.file.too_large", {"9"}}), ContractViolation);
}

TEST_CASE("a text not yet translated is English", "[base][messages]") {
    CHECK_FALSE(text("base.severity.error", Language::Russian).empty());
}

TEST_CASE("no key of the table stands twice", "[base][messages]") {
    const auto keys = messageKeys();

    CHECK(std::is_sorted(keys.begin(), keys.end()));
    CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("text in UTF-8 is shown as it is", "[base][messages]") {
    CHECK(inQuotes("") == "\"\"");
    CHECK(inQuotes("H100 \xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80") ==
          "\"H100 \xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80\"");
}

TEST_CASE("control characters are shown as their bytes", "[base][messages]") {
    CHECK(inQuotes("a\nb") == "\"a\\x0ab\"");
    CHECK(inQuotes(std::string_view("\0", 1)) == "\"\\x00\"");
    CHECK(inQuotes("\x1b[31m\x7f") == "\"\\x1b[31m\\x7f\"");
    // U+009B is a terminal's control sequence introducer too.
    CHECK(inQuotes("\xc2\x9b") == "\"\\xc2\\x9b\"");
    CHECK(inQuotes("\xc2\xa0") == "\"\xc2\xa0\"");
}

TEST_CASE("bytes that are not UTF-8 are shown as hexadecimal", "[base][messages]") {
    CHECK(printable("a\x80z") == "a\\x80z");        // a continuation alone
    CHECK(printable("\xc3") == "\\xc3");            // cut short
    CHECK(printable("\xe2\x82z") == "\\xe2\\x82z"); // cut short within
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");   // overlong /
    CHECK(printable("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");          // half a surrogate pair
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80"); // past U+10FFFF
    CHECK(printable("\xff\xfe") == "\\xff\\xfe");
}

TEST_CASE("a long value is cut between characters", "[base][messages]") {
    CHECK(inQuotes(std::string(120, 'x')) == "\"" + std::string(120, 'x') + "\"");
    CHECK(inQuotes(std::string(121, 'x')) == "\"" + std::string(120, 'x') + "...\"");
    // The two bytes of U+00B5 would stand at 119 and 120.
    CHECK(inQuotes(std::string(119, 'x') + "\xc2\xb5 and more") ==
          "\"" + std::string(119, 'x') + "...\"");
}

TEST_CASE("text is UTF-8 only if every character is whole", "[base][messages]") {
    CHECK(gpuplan::isUtf8(""));
    CHECK(gpuplan::isUtf8("22 %, \xc3\xa9, \xf0\x9f\x98\x80"));
    CHECK_FALSE(gpuplan::isUtf8("\xc3"));             // cut short
    CHECK_FALSE(gpuplan::isUtf8("a\xc3\x28"));        // no continuation
    CHECK_FALSE(gpuplan::isUtf8("\xc0\xaf"));         // overlong
    CHECK_FALSE(gpuplan::isUtf8("\xed\xa0\x80"));     // a surrogate
    CHECK_FALSE(gpuplan::isUtf8("\xf4\x90\x80\x80")); // past the last character
}
