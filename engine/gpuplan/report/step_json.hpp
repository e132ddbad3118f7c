#pragma once
/// Steps and advice of one alternative in the machine's form. Internal to the report.

#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/metrics/result.hpp>

namespace gpuplan::report {

/// `"steps": [...]`, an entry a job class with a step model; empty where there is none.
void writeSteps(io::JsonWriter& json, const metrics::AlternativeResult& alternative);
/// `"advice": {...}`, or null where none was asked for.
void writeAdvice(io::JsonWriter& json, const metrics::AlternativeResult& alternative);

} // namespace gpuplan::report
