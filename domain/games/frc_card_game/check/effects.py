"""What is wrong with effects resolved by hand, retirements, adjustments and declared positions."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards import TOKENS_PER_SEAT, parse_ref
from domain.game import Violation
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import AnyCard, EventCard, MentorCard, RobotCard, StudentCard, TeamCard
from domain.games.frc_card_game.check.gates import closed, drawn_card, in_hand, name, newly_known, no_such_player
from domain.games.frc_card_game.declared import cards_per_owner, declared, faults_of_sides
from domain.games.frc_card_game.refs import acting, field_card, hand_card, moved_card, robot_on_either, source_of
from domain.games.frc_card_game.resolve.course import Course
from domain.games.frc_card_game.resolve.effects import apply_changes
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import Found, all_cards, cards_in, find_slotted


def resolve_card_effect(state: State, command: cmd.ResolveCardEffect) -> Iterator[Violation]:
    """CG-A05: the source is on the field, or has just left it."""
    player = acting(state, command.player)
    source = source_of(state, player, command.source)
    if source is None:
        card = parse_ref(command.source).card
        unheard = card is not None and card not in state.catalogue
        yield Violation(
            "CG-A05", f"{command.source} is not in play: effects work once it is played", impossible=unheard
        )
    yield from change_faults(state, command.changes, player, source.token.id if source is not None else None)


def retire_card(state: State, command: cmd.RetireCard) -> Iterator[Violation]:
    """CG-A06, CG-A12, CG-X04."""
    found = field_card(state, acting(state, command.player), command.card)
    if found is None:
        yield Violation("CG-A12", f"{command.card} is not on the field", impossible=True)
        return
    title = state.catalogue.name_of(found.token.card)
    there = find_slotted(state, found.token.id)
    if there is None:
        yield Violation("CG-A12", f"{title} goes only by a card effect or a lost contest")
    elif there[2].kind == "mentor":
        yield Violation("CG-A06", f"{title} is a mentor: it stays until a card effect retires it")
    elif there[2].kind != "condition":
        yield Violation("CG-X04", f"{title} retires by itself, {there[2].counted} of {there[2].count} turns counted")


def adjust(state: State, command: cmd.Adjust) -> Iterator[Violation]:
    """Only what the table cannot hold."""
    if state.phase in ("unopened", "setup"):
        shut = closed(state)
        if shut is not None:
            yield shut
        return
    for violation in change_faults(state, command.changes, acting(state, None), None):
        if violation.impossible:
            yield violation


def declare_position(state: State, command: cmd.DeclarePosition) -> Iterator[Violation]:
    """Only what no table can hold."""
    if state.phase == "unopened":
        yield Violation("CG-S07", "setup not complete: the match has not been started", impossible=True)
        return
    yield from no_such_player(state, command.turn_player, command.first_player)
    if len(command.sides) != len(state.players):
        yield Violation("CG-S01", f"two sides, not {len(command.sides)}", impossible=True)
        return
    faults = [Violation(rule, text, impossible=True) for rule, text in faults_of_sides(command)]
    faults += _declared_cards(state, command)
    if command.turn < 1 or command.students_played < 0 or command.draws_made < 0:
        faults.append(Violation("CG-T01", "turns count from 1, plays and draws from 0", impossible=True))
    yield from faults
    if not faults:
        yield from _declared_totals(state, command)


def _declared_cards(state: State, command: cmd.DeclarePosition) -> Iterator[Violation]:
    known = {found.token.id for found in all_cards(state)}
    for side in command.sides:
        robots = [robot.card for robot in side.robots]
        slots = [slotted.card for slotted in side.slots]
        others = [*side.hand_cards, *side.retired_cards, *side.student_body, *([side.team] if side.team else [])]
        members = [text for robot in side.robots for text in robot.drive_team]
        for text in (*robots, *slots, *others, *members):
            ref = parse_ref(text)
            if ref.card is not None and ref.card not in state.catalogue:
                yield Violation("CG-K01", f"no card {ref.card!r} in the catalogue: define it first", impossible=True)
            if ref.token is not None and ref.token not in known:
                yield Violation("CG-F01", f"no card {text} is on the table so far", impossible=True)
        yield from _wrong_types(state, robots, slots, (*side.student_body, *members))


def _wrong_types(
    state: State, robots: Sequence[str], slots: Sequence[str], students: Sequence[str]
) -> Iterator[Violation]:
    for text in robots:
        if not isinstance(state.catalogue.get(parse_ref(text).card), RobotCard):
            yield Violation("CG-F04", f"{text} is no robot", impossible=True)
    for text in slots:
        if not isinstance(state.catalogue.get(parse_ref(text).card), MentorCard | EventCard):
            yield Violation("CG-F05", f"{text} is neither a mentor nor an event", impossible=True)
    for text in students:
        card = parse_ref(text).card
        if card is not None and not isinstance(state.catalogue.get(card), StudentCard):
            yield Violation("CG-F03", f"{text} is no student", impossible=True)


def _declared_totals(state: State, command: cmd.DeclarePosition) -> Iterator[Violation]:
    event = declared(state, command)
    counts = cards_per_owner(event)
    for seat, player in enumerate(state.players):
        if counts.get(seat, 0) != player.deck_size:
            text = f"{name(state, seat)}: {counts.get(seat, 0)} cards are declared, the deck had {player.deck_size}"
            yield Violation("CG-D01", text, impossible=True)
    if any(player.next_number > TOKENS_PER_SEAT for player in event.players):
        text = f"no more than {TOKENS_PER_SEAT - 1} cards of a player can be told apart"
        yield Violation("CG-F01", text, impossible=True)
    tokens = [f.token.id for seat, player in enumerate(event.players) for f in cards_in(player, seat)]
    if len(set(tokens)) < len(tokens):
        yield Violation("CG-F01", "one card is declared in two places", impossible=True)


def change_faults(
    state: State, changes: Sequence[ch.AnyChange], player: int, source: int | None
) -> Iterator[Violation]:
    """What is wrong with changes, each on the state that the ones before it leave."""
    course = Course(state)
    for change in changes:
        faults = list(_change(course.state, change, player))
        yield from faults
        if any(fault.impossible for fault in faults):
            return
        apply_changes(course, (change,), player, source, "effect")


def _change(state: State, change: ch.AnyChange, player: int) -> Iterator[Violation]:
    strangers = list(no_such_player(state, *_seats_in(change)))
    if strangers:
        yield from strangers
        return
    match change:
        case ch.MoveCard():
            yield from _move(state, change, player)
        case ch.DrawCards():
            yield from _drawn(state, change)
        case ch.ShowCard():
            yield from in_hand(state, change.player, change.card, hand_card(state, change.player, change.card))
        case ch.SwitchRobot() | ch.ChangeStat() | ch.ChangeScoring() | ch.SetAttempts():
            if robot_on_either(state, player if change.player is None else change.player, change.robot) is None:
                yield Violation("CG-F04", f"no robot {change.robot} on the field", impossible=True)
        case ch.SetDrawsOwed() if state.phase != "draw":
            yield Violation("CG-T04", f"draws are owed in the draw phase, not in {state.phase}", impossible=True)
        case _:
            pass


def _drawn(state: State, change: ch.DrawCards) -> Iterator[Violation]:
    """A single card by what is known of the top, several by what the deck can hold."""
    if len(change.cards) == 1:
        yield from drawn_card(state, change.player, change.cards[0])
    else:
        known = tuple(card for text in change.cards if (card := parse_ref(text).card) is not None)
        yield from newly_known(state, change.player, known)


def _seats_in(change: ch.AnyChange) -> tuple[int | None, ...]:
    match change:
        case ch.MoveCard():
            return change.player, change.owner
        case ch.ShowCard():
            return change.player, change.to
        case ch.RandomResult() | ch.Note() | ch.SetDrawsOwed() | ch.SetStudentPlays():
            return ()
        case _:
            return (change.player,)


def _move(state: State, change: ch.MoveCard, player: int) -> Iterator[Violation]:
    found = moved_card(state, change, player)
    if found is None:
        where = f" in {change.origin}" if change.origin is not None else "; say where it comes from"
        yield Violation("CG-F01", f"no card {change.card}{where}", impossible=True)
        return
    side = found.side if change.player is None else change.player
    if found.token.card is None and change.to in ch.OPEN_PLACES:
        needed = change.to in ("robot_slots", "mentor_event_slots", "team_slot")
        yield Violation("CG-X05", "the card will lie open: say which card it is", impossible=needed)
    elif found.token.card is not None and (found.place == "deck" or _is_unknown(state, found)):
        yield from _newly_named(state, found)
    yield from _room(state, change, found, side)


def _is_unknown(state: State, found: Found) -> bool:
    return found.place.startswith("deck") or any(
        t.id == found.token.id and t.card is None for t in state.players[found.side].hand
    )


def _newly_named(state: State, found: Found) -> Iterator[Violation]:
    placed = state.players[found.side].deck_known
    if found.token.card is not None and not any(p.token == found.token for p in placed):
        yield from newly_known(state, found.side, (found.token.card,))


def _room(state: State, change: ch.MoveCard, found: Found, side: int) -> Iterator[Violation]:
    """Whether there is a place of that kind for the card."""
    player, record = state.players[side], state.catalogue.get(found.token.card)
    if change.to in _TYPES and record is not None and not isinstance(record, _TYPES[change.to][1]):
        yield Violation(_TYPES[change.to][0], f"{record.name} cannot lie there ({change.to})", impossible=True)
    if change.to == "team_slot" and player.team is not None:
        yield Violation("CG-F02", "the one team card slot is taken", impossible=True)
    elif change.to == "robot_slots":
        yield from _open_slot("CG-F04", player.robots, change.slot)
    elif change.to == "mentor_event_slots":
        yield from _open_slot("CG-F05", player.slots, change.slot)
    elif change.to == "drive_team":
        above = robot_on_either(state, side, change.robot) if change.robot is not None else None
        if above is None or above[1].token == found.token.id:
            yield Violation("CG-F04", "name the robot under which the card goes", impossible=True)


_TYPES: Final[dict[str, tuple[str, tuple[type[AnyCard], ...]]]] = {
    "team_slot": ("CG-F02", (TeamCard,)),
    "student_body": ("CG-F03", (StudentCard,)),
    "drive_team": ("CG-F03", (StudentCard,)),
    "robot_slots": ("CG-F04", (RobotCard,)),
    "mentor_event_slots": ("CG-F05", (MentorCard, EventCard)),
}
"""Place of the field -> its rule and the card types that it takes."""


def _open_slot(rule: str, slots: tuple[object | None, ...], slot: int | None) -> Iterator[Violation]:
    if None not in slots:
        yield Violation(rule, f"{len(slots)} of {len(slots)} slots taken", impossible=True)
    elif slot is not None and (not 1 <= slot <= len(slots) or slots[slot - 1] is not None):
        yield Violation(rule, f"slot {slot} is taken or does not exist (1 to {len(slots)})", impossible=True)
