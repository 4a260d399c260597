"""The panes: each redraws from the session alone."""
