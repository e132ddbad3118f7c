#pragma once
/// Values as Slurm's sacct prints them.

#include <gpuplan/workload/trace_fields.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// `[D-]HH:MM:SS[.fff]` or `MM:SS[.fff]` in microseconds. Empty for nothing; NotANumber for words.
Field parseSlurmSpan(std::string_view text);

/// GPUs of a TRES list such as `billing=12,cpu=12,gres/gpu=2,mem=31000M,node=1`. `gres/gpu` is the
/// whole; `gres/gpu:a100` names a part of it and counts only where the whole is not printed.
/// NotANumber if a count is none.
Field parseTresGpus(std::string_view text);

/// Whether the text is one of Slurm's words for "no value": empty, Unknown, None, N/A, ...
bool isSlurmNothing(std::string_view text);

/// Most tasks of an array that Slurm allows.
inline constexpr std::uint64_t mostArrayTasks = 4'000'001;

/// The ids behind `123_[1-3,7]` or `123_[0-9:3%2]`; nothing if the text is no array range, has a
/// part cut off by `...`, or stands for too many tasks.
std::optional<std::vector<std::string>> expandArray(std::string_view id);

} // namespace gpuplan::workload
