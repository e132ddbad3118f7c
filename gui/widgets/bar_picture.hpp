#pragma once
/// Stacked bars as a widget: drawn by the report's own layout, explored by pointer or arrow keys.

#include <gpuplan/report/bar_chart.hpp>

#include <QWidget>

#include <functional>
#include <optional>

namespace gpuplan::gui {

/// Left and right walk along a bar, up and down change bars; the part under the pointer or the keys
/// says its figures in a tool tip and to screen readers.
class BarPicture final : public QWidget {
    Q_OBJECT
public:
    /// What is said of a part of a bar.
    using PartText = std::function<QString(std::size_t bar, std::size_t part)>;

    explicit BarPicture(PartText partText, QWidget* parent = nullptr);

    void setChart(report::BarChart chart);
    const report::BarChart& chart() const { return m_chart; }
    /// Paler, for figures that are no longer those of the inputs.
    void setFaded(bool isFaded);

    /// The picture as a file: by the ending of `path` SVG, or PNG at twice the size.
    QByteArray exported(const QString& path) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// Places in the layout: of a bar, and of a part among those the bar shows.
    struct Chosen {
        std::size_t bar = 0;
        std::size_t place = 0;
        bool operator==(const Chosen&) const = default;
    };
    report::ChartTheme theme() const;
    report::BarLayout layoutNow() const;
    void choose(const std::optional<Chosen>& chosen);

    PartText m_partText;
    report::BarChart m_chart;
    std::optional<Chosen> m_chosen;
    bool m_isFaded = false;
};

} // namespace gpuplan::gui
