"""The pure core: games, matches, cards, notation, boards. Imports msgspec and the standard library alone."""
