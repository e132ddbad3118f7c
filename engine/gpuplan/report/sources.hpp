#pragma once
/// Where values come from, as short texts: of every price with the money that hung on it, and of
/// every assumption of the scenario.

#include <gpuplan/metrics/result.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// `low`, `medium`, `high`; empty if nobody graded it.
std::string confidenceText(Confidence confidence);
/// The file's name without its folders, so a result is the same wherever it was made.
std::string shownFile(const std::string& file);

/// One value a person put into the scenario, or took over from a source.
struct Assumption {
    std::string pointer; ///< into the scenario
    std::string value;   ///< as written: `217.3 USD/kW-month`
    Provenance provenance;
};

/// Every sourced value of the scenario, in its order.
std::vector<Assumption> assumptions(const model::Scenario& scenario);

/// Prices of one kind from one source, and what was paid on them.
struct PriceSource {
    std::string alternative;
    std::string account;
    std::string pool;
    std::string priceLeast; ///< `55.04 USD/h`; empty where no price applies
    std::string priceMost;  ///< equal to the least where there is one price
    std::string asOfFirst;  ///< dates of the prices used
    std::string asOfLast;
    Provenance provenance; ///< of the first
    bool estimated = false;
    bool purchase = false; ///< paid for what is used later: counts through its own charges
    Money cost;
};

/// By alternative, then in ledger order. Costs of one alternative that are no purchases sum to its
/// effective total.
std::vector<PriceSource> priceSources(const metrics::RunResult& result);

} // namespace gpuplan::report
