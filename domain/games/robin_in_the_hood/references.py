"""Finding the physical card that a command means, known or unknown."""

from domain.cards import CardRef, Token, parse_ref
from domain.games.robin_in_the_hood.state import Player, ZoneName, zone_of
from domain.table.references import meant


def find_card(player: Player, zone: ZoneName, ref: CardRef) -> Token | None:
    """Return the card of a zone that a reference means; a name not seen there goes to the unknown card held longest.

    `None` if the zone cannot contain it, or if the card is known to be another one.
    """
    return meant(zone_of(player, zone), parse_ref(ref))


def drawn_as(token: Token, ref: CardRef) -> str | None:
    """The identity of a drawn card: what the record knows of it, or else what the reference says."""
    return token.card if token.card is not None else parse_ref(ref).card


def is_newly_known(player: Player, zone: ZoneName, token: Token) -> bool:
    """Whether the token is unknown in its zone, so that naming it is news."""
    return token.card is not None and Token(token.id) in zone_of(player, zone)


def shown_name(player: Player, zone: ZoneName, ref: CardRef) -> str:
    """Return only the name of a visible card: the number of a physical card would reveal when it was drawn."""
    token = find_card(player, zone, ref)
    return token.card if token is not None and token.card is not None else ref
