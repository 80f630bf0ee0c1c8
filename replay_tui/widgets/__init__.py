"""Panes and bars, one per module; all draw lines of styled spans."""
