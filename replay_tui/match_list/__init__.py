"""The match list without its widgets: what is to be read next, and which view is shown."""
