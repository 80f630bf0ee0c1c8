"""The games that Matchbook brings along, one package each, found through the entry-point group `matchbook.games`."""
