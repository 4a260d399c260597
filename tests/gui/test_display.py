"""Where no display answers, the program says so in a line and does its main job all the same."""

import os
import subprocess
import sys

import pytest

from engine.paths import ROOT
from gui import display

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are Linux's")
NOWHERE = {"DISPLAY": "unix:9999", "WAYLAND_DISPLAY": "nowhere-9", "XDG_RUNTIME_DIR": "/nowhere"}


def without_platform():
    named = {"QT_QPA_PLATFORM", "WAYLAND_SOCKET", *NOWHERE}
    return {name: value for name, value in os.environ.items() if name not in named}


@pytest.mark.parametrize("answering", [{}, NOWHERE], ids=["no display", "one that does not answer"])
def test_the_report_is_written_instead(tmp_path, answering):
    command = [sys.executable, str(ROOT / "main.py")]
    env = {**without_platform(), **answering}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("No display answers")
    page = tmp_path / "attention-report.html"
    assert done.stdout == f"{page}\n"
    assert "hungry" in page.read_text(encoding="utf-8")


def test_a_display_that_does_not_answer_is_found_out(monkeypatch):
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    for wanted in ("", "xcb", "wayland;xcb", "wayland-egl", "xcb:size=8x6"):
        monkeypatch.setenv("QT_QPA_PLATFORM", wanted)
        assert not display.answers(), wanted


def test_what_needs_no_display_is_let_through(monkeypatch):
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    for wanted in ("offscreen", "vnc:size=800x600", "xcb;offscreen"):
        monkeypatch.setenv("QT_QPA_PLATFORM", wanted)
        assert display.answers(), wanted


@pytest.mark.parametrize("one", ["xcb", "wayland"])
def test_one_display_that_answers_is_enough(monkeypatch, one):
    monkeypatch.setenv("QT_QPA_PLATFORM", "")
    monkeypatch.setattr(display, "PROBES", {name: lambda name=name: name == one for name in display.PROBES})
    assert display.answers()
