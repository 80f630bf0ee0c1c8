"""Cards as competitions know them: what may be kept, carried over or flown, whatever the game."""

from msgspec import Struct


class CompetitionCard(Struct, frozen=True, kw_only=True, tag_field="type", tag="card", forbid_unknown_fields=True):
    """A card of the competition's game, as far as a competition needs it."""

    card_id: str
    name: str
    kind: str = ""
    """The game's own word for what it is: action, armor, crew …"""
    speed: int = 0
    """Speed of the card, if the game defines one; 0 for all other cards."""
