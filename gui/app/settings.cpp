#include "settings.hpp"

namespace gpuplan::gui {

namespace {

// A state saved by a window with other docks must not be restored.
const QString geometryKey = QStringLiteral("window/geometry");
const QString stateKey = QStringLiteral("window/state");
const QString recentKey = QStringLiteral("files/recent");
const QString folderKey = QStringLiteral("files/folder");
const QString themeKey = QStringLiteral("preferences/theme");
const QString runsKey = QStringLiteral("preferences/runsAfterEdits");

} // namespace

Settings::Settings()
    : m_settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gpuplan"),
                 QStringLiteral("gpuplan-gui")) {}

Settings::Settings(const QString& file) : m_settings(file, QSettings::IniFormat) {}

QByteArray Settings::windowGeometry() const {
    return m_settings.value(geometryKey).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry) {
    m_settings.setValue(geometryKey, geometry);
}

QByteArray Settings::windowState() const {
    return m_settings.value(stateKey).toByteArray();
}

void Settings::setWindowState(const QByteArray& state) {
    m_settings.setValue(stateKey, state);
}

QStringList Settings::recentFiles() const {
    return m_settings.value(recentKey).toStringList();
}

void Settings::setRecentFiles(const QStringList& paths) {
    m_settings.setValue(recentKey, paths);
}

QString Settings::lastFolder() const {
    return m_settings.value(folderKey).toString();
}

void Settings::setLastFolder(const QString& folder) {
    m_settings.setValue(folderKey, folder);
}

Theme Settings::theme() const {
    const QString name = m_settings.value(themeKey).toString();
    if (name == QStringLiteral("light"))
        return Theme::Light;
    return name == QStringLiteral("dark") ? Theme::Dark : Theme::System;
}

void Settings::setTheme(Theme theme) {
    m_settings.setValue(themeKey, theme == Theme::Light  ? QStringLiteral("light")
                                  : theme == Theme::Dark ? QStringLiteral("dark")
                                                         : QStringLiteral("system"));
}

bool Settings::runsAfterEdits() const {
    return m_settings.value(runsKey, true).toBool();
}

void Settings::setRunsAfterEdits(bool runs) {
    m_settings.setValue(runsKey, runs);
}

} // namespace gpuplan::gui
