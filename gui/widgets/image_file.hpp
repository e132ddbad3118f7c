#pragma once
/// Pictures as files.

#include <QBuffer>
#include <QByteArray>
#include <QImage>

namespace gpuplan::gui {

/// The bytes of a PNG file.
inline QByteArray png(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace gpuplan::gui
