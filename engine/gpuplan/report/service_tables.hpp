#pragma once
/// Services for people. Internal to the report.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/document.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// Whether any alternative tells of services.
bool hasServices(const metrics::RunResult& result);
/// Latency, load and replicas, a row a service of an alternative.
Table serviceLatencyTable(const metrics::RunResult& result, Language language);
/// What its GPUs do, and what a million requests cost.
Table serviceUseTable(const metrics::RunResult& result, Language language);
/// A line for each target, met or missed.
std::vector<std::string> serviceLines(const metrics::RunResult& result, Language language);

} // namespace gpuplan::report
