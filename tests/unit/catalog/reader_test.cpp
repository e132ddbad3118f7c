#include <gpuplan/base/file.hpp>
#include <gpuplan/io/catalog_reader.hpp>

#include <catch2/catch.hpp>

#include <sstream>

using namespace gpuplan;
using namespace gpuplan::catalog;

namespace {

const std::string here = GPUPLAN_SOURCE_DIR "/tests/unit/catalog/";

Catalogs sample() {
    return io::loadCatalogs(here + "sample").value();
}

HourlyPrice price(std::string_view text) {
    return HourlyPrice::parse(text).value();
}

/// The next characters of a file at a place, up to a comma or closing brace.
std::string textAt(const Location& at) {
    std::istringstream text(readWholeFile(at.file).value());
    std::string line;
    for (std::size_t number = 0; number < at.line; ++number)
        std::getline(text, line);
    line.erase(0, at.column - 1);
    return line.substr(0, line.find_first_of(",}"));
}

/// `key at text`, with the text the place points at, of each problem of one broken file.
std::vector<std::string> problemsOf(const std::string& file,
                                    const std::vector<std::string>& gpus = {}) {
    std::vector<std::string> result;
    for (const Diagnostic& problem :
         io::readCatalogFiles({here + "broken/" + file}, gpus).diagnostics)
        result.push_back(problem.message.key + " at " + textAt(problem.at));
    return result;
}

using Problems = std::vector<std::string>;

} // namespace

