#!/usr/bin/env bash
# Makes the Debian packages in build/release/packages and asks lintian about them.
set -u
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/tools/setup.sh"
. "$root/tools/page.sh"
prepare packages.txt packages-python.txt packages-release.txt
say "building what goes into the packages"
build release tesselle python_module man_pages completions
release_lock
page_up_to_date || build_page
rm -rf "$root/build/release/packages"
(cd "$root/build/release" && cpack) >>"$log" 2>&1 || fail "could not make the packages"
# Tags that stay, and why: docs/library.md, "Packages".
lintian --fail-on error,warning --suppress-tags-from-file "$root/tools/lintian-accepted.txt" \
  "$root"/build/release/packages/*.deb || exit 1
ls "$root"/build/release/packages/*.deb
