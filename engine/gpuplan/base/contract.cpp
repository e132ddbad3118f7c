#include <gpuplan/base/contract.hpp>

namespace gpuplan {

void failContract(const char* condition, const char* text, const char* file, int line) {
    const std::string path(file);
    // Only the file's name: a build path must not reach people's output.
    const auto slash = path.find_last_of('/');
    throw ContractViolation(std::string(text) + " (" + condition + ", " +
                            path.substr(slash == std::string::npos ? 0 : slash + 1) + ":" +
                            std::to_string(line) + ")");
}

} // namespace gpuplan
