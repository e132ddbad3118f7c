#include <gpuplan/base/file.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

using namespace gpuplan;
namespace fs = std::filesystem;

namespace {

/// An empty folder that is removed with all it holds.
class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "gpuplan-file-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        m_path = pattern;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(m_path); }
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_path), fs::directory_iterator()));
    }

private:
    fs::path m_path;
};

void put(const std::string& path, std::string_view content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::string got(const std::string& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

/// The key of the only problem, which must be of the outside world.
std::string keyOf(const Diagnostics& diagnostics) {
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].trouble == Trouble::Outside);
    CHECK(diagnostics[0].severity == Severity::Error);
    return diagnostics[0].message.key;
}

} // namespace

TEST_CASE("a file is read as it is, zero bytes and carriage returns included", "[base][file]") {
    const Folder folder;
    const std::string content("a\r\n\0b\xff", 6);
    put(folder / "f", content);

    CHECK(*readWholeFile(folder / "f") == content);
}

TEST_CASE("an empty file is an empty text, not an error", "[base][file]") {
    const Folder folder;
    put(folder / "f", "");

    CHECK(readWholeFile(folder / "f")->empty());
}

TEST_CASE("a file larger than a block is read whole", "[base][file]") {
    const Folder folder;
    const std::string content(300'001, 'x');
    put(folder / "f", content);

    CHECK(*readWholeFile(folder / "f") == content);
}

TEST_CASE("a limit lets its own size pass and one byte more not", "[base][file]") {
    const Folder folder;
    put(folder / "f", "12345");

    CHECK(readWholeFile(folder / "f", 5).ok());
    const auto refused = readWholeFile(folder / "f", 4);
    CHECK(keyOf(refused.diagnostics()) == "base.file.too_large");
    CHECK(text(refused.diagnostics()[0].message) ==
          inQuotes(folder / "f") + " has more than the 4 bytes allowed here");
}

TEST_CASE("what can not be read is named, and nothing waits for it", "[base][file]") {
    const Folder folder;
    put(folder / "file", "");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);

    CHECK(keyOf(readWholeFile(folder / "none").diagnostics()) == "base.file.missing");
    CHECK(keyOf(readWholeFile("").diagnostics()) == "base.file.missing");
    CHECK(keyOf(readWholeFile(folder / "").diagnostics()) == "base.file.directory");
    CHECK(keyOf(readWholeFile(folder / "pipe").diagnostics()) == "base.file.not_regular");
    CHECK(keyOf(readWholeFile("/dev/zero").diagnostics()) == "base.file.not_regular");
    CHECK(keyOf(readWholeFile(folder / "file/below").diagnostics()) == "base.file.open");
    CHECK(keyOf(checkRegularFile(folder / "none")) == "base.file.missing");
    CHECK(checkRegularFile(folder / "file").empty());
}

TEST_CASE("a name with a zero byte is not the file named before it", "[base][file]") {
    const Folder folder;
    put(folder / "f", "kept");
    const std::string name = (folder / "f") + std::string("\0.json", 6);

    CHECK(keyOf(readWholeFile(name).diagnostics()) == "base.file.missing");
    CHECK(keyOf(writeWholeFile(name, "lost")) == "base.file.write");
    CHECK(got(folder / "f") == "kept");
}

TEST_CASE("a written file holds the content and stands alone in its folder", "[base][file]") {
    const Folder folder;

    CHECK(writeWholeFile(folder / "new", "content\n").empty());

    CHECK(got(folder / "new") == "content\n");
    CHECK(folder.entries() == 1);
}

