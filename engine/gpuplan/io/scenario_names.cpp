#include <gpuplan/io/scenario_fields.hpp>

namespace gpuplan::io {

const Names<model::JobKind>& jobKindNames() {
    static const Names<model::JobKind> names = {{"training", model::JobKind::Training},
                                                {"interactive", model::JobKind::Interactive},
                                                {"inference", model::JobKind::Inference}};
    return names;
}

const Names<model::SpotPriceRule>& spotPriceRuleNames() {
    static const Names<model::SpotPriceRule> names = {{"constant", model::SpotPriceRule::Constant},
                                                      {"replay", model::SpotPriceRule::Replay}};
    return names;
}

const Names<model::Upfront>& upfrontNames() {
    static const Names<model::Upfront> names = {{"none", model::Upfront::None},
                                                {"partial", model::Upfront::Partial},
                                                {"all", model::Upfront::All}};
    return names;
}

const Names<model::AlternativeKind>& alternativeKindNames() {
    static const Names<model::AlternativeKind> names = {{"cloud", model::AlternativeKind::Cloud},
                                                        {"owned", model::AlternativeKind::Owned},
                                                        {"hybrid", model::AlternativeKind::Hybrid}};
    return names;
}

const Names<model::QueueRule>& queueRuleNames() {
    static const Names<model::QueueRule> names = {
        {"fifo", model::QueueRule::Fifo},         {"greedy", model::QueueRule::Greedy},
        {"easy", model::QueueRule::Easy},         {"conservative", model::QueueRule::Conservative},
        {"sjf", model::QueueRule::ShortestFirst}, {"srtf", model::QueueRule::Srtf}};
    return names;
}

const Names<model::PlacementRule>& placementRuleNames() {
    static const Names<model::PlacementRule> names = {
        {"pool", model::PlacementRule::Pool},
        {"pack", model::PlacementRule::Pack},
        {"fewest_nodes", model::PlacementRule::FewestNodes},
        {"spread", model::PlacementRule::Spread}};
    return names;
}

const Names<model::EstimateRule>& estimateRuleNames() {
    static const Names<model::EstimateRule> names = {{"exact", model::EstimateRule::Exact},
                                                     {"requested", model::EstimateRule::Requested}};
    return names;
}

const Names<model::MonthRule>& monthRuleNames() {
    static const Names<model::MonthRule> names = {{"calendar", model::MonthRule::Calendar},
                                                  {"720 h", model::MonthRule::Hours720},
                                                  {"730 h", model::MonthRule::Hours730}};
    return names;
}

const Names<model::BreakEvenBy>& breakEvenByNames() {
    static const Names<model::BreakEvenBy> names = {
        {"months", model::BreakEvenBy::Months},
        {"hours", model::BreakEvenBy::Hours},
        {"utilization", model::BreakEvenBy::Utilization},
        {"hours_per_week", model::BreakEvenBy::HoursPerWeek},
        {"price", model::BreakEvenBy::Price}};
    return names;
}

} // namespace gpuplan::io
