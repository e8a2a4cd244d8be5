#!/usr/bin/env bash
# clang-tidy with .clang-tidy over the sources given, or over all of src: tools/tidy.sh [FILE…]
set -u
root=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$root" || exit
tidy=$(command -v clang-tidy-19 || command -v clang-tidy) || { echo "clang-tidy is not installed" >&2; exit 2; }
[ $# -gt 0 ] || mapfile -t files < <(git ls-files 'src/*.cpp')
[ $# -gt 0 ] && files=("$@")
failed=0
for file in "${files[@]}"; do
  "$tidy" --quiet "$file" -- -std=c++20 -Isrc -Iinclude -march=x86-64-v2 -DTESSELLE_VERSION='""' 2>/dev/null || failed=1
done
exit $failed
