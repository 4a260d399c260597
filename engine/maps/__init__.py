"""Ways to lay vectors out on a plane, how a map is turned, and how far to trust it."""
