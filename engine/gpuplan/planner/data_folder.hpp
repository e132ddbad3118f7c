#pragma once
/// Where the catalogs are when nobody says.

#include <string>

namespace gpuplan::planner {

/// GPUPLAN_DATA_DIR of the environment; else, for a program run from its build tree, the source's
/// `data/`, so that edits there are seen at once; else the installed share folder beside the
/// program.
std::string defaultDataFolder();

} // namespace gpuplan::planner
