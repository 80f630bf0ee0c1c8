"""The table as one sees it in a terminal: one layout for a match and a size, cards as frames and chips, changes marked."""
