#include "scenario_samples.hpp"

#include <gpuplan/io/scenario_check.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/io/step_fields.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using test::fullScenario;
using test::shortScenario;
using test::with;

namespace {

model::Scenario scenarioOf(const std::string& text) {
    const auto scenario = io::readScenarioText(text, "s.json");
    INFO(describe(scenario.diagnostics()));
    REQUIRE(scenario);
    return *scenario;
}

std::string complaints(const std::string& text) {
    const auto scenario = io::readScenarioText(text, "s.json");
    CHECK_FALSE(scenario);
    return describe(scenario.diagnostics());
}

} // namespace

TEST_CASE("a scenario is read with exact values and where each comes from", "[io][scenario]") {
    const model::Scenario scenario = scenarioOf(std::string(fullScenario));

    CHECK(scenario.name == "full");
    CHECK(scenario.file == "s.json");
    CHECK(scenario.currency.code() == "EUR");
    CHECK(dateText(scenario.start) == "2027-02-01");
    CHECK(scenario.seed == 18'446'744'073'709'551'615U);
    CHECK(scenario.month == model::MonthRule::Hours730);
    CHECK(scenario.discountRate.value == *Decimal::parse("0.085"));
    CHECK(scenario.discountRate.provenance.source == "treasury");
    CHECK(scenario.discountRate.provenance.confidence == Confidence::High);
    CHECK(scenario.discountRate.provenance.pointer == "/discount_rate");
    const auto& classes = std::get<model::ProfileWorkload>(scenario.workload).classes;
    REQUIRE(classes.size() == 2);
    CHECK(classes[0].gpus[0].gpus == GpuCount::milli(500));
    const auto& law = std::get<model::LognormalTime>(classes[0].duration.law);
    CHECK(law.median == seconds(874));
    CHECK(law.mean == seconds(18006));
    CHECK(classes[0].duration.provenance.asOf == "2019");
    const auto shareOf = [&](model::GpuState state) {
        return classes[0].activity.shares[static_cast<std::size_t>(state)];
    };
    CHECK(shareOf(model::GpuState::Compute) == 420'000);
    CHECK(shareOf(model::GpuState::IdleHeld) == 280'000);
    CHECK(shareOf(model::GpuState::Down) == 0);
    CHECK(classes[0].activity.tensorActivePpm == 200'000);
    CHECK(classes[1].arrivals.hourly[23] == 1.0);
    CHECK(classes[1].arrivals.jobsPerDay.provenance.pointer ==
          "/workload/profile/classes/1/arrivals/jobs_per_day");
    const model::Pool& bought = scenario.alternatives[0].pools[0];
    const auto& owned = std::get<model::Owned>(bought.purchase);
    CHECK(owned.lines[0].unitPrice.value == Money(120'500'000, scenario.currency));
    CHECK(owned.fullPower.value == Power(10'200'000));
    CHECK(scenario.alternatives[0].site->energyPrice->value.amount == *Decimal::parse("0.086"));
    CHECK(scenario.alternatives[1].pools[1].price->value.amount ==
          *Decimal::parse("9.123456789012"));
    CHECK(scenario.breakEven[1].by == model::BreakEvenBy::Utilization);
}

TEST_CASE("read, write, read gives the same scenario", "[io][scenario]") {
    for (const std::string_view text : {shortScenario, fullScenario, test::stepScenario}) {
        const model::Scenario first = scenarioOf(std::string(text));

        const std::string written = io::writeScenario(first);

        CHECK(scenarioOf(written) == first);
        CHECK(io::writeScenario(scenarioOf(written)) == written);
    }
}

TEST_CASE("a trace workload is read and written as well", "[io][scenario]") {
    const auto begin = shortScenario.find("\"workload\"");
    const auto end = shortScenario.find("\"alternatives\"");
    std::string text(shortScenario);
    text.replace(begin, end - begin, R"("workload": {"trace": {"file": "jobs.swf", "format": "swf",
        "processors_per_gpu": 0, "activity": {"compute": 1}}}, )");

    const model::Scenario scenario = scenarioOf(text);

    const auto& trace = std::get<model::TraceWorkload>(scenario.workload);
    CHECK(trace.format == "swf");
    CHECK(trace.processorsPerGpu == 0);
    CHECK(scenarioOf(io::writeScenario(scenario)) == scenario);
}

TEST_CASE("fields at their default are not written", "[io][scenario]") {
    const std::string written = io::writeScenario(scenarioOf(std::string(shortScenario)));
    for (const char* name : {"\"seed\"", "\"currency\"", "\"queue\"", "\"teams\"", "\"hourly\"",
                             "\"question\"", "\"offer\"", "\"speed\""}) {
        INFO(name);
        CHECK(written.find(name) == std::string::npos);
    }
}

TEST_CASE("shares finer than a millionth keep their sum", "[io][scenario]") {
    // 333,333.333 ppm three times: one of them gets the missing millionth.
    const auto scenario = scenarioOf(with(shortScenario, R"("compute": 0.75, "idle_held": 0.25)",
                                          R"("compute": 0.3333333333, "comm": 0.3333333333,
                                             "idle_held": 0.3333333334)"));
    const auto& shares =
        std::get<model::ProfileWorkload>(scenario.workload).classes[0].activity.shares;
    CHECK(shares[static_cast<std::size_t>(model::GpuState::Compute)] == 333'333);
    CHECK(shares[static_cast<std::size_t>(model::GpuState::Comm)] == 333'333);
    CHECK(shares[static_cast<std::size_t>(model::GpuState::IdleHeld)] == 333'334);
}

TEST_CASE("every example of the field tables is one that its own field reads", "[io][scenario]") {
    const auto check = [](const auto& table) {
        for (const auto& field : table.fields()) {
            const std::string& example = field.shape.value.example;
            if (example.empty())
                continue;
            INFO(table.shape().name << "." << field.shape.name << ": " << example);
            const auto json = io::parseJson(example, "example");
            REQUIRE(json);
            auto value = table.prototype();
            io::Reading reading;
            CHECK(field.read(json->root(), value, reading));
            INFO(describe(reading.take()));
        }
    };
    check(io::scenarioFields());
    check(io::breakEvenFields());
    check(io::findingFields());
    check(io::workloadFields());
    check(io::jobClassFields());
    check(io::arrivalFields());
    check(io::durationFields());
    check(io::alternativeFields());
    check(io::siteFields());
    check(io::storageFields());
    check(io::egressFields());
    check(io::otherLineFields());
    check(io::poolFields());
    check(io::supplyFields());
    check(io::purchaseFields());
    check(io::findingCheckFields());
    check(io::stepFields());
    check(io::stepComputeFields());
    check(io::measuredStepFields());
    check(io::affineStepFields());
    check(io::stageStepFields());
    check(io::transformerStepFields());
    check(io::convolutionalStepFields());
    check(io::parallelismFields());
    check(io::syncPointFields());
    check(io::checkpointPlanFields());
    check(io::workFields());
    check(io::inputPipelineFields());
    check(io::dataSetFields());
    check(io::offlinePreparationFields());
    check(io::nodeFields());
    check(io::stepChangeFields());
}

TEST_CASE("every problem is told at once and in file order", "[io][scenario]") {
    std::string text = with(shortScenario, "\"name\": \"short\"", "\"name\": 5");
    text = with(text, "\"horizon_months\": 12", "\"horizon_month\": 12");
    text = with(text, "\"discount_rate\": 0.08", "\"discount_rate\": -1");
    text = with(text, "\"2 h\"", "2");
    text = with(text, "\"kind\": \"cloud\"", "\"kind\": \"clod\"");
    text = with(text, "\"price\": \"98.32 USD/h\"", "\"price\": \"98.32 EUR/h\"");

    CHECK(complaints(text) ==
          "s.json:3:11: error: a text in double quotes is needed, but the number 5 was found\n"
          "  at /name\n"
          "s.json:6:3: error: there is no field \"horizon_month\" here\n"
          "  at /horizon_month\n"
          "  did you mean \"horizon_months\"?\n"
          "s.json:7:20: error: \"-1\" is out of range: 0 to 10 is allowed\n"
          "  at /discount_rate\n"
          "s.json:12:37: error: 2 has no unit; write for example \"90 s\"\n"
          "  at /workload/profile/classes/0/duration/fixed/value\n"
          "s.json:17:13: error: \"clod\" is not known here; known: cloud, owned, hybrid\n"
          "  at /alternatives/0/kind\n"
          "  did you mean \"cloud\"?\n"
          "s.json:24:16: error: the price is in EUR, but the scenario is in USD; convert it, and "
          "note the rate\n"
          "  at /alternatives/0/pools/0/price\n");
}

TEST_CASE("a scenario without a file is checked with pointers alone", "[io][scenario]") {
    model::Scenario scenario = scenarioOf(std::string(shortScenario));
    scenario.start += hours(24);
    const auto complaint = describe(io::checkScenario(scenario));
    CHECK(complaint == "error: \"2027-01-02\" is not the first day of a month; write for example "
                       "\"2027-01-01\"\n  at /start\n");
}
