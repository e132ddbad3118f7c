#pragma once
/// A chart as a widget: drawn by the report's own layout, explored by pointer or arrow keys.

#include <gpuplan/report/chart_draw.hpp>

#include <QImage>
#include <QWidget>

namespace gpuplan::gui {

/// Left and right walk along a line, up and down change lines; the point under the pointer or the
/// keys says its figures in a tool tip and to screen readers.
class ChartPicture final : public QWidget {
    Q_OBJECT
public:
    explicit ChartPicture(QWidget* parent = nullptr);

    void setChart(report::LineChart chart);
    const report::LineChart& chart() const { return m_chart; }
    /// Paler, for figures that are no longer those of the inputs.
    void setFaded(bool isFaded);

    /// The picture at this size of the widget, `scale` times as fine.
    QImage image(double scale) const;
    /// The colours that suit the window's palette.
    report::ChartTheme theme() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    report::ChartLayout layoutNow() const;
    void choose(const std::optional<report::ChartHit>& point);
    QString pointText(const report::ChartHit& point) const;

    report::LineChart m_chart;
    std::optional<report::ChartHit> m_chosen;
    bool m_isFaded = false;
};

} // namespace gpuplan::gui
