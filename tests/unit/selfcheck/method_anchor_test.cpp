#include <gpuplan/base/file.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <set>
#include <string>

namespace {

std::string method() {
    return gpuplan::readWholeFile(GPUPLAN_SOURCE_DIR "/docs/method.md").value();
}

bool hasAnchor(const std::string& text, const std::string& anchor) {
    return text.find("<a id=\"" + anchor + "\"></a>") != std::string::npos;
}

/// The words behind each `prefix` in `text`, of letters and hyphens.
std::set<std::string> wordsBehind(const std::string& text, const std::string& prefix) {
    std::set<std::string> words;
    for (std::size_t at = text.find(prefix); at != std::string::npos;
         at = text.find(prefix, at + 1)) {
        const std::size_t begin = at + prefix.size();
        const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin);
        if (end != begin)
            words.insert(text.substr(begin, end - begin));
    }
    return words;
}

} // namespace

TEST_CASE("every model's formula stands in the method document", "[selfcheck][docs]") {
    const std::string text = method();
    for (const auto& model : gpuplan::selfcheck::calcModels()) {
        INFO(model.name);
        CHECK(hasAnchor(text, model.anchor));
        CHECK(text.find(model.name) != std::string::npos);
    }
}

TEST_CASE("every place of the method document that a source names is there", "[selfcheck][docs]") {
    const std::string text = method();
    std::size_t named = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(GPUPLAN_SOURCE_DIR "/engine")) {
        if (!entry.is_regular_file())
            continue;
        const std::string source = gpuplan::readWholeFile(entry.path().string()).value();
        for (const std::string& anchor : wordsBehind(source, std::string("method.md") + "#")) {
            INFO(entry.path().string() + " names #" + anchor);
            CHECK(hasAnchor(text, anchor));
            ++named;
        }
    }
    CHECK(named > 20);
}

TEST_CASE("every link inside the method document leads somewhere", "[selfcheck][docs]") {
    const std::string text = method();
    const auto links = wordsBehind(text, "](#");

    CHECK(links.size() > 20);
    for (const std::string& anchor : links) {
        INFO(anchor);
        CHECK(hasAnchor(text, anchor));
    }
}
