"""Changes made by hand: what is wrong with each as the table stands, and what follows from it. One unfolding serves both."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias, cast

from msgspec import Struct

from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game.cards import PHASES, Phase
from domain.games.frc_card_game.events.by_hand import (
    AttemptsSet,
    DrawsOwedSet,
    LastingAdded,
    Noted,
    PhaseSet,
    PhaseSkipOrdered,
    RandomRecorded,
    StudentPlaysSet,
)
from domain.games.frc_card_game.events.plays import CardRevealed, PositionSwitched
from domain.games.frc_card_game.events.setup import DeckShuffled
from domain.games.frc_card_game.events.turns import DrawFailed
from domain.games.frc_card_game.field import draws_from_effects, draws_owed, is_skipped, lasts, score_forbidden_by
from domain.games.frc_card_game.gates import drawn_card, in_hand, name, no_such_player
from domain.games.frc_card_game.refs import acting, hand_card, robot_meant
from domain.games.frc_card_game.resolve.course import Course, change_points, fail_draw
from domain.games.frc_card_game.resolve.moves import move, move_faults
from domain.games.frc_card_game.resolve.turns import draw
from domain.games.frc_card_game.state import Cause, Lasting, Position, Robot, Shown, Skip, State
from domain.games.frc_card_game.zones import on_field
from domain.rules import Violation


class By(Struct, frozen=True, gc=False):
    """For whom, by what card and why a change is made."""

    player: int
    source: int | None
    """The card on which a change can hang, where it stays on the field."""
    cause: Cause


_OF_DECKS: Final = frozenset({"CG-D03", "CG-D05", "CG-D06"})
"""What is wrong with the deck behind the cards, whoever moves them."""


def apply_changes(course: Course, changes: Sequence[ch.AnyChange], by: By) -> None:
    """Each change in turn, on the state that the one before it left. An adjustment takes all that the table can hold; what
    no deck can hold stays flagged (CG-D03, CG-D05, CG-D06)."""
    for change in changes:
        kind, state = type(change), course.state
        faults = tuple(no_such_player(state, *_seats_in(change))) or tuple(_FAULTS.get(kind, _none)(state, change, by))
        if by.cause == "adjustment":
            faults = tuple(fault for fault in faults if fault.impossible or fault.rule in _OF_DECKS)
        rule, nothing = _NOTHING[kind]
        idle = Violation(rule, f"{nothing}: this would change nothing", impossible=True)
        course.change(faults, partial(_APPLY[kind], course, change, by), idle=idle)


def _seats_in(change: ch.AnyChange) -> tuple[int | None, ...]:
    to = change.to if isinstance(change, ch.ShowCard) else None
    return getattr(change, "player", None), getattr(change, "owner", None), to


def _none(state: State, change: ch.AnyChange, by: By) -> Iterator[Violation]:  # noqa: ARG001
    """Nothing can be wrong with such a change but that it does nothing."""
    return iter(())


def _points(course: Course, change: ch.ChangePoints, by: By) -> None:
    change_points(course, change.player, change.delta, by.cause)


# --- cards drawn, shown, moved and shuffled ----------------------------------------------------------------------------


def _draw_faults(state: State, change: ch.DrawCards, by: By) -> Iterator[Violation]:  # noqa: ARG001
    """Each card by what is known of the deck then."""
    trial = Course(state)
    for text in change.cards:
        yield from drawn_card(trial.state, change.player, text)
        if trial.state.players[change.player].deck:
            draw(trial, change.player, text, "effect")


def _draw(course: Course, change: ch.DrawCards, by: By) -> None:  # noqa: ARG001
    """What is there is drawn; a draw that cannot be made is said, and loses where the options say so (CG-Q03, CG-V02)."""
    had = course.state.players[change.player].deck
    for text in change.cards[:had]:
        draw(course, change.player, text, "effect")
    if len(change.cards) <= had:
        return
    if course.state.options.deck_out_loss == "any_draw" and not course.over:
        fail_draw(course, change.player, "effect")
    elif had:
        course.add(DrawFailed(player=change.player, cause="effect"))


def _move_faults(state: State, change: ch.MoveCard, by: By) -> Iterator[Violation]:
    return move_faults(state, change, by.player)


def _move(course: Course, change: ch.MoveCard, by: By) -> None:
    move(course, change, by.player, by.cause)


def _show_faults(state: State, change: ch.ShowCard, by: By) -> Iterator[Violation]:  # noqa: ARG001
    return in_hand(state, change.player, change.card, hand_card(state, change.player, change.card))


def _show(course: Course, change: ch.ShowCard, by: By) -> None:  # noqa: ARG001
    player, card = course.state.players[change.player], hand_card(course.state, change.player, change.card)
    assert card is not None
    assert card.card is not None
    known_to = {change.player, *(shown.to for shown in player.shown if shown.token == card.id)}
    if card not in player.hand or (change.to not in known_to and Shown(card.id) not in player.shown):
        course.add(CardRevealed(player=change.player, token=card.id, card=card.card, to=change.to))


def _shuffle(course: Course, change: ch.ShuffleDeck, by: By) -> None:  # noqa: ARG001
    if course.state.players[change.player].deck:
        course.add(DeckShuffled(player=change.player))


def _note(course: Course, change: ch.Note, by: By) -> None:  # noqa: ARG001
    if change.text.strip():
        course.add(Noted(text=change.text))


def _random(course: Course, change: ch.RandomResult, by: By) -> None:  # noqa: ARG001
    if change.value.strip():
        course.add(RandomRecorded(kind=change.kind, value=change.value))


# --- robots, and what lasts a while ------------------------------------------------------------------------------------

_OfRobot: TypeAlias = ch.SwitchRobot | ch.ChangeStat | ch.ChangeScoring | ch.SetAttempts


def _robot_faults(state: State, change: _OfRobot, by: By) -> Iterator[Violation]:
    if robot_meant(state, by.player, change.player, change.robot) is None:
        where = "the field" if change.player is None else f"{name(state, change.player)}'s side"
        yield Violation("CG-F04", f"no robot {change.robot} on {where}", impossible=True)


def _robot(state: State, change: _OfRobot, by: By) -> tuple[int, Robot]:
    """Side and robot meant."""
    found = robot_meant(state, by.player, change.player, change.robot)
    assert found is not None
    return found


def _switch(course: Course, change: ch.SwitchRobot, by: By) -> None:
    side, robot = _robot(course.state, change, by)
    to: Position = "defensive" if robot.position == "offensive" else "offensive"
    course.add(PositionSwitched(player=side, robot=robot.token, to=to))


_Lasting: TypeAlias = ch.ChangeStat | ch.ChangeScoring | ch.ChangeAllowance


def _until_faults(state: State, change: _Lasting, by: By) -> Iterator[Violation]:
    """CG-A05: whether it is said right how long a change lasts."""
    if change.until != "turns" and change.turns != 1:
        yield Violation("CG-A05", f"turns= goes with until=turns, not with {change.until}", impossible=True)
    if change.until == "while_source_on_field" and (by.source is None or not on_field(state, by.source)):
        text = "no card stays on the field on which this could hang: say another until="
        yield Violation("CG-A05", text, impossible=True)


def _lasting_faults(state: State, change: ch.ChangeStat | ch.ChangeScoring, by: By) -> Iterator[Violation]:
    yield from _robot_faults(state, change, by)
    yield from _until_faults(state, change, by)
    if isinstance(change, ch.ChangeScoring) and change.attempts != 1 and change.ability != "extra_attempts":
        yield Violation("CG-C02", f"attempts= goes with extra_attempts, not with {change.ability}", impossible=True)


def _allowance_faults(state: State, change: ch.ChangeAllowance, by: By) -> Iterator[Violation]:
    """Besides how long it lasts: whether there is a turn in that time for which it counts."""
    yield from _until_faults(state, change, by)
    phase: Phase = "draw" if change.what == "draw_phase_draws" else "main"
    turn, last = _turn_with(state, change.player, phase, begun=True), _last_turn(state, change)
    if last is not None and last < turn:
        who = name(state, change.player)
        text = f"{who}'s next {phase} phase is in turn {turn}: this would be over before it (until=turns turns=…)"
        yield Violation("CG-A02" if phase == "main" else "CG-T04", text, impossible=True)


def _last_turn(state: State, change: _Lasting) -> int | None:
    if change.until == "end_of_turn":
        return state.turn
    return state.turn + change.turns - 1 if change.until == "turns" else None


def _last(state: State, change: _Lasting, by: By, target: int, delta: int) -> Lasting:
    """The change as it is kept."""
    match change:
        case ch.ChangeStat(stat=what) | ch.ChangeScoring(ability=what) | ch.ChangeAllowance(what=what):
            pass
    source = by.source if change.until == "while_source_on_field" else None
    return Lasting(what, target, delta, _last_turn(state, change), source)


def _stat(course: Course, change: ch.ChangeStat, by: By) -> None:
    if change.delta:
        robot = _robot(course.state, change, by)[1]
        course.add(LastingAdded(lasting=_last(course.state, change, by, robot.token, change.delta)))


def _scoring(course: Course, change: ch.ChangeScoring, by: By) -> None:
    side, robot = _robot(course.state, change, by)
    delta = change.attempts if change.ability == "extra_attempts" else 0
    lasting = _last(course.state, change, by, robot.token, delta)
    if delta or not _holds(course.state, side, robot, lasting):
        course.add(LastingAdded(lasting=lasting))


def _holds(state: State, side: int, robot: Robot, wanted: Lasting) -> bool:
    """Whether a robot may (or may not) score as it is, for at least as long as is wanted."""
    for kept in reversed(state.lasting):
        if kept.target == robot.token and kept.what in ("may_score", "may_not_score") and lasts(state, kept):
            as_long = kept.last_turn is None or (wanted.last_turn is not None and kept.last_turn >= wanted.last_turn)
            return kept.what == wanted.what and as_long and kept.source in (None, wanted.source)
    return wanted.what == "may_score" and score_forbidden_by(state, side, robot) is None


def _allowance(course: Course, change: ch.ChangeAllowance, by: By) -> None:
    if change.delta:
        course.add(LastingAdded(lasting=_last(course.state, change, by, change.player, change.delta)))


# --- phases ------------------------------------------------------------------------------------------------------------


def _turn_with(state: State, player: int, phase: Phase, *, begun: bool = False) -> int:
    """The player's next turn in which a phase is still to come, or has just `begun`."""
    if state.turn_player != player:
        return state.turn + 1
    now = PHASES.index(state.phase) if state.phase in PHASES else -1
    return state.turn if now < PHASES.index(phase) + begun else state.turn + 2


