"""Code that all card games share: physical cards, references to them, their visibility, and candidates for unknown
ones."""
