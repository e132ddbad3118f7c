#pragma once
/// Draws the jobs of a synthetic workload. Each class has streams of its own, named by the class
/// alone, so a class added, dropped or changed leaves the jobs of all others as they were.

#include <gpuplan/base/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstdint>
#include <functional>

namespace gpuplan::workload {

/// The stretch of time and the random numbers to use.
struct GeneratorSpec {
    Instant start{};    ///< the table's zero; gives the hour of day and the weekday (UTC)
    Duration horizon{}; ///< jobs are submitted in [start, start + horizon)
    std::uint64_t seed = 1;
    std::uint32_t replication = 0;
};

/// More expected jobs than this are refused: they would fill the memory of any desk.
inline constexpr double mostGeneratedJobs = 50e6;

/// Jobs that the profile is expected to bring, the sum of rate x time over its classes.
double expectedJobs(const model::ProfileWorkload& profile, const GeneratorSpec& spec);

/// Jobs of all classes in the order of their submit times (at equal times in the order of the
/// classes), with ids 1, 2, 3, ... and the class's index in `jobClass`. Streams: `arrivals/NAME`,
/// `gpus/NAME`, `duration/NAME`, `who/NAME`.
///
/// Arrivals: a Poisson process whose rate is constant within each hour,
/// jobsPerDay / 24 h x hourly / mean(hourly) x weekly / mean(weekly), drawn by inversion of the
/// integrated rate, so its mean over a whole week is jobsPerDay. Durations are cut to [least,
/// most], to at least 1 us and at most 100 years. Estimate = duration x estimateFactor, rounded up.
/// Teams of a class get equal shares of its jobs; user k belongs to team k mod (number of teams)
/// and is called `NAME-k`, k from 1.
///
/// \param stop  asked now and then; once it says yes the table ends early. May be empty
/// \return the jobs, or an error for more than mostGeneratedJobs expected ones, or for two classes
/// of one name
/// \pre at most 256 classes; rates and weights as the scenario reader lets them through: finite,
/// >= 0, each class with a GPU size. Source: docs/method.md#arrivals
Result<JobTable> generateJobs(const model::ProfileWorkload& profile, const GeneratorSpec& spec,
                              const std::function<bool()>& stop = {});

} // namespace gpuplan::workload
