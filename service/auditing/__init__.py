"""Checks of stored matches: the hash chain, the rules of their time, and the rules of today."""
