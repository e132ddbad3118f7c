#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/service_values.hpp>
#include <gpuplan/report/sources.hpp>
#include <gpuplan/report/step_values.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <variant>

namespace gpuplan::report {

namespace {

std::string valueText(const Decimal& value) {
    return value.text();
}
template <typename T>
std::string valueText(const T& value) {
    return value.text();
}

std::string valueText(const model::DurationDistribution& duration) {
    struct Law {
        std::string operator()(const model::FixedTime& law) const {
            return durationText(law.value);
        }
        std::string operator()(const model::ExponentialTime& law) const {
            return "exponential, mean " + durationText(law.mean);
        }
        std::string operator()(const model::LognormalTime& law) const {
            return "lognormal, median " + durationText(law.median) + ", mean " +
                   durationText(law.mean);
        }
    };
    std::string text = std::visit(Law{}, duration.law);
    if (duration.least)
        text += ", at least " + durationText(*duration.least);
    if (duration.most)
        text += ", at most " + durationText(*duration.most);
    return text;
}

std::string valueText(const model::Activity& activity) {
    std::string text;
    for (std::size_t i = 0; i < activity.shares.size(); ++i) {
        if (activity.shares[i] == 0)
            continue;
        text += (text.empty() ? "" : ", ") +
                std::string(model::name(static_cast<model::GpuState>(i))) + " " +
                Decimal::scaled(activity.shares[i], 6).text();
    }
    if (activity.tensorActivePpm)
        text += ", tensor active " + Decimal::scaled(*activity.tensorActivePpm, 6).text();
    return text;
}

/// Collects sourced values with the pointer they have in the scenario file.
class Walk {
public:
    void scenario(const model::Scenario& scenario) {
        add("/discount_rate", scenario.discountRate);
        workload(scenario.workload);
        for (std::size_t i = 0; i < scenario.alternatives.size(); ++i)
            alternative("/alternatives/" + std::to_string(i), scenario.alternatives[i]);
    }
    std::vector<Assumption> take() { return std::move(m_list); }

private:
    template <typename T>
    void add(const std::string& pointer, const Sourced<T>& value) {
        m_list.push_back({pointer, valueText(value.value), value.provenance});
    }
    template <typename T>
    void add(const std::string& pointer, const std::optional<Sourced<T>>& value) {
        if (value)
            add(pointer, *value);
    }

    void workload(const model::Workload& workload) {
        if (const auto* trace = std::get_if<model::TraceWorkload>(&workload)) {
            m_list.push_back({"/workload/trace/activity", valueText(trace->activity),
                              trace->activity.provenance});
            return;
        }
        const auto& classes = std::get<model::ProfileWorkload>(workload).classes;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            const std::string at = "/workload/profile/classes/" + std::to_string(i);
            const model::JobClass& job = classes[i];
            if (job.service) {
                service(at + "/service", *job.service);
                continue;
            }
            add(at + "/arrivals/jobs_per_day", job.arrivals.jobsPerDay);
            if (job.duration != model::DurationDistribution{})
                m_list.push_back(
                    {at + "/duration", valueText(job.duration), job.duration.provenance});
            if (job.step)
                step(at + "/step", *job.step);
            else if (job.activity != model::Activity{})
                m_list.push_back(
                    {at + "/activity", valueText(job.activity), job.activity.provenance});
        }
    }

    void step(const std::string& at, const model::StepModel& step) {
        m_list.push_back({at + "/compute/" + computeKind(step.compute), stepValueText(step.compute),
                          provenanceOf(step.compute)});
        if (!step.input)
            return;
        const std::string input = at + "/input";
        m_list.push_back(
            {input + "/data", stepValueText(step.input->data), step.input->data.provenance});
        m_list.push_back({input, stepValueText(*step.input), step.input->provenance});
        if (step.input->offline)
            add(input + "/offline/per_core", step.input->offline->perCore);
    }

