#pragma once
/// What stands beside the verdict: who did the work, the answer by present value, the author's own
/// finding, what the market asks elsewhere, what spot paid on average.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::report {

/// The least share of a data set that the alternative's jobs use, where it tries less than all.
std::optional<double> trialShare(const metrics::RunResult& result,
                                 const metrics::AlternativeResult& alternative);

/// Completed jobs that are not replicas of a service: those follow from the alternative itself.
std::uint64_t finishedJobs(const metrics::AlternativeResult& alternative);
/// Whether every service keeps what its users may expect.
bool meetsTargets(const metrics::AlternativeResult& alternative);

/// Whether an alternative did as much as the others could, and on all the data: a thousandth less
/// is the jobs still running at the end, a hundredth waiting a busy last day, and none was refused;
/// and whether its services meet their targets.
bool didItsWork(const metrics::RunResult& result, const metrics::AlternativeResult& alternative);
/// Positions of the alternatives that did their work; of all if none did. Costs compare only for
/// equal work.
std::vector<std::size_t> comparable(const metrics::RunResult& result);

/// The alternative with the least net present cost and the one after it.
struct PresentValueOrder {
    std::size_t best = 0;
    std::size_t next = 0;
};
/// Among the comparable ones; nothing unless at least two are known.
std::optional<PresentValueOrder> presentValueOrder(const metrics::RunResult& result);

/// `9 %`: the scenario's discount rate a year.
std::string discountRateText(const metrics::RunResult& result);
/// A difference of two amounts in currency and as a share of the larger.
std::string lessText(const metrics::RunResult& result, double less, double than);

/// Who has the least net present cost, and by how much; nothing where two are alike.
std::optional<std::string> presentValueLine(const metrics::RunResult& result, Language language);
/// What the scenario's author found, as stated.
std::optional<std::string> findingLine(const metrics::RunResult& result, Language language);
/// The cheapest offers of each GPU model in the catalog, and whether the verdict holds at them.
std::vector<std::string> marketLines(const metrics::RunResult& result, Language language);
/// What pools that replay spot prices paid for a GPU-hour on average, and whose prices those are.
std::vector<std::string> replayLines(const metrics::RunResult& result, Language language);

} // namespace gpuplan::report
