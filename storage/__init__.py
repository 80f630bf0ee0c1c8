"""Stores matches as bytes: the event store, card definitions, match files, and integrity checks."""
