#include "command.hpp"

namespace gpuplan::cli {

std::vector<CommandSpec> commands() {
    return {
        replayCommand(),
        importCommand(),
        calcCommand(),
        catalogCommand(),
    };
}

} // namespace gpuplan::cli
