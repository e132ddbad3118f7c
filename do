#!/usr/bin/env bash
# The short way from a fresh clone to an answer. A thin layer over the CMake presets:
#   ./do run            install, build, run the main scenario, reports in out/
#   ./do test [--all]   install, build, run every test (--all: sanitizers and long runs too)
#   ./do gui [FILE]     the desktop program
#   ./do bench          benchmarks, as ratios
#   ./do build          programs in build/bin (release)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# What the build needs, then what only tests need; Debian 12 packages all.
build_packages=(g++ cmake ninja-build nlohmann-json3-dev libcli11-dev zlib1g-dev libzstd-dev
    libmd-dev tzdata libhowardhinnant-date-dev)
gui_packages=(qt6-base-dev libgl1-mesa-dev fonts-dejavu-core)
test_packages=(catch2 librapidcheck-dev clang-format python3 python3-jsonschema locales)

install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    echo "installing: ${missing[*]}" >&2
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >&2
}

# configure_build PRESET [CMAKE_ARGUMENT...]: quiet unless something goes wrong.
configure_build() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if ! { cmake --preset "$preset" "$@" && cmake --build --preset "$preset"; } >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
}

build_program() {
    # Installed and built once: a built tree is answered in the time the program takes.
    if [ ! -x build/bin/gpuplan ] || [ -n "$(find engine cmake CMakeLists.txt -newer build/bin/gpuplan -type f -print -quit)" ]; then
        install_packages "${build_packages[@]}"
        echo "building (a few minutes the first time)" >&2
        if [ ! -f build/CMakeCache.txt ]; then
            configure_build release -DGPUPLAN_BUILD_GUI=OFF -DGPUPLAN_BUILD_TESTS=OFF
        else
            cmake --build build --target gpuplan >&2
        fi
        touch build/bin/gpuplan
    fi
}

case "${1:-}" in
run)
    build_program
    shift
    exec build/bin/gpuplan run scenarios/first.json --out out "$@"
    ;;
build)
    install_packages "${build_packages[@]}" "${gui_packages[@]}"
    configure_build release -DGPUPLAN_BUILD_GUI=ON
    ;;
test)
    install_packages "${build_packages[@]}" "${gui_packages[@]}" "${test_packages[@]}"
    exec tests/run_all.sh "${@:2}"
    ;;
gui)
    install_packages "${build_packages[@]}" "${gui_packages[@]}"
    configure_build release -DGPUPLAN_BUILD_GUI=ON
    exec build/bin/gpuplan-gui "${@:2}"
    ;;
bench)
    install_packages "${build_packages[@]}" "${test_packages[@]}"
    configure_build release -DGPUPLAN_BUILD_TESTS=ON
    exec tests/bench/run.sh "${@:2}"
    ;;
*)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    [ "${1:-}" = --help ] || exit 2
    ;;
esac