def _skip_faults(state: State, change: ch.SkipPhase, by: By) -> Iterator[Violation]:  # noqa: ARG001
    """CG-T02: whether the player has such a phase in that turn, and it has not begun."""
    next_one, turn = _turn_with(state, change.player, change.phase), change.turn
    if turn is not None and (turn < next_one or (turn - next_one) % 2):
        who = name(state, change.player)
        text = f"{who}'s next {change.phase} phase is in turn {next_one}: none to skip in turn {turn}"
        yield Violation("CG-T02", text, impossible=True)


def _skip(course: Course, change: ch.SkipPhase, by: By) -> None:  # noqa: ARG001
    state = course.state
    turn = change.turn if change.turn is not None else _turn_with(state, change.player, change.phase)
    skip = Skip(change.player, change.phase, turn)
    if skip not in state.skips and (turn != state.turn or not is_skipped(state, change.phase)):
        course.add(PhaseSkipOrdered(skip=skip))


def _set_phase_faults(state: State, change: ch.SetPhase, by: By) -> Iterator[Violation]:  # noqa: ARG001
    if state.turn == 1 and change.phase in ("draw", "scoring"):
        yield Violation("CG-T03", f"turn 1 has no {change.phase} phase", impossible=True)


def _set_phase(course: Course, change: ch.SetPhase, by: By) -> None:  # noqa: ARG001
    state = course.state
    if state.result is not None or (state.turn_player, state.phase) != (change.player, change.phase):
        course.add(PhaseSet(player=change.player, phase=change.phase))


