/// Preprocessing done once before training, on machines without GPUs.
/// docs/method.md#preparation

#include <gpuplan/pricing/pricing_run.hpp>

#include <cmath>

namespace gpuplan::pricing {

namespace {

/// Core time to prepare the whole data set, rounded up to a microsecond.
Duration coreTime(const model::InputPipeline& input) {
    const double seconds = static_cast<double>(input.data.samples) / *input.samplesPerCore;
    const double micros = std::ceil(seconds * 1e6);
    if (!(micros < 9e18))
        throw ArithmeticOverflow("core time of a preparation");
    return Duration(static_cast<std::int64_t>(micros));
}

void charge(PricingRun& run, const model::JobClass& jobClass, const model::InputPipeline& input,
            const Location& at) {
    const Sourced<HourlyPrice>& price = input.offline->perCore;
    if (!run.inCurrency(price.value.currency, price.value.text(), at))
        return;
    const Duration time = coreTime(input);
    const Month& first = run.months.front();
    run.post(pricing::charge(run, first.from, first.to,
                             {"pricing.charge.preparation", {jobClass.name}}, {},
                             {ledger::CauseKind::Scenario, 0},
                             {text(Message{"pricing.quantity.core_time", {spanText(time)}}),
                              price.value.text(), "preparation", price.provenance, true}),
             ledger::accounts::preparation, ledger::accounts::cash,
             priceTimes(price.value.amount, price.value.currency, time.count(),
                        std::int64_t{3'600'000'000}));
}

} // namespace

void pricePreparation(PricingRun& run) {
    const auto* const profile = std::get_if<model::ProfileWorkload>(&run.scenario.workload);
    if (profile == nullptr || run.months.empty())
        return;
    for (const model::JobClass& jobClass : profile->classes) {
        if (!jobClass.step)
            continue;
        const model::StepModel step =
            model::changedBy(*jobClass.step, jobClass.name, run.alternative().changes);
        if (step.input && step.input->offline && step.input->samplesPerCore)
            charge(run, jobClass, *step.input, run.location());
    }
}

} // namespace gpuplan::pricing
