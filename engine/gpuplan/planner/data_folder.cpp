#include <gpuplan/planner/data_folder.hpp>

#include <cstdlib>
#include <filesystem>

namespace gpuplan::planner {

std::string defaultDataFolder() {
    if (const char* folder = std::getenv("GPUPLAN_DATA_DIR"); folder != nullptr && *folder != '\0')
        return folder;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::string source = GPUPLAN_SOURCE_DATA_DIR;
    if (!error && self.string().starts_with(GPUPLAN_BINARY_DIR) &&
        std::filesystem::is_directory(source, error))
        return source;
    const auto installed = self.parent_path().parent_path() / "share" / "gpuplan" / "data";
    if (std::filesystem::is_directory(installed, error))
        return installed.string();
    return source;
}

} // namespace gpuplan::planner
