#pragma once
/// One share as a bar with its name and figure above it.

#include <QWidget>

#include <optional>

class QLabel;

namespace gpuplan::gui {

/// Shares above 1 are drawn beyond a mark at 1, in the colour of a warning.
class ShareBar final : public QWidget {
    Q_OBJECT
public:
    explicit ShareBar(const QString& title, QWidget* parent = nullptr);

    /// \param share   absent: not known, an empty bar
    /// \param figure  the share in words: `63.1 %`, `26.0 GB`
    /// \param detail  a quiet line below; empty: none
    void setShare(const std::optional<double>& share, const QString& figure,
                  const QString& detail = {});
    QString figure() const;

private:
    class Bar;

    QString m_title;
    QLabel* m_figure = nullptr;
    QLabel* m_detail = nullptr;
    Bar* m_bar = nullptr;
};

} // namespace gpuplan::gui
