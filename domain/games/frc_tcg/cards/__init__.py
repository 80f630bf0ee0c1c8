"""Card records and their effects, catalogue validation, and deck checks."""
