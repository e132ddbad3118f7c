#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/report/step_tables.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::StepResult;
using perf::Stage;

/// Calls `row` with every step of every alternative.
void eachStep(const metrics::RunResult& result,
              const std::function<void(const AlternativeResult&, const StepResult&)>& row) {
    for (const AlternativeResult& alternative : result.alternatives)
        for (const StepResult& step : alternative.steps)
            row(alternative, step);
}

std::vector<Column> namedColumns(Language language) {
    return {{text("report.column.alternative", language), Align::Left},
            {text("report.column.jobs", language), Align::Left}};
}

/// How milliseconds of one table are shown: to a microsecond where a step is short.
struct Millis {
    Int128 unit; ///< nanoseconds
    int places;
};

Millis millisFor(const metrics::RunResult& result) {
    double shortest = 1;
    eachStep(result, [&](const AlternativeResult&, const StepResult& step) {
        shortest = std::min(shortest, step.warm.step());
    });
    return shortest < 0.01 ? Millis{1'000, 3} : Millis{100'000, 1};
}

Int128 nanoseconds(double seconds) {
    return std::isfinite(seconds) ? static_cast<Int128>(std::llround(seconds * 1e9)) : Int128{0};
}

std::string millisText(Int128 count, const Millis& millis) {
    return grouped(Decimal::scaled(count, millis.places).text());
}

/// Every text of a column has the same places.
std::string fixedMillis(Int128 count, const Millis& millis) {
    std::string shown = millisText(count, millis);
    const std::size_t point = shown.find('.');
    std::size_t places = point == std::string::npos ? 0 : shown.size() - point - 1;
    if (places == 0)
        shown += '.';
    for (; places < static_cast<std::size_t>(millis.places); ++places)
        shown += '0';
    return shown;
}

std::string millisText(double seconds, const Millis& millis) {
    return fixedMillis(divideHalfEven(nanoseconds(seconds), millis.unit), millis);
}

std::string gigabytes(const std::optional<double>& bytes) {
    return bytes ? fixedText(*bytes / 1e9, 1) : "n/a";
}

std::string timesText(double factor) {
    return fixedText(factor, factor < 10 ? 2 : 0) + "x";
}

std::string placeText(const StepResult& step, Language language) {
    return text(Message{step.placement.nodes == 1 ? "report.step.place_one" : "report.step.place",
                        {std::to_string(step.placement.gpus), step.gpuName,
                         std::to_string(step.placement.nodes)}},
                language);
}

std::string_view stageKey(Stage stage) {
    constexpr std::array<std::string_view, perf::stageCount> keys{
        "report.stage.compute", "report.cause.comm", "report.cause.sync",
        "report.cause.h2d",     "report.cause.prep", "report.cause.fetch"};
    return keys.at(static_cast<std::size_t>(stage));
}

/// Each of the changes is enough by itself.
std::string fitText(const std::vector<std::string>& changes) {
    std::string list;
    for (const std::string& change : changes)
        list += (list.empty() ? "" : "; or ") + change;
    return list;
}

std::string basisText(const perf::StepBreakdown& step) {
    return std::string(perf::name(step.layer)) + ", " + std::string(perf::name(step.basis));
}

} // namespace

Table stepTimeTable(const metrics::RunResult& result, Language language) {
    Table table{namedColumns(language), {}, false};
    const std::string unit = text("report.unit.ms", language);
    for (const char* key : {"report.column.step", "report.column.group_io", "report.column.copy",
                            "report.column.group_math", "report.column.open", "report.column.read",
                            "report.column.prepare", "report.column.compute",
                            "report.column.communicate", "report.column.sync"})
        table.columns.push_back({text(key, language), Align::Right, unit});
    const Millis millis = millisFor(result);
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        const StepParts parts = stepParts(step.warm);
        std::vector<Int128> shown;
        for (const double part : {parts.copy, parts.open, parts.read, parts.prepare, parts.compute,
                                  parts.comm, parts.sync})
            shown.push_back(nanoseconds(part));
        shown = largestRemainder(shown, millis.unit);
        const Int128 io = shown[1] + shown[2] + shown[3];
        const Int128 math = shown[4] + shown[5] + shown[6];
        std::vector<std::string> row{alternative.name, step.jobClass};
        for (const Int128 count : {io + shown[0] + math, io, shown[0], math, shown[1], shown[2],
                                   shown[3], shown[4], shown[5], shown[6]})
            row.push_back(fixedMillis(count, millis));
        table.rows.push_back(std::move(row));
    });
    return table;
}

