#include "../report/sample_run.hpp"
#include "temporary_folder.hpp"

#include <gpuplan/planner/result_files.hpp>
#include <gpuplan/planner/result_reading.hpp>

#include <catch2/catch.hpp>

#include <sys/mount.h>

using namespace gpuplan;
using namespace gpuplan::planner;
namespace fs = std::filesystem;

namespace {

ResultTexts sampleTexts() {
    return makeTexts(test::sampleRun(), Language::English);
}

std::size_t filesIn(const std::string& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("a result folder holds the files of a run and reads back", "[planner][files]") {
    const test::TemporaryFolder folder;
    const std::string out = folder.path("a/b");

    REQUIRE(writeResultFolder(out, sampleTexts()).empty());

    CHECK(filesIn(out) == 4);
    CHECK(test::contentOf(out + "/report.md") == sampleTexts().report);
    CHECK(test::contentOf(out + "/gpu-time.svg").starts_with("<svg "));
    const Result<ResultReading> reading = readResult(out);
    REQUIRE(reading);
    CHECK(valueAt(reading->document, "/cheapest")->text() == "owned");
    REQUIRE(reading->ledger);
    CHECK(reading->ledger->size() == 10); // two postings each of 3 + 2 transactions
    CHECK(reading->ledger->front().amount == test::usd(48'000));
}

TEST_CASE("writing over an older result replaces all of it", "[planner][files]") {
    const test::TemporaryFolder folder;
    REQUIRE(writeResultFolder(folder.path(), {"old", "old", "old", "old"}).empty());

    REQUIRE(writeResultFolder(folder.path(), sampleTexts()).empty());

    CHECK(filesIn(folder.path()) == 4);
    CHECK(readResult(folder.path()));
}

TEST_CASE("a folder that can not take all files keeps what it had", "[planner][files]") {
    const test::TemporaryFolder folder;
    REQUIRE(writeResultFolder(folder.path(), {"old r", "old l", "old m", "old p"}).empty());
    // A directory stands where the report is to be staged.
    fs::create_directory(folder.path("report.md.new"));
    test::writeContent(folder.path("report.md.new/x"), "");

    const Diagnostics problems = writeResultFolder(folder.path(), sampleTexts());

    REQUIRE(problems.hasErrors());
    CHECK(problems[0].trouble == Trouble::Outside);
    CHECK(test::contentOf(folder.path("result.json")) == "old r");
    CHECK(test::contentOf(folder.path("ledger.csv")) == "old l");
    CHECK(test::contentOf(folder.path("report.md")) == "old m");
    CHECK(test::contentOf(folder.path("gpu-time.svg")) == "old p");
    CHECK_FALSE(fs::exists(folder.path("ledger.csv.new")));
}

TEST_CASE("a folder name that is a file is trouble with the disk", "[planner][files]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("file"), "x");

    const Diagnostics problems = writeResultFolder(folder.path("file"), sampleTexts());

    REQUIRE(problems.hasErrors());
    CHECK(problems[0].trouble == Trouble::Outside);
    CHECK(test::contentOf(folder.path("file")) == "x");
}

TEST_CASE("a full disk leaves no part of a result behind", "[planner][files]") {
    const test::TemporaryFolder folder;
    const std::string disk = folder.path("disk");
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0) {
        WARN("skipped: a small file system can not be mounted here");
        return;
    }

    ResultTexts texts = sampleTexts();
    texts.report = std::string(100'000, 'x');
    const Diagnostics problems = writeResultFolder(disk + "/out", texts);
    const bool empty = fs::is_empty(disk);
    ::umount(disk.c_str());

    REQUIRE(problems.hasErrors());
    CHECK(problems[0].trouble == Trouble::Outside);
    CHECK(empty);
}

TEST_CASE("files that are no result end in complaints", "[planner][files]") {
    const test::TemporaryFolder folder;
    const std::string file = folder.path("result.json");
    const auto firstKey = [&](const std::string& text) {
        test::writeContent(file, text);
        const Result<ResultReading> reading = readResult(file);
        REQUIRE_FALSE(reading);
        return reading.diagnostics()[0].message.key;
    };

    CHECK(firstKey("{\"format\": \"gpuplan.scenario/1\"}") == "planner.result.format");
    CHECK(firstKey("[1, 2]") == "planner.result.format");
    CHECK(firstKey("{}") == "planner.result.format");
    const std::string whole = sampleTexts().result;
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 3}) {
        test::writeContent(file, whole.substr(0, length));
        CHECK_FALSE(readResult(file));
    }
}

TEST_CASE("a folder without a result is trouble with a file", "[planner][files]") {
    const test::TemporaryFolder folder;

    const Result<ResultReading> reading = readResult(folder.path());

    REQUIRE_FALSE(reading);
    CHECK(reading.diagnostics()[0].trouble == Trouble::Outside);
}

TEST_CASE("a ledger of another run is not passed off as this one's", "[planner][files]") {
    const test::TemporaryFolder folder;
    REQUIRE(writeResultFolder(folder.path(), sampleTexts()).empty());
    test::writeContent(folder.path("ledger.csv"), sampleTexts().ledger + "\n");

    const Result<ResultReading> reading = readResult(folder.path());

    REQUIRE_FALSE(reading);
    CHECK(reading.diagnostics()[0].message.key == "planner.ledger.other");
}

TEST_CASE("a result alone reads without its ledger", "[planner][files]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("r.json"), sampleTexts().result);

    const Result<ResultReading> reading = readResult(folder.path("r.json"));

    REQUIRE(reading);
    CHECK_FALSE(reading->ledger);
}
