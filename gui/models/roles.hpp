#pragma once
/// Roles of our own, the same in every model.

#include <Qt>

namespace gpuplan::gui {

/// The number behind a text, for sorting.
inline constexpr int SortRole = Qt::UserRole + 1;
/// True for a row that stays last however a table is sorted: a total.
inline constexpr int PinnedRole = Qt::UserRole + 2;

} // namespace gpuplan::gui
