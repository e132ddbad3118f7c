#pragma once
/// One thread that does what it is given, in order, away from the window.

#include <QObject>
#include <QThread>

#include <functional>

namespace gpuplan::gui {

class BackgroundThread final {
public:
    explicit BackgroundThread(const QString& name);
    /// Waits for the work at hand; what waits behind it is dropped.
    ~BackgroundThread();
    BackgroundThread(const BackgroundThread&) = delete;
    BackgroundThread& operator=(const BackgroundThread&) = delete;

    /// Does `work` after all that was posted before. It must not throw.
    void post(std::function<void()> work);

private:
    QThread m_thread;
    QObject m_context; ///< lives in the thread; work is delivered to it
};

} // namespace gpuplan::gui