    void service(const std::string& at, const model::InferenceService& service) {
        if (const auto* profile = std::get_if<model::RequestProfile>(&service.requests))
            add(at + "/requests/profile/per_second", profile->perSecond);
        if (const auto* sizes = std::get_if<model::LognormalSizes>(&service.sizes))
            m_list.push_back(
                {at + "/sizes/lognormal", serviceValueText(*sizes), sizes->provenance});
        if (const auto* sizes = std::get_if<model::ListedSizes>(&service.sizes))
            m_list.push_back({at + "/sizes/listed", serviceValueText(*sizes), sizes->provenance});
        if (const auto* batch = std::get_if<model::BatchModel>(&service.served))
            m_list.push_back({at + "/batch", serviceValueText(*batch), batch->provenance});
        if (const auto* tokens = std::get_if<model::TokenModel>(&service.served))
            m_list.push_back({at + "/tokens", serviceValueText(*tokens), tokens->provenance});
        add(at + "/compiler", service.compiler);
        // The usual gain is docs/method.md's unless somebody says otherwise.
        if (service.quantizedGain != model::InferenceService{}.quantizedGain)
            add(at + "/quantized_gain", service.quantizedGain);
        if (service.front)
            m_list.push_back(
                {at + "/front", serviceValueText(*service.front), service.front->provenance});
        add(at + "/cold_start/image_rate", service.coldStart.imageRate);
        add(at + "/cold_start/weights_rate", service.coldStart.weightsRate);
    }

    void node(const std::string& at, const model::NodeHardware& node) {
        add(at + "/cores", node.cores);
        add(at + "/memory", node.memory);
        add(at + "/pageable", node.pageable);
        add(at + "/leaf_uplink", node.leafUplink);
    }

    void storage(const std::string& at, const model::StorageLine& line) {
        add(at + "/price", line.price);
        add(at + "/read", line.read);
        add(at + "/write", line.write);
        add(at + "/iops", line.iops);
        add(at + "/opens_per_second", line.opensPerSecond);
    }

    void alternative(const std::string& at, const model::Alternative& alternative) {
        for (std::size_t i = 0; i < alternative.pools.size(); ++i)
            pool(at + "/pools/" + std::to_string(i), alternative.pools[i]);
        if (alternative.site)
            site(at + "/site", *alternative.site);
        for (std::size_t i = 0; i < alternative.storage.size(); ++i)
            storage(at + "/storage/" + std::to_string(i), alternative.storage[i]);
        for (std::size_t i = 0; i < alternative.egress.size(); ++i)
            m_list.push_back({at + "/egress/" + std::to_string(i),
                              alternative.egress[i].perMonth.text() + " a month",
                              alternative.egress[i].provenance});
        for (std::size_t i = 0; i < alternative.other.size(); ++i)
            add(at + "/other/" + std::to_string(i) + "/price", alternative.other[i].price);
        for (std::size_t i = 0; i < alternative.changes.size(); ++i)
            if (alternative.changes[i].offline)
                add(at + "/changes/" + std::to_string(i) + "/offline/per_core",
                    alternative.changes[i].offline->perCore);
        for (std::size_t i = 0; i < alternative.serviceChanges.size(); ++i)
            add(at + "/service_changes/" + std::to_string(i) + "/compiler",
                alternative.serviceChanges[i].compiler);
    }

    void pool(const std::string& at, const model::Pool& pool) {
        // The speed against its own kind is 1 unless somebody says otherwise.
        if (pool.speed != Sourced<Decimal>{Decimal::integer(1), {}})
            add(at + "/speed", pool.speed);
        add(at + "/price", pool.price);
        node(at + "/node", pool.node);
        if (const auto* spot = std::get_if<model::Spot>(&pool.purchase))
            add(at + "/purchase/spot/interruptions_per_hour", spot->interruptionsPerHour);
        if (const auto* commitment = std::get_if<model::Commitment>(&pool.purchase)) {
            add(at + "/purchase/commitment/upfront_per_node", commitment->upfrontPerNode);
            add(at + "/purchase/commitment/recurring", commitment->recurring);
        }
        if (const auto* owned = std::get_if<model::Owned>(&pool.purchase))
            bought(at + "/purchase/owned", *owned);
    }

