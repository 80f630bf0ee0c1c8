"""The table as drawn in a terminal: one layout per match and size, cards as frames and chips, changes marked."""
