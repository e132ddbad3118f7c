#include "share_bar.hpp"

#include <gpuplan/report/chart_theme.hpp>

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gpuplan::gui {

class ShareBar::Bar final : public QWidget {
public:
    explicit Bar(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    void setShare(const std::optional<double>& share) {
        m_share = share && std::isfinite(*share) ? share : std::nullopt;
        update();
    }
    QSize sizeHint() const override {
        const int em = fontMetrics().height();
        return {em * 6, em * 3 / 4};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const bool isDark = palette().color(QPalette::Base).lightness() < 128;
        const report::ChartTheme theme =
            isDark ? report::ChartTheme::dark() : report::ChartTheme::light();
        const auto color = [&](report::Color from) {
            QColor made(from.red, from.green, from.blue);
            made.setAlphaF(isEnabled() ? 1.0F : 0.5F);
            return made;
        };
        const double share = std::max(0.0, m_share.value_or(0));
        const double whole = width() / std::max(1.0, share); // where a share of 1 ends
        painter.fillRect(QRectF(0, 0, whole, height()), color(theme.grid));
        painter.fillRect(QRectF(0, 0, std::min(share, 1.0) * whole, height()),
                         color(theme.series[0]));
        if (share <= 1)
            return;
        painter.fillRect(QRectF(whole, 0, width() - whole, height()), color(theme.series[1]));
        painter.fillRect(QRectF(whole - 1, 0, 2, height()), color(theme.text));
    }

private:
    std::optional<double> m_share;
};

ShareBar::ShareBar(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_figure(new QLabel), m_detail(new QLabel),
      m_bar(new Bar(this)) {
    auto* const name = new QLabel(title);
    name->setWordWrap(true);
    QFont large = m_figure->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_figure->setFont(large);
    for (QLabel* const label : {m_figure, m_detail}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_detail->setWordWrap(true);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(2);
    column->addWidget(name);
    column->addWidget(m_figure);
    column->addWidget(m_bar);
    column->addWidget(m_detail);
    column->addStretch();
}

void ShareBar::setShare(const std::optional<double>& share, const QString& figure,
                        const QString& detail) {
    m_figure->setText(figure);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    m_bar->setShare(share);
    setAccessibleName(tr("%1: %2").arg(m_title, figure));
    setAccessibleDescription(detail);
}

QString ShareBar::figure() const {
    return m_figure->text();
}

} // namespace gpuplan::gui
