"""Import and export in the file formats of a game (`Game.formats`): whole archives, match by match."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from domain.cards import CardRecord, Catalogue
from domain.codecs import ExportedMatch, FileFormat, ImportedMatch
from domain.decision import RuleViolation
from domain.entries import Annotated, Concluded, action_parts
from domain.game import AnyGame, Command, Event
from domain.match import AnyMatch
from domain.notation import NotationError
from domain.outcome import Outcome
from domain.registry import installed_games
from domain.replay import AnyHistory
from domain.seats import GameState
from domain.text import sanitize, suggestion
from service.clock import id_of
from service.errors import LineRefused, UsageProblem
from service.exchange.earlier_imports import EarlierMatches
from service.exchange.import_report import ImportedViolation, MatchImport
from service.kits import kit_file, kit_files, kits_game
from service.reading.record_acts import outcome_text
from service.recording.entry_batch import EntryBatch, Opening
from service.recording.match_service import MatchService
from service.resources import MAX_MATCH_BYTES, load_catalogue, read_bytes, read_text
from service.typing.scoresheet import ScoresheetLine
from storage.errors import Conflict

_LONGEST_TITLE: Final = 200
_TABLES: Final[Mapping[str, Literal["csv", "json"]]] = {
    "csv": "csv", "tsv": "csv", "jsonl": "json", "ndjson": "json", "json": "json",
}  # fmt: skip
"""File extensions of move lists, which every kit can read."""
_PLUGINS: Final = {"pgn": ("matchbook-chess", "chess")}
"""File extension -> the plug-in that reads such files, to suggest if it is not installed, and its kit."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """How a file of another program is read: game, card definitions, format, and the name of a kit."""

    game: AnyGame
    catalogue: Catalogue[CardRecord]
    format: FileFormat[GameState, Command, Event]
    kit: str = ""

    def version_of(self, catalogue: Catalogue[CardRecord]) -> str:
        """Return a version of the kit in words; empty for a game without kits."""
        if self.game.kits is None:
            return ""
        return f"{self.kit} version {self.game.kits.facts(catalogue).version}, digest {catalogue.digest[:12]}"


def source_of(game: AnyGame, form: str) -> FileReading:
    """The reading of files in a format of a game."""
    return FileReading(game, load_catalogue(game), game.formats[form])


def kit_source(path: Path, kit: str, form: str = "", columns: Mapping[str, str] = MappingProxyType({})) -> FileReading:
    """The reading of a file as matches of a kit: by a format that the kit declares, else as a list of moves.

    Raises UsageProblem for a format that the kit lacks and columns that the file lacks; CatalogueError, UnreadableFile.
    """
    game, part = kits_game()
    file = kit_file(kit)
    catalogue, formats = _kit_formats_of(read_text(file), file.name)
    wanted = form or path.suffix.removeprefix(".").lower()
    name = part.facts(catalogue).name
    if wanted in formats and not columns:
        return FileReading(game, catalogue, formats[wanted], name)
    if wanted not in _TABLES:
        known = ", ".join(dict.fromkeys((*formats, *_TABLES)))
        raise UsageProblem(f"{path}: the kit {name} reads {known}; name one of them with --format")
    try:
        table = part.table(catalogue, read_bytes(path, MAX_MATCH_BYTES), _TABLES[wanted], columns)
    except ValueError as error:
        raise UsageProblem(f"{path}: {error}") from None
    return FileReading(game, catalogue, table, name)


@lru_cache(maxsize=8)
def _kit_formats_of(
    text: str, name: str
) -> tuple[Catalogue[CardRecord], Mapping[str, FileFormat[GameState, Command, Event]]]:
    """Return the cards and the formats of a kit's file, read once for the many files of an archive. Raises CatalogueError."""
    game, part = kits_game()
    return game.cards.read(text, name), part.formats(text, name)


