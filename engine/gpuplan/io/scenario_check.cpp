#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/placed_problems.hpp>
#include <gpuplan/io/scenario_check.hpp>
#include <gpuplan/io/service_check.hpp>
#include <gpuplan/io/step_check.hpp>

#include <algorithm>
#include <map>

namespace gpuplan::io {

namespace {

using namespace model;

class Checker {
public:
    Checker(const Scenario& scenario, const Locator& places, const Reading& reading)
        : m_scenario(scenario), m_problems(places, reading) {}

    Diagnostics run() {
        if (m_scenario.start != startOfMonth(m_scenario.start))
            problem("/start", "io.check.start",
                    {inQuotes(dateText(m_scenario.start)),
                     inQuotes(dateText(startOfMonth(m_scenario.start)))});
        checkClasses();
        checkSteps(m_scenario, m_problems);
        checkInferenceServices(m_scenario, m_problems);
        checkAlternatives();
        checkQuestions();
        return m_problems.take();
    }

private:
    void problem(const std::string& pointer, std::string_view key,
                 std::vector<std::string> arguments = {},
                 std::vector<std::string> candidates = {}) {
        m_problems.problem(pointer, key, std::move(arguments), std::move(candidates));
    }
    bool wereRead(std::initializer_list<std::string> pointers) const {
        return m_problems.wereRead(pointers);
    }
    bool areClean(std::initializer_list<std::string> pointers) const {
        return m_problems.areClean(pointers);
    }

    /// Names of a list must differ; an empty one could not be read.
    void checkUnique(std::map<std::string, std::string>& seen, const std::string& name,
                     const std::string& pointer) {
        if (name.empty())
            return;
        const auto [first, isNew] = seen.emplace(name, pointer);
        if (!isNew)
            problem(pointer + "/name", "io.check.unique", {inQuotes(name), first->second});
    }

    void checkClasses() {
        const auto* profile = std::get_if<ProfileWorkload>(&m_scenario.workload);
        std::map<std::string, std::string> seen;
        for (std::size_t i = 0; profile != nullptr && i < profile->classes.size(); ++i)
            checkUnique(seen, profile->classes[i].name,
                        "/workload/profile/classes/" + std::to_string(i));
    }

    void checkCurrency(Currency currency, const std::string& pointer) {
        if (currency != m_scenario.currency && currency != Currency{} && wereRead({"/currency"}))
            problem(pointer, "io.check.currency", {currency.code(), m_scenario.currency.code()});
    }
    template <typename T>
    void checkPrice(const std::optional<Sourced<T>>& price, const std::string& pointer) {
        if (price)
            checkPrice(*price, pointer);
    }
    template <typename Per>
    void checkPrice(const Sourced<UnitPrice<Per>>& price, const std::string& pointer) {
        checkCurrency(price.value.currency, pointer);
    }
    void checkPrice(const Sourced<Money>& price, const std::string& pointer) {
        checkCurrency(price.value.currency(), pointer);
    }

    void checkAlternatives() {
        std::map<std::string, std::string> seen;
        for (std::size_t i = 0; i < m_scenario.alternatives.size(); ++i) {
            const Alternative& alternative = m_scenario.alternatives[i];
            const std::string at = "/alternatives/" + std::to_string(i);
            checkUnique(seen, alternative.name, at);
            std::map<std::string, std::string> pools;
            for (std::size_t j = 0; j < alternative.pools.size(); ++j) {
                const std::string pool = at + "/pools/" + std::to_string(j);
                checkUnique(pools, alternative.pools[j].name, pool);
                checkPool(alternative.pools[j], pool);
            }
            checkKind(alternative, at);
            checkPreemption(alternative, at);
            checkSite(alternative, at);
            checkServices(alternative, at);
        }
    }

