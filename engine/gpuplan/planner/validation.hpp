#pragma once
/// Files checked without running anything: each says by its `format` what it is.

#include <gpuplan/base/diagnostic.hpp>

#include <string>
#include <vector>

namespace gpuplan::planner {

/// What came out for one file.
struct FileVerdict {
    std::string file;     ///< as given; `<stdin>` for `-`
    std::string format;   ///< `scenario`, `catalog`; empty: not known
    Diagnostics problems; ///< in file order
};

/// Checks every file; a fault in one does not hide those of another. Ids in scenarios are looked up
/// in the catalogs of `dataFolder`; catalogs among the files are checked together, and may name
/// GPUs of that folder. Trouble with the folder comes as a verdict of its own, last.
std::vector<FileVerdict> validateFiles(const std::vector<std::string>& files,
                                       const std::string& dataFolder);

} // namespace gpuplan::planner
