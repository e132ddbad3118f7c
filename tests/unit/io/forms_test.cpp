#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/forms.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <string>

using namespace gpuplan;
using namespace gpuplan::io;

namespace {

/// What the form reads from a JSON text, or nothing.
template <Form F>
std::optional<typename F::Value> readBy(const F& form, const std::string& json) {
    const auto document = parseJson(json, "f");
    INFO(json);
    REQUIRE(document);
    typename F::Value value{};
    Reading reading;
    const bool good = form.read(document->root(), value, reading);
    CHECK(good == !reading.hasErrors());
    if (!good)
        return std::nullopt;
    return value;
}

template <Form F>
std::string complaintOf(const F& form, const std::string& json) {
    const auto document = parseJson(json, "f");
    INFO(json);
    REQUIRE(document);
    typename F::Value value{};
    Reading reading;
    CHECK_FALSE(form.read(document->root(), value, reading));
    return describe(reading.take());
}

template <Form F>
std::string written(const F& form, const typename F::Value& value) {
    JsonWriter out;
    form.write(out, value);
    return out.take();
}

} // namespace

TEST_CASE("whole numbers keep their bounds and have no fraction", "[io][forms]") {
    const IntegerForm form{1, 600};
    CHECK(readBy(form, "1") == 1);
    CHECK(readBy(form, "600") == 600);
    CHECK(readBy(form, "4.0") == 4);
    CHECK(readBy(form, "6e2") == 600);
    CHECK_FALSE(readBy(form, "0"));
    CHECK_FALSE(readBy(form, "601"));
    CHECK_FALSE(readBy(form, "-9223372036854775809"));
    CHECK(complaintOf(form, "4.5") == "f:1:1: error: \"4.5\" is no whole number\n");
    CHECK(complaintOf(form, "\"4\"") ==
          "f:1:1: error: a whole number is needed, but the text \"4\" was found\n");
}

