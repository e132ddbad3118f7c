#pragma once
/// The answer in one sentence, and what a reader must know before trusting it.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// `owned is cheapest: 5,123,456 USD over 36 months, 2,345,678 USD (31 %) less than reserved;
/// cheaper than reserved from month 14 on`. Says so where the least cost is for less work, and
/// where another alternative is cheaper by present value.
std::string verdict(const metrics::RunResult& result, Language language);

/// What limits the verdict: jobs that were not done, figures that rest on assumed shares.
std::vector<std::string> reservations(const metrics::RunResult& result, Language language);

/// One line a break-even question: where it turns, with the figures it rests on.
/// \param all  else of the questions by months only those with the cheapest alternative
std::vector<std::string> breakEvenLines(const metrics::RunResult& result, bool all,
                                        Language language);

/// Kinds of cost and effects that the figures do not hold, for this scenario.
std::vector<std::string> leftOut(const metrics::RunResult& result, Language language);

} // namespace gpuplan::report
