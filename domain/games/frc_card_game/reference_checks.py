"""Violations in the naming of players and cards: unknown seats and impossible cards (CG-A01, CG-D)."""

from collections.abc import Collection, Iterator, Sequence

from domain.cards import TOKENS_PER_SEAT, Token, copies_in, parse_ref, token_owner
from domain.games.frc_card_game.cards import MAX_COPIES, TeamCard
from domain.games.frc_card_game.references import known_copies
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import top_card
from domain.rules import Violation, impossible


def no_such_player(state: State, *players: int | None) -> Iterator[Violation]:
    """Seats that are not at the table."""
    for player in players:
        if player is not None and not 0 <= player < max(2, len(state.seats)):
            yield impossible("CG-S01", f"no player has seat {player + 1}: there are two")


def newly_known(state: State, owner: int, cards: Sequence[str]) -> Iterator[Violation]:
    """Yield the violations if that many more physical cards of an owner are known to be these (CG-D03, CG-D05, CG-D06)."""
    for card in dict.fromkeys(cards):
        yield from too_many(state, owner, card, known_copies(state, owner, card) + cards.count(card))


def too_many(state: State, owner: int, card: str, copies: int) -> Iterator[Violation]:
    """Yield the violations if that many physical cards of an owner, except the one in the team slot, are this card."""
    player, record = state.players[owner], state.catalogue.get(card)
    if record is None:
        yield impossible("CG-K01", f"no card {card!r} in the catalogue: define it first")
    elif isinstance(record, TeamCard):
        yield Violation("CG-D05", f"{record.name} is a team card: it cannot come from a deck")
    elif player.deck_list is None:
        if copies > MAX_COPIES:
            whose = f"{record.name} in {state.name(owner)}'s deck"
            yield Violation("CG-D03", f"this would be copy {copies} of {whose}; at most {MAX_COPIES}")
    elif copies > (listed := copies_in(player.deck_list, card)):
        text = f"{state.name(owner)}'s deck list has {listed} {record.name}, and no unseen one is left"
        yield Violation("CG-D06", text)


def drawn_card(state: State, player: int, text: str) -> Iterator[Violation]:
    """Yield the violations of the identity given for the top card of a deck."""
    card, top = parse_ref(text).card, top_card(state.players[player])
    if not state.players[player].deck:
        if card is not None:
            yield impossible("CG-T04", "the deck is empty: no card to name")
    elif top is None and state.players[player].next_number >= TOKENS_PER_SEAT:
        yield impossible("CG-F01", f"no more than {TOKENS_PER_SEAT - 1} cards of a player can be told apart")
    elif top is not None and top.card is not None:
        if card not in (None, top.card):
            known = state.catalogue.name_of(top.card)
            yield impossible("CG-T04", f"the top card of the deck is {known}")
    elif card is not None:
        yield from newly_known(state, player, (card,))


def in_hand(state: State, player: int, text: str, card: Token | None) -> Iterator[Violation]:
    """Whether a reference means a card of that hand, and one that it can be (CG-A01, CG-D03, CG-D06)."""
    violations = tuple(held(state, player, text, card))
    yield from violations
    if not violations:
        yield from named_anew(state, player, (card,))


def held(state: State, player: int, text: str, card: Token | None) -> Iterator[Violation]:
    """Whether a reference means a card of that hand, and a known one (CG-A01)."""
    ref = parse_ref(text)
    if card is None:
        title = state.catalogue.name_of(ref.card) if ref.card else text
        reason = f"{title} is not in {state.name(player)}'s hand, and no unknown card that it could be"
        yield impossible("CG-A01", reason)
    elif card.card is None:
        yield impossible("CG-A01", "say which card it is")
    elif ref.card is not None and ref.card != card.card:
        known = state.catalogue.name_of(card.card)
        yield impossible("CG-A01", f"{text.partition('=')[0]} is known to be {known}")


def named_anew(state: State, player: int, cards: Collection[Token | None]) -> Iterator[Violation]:
    """Yield the violations if unknown cards of a hand are these, counted together."""
    unknown = {card.id for card in state.players[player].hand if card.card is None}
    named: dict[int, list[str]] = {}
    for card in cards:
        if card is not None and card.card is not None and card.id in unknown:
            named.setdefault(token_owner(card.id), []).append(card.card)
    for owner, names in named.items():
        yield from newly_known(state, owner, names)
