"""Contests over recorded matches."""
