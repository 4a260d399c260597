"""The workroom by what it makes: words, maps of them, runs of a model."""
