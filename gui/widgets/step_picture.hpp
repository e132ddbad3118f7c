#pragma once
/// One step as bars in milliseconds: what adds to it in a row, what hides behind it paler below.

#include "gui/format/step_timeline.hpp"

#include <gpuplan/report/chart_theme.hpp>

#include <QWidget>

#include <optional>
#include <vector>

namespace gpuplan::gui {

/// The colour of a stage: the same as in the chart of GPU time.
QColor stageColor(const report::ChartTheme& theme, perf::Stage stage);

/// Left and right walk along the spans, the pointer chooses one; its figures stand in a tool tip
/// and are told to screen readers.
class StepPicture final : public QWidget {
    Q_OBJECT
public:
    explicit StepPicture(QWidget* parent = nullptr);

    /// \param title  what the step is of, for screen readers
    void setTimeline(StepTimeline timeline, const QString& title);
    const StepTimeline& timeline() const { return m_timeline; }
    /// Paler, for figures that are no longer those of the inputs.
    void setFaded(bool isFaded);

    /// A PNG file of the picture at twice the size.
    QByteArray exported() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct PlacedSpan {
        StepSpan span;
        QRectF box;
        bool isHidden = false;
    };
    report::ChartTheme theme() const;
    void draw(QPainter& painter, const report::ChartTheme& colors) const;
    /// The step's spans, then the hidden ones.
    std::vector<PlacedSpan> place() const;
    QRectF plot() const;
    double laneHeight() const;
    void drawAxis(QPainter& painter, const report::ChartTheme& colors) const;
    void drawSpan(QPainter& painter, const PlacedSpan& placed,
                  const report::ChartTheme& colors) const;
    QString spanText(const PlacedSpan& placed) const;
    void choose(std::optional<std::size_t> span);

    StepTimeline m_timeline;
    QString m_summary; ///< the accessible description of the whole
    std::optional<std::size_t> m_chosen;
    bool m_isFaded = false;
};

} // namespace gpuplan::gui
