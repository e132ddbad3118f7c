#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/field_table.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <variant>

using namespace gpuplan;
using namespace gpuplan::io;

namespace {

struct Round {
    std::int64_t radius = 0;
    bool operator==(const Round&) const = default;
};
struct Square {
    std::int64_t side = 0;
    bool operator==(const Square&) const = default;
};
using Outline = std::variant<Round, Square>;

struct Thing {
    std::string name;
    std::int64_t count = 7;
    std::optional<std::int64_t> limit;
    Outline outline;
    bool operator==(const Thing&) const = default;
};

const FieldTable<Round>& roundFields() {
    static const FieldTable<Round> table = [] {
        FieldTable<Round> t("round", "A circle.");
        t.add(required("radius", &Round::radius, IntegerForm{1, 9}, "half of its width"));
        return t;
    }();
    return table;
}

const FieldTable<Square>& squareFields() {
    static const FieldTable<Square> table = [] {
        FieldTable<Square> t("square", "A square.");
        t.add(required("side", &Square::side, IntegerForm{1, 9}, "its width"));
        return t;
    }();
    return table;
}

const FieldTable<Outline>& outlineFields() {
    static const FieldTable<Outline> table = [] {
        FieldTable<Outline> t("outline", "A form.");
        t.add(kind<Round, Outline>("round", object(roundFields(), JsonLayout::Line), "circle"));
        t.add(kind<Square, Outline>("square", object(squareFields(), JsonLayout::Line), "square"));
        t.exactlyOne({"round", "square"});
        return t;
    }();
    return table;
}

const FieldTable<Thing>& thingFields() {
    static const FieldTable<Thing> table = [] {
        FieldTable<Thing> t("thing", "Something.");
        t.add(required("name", &Thing::name, TextForm{20}, "its name", "\"a\""));
        t.add(defaulted("count", &Thing::count, IntegerForm{0, 9}, "how many"));
        t.add(optional("limit", &Thing::limit, IntegerForm{0, 9}, "at most so many"));
        t.inlined(&Thing::outline, outlineFields());
        t.then("count is not above limit",
               [](Thing& thing, const JsonValue& json, Reading& reading) {
                   if (!thing.limit || thing.count <= *thing.limit)
                       return true;
                   return reading.problem(json.location(), "io.check.order", {"a", "1", "b", "0"});
               });
        return t;
    }();
    return table;
}

struct Read {
    bool good = false;
    Thing thing;
    std::string complaints;
};

Read readThing(const std::string& json) {
    const auto document = parseJson(json, "t");
    REQUIRE(document);
    Read result;
    Reading reading;
    result.good = thingFields().read(document->root(), result.thing, reading);
    result.complaints = describe(reading.take());
    CHECK(result.good == result.complaints.empty());
    return result;
}

} // namespace

TEST_CASE("fields are read in any order, absent ones keep the prototype", "[io][fields]") {
    const Read read = readThing(R"({"square": {"side": 3}, "name": "a"})");
    CHECK(read.good);
    CHECK(read.thing == Thing{"a", 7, std::nullopt, Square{3}});
}

TEST_CASE("what was read is written in the table's order, without defaults", "[io][fields]") {
    JsonWriter out;
    thingFields().write(out, {"a", 8, 9, Round{2}});
    CHECK(out.take() == "{\n"
                        "  \"name\": \"a\",\n"
                        "  \"count\": 8,\n"
                        "  \"limit\": 9,\n"
                        "  \"round\": {\"radius\": 2}\n"
                        "}\n");
    JsonWriter shorter;
    thingFields().write(shorter, {"a", 7, std::nullopt, Square{2}}, JsonLayout::Line);
    CHECK(shorter.take() == "{\"name\": \"a\", \"square\": {\"side\": 2}}\n");
}

TEST_CASE("a misspelt field is one complaint, not one more for being missing", "[io][fields]") {
    CHECK(readThing(R"({"nam": "a", "rounds": {"radius": 1}})").complaints ==
          "t:1:2: error: there is no field \"nam\" here\n  at /nam\n  did you mean \"name\"?\n"
          "t:1:14: error: there is no field \"rounds\" here\n  at /rounds\n  did you mean "
          "\"round\"?\n");
}

TEST_CASE("missing, null and unknown fields are told together", "[io][fields]") {
    CHECK(readThing(R"({"count": null, "colour": "red"})").complaints ==
          "t:1:1: error: the field \"name\" is missing; write for example \"name\": \"a\"\n"
          "  at /name\n"
          "t:1:1: error: one of these fields is needed: round, square\n"
          "t:1:11: error: null was found; leave the field out where its value is not known\n"
          "  at /count\n"
          "t:1:17: error: there is no field \"colour\" here; known: name, count, limit, round, "
          "square\n"
          "  at /colour\n");
}

TEST_CASE("of a group only one field may be given", "[io][fields]") {
    CHECK(readThing(R"({"name": "a", "round": {"radius": 1}, "square": {"side": 1}})").complaints ==
          "t:1:39: error: \"round\" and \"square\" are given, but only one of these fields is "
          "allowed: round, square\n"
          "  at /square\n");
}

TEST_CASE("checks of the whole object wait for good fields", "[io][fields]") {
    CHECK_FALSE(readThing(R"({"name": "a", "count": 5, "limit": 4, "round": {"radius": 1}})").good);
    // The limit is faulty, so nothing is said of the order.
    CHECK(
        readThing(R"({"name": "a", "count": 5, "limit": 44, "round": {"radius": 1}})").complaints ==
        "t:1:36: error: \"44\" is out of range: 0 to 9 is allowed\n  at /limit\n");
}

TEST_CASE("a faulty part leaves the rest readable", "[io][fields]") {
    const Read read = readThing(R"({"name": 1, "count": 5, "square": {"side": 99}})");
    CHECK_FALSE(read.good);
    CHECK(read.thing.count == 5);
    CHECK(std::holds_alternative<Square>(read.thing.outline));
}

TEST_CASE("the shape says need, default and groups", "[io][fields]") {
    const ObjectShape& shape = thingFields().shape();
    REQUIRE(shape.fields.size() == 5);
    CHECK(shape.fields[0].need == FieldShape::Need::Required);
    CHECK(shape.fields[1].need == FieldShape::Need::Defaulted);
    CHECK(shape.fields[1].fallback == "7");
    CHECK(shape.fields[2].need == FieldShape::Need::Optional);
    CHECK(shape.exactlyOne == std::vector<std::vector<std::string>>{{"round", "square"}});
    CHECK(shape.rules == std::vector<std::string>{"count is not above limit"});
}

TEST_CASE("a place is unread if it, what holds it or, for clean, a part was complained of",
          "[io][fields]") {
    Reading reading;
    reading.problem({"f", 1, 1, "/a/b"}, "io.null");
    CHECK_FALSE(reading.wasRead("/a/b"));
    CHECK_FALSE(reading.wasRead("/a/b/c"));
    CHECK(reading.wasRead("/a"));
    CHECK(reading.wasRead("/a/bc"));
    CHECK_FALSE(reading.isClean("/a"));
    CHECK(reading.isClean("/a/bc"));
    reading.markUnread("");
    CHECK_FALSE(reading.wasRead("/x"));
}
