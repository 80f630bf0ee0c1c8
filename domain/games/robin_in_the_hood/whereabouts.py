"""The physical card that a command means, and checks that it can be there (RH-D03 to RH-D07, RH-A04)."""

from collections.abc import Iterator

from domain.cards import CardRef, Token, parse_ref
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, PlayingCard, is_card
from domain.games.robin_in_the_hood.state import Player, State, ZoneName, all_tokens, zone_of, zoned_tokens
from domain.rules import Violation, impossible
from domain.table.references import find_or_identify


def find_card(player: Player, zone: ZoneName, ref: CardRef) -> Token | None:
    """Return the card of a zone that a reference means; a name not seen there goes to the unknown card held longest.

    `None` if the zone cannot contain it, or if the card is known to be another one.
    """
    return find_or_identify(zone_of(player, zone), parse_ref(ref))


def drawn_as(token: Token, ref: CardRef) -> str | None:
    """Return the identity of a drawn card: the recorded one, or else that of the reference."""
    return token.card if token.card is not None else parse_ref(ref).card


def is_newly_known(player: Player, zone: ZoneName, token: Token) -> bool:
    """True if the token is still unknown in its zone."""
    return token.card is not None and Token(token.id) in zone_of(player, zone)


def shown_name(player: Player, zone: ZoneName, ref: CardRef) -> str:
    """Return only the name of a visible card: the number of a physical card would reveal when it was drawn."""
    token = find_card(player, zone, ref)
    return token.card if token is not None and token.card is not None else ref


_PLACE = {
    "playing_hand": "the playing hand",
    "draw_pile": "the Draw pile",
    "dead_cards": "the Dead Cards",
    "modifier_pile": "the Modifier pile",
    "chosen": "this hand's choice",
}


def check_card_of(state: State, seat: int, zone: ZoneName, ref: CardRef) -> Iterator[Violation]:
    """Yield the violations that prevent placing, showing or moving a card of this zone."""
    player = state.players[seat]
    token = find_card(player, zone, ref)
    wanted = parse_ref(ref)
    if token is None:
        if wanted.card is not None and not is_card(state.catalogue, wanted.card):
            yield _not_in_catalogue(wanted.card)
        yield impossible("RH-A04", f"{_name(state, ref)} is not in {_zone(zone)}{_elsewhere(player, wanted.card)}")
    elif token.card is None:
        yield impossible("RH-A04", "the card must be named: it is not known yet")
    else:
        yield from check_identity(state, seat, token, newly_known=is_newly_known(player, zone, token))


def check_identity(state: State, seat: int, token: Token, *, newly_known: bool) -> Iterator[Violation]:
    """Yield the violations that prevent this known card of the player from coming into play or being shown."""
    player, card = state.players[seat], token.card
    assert card is not None
    record = state.catalogue.get(card)
    if not isinstance(record, PlayingCard):
        yield _not_in_catalogue(card)
        return
    if card in player.set_aside:
        yield Violation("RH-D04", f"{state.catalogue.name_of(card)} is set aside for this round")
    elif player.active_set is not None and card not in player.active_set:
        yield Violation("RH-D07", f"{state.catalogue.name_of(card)} is not in the Active set")
    if isinstance(record, ModifierCard) and not state.options.modifiers:
        yield Violation("RH-D05", f"{record.name} is a modifier; this tournament is played without")
    if isinstance(record, CharacterCard) and _is_used(state, player, token, record.character):
        yield Violation("RH-D03", f"already used {record.character} this round; one of each character")
    if newly_known and _all_seen(player, card):
        text = f"{state.catalogue.name_of(card)} is known to be elsewhere{_elsewhere(player, card)}"
        yield impossible("RH-A04", text)


def check_drawn(state: State, seat: int, token: Token, ref: str, rule: str) -> Iterator[Violation]:
    """Yield violations if the next card of the Draw pile cannot be the named one."""
    wanted = parse_ref(ref)
    contradicts = token.card is not None and wanted.card not in (None, token.card)
    if contradicts or wanted.token not in (None, token.id):
        yield impossible(rule, f"{ref} is not the next card of the Draw pile's recorded order")
    elif token.card is None and wanted.card is not None:
        yield from check_identity(state, seat, Token(token.id, wanted.card), newly_known=True)


def _is_used(state: State, player: Player, token: Token, character: str) -> bool:
    """True if another card of the character was used this round, or is known to be in another zone."""
    for used in player.used:
        if used.character == character and used.token != token.id:
            return True
    for found in all_tokens(player):
        if found.card is not None and found.id != token.id:
            record = state.catalogue.get(found.card)
            if isinstance(record, CharacterCard) and record.character == character:
                return True
    return False


def _all_seen(player: Player, card: str) -> bool:
    """True if all copies in the list are known to be in some zone."""
    if player.active_set is None or card not in player.active_set:
        return False
    return [token.card for token in all_tokens(player)].count(card) >= player.active_set.count(card)


def _not_in_catalogue(card: str) -> Violation:
    return impossible("RH-D07", f"{card!r} is not in the catalogue; define_card adds it")


def _name(state: State, ref: CardRef) -> str:
    wanted = parse_ref(ref)
    return ref if wanted.card is None else state.catalogue.name_of(wanted.card)


def _zone(zone: str) -> str:
    return _PLACE.get(zone, zone.capitalize())


def _elsewhere(player: Player, card: str | None) -> str:
    places = [_zone(zone) for zone, token in zoned_tokens(player) if card is not None and token.card == card]
    return f"; it is in {places[0]}" if places else ""
