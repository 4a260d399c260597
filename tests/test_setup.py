"""The locks agree with pyproject.toml and each other; scripts/setup.sh does the right thing anywhere."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
RUN, DEV = "requirements.lock", "requirements-dev.lock"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n", re.MULTILINE)
needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")


def lines(lock: str) -> set[str]:
    """The lines of a lock file that say something, without their marks of continuation."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {line.strip(" \\") for line in text.splitlines() if not line.startswith("#")}


def pins(lock: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / lock).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [(RUN, PROJECT["project"]["dependencies"]), (DEV, PROJECT["dependency-groups"]["dev"])],
)
def test_lock_holds_what_the_project_asks_for(lock: str, wanted: list[str]) -> None:
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pins(lock)[requirement.name.lower()]), requirement


@pytest.mark.parametrize("lock", [RUN, DEV])
def test_lock_has_a_checksum_for_every_version_and_names_no_server(lock: str) -> None:
    assert len(pins(lock)) == sum("==" in line for line in lines(lock))
    assert not [line for line in lines(lock) if "://" in line or line.startswith("--index")]


def test_development_lock_holds_the_other_one_whole() -> None:
    """scripts/setup.sh counts on it: after scripts/test there is nothing to install for scripts/run."""
    assert pins(RUN).items() <= pins(DEV).items()
    assert lines(RUN) <= lines(DEV)


class Machine:
    """A machine that has these commands only; each is a line of sh."""

    def __init__(self, folder: Path, commands: dict[str, str]) -> None:
        self.folder = folder
        for name, line in commands.items():
            (folder / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
            (folder / name).chmod(0o755)

    def sh(self, code: str) -> subprocess.CompletedProcess[str]:
        """Run code after scripts/setup.sh was read."""
        environment = {"PATH": str(self.folder), "ROOT": str(ROOT)}
        command = ["/bin/sh", "-euc", f'. "$ROOT/scripts/setup.sh"\n{code}']
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@needs_sh
@pytest.mark.parametrize(
    ("known", "glib"),
    [("libglib2.0-0", "libglib2.0-0"), ("libglib2.0-0t64", "libglib2.0-0t64"), ("", "libglib2.0-0")],
    ids=["Debian 12", "Debian 13 and Ubuntu 24.04", "package lists never fetched"],
)
def test_package_names_are_those_of_the_release(tmp_path: Path, known: str, glib: str) -> None:
    packages = Machine(tmp_path, {"apt-cache": f'[ "$2" = "{known}" ]'}).sh("qt_packages").stdout.split()
    assert packages[0] == glib
    assert {"libegl1", "libgl1", "libxcb-cursor0", "libxkbcommon0"} <= set(packages)


@needs_sh
@pytest.mark.parametrize(("user", "sudo"), [(0, ""), (1000, "sudo ")])
def test_without_the_venv_module_the_line_to_type_is_printed(tmp_path: Path, user: int, sudo: str) -> None:
    bare = "case $* in *ensurepip*) exit 1 ;; *print*) echo python3.12-venv ;; esac"
    commands = {"python3": "exit 1", "python3.12": bare, "apt-get": "exit 1", "id": f"echo {user}"}
    done = Machine(tmp_path, commands).sh("find_python")
    assert done.returncode == 1
    assert done.stderr.endswith(f"This line installs it:\n    {sudo}apt-get install -y python3.12-venv\n")


@needs_sh
def test_the_first_python_that_is_new_enough_is_taken(tmp_path: Path) -> None:
    commands = {"python3": "exit 1", "python3.11": "", "python3.13": ""}
    assert Machine(tmp_path, commands).sh("find_python").stdout == "python3.13\n"


@needs_sh
def test_without_any_python_that_will_do_it_says_so(tmp_path: Path) -> None:
    done = Machine(tmp_path, {"python3": "exit 1"}).sh("find_python")
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 to 3.14 is needed")


@needs_sh
def test_a_user_without_qt_libraries_is_told_what_to_type(tmp_path: Path) -> None:
    commands = {"uname": "echo Linux", "apt-get": "exit 1", "apt-cache": "exit 1", "id": "echo 1000"}
    done = Machine(tmp_path, commands).sh(f'VENV="{tmp_path}" PYTHON=false; qt_ready xcb')
    assert done.returncode == 1
    assert "    sudo apt-get update && sudo apt-get install -y libglib2.0-0 libgl1 libegl1" in done.stderr
    assert not list(tmp_path.glob("qt-loads-*"))


@needs_sh
def test_root_without_qt_libraries_gets_them_installed(tmp_path: Path) -> None:
    """Here installing one makes the stand-in for Python load; the second time nothing is run or said."""
    commands = {
        "uname": "echo Linux",
        "apt-get": f'echo "$*" >>"{tmp_path}/log"; case $* in install*libegl1*) : >"{tmp_path}/egl" ;; esac',
        "apt-cache": "exit 1",
        "id": "echo 0",
        "python": f'[ -e "{tmp_path}/egl" ]',
    }
    linux = Machine(tmp_path, commands)
    code = f'VENV="{tmp_path}" PYTHON=python; qt_ready offscreen'
    assert linux.sh(code).returncode == 0
    calls = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert [call.split()[0] for call in calls] == ["update", "install"]
    again = linux.sh(code)
    assert (again.returncode, again.stderr) == (0, "")
    assert (tmp_path / "log").read_text(encoding="utf-8").splitlines() == calls
