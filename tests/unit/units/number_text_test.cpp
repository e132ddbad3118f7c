#include <gpuplan/base/contract.hpp>
#include <gpuplan/units/number_text.hpp>

#include <catch2/catch.hpp>

#include <clocale>
#include <limits>

using namespace gpuplan;

TEST_CASE("number text is the shortest that reads back", "[units][number_text]") {
    CHECK(numberText(0.1) == "0.1");
    CHECK(numberText(100) == "100");
    CHECK(numberText(1.0 / 3) == "0.3333333333333333");
    CHECK(numberText(-2.5) == "-2.5");
    for (const double value : {1e-300, 123456.789, 5e-324, std::numeric_limits<double>::max(),
                               0.30000000000000004, 1e22})
        CHECK(parseNumber(numberText(value)) == value);
}

TEST_CASE("no text is minus zero", "[units][number_text]") {
    CHECK(numberText(-0.0) == "0");
    CHECK(fixedText(-0.0, 2) == "0.00");
    CHECK(fixedText(-0.004, 2) == "0.00");
    CHECK(fixedText(-0.006, 2) == "-0.01");
    CHECK(fixedText(-0.4, 0) == "0");
}

TEST_CASE("fixed text rounds the exact binary value", "[units][number_text]") {
    CHECK(fixedText(2.5, 0) == "2"); // an exact tie: half to even
    CHECK(fixedText(3.5, 0) == "4");
    CHECK(fixedText(0.125, 2) == "0.12");
    CHECK(fixedText(1.005, 2) == "1.00"); // 1.00499999999999989...
    CHECK(fixedText(1234.5678, 3) == "1234.568");
    CHECK(fixedText(1e15, 2) == "1000000000000000.00");
}

TEST_CASE("fixed text holds the largest double and bounds the places", "[units][number_text]") {
    const std::string text = fixedText(std::numeric_limits<double>::max(), 60);

    CHECK(text.size() == 309 + 1 + 60);
    CHECK(text.substr(0, 4) == "1797");
    CHECK_THROWS_AS(fixedText(1, -1), ContractViolation);
    CHECK_THROWS_AS(fixedText(1, 61), ContractViolation);
}

TEST_CASE("only a whole finite number is read", "[units][number_text]") {
    CHECK(parseNumber("12.5") == 12.5);
    CHECK(parseNumber("-1e3") == -1000.0);
    for (const char* text :
         {"", " 1", "1 ", "1,5", "abc", "1x", "inf", "nan", "-inf", "1e400", "+1", "0x10", "--1"}) {
        INFO(text);
        CHECK_FALSE(parseNumber(text));
    }
}

TEST_CASE("numbers do not follow the locale", "[units][number_text]") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr &&
        std::setlocale(LC_ALL, "ru_RU.UTF-8") == nullptr) {
        WARN("skipped: no locale with a decimal comma is installed");
        return;
    }

    CHECK(numberText(0.5) == "0.5");
    CHECK(fixedText(1234.5, 1) == "1234.5");
    CHECK(parseNumber("0.5") == 0.5);
    CHECK_FALSE(parseNumber("0,5"));

    std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("digits before the point are grouped by three", "[units][number_text]") {
    CHECK(grouped("0") == "0");
    CHECK(grouped("999") == "999");
    CHECK(grouped("1000") == "1,000");
    CHECK(grouped("1234567.8912") == "1,234,567.8912");
    CHECK(grouped("-123") == "-123");
    CHECK(grouped("-1234") == "-1,234");
    CHECK(grouped("") == "");
}
