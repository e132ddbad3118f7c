#include "command.hpp"

namespace gpuplan::cli {

std::vector<CommandSpec> commands() {
    return {
        // A line each, so that additions do not meet.
        runCommand(),       //
        replayCommand(),    //
        importCommand(),    //
        explainCommand(),   //
        calibrateCommand(), //
        calcCommand(),      //
        catalogCommand(),   //
        validateCommand(),  //
        selfcheckCommand(), //
        schemaCommand(),    //
    };
}

} // namespace gpuplan::cli
