#include <gpuplan/units/int128.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <limits>

using namespace gpuplan;

namespace {

constexpr std::int64_t least64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most64 = std::numeric_limits<std::int64_t>::max();
/// 2^127 - 1
const Int128 most = static_cast<Int128>(~UInt128{0} >> 1U);

Int128 number(std::string_view text) {
    const bool negative = text[0] == '-';
    Int128 value = 0;
    for (const char c : text.substr(negative ? 1 : 0))
        value = value * 10 + (c - '0');
    return negative ? -value : value;
}

/// Half to even of small numbers by trial, as a reader would.
int roundedByTrial(int numerator, int denominator) {
    int best = 0;
    for (int candidate = -2000; candidate <= 2000; ++candidate) {
        const int error = std::abs(numerator - candidate * denominator);
        const int bestError = std::abs(numerator - best * denominator);
        if (error < bestError || (error == bestError && candidate % 2 == 0))
            best = candidate;
    }
    return best;
}

struct Row {
    const char* a;
    const char* b;
    const char* denominator;
    const char* expected;
};

// round(Fraction(a * b, denominator)) in Python, whose integers are exact and whose round goes
// half to even.
constexpr Row table[] = {
    {"170141183460469231731687303715884105727", "170141183460469231731687303715884105727",
     "170141183460469231731687303715884105727", "170141183460469231731687303715884105727"},
    {"170141183460469231731687303715884105727", "1", "1",
     "170141183460469231731687303715884105727"},
    {"170141183460469231731687303715884105727", "2", "2",
     "170141183460469231731687303715884105727"},
    {"170141183460469231731687303715884105727", "3", "4",
     "127605887595351923798765477786913079295"},
    {"170141183460469231731687303715884105726", "170141183460469231731687303715884105726",
     "170141183460469231731687303715884105727", "170141183460469231731687303715884105725"},
    {"170141183460469231731687303715884105727", "170141183460469231731687303715884105725",
     "170141183460469231731687303715884105727", "170141183460469231731687303715884105725"},
    {"85070591730234615865843651857942052864", "3", "2", "127605887595351923798765477786913079296"},
    {"85070591730234615865843651857942052864", "3", "4", "63802943797675961899382738893456539648"},
    {"1000000000000000000000000000000", "1000000000000000000000000000000",
     "1000000000000000000000000000000", "1000000000000000000000000000000"},
    {"1000000000000000000000000000000", "10000000", "3", "3333333333333333333333333333333333333"},
    {"123456789012345678901234567890", "987654321098765432109876543210",
     "100000000000000000000000000000000000000", "1219326311370217952262"},
    {"50000000000000000000000000000000000000", "1", "100000000000000000000000000000000000000", "0"},
    {"15000000000000000000000000000000000000", "10", "100000000000000000000000000000000000000",
     "2"},
    {"150000000000000000000000000000000000000", "1", "100000000000000000000000000000000000000",
     "2"},
    {"35000000000000000000000000000000000000", "10", "100000000000000000000000000000000000000",
     "4"},
    {"18446744073709551617", "18446744073709551615", "9223372036854775808", "36893488147419103232"},
    {"1267650600228229401496703205377", "67108864", "134217728", "633825300114114700748351602688"},
    {"1267650600228229401496703205379", "67108864", "134217728", "633825300114114700748351602690"},
    {"170141183460469231731687303715884105727", "9223372036854775808", "18446744073709551616",
     "85070591730234615865843651857942052864"},
    {"100000000000000000000000000000000000000", "100000000000000000000000000000000000000",
     "100000000000000000000000000000000000001", "99999999999999999999999999999999999999"},
    {"7", "100000000000000000000000000000000000000", "90000000000000000000000000000000000000", "8"},
    {"0", "170141183460469231731687303715884105727", "170141183460469231731687303715884105727",
     "0"},
    {"1", "1", "170141183460469231731687303715884105727", "0"},
    {"85070591730234615865843651857942052863", "1", "170141183460469231731687303715884105727", "0"},
    {"85070591730234615865843651857942052864", "1", "170141183460469231731687303715884105727", "1"},
    {"98320000", "3600000001", "3600000000", "98320000"},
};

} // namespace

