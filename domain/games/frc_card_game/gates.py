"""What every command is asked first: whether the match takes commands, whose turn it is, and in which phase."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.cards import TOKENS_PER_SEAT, Token, parse_ref, token_owner
from domain.games.frc_card_game.cards import MAX_COPIES, Phase, TeamCard
from domain.games.frc_card_game.refs import known_copies
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import top_card
from domain.rules import Violation
from domain.table import seat_name


def name(state: State, player: int | None) -> str:
    """The player's name."""
    return seat_name(state.seats, player)


def closed(state: State, *, choice: bool = True, setup: bool = False) -> Violation | None:
    """Why the match takes no such command now; `setup` commands are taken before turn 1, `choice` ones wait for open choices."""
    if state.phase == "unopened":
        return Violation("CG-S07", "setup not complete: the match has not been started", impossible=True)
    if state.result is not None:
        return Violation("CG-E06", "the match is over")
    if state.phase == "setup" and not setup:
        return Violation("CG-S07", f"setup not complete: missing {', '.join(_missing(state))}", impossible=True)
    if choice and state.choices:
        teams = [(choice.player, drive_team(state, choice.robot_card, choice.candidates)) for choice in state.choices]
        waiting = " and ".join(f"{name(state, player)} one of {team}" for player, team in teams)
        return Violation("CG-X02", f"first choose the student who retires (choose_retired_student): {waiting}")
    return None


def drive_team(state: State, robot: str, students: Iterable[Token]) -> str:
    """A robot and the students of its Drive Team, by name."""
    names = ", ".join(state.catalogue.name_of(student.card) for student in students)
    return f"{state.catalogue.name_of(robot)}'s Drive Team ({names or 'nobody'})"


def _missing(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if not player.team_played:
            yield f"{name(state, seat)}'s team card"
        if not player.opening_drawn:
            yield f"{name(state, seat)}'s opening hand"
    if state.first_player is None:
        yield "the coin flip"


def no_such_player(state: State, *players: int | None) -> Iterator[Violation]:
    """Seats that are not at the table."""
    for player in players:
        if player is not None and not 0 <= player < max(2, len(state.seats)):
            yield Violation("CG-S01", f"no player has seat {player + 1}: there are two", impossible=True)


def not_your_turn(state: State, player: int) -> Iterator[Violation]:
    """CG-T01."""
    if player != state.turn_player:
        yield Violation("CG-T01", f"it is {name(state, state.turn_player)}'s turn, not {name(state, player)}'s")


def only_in(state: State, phase: Phase, rule: str, what: str) -> Iterator[Violation]:
    """The phase that an action belongs to; in the median phase CG-T05 says it."""
    if state.phase == "median" and phase != "draw":
        yield Violation("CG-T05", f"nothing but card effects in the median phase; {what} belongs to {phase}")
    elif state.phase != phase:
        yield Violation(rule, f"{what} only in the {phase} phase, not in {state.phase}")


def newly_known(state: State, owner: int, cards: Iterable[str]) -> Iterator[Violation]:
    """What is wrong with so many more physical cards of an owner being known as these (CG-D03, CG-D05, CG-D06)."""
    for card, more in Counter(cards).items():
        yield from too_many(state, owner, card, known_copies(state, owner, card) + more)


def too_many(state: State, owner: int, card: str, copies: int) -> Iterator[Violation]:
    """What is wrong with so many physical cards of an owner being this card, the one in the team slot aside."""
    player, record = state.players[owner], state.catalogue.get(card)
    if record is None:
        yield Violation("CG-K01", f"no card {card!r} in the catalogue: define it first", impossible=True)
    elif isinstance(record, TeamCard):
        yield Violation("CG-D05", f"{record.name} is a team card: it cannot come from a deck")
    elif player.deck_list is None:
        if copies > MAX_COPIES:
            whose = f"{record.name} in {name(state, owner)}'s deck"
            yield Violation("CG-D03", f"this would be copy {copies} of {whose}; at most {MAX_COPIES}")
    elif copies > (listed := dict(player.deck_list).get(card, 0)):
        text = f"{name(state, owner)}'s deck list has {listed} {record.name}, and no unseen one is left"
        yield Violation("CG-D06", text)


def drawn_card(state: State, player: int, text: str) -> Iterator[Violation]:
    """What is wrong with the identity given for the top card of a deck."""
    card, top = parse_ref(text).card, top_card(state.players[player])
    if not state.players[player].deck:
        if card is not None:
            yield Violation("CG-T04", "the deck is empty: no card to name", impossible=True)
    elif top is None and state.players[player].next_number >= TOKENS_PER_SEAT:
        yield Violation(
            "CG-F01", f"no more than {TOKENS_PER_SEAT - 1} cards of a player can be told apart", impossible=True
        )
    elif top is not None and top.card is not None:
        if card not in (None, top.card):
            known = state.catalogue.name_of(top.card)
            yield Violation("CG-T04", f"the top card of the deck is {known}", impossible=True)
    elif card is not None:
        yield from newly_known(state, player, (card,))


def in_hand(state: State, player: int, text: str, card: Token | None) -> Iterator[Violation]:
    """Whether a reference means a card of that hand, and one that it can be (CG-A01, CG-D03, CG-D06)."""
    faults = tuple(held(state, player, text, card))
    yield from faults
    if not faults:
        yield from named_anew(state, player, (card,))


def held(state: State, player: int, text: str, card: Token | None) -> Iterator[Violation]:
    """Whether a reference means a card of that hand, and a known one (CG-A01)."""
    ref = parse_ref(text)
    if card is None:
        title = state.catalogue.name_of(ref.card) if ref.card else text
        reason = f"{title} is not in {name(state, player)}'s hand, and no unknown card that it could be"
        yield Violation("CG-A01", reason, impossible=True)
    elif card.card is None:
        yield Violation("CG-A01", "say which card it is", impossible=True)
    elif ref.card is not None and ref.card != card.card:
        known = state.catalogue.name_of(card.card)
        yield Violation("CG-A01", f"{text.partition('=')[0]} is known to be {known}", impossible=True)


def named_anew(state: State, player: int, cards: Iterable[Token | None]) -> Iterator[Violation]:
    """What is wrong with unknown cards of a hand being these, counted together."""
    unknown = {card.id for card in state.players[player].hand if card.card is None}
    named: dict[int, list[str]] = {}
    for card in cards:
        if card is not None and card.card is not None and card.id in unknown:
            named.setdefault(token_owner(card.id), []).append(card.card)
    for owner, names in named.items():
        yield from newly_known(state, owner, names)
