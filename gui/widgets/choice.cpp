#include "choice.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace gpuplan::gui {

QComboBox* addChoice(QBoxLayout& row, const QString& label, const QString& name) {
    auto* const box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* const caption = new QLabel(label);
    caption->setBuddy(box);
    row.addWidget(caption);
    row.addWidget(box);
    return box;
}

void setChoices(QComboBox& box, const QStringList& choices) {
    const QSignalBlocker quiet(box);
    const QString chosen = box.currentText();
    box.clear();
    box.addItems(choices);
    if (!choices.isEmpty())
        box.setCurrentIndex(static_cast<int>(std::max<qsizetype>(0, choices.indexOf(chosen))));
}

} // namespace gpuplan::gui
