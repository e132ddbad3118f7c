#pragma once
/// Steps and advice as text for people, by the locale.

#include <gpuplan/metrics/result.hpp>

#include <QString>

namespace gpuplan::gui {

/// `Compute`, `Communicate`, ... `Fetch`.
QString stageText(perf::Stage stage);
/// What a stage is, in one sentence.
QString stageMeaning(perf::Stage stage);
/// How closely the step is modelled: a measured table, its stages, or the model's architecture.
QString layerText(perf::Layer layer);
QString basisText(perf::Basis basis);
QString effortText(metrics::Effort effort);

/// `12.3`: milliseconds without their unit, three places where steps are shorter than 10 ms.
/// \param step  seconds of the whole step, which decides the places
QString millisText(double seconds, double step);
/// `22.4 GB`, decimal gigabytes.
QString gigabytesText(double bytes);
/// `1.25x`, or `not known` for what is no number above 0.
QString timesText(double factor);
/// With a sign in front: what is gained or lost.
QString gainText(const Money& amount);
/// `8 x V100`, `16 x V100 on 2 nodes`.
QString placeText(const metrics::StepResult& step);
/// Fits or not, by how much, and what would make it fit; a sentence.
QString memoryText(const metrics::StepResult& step);
/// Each change that makes it fit, a line each, cheapest first; empty where none is needed or known.
QString remediesText(const metrics::StepResult& step);
/// What binds an item's jobs then: `waiting for storage`, `computing`.
QString bottleneckText(const std::string& stage);

} // namespace gpuplan::gui