TEST_CASE("a seed is any unsigned 64-bit number, exactly", "[io][forms]") {
    CHECK(readBy(SeedForm{}, "18446744073709551615") == 18'446'744'073'709'551'615U);
    // Next to it as a double, yet another number.
    CHECK(readBy(SeedForm{}, "9007199254740993") == 9'007'199'254'740'993U);
    CHECK_FALSE(readBy(SeedForm{}, "18446744073709551616"));
    CHECK_FALSE(readBy(SeedForm{}, "-1"));
}

TEST_CASE("decimals are exact and say when they can not be", "[io][forms]") {
    const DecimalForm form{"0", "10", true};
    CHECK(readBy(form, "0.1") == Decimal::parse("0.1"));
    CHECK(readBy(form, "1e-18") == Decimal::parse("0.000000000000000001"));
    CHECK(readBy(form, "10") == Decimal::integer(10));
    CHECK_FALSE(readBy(form, "0"));
    CHECK_FALSE(readBy(form, "10.000000000000000001"));
    CHECK(complaintOf(form, "1e-19") == "f:1:1: error: \"1e-19\" has too many digits: at most 30, "
                                        "of these 18 behind the point, are kept\n");
    CHECK(complaintOf(form, "-0.5") ==
          "f:1:1: error: \"-0.5\" is out of range: more than 0 and up to 10 is allowed\n");
    CHECK(written(form, *Decimal::parse("2.50")) == "2.5\n");
}

TEST_CASE("weights are doubles inside their bounds", "[io][forms]") {
    const NumberForm form{0, 1e6, true};
    CHECK(readBy(form, "0.25") == 0.25);
    CHECK_FALSE(readBy(form, "0"));
    CHECK_FALSE(readBy(form, "1e-400"));
    CHECK_FALSE(readBy(form, "1000001"));
}

TEST_CASE("a job's GPUs are whole, or a share of one in thousandths", "[io][forms]") {
    const GpuCountForm form{100'000};
    CHECK(readBy(form, "8") == GpuCount::whole(8));
    CHECK(readBy(form, "0.125") == GpuCount::milli(125));
    CHECK_FALSE(readBy(form, "1.5"));
    CHECK_FALSE(readBy(form, "0.0001"));
    CHECK_FALSE(readBy(form, "0"));
    CHECK_FALSE(readBy(form, "100001"));
    CHECK(written(form, GpuCount::milli(500)) == "0.5\n");
}

TEST_CASE("quantities need their unit and keep their bounds", "[io][forms]") {
    const DurationForm form{"1 s", "100 years"};
    CHECK(readBy(form, "\"90 min\"") == seconds(5400));
    CHECK(readBy(form, "\"100 years\"") == hours(100 * 8760));
    CHECK_FALSE(readBy(form, "\"101 years\""));
    CHECK_FALSE(readBy(form, "\"0.5 s\""));
    CHECK_FALSE(readBy(form, "\"90\""));
    CHECK(complaintOf(form, "90") == "f:1:1: error: 90 has no unit; write for example \"90 s\"\n");
    CHECK(readBy(BytesForm{"1 B", "1000 PB"}, "\"1000 PB\"") == Bytes(1'000'000'000'000'000'000));
    CHECK_FALSE(readBy(BytesForm{"1 B", "1000 PB"}, "\"1001 PB\""));
    CHECK(readBy(PowerForm{"0 W", "1 MW"}, "\"1 MW\"") == kilowatts(1000));
    CHECK(complaintOf(PowerForm{"0 W", "1 MW"}, "\"3 kWh\"") ==
          "f:1:1: error: \"3 kWh\" is energy, but power is needed here; write for example "
          "\"10.2 kW\"\n");
}

TEST_CASE("every unit that the schema's pattern lists is one that is parsed", "[io][forms]") {
    for (const char* unit : {"us", "ms", "s", "sec", "min", "h", "hour", "hours", "d", "day",
                             "days", "week", "weeks", "month", "months", "year", "years"})
        CHECK(readBy(DurationForm{"0 s", "100 years"}, "\"2 " + std::string(unit) + "\""));
    for (const char* unit :
         {"B", "kB", "KB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB", "PB", "PiB"})
        CHECK(readBy(BytesForm{"1 B", "1000 PB"}, "\"2 " + std::string(unit) + "\""));
    for (const char* unit : {"mW", "W", "kW", "MW"})
        CHECK(readBy(PowerForm{"0 W", "2 MW"}, "\"2 " + std::string(unit) + "\""));
}

TEST_CASE("amounts are exact to a millionth, not negative and at most 10^9", "[io][forms]") {
    CHECK(readBy(MoneyForm{}, "\"1200.000001 USD\"") == Money(1'200'000'001, Currency::usd()));
    CHECK_FALSE(readBy(MoneyForm{}, "\"-1 USD\""));
    CHECK_FALSE(readBy(MoneyForm{}, "\"1000000000.01 USD\""));
    CHECK(complaintOf(MoneyForm{}, "\"0.0000001 USD\"") ==
          "f:1:1: error: \"0.0000001 USD\" has more than 6 places behind the point; amounts are "
          "kept to a millionth\n");
    CHECK(complaintOf(MoneyForm{}, "1200") ==
          "f:1:1: error: 1200 has no unit; write for example \"1200 USD\"\n");
}

TEST_CASE("prices are kept as written", "[io][forms]") {
    const PriceForm<per::Hour> form;
    CHECK(readBy(form, "\"0.1234567890123 USD/h\"")->amount == Decimal::parse("0.1234567890123"));
    CHECK(written(form, {*Decimal::parse("98.320"), Currency::usd()}) == "\"98.32 USD/h\"\n");
    CHECK_FALSE(readBy(form, "\"98.32 USD/kWh\""));
    CHECK_FALSE(readBy(form, "\"1000000001 USD/h\""));
    CHECK_FALSE(readBy(form, "\"-1 USD/h\""));
}

TEST_CASE("dates are days of the calendar", "[io][forms]") {
    CHECK(dateText(*readBy(DateForm{}, "\"2028-02-29\"")) == "2028-02-29");
    CHECK_FALSE(readBy(DateForm{}, "\"2027-02-29\""));
    CHECK_FALSE(readBy(DateForm{}, "\"2027-02-29T00:00:00Z\""));
    CHECK_FALSE(readBy(DateForm{}, "\"1989-12-31\""));
    CHECK_FALSE(readBy(DateForm{}, "\"2200-01-01\""));
    CHECK_FALSE(readBy(DateForm{}, "20270101"));
    for (const char* good : {"\"2026\"", "\"2026-07\"", "\"2026-07-20\""})
        CHECK(readBy(LooseDateForm{}, good));
    for (const char* bad : {"\"26\"", "\"2026-13\"", "\"2026-7\"", "\"2026-07-32\"", "\"soon\""})
        CHECK_FALSE(readBy(LooseDateForm{}, bad));
}

TEST_CASE("texts hide nothing in a table", "[io][forms]") {
    const TextForm form{8};
    CHECK(readBy(form, "\"a b\"") == "a b");
    CHECK_FALSE(readBy(form, "\"\""));
    CHECK_FALSE(readBy(form, "\" a\""));
    CHECK_FALSE(readBy(form, "\"a\\n\""));
    CHECK_FALSE(readBy(form, "\"a\\u0000b\""));
    CHECK_FALSE(readBy(form, "\"123456789\""));
    CHECK(readBy(TextForm{8, true}, "\"a\\nb\"") == "a\nb");
}

TEST_CASE("a choice names what it knows", "[io][forms]") {
    const ChoiceForm form{Names<int>{{"fifo", 1}, {"easy", 2}}};
    CHECK(readBy(form, "\"easy\"") == 2);
    CHECK(written(form, 1) == "\"fifo\"\n");
    CHECK(complaintOf(form, "\"fito\"") ==
          "f:1:1: error: \"fito\" is not known here; known: fifo, easy\n  did you mean "
          "\"fifo\"?\n");
    CHECK_FALSE(readBy(form, "\"Easy\""));
}

TEST_CASE("lists tell every faulty entry and their size", "[io][forms]") {
    const ListForm<IntegerForm> form{IntegerForm{0, 9}, 1, 3};
    CHECK(readBy(form, "[1, 2]") == std::vector<std::int64_t>{1, 2});
    CHECK(complaintOf(form, "[10, 1, true]") ==
          "f:1:2: error: \"10\" is out of range: 0 to 9 is allowed\n  at /0\n"
          "f:1:9: error: a whole number is needed, but true was found\n  at /2\n");
    CHECK(complaintOf(form, "[]") == "f:1:1: error: a list of 0 entries; 1 to 3 are needed\n");
    const ArrayForm<NumberForm, 2> pair{NumberForm{0, 1}};
    CHECK(readBy(pair, "[0.5, 1]") == std::array{0.5, 1.0});
    CHECK(complaintOf(pair, "[1]") == "f:1:1: error: a list of 1 entries; exactly 2 are needed\n");
    CHECK_FALSE(readBy(pair, "[1, 1, 2]"));
}

TEST_CASE("a value may stand alone or with its source, and keeps its place", "[io][forms]") {
    const SourcedForm form{DecimalForm{"0", "1"}};
    const auto plain = readBy(form, "0.5");
    REQUIRE(plain);
    CHECK(plain->value == Decimal::parse("0.5"));
    CHECK(plain->provenance.file == "f");
    CHECK(written(form, *plain) == "0.5\n");
    const auto sourced =
        readBy(form, R"({"value": 0.5, "source": "study", "confidence": "medium"})");
    REQUIRE(sourced);
    CHECK(sourced->provenance.source == "study");
    CHECK(written(form, *sourced) ==
          "{\"value\": 0.5, \"source\": \"study\", \"confidence\": \"medium\"}\n");
    CHECK(complaintOf(form, R"({"value": 2, "sourc": "x"})") ==
          "f:1:11: error: \"2\" is out of range: 0 to 1 is allowed\n  at /value\n"
          "f:1:14: error: there is no field \"sourc\" here\n  at /sourc\n  did you mean "
          "\"source\"?\n");
    CHECK_FALSE(readBy(form, R"({"source": "x"})"));
    CHECK_FALSE(readBy(form, "null"));
}
