#!/usr/bin/env bash
# Makes build/tesselle-VERSION.tar.gz: the source as committed, with the page of `tesselle serve` built in, so that users
# need no Node. Then unpacks and checks it: every committed file is there and nothing else but the page, the launcher
# finds the page up to date, and the page asks nothing of other machines.
#
#   tools/make_release.sh            makes and checks it
#   tools/make_release.sh --build    also builds the unpacked copy and solves a puzzle with it; takes some minutes
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/tools/setup.sh"
. "$root/tools/page.sh"
version=$(sed -n 's/^project(tesselle VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
[ -n "$version" ] || { say "CMakeLists.txt does not tell the version"; exit 1; }
if [ -n "$(git -C "$root" status --porcelain --untracked-files=no)" ]; then
  say "there are changes that are not committed; the release has what is committed"
fi
page_up_to_date || build_page

name=tesselle-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$root" archive --prefix="$name/" HEAD | tar -x -C "$work"
mkdir -p "$work/$name/build"
cp -r "$root/build/web" "$work/$name/build/web"
find "$work/$name/build/web" -exec touch {} + # newer than its source: the launcher does not build it again
tar -C "$work" --owner=0 --group=0 -czf "$root/build/$name.tar.gz" "$name"

mkdir "$work/check"
tar -x -C "$work/check" -f "$root/build/$name.tar.gz"
copy=$work/check/$name
(cd "$copy" && find . -type f -o -type l | sed 's|^\./||' | grep -v '^build/web/' | sort) >"$work/there"
git -C "$root" ls-tree -r --name-only HEAD | sort | diff - "$work/there" >"$work/differences" ||
  { say "files differ from what is committed:"; cat "$work/differences"; exit 1; }
[ -n "$(find "$copy/build/web" -name '*.js' -print -quit)" ] || { say "the page has no program"; exit 1; }
[ -z "$(find "$copy/web" -newer "$copy/build/web/index.html" -type f -print -quit)" ] ||
  { say "the page is older than its source"; exit 1; }
[ -s "$copy/build/web/notices.txt" ] || { say "the page has no notices of what is built into it"; exit 1; }
if grep -rIlE '(src|href)="https?://' "$copy/build/web"; then say "the page loads something from elsewhere"; exit 1; fi
if [ "${1:-}" = --build ]; then
  "$copy/tesselle" solve girafe --quiet --json | tail -n 1 | grep -q '"status":"solved"' ||
    { say "the unpacked copy does not solve"; exit 1; }
fi
echo "$root/build/$name.tar.gz"
