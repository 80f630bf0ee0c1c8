"""The pure core: games, matches, cards, notation, boards. Imports only msgspec and the standard library."""
