#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/memory_fit.hpp>
#include <gpuplan/perf/precision.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <functional>
#include <tuple>

namespace gpuplan::perf {

namespace {

enum class Kind : std::uint8_t { Precision, Sharding, Batch, Recompute, Tensor, Optimizer };
constexpr std::size_t kindCount = 6;

/// Kinds of change that a candidate makes.
class Kinds {
public:
    void add(Kind kind) { m_bits.set(static_cast<std::size_t>(kind)); }
    void add(const Kinds& others) { m_bits |= others.m_bits; }
    bool has(Kind kind) const { return m_bits.test(static_cast<std::size_t>(kind)); }
    std::size_t count() const { return m_bits.count(); }
    bool areAllIn(const Kinds& others) const { return (m_bits & ~others.m_bits).none(); }

private:
    std::bitset<kindCount> m_bits;
};

struct Candidate {
    MemoryRemedy remedy;
    Kinds changed;
};

/// All divisors, largest first.
std::vector<std::int64_t> divisors(std::int64_t number) {
    std::vector<std::int64_t> found;
    for (std::int64_t small = 1; small <= number / small; ++small)
        if (number % small == 0) {
            found.push_back(small);
            if (small != number / small)
                found.push_back(number / small);
        }
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

/// One job and the room it has.
class Search {
public:
    Search(const model::StepModel& step, const GpuRates& gpu, std::int64_t gpus,
           const MemoryAssumptions& assumptions)
        : m_step(step), m_gpu(gpu), m_gpus(gpus), m_assumptions(assumptions),
          m_have(assumptions.usable * gpu.memory),
          m_shape(std::get_if<model::TransformerStep>(&step.compute)),
          m_batches(divisors(step.microBatch)) {}

    double have() const { return m_have; }
    /// Nothing where the need does not grow with the batch.
    std::optional<std::int64_t> largestMicroBatch() const;
    std::vector<MemoryRemedy> remedies() const;

private:
    double needOf(const model::StepModel& step, std::int64_t gpus) const {
        return memoryNeed(step, gpus, m_assumptions).total();
    }

    std::vector<Candidate> singleChanges(Kind kind) const;
    std::vector<Candidate> tensorChanges() const;
    std::optional<Candidate> fitting(Candidate candidate) const;
    std::optional<double> computing(const model::StepChange& change) const;
    std::optional<double> computingTime(const model::StepModel& step, std::int64_t gpus) const;

    const model::StepModel& m_step;
    const GpuRates& m_gpu;
    std::int64_t m_gpus;
    MemoryAssumptions m_assumptions;
    double m_have;
    const model::TransformerStep* m_shape;
    std::vector<std::int64_t> m_batches; ///< micro-batches that keep the samples a step
};

std::optional<std::int64_t> Search::largestMicroBatch() const {
    constexpr std::int64_t mostBatch = std::int64_t{1} << 30;
    model::StepModel trial = m_step;
    const auto needAt = [this, &trial](std::int64_t batch) {
        trial.microBatch = batch;
        return needOf(trial, m_gpus);
    };
    if (needAt(mostBatch) == needAt(1))
        return std::nullopt;
    if (needAt(mostBatch) <= m_have)
        return mostBatch;
    // At `fitting` it fits, at `most` it does not; the need grows with the batch.
    std::int64_t fitting = 0;
    std::int64_t most = mostBatch;
    while (most - fitting > 1) {
        const std::int64_t middle = fitting + (most - fitting) / 2;
        (needAt(middle) <= m_have ? fitting : most) = middle;
    }
    return fitting;
}

std::vector<Candidate> Search::tensorChanges() const {
    std::vector<Candidate> changes;
    if (m_shape == nullptr)
        return changes;
    const std::int64_t dataRanks = transformerPlan(m_step, m_gpus).dataRanks;
    constexpr std::int64_t mostRanks = 8; // what one node's fast links join
    for (std::int64_t factor = 2; factor * m_step.parallel.tensor <= mostRanks; factor *= 2) {
        const std::int64_t tensor = factor * m_step.parallel.tensor;
        if (m_shape->heads % tensor != 0 ||
            m_shape->keyValueHeads.value_or(m_shape->heads) % tensor != 0)
            continue;
        Candidate candidate;
        candidate.remedy.change.tensor = tensor;
        candidate.remedy.cost = StepCost::Communication;
        if (dataRanks % factor == 0) {
            // Fewer data ranks: each takes more micro-batches.
            candidate.remedy.change.accumulation = m_step.accumulation * factor;
        } else {
            candidate.remedy.change.gpus = m_gpus * factor;
            candidate.remedy.cost = StepCost::MoreGpus;
        }
        changes.push_back(candidate);
    }
    return changes;
}

/// Changes of one kind, cheapest first, each alone.
std::vector<Candidate> Search::singleChanges(Kind kind) const {
    std::vector<Candidate> changes;
    const auto add = [&changes](StepCost cost, auto member, auto value) {
        Candidate candidate;
        candidate.remedy.cost = cost;
        candidate.remedy.change.*member = value;
        changes.push_back(candidate);
    };
    switch (kind) {
    case Kind::Precision:
        if (elementBytes(m_step.precision) > 2.0 && m_gpu.fp16)
            add(StepCost::Faster, &model::StepChange::precision, model::Precision::Mixed);
        break;
    case Kind::Optimizer:
        if (m_step.optimizer == model::Optimizer::Adam)
            add(StepCost::Same, &model::StepChange::optimizer, model::Optimizer::Adam8bit);
        break;
    case Kind::Sharding:
        if (transformerPlan(m_step, m_gpus).dataRanks > 1)
            for (std::int64_t stage = m_step.parallel.sharding + 1; stage <= 3; ++stage)
                add(stage < 3 ? StepCost::Same : StepCost::Communication,
                    &model::StepChange::sharding, stage);
        break;
    case Kind::Recompute:
        if (m_shape == nullptr)
            break;
        if (m_step.recompute == model::Recompute::None && !m_shape->fusedAttention)
            add(StepCost::Recompute, &model::StepChange::recompute, model::Recompute::Selective);
        if (m_step.recompute != model::Recompute::Full)
            add(StepCost::Recompute, &model::StepChange::recompute, model::Recompute::Full);
        break;
    case Kind::Tensor:
        changes = tensorChanges();
        break;
    case Kind::Batch: // comes last, where nothing else is enough
        break;
    }
    for (Candidate& candidate : changes)
        candidate.changed.add(kind);
    return changes;
}

/// Both changes at once; a kind stands in one of them alone.
Candidate together(const Candidate& a, const Candidate& b) {
    Candidate both = a;
    model::StepChange& change = both.remedy.change;
    const model::StepChange& more = b.remedy.change;
    const auto take = [&change, &more](auto member) {
        if (more.*member)
            change.*member = more.*member;
    };
    take(&model::StepChange::gpus);
    take(&model::StepChange::accumulation);
    take(&model::StepChange::precision);
    take(&model::StepChange::recompute);
    take(&model::StepChange::optimizer);
    take(&model::StepChange::sharding);
    take(&model::StepChange::tensor);
    both.remedy.cost = std::max(a.remedy.cost, b.remedy.cost);
    both.changed.add(b.changed);
    return both;
}

/// With a smaller batch where it takes one; nothing where none helps.
std::optional<Candidate> Search::fitting(Candidate candidate) const {
    model::StepChange& change = candidate.remedy.change;
    const std::int64_t gpus = change.gpus.value_or(m_gpus);
    const model::StepModel unsplit = model::changed(m_step, change);
    for (const std::int64_t batch : m_batches) {
        if (batch < m_step.microBatch) {
            change.microBatch = batch;
            change.accumulation = unsplit.accumulation * (m_step.microBatch / batch);
        }
        candidate.remedy.need = needOf(model::changed(m_step, change), gpus);
        if (candidate.remedy.need > m_have)
            continue;
        if (change.microBatch) {
            candidate.remedy.cost = std::max(candidate.remedy.cost, StepCost::SmallerBatch);
            candidate.changed.add(Kind::Batch);
        }
        return candidate;
    }
    return std::nullopt;
}

std::optional<double> Search::computingTime(const model::StepModel& step, std::int64_t gpus) const {
    const auto cost = transformerCost(*m_shape, transformerPlan(step, gpus), m_gpu, {});
    if (!cost)
        return std::nullopt;
    return cost->computing();
}

std::optional<double> Search::computing(const model::StepChange& change) const {
    if (m_shape != nullptr) {
        const auto before = computingTime(m_step, m_gpus);
        const auto after =
            computingTime(model::changed(m_step, change), change.gpus.value_or(m_gpus));
        if (!before || !after)
            return std::nullopt;
        return *after / *before;
    }
    if (!change.precision)
        return 1.0;
    const auto before = peak(m_gpu, m_step.precision);
    const auto after = peak(m_gpu, *change.precision);
    if (!before || !after)
        return std::nullopt;
    const double matrixShare = model::AffineStep().matrixShare;
    return 1.0 / precisionSpeedup(matrixShare, *after / *before,
                                  elementBytes(m_step.precision) / elementBytes(*change.precision));
}

std::vector<MemoryRemedy> Search::remedies() const {
    // Every choice of at most one change of each kind; the smaller batch comes last, where needed.
    std::vector<Candidate> choices(1);
    for (const Kind kind :
         {Kind::Precision, Kind::Optimizer, Kind::Sharding, Kind::Recompute, Kind::Tensor}) {
        const std::vector<Candidate> singles = singleChanges(kind);
        const std::size_t before = choices.size();
        for (std::size_t i = 0; i < before; ++i)
            for (const Candidate& single : singles)
                choices.push_back(together(choices[i], single));
    }
    std::vector<Candidate> fitting;
    for (const Candidate& choice : choices)
        if (auto found = this->fitting(choice))
            fitting.push_back(*found);
    for (Candidate& candidate : fitting)
        candidate.remedy.computing = computing(candidate.remedy.change);

    const auto order = [](const Candidate& candidate) {
        // At the same cost, changes that keep the numbers as they are come first.
        return std::tuple(candidate.remedy.cost, candidate.changed.has(Kind::Optimizer),
                          candidate.remedy.computing.value_or(1.0));
    };
    std::stable_sort(fitting.begin(), fitting.end(), [&order](const auto& a, const auto& b) {
        return std::tuple(a.changed.count(), order(a)) < std::tuple(b.changed.count(), order(b));
    });
    std::vector<Candidate> kept;
    for (const Candidate& candidate : fitting)
        if (std::none_of(kept.begin(), kept.end(), [&candidate](const Candidate& other) {
                return other.changed.areAllIn(candidate.changed);
            }))
            kept.push_back(candidate);
    std::stable_sort(kept.begin(), kept.end(),
                     [&order](const auto& a, const auto& b) { return order(a) < order(b); });

    constexpr std::size_t mostRemedies = 6;
    std::vector<MemoryRemedy> remedies;
    for (const Candidate& candidate : kept)
        if (remedies.size() < mostRemedies)
            remedies.push_back(candidate.remedy);
    return remedies;
}

} // namespace

std::string_view name(MemoryVerdict verdict) {
    constexpr std::array<std::string_view, 4> names{"fits", "fits_with", "oom", "unknown"};
    return names.at(static_cast<std::size_t>(verdict));
}

std::string_view name(StepCost cost) {
    constexpr std::array<std::string_view, 6> names{"faster",    "same",          "smaller_batch",
                                                    "recompute", "communication", "more_gpus"};
    return names.at(static_cast<std::size_t>(cost));
}

MemoryFit memoryFit(const model::StepModel& step, const GpuRates& gpu, std::int64_t gpus,
                    const MemoryAssumptions& assumptions) {
    const Search search(step, gpu, gpus, assumptions);
    MemoryFit fit;
    fit.need = memoryNeed(step, gpus, assumptions);
    fit.have = search.have();
    const bool isKnown = fit.need.isKnown() && fit.have > 0.0;
    if (isKnown)
        fit.largestMicroBatch = search.largestMicroBatch();
    if (fit.excess() == 0.0) {
        fit.verdict = isKnown ? MemoryVerdict::Fits : MemoryVerdict::Unknown;
        return fit;
    }
    if (isKnown)
        fit.remedies = search.remedies();
    fit.verdict = fit.remedies.empty() ? MemoryVerdict::OutOfMemory : MemoryVerdict::FitsWith;
    return fit;
}

} // namespace gpuplan::perf