    void checkPool(const Pool& pool, const std::string& at) {
        checkPrice(pool.price, at + "/price");
        const bool offerClean = areClean({at + "/offer"});
        if (!pool.offer && pool.gpu.empty() && offerClean && areClean({at + "/gpu"}))
            problem(at, "io.check.no_gpu", {inQuotes("gpu")});
        if (!pool.offer && pool.gpusPerNode == 0 && offerClean && areClean({at + "/gpus_per_node"}))
            problem(at, "io.check.no_gpu", {inQuotes("gpus_per_node")});
        if (!wereRead({at + "/purchase"}))
            return;
        if (const auto* owned = std::get_if<Owned>(&pool.purchase))
            checkOwned(*owned, pool, at);
        else if (const auto* commitment = std::get_if<Commitment>(&pool.purchase))
            checkCommitment(*commitment, pool, at);
        else if (!pool.offer && !pool.price && offerClean && areClean({at + "/price"}))
            problem(at, "io.check.no_price");
    }

    void checkCommitment(const Commitment& commitment, const Pool& pool,
                         const std::string& poolAt) {
        const std::string at = poolAt + "/purchase/commitment";
        const std::string perNode = at + "/upfront_per_node";
        const std::string recurring = at + "/recurring";
        checkPrice(commitment.upfrontPerNode, perNode);
        checkPrice(commitment.recurring, recurring);
        if (!wereRead({at + "/upfront"}))
            return;
        const bool upfront = commitment.upfront != Upfront::None;
        if (upfront && !commitment.upfrontPerNode && areClean({perNode}))
            problem(at, "io.check.no_upfront");
        if (!upfront && commitment.upfrontPerNode)
            problem(perNode, "io.check.upfront_none");
        if (commitment.upfront == Upfront::All && commitment.recurring &&
            !commitment.recurring->value.amount.isZero())
            problem(recurring, "io.check.recurring_all");
        if (commitment.recurring || commitment.upfront == Upfront::All ||
            !areClean({recurring, poolAt + "/offer", poolAt + "/price"}))
            return;
        // The catalog has reserved prices without upfront payment only.
        if (commitment.upfront == Upfront::Partial || (!pool.offer && !pool.price))
            problem(at, "io.check.no_recurring");
    }

    void checkOwned(const Owned& owned, const Pool& pool, const std::string& at) {
        const std::string purchase = at + "/purchase/owned";
        if (pool.offer)
            problem(at + "/offer", "io.check.owned_offer");
        if (pool.price)
            problem(at + "/price", "io.check.owned_price");
        if (std::holds_alternative<ElasticSupply>(pool.supply) && areClean({at + "/supply"}))
            problem(at + "/supply", "io.check.owned_elastic");
        if (!owned.billOfMaterials && owned.lines.empty() &&
            areClean({purchase + "/bill_of_materials", purchase + "/lines"}))
            problem(purchase, "io.check.no_capex");
        for (std::size_t i = 0; i < owned.lines.size(); ++i)
            checkPrice(owned.lines[i].unitPrice,
                       purchase + "/lines/" + std::to_string(i) + "/unit_price");
    }

    /// How many pools are bought; nothing if that is not known of all.
    std::optional<std::size_t> ownedPools(const Alternative& alternative,
                                          const std::string& at) const {
        std::size_t owned = 0;
        for (std::size_t i = 0; i < alternative.pools.size(); ++i) {
            if (!wereRead({at + "/pools/" + std::to_string(i) + "/purchase"}))
                return std::nullopt;
            owned += std::holds_alternative<Owned>(alternative.pools[i].purchase) ? 1 : 0;
        }
        return wereRead({at + "/pools"}) ? std::optional(owned) : std::nullopt;
    }

    /// The rule that stops running jobs counts GPUs on one fixed pool.
    void checkPreemption(const Alternative& alternative, const std::string& at) {
        if (alternative.queue != QueueRule::Srtf)
            return;
        const bool isPlain = alternative.pools.size() == 1 &&
                             alternative.placement == PlacementRule::Pool &&
                             std::holds_alternative<FixedSupply>(alternative.pools[0].supply);
        if (!isPlain && !alternative.pools.empty())
            if (areClean({at + "/pools", at + "/placement"}))
                problem(at + "/queue", "io.check.srtf");
    }

    void checkKind(const Alternative& alternative, const std::string& at) {
        const auto owned = ownedPools(alternative, at);
        if (!owned)
            return;
        const std::size_t rented = alternative.pools.size() - *owned;
        if (alternative.kind == AlternativeKind::Cloud && *owned != 0)
            problem(at + "/kind", "io.check.kind_cloud");
        if (alternative.kind == AlternativeKind::Owned && rented != 0)
            problem(at + "/kind", "io.check.kind_owned");
        if (alternative.kind == AlternativeKind::Hybrid && (*owned == 0 || rented == 0))
            problem(at + "/kind", "io.check.kind_hybrid");
    }

