#!/usr/bin/env bash
# Installs the build into a folder of its own, builds the examples outside the tree against that copy, and runs them:
# with CMake, and one of them by hand with what pkg-config says.
# Usage: try_installed.sh BUILD_FOLDER SOURCE_FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mv "$work/prefix" "$work/moved" # an installed copy can be moved
cp -r "$2/examples/library" "$work/example"
cd "$work/example"
{
  cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" && cmake --build build
} >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
build/best_board inf6102-d | tee "$work/out"
grep -q "^[0-9]* of 144, engine schedule$" "$work/out"
build/draw_all pentominoes-3x20 | tee "$work/out"
grep -q "^2 pictures of pentominoes-3x20$" "$work/out"
grep -q "<svg" solution-1.svg && grep -q "<svg" solution-2.svg
build/own_engine girafe | tee "$work/out"
grep -q "^12 solutions, engine random-rows$" "$work/out" # as many as the library's own engines count

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name tesselle.pc)")
version=$("$work/moved/bin/tesselle" --version | sed -n '1s/^tesselle //p')
[ "$(pkg-config --modversion tesselle)" = "$version" ]
# shellcheck disable=SC2046
g++ -std=c++20 own_engine.cpp -o by_hand $(pkg-config --cflags --libs tesselle)
./by_hand girafe | diff "$work/out" -
