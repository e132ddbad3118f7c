#include <gpuplan/units/quantity_text.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

namespace {

/// `amount|unit`, or `none`.
std::string split(std::string_view text) {
    const auto parts = splitQuantity(text);
    return parts ? parts->amount.text() + "|" + parts->unit : "none";
}

} // namespace

TEST_CASE("amount and unit part at the first letter", "[units][quantity_text]") {
    CHECK(split("98.32 USD/h") == "98.32|USD/h");
    CHECK(split("80GiB") == "80|GiB");
    CHECK(split(" -5\tkW ") == "-5|kW");
    CHECK(split("5") == "5|");
    CHECK(split("1e3 W") == "1000|W");
    CHECK(split("2 1000-requests") == "2|1000-requests");
}

TEST_CASE("an e belongs to the number only before digits", "[units][quantity_text]") {
    CHECK(split("5 eV") == "5|eV");
    CHECK(split("5EB") == "5|EB");
    CHECK(split("5e3W") == "5000|W");
    CHECK(split("5e-3 W") == "0.005|W");
}

TEST_CASE("blanks go only around the slash", "[units][quantity_text]") {
    CHECK(split("98.32 USD / h") == "98.32|USD/h");
    CHECK(split("98.32 USD  /h") == "98.32|USD/h");
    CHECK(split("5 k W") == "5|k W");
    CHECK(split("5 USD /  GB month") == "5|USD/GB month");
}

TEST_CASE("text that does not begin with a number is none", "[units][quantity_text]") {
    for (const char* text : {"", " ", "GiB", "USD 5", "1.2.3 W", "5-3 W", "5e- W", "--5 W"})
        CHECK(split(text) == "none");
}

TEST_CASE("grouped digits are refused, since a comma may mean either of two things",
          "[units][quantity_text]") {
    CHECK(split("1,000 USD") == "none");
    CHECK(split("1'000 USD") == "none");
    CHECK(split("1_000 USD") == "none");
}
