"""What follows from a command, legal or not: its own events, then what the rules make of them by themselves."""
