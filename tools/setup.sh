# Sourced by ./tesselle and ./test: installs missing packages and builds. Quiet unless there is something to do.
# Expects: root (the project's folder).

log="$root/build/setup.log"

say() { printf 'tesselle: %s\n' "$*" >&2; }

fail() {
  say "$1; the end of $log:"
  tail -n 20 "$log" >&2
  exit 4
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else say "needs root to install packages: run it as root, or install sudo"; exit 4
  fi
}

missing_packages() {
  grep -v '^#' "$root/packages.txt" | while read -r package; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

install_packages() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  say "installing: $missing"
  {
    as_root apt-get update -qq
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
  } >>"$log" 2>&1 || fail "could not install packages"
}

# build PRESET TARGET…
build() {
  local preset=$1
  shift
  [ -f "$root/build/$preset/build.ninja" ] || (cd "$root" && cmake --preset "$preset") >>"$log" 2>&1 || fail "could not configure"
  (cd "$root" && cmake --build --preset "$preset" --target "$@") 2>&1 | tee -a "$log" | show_steps
  [ "${PIPESTATUS[0]}" -eq 0 ] || fail "could not build"
}

# The builder's "[12/345] …" lines as one live line, if somebody is watching.
show_steps() {
  if [ ! -t 2 ]; then cat >/dev/null; return; fi
  while read -r step rest; do
    case $step in "["*) printf '\r\033[K%s' "$step" >&2 ;; esac
  done
  printf '\r\033[K' >&2
}

# One at a time, so that two first runs side by side do not build over each other.
prepare() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock 9
  : >"$log"
  install_packages
}

release_lock() { exec 9>&-; }

# The page of `serve`, from web/ into build/web. Node is installed if it is not there.
build_page() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock 9
  : >"$log"
  if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    say "installing Node, which builds the page (a few minutes, the first time only)"
    {
      as_root apt-get update -qq
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm
    } >>"$log" 2>&1 || fail "could not install Node"
  fi
  say "building the page (a minute the first time)"
  if [ "$root/web/package-lock.json" -nt "$root/web/node_modules/.package-lock.json" ]; then
    (cd "$root/web" && npm ci --no-audit --no-fund) >>"$log" 2>&1 || fail "could not install what the page is built with"
  fi
  (cd "$root/web" && npm run build) >>"$log" 2>&1 || fail "could not build the page"
  touch "$root/build/web/index.html"
  release_lock
}
