#pragma once
/// The list of files opened last.

#include <QString>
#include <QStringList>

namespace gpuplan::gui {

/// `path` first, each file once, ten at most. Relative paths become absolute.
QStringList withRecent(const QStringList& list, const QString& path);

} // namespace gpuplan::gui
