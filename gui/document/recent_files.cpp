#include "recent_files.hpp"

#include <QFileInfo>

namespace gpuplan::gui {

QStringList withRecent(const QStringList& list, const QString& path) {
    constexpr qsizetype most = 10;
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList result{whole};
    for (const QString& other : list)
        if (other != whole && !result.contains(other) && result.size() < most)
            result.append(other);
    return result;
}

} // namespace gpuplan::gui
