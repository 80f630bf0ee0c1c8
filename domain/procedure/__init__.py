"""How officials proceed: what may be claimed, ruled, given, appealed, undone and confirmed, and by whom."""
