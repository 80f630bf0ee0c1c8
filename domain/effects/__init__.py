"""One vocabulary for what cards and people do to a table for a while, parametrised with a game's names.

`lasting` holds the effects that last and answers what they do to a number or an action; `words` are the structs that people
and catalogues write; `permissions` checks commands against effects and against the card that justifies a deviation.
"""
