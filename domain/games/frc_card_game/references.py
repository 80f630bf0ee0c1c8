"""Resolve references of commands to cards, robots and open choices, and explain impossible ones (CG-A01, CG-D)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from domain.cards import (
    TOKENS_PER_SEAT,
    CardRef,
    Ref,
    Token,
    copies_in,
    find_or_bind,
    format_token,
    parse_ref,
    token_id,
    token_owner,
    without,
)
from domain.effects.lasting import EffectSubject
from domain.effects.words import EffectTable
from domain.games.frc_card_game.cards import MAX_COPIES, Phase, TeamCard
from domain.games.frc_card_game.field import card_subject, turn_with
from domain.games.frc_card_game.state import FieldRobot, State, StudentChoice, opponent_of
from domain.games.frc_card_game.vocabulary import VOCABULARY
from domain.games.frc_card_game.zones import CardLocation, all_cards, robots_of, top_card
from domain.rules import Violation, impossible
from domain.table.references import find_known, in_play


def acting(state: State, player: int | None) -> int:
    """Return the acting player: as given, else the turn player, else the first seat."""
    if player is not None:
        return player
    return state.turn_player if state.turn_player is not None else 0


def hand_card(state: State, player: int, text: str) -> Token | None:
    """Return the hand card that a reference means, with its identity: a card known by that name, or else the unknown card that
    was held longest."""
    return find_or_bind(state.players[player].hand, parse_ref(text))


def hand_cards(state: State, player: int, texts: Iterable[str]) -> tuple[Token | None, ...]:
    """Return a different hand card for each reference. Copies are assigned in turn, so copy numbers are ignored."""
    left = state.players[player].hand
    found: list[Token | None] = []
    for ref in map(parse_ref, texts):
        card = find_or_bind(left, Ref(ref.token, ref.card))
        found.append(card)
        left = left if card is None else without(left, card.id)
    return tuple(found)


def robot_on(state: State, side: int, text: str) -> FieldRobot | None:
    """Return the robot that a reference means on one side of the field."""
    return in_play(robots_of(state.players[side]), parse_ref(text))


def robot_on_either(state: State, first: int, text: str) -> tuple[int, FieldRobot] | None:
    """Return seat and robot of a reference, searching the side of `first` before the other."""
    for side in (first, opponent_of(first)):
        robot = robot_on(state, side, text)
        if robot is not None:
            return side, robot
    return None


def robot_meant(state: State, first: int, player: int | None, text: str) -> tuple[int, FieldRobot] | None:
    """Return seat and robot of a reference: on the side of `player` if given, else on either side, that of `first` first."""
    if player is None:
        return robot_on_either(state, first, text)
    robot = robot_on(state, player, text)
    return (player, robot) if robot is not None else None


def student_for(state: State, player: int, text: str) -> CardLocation | None:
    """Return the student that a reference means for a robot: from the player's Student Body, else from the whole table."""
    ref = parse_ref(text)
    student = find_known(state.players[player].student_body, ref)
    if student is not None:
        return CardLocation(student, player, "student_body")
    sides = sorted(all_cards(state), key=lambda found: found.side != player)
    return pick(sides, ref)


def pick(cards: Sequence[CardLocation], ref: Ref) -> CardLocation | None:
    """Return the card that a reference means, or `None`."""
    token = find_known([found.token for found in cards], ref)
    return next((f for f in cards if f.token == token), None) if token is not None else None


def source_of(state: State, player: int, text: str) -> CardLocation | None:
    """Return the card whose effect is resolved: on the field or in a pile, on the player's side first."""
    open_cards = [f for f in all_cards(state) if f.place not in ("hand", "deck")]
    return pick(sorted(open_cards, key=lambda found: found.side != player), parse_ref(text))


def field_card(state: State, player: int, text: str) -> CardLocation | None:
    """Return the card that a reference means on the field, on the player's side first."""
    standing = [f for f in all_cards(state) if f.place not in ("hand", "deck", "retirement_pile")]
    return pick(sorted(standing, key=lambda found: found.side != player), parse_ref(text))


def choices_meant(state: State, robot: str | None, student: str) -> tuple[StudentChoice, ...]:
    """Return the open choices that a command can mean: those of the named robot and, if several robots have that name, only
    those with the student."""
    if robot is None:
        return state.choices
    ref = parse_ref(robot)
    same = [c for c in state.choices if c.robot == ref.token or (ref.token is None and c.robot_card == ref.card)]
    if len(same) > 1:
        same = [c for c in same if find_known(c.candidates, parse_ref(student)) is not None] or same
    return tuple(same)


def choice_reference(state: State, choice: StudentChoice) -> str:
    """Return the reference by which a command names the robot of an open choice."""
    alike = sum(other.robot_card == choice.robot_card for other in state.choices)
    return choice.robot_card if alike == 1 else format_token(choice.robot)


