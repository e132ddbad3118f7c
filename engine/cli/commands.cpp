#include "command.hpp"

namespace gpuplan::cli {

std::vector<CommandSpec> commands() {
    return {
        replayCommand(),
    };
}

} // namespace gpuplan::cli
