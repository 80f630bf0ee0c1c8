"""Panes and bars, one to a module; all draw lines of toned spans."""