def drive_team(state: State, robot: str, students: Iterable[Token]) -> str:
    """Return the words for a robot's Drive Team, with the names of its students."""
    names = ", ".join(state.catalogue.name_of(student.card) for student in students)
    return f"{state.catalogue.name_of(robot)}'s Drive Team ({names or 'nobody'})"


def known_copies(state: State, owner: int, card: str) -> int:
    """Return the number of physical cards of an owner that are known to be this card, except the team card."""
    first, count = token_id(owner, 0), 0
    for player in state.players:
        tokens = player.hand + player.student_body + player.retired
        for robot in player.robots if any(player.robots) else ():
            if robot is not None:
                tokens += robot.drive_team
                count += robot.card == card and 0 < robot.token - first < TOKENS_PER_SEAT
        for slotted in player.slots if any(player.slots) else ():
            count += slotted is not None and slotted.card == card and 0 < slotted.token - first < TOKENS_PER_SEAT
        if player.deck_known:
            tokens += tuple([placed.token for placed in player.deck_known])
        for token in tokens:
            if token.card == card and 0 < token.id - first < TOKENS_PER_SEAT:
                count += 1
    for choice in state.choices:
        count += sum(1 for t in choice.candidates if t.card == card and token_owner(t.id) == owner)
    return count


def no_such_player(state: State, *players: int | None) -> Iterator[Violation]:
    """Yield a violation for each seat that does not exist."""
    for player in players:
        if player is not None and not 0 <= player < max(2, len(state.seats)):
            yield impossible("CG-S01", f"there is no seat {player + 1}: the seats are 1 and 2")


def newly_known(state: State, owner: int, cards: Sequence[str]) -> Iterator[Violation]:
    """Yield the violations if unknown cards of an owner are identified as these (CG-D03, CG-D05, CG-D06)."""
    for card in dict.fromkeys(cards):
        yield from too_many(state, owner, card, known_copies(state, owner, card) + cards.count(card))


def too_many(state: State, owner: int, card: str, copies: int) -> Iterator[Violation]:
    """Yield the violations if an owner's deck contains this many copies of a card."""
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
    """Check that a reference means a card in the hand, and that the card can have this identity (CG-A01, CG-D03, CG-D06)."""
    violations = tuple(held(state, player, text, card))
    yield from violations
    if not violations:
        yield from named_anew(state, player, (card,))


def held(state: State, player: int, text: str, card: Token | None) -> Iterator[Violation]:
    """Check that a reference means a known card in the hand (CG-A01)."""
    ref = parse_ref(text)
    if card is None:
        title = state.catalogue.name_of(ref.card) if ref.card else text
        reason = f"{title} is not in {state.name(player)}'s hand, and no unknown card there can be it"
        yield impossible("CG-A01", reason)
    elif card.card is None:
        yield impossible("CG-A01", "say which card it is")
    elif ref.card is not None and ref.card != card.card:
        known = state.catalogue.name_of(card.card)
        yield impossible("CG-A01", f"{text.partition('=')[0]} is known to be {known}")


def named_anew(state: State, player: int, cards: Collection[Token | None]) -> Iterator[Violation]:
    """Yield the violations if unknown hand cards get these identities, all at once."""
    unknown = {card.id for card in state.players[player].hand if card.card is None}
    named: dict[int, list[str]] = {}
    for card in cards:
        if card is not None and card.card is not None and card.id in unknown:
            named.setdefault(token_owner(card.id), []).append(card.card)
    for owner, names in named.items():
        yield from newly_known(state, owner, names)


_READ_IN: Final[dict[str, Phase]] = {"student_plays": "main", "draw_phase_draws": "draw"}
"""Numbers of a player that are used in one phase only, with that phase."""


def table_of(state: State, owner: int | None, source: int | None, *, near: int, instant: bool = False) -> EffectTable:
    """Return the information that effect words need to check and begin an effect of a player's card.

    `near`: the seat whose cards are searched first; `instant`: the card leaves the field at once.
    """

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        robot = robot_meant(state, near, player, text)
        if robot is not None:
            return card_subject(state, robot[1].token)
        ref = parse_ref(text)
        found = field_card(state, near if player is None else player, text) if ref.card or ref.token else None
        return card_subject(state, found.token.id) if found and player in (None, found.side) else None

    def read_from(name: str, seat: int) -> int:
        phase = _READ_IN.get(name)
        return 0 if phase is None else turn_with(state, seat, phase, begun=True)

    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=owner,
        source=source or 0,
        own=card_subject(state, source) if source is not None and not instant else None,
        find=find,
        read_from=read_from,
    )
