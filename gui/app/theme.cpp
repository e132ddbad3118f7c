#include "theme.hpp"

#include <QApplication>
#include <QStyleFactory>
#include <QToolTip>

namespace gpuplan::gui {

namespace {

struct Shades {
    QColor window;
    QColor base;
    QColor alternate;
    QColor button;
    QColor text;
    QColor disabled;
    QColor accent;
    QColor onAccent;
    QColor link;
    QColor toolTip;
};

QPalette paletteOf(const Shades& shades) {
    QPalette palette(shades.button, shades.window);
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::Button, shades.button);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::BrightText}) {
        palette.setColor(role, shades.text);
        palette.setColor(QPalette::Disabled, role, shades.disabled);
    }
    palette.setColor(QPalette::PlaceholderText, shades.disabled);
    palette.setColor(QPalette::Highlight, shades.accent);
    palette.setColor(QPalette::HighlightedText, shades.onAccent);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, shades.disabled);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.link);
    palette.setColor(QPalette::ToolTipBase, shades.toolTip);
    palette.setColor(QPalette::ToolTipText, shades.text);
    return palette;
}

} // namespace

QPalette lightPalette() {
    return paletteOf({QColor(0xf3f4f6), QColor(0xffffff), QColor(0xf6f7f9), QColor(0xe8eaed),
                      QColor(0x1f2328), QColor(0x6e7781), QColor(0x005fa3), QColor(0xffffff),
                      QColor(0x005fa3), QColor(0xffffff)});
}

QPalette darkPalette() {
    return paletteOf({QColor(0x2b2d31), QColor(0x1e1f22), QColor(0x25272b), QColor(0x383a40),
                      QColor(0xe6e8eb), QColor(0x8b929a), QColor(0x56b4e9), QColor(0x10151a),
                      QColor(0x56b4e9), QColor(0x383a40)});
}

void applyTheme(QApplication& application, Theme theme, const QPalette& system) {
    const bool isDark = theme == Theme::Dark || (theme == Theme::System &&
                                                 system.color(QPalette::Window).lightness() < 128);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QPalette palette = isDark ? darkPalette() : lightPalette();
    application.setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace gpuplan::gui
