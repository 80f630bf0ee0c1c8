"""The opening commands of a match, sample tables, and the dealer and bots of simulations.

Simulated play obeys the guards of a kit, which are only a part of the game's rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.capabilities import Bot
from domain.cards import UNKNOWN, CardRecord, Catalogue, DeckList
from domain.event_buffer import EventBuffer
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.commands.opening import OpenTable, RegisterDeck
from domain.games.tabletop.events.acts import ActionTaken
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.hidden import left_in_decks
from domain.games.tabletop.layout import KitLayout, layout_of
from domain.games.tabletop.legal import values_of
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.program import program_of
from domain.games.tabletop.setup import option_violations
from domain.games.tabletop.state import State, initial, score_of
from domain.seats import SeatSetup, TableSetup
from domain.syntax import shown
from domain.text import pluralize, suggestion

_NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou")
_DECK: Final = 30
_TRIES: Final = 12


def open_table(catalogue: Catalogue[CardRecord], setup: TableSetup) -> tuple[TabletopCommand, ...]:
    """Return the opening command, then those that register known decks. Raises ValueError for invalid options, and for a kit whose
    first steps are impossible."""
    layout = layout_of(catalogue)
    options = {name: _agreed(layout, name, text) for name, text in setup.options.items()}
    lists = [seat.deck if isinstance(seat.deck, DeckList) else None for seat in setup.seats]
    sizes = tuple(seat.deck.size if isinstance(seat.deck, DeckList) else seat.deck or 0 for seat in setup.seats)
    own = any(deck.own for deck in layout.kit.decks)
    if not own and any(sizes):
        raise ValueError(f"{layout.head.title}: players do not bring decks to this game")
    sides = tuple(seat.side for seat in setup.seats if seat.side is not None)
    if sides and len(sides) != len(setup.seats):
        raise ValueError("give a side for each player, or leave out all sides")
    players = tuple(seat.name for seat in setup.seats)
    start = OpenTable(players=players, sides=sides, decks=sizes if own else (), options=options)
    if problem := _beginning_problem(initial(catalogue), start):
        raise ValueError(problem)
    return (start, *(RegisterDeck(player=n, cards=deck.cards) for n, deck in enumerate(lists) if deck is not None))


def _beginning_problem(state: State, start: OpenTable) -> str:
    """Return the first impossible step at the beginning of the match, with the reason; empty if there is none, or if the opening
    itself has violations."""
    if start.check(state):
        return ""
    begun = start.begun(EventBuffer(state))
    problem = next((one for one in (*begun.violations, *begun.not_drawn) if one.impossible), None)
    if problem is None:
        return ""
    program, head = begun.program, state.layout.head
    for place in ("begin", "each_round", "each_turn"):
        for number, step in enumerate(getattr(program, place)):
            if step is begun.step:
                line = getattr(head, place)[number]
                begun_by = pluralize(len(start.players), "player")
                return f"{place}[{number + 1}], {line!r}, cannot be done with {begun_by}: {problem.text}"
    return problem.text


def _agreed(layout: KitLayout, name: str, text: str) -> int:
    if name not in layout.option_at:
        kit = f"; name a kit with its game: tabletop:{text}" if name == "kit" else ""
        known = kit or suggestion(name, layout.option_at) or f"; options: {', '.join(layout.option_at) or 'none'}"
        raise ValueError(f"no option {shown(name)}{known}")
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(f"option {name}: expected a whole number, found {shown(text)}")
    for violation in option_violations(layout, name, int(text)):
        raise ValueError(violation.text)
    return int(text)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Return a table with a random number of invented players, with their own decks if the kit has such."""
    layout = layout_of(catalogue)
    count = rng.choice(layout.seat_counts)
    deck: DeckList | None = None
    if any(one.own for one in layout.kit.decks) and layout.pieces:
        share = max(1, _DECK // len(layout.pieces))
        deck = DeckList(cards=dict.fromkeys(list(layout.pieces)[:_DECK], share))
    return TableSetup(tuple(SeatSetup(name, deck=deck) for name in _NAMES[:count]), options)


class KitDealer:
    """Rolls dice, and identifies unknown cards that are played openly."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fill(self, state: State, command: TabletopCommand) -> TabletopCommand:
        """Return the command with rolled dice. An unknown card that is played openly becomes a card that its deck can still have
        and that all guards allow, if one is found."""
        if not isinstance(command, Act):
            return command
        verb = program_of(state.catalogue).verbs.get(command.verb)
        args = dict(command.args)
        for arg in verb.args if verb is not None else ():
            if arg.kind == "dice" and arg.name in args:
                rolled = tuple(self.rng.randint(1, arg.most or 6) for _ in range(arg.count))
                args[arg.name] = rolled if arg.count > 1 else rolled[0]
        rolled_act = replace(command, args=args)
        return self._named(state, rolled_act)

    def _named(self, state: State, act: Act) -> Act:
        unknown = [
            name
            for name, value in act.args.items()
            if value == UNKNOWN or (isinstance(value, tuple) and UNKNOWN in value)
        ]
        if not unknown:
            return act
        out: TabletopBuffer = EventBuffer(state)
        act.resolve(out)
        acted = next((event for event in out.events if isinstance(event, ActionTaken)), None)
        open_ones = [name for name in unknown if acted is not None and name not in acted.hidden]
        pool = [
            card for card, copies in left_in_decks(state, act.actor_at(state)).items() for _ in range(max(0, copies))
        ]
        if not open_ones or not pool:
            return act
        for _ in range(_TRIES):
            drawn = self.rng.sample(pool, len(pool))
            args = dict(act.args)
            for name in open_ones:
                value = args[name]
                items = [
                    drawn.pop() if one == UNKNOWN and drawn else one
                    for one in (value if isinstance(value, tuple) else (value,))
                ]
                args[name] = tuple(items) if isinstance(value, tuple) else items[0]
            tried = replace(act, args=args)
            if not tried.check(state):
                return tried
        return act


def named_acts(state: State, rng: Random) -> Iterator[Act]:
    """Yield a possible action for each verb, with an identity for every unknown card."""
    seats = range(len(state.seats))
    for verb in program_of(state.catalogue).verbs.values():
        pool = list(left_in_decks(state, -1)) or list(state.layout.pieces)
        act = Act(verb=verb.part.name, by=None if verb.by == "table" else rng.choice(seats) if seats else None)
        actor, args = act.actor(state, verb), dict[str, Argument]()
        for arg in verb.args:
            values = values_of(
                state, arg, actor, {name: value for name, value in args.items() if isinstance(value, int)}
            )
            if values and not (arg.optional and rng.random() < 0.5):
                args[arg.name] = _with_names(rng.choice(values), pool, rng)
        act = replace(act, args=args)
        if not any(violation.impossible for violation in act.check(state)):
            yield act


def _with_names(value: Argument, pool: list[str], rng: Random) -> Argument:
    if isinstance(value, tuple):
        return tuple(rng.choice(pool) if one == UNKNOWN and pool else one for one in value)
    return rng.choice(pool) if value == UNKNOWN and pool else value


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> KitDealer:  # noqa: ARG001
    """Return the dealer of a simulated match."""
    return KitDealer(rng)


def _verbs(commands: Sequence[TabletopCommand]) -> dict[str, list[TabletopCommand]]:
    found: dict[str, list[TabletopCommand]] = {}
    for command in commands:
        found.setdefault(command.verb if isinstance(command, Act) else "", []).append(command)
    return found


class EvenBot:
    """Chooses a random verb, then random arguments for it."""

    def choose(self, state: State, commands: Sequence[TabletopCommand], rng: Random) -> TabletopCommand:  # noqa: ARG002
        return rng.choice(rng.choice(list(_verbs(commands).values())))


class GreedyBot:
    """Tries one action of each verb, and takes the one with the best score; among equal ones, a random one."""

    def choose(self, state: State, commands: Sequence[TabletopCommand], rng: Random) -> TabletopCommand:
        head = state.layout.head
        seat = state.seat or 0
        tried = [rng.choice(group) for group in _verbs(commands).values()]
        rng.shuffle(tried)

        def gain(command: TabletopCommand) -> int:
            out: TabletopBuffer = EventBuffer(state)
            command.resolve(out)
            score = score_of(out.state, head.score, seat) or 0
            return score if head.best == "high" else -score

        return max(tried, key=gain)


BOTS: Final[Mapping[str, Bot[State, TabletopCommand]]] = {"random": EvenBot(), "greedy": GreedyBot()}
