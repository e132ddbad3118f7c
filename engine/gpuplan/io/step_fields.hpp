#pragma once
/// The field tables of step models: what a training step is made of, the hardware around its GPUs,
/// and what an alternative changes.
///
/// Map: step_fields.cpp (the step) -> compute_fields.cpp (the five ways to say its computing),
/// input_fields.cpp (data set and loader); node_fields.cpp (a pool's nodes); change_fields.cpp.

#include <gpuplan/io/field_table.hpp>
#include <gpuplan/model/step.hpp>

namespace gpuplan::io {

const FieldTable<model::StepModel>& stepFields();
const FieldTable<model::StepCompute>& stepComputeFields();
const FieldTable<model::MeasuredStep>& measuredStepFields();
const FieldTable<model::AffineStep>& affineStepFields();
const FieldTable<model::StageStep>& stageStepFields();
const FieldTable<model::TransformerStep>& transformerStepFields();
const FieldTable<model::ConvolutionalStep>& convolutionalStepFields();
const FieldTable<model::Parallelism>& parallelismFields();
const FieldTable<model::SyncPoints>& syncPointFields();
const FieldTable<model::CheckpointPlan>& checkpointPlanFields();
const FieldTable<model::Work>& workFields();
const FieldTable<model::InputPipeline>& inputPipelineFields();
const FieldTable<model::DataSet>& dataSetFields();
const FieldTable<model::OfflinePreparation>& offlinePreparationFields();
const FieldTable<model::NodeHardware>& nodeFields();
const FieldTable<model::StepChange>& stepChangeFields();

/// Names of enumerators as files and machine output have them.
const Names<model::Precision>& precisionNames();
const Names<model::Recompute>& recomputeNames();
const Names<model::Optimizer>& optimizerNames();
const Names<model::DataFormat>& dataFormatNames();
const Names<model::CachePolicy>& cachePolicyNames();
const Names<model::Loader>& loaderNames();
/// `sync`, `async`: whether a checkpoint is written in the background.
const Names<bool>& checkpointModeNames();

/// Bounds that several of the tables share.
inline constexpr std::int64_t mostWorkers = 1024;
inline constexpr std::int64_t mostBatch = 1'000'000;
inline constexpr const char* largestSample = "1 TB";
inline constexpr const char* fastestRate = "1000 TB/s";

} // namespace gpuplan::io
