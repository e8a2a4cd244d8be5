#!/usr/bin/env bash
# Makes the completion scripts that a package installs, from the program's own option tables.
# Usage: completions.sh PROGRAM FOLDER
set -eu
program=$1 folder=$2
mkdir -p "$folder"
"$program" completion bash >"$folder/tesselle"
"$program" completion fish >"$folder/tesselle.fish"
"$program" completion zsh >"$folder/_tesselle"
