#include <gpuplan/workload/readers.hpp>

#include <algorithm>

namespace gpuplan::workload {

Rule brokenTime(const Field& field, Rule empty) {
    switch (field.state) {
    case FieldState::Empty:
        return empty;
    case FieldState::TooLarge:
        return Rule::SubmitOutOfRange;
    case FieldState::Good:
    case FieldState::NotANumber:
        break;
    }
    return Rule::BadNumber;
}

std::optional<Rule> brokenGpus(const Field& gpus) {
    switch (gpus.state) {
    case FieldState::Good:
        return gpus.value < 0 ? std::optional(Rule::NegativeGpus) : std::nullopt;
    case FieldState::Empty:
        return Rule::MissingValue;
    case FieldState::NotANumber:
        return Rule::BadNumber;
    case FieldState::TooLarge:
        return gpus.value < 0 ? Rule::NegativeGpus : Rule::TooManyGpus;
    }
    return Rule::BadNumber;
}

std::optional<Rule> brokenRunTime(const Field& duration) {
    switch (duration.state) {
    case FieldState::Good:
        return std::nullopt;
    case FieldState::Empty:
        return Rule::NeverRan;
    case FieldState::NotANumber:
        return Rule::BadNumber;
    case FieldState::TooLarge:
        return duration.value < 0 ? Rule::NegativeRunTime : Rule::TooLong;
    }
    return Rule::BadNumber;
}

GpuTime gpuTimeOf(const Field& gpus, const Field& duration) {
    if (!gpus.isGood() || gpus.value < 0)
        return {};
    if (duration.state == FieldState::TooLarge && duration.value > 0)
        return GpuTime::of(GpuCount::milli(gpus.value), Duration(longestRun));
    if (!duration.isGood() || duration.value < 0)
        return {};
    return GpuTime::of(GpuCount::milli(gpus.value), Duration(std::min(duration.value, longestRun)));
}

RuleSet warningOf(ClockOddity oddity) {
    switch (oddity) {
    case ClockOddity::None:
        return 0;
    case ClockOddity::Gap:
        return ruleBit(Rule::TimeInGap);
    case ClockOddity::Twice:
        return ruleBit(Rule::TimeTwice);
    }
    return 0;
}

std::optional<LocalClock> openClock(TraceFile& file) {
    auto clock = LocalClock::inZone(file.options.timeZone);
    if (!clock) {
        file.diagnostics.append(clock.diagnostics());
        return std::nullopt;
    }
    return *clock;
}

} // namespace gpuplan::workload
