#include <gpuplan/units/time.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

namespace {

Instant at(std::string_view text) {
    const auto instant = parseInstant(text);
    INFO(text);
    REQUIRE(instant);
    return *instant;
}

std::string complaint(std::string_view typed) {
    const auto result = parseDuration(typed);
    REQUIRE_FALSE(result);
    return text(result.diagnostics()[0].message);
}

} // namespace

TEST_CASE("durations read in every unit", "[units][time]") {
    CHECK(*parseDuration("5 us") == Duration(5));
    CHECK(*parseDuration("10 ms") == Duration(10'000));
    CHECK(*parseDuration("90 s") == seconds(90));
    CHECK(*parseDuration("3 min") == seconds(180));
    CHECK(*parseDuration("3 minutes") == seconds(180));
    CHECK(*parseDuration("2 h") == hours(2));
    CHECK(*parseDuration("1.5 d") == hours(36));
    CHECK(*parseDuration("2 weeks") == hours(336));
    CHECK(*parseDuration("36 months") == hours(36 * 730));
    CHECK(*parseDuration("3 years") == hours(3 * 8760));
    CHECK(*parseDuration("1 year") == *parseDuration("12 months"));
    CHECK(*parseDuration("0 s") == Duration(0));
}

TEST_CASE("a duration is rounded half to even to a microsecond", "[units][time]") {
    CHECK(*parseDuration("0.5 us") == Duration(0));
    CHECK(*parseDuration("1.5 us") == Duration(2));
    CHECK(*parseDuration("2.5 us") == Duration(2));
    CHECK(*parseDuration("0.0000015 s") == Duration(2));
}

TEST_CASE("a duration that can not be read is told why", "[units][time]") {
    CHECK(complaint("36") == "\"36\" has no unit; write for example \"36 months\" or \"90 s\"");
    CHECK(complaint("soon") ==
          "\"soon\" is not a quantity; write for example \"36 months\" or \"90 s\"");
    CHECK(complaint("5 kWh") == "\"5 kWh\" has the unit \"kWh\", which is not a unit of time; "
                                "write for example \"36 months\" or \"90 s\"");
    CHECK(complaint("-1 h") == "\"-1 h\" is negative; 0 or more is needed");
    CHECK(complaint("300000 years") == "\"300000 years\" is too large to be kept exactly");
    // A month or a minute? Not guessed.
    CHECK(complaint("5 m") == "\"5 m\" has the unit \"m\", which is not a unit of time; write for "
                              "example \"36 months\" or \"90 s\"");
}

TEST_CASE("duration text is the largest exact unit and reads back", "[units][time]") {
    CHECK(durationText(seconds(90)) == "90 s");
    CHECK(durationText(hours(36)) == "36 h");
    CHECK(durationText(hours(48)) == "2 d");
    CHECK(durationText(seconds(120)) == "2 min");
    CHECK(durationText(Duration(0)) == "0 s");
    CHECK(durationText(Duration(1'500'000)) == "1.5 s");
    CHECK(durationText(Duration(1)) == "0.000001 s");
    for (const std::int64_t micros :
         {0LL, 1LL, 999'999LL, 60'000'000LL, 86'400'000'001LL, 9'223'372'036'854'775'807LL})
        CHECK(*parseDuration(durationText(Duration(micros))) == Duration(micros));
}

TEST_CASE("seconds are exact decimals", "[units][time]") {
    CHECK(secondsText(Duration(12'500'000)) == "12.5");
    CHECK(secondsText(seconds(3600)) == "3600");
    CHECK(secondsText(Duration(-1)) == "-0.000001");
    CHECK(durationFromSeconds(*Decimal::parse("12.5")) == Duration(12'500'000));
    CHECK(durationFromSeconds(*Decimal::parse("0.0000005")) == Duration(0));
    CHECK_FALSE(durationFromSeconds(*Decimal::parse("9223372036855")));
    CHECK(inSeconds(Duration(3)) == 0.000003);
    CHECK(inHours(hours(7)) == 7.0);
}

TEST_CASE("instants read as dates and times in UTC", "[units][time]") {
    CHECK(at("1970-01-01").time_since_epoch() == Duration(0));
    CHECK(at("1970-01-02T00:00:01Z").time_since_epoch() == seconds(86'401));
    CHECK(at("2026-11-29 12:30:00") == at("2026-11-29T12:30:00Z"));
    CHECK(at("2026-11-29T12:30:00.25Z") - at("2026-11-29T12:30:00") == Duration(250'000));
    CHECK(at("1969-12-31T23:59:59").time_since_epoch() == seconds(-1));
    // 2000-03-01 is day 11,017: 30 years with 7 leap days, then 31 + 29 days
    CHECK(at("2000-03-01").time_since_epoch() == hours(24) * (30 * 365 + 7 + 31 + 29));
    CHECK(at("2024-02-29T00:00:00Z") + hours(24) == at("2024-03-01"));
}

TEST_CASE("malformed dates are refused", "[units][time]") {
    const auto* const text =
        GENERATE("", "2026", "2026-11", "2026-02-30", "2026-02-29", "2100-02-29", "2026-13-01",
                 "2026-00-10", "2026-11-00", "2026-11-31", "0000-01-01", "26-11-29", "2026-1-1",
                 "2026/11/29", "2026-11-29Z", "2026-11-29T", "2026-11-29T12", "2026-11-29T12:30",
                 "2026-11-29T24:00:00", "2026-11-29T12:60:00", "2026-11-29T12:30:60",
                 "2026-11-29T12:30:00.", "2026-11-29T12:30:00.Z", "2026-11-29T12:30:00+01:00",
                 "2026-11-29T12:30:00Z ", "2026-11-29T12:30:00ZZ", "2026-11-29T12.30.00",
                 "-026-11-29", "2026-11-2a", " 2026-11-29", "2026-11-29t12:30:00");
    INFO(text);

    CHECK_FALSE(parseInstant(text));
}

TEST_CASE("a leap day is a date in leap years only", "[units][time]") {
    CHECK(parseInstant("2000-02-29"));
    CHECK(parseInstant("2024-02-29"));
    CHECK_FALSE(parseInstant("1900-02-29"));
}

TEST_CASE("an instant's text reads back", "[units][time]") {
    CHECK(instantText(at("2026-11-29")) == "2026-11-29T00:00:00Z");
    CHECK(instantText(at("2026-11-29 23:59:59.000001")) == "2026-11-29T23:59:59.000001Z");
    CHECK(instantText(at("2026-11-29 00:00:00.5")) == "2026-11-29T00:00:00.5Z");
    CHECK(instantText(at("0001-01-01")) == "0001-01-01T00:00:00Z");
    CHECK(instantText(at("9999-12-31 23:59:59")) == "9999-12-31T23:59:59Z");
    CHECK(instantText(at("1969-12-31T23:59:59.75")) == "1969-12-31T23:59:59.75Z");
    CHECK(dateText(at("2026-11-29T12:30:00Z")) == "2026-11-29");
    CHECK(monthText(at("2026-11-29T12:30:00Z")) == "2026-11");
}

TEST_CASE("the start of a month is its first midnight", "[units][time]") {
    const Instant instant = at("2026-11-29T12:30:00Z");

    CHECK(startOfMonth(instant) == at("2026-11-01"));
    CHECK(startOfMonth(instant, 1) == at("2026-12-01"));
    CHECK(startOfMonth(instant, 2) == at("2027-01-01"));
    CHECK(startOfMonth(instant, -11) == at("2025-12-01"));
    CHECK(startOfMonth(at("2026-11-01")) == at("2026-11-01"));
    CHECK(startOfMonth(at("1969-12-31T23:00:00")) == at("1969-12-01"));
}

TEST_CASE("months are added by the calendar, and a day past the end becomes the last",
          "[units][time]") {
    CHECK(addMonths(at("2026-01-15 10:00:00"), 1) == at("2026-02-15 10:00:00"));
    CHECK(addMonths(at("2026-01-31"), 1) == at("2026-02-28"));
    CHECK(addMonths(at("2024-01-31"), 1) == at("2024-02-29"));
    CHECK(addMonths(at("2024-02-29"), 12) == at("2025-02-28"));
    CHECK(addMonths(at("2024-02-29"), 48) == at("2028-02-29"));
    CHECK(addMonths(at("2026-03-31 06:00:00"), -1) == at("2026-02-28 06:00:00"));
    CHECK(addMonths(at("2026-12-31"), 2) == at("2027-02-28"));
    CHECK(addMonths(at("2026-05-31"), 0) == at("2026-05-31"));
    CHECK(addMonths(at("2026-01-31"), 36) == at("2029-01-31"));
}
