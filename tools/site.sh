#!/usr/bin/env bash
# Builds a static site from the pages of docs/ into build/site, with mkdocs-material from Debian. Links that lead nowhere
# end it with an error; anchors, which mkdocs does not look at, are checked in the finished pages.
#
#   tools/site.sh            builds it
#   tools/site.sh --serve    builds it and shows it at http://127.0.0.1:8000
set -u
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/tools/setup.sh"
prepare packages-site.txt
release_lock
pages="$root/build/site-pages"
"$root/tools/site_pages.py" "$root" "$pages" || exit 1
if [ "${1:-}" = --serve ]; then
  exec mkdocs serve --strict --config-file "$pages/mkdocs.yml"
fi
mkdocs build --strict --quiet --config-file "$pages/mkdocs.yml" --site-dir "$root/build/site" || exit 1
"$root/tools/site_links.py" "$root/build/site" || exit 1
echo "$root/build/site/index.html"
