/// docs/claims.md against the scenarios: every claim of the sections on speed has a verdict, and
/// every verdict that names a scenario is checked by it.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

/// A row of the table: what it says of one claim.
struct Row {
    std::string verdict;
    std::set<std::string> scenarios; ///< file names it links to
    std::string figure;
};

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> found;
    std::istringstream parts(line);
    std::string cell;
    std::getline(parts, cell, '|'); // before the first bar
    while (std::getline(parts, cell, '|')) {
        const auto first = cell.find_first_not_of(' ');
        const auto last = cell.find_last_not_of(' ');
        found.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return found;
}

/// Rows `| P21 | claim | scenarios | verdict | figure |`.
std::map<std::string, Row> claimTable() {
    static const std::regex id("[PNSIQM][0-9]{2}");
    static const std::regex link(R"(\.\./scenarios/([a-z0-9-]+\.json))");
    std::ifstream file(GPUPLAN_SOURCE_DIR "/docs/claims.md");
    REQUIRE(file);
    std::map<std::string, Row> table;
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> row = cells(line);
        if (row.empty() || !std::regex_match(row.front(), id))
            continue;
        INFO(line);
        REQUIRE(row.size() == 5);
        Row entry{row[3], {}, row[4]};
        for (std::sregex_iterator at(row[2].begin(), row[2].end(), link), end; at != end; ++at)
            entry.scenarios.insert((*at)[1]);
        CHECK(table.emplace(row.front(), entry).second);
    }
    return table;
}

/// Scenarios by the claims that their findings check.
std::map<std::string, std::set<std::string>> checkedClaims() {
    std::map<std::string, std::set<std::string>> checked;
    for (const auto& entry : std::filesystem::directory_iterator(GPUPLAN_SOURCE_DIR "/scenarios")) {
        if (entry.path().extension() != ".json")
            continue;
        const std::string name = entry.path().filename().string();
        const model::Scenario scenario = shipped(name);
        for (const model::FindingCheck& check : scenario.finding->checks)
            if (!check.claim.empty())
                checked[check.claim].insert(name);
    }
    return checked;
}

std::string numbered(char section, int number) {
    return std::string(1, section) + (number < 10 ? "0" : "") + std::to_string(number);
}

} // namespace

TEST_CASE("every claim on speed has one verdict, with its figure or its reason", "[claims]") {
    const auto table = claimTable();
    const std::set<std::string> verdicts{"supported", "depends", "refuted", "outside"};

    for (const auto& [section, count] : std::map<char, int>{{'P', 30}, {'N', 19}, {'S', 14}})
        for (int number = 1; number <= count; ++number) {
            const std::string claim = numbered(section, number);
            INFO(claim);
            REQUIRE(table.count(claim) == 1);
            CHECK(verdicts.count(table.at(claim).verdict) == 1);
            CHECK_FALSE(table.at(claim).figure.empty());
        }
}

TEST_CASE("a verdict on a claim rests on a check of each scenario it names", "[claims]") {
    const auto checked = checkedClaims();

    for (const auto& [claim, row] : claimTable()) {
        INFO(claim);
        // What is outside the model has no scenario, and everything else has one.
        CHECK((row.verdict == "outside") == row.scenarios.empty());
        const auto found = checked.find(claim);
        CHECK(row.scenarios == (found == checked.end() ? std::set<std::string>{} : found->second));
    }
}

TEST_CASE("a scenario checks no claim that the table does not have", "[claims]") {
    const auto table = claimTable();

    for (const auto& [claim, scenarios] : checkedClaims()) {
        INFO(claim << " of " << *scenarios.begin());
        CHECK(table.count(claim) == 1);
    }
}
