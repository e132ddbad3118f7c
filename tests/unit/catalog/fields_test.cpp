#include <gpuplan/base/file.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/catalog_reader.hpp>

#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>
#include <unistd.h>

using namespace gpuplan;
using namespace gpuplan::catalog;

namespace {

const Catalogs& shipped() {
    static const Catalogs catalogs = io::loadCatalogs(GPUPLAN_SOURCE_DIR "/data").value();
    return catalogs;
}

/// The records written as a catalog file and read again. GPUs they name are known.
template <typename Record>
Catalogs readAgain(const std::string& kind, const std::vector<Record>& records) {
    io::JsonWriter out;
    io::catalogFileFields<Record>().write(out, {records});
    const std::string path = (std::filesystem::temp_directory_path() /
                              ("gpuplan-fields-" + kind + std::to_string(::getpid()) + ".json"))
                                 .string();
    REQUIRE_FALSE(writeWholeFile(path, out.take()).hasErrors());
    const io::CatalogReading reading = io::readCatalogFiles({path}, shipped().gpuIds());
    std::remove(path.c_str());
    INFO(describe(reading.diagnostics));
    REQUIRE(reading.diagnostics.empty());
    return reading.catalogs;
}

/// Without the place in the file, which differs.
template <typename Record>
std::vector<Record> placeless(std::vector<Record> records) {
    for (Record& record : records)
        record.provenance.file = record.provenance.pointer = "";
    return records;
}

} // namespace

TEST_CASE("a record written and read again is the same", "[catalog][fields]") {
    const Catalogs& all = shipped();

    CHECK(placeless(readAgain("gpus", all.gpus).gpus) == placeless(all.gpus));
    CHECK(placeless(readAgain("offers", all.offers).offers) == placeless(all.offers));
    CHECK(placeless(readAgain("prices", all.prices).prices) == placeless(all.prices));
    CHECK(placeless(readAgain("storage", all.storage).storage) == placeless(all.storage));
    CHECK(placeless(readAgain("interconnects", all.interconnects).interconnects) ==
          placeless(all.interconnects));
    CHECK(placeless(readAgain("figures", all.figures).figures) == placeless(all.figures));
    CHECK(placeless(readAgain("performance", all.performance).performance) ==
          placeless(all.performance));

    std::vector<io::BillRecord> lines;
    for (const BillOfMaterials& bill : all.bills)
        for (const BillLine& line : bill.lines)
            lines.push_back({bill.system, line});
    const Catalogs bills = readAgain("bills", lines);
    REQUIRE(bills.bills.size() == all.bills.size());
    for (std::size_t i = 0; i < all.bills.size(); ++i) {
        CHECK(bills.bills[i].system == all.bills[i].system);
        CHECK(placeless(bills.bills[i].lines) == placeless(all.bills[i].lines));
    }
}

TEST_CASE("every field of every kind has a meaning", "[catalog][fields]") {
    REQUIRE(io::catalogShapes().size() == io::catalogKinds().size());
    for (std::size_t i = 0; i < io::catalogKinds().size(); ++i) {
        const io::ObjectShape& file = *io::catalogShapes()[i];
        CHECK(file.name == io::catalogKinds()[i] + "_file");
        const io::ObjectShape& record = *file.fields.back().value.element->object;
        for (const io::FieldShape& field : record.fields) {
            INFO(record.name << "." << field.name);
            CHECK_FALSE(field.doc.empty());
        }
    }
}

TEST_CASE("a record for scripts says null where a value is unknown", "[catalog][fields]") {
    io::JsonWriter out;
    GpuModel gpu;
    gpu.id = "toy";
    gpu.memory = Bytes(80'000'000'000);
    io::writeCatalogRecord(out, gpu);
    const std::string text = out.take();

    CHECK(text.find(R"("id": "toy")") != std::string::npos);
    CHECK(text.find(R"("memory": "80 GB")") != std::string::npos);
    CHECK(text.find(R"("tdp": null)") != std::string::npos);
    CHECK(text.find(R"("purchase": null)") != std::string::npos);
}

TEST_CASE("sizes and rates are written in units that keep them whole", "[catalog][fields]") {
    constexpr std::int64_t gibibyte = 1'073'741'824;

    CHECK(io::sizeText(Bytes(80'000'000'000)) == "80 GB");
    CHECK(io::sizeText(Bytes(80 * gibibyte)) == "80 GiB");
    CHECK(io::sizeText(Bytes(16 * 1'048'576)) == "16 MiB");
    CHECK(io::sizeText(Bytes(0)) == "0 GB");
    CHECK(io::sizeText(Bytes(1)) == "0.000000001 GB");
    CHECK(io::rateText(Bandwidth(112'500'000'000)) == "112.5 GB/s");
    CHECK(io::bitRateText(Bandwidth(50'000'000'000)) == "400 Gbit/s");
    CHECK(io::plainNumber(2e6) == "2000000");
}
