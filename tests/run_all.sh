#!/usr/bin/env bash
# Builds and runs every test. Quiet unless something fails; the last line is
# `N passed, N failed[, N skipped]`, and the exit code is 0 only if something ran and nothing failed.
#   tests/run_all.sh          the suite, the acceptance cases where ../shared holds them
#   tests/run_all.sh --all    also the suite under address, undefined-behaviour and thread
#                             sanitizers, slow tests, and replays of a million jobs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null
unset GPUPLAN_DATA_DIR # tests read the catalogs of this folder
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}

all=no
case "${1:-}" in
--all) all=yes ;;
"") ;;
*)
    echo "usage: tests/run_all.sh [--all]" >&2
    exit 2
    ;;
esac

python=/usr/bin/python3 # Debian's own, which sees Debian's modules
[ -x "$python" ] || python=python3
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
extra_failed=0 # what no test could count: a build that broke
extra_skipped=0

say() { echo "$*" >&2; }

# run_suite PRESET [CMAKE_ARGUMENT...]: configures, builds and tests; prints only if one goes wrong.
run_suite() {
    local preset=$1 log=$results/$1.log runner=()
    shift
    say "suite $preset: building"
    if ! { cmake --preset "$preset" "$@" && cmake --build --preset "$preset"; } >"$log" 2>&1; then
        cat "$log"
        extra_failed=$((extra_failed + 1))
        return
    fi
    # Sanitizers of GCC 12 need the classic address layout, which some kernels no longer give.
    if [ "$preset" != ci ] && setarch "$(uname -m)" -R true 2>/dev/null; then
        runner=(setarch "$(uname -m)" -R)
    fi
    say "suite $preset: testing"
    local configuration=()
    [ "$all" = no ] || configuration=(-C Slow)
    "${runner[@]}" ctest --preset "$preset" "${configuration[@]}" -j "$(nproc)" \
        --output-junit "$results/$preset.xml" --test-output-size-passed 1000000 \
        --test-output-size-failed 10000000 >"$log" 2>&1 || cat "$log"
    if [ ! -s "$results/$preset.xml" ]; then
        say "suite $preset: ctest gave no results"
        extra_failed=$((extra_failed + 1))
    fi
}

# accept NAME SCRIPT [ARGUMENT...]: an acceptance script of ../shared, if it is there.
accept() {
    local name=$1 script=../shared/accept/$2 code=0
    shift 2
    if [ ! -f "$script" ]; then
        say "skipped: acceptance $name ($script is not here)"
        extra_skipped=$((extra_skipped + 1))
        return
    fi
    if [ ! -x build/bin/gpuplan ]; then
        say "acceptance $name: there is no build/bin/gpuplan"
        extra_failed=$((extra_failed + 1))
        return
    fi
    say "acceptance $name"
    "$python" "$script" build/bin/gpuplan "$@" >"$results/$name.txt" 2>"$results/$name.err" || code=$?
    if [ "$code" -ne 0 ]; then
        cat "$results/$name.txt" "$results/$name.err"
        # The script's own count may say `0 failed` where nothing ran.
        case "$(tail -n 1 "$results/$name.txt")" in
        *" 0 failed"*) extra_failed=$((extra_failed + 1)) ;;
        esac
    fi
}

# The leak check needs ptrace, which some containers forbid; the other checks go on without it.
sanitizer_options() {
    local probe=$results/probe
    echo 'int main() {}' | c++ -fsanitize=address -x c++ - -o "$probe" >/dev/null 2>&1 || return 0
    if ! "$probe" >/dev/null 2>&1 && ASAN_OPTIONS=detect_leaks=0 "$probe" >/dev/null 2>&1; then
        say "no leak check: this machine forbids it"
        export ASAN_OPTIONS=detect_leaks=0
    fi
}

# A locale with a decimal comma, for the tests that results do not follow the locale.
if localedef -i de_DE -f UTF-8 "$results/de_DE.UTF-8" >/dev/null 2>&1; then
    export LOCPATH=$results
else
    say "no locale can be made here: tests that need one will skip"
fi

run_suite ci -DGPUPLAN_BUILD_GUI=ON -DGPUPLAN_BUILD_TESTS=ON
accept cases check_cases.py --only "E01,E02,E04,E05,E06,E07,E08,E09,E10,E11,E13,E18,E21,F02,F08,H01,H07,Q01,Q02,X01,X02,X04"
if [ "$all" = yes ]; then
    accept replay check_replay.py --starts --max-jobs 1000000
    sanitizer_options
    run_suite asan
    run_suite tsan
else
    accept replay check_replay.py --starts
fi

shopt -s nullglob
read -r passed failed skipped < <("$python" tests/count_results.py "$results"/*.xml "$results"/*.txt) ||
    { passed=0 failed=1 skipped=0; } # the count itself broke
failed=$((failed + extra_failed))
skipped=$((skipped + extra_skipped))
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
