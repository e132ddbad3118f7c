#include "bar_picture.hpp"

#include "gui/format/texts.hpp"
#include "image_file.hpp"
#include "painter_canvas.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace gpuplan::gui {

BarPicture::BarPicture(PartText partText, QWidget* parent)
    : QWidget(parent), m_partText(std::move(partText)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("barPicture"));
}

void BarPicture::setChart(report::BarChart chart) {
    m_chart = std::move(chart);
    m_chosen.reset();
    setAccessibleName(toQString(m_chart.title));
    setAccessibleDescription(toQString(m_chart.description));
    updateGeometry();
    update();
}

void BarPicture::setFaded(bool isFaded) {
    m_isFaded = isFaded;
    update();
}

report::ChartTheme BarPicture::theme() const {
    return palette().color(QPalette::Base).lightness() < 128 ? report::ChartTheme::dark()
                                                             : report::ChartTheme::light();
}

report::BarLayout BarPicture::layoutNow() const {
    return report::layOut(m_chart, width(), height());
}

QByteArray BarPicture::exported(const QString& path) const {
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return QByteArray::fromStdString(report::svg(m_chart, width(), height(), theme()));
    QImage image(size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    const report::ChartTheme colors = theme();
    image.fill(QColor(colors.ground.red, colors.ground.green, colors.ground.blue));
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    PainterCanvas canvas(painter);
    report::draw(m_chart, layoutNow(), colors, canvas);
    painter.end();
    return png(image);
}

QSize BarPicture::sizeHint() const {
    const int wide = fontMetrics().height() * 44;
    return {wide, static_cast<int>(report::heightFor(m_chart, wide))};
}

QSize BarPicture::minimumSizeHint() const {
    const int em = fontMetrics().height();
    return {em * 16, em * 10};
}

void BarPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const report::ChartTheme colors = theme();
    const report::BarLayout layout = layoutNow();
    painter.fillRect(rect(), QColor(colors.ground.red, colors.ground.green, colors.ground.blue));
    painter.setOpacity(m_isFaded ? 0.5 : 1.0);
    PainterCanvas canvas(painter);
    report::draw(m_chart, layout, colors, canvas);
    painter.setOpacity(1);
    if (m_chosen && m_chosen->bar < layout.bars.size() &&
        m_chosen->place < layout.bars[m_chosen->bar].parts.size())
        canvas.rectangle(layout.bars[m_chosen->bar].parts[m_chosen->place].box, {},
                         report::Stroke{colors.text, 2});
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -1, -1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void BarPicture::choose(const std::optional<Chosen>& chosen) {
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    update();
    if (!chosen) {
        QToolTip::hideText();
        setAccessibleDescription(toQString(m_chart.description));
        return;
    }
    const report::PlacedPart part = layoutNow().bars[chosen->bar].parts[chosen->place];
    const QString text = m_partText(chosen->bar, part.part);
    QToolTip::showText(mapToGlobal(QPointF(part.box.x + 4, part.box.bottom() + 4).toPoint()),
                       plainToolTip(text), this);
    setAccessibleDescription(text);
}

void BarPicture::mouseMoveEvent(QMouseEvent* event) {
    const report::Point at{event->position().x(), event->position().y()};
    const report::BarLayout layout = layoutNow();
    std::optional<Chosen> under;
    for (std::size_t bar = 0; bar < layout.bars.size(); ++bar)
        for (std::size_t place = 0; place < layout.bars[bar].parts.size(); ++place)
            if (layout.bars[bar].parts[place].box.holds(at))
                under = Chosen{bar, place};
    choose(under);
    QWidget::mouseMoveEvent(event);
}

void BarPicture::leaveEvent(QEvent* event) {
    if (!hasFocus())
        choose({});
    QWidget::leaveEvent(event);
}

void BarPicture::keyPressEvent(QKeyEvent* event) {
    const int along =
        (event->key() == Qt::Key_Right ? 1 : 0) - (event->key() == Qt::Key_Left ? 1 : 0);
    const int across =
        (event->key() == Qt::Key_Down ? 1 : 0) - (event->key() == Qt::Key_Up ? 1 : 0);
    const report::BarLayout layout = layoutNow();
    if ((along == 0 && across == 0) || layout.bars.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int count = static_cast<int>(layout.bars.size());
    const int bar = m_chosen ? (static_cast<int>(m_chosen->bar) + across + count) % count : 0;
    const auto barIndex = static_cast<std::size_t>(bar);
    const int parts = static_cast<int>(layout.bars[barIndex].parts.size());
    if (parts == 0)
        return;
    const int place =
        qBound(0, m_chosen ? static_cast<int>(m_chosen->place) + along : 0, parts - 1);
    choose(Chosen{barIndex, static_cast<std::size_t>(place)});
}

} // namespace gpuplan::gui
