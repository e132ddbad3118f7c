#include <gpuplan/io/json_document.hpp>
#include <gpuplan/io/json_writer.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using io::JsonLayout;
using io::JsonWriter;

TEST_CASE("objects take lines, an inline array one line", "[io][json]") {
    JsonWriter out;
    out.beginObject().member("name", "a").member("gpus", 8).key("hours");
    out.beginArray(JsonLayout::Line).number(0.5).integer(std::int64_t{-2}).null().endArray();
    out.key("none").beginObject().endObject();
    out.key("list").beginArray().boolean(true).beginObject().member("x", 1.0).endObject();
    out.endArray().endObject();

    CHECK(out.take() == "{\n"
                        "  \"name\": \"a\",\n"
                        "  \"gpus\": 8,\n"
                        "  \"hours\": [0.5, -2, null],\n"
                        "  \"none\": {},\n"
                        "  \"list\": [\n"
                        "    true,\n"
                        "    {\n"
                        "      \"x\": 1\n"
                        "    }\n"
                        "  ]\n"
                        "}\n");
}

TEST_CASE("everything inside an inline object stays on its line", "[io][json]") {
    JsonWriter out;
    out.beginObject(JsonLayout::Line).key("a").beginObject().member("b", 1).endObject();
    out.member("c", 2).endObject();
    CHECK(out.take() == "{\"a\": {\"b\": 1}, \"c\": 2}\n");
}

TEST_CASE("texts are escaped and always come out as UTF-8", "[io][json]") {
    JsonWriter out;
    out.text("\"\\\n\t\x01 \xd0\xb6\xff \xc3");
    const std::string json = out.take();
    CHECK(json == "\"\\\"\\\\\\n\\t\\u0001 \xd0\xb6\xef\xbf\xbd \xef\xbf\xbd\"\n");
    CHECK(io::parseJson(json, "")->root().text() ==
          "\"\\\n\t\x01 \xd0\xb6\xef\xbf\xbd \xef\xbf\xbd");
}

TEST_CASE("numbers are shortest and exact; what JSON can not say is null", "[io][json]") {
    JsonWriter out;
    out.beginArray(JsonLayout::Line).number(0.1).number(1e300).number(-0.0);
    out.number(std::numeric_limits<double>::quiet_NaN());
    out.number(-std::numeric_limits<double>::infinity());
    out.integer(std::numeric_limits<std::uint64_t>::max());
    out.decimal(*Decimal::parse("0.0000001250")).endArray();
    CHECK(out.take() == "[0.1, 1e+300, 0, null, null, 18446744073709551615, 0.000000125]\n");
}

TEST_CASE("calls out of order are refused", "[io][json]") {
    JsonWriter out;
    out.beginObject();
    CHECK_THROWS_AS(out.number(1), ContractViolation);
    CHECK_THROWS_AS(out.endArray(), ContractViolation);
    CHECK_THROWS_AS(out.take(), ContractViolation);
    out.key("a");
    CHECK_THROWS_AS(out.key("b"), ContractViolation);
    CHECK_THROWS_AS(out.endObject(), ContractViolation);
}
