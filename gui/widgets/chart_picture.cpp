#include "chart_picture.hpp"

#include "gui/format/texts.hpp"
#include "painter_canvas.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <utility>

namespace gpuplan::gui {

namespace {

constexpr double reach = 16; // how near the pointer must come to a point

void drawOn(QPainter& painter, const report::ChartLayout& layout, const report::ChartTheme& theme) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    PainterCanvas canvas(painter);
    report::draw(layout, theme, canvas);
}

} // namespace

ChartPicture::ChartPicture(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("chartPicture"));
}

void ChartPicture::setChart(report::LineChart chart) {
    m_chart = std::move(chart);
    m_chosen.reset();
    setAccessibleName(toQString(m_chart.title));
    setAccessibleDescription(toQString(m_chart.description));
    update();
}

void ChartPicture::setFaded(bool isFaded) {
    m_isFaded = isFaded;
    update();
}

report::ChartTheme ChartPicture::theme() const {
    return palette().color(QPalette::Base).lightness() < 128 ? report::ChartTheme::dark()
                                                             : report::ChartTheme::light();
}

report::ChartLayout ChartPicture::layoutNow() const {
    return report::layOut(m_chart, width(), height());
}

QImage ChartPicture::image(double scale) const {
    QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawOn(painter, layoutNow(), theme());
    return image;
}

QSize ChartPicture::sizeHint() const {
    const int em = fontMetrics().height();
    return {em * 44, em * 20};
}

QSize ChartPicture::minimumSizeHint() const {
    const int em = fontMetrics().height();
    return {em * 16, em * 10};
}

void ChartPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const report::ChartTheme colors = theme();
    const report::ChartLayout layout = layoutNow();
    const auto ground = colors.ground;
    painter.fillRect(rect(), QColor(ground.red, ground.green, ground.blue));
    painter.setOpacity(m_isFaded ? 0.5 : 1.0);
    drawOn(painter, layout, colors);
    if (m_chosen) {
        PainterCanvas canvas(painter);
        canvas.marker(m_chosen->at, report::Marker::Circle, 15, {}, {colors.text, 2});
    }
    if (hasFocus()) {
        painter.setOpacity(1);
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -1, -1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

QString ChartPicture::pointText(const report::ChartHit& point) const {
    const report::ChartSeries& series = m_chart.series[point.series];
    const report::Point value = series.points[point.point];
    return tr("%1\n%2 %3\n%4 %5")
        .arg(toQString(series.name), numberText(value.x), toQString(m_chart.x.label),
             numberText(value.y, 3), toQString(m_chart.y.label));
}

void ChartPicture::choose(const std::optional<report::ChartHit>& point) {
    m_chosen = point;
    update();
    if (!point) {
        QToolTip::hideText();
        return;
    }
    const QString text = pointText(*point);
    QToolTip::showText(
        mapToGlobal(QPoint(static_cast<int>(point->at.x) + 12, static_cast<int>(point->at.y) + 12)),
        text, this);
    setAccessibleDescription(text);
}

void ChartPicture::mouseMoveEvent(QMouseEvent* event) {
    const auto point =
        report::hit(layoutNow(), {event->position().x(), event->position().y()}, reach);
    if (point || m_chosen)
        choose(point);
    QWidget::mouseMoveEvent(event);
}

void ChartPicture::leaveEvent(QEvent* event) {
    if (!hasFocus())
        choose({});
    QWidget::leaveEvent(event);
}

void ChartPicture::keyPressEvent(QKeyEvent* event) {
    const int along =
        (event->key() == Qt::Key_Right ? 1 : 0) - (event->key() == Qt::Key_Left ? 1 : 0);
    const int across =
        (event->key() == Qt::Key_Down ? 1 : 0) - (event->key() == Qt::Key_Up ? 1 : 0);
    const report::ChartLayout layout = layoutNow();
    if ((along == 0 && across == 0) || layout.lines.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int count = static_cast<int>(layout.lines.size());
    int series = m_chosen ? static_cast<int>(m_chosen->series) + across : 0;
    series = (series + count) % count;
    const std::vector<report::Point>& line = layout.lines[static_cast<std::size_t>(series)];
    if (line.empty())
        return;
    const int last = static_cast<int>(line.size()) - 1;
    const int point = qBound(0, m_chosen ? static_cast<int>(m_chosen->point) + along : 0, last);
    const auto index = static_cast<std::size_t>(point);
    choose(report::ChartHit{static_cast<std::size_t>(series), index, line[index]});
}

} // namespace gpuplan::gui
