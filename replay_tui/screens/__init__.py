"""Screens and boxes of the terminal program, with their controllers."""
