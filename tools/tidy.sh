#!/usr/bin/env bash
# clang-tidy with .clang-tidy: tools/tidy.sh [FILE…]. Without files: over all of src and apps, in the batches that the
# preset clang compiles, so that headers are read sixty times instead of five hundred.
set -u
root=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$root" || exit
tidy=$(command -v clang-tidy-19 || command -v clang-tidy) || { echo "clang-tidy is not installed" >&2; exit 2; }
failed=0
if [ $# -gt 0 ]; then
  for file in "$@"; do
    "$tidy" --quiet "$file" -- -std=c++20 -Isrc -Iinclude -march=x86-64-v2 -DTESSELLE_VERSION='""' 2>/dev/null || failed=1
  done
  exit $failed
fi
cmake --preset clang >/dev/null && cmake --build --preset clang --target tesselle >/dev/null || exit 2
mapfile -t batches < <(python3 -c '
import json, sys
for entry in json.load(open("build/clang/compile_commands.json")):
    name = entry["file"]
    if "/Unity/" in name and "/tests/" not in name or name.startswith((sys.argv[1] + "/src/", sys.argv[1] + "/apps/")):
        print(name)' "$root" | sort -u)
for batch in "${batches[@]}"; do
  "$tidy" --quiet -p build/clang "$batch" 2>/dev/null || failed=1
done
echo "${#batches[@]} batches"
exit $failed
