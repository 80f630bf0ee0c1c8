"""The legal commands of a state, with optional parameters at their default.

Adjustments, declared positions, effects resolved by hand, reveals and card definitions are omitted, because they take free
input. Each robot card is offered with at most MAX_TEAMS Drive Teams, found among MAX_TRIES groups of students (copies of a
student count as one). There are at most MAX_CUTS ways to discard to the hand limit. An unknown hand card is offered as each
card that it can be: the rest of the deck list or, without a list, the whole catalogue.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Final

from domain.cards import Token
from domain.games.frc_card_game.build_requirement import assign
from domain.games.frc_card_game.cards import (
    NEUTRAL,
    RECORDS,
    AnyCard,
    EventCard,
    MentorCard,
    RobotCard,
    StudentCard,
    TeamCard,
    cards_of_type,
)
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import RetireCard
from domain.games.frc_card_game.commands.plays import PlayEvent, PlayMentor, PlayRobot, PlayStudent, SwitchPosition
from domain.games.frc_card_game.commands.scoring import ChooseRetiredStudent, Score
from domain.games.frc_card_game.commands.setup import DrawOpeningHand, FlipCoin, PlayTeamCard
from domain.games.frc_card_game.commands.turns import AdvancePhase, Concede, DiscardToHandLimit, DrawCard, EndTurn
from domain.games.frc_card_game.field import can_still_score, draws_owed, hand_limit, next_phase, student_plays_allowed
from domain.games.frc_card_game.hidden import could_be
from domain.games.frc_card_game.references import choice_reference
from domain.games.frc_card_game.state import Player, State, opponent_of
from domain.games.frc_card_game.zones import free_slot, robots_of
from domain.table.references import reference, token_of

MAX_TEAMS: Final = 48
MAX_TRIES: Final = 3000
MAX_CUTS: Final = 48


def legal(state: State) -> Iterator[FrcCommand]:
    """Yield the legal commands, within the limits of this module."""
    if state.phase == "unopened" or state.result is not None:
        return
    if state.phase == "setup":
        yield from _setup(state)
    elif state.choices:
        yield from _choices(state)
        yield Concede()
    else:
        # An effect may forbid a command that the rules allow, so check each one.
        yield from (move for move in _turn(state) if not state.lasting or not move.check(state))
        yield Concede()


def _setup(state: State) -> Iterator[FrcCommand]:
    for seat, player in enumerate(state.players):
        if not player.team_played:
            cards = [player.team_card] if player.team_card is not None else _team_cards(state)
            yield from (PlayTeamCard(player=seat, card=card) for card in cards)
        if not player.opening_drawn:
            yield DrawOpeningHand(player=seat)
    if state.first_player is None:
        yield from (FlipCoin(first_player=seat) for seat in range(len(state.players)))
    yield from (Concede(player=seat) for seat in range(len(state.players)))


def _team_cards(state: State) -> list[str]:
    return [record.card_id for record in cards_of_type(state.catalogue, TeamCard)]


def _choices(state: State) -> Iterator[FrcCommand]:
    for choice in state.choices:
        robot = choice_reference(state, choice) if len(state.choices) > 1 else None
        for student in _distinct(choice.candidates):
            yield ChooseRetiredStudent(student=reference(choice.candidates, student), robot=robot)


def _distinct(cards: Iterable[Token]) -> list[Token]:
    """Return one token of each known card, and all unknown ones."""
    seen: dict[str | int, Token] = {}
    for card in cards:
        seen.setdefault(card.card or card.id, card)
    return list(seen.values())


def _turn(state: State) -> Iterator[FrcCommand]:
    if state.phase == "draw" and draws_owed(state):
        yield DrawCard()
    elif state.phase == "main":
        yield from _main(state)
    elif state.phase == "scoring":
        yield from _scoring(state)
    yield from _ended_events(state)
    if next_phase(state) is not None and not (advance := AdvancePhase()).check(state):
        yield advance
    yield from _end(state)


def _ended_events(state: State) -> Iterator[FrcCommand]:
    """Yield a retirement for each event that lasts until a condition is met, the turn player's events first."""
    own = state.turn_player or 0
    tokens = [
        token_of(slotted)
        for seat in (own, opponent_of(own))
        for slotted in state.players[seat].slots
        if slotted is not None and slotted.kind == "condition"
    ]
    for token in tokens:
        yield RetireCard(card=reference(tokens, token))


