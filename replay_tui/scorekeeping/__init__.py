"""Logic of the record screen without the screen: keys of the command line, notes, times, queued lines."""
