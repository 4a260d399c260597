"""Three kinds of memory that read the same words: a recurrent state, a list of keys and values, a layer that learns."""
