"""Widgets that draw what they are given; they know nothing of the session."""