TEST_CASE("multiply and divide agrees with exact fractions", "[units][int128]") {
    for (const Row& row : table) {
        CAPTURE(row.a, row.b, row.denominator);
        const Int128 a = number(row.a);
        const Int128 b = number(row.b);
        const Int128 denominator = number(row.denominator);

        CHECK(toText(multiplyDivideHalfEven(a, b, denominator)) == row.expected);
        CHECK(toText(multiplyDivideHalfEven(b, a, denominator)) == row.expected);
        CHECK(multiplyDivideHalfEven(-a, b, denominator) == -number(row.expected));
        CHECK(multiplyDivideHalfEven(-a, -b, denominator) == number(row.expected));
    }
}

TEST_CASE("small quotients agree with rounding by trial", "[units][int128]") {
    for (int numerator = -40; numerator <= 40; ++numerator)
        for (int denominator = 1; denominator <= 12; ++denominator) {
            CAPTURE(numerator, denominator);
            REQUIRE(divideHalfEven(numerator, denominator) ==
                    roundedByTrial(numerator, denominator));
        }
}

TEST_CASE("a quotient past 127 bits is refused, never wrapped", "[units][int128]") {
    CHECK_THROWS_AS(multiplyDivideHalfEven(most, 2, 1), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyDivideHalfEven(most, most, 1), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyDivideHalfEven(most, most, most - 1), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyDivideHalfEven(-most, 3, 2), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyDivideHalfEven(most, 4, 2), ArithmeticOverflow);
}

TEST_CASE("rounding up to 2^128 is refused, not wrapped to 0", "[units][int128]") {
    // a * b = 2^129 - 1, so the quotient by 2 is 2^128 - 1 and a tie that goes up.
    const Int128 a = (Int128{1} << 43U) - 1;
    const Int128 b = (Int128{1} << 86U) + (Int128{1} << 43U) + 1;

    CHECK_THROWS_AS(multiplyDivideHalfEven(a, b, 2), ArithmeticOverflow);
}

TEST_CASE("a divisor that is not positive is a bug of ours", "[units][int128]") {
    CHECK_THROWS_AS(divideHalfEven(1, 0), ContractViolation);
    CHECK_THROWS_AS(divideHalfEven(1, -1), ContractViolation);
}

TEST_CASE("checked arithmetic reaches its ends and refuses the next step", "[units][int128]") {
    CHECK(addChecked(most - 1, 1) == most);
    CHECK(subtractChecked(-most, 1) == -most - 1);
    CHECK(multiplyChecked(most, -1) == -most);
    CHECK_THROWS_AS(addChecked(most, 1), ArithmeticOverflow);
    CHECK_THROWS_AS(subtractChecked(-most, 2), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyChecked(most, 2), ArithmeticOverflow);
    CHECK_THROWS_AS(multiplyChecked(-most - 1, -1), ArithmeticOverflow);
}

TEST_CASE("narrowing keeps the number or refuses", "[units][int128]") {
    CHECK(toInt64(least64) == least64);
    CHECK(toInt64(most64) == most64);
    CHECK_THROWS_AS(toInt64(Int128{most64} + 1), ArithmeticOverflow);
    CHECK_THROWS_AS(toInt64(Int128{least64} - 1), ArithmeticOverflow);
    CHECK_THROWS_AS(toInt64(Int128{1} << 64U), ArithmeticOverflow);
}

TEST_CASE("powers of ten go to 38", "[units][int128]") {
    CHECK(powerOfTen(0) == 1);
    CHECK(powerOfTen(18) == 1'000'000'000'000'000'000);
    CHECK(toText(powerOfTen(38)) == "1" + std::string(38, '0'));
    CHECK_THROWS_AS(powerOfTen(39), ArithmeticOverflow);
    CHECK_THROWS_AS(powerOfTen(-1), ArithmeticOverflow);
}

TEST_CASE("128-bit numbers have text to both ends", "[units][int128]") {
    CHECK(toText(0) == "0");
    CHECK(toText(-7) == "-7");
    CHECK(toText(most) == "170141183460469231731687303715884105727");
    CHECK(toText(-most - 1) == "-170141183460469231731687303715884105728");
}

TEST_CASE("the double of a large number is the nearest", "[units][int128]") {
    const Int128 tie = (Int128{1} << 53U) + 1;

    CHECK(toDouble(tie) == 9007199254740992.0);     // half to even
    CHECK(toDouble(tie + 2) == 9007199254740996.0); // half to even
    CHECK(toDouble(powerOfTen(38)) == 1e38);
    CHECK(toDouble(-powerOfTen(30)) == -1e30);
}
