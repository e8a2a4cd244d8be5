#!/usr/bin/env bash
# Makes the Debian packages and installs them in a clean Debian 12 root: every command has a manual page, completion and
# the page of `serve` are there, the page is served, the program solves, the Python module counts, an example is built
# against the library; then all of it is removed, and nothing is left. Needs root and Debian's mirror; some minutes. Part
# of `./test --long`.
# Usage: try_packages.sh SOURCE_FOLDER
set -eu
source=$1
"$source/tools/make_packages.sh"
work=$(mktemp -d)
clean=$work/root
trap 'umount -q "$clean/proc" || true; rm -rf --one-file-system "$work"' EXIT
mmdebstrap --quiet --variant=apt bookworm "$clean"
mkdir "$clean/packages"
cp "$source"/build/release/packages/*.deb "$clean/packages"
cp "$source/examples/library/own_engine.cpp" "$clean/packages"
cp /etc/resolv.conf "$clean/etc/resolv.conf"
inside() { chroot "$clean" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
files() { (cd "$clean" && find usr -path '*tesselle*' | sort); }

# install PACKAGES…: file names may be patterns, which mean files inside.
install() {
  inside sh -c "apt-get install -y -qq --no-install-recommends $*" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
mount -t proc proc "$clean/proc" # the program finds its page beside itself, by /proc/self/exe
inside apt-get update -qq
install '/packages/tesselle_*.deb'
inside tesselle --version
inside tesselle solve girafe --quiet --json | tail -n 1 | grep -q '"status":"solved"'
for command in $(inside tesselle --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
  test -s "$clean/usr/share/man/man1/tesselle-$command.1.gz" || { echo "no manual page for $command"; exit 1; }
done

inside bash -c '. /usr/share/bash-completion/completions/tesselle && complete -p tesselle' >/dev/null
test -s "$clean/usr/share/fish/vendor_completions.d/tesselle.fish"
test -s "$clean/usr/share/zsh/vendor-completions/_tesselle"
test -s "$clean/usr/share/tesselle/web/index.html" || { echo "the package has no page"; exit 1; }
test -s "$clean/usr/share/tesselle/web/notices.txt" || { echo "the page has no notices"; exit 1; }

install '/packages/python3-tesselle_*.deb'
served=$(inside sh -c 'tesselle serve --port 0 --data /tmp/runs >/tmp/told 2>&1 & server=$!
  until grep -q http /tmp/told; do sleep 0.2; kill -0 $server || break; done
  python3 -c "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())" "$(grep -o "http://[^ ]*" /tmp/told)"
  kill $server')
case $served in *"<title>"*) ;; *) echo "the page is not served: $served"; exit 1 ;; esac
[ "$(inside python3 -c 'import tesselle as ts; print(ts.load("soma").count())')" = 11520 ]

install g++ pkg-config '/packages/libtesselle-dev_*.deb'
inside sh -c 'g++ -std=c++20 /packages/own_engine.cpp -o /packages/own_engine $(pkg-config --cflags --libs tesselle)'
inside /packages/own_engine girafe

inside apt-get purge -y -qq tesselle python3-tesselle libtesselle-dev >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
[ -z "$(files)" ] || { echo "left behind:"; files; exit 1; }
echo "installed, run and removed"
