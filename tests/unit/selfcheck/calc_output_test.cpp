#include <gpuplan/selfcheck/calc_output.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan::selfcheck;

namespace {

/// A model made up for its outputs.
CalcModel aModel() {
    return {"made.up",
            "for a test",
            "conventions",
            {number("size", "GB", above(0)), optional(integer("count", "1", 1, 100'000)),
             choice("how", {"a", "b"}),
             listOf("tiers", fields("", {number("gb", "GB"), number("price", "money")}), 1, 9)},
            {{"time_s", "s"}, {"share", "1"}, {"parts", ""}},
            nullptr};
}

Value::Object aRow(double time) {
    return {{"time_s", Value(time)},
            {"share", Value()},
            {"parts", Value(Value::Object{{"a", Value(1.0)}, {"b", Value::texts({"x"})}})}};
}

} // namespace

TEST_CASE("a single result is one JSON object", "[selfcheck][output]") {
    CHECK(calculationAsJson(aModel(), {{aRow(0.5)}}) == "{\n"
                                                        "  \"time_s\": 0.5,\n"
                                                        "  \"share\": null,\n"
                                                        "  \"parts\": {\"a\": 1, \"b\": [\"x\"]}\n"
                                                        "}\n");
}

TEST_CASE("with each every output is a list", "[selfcheck][output]") {
    CHECK(calculationAsJson(aModel(), {{aRow(0.5), aRow(2)}, true}) ==
          "{\n"
          "  \"time_s\": [0.5, 2],\n"
          "  \"share\": [null, null],\n"
          "  \"parts\": [{\"a\": 1, \"b\": [\"x\"]}, {\"a\": 1, \"b\": [\"x\"]}]\n"
          "}\n");
}

TEST_CASE("a ratio of the first to the last is one figure", "[selfcheck][output]") {
    CalcModel model = aModel();
    model.outputs = {{"hours", "h"}, {"ratio", "x", "hours"}};
    const Value::Object row{{"hours", Value(6.0)}, {"ratio", Value(3.0)}};

    CHECK(calculationAsJson(model, {{row, row}, true}) == "{\n"
                                                          "  \"hours\": [6, 6],\n"
                                                          "  \"ratio\": 3\n"
                                                          "}\n");
    CHECK(calculationAsJson(model, {{}, true}) == "{\n"
                                                  "  \"hours\": [],\n"
                                                  "  \"ratio\": null\n"
                                                  "}\n");
}

TEST_CASE("a table names the unit beside the value", "[selfcheck][output]") {
    CHECK(calculationAsTable(aModel(), {{aRow(0.5)}}) == "time_s  0.5                   s\n"
                                                         "share   none\n"
                                                         "parts   {\"a\": 1, \"b\": [\"x\"]}\n");
}

TEST_CASE("CSV names units in its header and quotes what needs it", "[selfcheck][output]") {
    CHECK(calculationAsCsv(aModel(), {{aRow(0.5)}}) ==
          "time_s (s),share,parts\n"
          "0.5,,\"{\"\"a\"\": 1, \"\"b\"\": [\"\"x\"\"]}\"\n");
}

TEST_CASE("the list of models shows inputs, units, ranges and outputs", "[selfcheck][output]") {
    const std::vector<CalcModel> models = {aModel()};

    CHECK(modelsAsTable(models) == "made.up  for a test\n"
                                   "  in   size    GB  number               x > 0\n"
                                   "  in   count?  1   integer              1 <= x <= 100000\n"
                                   "  in   how         text: a|b\n"
                                   "  in   tiers       list of {gb, price}\n"
                                   "  out  time_s  s\n"
                                   "  out  share   1\n"
                                   "  out  parts\n");
    CHECK(modelsAsCsv(models) == "model,direction,name,unit,kind,required,range\n"
                                 "made.up,input,size,GB,number,yes,x > 0\n"
                                 "made.up,input,count,1,integer,no,1 <= x <= 100000\n"
                                 "made.up,input,how,,text: a|b,yes,\n"
                                 "made.up,input,tiers,,\"list of {gb, price}\",yes,\n"
                                 "made.up,output,time_s,s,,,\n"
                                 "made.up,output,share,1,,,\n"
                                 "made.up,output,parts,,,,\n");
    CHECK(modelsAsJson(models).find("\"formula\": \"docs/method.md#conventions\"") !=
          std::string::npos);
}
