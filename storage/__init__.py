"""Matches as bytes: the event store, card definitions, match files, and the check that nothing was altered."""