Table stepTimelineTable(const metrics::RunResult& result, Language language) {
    Table table{namedColumns(language), {}, false};
    for (const char* key :
         {"report.column.forward_backward", "report.column.optimizer",
          "report.column.gpu_preparation", "report.column.collectives", "report.column.bubble",
          "report.column.straggler", "report.column.sync", "report.column.copy",
          "report.column.prepare", "report.column.fetch", "report.column.first_pass"})
        table.columns.push_back(
            {text(key, language), Align::Right, text("report.unit.ms", language)});
    const Millis millis = millisFor(result);
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        const perf::StepBreakdown& warm = step.warm;
        std::vector<std::string> row{alternative.name, step.jobClass};
        for (const double time : {warm.forwardBackward, warm.optimizer, warm.gpuPreparation,
                                  warm.collectives, warm.bubble, warm.straggler, warm.syncs,
                                  warm.copy, warm.preparation, warm.fetch, step.cold.step()})
            row.push_back(millisText(time, millis));
        table.rows.push_back(std::move(row));
    });
    return table;
}

Table stepUseTable(const metrics::RunResult& result, Language language) {
    Table table{namedColumns(language), {}, false};
    table.columns.push_back({text("report.column.on", language), Align::Left});
    table.columns.push_back({text("report.column.samples", language)});
    table.columns.push_back({text("report.column.memory_need", language), Align::Right, "GB"});
    for (const char* key :
         {"report.column.memory_filled", "report.column.busy", "report.column.tensor_active"})
        table.columns.push_back({text(key, language)});
    table.columns.push_back({text("report.column.figures", language), Align::Left});
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        table.rows.push_back(
            {alternative.name, step.jobClass, placeText(step, language),
             grouped(fixedText(step.samplesPerSecond, step.samplesPerSecond < 100 ? 1 : 0)),
             gigabytes(step.memoryNeed), percentText(memoryShare(step)),
             percentText(busyShare(step.warm)), percentText(tensorShare(step.warm)),
             basisText(step.warm)});
    });
    return table;
}

Table stepSpeedupTable(const metrics::RunResult& result, Language language) {
    Table table{namedColumns(language), {}, false};
    constexpr std::array removed{Stage::Comm, Stage::Sync, Stage::H2d, Stage::Prep, Stage::Fetch};
    for (const Stage stage : removed)
        table.columns.push_back({text(stageKey(stage), language)});
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        std::vector<std::string> row{alternative.name, step.jobClass};
        for (const Stage stage : removed) {
            const double without = step.warm.without[static_cast<std::size_t>(stage)];
            row.push_back(without > 0 ? timesText(step.warm.step() / without) : "n/a");
        }
        table.rows.push_back(std::move(row));
    });
    return table;
}

Table wallTimeTable(const metrics::RunResult& result, Language language) {
    constexpr Int128 tenthOfHour = 360'000'000;
    Table table;
    table.columns.push_back({text("report.column.wall", language), Align::Left});
    table.totalRow = true;
    std::array<bool, model::gpuStateCount> isMet{};
    eachStep(result, [&](const AlternativeResult&, const StepResult& step) {
        for (std::size_t i = 0; i < isMet.size(); ++i)
            isMet[i] = isMet[i] || step.wall[i] != 0;
    });
    table.rows.push_back({text("report.cause.queue", language)});
    for (std::size_t i = 0; i < isMet.size(); ++i)
        if (isMet[i]) {
            const auto state = static_cast<model::GpuState>(i);
            table.rows.push_back({state == model::GpuState::Compute
                                      ? text("report.stage.compute", language)
                                      : causeName(std::string(model::name(state)), language)});
        }
    table.rows.push_back({text("report.total", language)});
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        table.columns.push_back({alternative.name + ": " + step.jobClass});
        std::vector<Int128> parts{step.queued};
        for (std::size_t i = 0; i < isMet.size(); ++i)
            if (isMet[i])
                parts.push_back(step.wall[i]);
        parts = largestRemainder(parts, tenthOfHour);
        Int128 sum = 0;
        for (std::size_t row = 0; row < parts.size(); ++row) {
            sum += parts[row];
            table.rows[row].push_back(fixedMillis(parts[row], {tenthOfHour, 1}));
        }
        table.rows.back().push_back(fixedMillis(sum, {tenthOfHour, 1}));
    });
    return table;
}

