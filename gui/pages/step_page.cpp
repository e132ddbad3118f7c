#include "step_page.hpp"

#include "gui/format/step_texts.hpp"
#include "gui/format/texts.hpp"
#include "gui/models/step_model.hpp"
#include "gui/models/wall_time_model.hpp"
#include "gui/widgets/choice.hpp"
#include "gui/widgets/share_bar.hpp"
#include "gui/widgets/step_picture.hpp"
#include "gui/widgets/table_view.hpp"

#include <gpuplan/report/step_figures.hpp>

#include <QComboBox>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace gpuplan::gui {

namespace {

QString shareText(const std::optional<double>& share) {
    return share ? percentText(*share) : notKnown();
}

} // namespace

StepPage::StepPage(QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget), m_empty(new QLabel), m_summary(new QLabel),
      m_picture(new StepPicture), m_model(new StepModel(this)), m_wall(new WallTimeModel(this)),
      m_table(new TableView(*m_model, tr("One step by stage"))),
      m_wallTable(new TableView(*m_wall, tr("Time of the jobs by state"))) {
    m_empty->setObjectName(QStringLiteral("noSteps"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setTextFormat(Qt::RichText);
    m_empty->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_empty->setOpenExternalLinks(true);
    m_empty->setMargin(fontMetrics().height());
    m_summary->setObjectName(QStringLiteral("stepSummary"));
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText); // names come from a file
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->setObjectName(QStringLiteral("steps"));
    m_wallTable->setObjectName(QStringLiteral("wallTime"));

    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->addWidget(buildChoice());
    column->addWidget(m_summary);
    column->addWidget(m_picture);
    column->addWidget(buildFigures());
    auto* const tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_table);
    tables->addWidget(m_wallTable);
    tables->setStretchFactor(0, 2);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    column->addWidget(tables, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* const whole = new QVBoxLayout(this);
    whole->addWidget(m_stack);
    setManual({});
}

QWidget* StepPage::buildChoice() {
    auto* const bar = new QWidget;
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    m_alternative = addChoice(*row, tr("A&lternative"), QStringLiteral("stepAlternative"));
    m_class = addChoice(*row, tr("&Jobs"), QStringLiteral("stepClass"));
    m_pass = addChoice(*row, tr("&Pass"), QStringLiteral("stepPass"));
    m_pass->addItems({tr("caches warm"), tr("first over the data")});
    row->addStretch();
    connect(m_alternative, &QComboBox::currentIndexChanged, this, &StepPage::showClasses);
    connect(m_class, &QComboBox::currentIndexChanged, this, &StepPage::showStep);
    connect(m_pass, &QComboBox::currentIndexChanged, this, &StepPage::showStep);
    return bar;
}

QWidget* StepPage::buildFigures() {
    auto* const figures = new QWidget;
    auto* const groups = new QHBoxLayout(figures);
    groups->setContentsMargins({});
    auto* const use = new QGroupBox(tr("GPUs over the plan"));
    auto* const row = new QHBoxLayout(use);
    m_allocated = new ShareBar(tr("Held by jobs"));
    m_allocated->setToolTip(tr("Share of the GPU-hours that could be used, as the scheduler counts "
                               "them. No DCGM field tells it."));
    m_busy = new ShareBar(tr("Kernel running"));
    m_busy->setToolTip(tr("DCGM_FI_DEV_GPU_UTIL: time with a kernel on the device, of the time "
                          "held. High also while GPUs exchange data or do little."));
    m_tensor = new ShareBar(tr("Matrix units working"));
    m_tensor->setToolTip(tr("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE: matrix work / (peak x time), of the "
                            "time held"));
    m_allocated->setObjectName(QStringLiteral("shareAllocated"));
    m_busy->setObjectName(QStringLiteral("shareBusy"));
    m_tensor->setObjectName(QStringLiteral("shareTensor"));
    for (ShareBar* const bar : {m_allocated, m_busy, m_tensor})
        row->addWidget(bar, 1);
    groups->addWidget(use, 3);
    auto* const memory = new QGroupBox(tr("Memory of a GPU"));
    auto* const rows = new QVBoxLayout(memory);
    m_memory = new ShareBar(tr("Filled"));
    m_memory->setToolTip(tr("DCGM_FI_DEV_FB_USED / usable memory. Says nothing about how busy a "
                            "GPU is."));
    m_memory->setObjectName(QStringLiteral("shareMemory"));
    m_memoryVerdict = new QLabel;
    m_memoryVerdict->setObjectName(QStringLiteral("memoryVerdict"));
    m_memoryVerdict->setWordWrap(true);
    m_memoryVerdict->setTextFormat(Qt::PlainText);
    m_memoryVerdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(m_memory);
    rows->addWidget(m_memoryVerdict);
    groups->addWidget(memory, 2);
    return figures;
}

void StepPage::setManual(const QString& path) {
    const QString what =
        tr("No class of jobs tells what its steps are made of, so where their time goes is not "
           "known. Add <b>step</b> to a class of the workload in the scenario's file: its GPU, how "
           "long it computes, where its data come from and how GPUs exchange.");
    m_empty->setText(path.isEmpty()
                         ? what
                         : tr("%1<br><br><a href=\"%2\">How a step is written</a>")
                               .arg(what, QUrl::fromLocalFile(path).toString().toHtmlEscaped()));
}

void StepPage::setResult(const std::shared_ptr<const metrics::RunResult>& result) {
    m_result = result;
    QStringList names;
    if (result)
        for (const metrics::AlternativeResult& alternative : result->alternatives)
            names.append(toQString(alternative.name));
    setChoices(*m_alternative, names);
    m_stack->setCurrentIndex(result && report::hasSteps(*result) ? 1 : 0);
    showClasses();
}

void StepPage::showClasses() {
    QStringList names;
    const auto index = static_cast<std::size_t>(m_alternative->currentIndex());
    if (m_result && index < m_result->alternatives.size())
        for (const metrics::StepResult& step : m_result->alternatives[index].steps)
            names.append(toQString(step.jobClass));
    setChoices(*m_class, names);
    showStep();
}

const metrics::StepResult* StepPage::chosen() const {
    const auto alternative = static_cast<std::size_t>(m_alternative->currentIndex());
    const auto step = static_cast<std::size_t>(m_class->currentIndex());
    if (!m_result || alternative >= m_result->alternatives.size() ||
        step >= m_result->alternatives[alternative].steps.size())
        return nullptr;
    return &m_result->alternatives[alternative].steps[step];
}

void StepPage::showStep() {
    const metrics::StepResult* const step = chosen();
    m_wall->setStep(step);
    if (step == nullptr) {
        m_model->setStep({});
        m_picture->setTimeline({}, tr("No step"));
        m_summary->clear();
        return;
    }
    const perf::StepBreakdown& shown = m_pass->currentIndex() == 1 ? step->cold : step->warm;
    const auto& alternative =
        m_result->alternatives[static_cast<std::size_t>(m_alternative->currentIndex())];
    const bool hasTime = shown.step() > 0; // else no job can run there
    m_model->setStep(hasTime ? std::optional(shown) : std::nullopt);
    m_picture->setTimeline(
        stepTimeline(shown),
        tr("One step of %1 on %2").arg(toQString(step->jobClass), toQString(alternative.name)));
    const QString where =
        step->pool.empty()
            ? tr("No job of this class ever started; the figures are those of the first pool: %1.")
                  .arg(placeText(*step))
            : tr("%1, pool %2.").arg(placeText(*step), toQString(step->pool));
    m_summary->setText(
        !hasTime
            ? tr("%1 Such a job can not run there, so there is no step to show.").arg(where)
            : tr("%1 %2 ms a step, %3 samples/s once caches are warm. Known %4, %5.")
                  .arg(where, millisText(shown.step(), shown.step()),
                       numberText(step->samplesPerSecond, step->samplesPerSecond < 100 ? 1 : 0),
                       layerText(shown.layer), basisText(shown.basis)));
    const auto ofStep = [&](const std::optional<double>& share) {
        return share ? tr("in this step: %1").arg(percentText(*share)) : QString();
    };
    m_allocated->setShare(alternative.allocatedShare, shareText(alternative.allocatedShare));
    m_busy->setShare(alternative.busyShare, shareText(alternative.busyShare),
                     ofStep(report::busyShare(shown)));
    m_tensor->setShare(alternative.tensorActiveShare, shareText(alternative.tensorActiveShare),
                       ofStep(report::tensorShare(shown)));
    const std::optional<double> filled = report::memoryShare(*step);
    m_memory->setShare(filled, shareText(filled));
    m_memoryVerdict->setText(memoryText(*step));
    m_memoryVerdict->setToolTip(plainToolTip(remediesText(*step)));
}

QByteArray StepPage::exported() const {
    return m_picture->timeline().step > 0 ? m_picture->exported() : QByteArray();
}

void StepPage::setStale(bool isStale) {
    m_picture->setFaded(isStale);
    m_table->setFaded(isStale);
    m_wallTable->setFaded(isStale);
    for (QWidget* const widget :
         {static_cast<QWidget*>(m_allocated), static_cast<QWidget*>(m_busy),
          static_cast<QWidget*>(m_tensor), static_cast<QWidget*>(m_memory),
          static_cast<QWidget*>(m_summary), static_cast<QWidget*>(m_memoryVerdict)})
        widget->setEnabled(!isStale);
}

} // namespace gpuplan::gui
