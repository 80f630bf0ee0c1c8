"""Lasting effects of cards and manual changes, in one vocabulary that each game extends with its own names.

`lasting` has the effects in a state and applies them to numbers and actions. `words` has the structs with which people
and catalogues write effects. `permissions` checks commands against effects, and accepts deviations that a card
justifies."""
