"""Shared resources of the subcommands: store and analytics of this call (opened on first use), and printing."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar, cast

import click
import msgspec

from domain.judging import RULING_ROLES
from domain.payload import Role
from domain.text import sanitize
from service import settings
from service.addresses import POSITION_MARK
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from domain.replay import AnyHistory
    from projections.analytics import Analytics
    from projections.projector import Progress
    from service.reading.match_list import OpenAnalytics
    from service.recording.match_service import MatchService
    from service.recording.recording_service import RecordingService
    from storage.records import AnyEntry

F = TypeVar("F", bound=Callable[..., object])
_PASSWORD: Final = re.compile(r"(://[^/@:]*:)[^/@]*@")
_LEFT_OUT: Final = r"\1PASSWORD@"
_UNBOUNDED = 10_000
"""Columns of a table that goes into a file or another program."""


def command_with(store: str | None) -> str:
    """Return the beginning of a command that asks this store (`None`: the usual one), with its password left out."""
    return "matchbook" if store is None else f"matchbook --store {quote(_PASSWORD.sub(_LEFT_OUT, store))}"


class Session:
    """The resources of one call of the command line."""

    def __init__(self, store: str | None, by: str | None) -> None:
        self._store = store
        self._by = by
        self._on_damaged = ""
        self.official, self.role = "", ""
        """Return the official who orders the entries of this call, and the role; empty if not required."""
        self._app: MatchService | None = None
        self._looked_at: list[AnyHistory] = []
        self._shown = ExitStack()

    @cached_property
    def url(self) -> str:
        """The store's URL."""
        return settings.store_url(self._store)

    @property
    def command(self) -> str:
        """The command that asks the same store, for advice: `--store` is in it if it was given, a password in it is not."""
        return command_with(self._store)

    @property
    def app(self) -> "MatchService":
        """The match service of the store, which must exist. Raises the store's errors."""
        return self._open(create=False)

    @property
    def new_app(self) -> "MatchService":
        """The match service of the store, which is created with its first entry, so that a refused one leaves no file.
        Raises the store's errors."""
        return self._open(create=True)

    def begin_store(self) -> None:
        """Create a missing store immediately, even if recording fails later."""
        store = self._open(create=True).store
        if store.maintenance.lazy_create:
            store.maintenance.make()

    def _open(self, *, create: bool) -> "MatchService":
        if self._app is None:
            from service.recording.match_service import MatchService
            from storage.store import MatchStore

            store = MatchStore.open(self.url, create=create, lazy_create=create)
            if self._by and store.recorder.by not in ("", self._by):
                store.close()
                raise UsageProblem(f"--by: a server records entries under the name of the token, {store.recorder.by}")
            self._app = MatchService(
                store, recorder=self._by, on_damaged=self._on_damaged, stored=_standing_checkpoints()
            )
        return self._app

    @cached_property
    def analytics(self) -> "Analytics":
        """The analytics of the store; slow updates show their progress."""
        from matchbook.cli.progress import CatchingUp

        shown = CatchingUp()
        self._shown.callback(shown.close)
        return self._analytics(shown)

    def ask_dataset(self, folder: Path) -> None:
        """Answer questions from a dataset from now on. Raises UsageProblem for other folders."""
        from service.simulation.shards import dataset_asked

        self.__dict__["analytics"] = self._shown.enter_context(dataset_asked(folder))

    @cached_property
    def open_analytics(self) -> "OpenAnalytics":
        """Opens the analytics for programs that show the progress of updates themselves."""
        from service.reading.match_list import opened_once

        return opened_once(lambda: self._analytics(None))

    def _analytics(self, progress: "Progress | None") -> "Analytics":
        from projections.analytics import Analytics

        store = self.app.store  # refuse an invalid address before looking for the analytics beside it
        path, beside = settings.analytics_path(self.url)
        return Analytics(path, store, beside=beside, progress=progress)

    @property
    def recording(self) -> "RecordingService":
        """The recording service of the terminal program."""
        from service.recording.recording_service import RecordingService

        return RecordingService(self.app, self.open_analytics)

    def recording_as(self, name: str) -> "MatchService":
        """Return a match service of the same store for another recorder."""
        from service.recording.match_service import MatchService

        return MatchService(self.app.store, recorder=name or self.app.by, stored=_standing_checkpoints())

    def accept_damage(self, reason: str) -> None:
        """Record entries on broken chains from now on, with the reason."""
        self._on_damaged = reason

    @property
    def ordered(self) -> "Ordered":
        """The official and role given in this call."""
        return {"official": self.official or (self.app.by if self.role else ""), "role": cast("Role", self.role)}

    def warn_of(self, match_id: str, upto: int | None = None) -> bool:
        """Warn if the hash chain of a match is broken (up to an entry); return True if so."""
        trouble = self.app.chain_problem(match_id, upto)
        if trouble:
            say(f"matchbook: warning: {trouble}")
        return bool(trouble)

    def use_store(self, url: str) -> None:
        """Use another store and its analytics from now on."""
        self.close()
        self._store = url
        self.__dict__.pop("url", None)
        for name in ("analytics", "open_analytics"):
            self.__dict__.pop(name, None)

    def match_id(self, prefix: str) -> str:
        """Return the id of the match that a prefix or an address means."""
        return self.app.store.resolve_id(prefix.partition("/")[0])

    def whole_match(self, prefix: str) -> str:
        """Return the match that a prefix means, for commands that act on its end. Raises UsageProblem for an entry."""
        if "/" in prefix:
            raise UsageProblem(f"{prefix}: name the match without an entry; 'matchbook takeback' goes back to an entry")
        return self.match_id(prefix)

    def history(self, name: str) -> "AnyHistory":
        """Return a match to show, as far as it can be read, or the match of a position code."""
        if name.startswith(POSITION_MARK):
            from service.exchange.position_codes import open_position

            opened = open_position(name)
            return opened.app.history(opened.match)
        return self.showing(self.app.history(self.match_id(name)))

    def showing(self, history: "AnyHistory") -> "AnyHistory":
        """Note a shown match, whose damage is reported at the end of the command. Warn of a broken chain now."""
        self._looked_at.append(history)
        self.warn_of(history.match.id, history.match.version)
        return history

    def tell_damage(self) -> bool:
        """Report the damage of shown matches; return True if there is any."""
        found = dict.fromkeys(history.damage for history in self._looked_at if history.damage)
        for damage in found:
            say(f"matchbook: error: {damage}")
        return bool(found)

    def close(self) -> None:
        """Close everything that was opened."""
        self._shown.close()
        if self._app is not None:
            self._app.close()
            self._app = None