TEST_CASE("a GPU is read with its units", "[catalog][reader]") {
    const Catalogs catalogs = sample();

    REQUIRE(catalogs.gpus.size() == 2);
    const GpuModel* gpu = catalogs.gpu("toy-80");
    REQUIRE(gpu);
    CHECK(gpu->memory == Bytes(std::int64_t{80} * 1024 * 1024 * 1024));
    CHECK(gpu->memoryBandwidth == Bandwidth(3'350'000'000'000));
    CHECK(gpu->fp16Tflops == 989.5);
    CHECK(gpu->int8Tops == 1979.0);
    CHECK(gpu->tdp == Power(700'000)); // milliwatts
    CHECK(gpu->nvlink == Bandwidth(112'500'000'000));
    CHECK(gpu->migSlices == 0);
    CHECK(gpu->purchase.high == Money(40'000'500'000, Currency::usd()));
    CHECK(gpu->purchase.gpus == 2);
    CHECK(gpu->purchase.asOf == "2025-2026");
    CHECK(gpu->provenance.source == "sheet");
    CHECK(gpu->provenance.asOf == "2026-08");
    CHECK(gpu->provenance.retrieved == "2026-11-29");
    CHECK(gpu->provenance.confidence == Confidence::High);
    CHECK(gpu->provenance.note == "hand-made");
    CHECK(gpu->provenance.pointer == "/records/0");
}

TEST_CASE("what a record leaves out is unknown, not zero", "[catalog][reader]") {
    const GpuModel bare = *sample().gpu("bare");

    CHECK_FALSE(bare.memory);
    CHECK_FALSE(bare.tdp);
    CHECK_FALSE(bare.nvlink);
    CHECK_FALSE(bare.migSlices);
    CHECK_FALSE(bare.purchase.low);
    CHECK(bare.provenance.confidence == Confidence::Unknown);
}

TEST_CASE("an offer keeps every digit of its prices", "[catalog][reader]") {
    const Catalogs catalogs = sample();
    const CloudOffer* offer = catalogs.offer("acme/t8/north");

    REQUIRE(offer);
    CHECK(offer->gpuCount == 8);
    CHECK(offer->vcpus == 0.5);
    CHECK(offer->memory == Bytes(2'048'000'000'000));
    CHECK(offer->localDisk == Bytes(0));
    CHECK(offer->network == Bandwidth(400'000'000'000));
    CHECK(offer->onDemand == price("55.0400000000001 USD/h"));
    CHECK(offer->spot == price("17.6 USD/h"));
    CHECK(offer->reserved1y == price("40 USD/h"));
    CHECK(offer->reserved3y == price("30 USD/h"));
    CHECK(offer->billingGranularity == seconds(1));
    CHECK(offer->billingMinimum == seconds(60));
    CHECK(offer->originalPrice == price("745.21 RUB/h"));
    CHECK(offer->taxIncluded == Decimal::parse("0.22"));
    CHECK(offer->gpuPartOnly);
}

TEST_CASE("dated prices join their offer and are in order of date", "[catalog][reader]") {
    const auto history = sample().history("acme/t8/north", PriceKind::Spot);

    REQUIRE(history.size() == 2);
    CHECK(history[0].price == price("19 USD/h"));
    CHECK_FALSE(history[0].gpuCount);
    CHECK(history[1].price == price("20 USD/h"));
    CHECK(history[1].gpu == "toy-80");
}

TEST_CASE("storage, links, figures and measurements are read", "[catalog][reader]") {
    const Catalogs catalogs = sample();

    const StorageTier* disk = catalogs.storageTier("disk");
    REQUIRE(disk);
    CHECK(disk->readThroughput == Bandwidth(270'000'000));
    CHECK(disk->randomReadIops == 170.0);
    CHECK(disk->firstByteLatencyMs == 8.5);
    CHECK(disk->metadataOpensPerSecond == 100.0);
    CHECK(disk->price->amount == Decimal::parse("0.023"));
    CHECK(disk->getRequests->amount == Decimal::parse("0.00003"));
    CHECK_FALSE(disk->putRequests);
    const Interconnect* wire = catalogs.interconnect("wire");
    REQUIRE(wire);
    CHECK(wire->portRate == Bandwidth(50'000'000'000));
    CHECK(wire->latencyUs == 0.6);
    CHECK(wire->payload == Bytes(16 * 1024 * 1024));
    CHECK(wire->nicPerPort == Money(0, Currency::usd()));
    const OperatingFigure* figure = catalogs.figure("failure/node/any");
    REQUIRE(figure);
    CHECK(figure->value == Decimal::parse("6.5"));
    CHECK(figure->unit == "per 1,000 node-days");
    CHECK_FALSE(figure->high);
    REQUIRE(catalogs.performance.size() == 2);
    CHECK(catalogs.performance[0].value == 938.5);
    CHECK(catalogs.performance[0].perGpu == 117.3125);
    CHECK(catalogs.performance[0].unit == "images/s");
    CHECK_FALSE(catalogs.performance[1].value);
    CHECK(catalogs.performance[1].unit == "cores");
}

TEST_CASE("the lines of a bill gather under its system", "[catalog][reader]") {
    const Catalogs catalogs = sample();

    CHECK(catalogs.billIds() == std::vector<std::string>{"box", "other"});
    const BillOfMaterials* box = catalogs.bill("box");
    REQUIRE(box->lines.size() == 2);
    CHECK(box->lines[0].role == BillRole::Whole);
    CHECK(box->lines[0].unitLow == Money(270'000'000'000, Currency::usd()));
    CHECK(box->lines[1].specification == "steel");
    CHECK(catalogs.bill("other")->lines[0].quantity == 2);
}

TEST_CASE("every problem of a catalog is listed with its place", "[catalog][reader]") {
    CHECK(problemsOf("gpus.json") == Problems{
                                         R"(io.unknown_field at "memry": "80 GB")",
                                         R"(io.missing_example at {"id": "b")",
                                         R"(base.quantity.no_unit at "80")",
                                         R"(base.quantity.energy_not_power at "7 kWh")",
                                         R"(io.json.duplicate at "tdp": "700 W")",
                                         R"(catalog.value.unit at "989 TFLOP")",
                                         R"(base.quantity.no_unit at 80)",
                                         R"(io.choice at "hgih")",
                                         R"(io.whole at 1.5)",
                                         R"(io.text.empty at "")",
                                         R"(io.unknown_field at "hihg": "6 USD")",
                                         R"(catalog.id.twice at {"id": "ok")",
                                         R"(io.type at 17)",
                                     });
    CHECK(problemsOf("offers.json", {"ok"}) == Problems{
                                                   R"(base.quantity.unit at "5 USD")",
                                                   R"(base.quantity.negative at "-5 USD/h")",
                                                   R"(base.number.range at -8)",
                                                   R"(io.type at "22 %")",
                                                   R"(catalog.gpu.unknown at "okk")",
                                               });
    CHECK(problemsOf("figures.json") == Problems{
                                            R"(catalog.value.units at "2 EUR/kWh")",
                                            R"(io.unknown_field at "recrods": [])",
                                        });
    CHECK(problemsOf("prices.json") == Problems{
                                           R"(io.choice at "spott")",
                                           R"(base.date.malformed at "May")",
                                           R"(base.quantity.unit at "20 USD/month")",
                                           R"(catalog.id.twice at {"offer": "p/t/r")",
                                       });
    CHECK(problemsOf("kind.json") == Problems{R"(io.choice at "gpu")"});
    CHECK(problemsOf("format.json") == Problems{R"(catalog.file.format at "gpuplan.catalogue/1")"});
    CHECK(problemsOf("shape.json") == Problems{R"(io.missing at {"format": "gpuplan.catalog/1")"});
    CHECK(problemsOf("list.json") == Problems{R"(catalog.file.no_format at ["gpus"])"});
}

TEST_CASE("a near name is offered for a wrong one", "[catalog][reader]") {
    const auto candidates = [](const std::string& file, std::size_t index) {
        return io::readCatalogFiles({here + "broken/" + file}, {"ok"})
            .diagnostics[index]
            .candidates;
    };

    CHECK(candidates("gpus.json", 0).at(0) == "memory");
    CHECK(candidates("gpus.json", 7) == std::vector<std::string>{"high"});
    CHECK(candidates("gpus.json", 10) == std::vector<std::string>{"high"});
    CHECK(candidates("offers.json", 4) == std::vector<std::string>{"ok"});
    CHECK(candidates("kind.json", 0) == std::vector<std::string>{"gpus"});
}

TEST_CASE("good records are kept beside broken ones", "[catalog][reader]") {
    const auto reading = io::readCatalogFiles({here + "broken/gpus.json"});

    REQUIRE(reading.catalogs.gpus.size() == 1);
    CHECK(reading.catalogs.gpus[0].name == "Fine");
}

TEST_CASE("problems of all files of a folder are told at once", "[catalog][reader]") {
    const auto result = io::loadCatalogs(here + "broken");

    CHECK_FALSE(result);
    CHECK(result.diagnostics().size() > 25);
}

TEST_CASE("a folder that is missing or has no catalogs is trouble outside", "[catalog][reader]") {
    for (const char* folder : {"nowhere", "../base"}) {
        const auto result = io::loadCatalogs(here + folder);
        REQUIRE_FALSE(result);
        CHECK(result.diagnostics()[0].trouble == Trouble::Outside);
    }
}

TEST_CASE("the digest is of the files' content", "[catalog][reader]") {
    const auto digest = [](const std::vector<std::string>& files) {
        return io::readCatalogFiles(files).catalogs.digest;
    };

    CHECK(sample().digest == sample().digest);
    CHECK(sample().digest.size() == 64);
    CHECK(digest({here + "sample/gpus.json"}) != digest({here + "sample/bills.json"}));
}

TEST_CASE("a complaint about a record gets its line and column", "[catalog][reader]") {
    const auto reading = io::readCatalogFolder(here + "sample");
    Diagnostics problems;
    Location at;
    at.file = here + "sample/bills.json";
    at.pointer = "/records/1/role";
    problems.error(at, "catalog.check.source");
    at.pointer = "/records/0/not/there";
    problems.error(at, "catalog.check.source");

    const Diagnostics placed = reading.placed(problems);

    CHECK(placed[0].at.pointer == "/records/0/not/there");
    CHECK(placed[0].at.line == 0);
    CHECK(textAt(placed[1].at) == "\"recurring\"");
}