def form_of(path: Path, form: str = "") -> FileReading | None:
    """Return the reading of a file: by its ending, or the one named by `form`. `None`: a match file.

    Raises UsageProblem for a format of no game, or of several.
    """
    wanted = form or path.suffix.removeprefix(".").lower()
    if wanted in ("", "jsonl", "match"):
        return None
    found = [game for game in installed_games().values() if wanted in game.formats]
    if len(found) > 1:
        raise UsageProblem(
            f"{wanted} is a form of {' and of '.join(game.name for game in found)}: uninstall one of them"
        )
    if not found and wanted in _PLUGINS:
        plugin, kit = _PLUGINS[wanted]
        raise UsageProblem(
            f"{path}: no installed game reads {wanted}; install the plug-in {plugin}, or import with --as {kit}"
        )
    if not found and wanted in _TABLES and not form:
        raise UsageProblem(f"{path}: name the kit of its moves: matchbook import {path} --as KIT")
    if not found and form:
        known = sorted({name for game in installed_games().values() for name in game.formats})
        raise UsageProblem(f"no installed game reads {form!r}{suggestion(form, known) or _there_are(known)}")
    return source_of(found[0], wanted) if found else None


def _there_are(known: Sequence[str]) -> str:
    return f"; there are match, {', '.join(known)}" if known else "; it has only match files"


def adopt(
    app: MatchService,
    path: Path,
    source: FileReading,
    *,
    dry_run: bool = False,
    earlier: EarlierMatches | None = None,
    again: bool = False,
) -> Iterator[MatchImport]:
    """Record the matches of a file, each atomically; matches in the store are left unchanged. `dry_run`: only
    report what would be recorded.

    `earlier`: stored matches; a corrected version of one of them is refused. `again`: a match that the store has with another
    version of the kit is recorded once more. Illegal actions are recorded as they were played. Raises UnreadableFile, the errors
    of the store.
    """
    none = True
    for foreign in source.format.read(read_bytes(path, MAX_MATCH_BYTES)):
        none = False
        with _few_collections():
            if foreign.fault:
                adopted = MatchImport(str(path), foreign.line, remarks=foreign.remarks, fault=foreign.fault)
            else:
                adopted = _adopted(app, str(path), source, foreign, dry_run=dry_run, earlier=earlier, again=again)
        yield adopted
    if none:
        yield MatchImport(str(path), 1, fault=f"no match in it, read as {source.format.title}")


