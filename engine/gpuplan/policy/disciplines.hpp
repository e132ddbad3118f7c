#pragma once
/// Makers of the single disciplines, for the switch in discipline.cpp.

#include <gpuplan/policy/discipline.hpp>

namespace gpuplan::policy {

/// Strict first in, first out: the head blocks all behind it.
std::unique_ptr<Discipline> makeFifo();
/// Shortest estimate first, ties by submission; the head blocks.
std::unique_ptr<Discipline> makeShortestFirst();
/// Walks the whole queue in order and starts every job that fits; no reservation.
std::unique_ptr<Discipline> makeGreedy();
/// First in first out with backfilling behind a reservation for the head alone (Lifka 1995).
std::unique_ptr<Discipline> makeEasy();
/// Every queued job, in order, holds the earliest slot that delays none before it; rebuilt each
/// pass.
std::unique_ptr<Discipline> makeConservative();
/// Preemptive shortest remaining time first, free of charge, progress kept.
std::unique_ptr<Discipline> makeSrtf();

} // namespace gpuplan::policy