TEST_CASE("content larger than the buffer is written whole", "[base][file]") {
    const Folder folder;
    std::string expected;
    for (int i = 0; i < 50'000; ++i)
        expected += std::to_string(i) + "\n";

    CHECK(writeWholeFile(folder / "f", [](std::ostream& stream) {
              for (int i = 0; i < 50'000; ++i)
                  stream << i << '\n';
          }).empty());

    CHECK(got(folder / "f") == expected);
}

TEST_CASE("a replaced file keeps its permissions, and a link stays a link", "[base][file]") {
    const Folder folder;
    put(folder / "f", "old and longer");
    ::chmod((folder / "f").c_str(), 0640);
    fs::create_symlink("f", folder / "link");

    CHECK(writeWholeFile(folder / "link", "new").empty());

    CHECK(got(folder / "f") == "new");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(fs::status(folder / "f").permissions() == fs::perms(0640));
    CHECK(folder.entries() == 2);
}

TEST_CASE("a reader that opened the file before sees the old content whole", "[base][file]") {
    const Folder folder;
    put(folder / "f", "old");
    std::ifstream before(folder / "f");

    CHECK(writeWholeFile(folder / "f", "new").empty());

    std::string seen;
    before >> seen;
    CHECK(seen == "old");
    CHECK(got(folder / "f") == "new");
}

TEST_CASE("a producer that throws leaves the old file and no other", "[base][file]") {
    const Folder folder;
    put(folder / "f", "old");

    CHECK_THROWS_AS(writeWholeFile(folder / "f",
                                   [](std::ostream& stream) {
                                       stream << "half";
                                       throw std::runtime_error("interrupted");
                                   }),
                    std::runtime_error);

    CHECK(got(folder / "f") == "old");
    CHECK(folder.entries() == 1);
}

TEST_CASE("a name left over from a killed run is stepped over", "[base][file]") {
    const Folder folder;
    const std::string stray = ".gpuplan-" + std::to_string(::getpid()) + "-0.tmp";
    put(folder / stray, "half");

    CHECK(writeWholeFile(folder / "f", "whole").empty());

    CHECK(got(folder / "f") == "whole");
    CHECK(got(folder / stray) == "half");
}

TEST_CASE("what can not be written is an error that leaves nothing", "[base][file]") {
    const Folder folder;
    put(folder / "file", "kept");

    CHECK(keyOf(writeWholeFile(folder / "none/f", "x")) == "base.file.write");
    CHECK(keyOf(writeWholeFile(folder / "file/f", "x")) == "base.file.write");
    CHECK(keyOf(writeWholeFile(folder / "", "x")) == "base.file.directory");
    CHECK(keyOf(writeWholeFile("", "x")) == "base.file.write");
    CHECK(folder.entries() == 1);
    CHECK(got(folder / "file") == "kept");
}

TEST_CASE("a full disk is an error, for little and for much", "[base][file]") {
    if (!fs::exists("/dev/full")) {
        WARN("skipped: there is no /dev/full");
        return;
    }

    CHECK(keyOf(writeWholeFile("/dev/full", "x")) == "base.file.write");
    CHECK(keyOf(writeWholeFile("/dev/full", std::string(200'000, 'x'))) == "base.file.write");
    CHECK(writeWholeFile("/dev/null", "x").empty());
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a folder or file without permission is an error", "[base][file]") {
    if (::geteuid() == 0) {
        WARN("skipped: permissions do not bind root");
        return;
    }
    const Folder folder;
    put(folder / "f", "kept");
    ::chmod((folder / "f").c_str(), 0);
    CHECK(keyOf(readWholeFile(folder / "f").diagnostics()) == "base.file.open");
    ::chmod((folder / "f").c_str(), 0400);

    CHECK(keyOf(writeWholeFile(folder / "f", "x")) == "base.file.write");

    CHECK(got(folder / "f") == "kept");
    fs::create_directory(folder / "locked");
    ::chmod((folder / "locked").c_str(), 0500);
    CHECK(keyOf(writeWholeFile(folder / "locked/f", "x")) == "base.file.write");
    CHECK(keyOf(makeFolder(folder / "locked/sub")) == "base.folder.make");
}

TEST_CASE("folders are made with their parents, and what stands is left", "[base][file]") {
    const Folder folder;
    put(folder / "file", "");

    CHECK(makeFolder(folder / "a/b/c").empty());
    CHECK(fs::is_directory(folder / "a/b/c"));
    CHECK(makeFolder(folder / "a/b").empty());
    CHECK(keyOf(makeFolder(folder / "file")) == "base.folder.make");
    CHECK(keyOf(makeFolder(folder / "file/below")) == "base.folder.make");
}

TEST_CASE("two names of one file are told, through links too", "[base][file]") {
    const std::string folder =
        std::filesystem::temp_directory_path() / ("gpuplan-same-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/a") << "a";
    std::ofstream(folder + "/b") << "a";
    std::filesystem::create_symlink(folder + "/a", folder + "/link");
    std::filesystem::create_hard_link(folder + "/a", folder + "/hard");

    CHECK(gpuplan::sameFile(
        folder + "/a", folder + "/../" + std::filesystem::path(folder).filename().string() + "/a"));
    CHECK(gpuplan::sameFile(folder + "/a", folder + "/link"));
    CHECK(gpuplan::sameFile(folder + "/hard", folder + "/a"));
    CHECK_FALSE(gpuplan::sameFile(folder + "/a", folder + "/b"));
    CHECK_FALSE(gpuplan::sameFile(folder + "/a", folder + "/none"));

    std::filesystem::remove_all(folder);
}
