"""What can be taken out of the window: pictures, tables and vectors as files."""
