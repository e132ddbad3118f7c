#pragma once
/// What the program remembers between starts: window, recent files, preferences. Never scenario
/// data.

#include "theme.hpp"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace gpuplan::gui {

class Settings final {
public:
    /// The person's own settings.
    Settings();
    /// Those of an INI file; for tests.
    explicit Settings(const QString& file);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    /// Docks and tool bars, as QMainWindow saves them.
    QByteArray windowState() const;
    void setWindowState(const QByteArray& state);

    QStringList recentFiles() const;
    void setRecentFiles(const QStringList& paths);
    /// Where the file dialog begins.
    QString lastFolder() const;
    void setLastFolder(const QString& folder);

    Theme theme() const;
    void setTheme(Theme theme);
    bool runsAfterEdits() const;
    void setRunsAfterEdits(bool runs);

private:
    QSettings m_settings;
};

} // namespace gpuplan::gui
