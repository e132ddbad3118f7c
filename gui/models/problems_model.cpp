#include "problems_model.hpp"

#include "gui/format/texts.hpp"

#include <QApplication>
#include <QFileInfo>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace gpuplan::gui {

namespace {

QString messageText(const Diagnostic& problem) {
    QString message = toQString(text(problem.message));
    if (problem.candidates.empty())
        return message;
    QStringList candidates;
    for (const std::string& candidate : problem.candidates)
        candidates.append(toQString(inQuotes(candidate)));
    return ProblemsModel::tr("%1 (did you mean %2?)")
        .arg(message, candidates.join(ProblemsModel::tr(" or ")));
}

/// `first.json:41:18 /alternatives/1/site`: as much as is known.
QString placeText(const Location& at) {
    QString place = QFileInfo(toQString(at.file)).fileName();
    if (at.line > 0)
        place += QStringLiteral(":%1").arg(at.line);
    if (at.line > 0 && at.column > 0)
        place += QStringLiteral(":%1").arg(at.column);
    if (!at.pointer.empty())
        place += (place.isEmpty() ? QString() : QStringLiteral(" ")) + toQString(at.pointer);
    return place;
}

QStyle::StandardPixmap iconOf(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return QStyle::SP_MessageBoxCritical;
    case Severity::Warning:
        return QStyle::SP_MessageBoxWarning;
    case Severity::Note:
        break;
    }
    return QStyle::SP_MessageBoxInformation;
}

} // namespace

void ProblemsModel::setProblems(Diagnostics problems) {
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

int ProblemsModel::count(Severity severity) const {
    return static_cast<int>(
        std::count_if(m_problems.begin(), m_problems.end(),
                      [&](const Diagnostic& problem) { return problem.severity == severity; }));
}

int ProblemsModel::errorCount() const {
    return count(Severity::Error);
}

int ProblemsModel::warningCount() const {
    return count(Severity::Warning);
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Diagnostic& problem = m_problems[static_cast<std::size_t>(index.row())];
    if (role == PointerRole)
        return toQString(problem.at.pointer);
    if (role == Qt::ToolTipRole)
        return plainToolTip(toQString(describe(problem)).trimmed());
    if (role == Qt::DecorationRole && index.column() == Level)
        return QApplication::style()->standardIcon(iconOf(problem.severity));
    if (role == SortRole && index.column() == Level)
        return static_cast<int>(problem.severity);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case Level:
        return severityText(problem.severity);
    case Message:
        return messageText(problem);
    case Place:
        return placeText(problem.at);
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    switch (section) {
    case Level:
        return tr("Severity");
    case Message:
        return tr("What is wrong");
    case Place:
        return tr("Where");
    default:
        return {};
    }
}

} // namespace gpuplan::gui
