"""Adds frozen entries for commands and events without one: `python -m tests.golden.renew`.

Frozen entries stay: lines are only appended, and a file with an unreadable line stays unchanged. New entries come from simulated
and written matches, and for rare types from what the game's own tests play.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import tests.scenario
from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.correction_preview import Edit, preview_correction
from domain.decision import Decision, RuleViolation, decide
from domain.digest import digest_of
from domain.entries import (
    ActionEntry,
    Annotated,
    Concluded,
    Envelope,
    Opened,
    Restored,
    TableEvent,
    TakenBack,
    with_moment,
)
from domain.game import AnyGame, Command, Event
from domain.match import Match
from domain.notation import Names, parse_command
from domain.outcome import Outcome
from domain.registry import installed_games
from domain.seats import GameState
from domain.simulation import simulate, simulation_of
from matchbook.conformance.random_walk import walked
from service.resources import load_catalogue, load_deck, read_text, sample_sheets
from service.typing.scoresheet import read_scoresheet
from storage.match_file import export_match, import_match
from storage.records import UNREADABLE, AnyPayload, Codecs, Sealed, seal
from storage.schema import FILE_FORMAT
from storage.store import MatchStore
from tests.golden import FOLDER, Ended, ended_matches, golden_lines, read_golden, shown, wanted, write_golden

START: Final = 1_760_000_000_000_000
SEEDS: Final = range(6)

Step = tuple[GameState, Command, tuple[Event, ...]]
"""The state before a command, and what followed."""


class Unreadable(Exception):
    """A frozen line that this Matchbook cannot read: an upcaster is missing."""


# --- where entries come from ---------------------------------------------------------------------------------------------


class Book:
    """A match that is recorded entry by entry."""

    def __init__(self, game: AnyGame, catalogue: Catalogue[CardRecord], name: str) -> None:
        self.match: Match[GameState, Command, Event] = Match(name, game, catalogue)
        self.catalogue = catalogue
        self.sealed: list[Sealed] = []

    def act(self, command: Command, events: tuple[Event, ...]) -> None:
        """Records a game act; the first one opens the match."""
        game = self.match.game
        if self.match.version:
            self.add(ActionEntry(command=command, events=events))
            return
        digest = self.catalogue.digest
        opened: AnyPayload = Opened(
            game=game.name,
            rules_version=game.rules_version,
            catalogue=digest,
            catalogue_name=self.catalogue.name,
            command=command,
            events=events,
        )
        self.add(opened)

    def add(self, payload: AnyPayload) -> None:
        """Records an entry."""
        match, version = self.match, self.match.version + 1
        at = START + 9_000_000 * version
        envelope = Envelope(match.id, version, f"{match.id}-{version}", at, at - 1_000_000, "kim")
        envelope = with_moment(match.game.turn_info(match.state), envelope)
        head = match.head if match.version else write_head(first_head(match.id))
        self.sealed.append(
            seal(Codecs().topic(match.game.name, payload), envelope, payload, head, salt=f"salt{version:012}")
        )
        match.apply(self.sealed[-1].entry)


def written(game: AnyGame) -> Iterator[Book]:
    """The hand-written matches that come with a game."""
    for file in sample_sheets(game):
        sheet = read_scoresheet(read_text(file))
        name = file.name.removesuffix(".scoresheet") if game.kits is not None else "written"
        book = Book(game, load_catalogue(game, sheet.catalogue), f"{game.name}-{name}")
        for command in game.for_catalogue(book.catalogue).open_table(sheet.setup(lambda name: load_deck(game, name))):
            book.act(command, decide(game, book.match.state, command).events)
        for line in sheet.lines:
            if not line.refused:
                state = book.match.state
                command = parse_command(line.text, game.commands, Names(state.catalogue, state.seats))
                book.act(command, decide(game, state, command).events)
        yield book


def simulated(game: AnyGame, seed: int) -> Book:
    """A simulated match, with a take-back, a note and an agreed end among its entries."""
    catalogue = load_catalogue(game)
    book = Book(game, catalogue, f"{game.name}-{seed}")
    played_by = walked(game)
    bots = list(simulation_of(played_by).bots)
    played = tuple(simulate(played_by, catalogue, seed, bots=(bots[seed % len(bots)],)))
    half = len(played) // 2
    for step in played[: half + 1]:
        book.act(step.command, step.events)
    book.add(TakenBack(to=half, reason="too fast"))
    for step in played[half:]:
        book.act(step.command, step.events)
    book.add(Annotated(about=half, event=1, text="the turning point", glyph="!?", bookmark=True))
    book.add(Concluded(outcome=Outcome((0,), "agreement"), note="shook hands"))
    record_revision(book)
    return book


def record_revision(book: Book) -> None:
    """Table events, corrections of each kind, and redo."""
    match, before = book.match, book.match.version
    last = match.actions[-1]
    strike: Edit[Command] = Edit(last.address, "strike")
    book.add(TableEvent(what="judge_called", author="kim", role="player", text="who goes first?"))
    for edits in (
        [strike],
        [Edit(last.address, "replace", last.command)],
        [Edit(last.address, "insert", last.command), strike],
        *([Edit[Command](action.address, "strike")] for action in match.actions[-2:0:-1]),
    ):
        try:
            proposal = preview_correction(
                match, edits, lambda line, state: decide(match.game, state, line, as_played=True), "slip"
            )
        except RuleViolation:
            continue
        if proposal.impossible:
            continue
        book.add(proposal.payload)
        book.add(Restored(to=before, reason="it was right"))
        if proposal.payload.following:
            return


def of_tests(game: AnyGame) -> Iterator[Sealed]:
    """The matches of the game's own tests."""
    steps: list[Step] = []

    def listening(played: Any, state: Any, command: Any, *, as_played: bool = False) -> Decision[Any, Any, Any]:
        decision = decide(played, state, command, as_played=as_played)
        if played.name == game.name:
            steps.append((state, command, decision.events))
        return decision

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tests.scenario, "decide", listening)
        folder = "games/" + game.name if game.kind == "game" else "domain/competition"
        pytest.main(
            ["-q", "--no-header", "-p", "no:cacheprovider", "-k", "not simulation", str(FOLDER.parent / folder)]
        )
    return (_alone(game, number, step) for number, step in enumerate(steps))


