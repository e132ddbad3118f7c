#include "breakdown_model.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/report/figures.hpp>

#include <QFont>

#include <algorithm>
#include <utility>

namespace gpuplan::gui {

BreakdownModel::BreakdownModel(Of of, QObject* parent) : QAbstractTableModel(parent), m_of(of) {}

void BreakdownModel::setResult(std::shared_ptr<const metrics::RunResult> result) {
    beginResetModel();
    m_result = std::move(result);
    m_rows.clear();
    if (m_result && !m_result->alternatives.empty()) {
        if (m_of == Of::CostByAccount)
            collectAccounts();
        else
            collectWaste();
        addTotal();
    }
    endResetModel();
}

BreakdownModel::Row& BreakdownModel::row(const QString& name) {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row& known) { return known.name == name; });
    if (found != m_rows.end())
        return *found;
    m_rows.push_back(
        {name, std::vector<std::optional<Cell>>(m_result->alternatives.size()), false});
    return m_rows.back();
}

void BreakdownModel::collectAccounts() {
    for (std::size_t i = 0; i < m_result->alternatives.size(); ++i)
        for (const auto& [account, amount] : m_result->alternatives[i].cost.byAccount)
            row(toQString(report::accountText(account, Language::English))).cells[i] =
                Cell{amount,
                     tr("Account %1: %2").arg(toQString(account), moneyWithCurrency(amount)),
                     {}};
}

void BreakdownModel::collectWaste() {
    for (std::size_t i = 0; i < m_result->alternatives.size(); ++i)
        for (const metrics::Waste& waste : m_result->alternatives[i].waste)
            row(toQString(report::causeName(waste.cause, Language::English))).cells[i] =
                Cell{waste.cost,
                     tr("%1 GPU-hours, at this alternative's own price of a GPU-hour")
                         .arg(hoursText(waste.gpuTime)),
                     {}};
}

void BreakdownModel::addTotal() {
    Row total{tr("Total"), {}, true};
    for (std::size_t i = 0; i < m_result->alternatives.size(); ++i) {
        Money sum(0, m_result->alternatives[i].currency);
        std::vector<Money> parts;
        for (const Row& part : m_rows)
            if (part.cells[i]) {
                sum += part.cells[i]->amount;
                parts.push_back(part.cells[i]->amount);
            }
        const QStringList texts = moneyColumn(parts);
        qsizetype next = 0;
        for (Row& part : m_rows)
            if (part.cells[i])
                part.cells[i]->text = texts[next++];
        total.cells.emplace_back(Cell{sum, tr("Sum of the rows above"), texts.last()});
    }
    m_rows.push_back(std::move(total));
}

int BreakdownModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BreakdownModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->alternatives.size()) + 1;
}

QVariant BreakdownModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& part = m_rows[static_cast<std::size_t>(index.row())];
    if (role == PinnedRole)
        return part.isTotal;
    if (role == Qt::FontRole && part.isTotal) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                            : Qt::AlignRight | Qt::AlignVCenter);
    if (index.column() == 0)
        return role == Qt::DisplayRole || role == SortRole ? QVariant(part.name) : QVariant();
    const std::optional<Cell>& cell = part.cells[static_cast<std::size_t>(index.column() - 1)];
    switch (role) {
    case Qt::DisplayRole:
        return cell ? cell->text : QString();
    case SortRole:
        return cell ? QVariant(cell->amount.toDouble()) : QVariant();
    case Qt::ToolTipRole:
        return cell ? plainToolTip(cell->basis) : tr("this alternative has no such part");
    case Qt::AccessibleTextRole:
        return cell ? moneyWithCurrency(cell->amount) : tr("none");
    default:
        return {};
    }
}

QVariant BreakdownModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                     : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return m_of == Of::CostByAccount ? tr("Account") : tr("Cause");
    const auto& alternative = m_result->alternatives[static_cast<std::size_t>(section - 1)];
    return tr("%1, %2").arg(toQString(alternative.name), toQString(alternative.currency.code()));
}

} // namespace gpuplan::gui
