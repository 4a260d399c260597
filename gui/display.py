"""Whether there is a display for a window: Qt itself ends the process when none answers."""

import ctypes
import os
import sys
from collections.abc import Callable, Mapping


def answers() -> bool:
    """Whether one of the displays that Qt would try lets us in; True where only Qt can tell."""
    wanted = os.environ.get("QT_QPA_PLATFORM") or "wayland;xcb"
    platforms = {platform.partition(":")[0].partition("-")[0] for platform in wanted.split(";")}
    if not sys.platform.startswith("linux") or platforms - PROBES.keys():
        return True
    return any(PROBES[platform]() for platform in platforms)


def _x11() -> bool:
    """libxcb, by which Qt connects too, finds the display and the right to use it."""
    xcb = _library("libxcb.so.1")
    if xcb is None:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland() -> bool:
    if os.environ.get("WAYLAND_SOCKET"):
        return True  # a connection that is there already, and serves once
    wayland = _library("libwayland-client.so.0")
    if wayland is None or not os.environ.get("WAYLAND_DISPLAY"):
        return False
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = wayland.wl_display_connect(None)
    if connection:
        wayland.wl_display_disconnect(ctypes.c_void_p(connection))
    return bool(connection)


def _library(name: str) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


PROBES: Mapping[str, Callable[[], bool]] = {"xcb": _x11, "wayland": _wayland}
