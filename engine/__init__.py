"""Attention Explorer's engine: word vectors and attention in NumPy, without any window."""
