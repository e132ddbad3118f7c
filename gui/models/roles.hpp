#pragma once
/// Roles of our own, the same in every model.

#include <Qt>

namespace gpuplan::gui {

/// The number behind a text, for sorting.
inline constexpr int SortRole = Qt::UserRole + 1;

} // namespace gpuplan::gui
