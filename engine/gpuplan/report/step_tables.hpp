#pragma once
/// Where a step's time goes, how full the GPUs are, what helps: tables and sentences of runs whose
/// jobs have step models. All are empty where none has.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/document.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// A row an alternative and job class: milliseconds of a warm step in the three groups I/O, copy
/// and math, which sum to the step as shown, and what I/O and math are made of.
Table stepTimeTable(const metrics::RunResult& result, Language language);
/// The same stages before anything hides behind anything, and a step of the first pass over the
/// data.
Table stepTimelineTable(const metrics::RunResult& result, Language language);
/// Speed; memory filled, busy and tensor-active as three figures; what the figures rest on.
Table stepUseTable(const metrics::RunResult& result, Language language);
/// How many times as fast a step would be without one cause of waiting.
Table stepSpeedupTable(const metrics::RunResult& result, Language language);
/// Wall time of the jobs by what they did, the queue included, in hours that sum as shown; a column
/// an alternative and class.
Table wallTimeTable(const metrics::RunResult& result, Language language);
/// The three levels of utilization with the names they have in DCGM, a column an alternative.
Table utilizationTable(const metrics::RunResult& result, Language language);

/// What limits a class whose GPUs are busy less than half of the time; whether its model fits.
std::vector<std::string> stepLines(const metrics::RunResult& result, Language language);
/// What idle paid time makes of each bill.
std::vector<std::string> multiplierLines(const metrics::RunResult& result, Language language);

/// What helps most in a few lines an alternative: the two dearest gains, and all that is worth its
/// price together.
std::vector<std::string> adviceLines(const metrics::RunResult& result, Language language);
/// A section an alternative with advice: its items dearest gain first, then the plan.
std::vector<Section> adviceSections(const metrics::RunResult& result, Language language);

} // namespace gpuplan::report
