"""A league: seasons of matches among a standing group."""
