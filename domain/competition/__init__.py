"""Contests above one match: series, tournaments and leagues.

Each is a stream of its own with the shape of a game: commands, events, frozen states. A competition names matches by id and
holds their results; it never looks into a match.
"""
