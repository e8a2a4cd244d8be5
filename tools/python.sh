# Sourced by ./tesselle python: builds the Python module if that has not been done yet, then starts the interpreter with
# it. The module is built for Debian's python3; to use another interpreter, name it in TESSELLE_PYTHON.
# Expects: root, up_to_date, and the interpreter's arguments.
python=${TESSELLE_PYTHON:-/usr/bin/python3}

module() { echo "$root/build/release/python/tesselle/_core$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')"; }

if ! command -v "$python" >/dev/null || ! up_to_date "$(module)" python; then
  . "$root/tools/setup.sh"
  prepare packages.txt packages-python.txt
  say "building the Python module (a few minutes the first time)"
  command -v "$python" >/dev/null || { say "no interpreter $python"; exit 2; }
  python=$(command -v "$python")
  (cd "$root" && cmake --preset release "-DTESSELLE_PYTHON=$python") >>"$log" 2>&1 || fail "could not configure"
  build release python_module
  touch "$(module)"
  release_lock
fi
export PYTHONPATH="$root/build/release/python${PYTHONPATH:+:$PYTHONPATH}"
[ $# -gt 0 ] && exec "$python" "$@"
exec "$python" -i -c 'import tesselle as ts; print("Tesselle", ts.__version__, "as ts: try ts.load(\"girafe\").solve().board")'
