"""The plan of a rewind, made before the table changes: the actions to undo, the cards that players saw, and the cards to
return at random.

An unknown card that a player drew after the point of error is mixed with the other cards of the hand. One of these candidates
is drawn at random and returned. A backup is simple if at most one decision was made since then, no card was seen, no dice were
rolled and no unknown card was drawn.
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
    """The player to act; `None` if any player may act."""
    command: str
    told: tuple[str, ...]
    """The effects of the action, in sentences."""
    hands: tuple[str, ...]
    """The changes on the table that undo the action, for example `Ada: hand: from Wes, Nia back to Wes`."""
    dice: bool = False
    """True if the action records a roll of dice or a flip of coins."""
    decision: bool = True
    """True if a player chose the action; false for dice and for automatic actions."""


class GainedCards(Struct, frozen=True):
    """Cards that a player saw only after the point of error."""

    seat: int
    cards: tuple[str, ...]


class ReturningCards(Struct, frozen=True):
    """Unknown cards that a hand gained after the point of error: `count` of the candidates are drawn at random and returned."""

    seat: int
    count: int
    candidates: tuple[str, ...]


class RewindPlan(Struct, frozen=True, kw_only=True):
    """The steps of a rewind for the table."""

    match: str
    version: int
    """The version of the match."""
    to: str
    """Address of the action that will be the last current one."""
    undo: tuple[UndoneAction, ...]
    decisions: int
    gained: tuple[GainedCards, ...]
    returning: tuple[ReturningCards, ...]
    random: tuple[RandomPart, ...]
    """The piles that had a random order at the point of error."""

    @property
    def dice(self) -> tuple[str, ...]:
        """Return the addresses of undone actions that record dice or coins."""
        return tuple(one.act for one in self.undo if one.dice)

    @property
    def not_simple(self) -> tuple[str, ...]:
        """The reasons why the backup is not simple; empty if it is."""
        return tuple(
            why
            for holds, why in (
                (self.decisions > 1, f"{pluralize(self.decisions, 'decision')} since"),
                (bool(self.gained), "cards were seen since"),
                (bool(self.dice), "dice or coins were thrown since"),
                (bool(self.returning), "unknown cards are returned"),
            )
            if holds
        )


def plan_to(history: AnyHistory, error: int) -> tuple[Address, RewindPlan]:
    """Return the last current action before the point of error, which becomes the last one again, and the plan. Raises
    UsageProblem, EntryNotFound."""
    actions = history.match.actions
    place = place_from(actions, error)
    if place == 0:
        raise UsageProblem(f"entry {error} is the opening and cannot be undone")
    if error > history.match.version:
        raise EntryNotFound(error, history.match.version)
    if place == len(actions):
        raise UsageProblem(f"there is nothing to undo: no action from entry {error} on is current")
    target = actions[place - 1].address
    return target, plan_of(history, target)


def plan_of(history: AnyHistory, target: Address) -> RewindPlan:
    """Return the plan for going back to the state after an action. Raises UsageProblem if the action was undone."""
    match = history.match
    place = place_of(match.actions, target)
    if place < 0:
        raise UsageProblem(f"entry {target} was undone: choose a current action")
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
            f"{place}: {now or 'none'} → {was or 'none'}"
            for place, now, was in differing(game.board(action.state, JUDGE), game.board(before, JUDGE), things=True)
        ),
        dice=dice,
        decision=not dice and any(frame.event is not None and not frame.event.is_bookkeeping for frame in frames),
    )


def _gained(history: AnyHistory, then: GameState, frames: Sequence[AnyFrame]) -> Iterator[GainedCards]:
    """Yield, for each player, the cards that the player saw only after the point of error. Players already knew the cards in their
    hands, even cards whose names were not recorded."""
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
    """Return the ids of the physical cards that everyone can see."""
    shown = {name for _, name in _seen(history.match.game.board(state, SPECTATOR))}
    tokens = (token for token in tokens_in(state) if token.card is not None)
    return {token.id for token in tokens if state.catalogue.name_of(token.card) in shown}


def _named_in(frames: Sequence[AnyFrame]) -> dict[int, str]:
    """Return token id -> card name, for cards that are known in any of these frames."""
    return {
        token.id: frame.state.catalogue.name_of(token.card)
        for frame in frames
        for token in tokens_in(frame.state)
        if token.card is not None
    }


def _seen(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the key and name of each card that a board shows."""
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
    """Yield, for each hand, the number of unknown cards that it gained after the point of error, and the candidates. Cards played
    from the hand since then are candidates too, because the rewind puts them back into it. Cards that were face up at the point
    of error are not."""
    hand, named, shown = history.match.game.hidden.hand, _named_in(frames), _open(history, then)
    for seat in range(len(then.seats)):
        had = [token.id for token in hand(then, seat)]
        held = [token.id for token in hand(history.match.state, seat) if token.id in had or token.id not in shown]
        if count := sum(token not in had for token in held):
            among = (*(token for token in had if token not in held), *held)
            yield ReturningCards(seat, count, tuple(named.get(token) or format_token(token) for token in among))
