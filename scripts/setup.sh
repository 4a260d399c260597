# shellcheck shell=sh
# Sourced by scripts/run and scripts/test, after they have set ROOT: all that a fresh machine needs before Python starts.
# When nothing is to be done it is silent and takes a few hundredths of a second.

VENV=$ROOT/.venv
PYTHON=$VENV/bin/python
UNDER_WAY=$ROOT/.setting-up # holds the process id of the set-up that is running, or was interrupted

PYTHONS="python3 python3.14 python3.13 python3.12 python3.11"
SUPPORTED='import os, sys; (3, 11) <= sys.version_info[:2] <= (3, 14) or sys.exit(1)'

# What Qt's own wheels leave to the system: QtGui and QtWidgets, then windows on X11, then on Wayland.
QT_PACKAGES="libgl1 libegl1 libx11-6 libdbus-1-3 libfontconfig1 libxkbcommon0 \
libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 \
libxcb-randr0 libxcb-sync1 libxcb-xfixes0 libx11-xcb1 libwayland-client0 libwayland-cursor0"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$@"
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# --- .venv and its packages -------------------------------------------------------------------------------------

# Bring .venv to what lock file $1 says. A lock counts as installed when .venv holds a copy of it.
set_up() {
    installed "$1" && return
    [ -w "$ROOT" ] || fail "The set-up needs to write to $ROOT, and may not."
    one_at_a_time
    installed "$1" || install_lock "$1"
    rm -f "$UNDER_WAY"
}

installed() { cmp -s "$ROOT/$1" "$VENV/$1" && python_fits; }

# The interpreter still exists, is of a supported version, and is the one whose packages lie here.
python_fits() {
    "$PYTHON" -ISc "$SUPPORTED; "'sys.exit(not os.path.isdir(sys.argv[1] % sys.version_info[:2]))' \
        "$VENV/lib/python%d.%d/site-packages" 2>/dev/null
}

# Wait for a set-up in another terminal. One that was interrupted may have left anything: start again from nothing.
one_at_a_time() {
    until (set -C && echo $$ >"$UNDER_WAY") 2>/dev/null; do
        [ -s "$UNDER_WAY" ] || sleep 1 # just made, and not yet filled in
        other=$(cat "$UNDER_WAY" 2>/dev/null || true)
        if [ "$other" != $$ ] && kill -0 "$other" 2>/dev/null; then
            [ "${waiting-}" ] || say "Waiting for another set-up (if process $other is none, delete $UNDER_WAY) ..."
            waiting=yes
            sleep 1
        else
            rm -rf "$VENV" "$UNDER_WAY"
        fi
    done
}

install_lock() {
    { python_fits && has_installer; } || make_venv
    say "Setting up .venv (once; downloads up to 200 MB) ..."
    rm -f "$VENV"/requirements*.lock "$VENV"/qt-loads-*
    install_packages "$1" || fail "The packages of $1 could not be installed: the reason is above."
    cp "$ROOT/$1" "$VENV/$1"
    # The development lock holds all of the other one (tests/test_setup.py), so that one is installed too.
    cmp -s "$ROOT/requirements.lock" "$VENV/requirements.lock" || cp "$ROOT/requirements.lock" "$VENV/requirements.lock"
}

has_installer() { have uv || "$PYTHON" -m pip --version >/dev/null 2>&1; }

install_packages() {
    if have uv; then
        uv pip install -q --python "$PYTHON" --no-build --require-hashes -r "$ROOT/$1"
    else
        "$PYTHON" -m pip install -qq --disable-pip-version-check --only-binary :all: --require-hashes -r "$ROOT/$1"
    fi
}

make_venv() {
    rm -rf "$VENV"
    if have uv && uv venv -q --python ">=3.11,<3.15" "$VENV"; then return; fi
    interpreter=$(find_python) || exit 1
    "$interpreter" -m venv "$VENV" || fail "$interpreter could not make .venv: the reason is above."
}

# Print the first interpreter that is new enough and can make a .venv.
find_python() {
    bare=
    for name in $PYTHONS; do
        "$name" -Ic "$SUPPORTED" 2>/dev/null || continue
        if "$name" -Ic 'import ensurepip, venv' 2>/dev/null; then
            echo "$name"
            return
        fi
        bare=${bare:-$name}
    done
    [ "$bare" ] || fail "Python 3.11 to 3.14 is needed, and none of these is one: $PYTHONS. Install one of them, or uv."
    have apt-get || fail "$bare cannot make virtual environments: install its venv and ensurepip modules, or uv."
    package=$("$bare" -Ic 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    fail "Python's venv module is missing. This line installs it:
    $(as_root)apt-get install -y $package"
}

as_root() { [ "$(id -u)" = 0 ] || echo "sudo "; }

# --- Qt's system libraries --------------------------------------------------------------------------------------

# True when Qt can start with one of the named platforms (xcb, wayland, offscreen ...), if need be after installing
# what it misses. Otherwise the user has been told what to type.
qt_ready() {
    [ "$(uname -s)" = Linux ] || return 0
    [ ! -e "$VENV/qt-loads-$1" ] || return 0
    if qt_loads "$@" 2>/dev/null || { add_qt_libraries && qt_loads "$@"; }; then
        : >"$VENV/qt-loads-$1"
    else
        return 1
    fi
}

# Qt's own message names libxcb-cursor0 whatever is missing; the dynamic linker names the right library.
qt_loads() {
    "$PYTHON" -I - "$@" <<'END'
import ctypes
import pathlib
import sys

try:
    import PySide6.QtSvg
    import PySide6.QtWidgets

    plugins = pathlib.Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
    for number, name in enumerate(sys.argv[1:], start=1):
        try:
            ctypes.CDLL(str(plugins / f"libq{name}.so"))
            break
        except OSError:
            if number == len(sys.argv) - 1:
                raise
except (ImportError, OSError) as error:
    sys.exit(f"Qt cannot start: {error}")
END
}

add_qt_libraries() {
    if ! have apt-get; then
        say "Qt needs system libraries that are missing; install the one named here with your package manager."
        return 0
    fi
    if [ "$(id -u)" = 0 ]; then
        say "Installing Qt's system libraries with apt-get (once) ..."
        apt_install && return
    fi
    say "Qt's system libraries are missing. This line installs them:
    $(as_root)apt-get update && $(as_root)apt-get install -y $(qt_packages)"
    return 1
}

apt_install() {
    output=$(apt-get update -qq 2>&1 </dev/null) || say "$output"
    # shellcheck disable=SC2046  # one word per package
    output=$(DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $(qt_packages) 2>&1 </dev/null) || {
        say "$output"
        return 1
    }
}

# Debian 13 and Ubuntu 24.04 have renamed GLib's package, and take the old name too (where there are no lists yet).
qt_packages() {
    if apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then glib=libglib2.0-0t64; else glib=libglib2.0-0; fi
    echo "$glib $QT_PACKAGES"
}
