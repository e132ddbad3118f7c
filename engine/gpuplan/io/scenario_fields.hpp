#pragma once
/// The field tables of scenario files, one a model struct.
///
/// Map: scenario_fields.cpp (scenario, questions, finding) -> alternative_fields.cpp (alternative,
/// site, services) -> pool_fields.cpp (pool, supply, purchase); workload_fields.cpp (profile and
/// trace) -> step_fields.hpp (steps, nodes, changes). Variants are objects with one member that
/// names the kind: `"supply": {"fixed": {...}}`.

#include <gpuplan/io/field_table.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::io {

/// What a scenario file says in `format`.
inline constexpr std::string_view scenarioFormat = "gpuplan.scenario/1";

const FieldTable<model::Scenario>& scenarioFields();
const FieldTable<model::BreakEvenQuestion>& breakEvenFields();
const FieldTable<model::Finding>& findingFields();
const FieldTable<model::FindingCheck>& findingCheckFields();

const FieldTable<model::Workload>& workloadFields();
const FieldTable<model::JobClass>& jobClassFields();
const FieldTable<model::ArrivalProcess>& arrivalFields();
const FieldTable<model::DurationDistribution>& durationFields();

const FieldTable<model::Alternative>& alternativeFields();
const FieldTable<model::Site>& siteFields();
const FieldTable<model::StorageLine>& storageFields();
const FieldTable<model::EgressLine>& egressFields();
const FieldTable<model::OtherLine>& otherLineFields();

const FieldTable<model::Pool>& poolFields();
const FieldTable<model::Supply>& supplyFields();
const FieldTable<model::PurchaseOption>& purchaseFields();

/// Names of enumerators as files and machine output have them.
const Names<model::JobKind>& jobKindNames();
const Names<model::SpotPriceRule>& spotPriceRuleNames();
const Names<model::Upfront>& upfrontNames();
const Names<model::AlternativeKind>& alternativeKindNames();
const Names<model::QueueRule>& queueRuleNames();
const Names<model::PlacementRule>& placementRuleNames();
const Names<model::EstimateRule>& estimateRuleNames();
const Names<model::MonthRule>& monthRuleNames();
const Names<model::BreakEvenBy>& breakEvenByNames();

/// Bounds that several tables share; docs/scenario-format.md lists them all.
inline constexpr std::int64_t mostNodes = 1'000'000;
inline constexpr std::int64_t mostMonths = 600;
inline constexpr const char* longestDuration = "100 years";

} // namespace gpuplan::io
