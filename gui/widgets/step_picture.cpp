#include "step_picture.hpp"

#include "gui/format/step_texts.hpp"
#include "gui/format/texts.hpp"
#include "image_file.hpp"

#include <gpuplan/report/chart_scale.hpp>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

namespace gpuplan::gui {

namespace {

QColor toQColor(report::Color color) {
    return {color.red, color.green, color.blue, color.alpha};
}

/// Black or white, whichever is read better on the ground.
QColor textOn(report::Color ground) {
    const report::Color black{0, 0, 0, 255};
    const report::Color white{255, 255, 255, 255};
    return report::contrast(ground, white) >= report::contrast(ground, black) ? Qt::white
                                                                              : Qt::black;
}

report::Color colorOf(const report::ChartTheme& theme, perf::Stage stage) {
    // Computing, communicating, syncing, copying, preparing, fetching.
    constexpr std::array<std::size_t, perf::stageCount> series{2, 0, 4, 3, 5, 1};
    return theme.series[series.at(static_cast<std::size_t>(stage))];
}

constexpr double milli = 1000;

} // namespace

QColor stageColor(const report::ChartTheme& theme, perf::Stage stage) {
    return toQColor(colorOf(theme, stage));
}

StepPicture::StepPicture(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setObjectName(QStringLiteral("stepPicture"));
}

void StepPicture::setTimeline(StepTimeline timeline, const QString& title) {
    m_timeline = std::move(timeline);
    m_chosen.reset();
    QStringList parts;
    for (const PlacedSpan& placed : place())
        parts.append(spanText(placed).replace(QLatin1Char('\n'), QStringLiteral(", ")));
    m_summary = parts.join(QStringLiteral(". "));
    setAccessibleName(title);
    setAccessibleDescription(m_summary);
    updateGeometry();
    update();
}

void StepPicture::setFaded(bool isFaded) {
    m_isFaded = isFaded;
    update();
}

report::ChartTheme StepPicture::theme() const {
    return palette().color(QPalette::Base).lightness() < 128 ? report::ChartTheme::dark()
                                                             : report::ChartTheme::light();
}

double StepPicture::laneHeight() const {
    return fontMetrics().height() * 1.25;
}

QSize StepPicture::sizeHint() const {
    // The step's bar is two lanes high; its axis and margins take two more.
    const double lanes = 4 + static_cast<double>(m_timeline.hidden.size()) * 1.15;
    return {fontMetrics().height() * 40, static_cast<int>(laneHeight() * lanes)};
}

QSize StepPicture::minimumSizeHint() const {
    return {fontMetrics().height() * 16, sizeHint().height()};
}

QRectF StepPicture::plot() const {
    const double em = fontMetrics().height();
    return QRectF(rect()).adjusted(em, em * 0.5, -em, -em * 1.8);
}

std::vector<StepPicture::PlacedSpan> StepPicture::place() const {
    std::vector<PlacedSpan> placed;
    if (m_timeline.step <= 0)
        return placed;
    const QRectF area = plot();
    const double scale = area.width() / m_timeline.step;
    const double lane = laneHeight();
    const auto box = [&](const StepSpan& span, double top, double height) {
        return QRectF(area.left() + span.from * scale, top, span.length() * scale, height);
    };
    for (const StepSpan& span : m_timeline.added)
        placed.push_back({span, box(span, area.top(), lane * 1.8), false});
    double top = area.top() + lane * 2.05;
    for (const StepSpan& span : m_timeline.hidden) {
        placed.push_back({span, box(span, top, lane), true});
        top += lane * 1.15;
    }
    return placed;
}

QString StepPicture::spanText(const PlacedSpan& placed) const {
    const QString stage = stageText(placed.span.stage);
    const QString millis = millisText(placed.span.length(), m_timeline.step);
    if (placed.isHidden)
        return tr("%1: %2 ms hidden behind other work\n%3")
            .arg(stage, millis, stageMeaning(placed.span.stage));
    return tr("%1: %2 ms, %3 of the step\n%4")
        .arg(stage, millis, percentText(placed.span.length() / m_timeline.step),
             stageMeaning(placed.span.stage));
}

void StepPicture::drawAxis(QPainter& painter, const report::ChartTheme& colors) const {
    const QRectF area = plot();
    const double em = fontMetrics().height();
    const double length = m_timeline.step * milli;
    const auto most = static_cast<std::size_t>(std::max(1.0, area.width() / (em * 5)));
    const report::Ticks ticks = report::ticksFor(0, length, most, report::ChartSteps::Decimal);
    for (const double value : ticks.values) {
        if (value > length * 1.0001)
            continue;
        const double x = area.left() + area.width() * value / length;
        painter.setPen(toQColor(colors.grid));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(toQColor(colors.quietText));
        const QString label = value == 0 ? tr("0 ms") : numberText(value, ticks.places);
        // The first label begins at the edge; the others stand below their line.
        const QRectF place(value == 0 ? x : x - em * 3, area.bottom() + em * 0.25, em * 6,
                           em * 1.3);
        const Qt::Alignment side = Qt::AlignTop | (value == 0 ? Qt::AlignLeft : Qt::AlignHCenter);
        painter.drawText(place, static_cast<int>(side.toInt()), label);
    }
}

void StepPicture::drawSpan(QPainter& painter, const PlacedSpan& placed,
                           const report::ChartTheme& colors) const {
    const report::Color color = colorOf(colors, placed.span.stage);
    QColor fill = toQColor(color);
    const QString stage = stageText(placed.span.stage);
    const QString millis = tr("%1 ms").arg(millisText(placed.span.length(), m_timeline.step));
    const double margin = fontMetrics().height() * 0.3;
    const QRectF inner = placed.box.adjusted(margin, 0, -margin, 0);
    if (placed.isHidden) {
        fill.setAlphaF(0.28F);
        painter.setPen(QPen(toQColor(color), 1, Qt::DashLine));
        painter.setBrush(fill);
        painter.drawRect(placed.box.adjusted(0.5, 0.5, -0.5, -0.5));
        const QString label = tr("%1, hidden: %2").arg(stage, millis);
        const double width = fontMetrics().horizontalAdvance(label);
        // A label too long for its bar stands beside it, on the side with more room.
        QRectF place = inner;
        if (width > inner.width())
            place =
                placed.box.left() - plot().left() > plot().right() - placed.box.right()
                    ? QRectF(placed.box.left() - margin - width, inner.top(), width, inner.height())
                    : QRectF(placed.box.right() + margin, inner.top(), width, inner.height());
        painter.setPen(toQColor(colors.text));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, label);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    // A hair of ground between neighbours, so that they part without colour too.
    painter.drawRect(placed.box.adjusted(0, 0, placed.box.width() > 3 ? -1 : 0, 0));
    painter.setPen(textOn(color));
    const double stageWidth = fontMetrics().horizontalAdvance(stage);
    const double millisWidth = fontMetrics().horizontalAdvance(millis);
    const double half = inner.height() / 2;
    if (stageWidth <= inner.width())
        painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), half),
                         Qt::AlignLeft | Qt::AlignVCenter, stage);
    if (millisWidth <= inner.width())
        painter.drawText(QRectF(inner.left(), inner.top() + half, inner.width(), half),
                         Qt::AlignLeft | Qt::AlignVCenter, millis);
}

