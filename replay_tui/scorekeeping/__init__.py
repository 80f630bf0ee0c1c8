"""Logic of the record screen, independent of the screen: effects of keys on the line, parsing of notes and times."""