# --- counters of the turn ----------------------------------------------------------------------------------------------


def _set_attempts(course: Course, change: ch.SetAttempts, by: By) -> None:
    robot = _robot(course.state, change, by)[1]
    if robot.attempts != change.used:
        course.add(AttemptsSet(robot=robot.token, used=change.used))


def _set_draws_faults(state: State, change: ch.SetDrawsOwed, by: By) -> Iterator[Violation]:  # noqa: ARG001
    if state.phase != "draw":
        yield Violation("CG-T04", f"draws are owed in the draw phase, not in {state.phase}", impossible=True)
    elif is_skipped(state, "draw"):
        yield Violation("CG-T04", "no draw is owed: the draw phase of this turn is skipped", impossible=True)


def _set_draws(course: Course, change: ch.SetDrawsOwed, by: By) -> None:  # noqa: ARG001
    state = course.state
    if draws_owed(state) != change.owed:
        base = change.owed + state.draws_made - draws_from_effects(state, acting(state, None))
        course.add(DrawsOwedSet(owed=change.owed, base=base))


def _set_plays(course: Course, change: ch.SetStudentPlays, by: By) -> None:  # noqa: ARG001
    if course.state.students_played != change.used:
        course.add(StudentPlaysSet(used=change.used))


_FAULTS: Final = cast(
    "dict[type[ch.AnyChange], Callable[[State, ch.AnyChange, By], Iterator[Violation]]]",
    {
        ch.DrawCards: _draw_faults,
        ch.MoveCard: _move_faults,
        ch.ShowCard: _show_faults,
        ch.SwitchRobot: _robot_faults,
        ch.ChangeStat: _lasting_faults,
        ch.ChangeScoring: _lasting_faults,
        ch.ChangeAllowance: _allowance_faults,
        ch.SkipPhase: _skip_faults,
        ch.SetPhase: _set_phase_faults,
        ch.SetAttempts: _robot_faults,
        ch.SetDrawsOwed: _set_draws_faults,
    },
)
_APPLY: Final = cast(
    "dict[type[ch.AnyChange], Callable[[Course, ch.AnyChange, By], None]]",
    {
        ch.ChangePoints: _points,
        ch.DrawCards: _draw,
        ch.MoveCard: _move,
        ch.ShowCard: _show,
        ch.ShuffleDeck: _shuffle,
        ch.RandomResult: _random,
        ch.Note: _note,
        ch.SwitchRobot: _switch,
        ch.ChangeStat: _stat,
        ch.ChangeScoring: _scoring,
        ch.ChangeAllowance: _allowance,
        ch.SkipPhase: _skip,
        ch.SetPhase: _set_phase,
        ch.SetAttempts: _set_attempts,
        ch.SetDrawsOwed: _set_draws,
        ch.SetStudentPlays: _set_plays,
    },
)
"""What a change does; no event where it does nothing."""
_NOTHING: Final[dict[type[ch.AnyChange], tuple[str, str]]] = {
    ch.ChangePoints: ("CG-X06", "0 points more or less"),
    ch.DrawCards: ("CG-Q03", "no card to draw"),
    ch.MoveCard: ("CG-F01", "the card lies there already"),
    ch.ShowCard: ("CG-Q35", "who would see the card knows it already"),
    ch.ShuffleDeck: ("CG-S08", "the deck is empty"),
    ch.RandomResult: ("CG-A05", "no result is named"),
    ch.Note: ("CG-A05", "the note is empty"),
    ch.SwitchRobot: ("CG-A11", "the robot is in that position already"),
    ch.ChangeStat: ("CG-Q33", "a stat goes up or down by 0"),
    ch.ChangeScoring: ("CG-C01", "so it is already with that robot"),
    ch.ChangeAllowance: ("CG-Q48", "0 more or fewer"),
    ch.SkipPhase: ("CG-T02", "that phase is skipped already"),
    ch.SetPhase: ("CG-T02", "so it is already"),
    ch.SetAttempts: ("CG-C02", "that many attempts are used already"),
    ch.SetDrawsOwed: ("CG-T04", "that many draws are owed already"),
    ch.SetStudentPlays: ("CG-A02", "that many student plays are used already"),
}
"""The rule and the words where a change would do nothing."""
