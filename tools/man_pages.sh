#!/usr/bin/env bash
# Makes the manual pages, one per command, from the program's own option tables.
# Usage: man_pages.sh PROGRAM FOLDER
set -eu
program=$1 folder=$2
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
mkdir -p "$folder"
rm -f "$folder"/*.1.gz
"$program" man --folder "$sources"
for page in "$sources"/*.scd; do
  scdoc <"$page" | gzip -9n >"$folder/$(basename "$page" .scd).gz"
done
