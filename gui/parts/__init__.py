"""Parts that a pane is put together from; each is a pane itself and redraws from the session alone."""
