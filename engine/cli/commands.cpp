#include "command.hpp"

namespace gpuplan::cli {

std::vector<CommandSpec> commands() {
    return {
        replayCommand(),
        importCommand(),
        calcCommand(),
    };
}

} // namespace gpuplan::cli
