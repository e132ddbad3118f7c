#include "step_texts.hpp"

#include "texts.hpp"

#include <gpuplan/report/figures.hpp>

#include <QCoreApplication>

#include <cmath>

namespace gpuplan::gui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("StepTexts", text);
}

} // namespace

QString stageText(perf::Stage stage) {
    switch (stage) {
    case perf::Stage::Compute:
        return tr("Compute");
    case perf::Stage::Comm:
        return tr("Communicate");
    case perf::Stage::Sync:
        return tr("Sync");
    case perf::Stage::H2d:
        return tr("Copy");
    case perf::Stage::Prep:
        return tr("Prepare");
    case perf::Stage::Fetch:
        return tr("Fetch");
    }
    return {};
}

QString stageMeaning(perf::Stage stage) {
    switch (stage) {
    case perf::Stage::Compute:
        return tr("forward pass, backward pass and update on the GPUs");
    case perf::Stage::Comm:
        return tr("exchange between GPUs, pipeline bubbles and waiting for the slowest rank");
    case perf::Stage::Sync:
        return tr("the host reads a value of the device and so drains its queue");
    case perf::Stage::H2d:
        return tr("copies from the host's memory to the GPUs");
    case perf::Stage::Prep:
        return tr("samples are decoded and augmented");
    case perf::Stage::Fetch:
        return tr("files are opened and read");
    }
    return {};
}

QString layerText(perf::Layer layer) {
    switch (layer) {
    case perf::Layer::Measured:
        return tr("from a table of measured steps");
    case perf::Layer::Stages:
        return tr("from the times of its stages");
    case perf::Layer::Architecture:
        return tr("from the model's architecture");
    }
    return {};
}

QString basisText(perf::Basis basis) {
    switch (basis) {
    case perf::Basis::Measured:
        return tr("measured figures");
    case perf::Basis::Vendor:
        return tr("vendor figures");
    case perf::Basis::Estimated:
        return tr("estimated figures");
    }
    return {};
}

QString effortText(metrics::Effort effort) {
    switch (effort) {
    case metrics::Effort::Today:
        return tr("today");
    case metrics::Effort::Week:
        return tr("this week");
    case metrics::Effort::Quarter:
        return tr("this quarter");
    }
    return {};
}

QString millisText(double seconds, double step) {
    return numberText(seconds * 1000, step < 0.01 ? 3 : 1);
}

QString gigabytesText(double bytes) {
    return tr("%1 GB").arg(numberText(bytes / 1e9, 1));
}

QString timesText(double factor) {
    return std::isfinite(factor) && factor > 0
               ? tr("%1x").arg(numberText(factor, factor < 10 ? 2 : 0))
               : notKnown();
}

QString gainText(const Money& amount) {
    const QString text = moneyText(amount);
    return amount.isNegative() || amount.isZero() ? text : tr("+%1").arg(text);
}

QString placeText(const metrics::StepResult& step) {
    const QString gpus =
        tr("%1 x %2").arg(QString::number(step.placement.gpus), toQString(step.gpuName));
    return step.placement.nodes == 1
               ? gpus
               : tr("%1 on %2 nodes").arg(gpus, QString::number(step.placement.nodes));
}

QString memoryText(const metrics::StepResult& step) {
    if (!step.memoryNeed || !step.memoryHave)
        return tr("Whether it fits is not known: the step does not tell its parameters or its "
                  "activations.");
    const double need = *step.memoryNeed;
    const double have = *step.memoryHave;
    const QString both = tr("%1 needed of %2").arg(gigabytesText(need), gigabytesText(have));
    if (need <= have)
        return tr("Fits: %1.").arg(both);
    const QString missing = gigabytesText(need - have);
    if (step.fitsWith.empty())
        return tr("Does not fit: %1, %2 too much; no change tried makes it fit.")
            .arg(both, missing);
    const QString first = toQString(step.fitsWith.front());
    return step.fitsWith.size() == 1
               ? tr("Does not fit: %1, %2 too much. Fits with %3.").arg(both, missing, first)
               : tr("Does not fit: %1, %2 too much. Fits with %3, or with %4 (hold the pointer "
                    "here "
                    "for all).")
                     .arg(both, missing, first, toQString(step.fitsWith[1]));
}

QString remediesText(const metrics::StepResult& step) {
    QStringList lines;
    for (const std::string& change : step.fitsWith)
        lines.append(tr("Fits with %1").arg(toQString(change)));
    return lines.join(QLatin1Char('\n'));
}

QString bottleneckText(const std::string& stage) {
    if (stage.empty())
        return notKnown();
    return stage == "compute" ? tr("computing")
                              : toQString(report::causeName(stage, Language::English));
}

} // namespace gpuplan::gui
