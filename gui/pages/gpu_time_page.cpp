#include "gpu_time_page.hpp"

#include "gui/models/gpu_time_model.hpp"
#include "gui/widgets/bar_picture.hpp"
#include "gui/widgets/table_view.hpp"

#include <QSplitter>
#include <QVBoxLayout>

namespace gpuplan::gui {

GpuTimePage::GpuTimePage(QWidget* parent)
    : QWidget(parent), m_model(new GpuTimeModel(this)),
      m_picture(new BarPicture([this](std::size_t alternative, std::size_t part) {
          return m_model->partText(alternative, part);
      })),
      m_table(new TableView(*m_model, tr("Paid GPU time by what it was spent on"))) {
    m_table->setObjectName(QStringLiteral("gpuTime"));
    auto* const splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_picture);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(false);
    auto* const column = new QVBoxLayout(this);
    column->addWidget(splitter);
}

void GpuTimePage::setResult(const std::shared_ptr<const metrics::RunResult>& result) {
    m_model->setResult(result);
    m_picture->setChart(m_model->chart());
}

QByteArray GpuTimePage::exported(const QString& path) const {
    return m_picture->exported(path);
}

void GpuTimePage::setStale(bool isStale) {
    m_picture->setFaded(isStale);
    m_table->setFaded(isStale);
}

} // namespace gpuplan::gui
