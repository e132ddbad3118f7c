#pragma once
/// What the paid GPU time was spent on, of all alternatives side by side.

#include <gpuplan/metrics/result.hpp>

#include <QWidget>

#include <memory>

namespace gpuplan::gui {

class BarPicture;
class GpuTimeModel;
class TableView;

class GpuTimePage final : public QWidget {
    Q_OBJECT
public:
    explicit GpuTimePage(QWidget* parent = nullptr);

    void setResult(const std::shared_ptr<const metrics::RunResult>& result);
    void setStale(bool isStale);
    /// As BarPicture::exported.
    QByteArray exported(const QString& path) const;

private:
    GpuTimeModel* m_model = nullptr;
    BarPicture* m_picture = nullptr;
    TableView* m_table = nullptr;
};

} // namespace gpuplan::gui