@contextmanager
def _few_collections() -> Iterator[None]:
    """Let Python collect cyclic garbage only between matches. Matches do not leave any, and collections take a tenth of an
    import."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _adopted(
    app: MatchService,
    file: str,
    source: FileReading,
    foreign: ImportedMatch[Command],
    *,
    dry_run: bool,
    earlier: EarlierMatches | None,
    again: bool,
) -> MatchImport:
    match_id, held = _stored_as(app, source, foreign, again=again)
    try:
        batch, opened, remarks = _decided(app, source, foreign, match_id)
    except LineRefused as error:
        return MatchImport(file, error.number, fault=f"{error.cause} ({error.text})")
    except (RuleViolation, NotationError, UsageProblem, ValueError) as error:
        return MatchImport(file, foreign.line, fault=str(error))
    if held is None and earlier is not None and (found := earlier.find(batch, source.kit, foreign)):
        if found.fault:
            changed = found.match, found.changes
            return MatchImport(
                file, foreign.line, remarks=remarks, fault=found.fault, earlier=changed[0], changes=changed[1]
            )
        held = app.match(found.match)
    if held is None and not dry_run:
        try:
            batch.store_unread()
        except Conflict:  # another program has just stored it
            held = app.match(match_id)
    if held is not None:
        then = _kit_then(source, held)
        return MatchImport(file, foreign.line, held.id, held.version, 0, 0, foreign.left_out, remarks, kit_then=then)
    broken, new = tuple(_broken(batch, foreign, opened)), batch.version
    return MatchImport(file, foreign.line, match_id, new, new, len(broken), foreign.left_out, remarks, broken=broken)


def _decided(
    app: MatchService, source: FileReading, foreign: ImportedMatch[Command], match_id: str
) -> tuple[EntryBatch, int, tuple[str, ...]]:
    """Return the entries of a match, the number of those that open it, and remarks. Raises LineRefused and the errors of a
    command."""
    opening = Opening(
        game=source.game.name,
        catalogue=source.catalogue,
        strictness="log",
        title=sanitize(foreign.title)[:_LONGEST_TITLE],
        tags=tuple(dict.fromkeys(sanitize(tag) for tag in foreign.tags)),
    )
    batch = app.new_batch(opening, match_id=match_id, happened_at=foreign.happened_at)
    for command in foreign.opening or source.game.for_catalogue(source.catalogue).open_table(foreign.setup):
        batch.act(command)
    return batch, batch.version, (*foreign.remarks, *_play(batch, foreign, source.format.title))


def _stored_as(
    app: MatchService, source: FileReading, foreign: ImportedMatch[Command], *, again: bool
) -> tuple[str, AnyMatch | None]:
    """Return the id that a match of a file has by its text, and the stored match of this id. `again`: one that was recorded with
    another version of the kit does not count, and the id differs from its id."""
    space = f"{source.game.name}:{source.kit}" if source.kit else source.game.name
    for name in (space, f"{space}@{source.catalogue.digest}") if again else (space,):
        match_id = id_of(sha256(f"{name}\n{foreign.text}".encode(errors="surrogatepass")).digest())
        held = app.match(match_id) if app.store.recorder.last_version(match_id) else None
        if held is None or not _kit_then(source, held):
            break
    return match_id, held


def _kit_then(source: FileReading, held: AnyMatch) -> str:
    """Return the version of the kit that a stored match keeps; empty if it is that of the import."""
    catalogue = held.state.catalogue
    return "" if catalogue == source.catalogue else source.version_of(catalogue)


def _broken(batch: EntryBatch, foreign: ImportedMatch[Command], opened: int) -> Iterator[ImportedViolation]:
    """Yield the violations of a batch whose opening ends with the entry `opened`."""
    lines = {opened + at: line for at, (line, _) in enumerate(foreign.lines, 1)}
    for entry in batch.entries:
        version = entry.envelope.version
        place = f"line {lines[version]}" if version in lines else f"{batch.match.id}/{version}"
        for one in action_parts(entry.payload)[2]:
            yield ImportedViolation(one.rule, one.text, place)


def _play(batch: EntryBatch, foreign: ImportedMatch[Command], title: str) -> Iterator[str]:
    """Record the actions, the end and the notes of a file in an opened match; yield remarks. Raises LineRefused and the errors
    of a command."""
    opened = batch.version
    times = foreign.times or repeat(None)
    for command, at in zip(foreign.commands, times, strict=False):
        batch.happened_at = foreign.happened_at if at is None else at
        batch.act(command)
    for (line, text), at in zip(foreign.lines, times, strict=False):
        batch.happened_at = foreign.happened_at if at is None else at
        batch.play_line(ScoresheetLine(line, text))
    batch.happened_at = foreign.happened_at
    yield from _concluded(batch, foreign.concluded, title)
    for note in foreign.notes:
        batch.add(Annotated(about=opened + note.after, text=sanitize(note.text), glyph=note.glyph))


def _concluded(batch: EntryBatch, outcome: Outcome | None, source: str) -> Iterator[str]:
    """Conclude the match with the file's result if the commands do not end it, with a note that the result is the file's and
    not confirmed by players. Yield a remark if the commands give another result."""
    played = batch.match.game.outcome(batch.state)
    if outcome is not None and played is None:
        batch.add(Concluded(outcome=outcome, note=f"as its file says ({source})"))
    elif (
        outcome is not None
        and played is not None
        and (outcome.winners, outcome.drawn) != (played.winners, played.drawn)
    ):
        seats = batch.state.seats
        yield f"its result is {outcome_text(outcome, seats)}, the play ends with {outcome_text(played, seats)}, which is recorded"


def written(history: AnyHistory, form: str) -> str:
    """Return a match in one of its game's formats. Raises UsageProblem for an unknown format, BrokenHistory if the record ends
    early."""
    match, game = history.match, history.match.game
    formats = {**game.formats, **_kit_formats(match)}
    if form not in formats:
        known = ("match", "html", "text", "svg", *formats)
        raise UsageProblem(f"--format {form}: a match of {game.title} is written as {', '.join(known)}")
    history.expect_whole()
    assert match.opened is not None, "a history begins with an opening"
    exported = ExportedMatch(
        title=match.opened.title,
        tags=match.opened.tags,
        state=match.state,
        actions=tuple((action.command, action.events) for action in match.actions),
        outcome=match.outcome,
    )
    try:
        return sanitize(formats[form].write(exported), lines=True)
    except ValueError as error:
        raise UsageProblem(f"--format {form} cannot hold this match: {error}") from error


def _kit_formats(match: AnyMatch) -> Mapping[str, FileFormat[GameState, Command, Event]]:
    """Return the formats of a match's kit, declared in the kit file of that name on this computer."""
    if match.game.kits is None:
        return {}
    file = kit_files().get(match.game.kits.facts(match.state.catalogue).name)
    return {} if file is None else match.game.kits.formats(read_text(file), file.name)
