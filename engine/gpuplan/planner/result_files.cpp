#include <gpuplan/base/file.hpp>
#include <gpuplan/planner/result_files.hpp>
#include <gpuplan/report/chart_gpu_time.hpp>
#include <gpuplan/report/jobs_csv.hpp>
#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/result_json.hpp>
#include <gpuplan/report/run_document.hpp>

#include <array>
#include <filesystem>
#include <system_error>

namespace gpuplan::planner {

namespace {

namespace fs = std::filesystem;

struct Staged {
    fs::path staged;
    fs::path place;
};

void discard(const std::vector<Staged>& files, const fs::path& folder, bool folderIsNew) {
    std::error_code ignored;
    for (const Staged& file : files)
        fs::remove(file.staged, ignored);
    if (folderIsNew)
        fs::remove(folder, ignored); // only if empty
}

} // namespace

ResultTexts makeTexts(const metrics::RunResult& result, Language language) {
    ResultTexts texts;
    texts.ledger = report::ledgerCsv(result);
    texts.result = report::resultJson(result, texts.ledger);
    texts.picture = report::gpuTimeSvg(result, language);
    texts.jobs = report::jobsCsv(result);
    texts.report = report::markdown(report::runReport(result, language));
    return texts;
}

std::string tableText(const metrics::RunResult& result, Language language) {
    return report::plainText(report::runSummary(result, language));
}

std::string csvText(const metrics::RunResult& result) {
    return report::resultCsv(result);
}

Diagnostics writeResultFolder(const std::string& folder, const ResultTexts& texts) {
    std::error_code error;
    const bool folderIsNew = !fs::exists(folder, error);
    Diagnostics problems = makeFolder(folder);
    if (problems.hasErrors())
        return problems;
    const fs::path base(folder);
    const std::array<std::pair<const char*, const std::string*>, 5> contents{{
        {"ledger.csv", &texts.ledger},
        {report::gpuTimeFile.data(), &texts.picture},
        {report::jobsFile.data(), &texts.jobs},
        {"report.md", &texts.report},
        {"result.json", &texts.result},
    }};
    std::vector<Staged> files;
    for (const auto& [name, content] : contents) {
        if (content->empty())
            continue;
        files.push_back({base / (std::string(name) + ".new"), base / name});
        problems = writeWholeFile(files.back().staged.string(), *content);
        if (problems.hasErrors()) {
            discard(files, base, folderIsNew);
            return problems;
        }
    }
    // A folder without result.json is no result: no moment passes off new parts as the old whole.
    fs::remove(files.back().place, error);
    if (!error && texts.jobs.empty())
        fs::remove(base / report::jobsFile, error); // of an earlier run
    for (const Staged& file : files) {
        if (!error)
            fs::rename(file.staged, file.place, error);
        if (error) {
            problems.outside({file.place.string(), 0, 0, ""}, "base.file.write",
                             {file.place.string(), error.message()});
            discard(files, base, folderIsNew);
            return problems;
        }
    }
    return problems;
}

} // namespace gpuplan::planner
