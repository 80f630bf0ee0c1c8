"""The version of the rules that a match is played under."""

from typing import Final

RULES_VERSION: Final = "2"
"""Stored in every match; raised when a rule changes."""
