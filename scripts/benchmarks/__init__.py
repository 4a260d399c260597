"""Timings as ratios: each program in a process of its own, all asked in turn, medians compared."""