def _standing_checkpoints() -> "Callable[[AnyMatch, Sequence[AnyEntry]], None] | None":
    """Return the writer of automatic checkpoints, if MATCHBOOK_CHECKPOINTS names a folder."""
    folder = settings.checkpoints_folder()
    if folder is None:
        return None
    from service.witnessing.checkpoints import CheckpointWriter
    from service.witnessing.keys import KeyRing

    return CheckpointWriter(
        folder, KeyRing(settings.keys_folder()), settings.venue(), lambda text: say(f"matchbook: warning: {text}")
    )


as_json_or_text = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
"""Option of commands that print data."""

as_viewpoint = click.option(
    "--as", "viewpoint", default="judge", show_default=True, metavar="VIEWPOINT", help="judge, spectator or a player."
)
"""Option of commands that show the view of a viewpoint."""


def former_option(name: str, present: str) -> Callable[[F], F]:
    """Refuse the former spelling of an option with one line that names the present one."""

    def refuse(ctx: click.Context, _: click.Parameter, given: str | None) -> None:
        if given is not None:
            ctx.fail(f"{name} is now {present}")

    own = f"former_{name.strip('-').replace('-', '_')}"  # the present option may have the former name
    return click.option(name, own, hidden=True, expose_value=False, callback=refuse, is_eager=True)


