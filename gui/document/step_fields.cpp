#include "step_fields.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/io/step_fields.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace gpuplan::gui {

namespace {

using model::Scenario;
using model::StepModel;

QString tr(const char* text) {
    return QCoreApplication::translate("StepFields", text);
}

StepModel& stepOf(Scenario& scenario, std::size_t index) {
    return *std::get<model::ProfileWorkload>(scenario.workload).classes[index].step;
}

const StepModel& stepOf(const Scenario& scenario, std::size_t index) {
    return *std::get<model::ProfileWorkload>(scenario.workload).classes[index].step;
}

Diagnostics unknownChoice(const QString& pointer, const std::string& text,
                          const std::string& known) {
    Diagnostics diagnostics;
    diagnostics.error({{}, 0, 0, toUtf8(pointer)}, "io.choice", {inQuotes(text), known});
    return diagnostics;
}

template <typename E>
std::string listed(const io::Names<E>& names) {
    std::string list;
    for (const auto& [name, value] : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

/// Makes the fields of one class.
class ClassFields {
public:
    ClassFields(const Scenario& scenario, std::size_t index)
        : m_index(index), m_scenario(scenario), m_step(stepOf(scenario, index)) {
        const auto& jobs = std::get<model::ProfileWorkload>(scenario.workload).classes[index];
        // A name as it stands in a title, where a lone `&` would underline the next letter.
        m_group = tr("Step of %1")
                      .arg(toQString(jobs.name).replace(QLatin1Char('&'), QStringLiteral("&&")));
    }

    std::vector<InputField> all() {
        whole(
            "/micro_batch", tr("Micro batch"), tr("samples"),
            tr("Samples (sequences) a GPU takes at once"), {},
            [](auto& step) -> auto& { return step.microBatch; });
        choice(
            "/precision", tr("Precision"), tr("Number format of the matrix work"),
            named(io::precisionNames(),
                  {tr("FP32"), tr("TF32"), tr("mixed, FP16 or BF16"), tr("FP8")}),
            [](auto& step) -> auto& { return step.precision; }, io::precisionNames());
        if (m_step.input)
            ofInput();
        if (m_step.sync)
            whole(
                "/sync/every_steps", tr("Sync every"), tr("steps"),
                tr("The host reads a value of the device only every so many steps"), {},
                [](auto& step) -> auto& { return step.sync->everySteps; });
        if (m_step.checkpoint)
            choice(
                "/checkpoint/mode", tr("Checkpoints"),
                tr("Whether the job waits for the write, or only for the copy to the host"),
                named(io::checkpointModeNames(), {tr("job waits"), tr("in the background")}),
                [](auto& step) -> auto& { return step.checkpoint->asynchronous; },
                io::checkpointModeNames());
        return std::move(m_fields);
    }

private:
    void ofInput() {
        choice(
            "/input/loader", tr("Loader"), tr("How batches are fetched and prepared"),
            named(io::loaderNames(),
                  {tr("synchronous"), tr("worker processes"), tr("threads by stage")}),
            [](auto& step) -> auto& { return step.input->loader; }, io::loaderNames());
        const auto workers = static_cast<int>(std::min<std::int64_t>(m_step.input->workers, 256));
        whole(
            "/input/workers", tr("Workers"), tr("per GPU"),
            tr("Worker processes or threads of each GPU's loader"),
            SliderRange{Decimal::integer(1), 0, std::max(32, 2 * workers)},
            [](auto& step) -> auto& { return step.input->workers; });
        const io::Names<bool> pinnedNames{{"false", false}, {"true", true}};
        choice(
            "/input/pinned", tr("Host memory"),
            tr("Pinned memory is copied to GPUs while they compute"),
            named(pinnedNames, {tr("pageable"), tr("pinned")}),
            [](auto& step) -> auto& { return step.input->pinned; }, pinnedNames);
        choice(
            "/input/data/format", tr("Data format"), tr("How samples lie in files"),
            named(io::dataFormatNames(),
                  {tr("a file a sample"), tr("LMDB"), tr("shards of many samples")}),
            [](auto& step) -> auto& { return step.input->data.format; }, io::dataFormatNames());
        tier();
    }

    /// The storage tiers that an alternative keeps, each once.
    void tier() {
        std::vector<InputChoice> choices;
        io::Names<std::string> names;
        const auto offer = [&](const std::string& id) {
            if (std::any_of(names.begin(), names.end(),
                            [&](const auto& known) { return known.first == id; }))
                return;
            names.emplace_back(id, id);
            choices.push_back({toQString(id), toQString(id)});
        };
        offer(m_step.input->data.tier);
        for (const model::Alternative& alternative : m_scenario.alternatives)
            for (const model::StorageLine& line : alternative.storage)
                offer(line.tier);
        choice(
            "/input/data/tier", tr("Data on"),
            tr("The storage tier that holds the data; every alternative needs it"),
            std::move(choices), [](auto& step) -> auto& { return step.input->data.tier; }, names);
    }

    template <typename E>
    static std::vector<InputChoice> named(const io::Names<E>& names, const QStringList& labels) {
        std::vector<InputChoice> choices;
        for (std::size_t i = 0; i < names.size(); ++i)
            choices.push_back({toQString(names[i].first), labels[static_cast<qsizetype>(i)]});
        return choices;
    }

    InputField field(const char* path, const QString& label, const QString& help) const {
        InputField made;
        made.pointer = QStringLiteral("/workload/profile/classes/%1/step").arg(m_index) +
                       QString::fromLatin1(path);
        made.group = m_group;
        made.label = label;
        made.help = help;
        return made;
    }

    /// \param member  the member of a step, whether const or not
    template <typename Member>
    void whole(const char* path, const QString& label, const QString& unit, const QString& help,
               const std::optional<SliderRange>& slider, Member member) {
        InputField made = field(path, label, help);
        made.unit = unit;
        made.slider = slider;
        made.text = [index = m_index, member](const Scenario& from) {
            return QString::number(member(stepOf(from, index)));
        };
        made.edited = [index = m_index, member, pointer = made.pointer](
                          const Scenario& from, const QString& typed) -> Result<Scenario> {
            const Result<std::int64_t> count = wholeNumber(pointer, typed);
            if (!count)
                return count.diagnostics();
            Scenario edited = from;
            member(stepOf(edited, index)) = *count;
            return edited;
        };
        restore(made, member);
        m_fields.push_back(std::move(made));
    }

    template <typename Member, typename E>
    void choice(const char* path, const QString& label, const QString& help,
                std::vector<InputChoice> choices, Member member, const io::Names<E>& names) {
        InputField made = field(path, label, help);
        made.choices = std::move(choices);
        made.text = [index = m_index, member, names](const Scenario& from) {
            const auto found = std::find_if(names.begin(), names.end(), [&](const auto& known) {
                return known.second == member(stepOf(from, index));
            });
            return found == names.end() ? QString() : toQString(found->first);
        };
        made.edited = [index = m_index, member, names, pointer = made.pointer](
                          const Scenario& from, const QString& typed) -> Result<Scenario> {
            const std::string text = toUtf8(typed);
            const auto found = std::find_if(names.begin(), names.end(),
                                            [&](const auto& known) { return known.first == text; });
            if (found == names.end())
                return unknownChoice(pointer, text, listed(names));
            Scenario edited = from;
            member(stepOf(edited, index)) = found->second;
            return edited;
        };
        restore(made, member);
        m_fields.push_back(std::move(made));
    }

    template <typename Member>
    void restore(InputField& made, Member member) const {
        made.restored = [index = m_index, member](const Scenario& now, const Scenario& base) {
            Scenario restored = now;
            member(stepOf(restored, index)) = member(stepOf(base, index));
            return restored;
        };
    }

    std::size_t m_index;
    const Scenario& m_scenario;
    const StepModel& m_step;
    QString m_group;
    std::vector<InputField> m_fields;
};

} // namespace

std::vector<InputField> stepFields(const Scenario& scenario) {
    std::vector<InputField> fields;
    const auto* const profile = std::get_if<model::ProfileWorkload>(&scenario.workload);
    for (std::size_t i = 0; profile != nullptr && i < profile->classes.size(); ++i)
        if (profile->classes[i].step)
            for (InputField& field : ClassFields(scenario, i).all())
                fields.push_back(std::move(field));
    return fields;
}

} // namespace gpuplan::gui