Table utilizationTable(const metrics::RunResult& result, Language language) {
    Table table;
    table.columns = {{text("report.column.level", language), Align::Left},
                     {text("report.column.measured_by", language), Align::Left}};
    table.rows = {
        {text("report.level.allocated", language), text("report.level.scheduler", language)},
        {text("report.level.busy", language), "DCGM_FI_DEV_GPU_UTIL"},
        {text("report.level.tensor", language), "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"}};
    for (const AlternativeResult& alternative : result.alternatives) {
        table.columns.push_back({alternative.name});
        table.rows[0].push_back(percentText(alternative.allocatedShare));
        table.rows[1].push_back(percentText(alternative.busyShare));
        table.rows[2].push_back(percentText(alternative.tensorActiveShare));
    }
    return table;
}

std::vector<std::string> stepLines(const metrics::RunResult& result, Language language) {
    std::vector<std::string> lines;
    const auto add = [&](std::string_view key, std::vector<std::string> arguments) {
        lines.push_back(text(Message{std::string(key), std::move(arguments)}, language));
    };
    const Millis millis = millisFor(result);
    eachStep(result, [&](const AlternativeResult& alternative, const StepResult& step) {
        const std::string who =
            text(Message{"report.step.who", {step.jobClass, alternative.name}}, language);
        if (step.pool.empty())
            add("report.step.never", {who});
        const auto busy = busyShare(step.warm);
        const double without = step.warm.without[static_cast<std::size_t>(step.warm.bound)];
        if (busy && *busy < 0.5 && step.warm.bound != Stage::Compute && without > 0)
            add("report.step.bound",
                {who, percentText(busy), text(stageKey(step.warm.bound), language),
                 millisText(without, millis), millisText(step.warm.step(), millis)});
        if (step.usefulCache && step.warm.bound == Stage::Fetch)
            add("report.step.useful_cache", {who, gigabytes(step.usefulCache)});
        if (step.checkpoint && step.checkpoint->drain > step.checkpoint->interval)
            add("report.step.slow_drain",
                {who, spanText(step.checkpoint->drain), spanText(step.checkpoint->interval)});
        if (step.checkpoint && step.checkpoint->haveMemory > 0 &&
            step.checkpoint->hostMemory > step.checkpoint->haveMemory)
            add("report.step.host_memory", {who, gigabytes(step.checkpoint->hostMemory),
                                            gigabytes(step.checkpoint->haveMemory)});
        if (!step.memoryNeed || !step.memoryHave || *step.memoryNeed <= *step.memoryHave)
            return;
        const std::string missing = gigabytes(*step.memoryNeed - *step.memoryHave);
        if (step.fitsWith.empty())
            add("report.step.too_large",
                {who, gigabytes(step.memoryNeed), gigabytes(step.memoryHave), missing});
        else
            add("report.step.fits_with",
                {who, gigabytes(step.memoryNeed), gigabytes(step.memoryHave), missing,
                 fitText(step.fitsWith)});
    });
    return lines;
}

std::vector<std::string> multiplierLines(const metrics::RunResult& result, Language language) {
    std::vector<std::string> lines;
    for (const AlternativeResult& alternative : result.alternatives)
        if (const auto factor = billMultiplier(alternative))
            lines.push_back(text(
                Message{"report.multiplier",
                        {alternative.name, fixedText(*factor, 2), percentText(1 - 1 / *factor)}},
                language));
    return lines;
}

} // namespace gpuplan::report
