# What ./play and ./test share: make .venv, install from a lock file, build the compiled engine. Sourced, not run.

say() { printf 'parlour: %s\n' "$*" >&2; }

# set_up HERE LOCK: .venv has what LOCK names and parlour itself. Does nothing if that is so already.
set_up() {
    local here=$1 lock=$2 python
    python=$(find_python)
    local stamp="$here/.venv/parlour-$lock.stamp"
    local want
    want=$(cat "$here/$lock" "$here/pyproject.toml" | cksum)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want $here" ]; then
        return
    fi
    if [ ! -x "$here/.venv/bin/python" ] || ! "$here/.venv/bin/python" -c 'import pip' 2>/dev/null; then
        say "making a virtual environment in .venv"
        rm -rf "$here/.venv"
        if ! "$python" -m venv "$here/.venv" 2>"${TMPDIR:-/tmp}/parlour-venv.$$"; then
            rm -rf "$here/.venv"
            say "Python's venv does not work here. On Debian: apt install python3-venv"
            sed 's/^/  /' "${TMPDIR:-/tmp}/parlour-venv.$$" >&2
            rm -f "${TMPDIR:-/tmp}/parlour-venv.$$"
            exit 1
        fi
        rm -f "${TMPDIR:-/tmp}/parlour-venv.$$"
    fi
    say "installing what $lock names (about half a minute, once)"
    if ! install_locked "$here" "$here/$lock"; then
        say "trying without what only the compiled engine needs; the plain one will do"
        without_compiler "$here/$lock" >"$here/.venv/plain-$lock"
        install_locked "$here" "$here/.venv/plain-$lock" || return 1
    fi
    PARLOUR_COMPILE=0 "$here/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-deps --no-build-isolation --editable "$here"
    echo "$want $here" >"$stamp"
}

# install_locked HERE LOCK: what the lock file names, and nothing whose hash it does not have.
install_locked() {
    "$1/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$2"
}

# without_compiler LOCK: the lock file without the compiler and its libraries, for machines that have no wheels of them.
without_compiler() {
    awk '/^[a-z]/ { skip = $0 ~ /^(ast-serialize|librt|mypy)==/ } !skip' "$1"
}

# The newest Python that will do, or a sentence that says what is missing.
find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    if command -v python3 >/dev/null 2>&1; then
        say "Python 3.11 or newer is needed; this is $(python3 --version 2>&1)"
    else
        say "Python 3.11 or newer is needed, and there is none. On Debian: apt install python3 python3-venv"
    fi
    exit 1
}

# compile_later HERE MEANWHILE: if the compiled engine is missing or older than its source, build it in the background.
# Until it is there the same source runs in plain Python; MEANWHILE says what that means for who waits.
compile_later() {
    local here=$1 meanwhile=$2
    if is_compiled "$here"; then
        return
    fi
    mkdir -p "$here/build"
    if [ -f "$here/build/engine.pid" ] && kill -0 "$(cat "$here/build/engine.pid")" 2>/dev/null; then
        say "the fast engine is still being compiled; $meanwhile"
        return
    fi
    if [ -f "$here/build/engine.failed" ] && [ "$(cat "$here/build/engine.failed")" = "$(engine_sources "$here")" ]; then
        return
    fi
    say "compiling the fast engine in the background (a minute or two); $meanwhile"
    (
        cd "$here"
        # The compiler stumbles now and then over what it kept of the types: then once more, without.
        if ! build_engine "$here"; then
            rm -rf build/mypyc_cache
            build_engine "$here" || engine_sources "$here" >build/engine.failed
        fi
        rm -f build/engine.pid
    ) </dev/null >/dev/null 2>&1 &
    echo $! >"$here/build/engine.pid"
}

build_engine() {
    (cd "$1" && .venv/bin/python setup.py --quiet build_ext --inplace >build/engine.log 2>&1) && is_compiled "$1"
}

# forgetting CACHE MYPY…: it ends with 1 where it finds something, and with 2 where it breaks down itself, as it does now
# and then (2.4.1: "INTERNAL ERROR", or "value is not in list" over what it kept): then it is asked again, twice at most.
forgetting() {
    local cache=$1 status=0 again
    shift
    "$@" || status=$?
    for again in "once more" "a last time"; do
        [ "$status" = 2 ] || return "$status"
        say "mypy could not go through; $again, with nothing kept"
        rm -rf "$cache"
        status=0
        "$@" || status=$?
    done
    return "$status"
}

# Whether all groups of the engine are compiled from the sources as they are.
is_compiled() {
    "$1/.venv/bin/python" -c 'import sys; sys.path.insert(0, sys.argv[1]); import _engine; sys.exit(not _engine.is_fresh())' \
        "$1/src/parlour" 2>/dev/null
}

# A fingerprint of the sources, so that a build that failed is tried again only when they change.
engine_sources() {
    (cd "$1" && find src/parlour -name '*.py' -print0 | sort -z | xargs -0 cat | cksum)
}

wait_for_compiler() {
    local here=$1 pid
    [ -f "$here/build/engine.pid" ] || return 0
    pid=$(cat "$here/build/engine.pid")
    if kill -0 "$pid" 2>/dev/null; then
        say "waiting for the compiler"
        while kill -0 "$pid" 2>/dev/null && [ -f "$here/build/engine.pid" ]; do sleep 1; done
    fi
}

# Temporary files lie in memory from now on, where there is room for them, until this shell ends: a new database takes
# 350 ms on a disk and 15 ms in memory, and every move waits for the disk. Others may go through, as PostgreSQL does.
files_in_memory() {
    if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'END { print $4 }')" -gt 2000000 ]; then
        TMPDIR=$(mktemp -d /dev/shm/parlour-tests.XXXXXX)
        export TMPDIR
        chmod 711 "$TMPDIR"
        trap 'rm -rf "$TMPDIR"' EXIT
    fi
}
