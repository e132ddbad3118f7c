#!/usr/bin/env bash
# Starts the real program on an X server of its own, waits for results, takes a picture.
#   xvfb_smoke.sh PROGRAM [PICTURE.png] [ARGUMENT_OF_THE_PROGRAM...]
set -euo pipefail
program=$1
picture=${2:-}
shift $(($# < 2 ? $# : 2))
scenario=${GPUPLAN_SMOKE_SCENARIO:-scenarios/first.json}
geometry=${GPUPLAN_SMOKE_SCREEN:-1400x900x24}

if ! command -v Xvfb >/dev/null; then
    echo "SKIPPED: Xvfb is not installed (apt-get install xvfb)"
    exit 77
fi

folder=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
[ -n "$picture" ] || picture=$folder/window.png

# The server picks a free display itself and says which.
Xvfb -displayfd 3 -screen 0 "$geometry" -nolisten tcp 3>"$folder/display" 2>"$folder/xvfb.log" &
server=$!
for _ in $(seq 100); do
    [ -s "$folder/display" ] && break
    sleep 0.1
done
[ -s "$folder/display" ] || { cat "$folder/xvfb.log"; echo "Xvfb did not start"; exit 1; }

export DISPLAY=:$(cat "$folder/display") QT_QPA_PLATFORM=xcb
export XDG_CONFIG_HOME=$folder/config XDG_RUNTIME_DIR=$folder
timeout 240 "$program" --screenshot "$picture" "$@" "$scenario"

# A window with an answer in it is no blank picture.
size=$(stat -c %s "$picture")
[ "$size" -gt 20000 ] || { echo "the picture of the window is empty ($size bytes)"; exit 1; }
echo "the window shows results ($size bytes of picture)"
