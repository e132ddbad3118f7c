#include "command.hpp"

namespace gpuplan::cli {

namespace {

ExitCode run(const Arguments&, Console&) {
    return ExitCode::Done;
}

} // namespace

CommandSpec replayCommand() {
    return {"replay", "", "", {}, {}, run};
}

} // namespace gpuplan::cli