    void checkSite(const Alternative& alternative, const std::string& at) {
        const bool owned = ownedPools(alternative, at).value_or(0) != 0;
        const std::string place = at + "/site";
        if (owned && !alternative.site && areClean({place}))
            problem(at, "io.check.no_site");
        if (!alternative.site)
            return;
        const Site& site = *alternative.site;
        checkPrice(site.energyPrice, place + "/energy_price");
        checkPrice(site.colocation, place + "/colocation");
        checkPrice(site.salary, place + "/salary");
        if (owned && !site.energyPrice && areClean({place + "/energy_price"}))
            problem(place, "io.check.site_needs", {inQuotes("energy_price")});
        if (owned && !site.pue && areClean({place + "/pue"}))
            problem(place, "io.check.site_needs", {inQuotes("pue")});
        if (site.staff.has_value() != site.salary.has_value() &&
            areClean({place + "/staff", place + "/salary"}))
            problem(place, "io.check.staff");
        if (site.contracted && !site.colocation && areClean({place + "/colocation"}))
            problem(place + "/contracted", "io.check.contracted");
    }

    void checkServices(const Alternative& alternative, const std::string& at) {
        for (std::size_t i = 0; i < alternative.storage.size(); ++i)
            checkPrice(alternative.storage[i].price,
                       at + "/storage/" + std::to_string(i) + "/price");
        for (std::size_t i = 0; i < alternative.egress.size(); ++i)
            for (std::size_t j = 0; j < alternative.egress[i].tiers.size(); ++j)
                checkCurrency(alternative.egress[i].tiers[j].price.currency,
                              at + "/egress/" + std::to_string(i) + "/tiers/" + std::to_string(j) +
                                  "/price");
        for (std::size_t i = 0; i < alternative.other.size(); ++i)
            checkPrice(alternative.other[i].price, at + "/other/" + std::to_string(i) + "/price");
    }

    void checkName(const std::string& name, const std::string& pointer) {
        std::vector<std::string> known;
        for (const Alternative& alternative : m_scenario.alternatives)
            known.push_back(alternative.name);
        const bool allRead =
            wereRead({"/alternatives"}) && std::find(known.begin(), known.end(), "") == known.end();
        if (name.empty() || !allRead || std::find(known.begin(), known.end(), name) != known.end())
            return;
        problem(pointer, "io.check.alternative", {inQuotes(name), listed(known)},
                nearest(name, known));
    }

    void checkQuestion(const BreakEvenQuestion& question, const std::string& at) {
        checkName(question.a, at + "/a");
        checkName(question.b, at + "/b");
        if (question.a == question.b && !question.a.empty())
            problem(at, "io.check.same", {inQuotes(question.a)});
    }

    void checkQuestions() {
        for (std::size_t i = 0; i < m_scenario.breakEven.size(); ++i)
            checkQuestion(m_scenario.breakEven[i], "/break_even/" + std::to_string(i));
        if (!m_scenario.finding)
            return;
        const Finding& finding = *m_scenario.finding;
        checkName(finding.cheapest, "/finding/cheapest");
        if (finding.cheapest.empty() && finding.checks.empty() && areClean({"/finding"}))
            problem("/finding", "io.check.no_finding");
        if (finding.flip)
            checkQuestion(*finding.flip, "/finding/flip");
        if (!finding.flip && (finding.flipLeast || finding.flipMost) && areClean({"/finding/flip"}))
            problem("/finding", "io.check.no_flip");
        if (finding.flipLeast && finding.flipMost && *finding.flipLeast > *finding.flipMost)
            problem("/finding/flip_least", "io.check.flip_order");
    }

    const Scenario& m_scenario;
    PlacedProblems m_problems;
};

} // namespace

void checkScenario(const Scenario& scenario, const Locator& places, Reading& reading) {
    reading.append(Checker(scenario, places, reading).run());
}

Diagnostics checkScenario(const Scenario& scenario) {
    Reading reading;
    checkScenario(scenario, Locator(), reading);
    return reading.take();
}

} // namespace gpuplan::io
