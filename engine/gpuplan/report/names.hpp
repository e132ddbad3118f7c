#pragma once
/// The words of the public contract for kinds and statuses.

#include <gpuplan/metrics/result.hpp>

#include <string_view>

namespace gpuplan::report {

/// `cloud`, `owned`, `hybrid`.
std::string_view name(model::AlternativeKind kind);
/// `months`, `hours`, `utilization`, `hours_per_week`, `price`.
std::string_view name(model::BreakEvenBy by);
/// `crosses`, `never`, `several`, `after_life`, `always`.
std::string_view name(metrics::CrossingStatus status);
/// `today`, `week`, `quarter`.
std::string_view name(metrics::Effort effort);
/// `error`, `warning`, `note`.
std::string_view name(Severity severity);

} // namespace gpuplan::report
