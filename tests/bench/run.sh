#!/usr/bin/env bash
# Runs every benchmark of a built tree and prints its table of ratios.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build/tests/bin/fluid_bench
build/tests/bin/steps_bench
build/tests/bin/replay_bench "$@"
