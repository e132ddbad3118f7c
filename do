#!/usr/bin/env bash
# The short way from a fresh clone to an answer. A thin layer over the CMake presets:
#   ./do run            install, build, run the main scenario, reports in out/
#   ./do test [--all]   install, build, run every test (--all: sanitizers and long runs too)
#   ./do gui [FILE]     the desktop program
#   ./do bench          benchmarks, as ratios
#   ./do build          programs in build/bin (release)
set -euo pipefail
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"

# What the build needs, then what only the desktop program and the tests need: Debian 12 packages.
build_packages=(g++ cmake ninja-build nlohmann-json3-dev libcli11-dev zlib1g-dev libzstd-dev
    libmd-dev tzdata libhowardhinnant-date-dev libboost-graph-dev)
gui_packages=(qt6-base-dev libgl1-mesa-dev fonts-dejavu-core)
test_packages=(catch2 librapidcheck-dev clang-format python3 python3-jsonschema locales xvfb
    libqt6svg6)

usage() { sed -n '2,7s/^# \{0,1\}//p' ./do; }

# quietly COMMAND...: shows what it printed only if it fails, and ends with its exit code then.
quietly() {
    local log code=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || code=$?
    [ "$code" -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$code"
}

install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        echo "not a Debian system: these packages or their like are taken as installed: $*" >&2
        return
    fi
    local installed missing=() package
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "missing packages: as root, run: apt-get install ${missing[*]}" >&2
            exit 3
        fi
        as_root=(sudo "${as_root[@]}")
    fi
    echo "installing: ${missing[*]}" >&2
    # An update may fail for a source we do not need; the install then says what is really missing.
    quietly "${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update || true
    quietly "${as_root[@]}" apt-get -q -y -o DPkg::Lock::Timeout=300 install \
        --no-install-recommends "${missing[@]}" || exit 3
}

# One preset for run, build and test, so that each reuses what the other has built. Warnings are
# errors only with the compiler that CI uses.
preset() {
    if [ "$(g++ -dumpversion)" = 12 ]; then echo ci; else echo release; fi
}

# A build folder copied or moved here from another path can not be used.
drop_foreign_build() {
    local cache=build/CMakeCache.txt home
    [ -f "$cache" ] || return 0
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
    [ "$home" != "$(pwd -P)" ] && [ "$home" != "$PWD" ] || return 0
    echo "build/ was made for $home: starting it afresh" >&2
    rm -rf build
}

# build TARGET [CMAKE_ARGUMENT...]: quiet unless something goes wrong.
build() {
    local target=$1
    shift
    echo "building (a few minutes the first time)" >&2
    quietly cmake --preset "$(preset)" "$@" || exit 1
    quietly cmake --build build --target "$target" || exit 1
}

# build_lean TARGET: as the folder was configured, so that a test build stays one; a new folder
# without desktop program and tests.
build_lean() {
    if [ -f build/build.ninja ]; then
        build "$1"
    else
        build "$1" -DGPUPLAN_BUILD_GUI=OFF -DGPUPLAN_BUILD_TESTS=OFF
    fi
}

# Built once, a tree answers in the time that the program takes. Folders count too: a source that
# was removed changes only its folder.
build_program() {
    local program=build/bin/gpuplan
    drop_foreign_build
    [ ! -x $program ] || [ -n "$(find engine cmake CMakeLists.txt -newer $program -print -quit)" ] ||
        return 0
    install_packages "${build_packages[@]}"
    build_lean gpuplan
    touch $program
}

case "${1:-}" in
run)
    build_program
    exec build/bin/gpuplan run scenarios/first.json --out out "${@:2}"
    ;;
build)
    install_packages "${build_packages[@]}" "${gui_packages[@]}"
    drop_foreign_build
    build all -DGPUPLAN_BUILD_GUI=ON
    ;;
test)
    install_packages "${build_packages[@]}" "${gui_packages[@]}" "${test_packages[@]}"
    drop_foreign_build
    exec tests/run_all.sh "${@:2}"
    ;;
gui)
    install_packages "${build_packages[@]}" "${gui_packages[@]}"
    drop_foreign_build
    build gpuplan-gui -DGPUPLAN_BUILD_GUI=ON
    exec build/bin/gpuplan-gui "${@:2}"
    ;;
bench)
    install_packages "${build_packages[@]}"
    drop_foreign_build
    build_lean benchmarks
    exec tests/bench/run.sh "${@:2}"
    ;;
--help | -h | help)
    usage
    ;;
*)
    [ $# -eq 0 ] || echo "there is no ./do $1" >&2
    usage >&2
    exit 2
    ;;
esac
