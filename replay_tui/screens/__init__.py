"""Screens: the match list, the replay, the help."""
