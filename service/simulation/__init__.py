"""Simulated matches, and the demo."""
