#pragma once
/// Light, dark, or as the desktop has it; the same style on every desktop.

#include <QPalette>

class QApplication;

namespace gpuplan::gui {

enum class Theme { System, Light, Dark };

QPalette lightPalette();
QPalette darkPalette();

/// Sets the Fusion style and the theme's palette. `system` is the palette the program was started
/// with: it decides by its lightness, since Qt 6.4 does not tell the desktop's choice.
void applyTheme(QApplication& application, Theme theme, const QPalette& system);

} // namespace gpuplan::gui
