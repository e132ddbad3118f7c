#include <gpuplan/ledger/apportion.hpp>
#include <gpuplan/metrics/by_tag.hpp>

namespace gpuplan::metrics {

namespace {

std::map<std::string, TagCost> shared(const std::vector<std::uint32_t>& column,
                                      const workload::StringPool& texts,
                                      const workload::JobTable& jobs,
                                      const history::Attempts& attempts, const Money& total) {
    std::map<std::string, TagCost> entries;
    if (column.empty())
        return entries;
    std::vector<GpuTime> times(texts.size());
    std::vector<char> hasRun(texts.size());
    for (std::size_t row = 0; row < attempts.size(); ++row) {
        const std::uint32_t job = attempts.job[row];
        times[column[job]] +=
            GpuTime::of(jobs.gpuCount(job), Duration(attempts.end[row] - attempts.start[row]));
        hasRun[column[job]] = 1;
    }
    std::vector<std::string> names;
    std::vector<Int128> weights;
    for (std::size_t tag = 0; tag < texts.size(); ++tag) {
        if (hasRun[tag] == 0)
            continue;
        names.push_back(texts[static_cast<std::uint32_t>(tag)]);
        weights.push_back(times[tag].base());
    }
    if (weights.empty())
        return entries;
    const std::vector<Money> parts = ledger::apportion(total, weights);
    for (std::size_t i = 0; i < names.size(); ++i)
        entries.emplace(names[i], TagCost{GpuTime(weights[i]), parts[i]});
    return entries;
}

} // namespace

std::map<std::string, std::map<std::string, TagCost>>
costByTag(const workload::JobTable& jobs, const history::Attempts& attempts, const Money& total) {
    return {{"team", shared(jobs.team, jobs.teams, jobs, attempts, total)},
            {"user", shared(jobs.user, jobs.users, jobs, attempts, total)},
            {"model", shared(jobs.model, jobs.models, jobs, attempts, total)}};
}

} // namespace gpuplan::metrics
