"""Cards: records and effects, what makes a catalogue sound, what makes a deck legal."""
