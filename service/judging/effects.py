"""Effects of penalties in the game: a command of the game, or the end of the match."""

from domain.decision import RuleViolation
from domain.game import Command, Event
from domain.judging import DOUBLE_LOSS, LOSING, Penalised
from domain.outcome import Outcome
from domain.procedure.docket import Docket
from domain.rules import Violation
from domain.seats import GameState
from domain.text import pluralize


def effect_of(
    docket: Docket[GameState, Command, Event], state: GameState, over: Outcome | None, act: Penalised
) -> tuple[Command | None, Outcome | None]:
    """Return the command that a penalty causes in the game, or the outcome if it ends the match. Both are `None` for a penalty
    without an effect. `over`: the outcome if the match has ended. Raises RuleViolation if the effect is unknown."""
    if act.seat is None:
        return None, None
    lost = act.penalty in LOSING
    effect = _default(docket, state, act) if over is None or not lost else None
    ending = _ending(docket, state, over, act) if lost and effect is None else None
    if effect is None and ending is None and act.penalty not in ("caution", "warning") and not (lost and over):
        raise RuleViolation([Violation("JP-P03", _unknown(docket.match.game.title, state, lost=lost))])
    return effect, ending


def _unknown(title: str, state: GameState, *, lost: bool) -> str:
    sides = len({seat.side for seat in state.seats})
    if lost and sides > 2:
        why = f"{pluralize(sides, 'side')} play, so the loss does not decide which of the others wins"
        return f"{why}: give the effect as a command, or conclude the match first and then give the loss"
    return f"{title} defines no effect of this penalty now: give the effect as a command"


def _default(docket: Docket[GameState, Command, Event], state: GameState, act: Penalised) -> Command | None:
    """Return the command of the game for a penalty. `None` if it has none, or if the game cannot record the loss now, for
    example before the start."""
    game = docket.match.game
    assert act.seat is not None
    effect = game.judging.penalty(state, act.seat, act.penalty, act.amount)
    if effect is None or act.penalty not in LOSING:
        return effect
    return None if any(fault.impossible for fault in game.check(state, effect)) else effect


def _ending(
    docket: Docket[GameState, Command, Event], state: GameState, over: Outcome | None, act: Penalised
) -> Outcome | None:
    """Return the outcome for a loss without a command of the game: the other side wins; if it also lost by a penalty, both
    lose. `None` for more than two sides, or if the loss does not change the outcome."""
    seats = state.seats
    assert act.seat is not None
    side = seats[act.seat].side
    others = tuple(seat for seat, one in enumerate(seats) if one.side != side)
    if over is None:
        return Outcome(winners=others, reason="penalty") if len({one.side for one in seats}) == 2 else None
    lost = (
        seats[one.seat].side
        for version, one in docket.of(Penalised).items()
        if one.seat is not None and one.effect and one.penalty in LOSING and not docket.void_by(version)
    )
    if act.seat not in over.winners or all(one == side for one in lost):
        return None
    winners = tuple(seat for seat in over.winners if seats[seat].side != side)
    return Outcome(winners=winners, reason="penalty" if winners else DOUBLE_LOSS)
