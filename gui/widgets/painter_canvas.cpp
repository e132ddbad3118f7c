#include "painter_canvas.hpp"

#include <gpuplan/report/canvas_text.hpp>

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

namespace gpuplan::gui {

namespace {

QColor toQColor(report::Color color) {
    return {color.red, color.green, color.blue, color.alpha};
}

QPointF toQPoint(report::Point point) {
    return {point.x, point.y};
}

QRectF toQRect(const report::Box& box) {
    return {box.x, box.y, box.width, box.height};
}

QPen toQPen(const report::Stroke& stroke) {
    QPen pen(toQColor(stroke.color), stroke.width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (stroke.dash != report::Dash::Solid) {
        QList<qreal> lengths;
        for (const double length : report::pattern(stroke.dash))
            lengths.append(length);
        pen.setDashPattern(lengths);
    }
    return pen;
}

QFont fontFor(const report::TextStyle& style) {
    QFont font(QString::fromUtf8(report::canvasFont.data(),
                                 static_cast<qsizetype>(report::canvasFont.size())));
    font.setPixelSize(qMax(1, qRound(style.size)));
    font.setBold(style.weight == report::Weight::Bold);
    // Letters as wide as the table the chart was laid out with.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

PainterCanvas::PainterCanvas(QPainter& painter) : m_painter(painter) {}

void PainterCanvas::rectangle(const report::Box& box, std::optional<report::Color> fill,
                              std::optional<report::Stroke> outline) {
    m_painter.setPen(outline ? toQPen(*outline) : QPen(Qt::NoPen));
    m_painter.setBrush(fill ? QBrush(toQColor(*fill)) : QBrush(Qt::NoBrush));
    m_painter.drawRect(toQRect(box));
}

void PainterCanvas::line(report::Point from, report::Point to, const report::Stroke& stroke) {
    m_painter.setPen(toQPen(stroke));
    m_painter.drawLine(toQPoint(from), toQPoint(to));
}

void PainterCanvas::polyline(std::span<const report::Point> points, const report::Stroke& stroke) {
    if (points.size() < 2)
        return;
    QPolygonF polygon;
    for (const report::Point& point : points)
        polygon.append(toQPoint(point));
    m_painter.setPen(toQPen(stroke));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(polygon);
}

void PainterCanvas::marker(report::Point centre, report::Marker marker, double size,
                           std::optional<report::Color> fill, const report::Stroke& outline) {
    m_painter.setPen(toQPen(outline));
    m_painter.setBrush(fill ? QBrush(toQColor(*fill)) : QBrush(Qt::NoBrush));
    if (marker == report::Marker::Circle) {
        m_painter.drawEllipse(toQPoint(centre), size / 2, size / 2);
        return;
    }
    const report::MarkerShape shape = report::shape(marker);
    QPolygonF corners;
    for (const report::Point& corner : shape.points)
        corners.append(QPointF(centre.x + corner.x * size / 2, centre.y + corner.y * size / 2));
    if (shape.closed)
        m_painter.drawPolygon(corners);
    else
        for (qsizetype i = 0; i + 1 < corners.size(); i += 2)
            m_painter.drawLine(corners[i], corners[i + 1]);
}

void PainterCanvas::text(report::Point at, std::string_view utf8, const report::TextStyle& style) {
    const QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    const QFont font = fontFor(style);
    QPointF start = toQPoint(at);
    if (style.anchor != report::Anchor::Start) {
        const double width = QFontMetricsF(font, m_painter.device()).horizontalAdvance(text);
        start.rx() -= style.anchor == report::Anchor::Middle ? width / 2 : width;
    }
    m_painter.setFont(font);
    m_painter.setPen(toQColor(style.color));
    m_painter.drawText(start, text);
}

void PainterCanvas::pushClip(const report::Box& box) {
    m_painter.save();
    m_painter.setClipRect(toQRect(box), Qt::IntersectClip);
}

void PainterCanvas::popClip() {
    m_painter.restore();
}

} // namespace gpuplan::gui
