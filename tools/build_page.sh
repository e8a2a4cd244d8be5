#!/usr/bin/env bash
# Builds the page of `tesselle serve` into build/web if it is missing or older than its sources. Installs Node from
# Debian's packages if there is none. Only this script needs Node.
set -u
root=$(dirname "$(dirname "$(readlink -f "$0")")")
page="$root/build/web/index.html"
. "$root/tools/setup.sh"
log="$root/build/page.log"

up_to_date() {
  [ -f "$page" ] &&
    [ -z "$(find "$root/web" -path "$root/web/node_modules" -prune -o -path "$root/web/tests" -prune -o -type f -newer "$page" -print -quit)" ]
}

have_node() { command -v node >/dev/null && command -v npm >/dev/null; }

up_to_date && exit 0
mkdir -p "$root/build"
# One at a time, so that a first `serve` and a test side by side do not build over each other.
exec 8>"$root/build/.page-lock"
flock 8
up_to_date && exit 0
: >"$log"
if ! have_node; then
  say "installing: nodejs npm"
  { as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm; } \
    >>"$log" 2>&1 || fail "could not install Node"
fi
cd "$root/web" || exit 4
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  say "fetching what the page is built with"
  npm ci --no-audit --no-fund >>"$log" 2>&1 || fail "could not fetch the page's packages"
fi
say "building the page"
npm run --silent build >>"$log" 2>&1 || fail "could not build the page"
touch "$page"
