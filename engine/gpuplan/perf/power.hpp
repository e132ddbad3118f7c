#pragma once
/// Power of a GPU by what it does. docs/method.md#power

namespace gpuplan::perf {

/// Share of a GPU's TDP it draws while idle: AcmeTrace, 60 W of 400 W.
inline constexpr double idlePowerShare = 0.15;
/// SM activity while a GPU computes and while it exchanges: fitted to AcmeTrace means, assumed
/// elsewhere.
inline constexpr double computingActivity = 0.85;
inline constexpr double exchangingActivity = 0.10;

/// idle + (full - idle) * active^exponent, W. 0 <= idle <= full, 0 <= active <= 1, exponent > 0.
double gpuPower(double idle, double full, double active, double exponent = 1);

} // namespace gpuplan::perf
