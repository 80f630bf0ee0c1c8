"""Recording: open and fork matches, decide actions, and store entries."""