def as_reading(function: F) -> F:
    """Add the option of commands that show the past of a match."""
    return former_option("--reading", "--view, with recorded or corrected")(
        click.option(
            "--view",
            "reading",
            type=click.Choice(["corrected", "recorded"]),
            default="corrected",
            show_default=True,
            help="corrected: the current state, including corrections; recorded: the original entries.",
        )(function)
    )


def _ask_dataset(ctx: click.Context, _: click.Parameter, folder: Path | None) -> None:
    session = ctx.find_object(Session)
    if folder is not None and session is not None:
        session.ask_dataset(folder)


def of_dataset(function: F) -> F:
    """Add the option of commands that ask questions about all matches."""
    return former_option("--lake", "--dataset")(
        click.option(
            "--dataset",
            type=click.Path(path_type=Path),
            metavar="FOLDER",
            expose_value=False,
            callback=_ask_dataset,
            help="Ask about the simulated matches of a dataset instead of the store.",
        )(function)
    )


def _accept_damage(ctx: click.Context, _: click.Parameter, reason: str | None) -> None:
    if reason is None:
        return
    if not reason.strip():
        raise click.BadParameter("give a reason; it goes into the record")
    session = ctx.find_object(Session)
    assert session is not None
    session.accept_damage(reason.strip())


on_damaged = click.option(
    "--on-damaged",
    metavar="REASON",
    expose_value=False,
    is_eager=True,  # refuses a blank reason before a file is opened
    callback=_accept_damage,
    help="Record although the hash chain of the match is broken; the entry notes the first broken entry and REASON.",
)
"""Option of commands that record on a match."""


class Ordered(TypedDict):
    """Return the official who orders a correction; empty if not required."""

    official: str
    role: Role | Literal[""]


def _keep(context: click.Context, option: click.Parameter, value: str | None) -> None:
    setattr(context.obj, str(option.name), value or "")


def by_official(command: F) -> F:
    """Add the options of commands that may affect officials' entries."""
    words = "The official who orders it; needed if it affects an official's entry (default: the recorder)."
    name = click.option("--official", metavar="NAME", expose_value=False, callback=_keep, help=words)
    role = click.option(
        "--role",
        type=click.Choice(RULING_ROLES),
        expose_value=False,
        callback=_keep,
        help="The official's role (default: as `official` named them, or judge).",
    )
    return name(role(command))


class ExistingPath(click.Path):
    """A path of a file or folder that exists. Raises MissingFile, so that the exit code is that of all missing
    files."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # typed as in click
        if not Path(value).exists():
            from service.resources import MissingFile

            raise MissingFile(f"{value}: no such {'file' if self.file_okay else 'folder'}")
        return super().convert(value, param, ctx)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Add the file name to errors of match files and proofs. Raises UsageProblem, NoteRejected, NoteForged."""
    from storage.errors import ImportRejected, NoteForged, NoteRejected

    try:
        yield
    except (NoteForged, NoteRejected) as error:
        raise type(error)(f"{file}: {error}") from error
    except ImportRejected as error:
        raise UsageProblem(f"{file}: {'not a match file; ' if error.line == 1 else ''}{error}") from error


def is_terminal() -> bool:
    """True on a terminal that can move its cursor, so that a screen program can run."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def told_damage(*found: str) -> int:
    """Report the damage of shown matches; return the exit code."""
    damage = [one for one in found if one]
    for one in damage:
        say(f"matchbook: warning: {one}")
    return ExitCode.DAMAGED if damage else ExitCode.FINE


def print_json(data: object) -> None:
    """Print one JSON value on standard output."""
    encoder = msgspec.json.Encoder(order="deterministic", decimal_format="number")
    click.echo(msgspec.json.format(encoder.encode(data), indent=2))


def print_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print an aligned table, numbers to the right. In a file or pipe, its lines are not wrapped."""
    from matchbook.cli.tables import table_lines

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNBOUNDED
    for line in table_lines(header, rows, width):
        click.echo(line)


def say(text: str) -> None:
    """Print a message on standard error, without control characters."""
    click.echo(sanitize(text, lines=True), err=True)
