"""The plan of a rewind, made before the table changes: actions to undo, cards that players have seen, cards that go back at
random.

An unknown card drawn since the point of error is mixed with others in a hand: one of its candidates goes back, drawn at
random. A backup is simple only if players have not decided, seen or rolled something since.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.board import Board, CardView, Zone
from domain.cards import format_token
from domain.corrected_history import act_frames, state_found
from domain.game import tag_of
from domain.judging import RandomPart
from domain.replay import AnyFrame, AnyHistory
from domain.seats import JUDGE, SPECTATOR, GameState
from domain.table.tokens import tokens_in
from domain.text import pluralize
from domain.timeline import Address, AnyAction, place_from, place_of
from service.errors import EntryNotFound, UsageProblem
from service.reading.log import command_text, event_text
from service.reading.moment_diff import differing


class UndoneAction(Struct, frozen=True, kw_only=True):
    """One action that the rewind undoes."""

    act: str
    seat: int | None
    """The player to act; `None`: any."""
    command: str
    told: tuple[str, ...]
    """Its effects, in sentences."""
    hands: tuple[str, ...]
    """The physical steps to undo it: `Ada: hand: from Wes, Nia back to Wes`."""
    dice: bool = False
    """True if it records a roll of dice or a flip of coins."""
    decision: bool = True
    """True if a player chose it; false if it followed automatically."""


class GainedCards(Struct, frozen=True):
    """Cards that a player saw first after the point of error."""

    seat: int
    cards: tuple[str, ...]


class ReturningCards(Struct, frozen=True):
    """Unknown cards that came into a hand since: `count` of the candidates go back, drawn at random."""

    seat: int
    count: int
    candidates: tuple[str, ...]


class RewindPlan(Struct, frozen=True, kw_only=True):
    """The steps of a rewind for the table."""

    match: str
    version: int
    """The version of the match."""
    to: str
    """The last current action after the rewind."""
    undo: tuple[UndoneAction, ...]
    decisions: int
    gained: tuple[GainedCards, ...]
    returning: tuple[ReturningCards, ...]
    random: tuple[RandomPart, ...]
    """The piles in random order, as they were at the point of error."""

    @property
    def dice(self) -> tuple[str, ...]:
        """Return the actions that record dice or coins."""
        return tuple(one.act for one in self.undo if one.dice)

    @property
    def not_simple(self) -> tuple[str, ...]:
        """Obstacles to a simple backup; empty if it is simple."""
        return tuple(
            why
            for holds, why in (
                (self.decisions > 1, f"{pluralize(self.decisions, 'decision')} since"),
                (bool(self.gained), "somebody has seen cards since"),
                (bool(self.dice), "dice or coins fell since"),
                (bool(self.returning), "unknown cards go back"),
            )
            if holds
        )


def plan_to(history: AnyHistory, error: int) -> tuple[Address, RewindPlan]:
    """Return the action that a rewind goes back to (the last one before the point of error), and the plan. Raises
    UsageProblem."""
    actions = history.match.actions
    place = place_from(actions, error)
    if place == 0:
        raise UsageProblem(f"entry {error} is the opening: it stays")
    if error > history.match.version:
        raise EntryNotFound(error, history.match.version)
    if place == len(actions):
        raise UsageProblem(f"no action stands from entry {error} on: there is nothing to undo")
    target = actions[place - 1].address
    return target, plan_of(history, target)


def plan_of(history: AnyHistory, target: Address) -> RewindPlan:
    """Return the steps for going back to the state after an action. Raises UsageProblem for an action that was undone."""
    match = history.match
    place = place_of(match.actions, target)
    if place < 0:
        raise UsageProblem(f"entry {target} was undone: rewind to an action that counts")
    undone, then = match.actions[place + 1 :], match.actions[place].state
    frames = [frame for action in undone for frame in act_frames(match, action, history.entries)]
    steps = tuple(_undone(history, action) for action in reversed(undone))
    return RewindPlan(
        match=match.id,
        version=match.version,
        to=str(target),
        undo=steps,
        decisions=sum(step.decision for step in steps),
        gained=tuple(_gained(history, then, frames)),
        returning=tuple(_returning(history, then, frames)),
        random=match.game.judging.random_part(then),
    )


def _undone(history: AnyHistory, action: AnyAction) -> UndoneAction:
    game, before = history.match.game, state_found(history.match, action)
    frames = [frame for frame in act_frames(history.match, action, history.entries) if frame.event is not None]
    frames.sort(key=lambda frame: frame.event is not None and frame.event.is_bookkeeping)
    dice = tag_of(action.command) in game.judging.dice
    return UndoneAction(
        act=str(action.address),
        seat=action.moment.seat,
        command=command_text(history.match, action, JUDGE, history.note_damage),
        told=tuple(event_text(game, frame, JUDGE) for frame in frames),
        hands=tuple(
            f"{place}: from {now or 'nothing'} back to {was or 'nothing'}"
            for place, now, was in differing(game.board(action.state, JUDGE), game.board(before, JUDGE), things=True)
        ),
        dice=dice,
        decision=not dice and any(frame.event is not None and not frame.event.is_bookkeeping for frame in frames),
    )


def _gained(history: AnyHistory, then: GameState, frames: Sequence[AnyFrame]) -> Iterator[GainedCards]:
    """Yield the cards that each player has seen only since the point of error. Players knew the cards in their hands even if
    the record did not."""
    game, named, shown = history.match.game, _named_in(frames), _open(history, then)
    for seat in range(len(then.seats)):
        known = dict(_seen(game.board(then, seat)))
        before = Counter(known.values())
        hand = game.hidden.hand(then, seat)
        had = {token.id for token in hand}
        told = had | shown
        new: Counter[str] = Counter()
        for frame in frames:
            seen = dict(_seen(game.board(frame.state, seat)))
            new |= Counter(seen[key] for key in seen if key not in known) & (Counter(seen.values()) - before)
            held = game.hidden.hand(frame.state, seat)
            new |= Counter(named[token.id] for token in held if token.id in named and token.id not in told)
        own = Counter(named[token.id] for token in hand if token.card is None and token.id in named)
        held = game.hidden.hand(history.match.state, seat)
        unknown = sum(token.card is None and token.id not in had for token in held)
        words = (f"{pluralize(unknown, 'card')} without a recorded name",) if unknown else ()
        if cards := (*(new - own).elements(), *words):
            yield GainedCards(seat, cards)


def _open(history: AnyHistory, state: GameState) -> set[int]:
    """Return the physical cards that are face up for all."""
    shown = {name for _, name in _seen(history.match.game.board(state, SPECTATOR))}
    tokens = (token for token in tokens_in(state) if token.card is not None)
    return {token.id for token in tokens if state.catalogue.name_of(token.card) in shown}


def _named_in(frames: Sequence[AnyFrame]) -> dict[int, str]:
    """Return token -> name of the cards that are known in any of these frames."""
    return {
        token.id: frame.state.catalogue.name_of(token.card)
        for frame in frames
        for token in tokens_in(frame.state)
        if token.card is not None
    }


def _seen(board: Board) -> Iterator[tuple[str, str]]:
    """Yield key and name of the cards that a board shows."""
    for part in (part for panel in board.panels for part in panel.parts):
        if isinstance(part, Zone):
            yield from _named(part.cards)
    if board.tray is not None:
        yield from _named(board.tray.cards)


def _named(cards: Sequence[CardView]) -> Iterator[tuple[str, str]]:
    for card in cards:
        if card.name not in ("-", "??"):
            yield card.key, card.name
        yield from _named(card.under)


def _returning(history: AnyHistory, then: GameState, frames: Sequence[AnyFrame]) -> Iterator[ReturningCards]:
    """Yield for each hand the number of indistinguishable cards that it gained since the point of error, and their candidates.
    Candidates include cards played from the hand since, which the rewind puts back into it, but not cards that were face up at
    the point of error."""
    hand, named, shown = history.match.game.hidden.hand, _named_in(frames), _open(history, then)
    for seat in range(len(then.seats)):
        had = [token.id for token in hand(then, seat)]
        held = [token.id for token in hand(history.match.state, seat) if token.id in had or token.id not in shown]
        if count := sum(token not in had for token in held):
            among = (*(token for token in had if token not in held), *held)
            yield ReturningCards(seat, count, tuple(named.get(token) or format_token(token) for token in among))
