#include "scenario_samples.hpp"

#include <gpuplan/io/scenario_check.hpp>
#include <gpuplan/io/scenario_file.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using test::fullScenario;
using test::shortScenario;
using test::with;

namespace {

/// `pointer: key` of each problem.
std::vector<std::string> problems(const std::string& text) {
    std::vector<std::string> result;
    const auto scenario = io::readScenarioText(text, "s.json");
    for (const Diagnostic& problem : scenario.diagnostics())
        result.push_back(problem.at.pointer + ": " + problem.message.key);
    return result;
}

using List = std::vector<std::string>;

} // namespace

TEST_CASE("the samples themselves have no problem", "[io][scenario]") {
    CHECK(problems(std::string(shortScenario)) == List{});
    CHECK(problems(std::string(fullScenario)) == List{});
    CHECK(problems(std::string(test::stepScenario)) == List{});
}

TEST_CASE("names are unique where they are looked up", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"name\": \"notebooks\"", "\"name\": \"pretraining\"")) ==
          List{"/workload/profile/classes/1/name: io.check.unique"});
    CHECK(problems(with(fullScenario, "\"name\": \"reserved\"", "\"name\": \"spot\"")) ==
          List{"/alternatives/1/pools/1/name: io.check.unique"});
}

TEST_CASE("questions are about alternatives that are there, two of them", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"b\": \"rent\", \"by\": \"price\"",
                        "\"b\": \"own\", \"by\": \"price\"")) ==
          List{"/break_even/0: io.check.same"});
    CHECK(problems(with(fullScenario, "\"cheapest\": \"own\"", "\"cheapest\": \"owned\"")) ==
          List{"/finding/cheapest: io.check.alternative"});
    CHECK(problems(with(fullScenario, "\"flip_least\": 0.3", "\"flip_least\": 0.6")) ==
          List{"/finding/flip_least: io.check.flip_order"});
}

TEST_CASE("an alternative whose name is faulty makes no other name unknown", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"name\": \"own\"", "\"name\": 1")) ==
          List{"/alternatives/0/name: io.type"});
}

TEST_CASE("every price is in the scenario's currency", "[io][scenario]") {
    const auto [before, after, pointer] = GENERATE(table<const char*, const char*, const char*>({
        {"120.5 EUR", "120.5 USD", "/alternatives/0/pools/0/purchase/owned/lines/0/unit_price"},
        {"0.086 EUR", "0.086 USD", "/alternatives/0/site/energy_price"},
        {"180 EUR", "180 USD", "/alternatives/0/site/colocation"},
        {"120000 EUR", "120000 USD", "/alternatives/0/site/salary"},
        {"0.023 EUR", "0.023 USD", "/alternatives/0/storage/0/price"},
        {"4500 EUR", "4500 USD", "/alternatives/0/other/0/price"},
        {"150000 EUR", "150000 USD",
         "/alternatives/1/pools/0/purchase/commitment/upfront_per_node"},
        {"21.5 EUR", "21.5 USD", "/alternatives/1/pools/0/purchase/commitment/recurring"},
        {"9.123456789012 EUR", "9.123456789012 USD", "/alternatives/1/pools/1/price"},
        {"0.05 EUR", "0.05 USD", "/alternatives/1/egress/0/tiers/1/price"},
    }));
    CHECK(problems(with(fullScenario, before, after)) ==
          List{std::string(pointer) + ": io.check.currency"});
}

TEST_CASE("a faulty currency of the scenario does not make every price wrong", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"currency\": \"EUR\"", "\"currency\": \"Euro\"")) ==
          List{"/currency: base.currency.malformed"});
}

TEST_CASE("a pool has what its way of buying needs", "[io][scenario]") {
    CHECK(problems(with(shortScenario, ",\n      \"price\": \"98.32 USD/h\"", "")) ==
          List{"/alternatives/0/pools/0: io.check.no_price"});
    CHECK(problems(with(shortScenario, "      \"gpu\": \"h100-sxm\",\n", "")) ==
          List{"/alternatives/0/pools/0: io.check.no_gpu"});
    CHECK(problems(with(fullScenario, "\"fixed\": {\"nodes\": 8}",
                        "\"elastic\": {\"least_nodes\": 0, \"most_nodes\": 8, \"start_delay\": \"1 "
                        "s\", \"idle_timeout\": \"1 s\"}")) ==
          List{"/alternatives/0/pools/0/supply: io.check.owned_elastic"});
    CHECK(problems(with(fullScenario, "\"upfront\": \"partial\",\n", "")) ==
          List{"/alternatives/1/pools/0/purchase/commitment/upfront_per_node: "
               "io.check.upfront_none"});
    CHECK(problems(with(fullScenario, "            \"upfront_per_node\": \"150000 EUR\",\n", "")) ==
          List{"/alternatives/1/pools/0/purchase/commitment: io.check.no_upfront"});
    CHECK(problems(with(fullScenario, "\"upfront\": \"partial\"", "\"upfront\": \"all\"")) ==
          List{"/alternatives/1/pools/0/purchase/commitment/recurring: io.check.recurring_all"});
}

