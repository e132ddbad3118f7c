#pragma once
/// Combo boxes that choose what a page shows.

#include <QStringList>

class QBoxLayout;
class QComboBox;

namespace gpuplan::gui {

/// A combo box behind its label, whose mnemonic leads to it.
QComboBox* addChoice(QBoxLayout& row, const QString& label, const QString& name);

/// Other choices without a word to listeners; what was chosen stays where it is still among them.
void setChoices(QComboBox& box, const QStringList& choices);

} // namespace gpuplan::gui
