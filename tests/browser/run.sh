#!/usr/bin/env bash
# The page's unit tests, and the page in a real browser against the real server.
# Usage: run.sh PROGRAM SOURCE_FOLDER. Exit code 77 (skipped) only if chromium cannot be installed.
set -u
program=$1
root=$2
page="$root/build/web"

install_chromium() {
  [ "$(id -u)" -eq 0 ] || return 1
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1
}

page_is_built() {
  [ -f "$page/index.html" ] && [ -d "$root/web/node_modules" ] &&
    [ -z "$(find "$root/web" -name node_modules -prune -o -newer "$page/index.html" -type f -print -quit)" ]
}

command -v chromium >/dev/null || install_chromium || { echo "skipped: chromium cannot be installed here"; exit 77; }
. "$root/tools/setup.sh"
page_is_built || (log="$root/build/page.log" && build_page) || exit 1
cd "$root/web" || exit 1
node node_modules/vitest/vitest.mjs run || exit 1
TESSELLE=$program TESSELLE_PAGE=$page exec node tests/browser.mjs
