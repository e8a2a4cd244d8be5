#!/usr/bin/env bash
# Installs the build into a folder of its own, builds the example outside the tree against that copy, and runs it.
# Usage: try_installed.sh BUILD_FOLDER SOURCE_FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cp -r "$2/examples/library" "$work/example"
{
  cmake -S "$work/example" -B "$work/example/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" &&
    cmake --build "$work/example/build"
} >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/example/build/best_board" inf6102-d | tee "$work/out"
grep -q "^[0-9]* of 144, engine schedule$" "$work/out"
"$work/prefix/bin/tesselle" --version
