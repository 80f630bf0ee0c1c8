"""The card record. The cards themselves are in catalogue/sample_trees.toml."""

from msgspec import Struct


class NumberCard(Struct, frozen=True, kw_only=True, tag_field="type", tag="number", forbid_unknown_fields=True):
    """A card with a number. The higher number takes the round."""

    card_id: str
    name: str
    value: int
