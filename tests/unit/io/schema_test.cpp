#include <gpuplan/base/file.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/format_manual.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/io/schema_writer.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

using namespace gpuplan;

namespace {

/// A file of the project must be what the tables give. GPUPLAN_REWRITE=1 writes it anew for review.
void checkFile(const std::string& name, const std::string& made) {
    const std::string path = GPUPLAN_SOURCE_DIR "/" + name;
    if (std::getenv("GPUPLAN_REWRITE") != nullptr)
        REQUIRE_FALSE(writeWholeFile(path, made).hasErrors());
    const auto kept = readWholeFile(path);
    REQUIRE(kept);
    INFO(name << " is out of date: GPUPLAN_REWRITE=1 unit_io \"the manual*\" rewrites it");
    CHECK(*kept == made);
}

} // namespace

TEST_CASE("the manual and the kept schemas say what the field tables say", "[io][schema]") {
    checkFile("docs/scenario-format.md", io::scenarioManual());
    checkFile("data/schema/scenario.schema.json",
              io::jsonSchema("scenario", 1, {&io::scenarioFields().shape()}));
    checkFile("data/schema/catalog.schema.json", io::jsonSchema("catalog", 1, io::catalogShapes()));
}

TEST_CASE("the manual's example is a scenario without a complaint", "[io][schema]") {
    const std::string manual = io::scenarioManual();
    const std::string fence = "```json\n";
    const std::size_t begin = manual.find(fence) + fence.size();
    const auto scenario =
        io::readScenarioText(manual.substr(begin, manual.find("```", begin) - begin), "example");
    INFO(describe(scenario.diagnostics()));
    CHECK(scenario);
    CHECK(scenario.diagnostics().empty());
}

TEST_CASE("a schema is itself JSON, and each reference leads to a definition", "[io][schema]") {
    for (const std::string& text : {io::jsonSchema("scenario", 1, {&io::scenarioFields().shape()}),
                                    io::jsonSchema("catalog", 1, io::catalogShapes())}) {
        const auto document = io::parseJson(text, "schema");
        INFO(describe(document.diagnostics()));
        REQUIRE(document);
        const auto definitions = document->root().find("$defs");
        REQUIRE(definitions);
        std::size_t references = 0;
        const std::string start = "\"$ref\": \"#/$defs/";
        for (std::size_t at = text.find(start); at != std::string::npos;
             at = text.find(start, at + 1)) {
            const std::size_t begin = at + start.size();
            const std::string name = text.substr(begin, text.find('"', begin) - begin);
            INFO(name);
            CHECK(definitions->find(name));
            ++references;
        }
        CHECK(references > 5);
    }
}

TEST_CASE("names of objects differ, since they are definitions and headings", "[io][schema]") {
    for (const auto* root : {&io::scenarioFields().shape()}) {
        std::vector<std::string> names;
        for (const io::ObjectShape* object : io::reachableObjects(*root))
            names.push_back(object->name);
        std::sort(names.begin(), names.end());
        CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    }
}

TEST_CASE("bounds are told in words", "[io][schema]") {
    CHECK(io::boundsWords(io::IntegerForm{1, 600}.shape()) == "1 to 600");
    CHECK(io::boundsWords(io::DecimalForm{"0", "10", true}.shape()) == "more than 0, up to 10");
    CHECK(io::boundsWords(io::DurationForm{"1 s", "100 years"}.shape()) == "1 s to 100 years");
    CHECK(io::boundsWords(io::TextForm{80}.shape()) == "up to 80 bytes");
    CHECK(io::boundsWords(io::BoolForm{}.shape()).empty());
}
