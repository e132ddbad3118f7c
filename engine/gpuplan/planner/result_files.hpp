#pragma once
/// The folder of a run: `ledger.csv`, `report.md` with its picture `gpu-time.svg`, where jobs have
/// step models `jobs.csv`, and last `result.json`, whose check sum of the ledger ties them
/// together.

#include <gpuplan/base/result.hpp>
#include <gpuplan/metrics/result.hpp>

#include <string>
#include <vector>

namespace gpuplan::planner {

/// The texts of one run's files.
struct ResultTexts {
    std::string result;
    std::string ledger;
    std::string report;
    std::string picture; ///< that the report shows
    std::string jobs;    ///< empty: no class has a step model
};
ResultTexts makeTexts(const metrics::RunResult& result, Language language);
/// The answer for a terminal, and as a row an alternative.
std::string tableText(const metrics::RunResult& result, Language language);
std::string csvText(const metrics::RunResult& result);

/// Writes all of them or none: they are staged beside their places, and only when all are safe on
/// the disk they take them, `result.json` last. On trouble the folder holds what it held before.
Diagnostics writeResultFolder(const std::string& folder, const ResultTexts& texts);

} // namespace gpuplan::planner
