"""The match list without its widgets: columns and reading of pages."""
