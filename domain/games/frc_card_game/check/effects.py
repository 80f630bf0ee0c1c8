"""What is wrong with effects resolved by hand, retirements, adjustments and declared positions."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.cards import TOKENS_PER_SEAT, parse_ref, token_owner
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import EventCard, MentorCard, RobotCard, StudentCard, TeamCard
from domain.games.frc_card_game.declared import cards_per_owner, declared, faults_of_sides
from domain.games.frc_card_game.events.by_hand import PositionDeclared
from domain.games.frc_card_game.gates import closed, name, no_such_player, too_many
from domain.games.frc_card_game.refs import acting, field_card, source_of
from domain.games.frc_card_game.resolve import unfold
from domain.games.frc_card_game.state import State, opponent_of
from domain.games.frc_card_game.zones import all_cards, cards_in, find_slotted
from domain.rules import Violation
from domain.text import counted


def resolve_card_effect(state: State, command: cmd.ResolveCardEffect) -> Iterator[Violation]:
    """CG-A05: the source is on the field, or has just left it."""
    player = acting(state, command.player)
    source = source_of(state, player, command.source)
    if source is None:
        card = parse_ref(command.source).card
        unheard = card is not None and card not in state.catalogue
        text = f"{command.source} is not in play: effects work once it is played"
        yield Violation("CG-A05", text, impossible=unheard)
        if unheard:
            return
    yield from unfold(state, command).faults


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
        yield Violation(
            "CG-X04", f"{title} retires by itself, {there[2].counted} of {counted(there[2].count, 'turn')} counted"
        )


def adjust(state: State, command: cmd.Adjust) -> Iterator[Violation]:
    """Only what the table cannot hold."""
    if state.phase in ("unopened", "setup"):
        shut = closed(state)
        if shut is not None:
            yield shut
        return
    yield from unfold(state, command).faults


def declare_position(state: State, command: cmd.DeclarePosition) -> Iterator[Violation]:
    """What no table can hold, and which cards its decks cannot (CG-D03, CG-D05, CG-D06)."""
    if state.phase == "unopened":
        yield Violation("CG-S07", "setup not complete: the match has not been started", impossible=True)
        return
    strangers = tuple(no_such_player(state, command.turn_player, command.first_player))
    if strangers:
        yield from strangers
        return
    if len(command.sides) != len(state.players):
        yield Violation("CG-S01", f"two sides, not {len(command.sides)}", impossible=True)
        return
    faults = [Violation(rule, text, impossible=True) for rule, text in faults_of_sides(command)]
    faults += (*_declared_cards(state, command), *_declared_moment(state, command))
    yield from faults
    if not faults:
        event = declared(state, command)
        yield from _declared_totals(state, event)
        yield from _declared_decks(state, event)


def _declared_moment(state: State, command: cmd.DeclarePosition) -> Iterator[Violation]:
    """CG-T01, CG-T03: whether there is such a moment."""
    if command.turn < 1 or command.students_played < 0 or command.draws_made < 0:
        yield Violation("CG-T01", "turns count from 1, plays and draws from 0", impossible=True)
        return
    if command.turn == 1 and command.phase in ("draw", "scoring"):
        yield Violation("CG-T03", f"turn 1 has no {command.phase} phase", impossible=True)
    first = state.first_player if command.first_player is None else command.first_player
    if first is not None and (command.turn_player == first) != (command.turn % 2 == 1):
        other = name(state, opponent_of(command.turn_player))
        text = f"turn {command.turn} is {other}'s where {name(state, first)} goes first"
        if command.first_player is None:
            text += f"; if {name(state, opponent_of(first))} does, say so (first_player=)"
        yield Violation("CG-T01", text, impossible=True)


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
        yield from _wrong_counts(state, side)
        team = parse_ref(side.team).card if side.team is not None else None
        if team is not None and not isinstance(state.catalogue.get(team), TeamCard):
            yield Violation("CG-F02", f"{side.team} is no team card", impossible=True)


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


def _wrong_counts(state: State, side: cmd.DeclaredSide) -> Iterator[Violation]:
    """CG-X04, CG-C02: turns of an event beyond its end, fewer score attempts than none."""
    for slotted in side.slots:
        record = state.catalogue.get(parse_ref(slotted.card).card)
        duration = record.duration if isinstance(record, EventCard) else None
        end = duration.count if duration is not None and duration.kind == "turns" else 0
        if not 0 <= slotted.counted <= end:
            text = f"{state.catalogue.name_of(parse_ref(slotted.card).card)}: {slotted.counted} of {counted(end, 'turn')} counted"
            yield Violation("CG-X04", f"{text} cannot be", impossible=True)
    if any(robot.attempts < 0 for robot in side.robots):
        yield Violation("CG-C02", "score attempts count from 0", impossible=True)


def _declared_totals(state: State, event: PositionDeclared) -> Iterator[Violation]:
    counts = cards_per_owner(event)
    for seat, player in enumerate(state.players):
        if counts.get(seat, 0) != player.deck_size + 1:
            text = f"{name(state, seat)}: {counted(counts.get(seat, 0) - 1, 'card')} declared, the deck had {player.deck_size}"
            yield Violation("CG-D01", text, impossible=True)
    if any(player.next_number > TOKENS_PER_SEAT for player in event.players):
        text = f"no more than {TOKENS_PER_SEAT - 1} cards of a player can be told apart"
        yield Violation("CG-F01", text, impossible=True)
    tokens = [f.token.id for seat, player in enumerate(event.players) for f in cards_in(player, seat)]
    if len(set(tokens)) < len(tokens):
        yield Violation("CG-F01", "one card is declared in two places", impossible=True)


def _declared_decks(state: State, event: PositionDeclared) -> Iterator[Violation]:
    """Whether the cards that are named can come from the decks, and the team cards are those declared before."""
    known: Counter[tuple[int, str]] = Counter()
    for seat, player in enumerate(event.players):
        registered = state.players[seat].team_card
        if player.team is not None and registered is not None and player.team.card not in (None, registered):
            text = f"{name(state, seat)}'s declared team card is {state.catalogue.name_of(registered)}"
            yield Violation("CG-S03", text)
        for found in cards_in(player, seat):
            if found.place != "team_slot" and found.token.card is not None:
                known[token_owner(found.token.id), found.token.card] += 1
    for (owner, card), copies in known.items():
        yield from too_many(state, owner, card, copies)
