"""The walk through one layer and head as a web page that needs no network and no script."""

from engine.report.page import page

__all__ = ["page"]
