#include "background_thread.hpp"

#include <utility>

namespace gpuplan::gui {

BackgroundThread::BackgroundThread(const QString& name) {
    m_thread.setObjectName(name);
    m_context.moveToThread(&m_thread);
    m_thread.start();
}

BackgroundThread::~BackgroundThread() {
    m_thread.quit();
    m_thread.wait();
}

void BackgroundThread::post(std::function<void()> work) {
    QMetaObject::invokeMethod(&m_context, std::move(work), Qt::QueuedConnection);
}

} // namespace gpuplan::gui
