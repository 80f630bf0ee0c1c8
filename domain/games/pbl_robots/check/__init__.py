"""All that is wrong with a command: the window it comes in, the player, and the rules of the command itself."""
