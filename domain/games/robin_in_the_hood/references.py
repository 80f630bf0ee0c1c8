"""Finding the physical card that a command means, known or unknown."""

from domain.cards import CardRef, Token, find_or_bind, parse_ref
from domain.games.robin_in_the_hood.state import Player, ZoneName, zone_of


def find_card(player: Player, zone: ZoneName, ref: CardRef) -> Token | None:
    """The card of a zone that a reference means; an unknown card held longest takes the name of one not seen there.

    None where the zone cannot hold it, or the card named is known to be another.
    """
    wanted = parse_ref(ref)
    token = find_or_bind(zone_of(player, zone), wanted)
    if token is not None and wanted.card is not None and token.card != wanted.card:
        return None
    return token


def drawn_as(token: Token, ref: CardRef) -> str | None:
    """The identity of a drawn card: what the record knows of it, or else what the reference says."""
    return token.card if token.card is not None else parse_ref(ref).card


def is_newly_known(player: Player, zone: ZoneName, token: Token) -> bool:
    """Whether the token is unknown in its zone, so that naming it is news."""
    return token.card is not None and Token(token.id) in zone_of(player, zone)


def shown_name(player: Player, zone: ZoneName, ref: CardRef) -> str:
    """A card that is seen, by its name alone: the number of a physical card would tell when it was drawn."""
    token = find_card(player, zone, ref)
    return token.card if token is not None and token.card is not None else ref
