#pragma once
/// Services of one alternative in the machine's form. Internal to the report.

#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/metrics/result.hpp>

namespace gpuplan::report {

/// `"services": [...]`, an entry a job class with a service; empty where there is none.
void writeServices(io::JsonWriter& json, const metrics::AlternativeResult& alternative);

} // namespace gpuplan::report
