#pragma once
/// The field tables of inference services and of what an alternative changes in them.
///
/// Map: service_fields.cpp (the service, its targets, changes) -> request_fields.cpp (arrivals and
/// sizes of requests), replica_fields.cpp (what a replica runs, how many there are, cold start).

#include <gpuplan/io/field_table.hpp>
#include <gpuplan/model/service.hpp>

namespace gpuplan::io {

const FieldTable<model::InferenceService>& serviceFields();
const FieldTable<model::ServiceChange>& serviceChangeFields();
const FieldTable<model::Requests>& requestFields();
const FieldTable<model::RequestSizes>& requestSizeFields();
const FieldTable<model::BatchModel>& batchModelFields();
const FieldTable<model::TokenModel>& tokenModelFields();
const FieldTable<model::FrontStage>& frontStageFields();
const FieldTable<model::ReplicaRule>& replicaRuleFields();
const FieldTable<model::ColdStart>& coldStartFields();

/// Names of enumerators as files and machine output have them.
const Names<model::ServingPrecision>& servingPrecisionNames();
const Names<model::Router>& routerNames();
const Names<model::LatencyKind>& latencyKindNames();

/// Bounds that several of the tables share.
inline constexpr std::int64_t mostTokens = 10'000'000; ///< of one prompt or answer
inline constexpr std::int64_t mostReplicas = 2000;
inline constexpr std::int64_t mostSequences = 2048;

} // namespace gpuplan::io
