"""Rows of the rules browser and the card browser: pure, independent of the screen."""
