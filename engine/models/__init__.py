"""Model families: each gives its sizes, its recipe and its weights."""
