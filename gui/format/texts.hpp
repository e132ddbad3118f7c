#pragma once
/// Engine values as text for people, by the locale. Files and the clipboard's CSV never pass here.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace gpuplan::gui {

inline QString toQString(const std::string& utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}
inline std::string toUtf8(const QString& text) {
    return text.toStdString();
}

/// Text for a tool tip, which would else take `<b>` in a name for markup.
QString plainToolTip(const QString& text);

/// What stands in a cell whose figure is not known.
QString notKnown();
/// The same for a screen reader.
QString notKnownSpoken();

/// Whole units from ten thousand on, else two places: `1,234,567`, `842.16`; no currency.
QString moneyText(const Money& amount);
/// The amounts of one column, all with the places of their total, so rounded that what is shown
/// sums to the total as shown; the total last.
QStringList moneyColumn(const std::vector<Money>& parts);
/// As moneyText, for an amount that is an estimate, not an exact sum (a present value).
QString amountText(double amount);
/// `1,234,567 USD`.
QString moneyWithCurrency(const Money& amount);
QString numberText(double value, int places = 0);
/// GPU-hours, without places.
QString hoursText(GpuTime time);
/// `63.1 %`.
QString percentText(double share);
/// Seconds in the unit a person would use: `45 s`, `12.5 min`, `3.2 h`, `2.4 d`.
QString waitText(double seconds);
QString rateText(const Decimal& price);

QString kindText(model::AlternativeKind kind);
QString statusText(metrics::CrossingStatus status);
/// A point of a break-even question with its unit: `14.3 months`, `63 %`, `1.9 USD/GPU-h`.
QString crossingText(model::BreakEvenBy by, double at, Currency currency);
/// What a break-even question asks about: `time`, `utilization`.
QString questionText(model::BreakEvenBy by);
QString severityText(Severity severity);

} // namespace gpuplan::gui
