# Sourced by ./tesselle, tools/make_packages.sh and tools/make_release.sh. Expects: root (the project's folder).

# Is the page of `serve` built, and newer than what it is built from?
page_up_to_date() {
  [ -f "$root/build/web/index.html" ] &&
    [ -z "$(find "$root/web" -name node_modules -prune -o -newer "$root/build/web/index.html" -type f -print -quit)" ]
}
