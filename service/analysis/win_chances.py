"""How a match was won: each side's chances at the ends of turns, the turning points, and the value of single entries.

Chances are learnt from played matches if the model passes its test on matches it was not trained with
(`projections.win_model.logistic.Gate`). Otherwise they come from roll-outs by bots.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log2, sqrt
from typing import Final, Literal

from msgspec import Struct

from domain.game import AnyGame
from domain.match import AnyMatch
from domain.rollouts import RolloutResults, roll_out
from domain.seats import GameState
from domain.simulation import NoTable, simulation_of
from domain.text import pluralize, suggestion, with_article
from domain.timeline import AnyAction
from domain.win_features import first_side, turn_ends, values_of
from projections.win_model.logistic import Gaps, Gate, chance
from service.addresses import format_address
from service.errors import UsageProblem

TURNING: Final = 0.1
"""Change of a chance that makes a turn a turning point."""
_TURNING_POINTS: Final = 3
_ROLLED: Final = 16
"""Most turns of a match that are evaluated by roll-outs."""
_Z: Final = 1.959963984540054

Advance = Callable[[int], None]


class WinChance(Struct, frozen=True):
    """How likely each side was to win after an entry."""

    address: str
    round: int
    turn: int
    chances: tuple[float, ...]
    """Each side's chance."""
    worlds: int = 0
    """Number of sampled worlds; 0 if the chances are learnt from matches or follow from the result."""
    unplayed: int = 0
    """Further worlds that were abandoned without an end."""
    intervals: tuple[tuple[float, float], ...] = ()
    """Wilson's 95 % intervals of simulated chances, by side."""


class TurningPoint(Struct, frozen=True):
    """A turn that moved the chances."""

    before: WinChance
    after: WinChance
    change: float
    """Increase of the chance of the side that gained most."""
    side: int


class Story(Struct, frozen=True, kw_only=True):
    """How a match was won."""

    match: str
    game: str
    sides: tuple[str, ...]
    """The players of each side."""
    source: Literal["matches", "simulated"]
    gate: Gate | None
    """Accuracy of the game's learnt chances; `None` if not requested."""
    why: tuple[str, ...] = ()
    """Reasons why learnt chances are not shown."""
    bot: str = ""
    moments: tuple[WinChance, ...]
    turning: tuple[TurningPoint, ...]
    """The greatest first, at most three."""
    excitement: float
    """Sum of the changes of the chances (half of all sides'), for each turn."""
    tension: float
    """Mean entropy of the chances: 1 if all sides were equally likely to win throughout, 0 if the winner was always clear."""
    comeback: float | None
    """1 / the winner's lowest chance; `None` without a winner."""


class Rolling(Struct, frozen=True):
    """Settings of roll-outs."""

    worlds: int = 40
    seed: int = 1
    bot: str = ""


def players_of(match: AnyMatch) -> tuple[str, ...]:
    """The players of each side, joined."""
    seats = match.state.seats
    sides = range(max((seat.side for seat in seats), default=-1) + 1)
    return tuple(", ".join(seat.name for seat in seats if seat.side == side) for side in sides)


def expect_playable(match: AnyMatch, rolling: Rolling) -> str:
    """Return the bot that plays on. Raises UsageProblem if the game lacks a bot of that name."""
    try:
        bots = simulation_of(match.game).bots
    except NoTable as error:
        raise UsageProblem(f"{error}: {match.id} cannot be played on") from error
    if rolling.bot and rolling.bot not in bots:
        near = suggestion(rolling.bot, bots) or f"; there are {', '.join(bots)}"
        raise UsageProblem(f"no bot {rolling.bot!r}{near}")
    return rolling.bot or list(bots)[-1]


def expect_match(match: AnyMatch) -> None:
    """Raise UsageProblem if the match cannot be won, or not yet."""
    if match.game.kind == "competition":
        raise UsageProblem(f"{match.id} is {with_article(match.game.title.lower())}: ask about one of its matches")
    if not match.actions or len(players_of(match)) < 2:
        raise UsageProblem(f"{match.id}: it has no opponents yet")


def told_by_matches(match: AnyMatch, weights: Gaps, gate: Gate) -> Story | None:
    """Return the chances in a match learnt from other matches; `None` unless two sides have comparable positions."""
    moments: list[WinChance] = []
    for action in turn_ends(match):
        chances = _decided(match.game, action.state)
        if chances is None:
            values = values_of(match.game, action.state, first_side(match))
            if values is None and moments:
                return None
            if values is None:
                continue  # one side has no comparable position yet
            first = chance(weights, values)
            chances = (first, 1 - first)
        moments.append(_moment(match, action, chances))
    return _story(match, "matches", moments, gate=gate) if moments else None


