#include "cases.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using nlohmann::json;

namespace {

json caseOf(const std::string& id) {
    std::ifstream file(GPUPLAN_SOURCE_DIR "/tests/cases/cases.json");
    const json all = json::parse(file, nullptr, false);
    REQUIRE_FALSE(all.is_discarded());
    for (const json& one : all.at("cases"))
        if (one.at("id") == id)
            return one;
    FAIL("no case " << id);
    return {};
}

} // namespace

double EngineCase::input(const std::string& name) const {
    return caseOf(m_id).at("inputs").at(name).get<double>();
}

Expected EngineCase::expected(const std::string& name) const {
    const json one = caseOf(m_id);
    for (const json& row : one.at("expected")) {
        if (row.at("name") != name || row.at("basis") != "engine")
            continue;
        if (row.contains("min"))
            return {(row.at("min").get<double>() + row.at("max").get<double>()) / 2, row.at("min"),
                    row.at("max")};
        const double value = row.at("value");
        const double margin = row.at("rel_tol").get<double>() * std::fabs(value);
        return {value, value - margin, value + margin};
    }
    FAIL("no engine row " << name << " in case " << m_id);
    return {};
}
