#include "command.hpp"

namespace gpuplan::cli {

std::vector<CommandSpec> commands() {
    return {
        replayCommand(),
        calcCommand(),
    };
}

} // namespace gpuplan::cli