def _alone(game: AnyGame, number: int, step: Step) -> Sealed:
    """An act of some match, as its entry would be stored."""
    state, command, events = step
    name = f"{game.name}-test-{number}"
    envelope = with_moment(game.turn_info(state), Envelope(name, 2, f"{name}-2", START, by="kim"))
    payload: AnyPayload = ActionEntry(command=command, events=events)
    return seal(Codecs().topic(game.name), envelope, payload, write_head(first_head(name)), salt=f"salt{number:012}")


# --- adding --------------------------------------------------------------------------------------------------------------


def lacking(game: AnyGame, folder: Path = FOLDER) -> frozenset[str]:
    """The commands and events without a frozen entry. Raises NotationError, naming the line."""
    codecs, found = Codecs(), set[str]()
    for number, line in enumerate(golden_lines(game.name, folder), start=1):
        try:
            found.update(shown(codecs.decode(*read_golden(line))))
        except UNREADABLE as error:
            raise Unreadable(f"{game.name}.jsonl, line {number}: {error}; old entries need an upcaster") from error
    return wanted(game) - found


def smallest(candidates: Iterable[Sealed], missing: frozenset[str]) -> list[Sealed]:
    """Few and short entries that show what is missing, as far as the candidates do."""
    best: dict[str, Sealed] = {}
    for sealed in candidates:
        for what in missing.intersection(shown(sealed.entry)):
            if what not in best or len(sealed.state) < len(best[what].state):
                best[what] = sealed
    picked: list[Sealed] = []
    for what in sorted(best):
        if not any(what in shown(sealed.entry) for sealed in picked):
            picked.append(best[what])
    return picked


def add(game: AnyGame, candidates: Iterable[Sealed], folder: Path = FOLDER) -> frozenset[str]:
    """Appends entries for what is missing; what still is."""
    picked = smallest(candidates, lacking(game, folder))
    with (folder / f"{game.name}.jsonl").open("ab") as file:
        file.writelines(write_golden(sealed.topic, sealed.state) for sealed in picked)
    return lacking(game, folder)


def add_match(book: Book, folder: Path = FOLDER) -> None:
    """Freezes a whole match."""
    name = f"{book.match.id}.match.jsonl"
    with tempfile.TemporaryDirectory() as scratch, MatchStore.open(f"{scratch}/store.db", create=True) as store:
        match = store.create(book.sealed[:1], book.catalogue)
        store.append(match, book.sealed[1:])
        data = export_match(store, book.match.id)
    (folder / "matches").mkdir(exist_ok=True)
    (folder / "matches" / name).write_bytes(data)
    with (folder / "matches.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(came_to(name, book.match)) + b"\n")


def freeze_store(name: str, folder: Path = FOLDER) -> Path:
    """Freezes a whole store of today's format that holds every frozen match, as a file that is never written again."""
    path = folder / "stores" / f"format-{FILE_FORMAT}{name}.db"
    if path.exists():
        raise FileExistsError(f"{path} is frozen")
    path.parent.mkdir(exist_ok=True)
    with MatchStore.open(str(path), create=True) as store:
        for ended in ended_matches(folder):
            import_match(store, (folder / "matches" / ended.file).read_bytes())
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode=DELETE")
    return path


def came_to(name: str, match: Match[GameState, Command, Event]) -> Ended:
    """The outcome of a match."""
    return Ended(name, match.version, match.head, digest_of(match.state), match.outcome)


def renew(game: AnyGame) -> frozenset[str]:
    """Freezes what a game has not frozen yet; what cannot be shown by any entry found."""
    by_length = sorted((simulated(game, seed) for seed in SEEDS), key=lambda book: book.match.version)
    books = [*written(game), *by_length]
    if not any(ended.file.startswith(f"{game.name}-") for ended in ended_matches()):
        for book in books[:2]:
            add_match(book)
    if add(game, [sealed for book in books for sealed in book.sealed]):
        return add(game, of_tests(game))
    return frozenset()


def main(names: Sequence[str]) -> int:
    """Renews all games, or those named."""
    missing = {name: renew(game) for name, game in installed_games().items() if not names or name in names}
    for name, left in missing.items():
        told = [f"{name}: {len(golden_lines(name))} entries", *(f"  none with {what}" for what in sorted(left))]
        sys.stdout.write("\n".join(told) + "\n")
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