    void bought(const std::string& at, const model::Owned& owned) {
        for (std::size_t i = 0; i < owned.lines.size(); ++i)
            add(at + "/lines/" + std::to_string(i) + "/unit_price", owned.lines[i].unitPrice);
        add(at + "/residual_share", owned.residualShare);
        add(at + "/maintenance_per_year", owned.maintenancePerYear);
        add(at + "/idle_power", owned.idlePower);
        add(at + "/full_power", owned.fullPower);
    }

    void site(const std::string& at, const model::Site& site) {
        add(at + "/energy_price", site.energyPrice);
        add(at + "/pue", site.pue);
        add(at + "/colocation", site.colocation);
        add(at + "/staff", site.staff);
        add(at + "/salary", site.salary);
        add(at + "/carbon_grams_per_kwh", site.carbonGramsPerKwh);
    }

    std::vector<Assumption> m_list;
};

/// The amount before the unit, to tell the lowest price from the highest.
double leadingNumber(const std::string& price) {
    return parseNumber(price.substr(0, price.find(' '))).value_or(0);
}

std::string_view unitOf(std::string_view price) {
    const std::size_t blank = price.find(' ');
    return blank == std::string_view::npos ? std::string_view() : price.substr(blank);
}

bool sameKind(const PriceSource& known, const PriceSource& next) {
    return known.account == next.account && known.pool == next.pool &&
           known.purchase == next.purchase && known.estimated == next.estimated &&
           known.provenance.source == next.provenance.source &&
           known.provenance.confidence == next.provenance.confidence &&
           unitOf(known.priceLeast) == unitOf(next.priceLeast);
}

void merge(PriceSource& known, const PriceSource& next) {
    if (leadingNumber(next.priceLeast) < leadingNumber(known.priceLeast))
        known.priceLeast = next.priceLeast;
    if (leadingNumber(next.priceMost) > leadingNumber(known.priceMost))
        known.priceMost = next.priceMost;
    known.asOfFirst = std::min(known.asOfFirst, next.asOfFirst);
    known.asOfLast = std::max(known.asOfLast, next.asOfLast);
    known.cost += next.cost;
}

void collect(std::vector<PriceSource>& list, std::size_t first, const PriceSource& next) {
    for (std::size_t i = first; i < list.size(); ++i)
        if (sameKind(list[i], next))
            return merge(list[i], next);
    list.push_back(next);
}

} // namespace

std::string confidenceText(Confidence confidence) {
    switch (confidence) {
    case Confidence::Low:
        return "low";
    case Confidence::Medium:
        return "medium";
    case Confidence::High:
        return "high";
    case Confidence::Unknown:
        break;
    }
    return "";
}

std::string shownFile(const std::string& file) {
    const std::size_t slash = file.find_last_of('/');
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

std::vector<Assumption> assumptions(const model::Scenario& scenario) {
    Walk walk;
    walk.scenario(scenario);
    return walk.take();
}

std::vector<PriceSource> priceSources(const metrics::RunResult& result) {
    std::vector<PriceSource> list;
    for (const metrics::AlternativeResult& alternative : result.alternatives) {
        const std::size_t first = list.size();
        for (const ledger::Transaction& transaction : alternative.journal->transactions()) {
            const ledger::Basis& basis = transaction.basis;
            const std::vector<PostingView> views = postingViews(transaction);
            for (std::size_t i = 0; i < views.size(); ++i) {
                if (views[i] == PostingView::Cash || views[i] == PostingView::Balance)
                    continue;
                const ledger::Posting& posting = transaction.postings[i];
                collect(list, first,
                        {alternative.name, posting.account, transaction.pool, basis.price,
                         basis.price, basis.source.asOf, basis.source.asOf, basis.source,
                         basis.estimated, views[i] == PostingView::Billed, posting.amount});
            }
        }
    }
    return list;
}

} // namespace gpuplan::report
