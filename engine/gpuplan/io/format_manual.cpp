#include <gpuplan/io/format_manual.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/schema_writer.hpp>

#include <string_view>

namespace gpuplan::io {

namespace {

constexpr std::string_view opening =
    R"(# Scenario files

<!-- Made from the field tables in engine/gpuplan/io. Do not edit: change the table, then run
     GPUPLAN_REWRITE=1 build/tests/bin/unit_io "the manual*" and review the difference. -->

A scenario says what work must be done, and which alternatives could do it. `gpuplan validate FILE`
lists every problem of a file, `gpuplan schema scenario` gives the same tables as a JSON Schema for
editors.

## Rules for every value

- The file is JSON in UTF-8. Comments (`//`, `/* */`) are allowed, trailing commas are not. At most
  64 levels deep. A field that the table below does not have, or one given twice, is an error.
- A field that is not known is left out; `null` is an error. There is no default for any price.
- Times, sizes, powers, amounts and prices are texts of number and unit: `"3 min"`, `"80 GiB"`,
  `"10.2 kW"`, `"1200 USD"`, `"98.32 USD/h"`. 1 GB is 10^9 B, 1 GiB is 2^30 B. A month is 730 h and a
  year 8,760 h where they are units of time. Prices are kept exactly as written, amounts to a
  millionth, times to a microsecond.
- Shares, counts and rates are plain JSON numbers. FLOPs are plain numbers too, with the unit in the
  field's name: `"flops_per_sample": 12.3e9`.
- A kind is named by the one member of an object: `"supply": {"fixed": {"nodes": 8}}`.
- *with source* marks a value that may stand alone or with where it comes from:
  `{"value": 0.08, "source": "treasury", "as_of": "2026-11", "confidence": "high"}` in place of
  `0.08`. Its fields are those of [provenance](#provenance).

## What fields must say to each other

- Names of alternatives, of the pools of one, and of job classes are unique; `break_even` and
  `finding` name alternatives that are there.
- The plan starts on the first of a month. Every price is in the scenario's currency.
- A rented pool has an `offer` of the catalog or a `price`; without an offer any pool says `gpu` and
  `gpus_per_node`. A commitment that pays a part upfront says `upfront_per_node` and `recurring`.
- An owned pool has a fixed supply and something that is bought, no offer and no price; its
  alternative has a `site` with `energy_price` and `pue`.
- `kind` fits the pools: cloud, all rented; owned, all bought; hybrid, both.
- Ids of offers, GPUs, links, storage tiers and bills of materials are in the catalogs.
- A job class has an `activity` (assumed shares) or a `step` (run time and stalls follow from the
  hardware). Where the step states its `work`, no `duration` is given; everywhere else one is.
- The tiers that a step reads and writes are among the `storage` of every alternative, after its
  `changes`; a change names a class with a step model, and only what that model has.
- Every figure of the hardware that a step needs is in the catalogs, in the pool's `node` or in its
  storage line; one that is nowhere is an error that names the field to add.
- A finding names the cheapest alternative, or checks figures of the result, or both.

## A small whole scenario

```json
)";

constexpr std::string_view example = R"({
  "format": "gpuplan.scenario/1",
  "name": "two nodes",
  "question": "what do two rented nodes cost for a year of nightly training?",
  "price_date": "2026-11-29",
  "start": "2027-01-01",
  "horizon_months": 12,
  "discount_rate": 0.08,
  "workload": {"profile": {"classes": [{
    "name": "nightly",
    "arrivals": {"jobs_per_day": 4},
    "gpus": [{"gpus": 8, "weight": 1}],
    "duration": {"lognormal": {"median": "2 h", "mean": "3 h"}, "most": "1 d"},
    "activity": {"compute": 0.7, "comm": 0.2, "idle_held": 0.1, "source": "assumed", "confidence": "low"}
  }]}},
  "alternatives": [{
    "name": "rent",
    "kind": "cloud",
    "pools": [{
      "name": "nodes",
      "gpu": "h100-sxm",
      "gpus_per_node": 8,
      "supply": {"elastic": {"least_nodes": 0, "most_nodes": 2, "start_delay": "3 min", "idle_timeout": "10 min"}},
      "purchase": {"on_demand": {}},
      "price": {"value": "24 USD/h", "source": "a round figure for this page"}
    }]
  }]
}
)";

constexpr std::string_view closing = R"(```
)";

/// A cell of a table: bars would end it.
std::string cell(std::string_view value) {
    std::string result;
    for (const char c : value) {
        if (c == '|')
            result += '\\';
        result += c;
    }
    return result;
}

std::string code(const std::string& value) {
    return value.empty() ? "" : "`" + cell(value) + "`";
}

std::string link(const ObjectShape& object) {
    return "[" + object.name + "](#" + object.name + ")";
}

std::string formWords(const Shape& shape) {
    switch (shape.kind) {
    case Shape::Kind::Object:
        return link(*shape.object);
    case Shape::Kind::List:
        return "list of " + formWords(*shape.element);
    case Shape::Kind::Sourced:
        return formWords(*shape.element) + ", *with source*";
    case Shape::Kind::Choice: {
        std::string words;
        for (const std::string& choice : shape.choices)
            words += (words.empty() ? "" : ", ") + code("\"" + choice + "\"");
        return words;
    }
    default:
        return cell(shape.words);
    }
}

std::string needWords(const FieldShape& field) {
    switch (field.need) {
    case FieldShape::Need::Required:
        return "required";
    case FieldShape::Need::Defaulted:
        return field.fallback.empty() ? "optional" : "default " + code(field.fallback);
    case FieldShape::Need::Optional:
        break;
    }
    return "optional";
}

std::string section(const ObjectShape& object) {
    std::string text = "\n## " + object.name + "\n\n" + object.doc + "\n";
    for (const std::vector<std::string>& group : object.exactlyOne) {
        text += "\nExactly one of ";
        for (std::size_t i = 0; i < group.size(); ++i)
            text += (i == 0 ? "" : ", ") + code(group[i]);
        text += " is given.\n";
    }
    for (const std::string& rule : object.rules)
        text += "\nRule: " + rule + ".\n";
    if (object.fields.empty())
        return text;
    text += "\n| field | value | bounds | need | example | meaning |\n"
            "|---|---|---|---|---|---|\n";
    for (const FieldShape& field : object.fields) {
        const bool composed = field.value.kind == Shape::Kind::Object;
        text += "| " + code(field.name) + " | " + formWords(field.value) + " | " +
                cell(boundsWords(field.value)) + " | " + needWords(field) + " | " +
                (composed ? "" : code(field.value.example)) + " | " + cell(field.doc) + " |\n";
    }
    return text;
}

} // namespace

std::string scenarioManual() {
    std::string text(opening);
    text += example;
    text += closing;
    for (const ObjectShape* object : reachableObjects(scenarioFields().shape()))
        text += section(*object);
    return text;
}

} // namespace gpuplan::io