TEST_CASE("a faulty value is not taken for a missing one", "[io][scenario]") {
    // Each of these would be needed, and is there, but can not be read.
    CHECK(problems(with(shortScenario, "\"price\": \"98.32 USD/h\"", "\"price\": 98.32")) ==
          List{"/alternatives/0/pools/0/price: base.quantity.no_unit"});
    CHECK(problems(with(shortScenario, "\"gpu\": \"h100-sxm\"", "\"gpu\": \"\"")) ==
          List{"/alternatives/0/pools/0/gpu: io.text.empty"});
    CHECK(problems(with(shortScenario, "\"gpu\": \"h100-sxm\"", "\"gp\": \"h100-sxm\"")) ==
          List{"/alternatives/0/pools/0/gp: io.unknown_field"});
    CHECK(problems(with(fullScenario, "\"pue\": 1.4", "\"pue\": 0.4")) ==
          List{"/alternatives/0/site/pue: base.number.range"});
    CHECK(problems(with(fullScenario, "\"life_months\": 48", "\"life_months\": 0")) ==
          List{"/alternatives/0/pools/0/purchase/owned/life_months: base.number.range"});
    CHECK(problems(with(fullScenario, "\"staff\": 0.5", "\"staff\": -1")) ==
          List{"/alternatives/0/site/staff: base.number.range"});
}

TEST_CASE("the kind of an alternative fits its pools", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"kind\": \"owned\"", "\"kind\": \"hybrid\"")) ==
          List{"/alternatives/0/kind: io.check.kind_hybrid"});
    CHECK(problems(with(fullScenario, "\"kind\": \"cloud\"", "\"kind\": \"owned\"")) ==
          List{"/alternatives/1/kind: io.check.kind_owned"});
}

TEST_CASE("a site of owned nodes says what power costs and how much is lost", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "        \"pue\": 1.4,\n", "")) ==
          List{"/alternatives/0/site: io.check.site_needs"});
    CHECK(problems(with(fullScenario, "        \"colocation\": \"180 EUR/kW-month\",\n", "")) ==
          List{"/alternatives/0/site/contracted: io.check.contracted"});
    CHECK(problems(with(fullScenario, "        \"staff\": 0.5,\n", "")) ==
          List{"/alternatives/0/site: io.check.staff"});
}

TEST_CASE("laws, bounds and steps are in order", "[io][scenario]") {
    CHECK(problems(with(fullScenario, "\"mean\": \"18006 s\"", "\"mean\": \"874 s\"")) ==
          List{"/workload/profile/classes/0/duration/lognormal/mean: io.check.lognormal"});
    CHECK(problems(with(fullScenario, "\"least\": \"1 s\"", "\"least\": \"8 d\"")) ==
          List{"/workload/profile/classes/0/duration/least: io.check.order"});
    CHECK(problems(with(fullScenario, "\"least_nodes\": 0", "\"least_nodes\": 17")) ==
          List{"/alternatives/1/pools/1/supply/elastic/least_nodes: io.check.order"});
    CHECK(problems(with(fullScenario, "\"idle_power\": \"2 kW\"", "\"idle_power\": \"11 kW\"")) ==
          List{"/alternatives/0/pools/0/purchase/owned/idle_power: io.check.order"});
    CHECK(problems(with(fullScenario, "{\"up_to\": \"10 TB\", \"price\": \"0.09 EUR/GB\"}",
                        "{\"price\": \"0.09 EUR/GB\"}")) ==
          List{"/alternatives/1/egress/0/tiers/0: io.check.tiers"});
    CHECK(problems(with(fullScenario, "\"weekly\": [1, 1, 1, 1, 1, 0.25, 0.25]",
                        "\"weekly\": [0, 0, 0, 0, 0, 0, 0]")) ==
          List{"/workload/profile/classes/0/arrivals/weekly: io.check.weights"});
    CHECK(problems(with(fullScenario, "\"tensor_active\": 0.2", "\"tensor_active\": 0.43")) ==
          List{"/workload/profile/classes/0/activity/tensor_active: io.check.tensor"});
}

TEST_CASE("no damage to a file ends in anything but a scenario or placed complaints",
          "[io][scenario][robust]") {
    // A fixed sequence of edits: bytes changed, cut out, doubled.
    std::uint64_t state = 20'261'130;
    const auto draw = [&](std::size_t below) {
        state = state * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
        return static_cast<std::size_t>(state >> 33U) % below;
    };
    constexpr std::string_view bytes = "{}[],:\"\\/0-9.eE+ \n\tnulltruefalse\x00\xff\xc3USD/h";
    std::size_t good = 0;
    for (int round = 0; round < 3000; ++round) {
        const auto kind = round % 3;
        std::string text(kind == 0 ? shortScenario : kind == 1 ? fullScenario : test::stepScenario);
        for (std::size_t edits = 1 + draw(3); edits > 0; --edits) {
            const std::size_t at = draw(text.size());
            const std::size_t length = std::min(draw(12), text.size() - at);
            if (draw(3) == 0)
                text.erase(at, length);
            else if (draw(2) == 0)
                text.insert(at, text.substr(draw(text.size()), 12));
            else
                text[at] = bytes[draw(bytes.size())];
        }
        const auto scenario = io::readScenarioText(text, "s.json");
        if (scenario) {
            ++good;
            const auto again = io::readScenarioText(io::writeScenario(*scenario), "s.json");
            INFO(text);
            REQUIRE(again);
            CHECK(*again == *scenario);
            continue;
        }
        REQUIRE(scenario.diagnostics().hasErrors());
        for (const Diagnostic& problem : scenario.diagnostics())
            if (problem.at.line == 0)
                FAIL("a complaint without a place: " << describe(problem));
    }
    // Damage inside names, comments and digits leaves some readable, so both ways are walked.
    CHECK(good > 50);
    CHECK(good < 2500);
}