def _end(state: State) -> Iterator[FrcCommand]:
    player = state.players[state.turn_player or 0]
    over = len(player.hand) - hand_limit(state, state.turn_player or 0)
    if over <= 0:
        if not (end := EndTurn()).check(state):
            yield end
        return
    cuts = list(islice(_cuts(state, player, over), MAX_CUTS))
    if state.phase == "end":
        yield from (DiscardToHandLimit(cards=cut) for cut in cuts)
    if cuts and not EndTurn(discards=cuts[0]).check(state):
        yield from (EndTurn(discards=cut) for cut in cuts)


def _cuts(state: State, player: Player, over: int) -> Iterator[tuple[str, ...]]:
    """Yield distinct ways to discard `over` cards. An unknown card is named as a card that it can be."""
    names = [card.card for card in player.hand if card.card is not None]
    unknown = len(player.hand) - len(names)
    if unknown:
        left = [*Counter(could_be(state, state.turn_player or 0)).elements()]
        names += left[: max(unknown, 0)]
    yield from dict.fromkeys(combinations(sorted(names), over))


# --- main phase --------------------------------------------------------------------------------------------------------


def _main(state: State) -> Iterator[FrcCommand]:
    seat = state.turn_player or 0
    player = state.players[seat]
    students_left = state.students_played < student_plays_allowed(state, seat)
    shared = free_slot(player.slots) is not None
    robots = free_slot(player.robots) is not None
    for record in _playable(state, seat):
        if isinstance(record, StudentCard) and students_left:
            yield PlayStudent(card=record.card_id)
        elif isinstance(record, MentorCard) and shared:
            yield PlayMentor(card=record.card_id)
        elif isinstance(record, EventCard) and shared:
            yield PlayEvent(card=record.card_id)
        elif isinstance(record, RobotCard) and robots:
            yield from _robot(state, player, record)
    standing = robots_of(player)
    tokens = [token_of(robot) for robot in standing]
    for robot, token in zip(standing, tokens, strict=True):
        to = SwitchPosition(
            robot=reference(tokens, token), to="defensive" if robot.position == "offensive" else "offensive"
        )
        yield to


def _playable(state: State, seat: int) -> list[AnyCard]:
    """Return each record that is in the hand, or that an unknown hand card can be."""
    hand = state.players[seat].hand
    names = dict.fromkeys(card.card for card in hand if card.card is not None)
    if any(card.card is None for card in hand):
        names |= dict.fromkeys(could_be(state, seat))
    return [record for name in names if isinstance(record := state.catalogue.get(name), RECORDS)]


def _robot(state: State, player: Player, robot: RobotCard) -> Iterator[FrcCommand]:
    for students in islice(_teams(state, player, robot), MAX_TEAMS):
        yield PlayRobot(card=robot.card_id, students=students, position="offensive")
        yield PlayRobot(card=robot.card_id, students=students, position="defensive")


def _teams(state: State, player: Player, robot: RobotCard) -> Iterator[tuple[str, ...]]:
    """Yield distinct Drive Teams that meet a robot's attributes, as references to students."""
    every = state.options.multi_skill_student == "every_matching"
    wanted = set(robot.attributes)
    body = [
        (reference(player.student_body, student), record.skills)
        for student in player.student_body
        if isinstance(record := state.catalogue.get(student.card), StudentCard)
        and (NEUTRAL in wanted or not wanted.isdisjoint(record.skills))
    ]
    sizes = range(1 if every else len(robot.attributes), len(robot.attributes) + 1)
    seen: set[tuple[str, ...]] = set()
    for team in islice(chain.from_iterable(combinations(body, size) for size in sizes), MAX_TRIES):
        names = tuple(sorted(ref.partition("#")[0] for ref, _ in team))
        if names not in seen and assign(robot.attributes, [s for _, s in team], every_matching=every) is not None:
            yield tuple(ref for ref, _ in team)
        seen.add(names)


# --- scoring phase -----------------------------------------------------------------------------------------------------


def _scoring(state: State) -> Iterator[FrcCommand]:
    if state.turn == 1:
        return
    seat = state.turn_player or 0
    own = robots_of(state.players[seat])
    facing = robots_of(state.players[opponent_of(seat)])
    tokens = [token_of(robot) for robot in own]
    targets = [token_of(robot) for robot in facing]
    for robot, token in zip(own, tokens, strict=True):
        if not can_still_score(state, seat, robot):
            continue
        name = reference(tokens, token)
        if not targets:
            yield Score(robot=name)
        for target in targets:
            yield Score(robot=name, target=reference(targets, target))
