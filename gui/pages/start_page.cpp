#include "start_page.hpp"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace gpuplan::gui {

namespace {

void fill(QListWidget& list, const QStringList& paths) {
    list.clear();
    for (const QString& path : paths) {
        auto* const item = new QListWidgetItem(QFileInfo(path).fileName(), &list);
        item->setData(Qt::UserRole, path);
        item->setToolTip(QDir::toNativeSeparators(path));
    }
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    auto* const column = new QVBoxLayout(this);
    auto* const heading = new QLabel(tr("Rent, reserve, buy or mix GPUs: how many, and what is "
                                        "wasted?"));
    QFont large = heading->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    heading->setFont(large);
    heading->setWordWrap(true);
    column->addWidget(heading);
    column->addWidget(new QLabel(tr("Open a scenario, or drop its file here.")));
    auto* const open = new QPushButton(tr("&Open a scenario\u2026"));
    open->setObjectName(QStringLiteral("openScenario"));
    column->addWidget(open, 0, Qt::AlignLeft);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    m_recent = addList(tr("&Recent scenarios"), QStringLiteral("recentScenarios"));
    m_examples = addList(tr("&Examples"), QStringLiteral("examples"));
    column->addStretch();
}

QListWidget* StartPage::addList(const QString& title, const QString& name) {
    auto* const list = new QListWidget;
    list->setObjectName(name);
    auto* const label = new QLabel(title);
    label->setBuddy(list);
    layout()->addWidget(label);
    layout()->addWidget(list);
    connect(list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit fileChosen(item->data(Qt::UserRole).toString());
    });
    return list;
}

void StartPage::setRecentFiles(const QStringList& paths) {
    fill(*m_recent, paths);
}

void StartPage::setExamples(const QStringList& paths) {
    fill(*m_examples, paths);
}

QStringList scenarioFiles(const QString& folder) {
    QStringList paths;
    const QDir dir(folder);
    for (const QString& name : dir.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        paths.append(dir.absoluteFilePath(name));
    return paths;
}

} // namespace gpuplan::gui