void StepPicture::draw(QPainter& painter, const report::ChartTheme& colors) const {
    painter.setFont(font());
    if (m_timeline.step > 0)
        drawAxis(painter, colors);
    for (const PlacedSpan& span : place())
        drawSpan(painter, span, colors);
}

QByteArray StepPicture::exported() const {
    QImage image(size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    const report::ChartTheme colors = theme();
    image.fill(toQColor(colors.ground));
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    draw(painter, colors);
    painter.end();
    return png(image);
}

void StepPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const report::ChartTheme colors = theme();
    painter.fillRect(rect(), toQColor(colors.ground));
    painter.setOpacity(m_isFaded ? 0.5 : 1.0);
    draw(painter, colors);
    painter.setOpacity(1);
    const std::vector<PlacedSpan> spans = place();
    if (m_chosen && *m_chosen < spans.size()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(toQColor(colors.text), 2));
        painter.drawRect(spans[*m_chosen].box);
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -1, -1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void StepPicture::choose(std::optional<std::size_t> span) {
    if (span == m_chosen)
        return;
    m_chosen = span;
    update();
    if (!span) {
        QToolTip::hideText();
        setAccessibleDescription(m_summary);
        return;
    }
    const PlacedSpan chosen = place()[*span];
    const QString text = spanText(chosen);
    QToolTip::showText(mapToGlobal(chosen.box.bottomLeft().toPoint() + QPoint(4, 4)), text, this);
    setAccessibleDescription(text);
}

void StepPicture::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<PlacedSpan> spans = place();
    std::optional<std::size_t> under;
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (spans[i].box.contains(event->position()))
            under = i;
    choose(under);
    QWidget::mouseMoveEvent(event);
}

void StepPicture::leaveEvent(QEvent* event) {
    if (!hasFocus())
        choose({});
    QWidget::leaveEvent(event);
}

void StepPicture::keyPressEvent(QKeyEvent* event) {
    const int by = (event->key() == Qt::Key_Right ? 1 : 0) - (event->key() == Qt::Key_Left ? 1 : 0);
    const int count = static_cast<int>(place().size());
    if (by == 0 || count == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int next = m_chosen ? static_cast<int>(*m_chosen) + by : 0;
    choose(static_cast<std::size_t>(qBound(0, next, count - 1)));
}

} // namespace gpuplan::gui
