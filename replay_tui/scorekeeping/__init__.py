"""What the record screen decides, without a screen: what a key does to the line, what a note or a time means."""
