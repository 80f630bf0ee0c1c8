"""The table that all card games share: physical cards, who knows them, how commands name them, and what an unknown one can be."""
