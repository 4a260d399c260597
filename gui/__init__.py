"""Attention Explorer's window (Qt)."""

VERSION = "0.1.0"