def told_by_worlds(
    match: AnyMatch, rolling: Rolling, advance: Advance, *, gate: Gate | None = None, why: Sequence[str] = ()
) -> Story:
    """Return the chances in a match by roll-outs from the ends of at most 16 turns. Raises UsageProblem."""
    bot = expect_playable(match, rolling)
    ends = [*turn_ends(match)]
    step = max(1, -(-len(ends) // _ROLLED))
    kept = [*ends[:-1:step], ends[-1]]
    moments = []
    for action in kept:
        moments.append(rolled(match, action, action.state, rolling))
        advance(1)
    return _story(match, "simulated", moments, gate=gate, why=tuple(why), bot=bot)


def rolled(match: AnyMatch, action: AnyAction, state: GameState, rolling: Rolling) -> WinChance:
    """Return the chances of a state by roll-outs. Raises UsageProblem if all worlds were abandoned."""
    if (chances := _decided(match.game, state)) is not None:
        return _moment(match, action, chances)
    found = roll_out(match.game, state, worlds=rolling.worlds, seed=rolling.seed, bot=rolling.bot)
    if not found.worlds:
        raise UsageProblem(f"{format_address(match.id, action.version)}: all {rolling.worlds} worlds stayed unfinished")
    return _moment(match, action, found.chances, found)


def what_if(match: AnyMatch, version: int, rolling: Rolling) -> tuple[WinChance, WinChance]:
    """Return the chances before and after the action of an entry, from the same seed. Raises UsageProblem for entries without
    an action."""
    expect_playable(match, rolling)
    places = [place for place, action in enumerate(match.actions) if action.version == version and not action.number]
    if not places or not places[0]:
        raise UsageProblem(f"{format_address(match.id, version)}: it is not an action after the opening")
    before, action = match.actions[places[0] - 1], match.actions[places[0]]
    return rolled(match, before, before.state, rolling), rolled(match, action, action.state, rolling)


def what_if_lines(match: AnyMatch, version: int, rolling: Rolling) -> tuple[str, ...]:
    """Return the value of an entry, one line per side: its chances before and after it. Raises UsageProblem as `what_if` does."""
    bot = expect_playable(match, rolling)
    expect_match(match)
    before, after = what_if(match, version, rolling)
    worlds = pluralize(max(before.worlds, after.worlds), "world")
    unplayed = before.unplayed + after.unplayed
    more = f"; {pluralize(unplayed, 'world')} more did not end" if unplayed else ""
    sides = players_of(match)
    wide = max(map(len, sides))
    return (
        f"simulated: {worlds} each, played on by the bot {bot}, seed {rolling.seed}{more}",
        *(
            f"{name:<{wide}}  {percent_text(before, side)} before it, {percent_text(after, side)} after it"
            for side, name in enumerate(sides)
        ),
    )


def percent_text(one: WinChance, side: int) -> str:
    """Return a side's chance, with an interval if it is simulated: `45 % (31–60)`."""
    text = f"{100 * one.chances[side]:.0f} %"
    if one.intervals:
        low, high = one.intervals[side]
        text += f" ({100 * low:.0f}–{100 * high:.0f})"
    return text


def _decided(game: AnyGame, state: GameState) -> tuple[float, ...] | None:
    """Return the chances of a finished match: 1 for the winner, or equal shares for a draw; `None` while it is in progress."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    sides = range(max(seat.side for seat in state.seats) + 1)
    winning = {state.seats[seat].side for seat in outcome.winners} or set(sides)
    return tuple((side in winning) / len(winning) for side in sides)


def _moment(
    match: AnyMatch,
    action: AnyAction,
    chances: tuple[float, ...],
    found: RolloutResults | None = None,
) -> WinChance:
    when = action.stamp.moment
    address = format_address(match.id, action.version)
    if found is None:
        return WinChance(address, when.round, when.turn, chances)
    intervals = tuple(_wilson(points, found.worlds) for points in found.points)
    return WinChance(address, when.round, when.turn, chances, found.worlds, found.unplayed, intervals)


def _story(
    match: AnyMatch,
    source: Literal["matches", "simulated"],
    moments: Sequence[WinChance],
    *,
    gate: Gate | None,
    why: tuple[str, ...] = (),
    bot: str = "",
) -> Story:
    turning = sorted((_turning(*pair) for pair in pairwise(moments)), key=lambda one: -one.change)
    changes = [sum(abs(a - b) for a, b in zip(x.chances, y.chances, strict=True)) / 2 for x, y in pairwise(moments)]
    outcome = match.outcome
    winners = {match.state.seats[seat].side for seat in outcome.winners} if outcome is not None else set()
    least = [min(sum(one.chances[side] for side in winners) for one in moments)] if winners else []
    return Story(
        match=match.id,
        game=match.game.name,
        sides=players_of(match),
        source=source,
        gate=gate,
        why=why,
        bot=bot,
        moments=tuple(moments),
        turning=tuple(one for one in turning[:_TURNING_POINTS] if one.change >= TURNING),
        excitement=sum(changes) / max(1, len(changes)),
        tension=sum(_entropy(one.chances) for one in moments) / len(moments),
        comeback=1 / least[0] if least and least[0] > 0 else None,
    )


def _turning(before: WinChance, after: WinChance) -> TurningPoint:
    gains = [b - a for a, b in zip(before.chances, after.chances, strict=True)]
    side = max(range(len(gains)), key=gains.__getitem__)
    return TurningPoint(before, after, gains[side], side)


def _entropy(chances: tuple[float, ...]) -> float:
    """Return the entropy of chances, divided by that of equal chances."""
    return sum(-p * log2(p) for p in chances if p > 0) / log2(len(chances))


def _wilson(points: float, worlds: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of worlds."""
    share, square = points / worlds, _Z * _Z
    centre = share + square / (2 * worlds)
    half = _Z * sqrt(share * (1 - share) / worlds + square / (4 * worlds * worlds))
    return max(0.0, (centre - half) / (1 + square / worlds)), min(1.0, (centre + half) / (1 + square / worlds))
