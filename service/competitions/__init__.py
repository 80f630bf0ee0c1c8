"""Competitions over recorded matches."""
