#include "texts.hpp"

#include <gpuplan/report/rounding.hpp>

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>

#include <cmath>
#include <numeric>

namespace gpuplan::gui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Texts", text);
}

} // namespace

QString plainToolTip(const QString& text) {
    if (!Qt::mightBeRichText(text))
        return text;
    return QStringLiteral("<qt>%1</qt>")
        .arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

QString notKnown() {
    return QStringLiteral("\u2013");
}

QString notKnownSpoken() {
    return tr("not known");
}

QString numberText(double value, int places) {
    return QLocale().toString(value, 'f', places);
}

QString moneyText(const Money& amount) {
    return amountText(amount.toDouble());
}

QString amountText(double amount) {
    return numberText(amount, std::abs(amount) >= 10'000 ? 0 : 2);
}

QStringList moneyColumn(const std::vector<Money>& parts) {
    constexpr std::int64_t wholeUnit = 1'000'000; // micro-units
    constexpr std::int64_t cent = 10'000;
    std::vector<Int128> micros;
    Int128 total = 0;
    for (const Money& part : parts) {
        micros.emplace_back(part.micros());
        total += part.micros();
    }
    const bool isLarge =
        total >= Int128{10'000} * wholeUnit || total <= Int128{-10'000} * wholeUnit;
    const std::int64_t unit = isLarge ? wholeUnit : cent;
    std::vector<Int128> counts = report::largestRemainder(micros, unit);
    counts.push_back(std::accumulate(counts.begin(), counts.end(), Int128{0}));
    QStringList texts;
    for (const Int128 count : counts)
        texts.append(numberText(toDouble(count) * (isLarge ? 1 : 0.01), isLarge ? 0 : 2));
    return texts;
}

QString moneyWithCurrency(const Money& amount) {
    return tr("%1 %2").arg(moneyText(amount), toQString(amount.currency().code()));
}

QString hoursText(GpuTime time) {
    return numberText(time.inHours(), 0);
}

QString percentText(double share) {
    return tr("%1 %").arg(numberText(share * 100, 1));
}

QString waitText(double seconds) {
    if (seconds < 60)
        return tr("%1 s").arg(numberText(seconds, seconds < 10 && seconds > 0 ? 1 : 0));
    if (seconds < 3600)
        return tr("%1 min").arg(numberText(seconds / 60, 1));
    if (seconds < 48 * 3600)
        return tr("%1 h").arg(numberText(seconds / 3600, 1));
    return tr("%1 d").arg(numberText(seconds / 86400, 1));
}

QString rateText(const Decimal& price) {
    const double value = price.toDouble();
    return numberText(value, std::abs(value) < 0.1 ? 4 : 2);
}

QString kindText(model::AlternativeKind kind) {
    switch (kind) {
    case model::AlternativeKind::Cloud:
        return tr("cloud");
    case model::AlternativeKind::Owned:
        return tr("owned");
    case model::AlternativeKind::Hybrid:
        return tr("hybrid");
    }
    return {};
}

QString statusText(metrics::CrossingStatus status) {
    switch (status) {
    case metrics::CrossingStatus::Crosses:
        return tr("crosses once");
    case metrics::CrossingStatus::Never:
        return tr("never");
    case metrics::CrossingStatus::Several:
        return tr("crosses several times");
    case metrics::CrossingStatus::AfterLife:
        return tr("not within the plan");
    case metrics::CrossingStatus::Always:
        return tr("cheaper all along");
    }
    return {};
}

QString crossingText(model::BreakEvenBy by, double at, Currency currency) {
    switch (by) {
    case model::BreakEvenBy::Months:
        return tr("month %1").arg(numberText(at, 1));
    case model::BreakEvenBy::Hours:
        return tr("%1 GPU-hours").arg(numberText(at, 0));
    case model::BreakEvenBy::Utilization:
        return percentText(at);
    case model::BreakEvenBy::HoursPerWeek:
        return tr("%1 hours a week").arg(numberText(at, 1));
    case model::BreakEvenBy::Price:
        return tr("%1 %2 per GPU-hour").arg(numberText(at, 3), toQString(currency.code()));
    }
    return {};
}

QString questionText(model::BreakEvenBy by) {
    switch (by) {
    case model::BreakEvenBy::Months:
        return tr("time");
    case model::BreakEvenBy::Hours:
        return tr("hours of use");
    case model::BreakEvenBy::Utilization:
        return tr("utilization");
    case model::BreakEvenBy::HoursPerWeek:
        return tr("hours a week");
    case model::BreakEvenBy::Price:
        return tr("price");
    }
    return {};
}

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Note:
        return tr("note");
    case Severity::Warning:
        return tr("warning");
    case Severity::Error:
        return tr("error");
    }
    return {};
}

} // namespace gpuplan::gui
