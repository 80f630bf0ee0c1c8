"""Legal commands, visible facts and bots."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from msgspec import ValidationError, convert

from domain.board import Board, Fact, Panel, Prompt
from domain.capabilities import Bot
from domain.cards import CardRecord, Catalogue
from domain.codecs import ExportedMatch, ImportedMatch
from domain.seats import SeatSetup, TableSetup, Viewpoint, seat_name
from heaps.commands import HeapsCommand, LayHeaps, Take
from heaps.events import HeapsEvent
from heaps.state import Options, State, turn_info

_LAID: Final = ("oak", "elm", "ash")


def open_table(setup: TableSetup) -> tuple[HeapsCommand, ...]:
    """lay_heaps with three heaps. Raises ValueError for an unknown option."""
    if unknown := set(setup.options) - {"most"}:
        raise ValueError(f"no option {min(unknown)!r}; there is most")
    try:
        options = convert(dict(setup.options), Options, strict=False)
    except ValidationError as error:
        raise ValueError(f"most: {error}") from error
    return (LayHeaps(players=tuple(seat.name for seat in setup.seats), heaps=_LAID, options=options),)


def legal(state: State) -> Iterator[HeapsCommand]:
    """Every number of stones of every heap."""
    for heap, left in state.heaps if state.winner is None else ():
        for stones in range(1, min(left, state.most) + 1):
            yield Take(player=state.to_move, heap=heap, stones=stones)


def board(state: State, viewpoint: Viewpoint) -> Board:
    """The heaps, and the objects that each player took: all open."""
    now = turn_info(state)
    heaps = tuple(Fact(state.catalogue.name_of(heap), str(left)) for heap, left in state.heaps)
    players = tuple(
        Panel(f"seat{n}", seat.name, n, now.seat == n, (Fact("stones", str(taken), "strong"),))
        for n, (seat, taken) in enumerate(zip(state.seats, state.taken, strict=True))
    )
    prompts = () if now.seat is None else (Prompt(f"{seat_name(state.seats, now.seat)} takes", now.seat),)
    result = "" if state.winner is None else f"{seat_name(state.seats, state.winner)} wins"
    return Board("Heaps", f"turn {state.turn}", facts=heaps, panels=players, prompts=prompts, result=result)


def sample_table(catalogue: Catalogue[CardRecord], rng: Random, options: Mapping[str, str]) -> TableSetup:
    """Two players."""
    return TableSetup((SeatSetup("Ida"), SeatSetup("Uwe")), options)


class Nothing:
    """A dealer without cards: Heaps has no chance."""

    def fill(self, state: State, command: HeapsCommand) -> HeapsCommand:
        """The command."""
        return command


def deal(setup: TableSetup, catalogue: Catalogue[CardRecord], rng: Random) -> Nothing:
    """The dealer."""
    return Nothing()


class RandomBot:
    """Any legal command."""

    def choose(self, state: State, commands: Sequence[HeapsCommand], rng: Random) -> HeapsCommand:
        """One of them."""
        return rng.choice(commands)


class Counter:
    """Leave worthless heaps to the next player if possible."""

    def choose(self, state: State, commands: Sequence[HeapsCommand], rng: Random) -> HeapsCommand:
        """A winning take, or any."""
        return next(
            (take for take in commands if isinstance(take, Take) and _worth(state, take) == 0), rng.choice(commands)
        )


def _worth(state: State, take: Take) -> int:
    worth = 0
    for heap, left in state.heaps:
        worth ^= (left - (take.stones if heap == take.heap else 0)) % (state.most + 1)
    return worth


BOTS: Final[Mapping[str, Bot[State, HeapsCommand]]] = {"random": RandomBot(), "counter": Counter()}


def read_tally(data: bytes) -> Iterator[ImportedMatch[HeapsCommand]]:
    """Tallies, a match a line: `Ida,Uwe: oak 3, elm 1`; who takes first is named first."""
    for number, line in enumerate(data.decode().splitlines(), start=1):
        names, colon, takes = line.partition(": ")
        players = tuple(SeatSetup(name) for name in names.split(","))
        commands, fault = [], "" if colon else "write it as Ida,Uwe: oak 3, elm 1"
        for turn, take in enumerate(takes.split(", ") if colon else ()):
            heap, _, stones = take.partition(" ")
            commands.append(Take(player=turn % 2, heap=heap, stones=int(stones)))
        yield ImportedMatch(
            line=number,
            text=line,
            setup=TableSetup(players),
            commands=tuple(commands),
            fault=fault,
            tags=("place:Riga",),
        )


def write_tally(match: ExportedMatch[State, HeapsCommand, HeapsEvent]) -> str:
    """Return the current takes as a tally."""
    takes = [command for command, _ in match.actions if isinstance(command, Take)]
    names = ",".join(seat.name for seat in match.state.seats)
    return f"{names}: {', '.join(f'{take.heap} {take.stones}' for take in takes)}\n"
