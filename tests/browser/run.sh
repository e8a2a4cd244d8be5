#!/usr/bin/env bash
# The page's unit tests, and the page in a real browser against the real server.
# Usage: run.sh PROGRAM SOURCE_FOLDER. Exit code 77 (skipped) only if chromium cannot be installed.
set -u
program=$1
root=$2

install_chromium() {
  [ "$(id -u)" -eq 0 ] || return 1
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1
}

command -v chromium >/dev/null || install_chromium || { echo "skipped: chromium cannot be installed here"; exit 77; }
"$root/tools/build_page.sh" || exit 1
cd "$root/web" || exit 1
node node_modules/vitest/vitest.mjs run || exit 1
TESSELLE=$program exec node tests/browser.mjs
