"""Attention Explorer's window (Qt)."""
