"""The `matchbook` command. Subcommands are imported only when they are used, so that help starts at once."""

import errno
import gc
import importlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import click

from domain.text import sanitize
from matchbook.cli.examples import with_examples
from matchbook.cli.output import harmless_output
from service.errors import ExitCode

if TYPE_CHECKING:
    from matchbook.cli.session import Session

_NUMBER: Final = re.compile(r"a valid integer(?: range)?")
TIDIED: Final = 10_000
"""New objects after which the garbage collector runs. Python's default of 700 costs a fifteenth of the start, because
loaded modules are scanned."""
_COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("demo", "Replay a sample match and summarise a few hundred simulated ones."),
    "tour": ("demo", "Tour eight screens of the terminal program, with explanations."),
    "new": ("recording", "Open a match."),
    "take": ("recording", "Record one action."),
    "record": ("recording", "Record a match live, or many actions from a file or standard input."),
    "undo": ("take_backs", "Take the last action back."),
    "takeback": ("take_backs", "Go back to an earlier entry, as the players agreed."),
    "redo": ("corrections", "Undo a take-back, or restore the record after any entry."),
    "correct": ("corrections", "Correct earlier entries, with a preview of the effects."),
    "table-event": (
        "corrections",
        "Record a table event: judge called, clock, extra time, statement, evidence.",
    ),
    "official": ("officials", "Record the people of a match, their roles, and the ties that they declare."),
    "dispute": ("officials", "Dispute an entry: claim that it is wrong."),
    "plan": ("disputes", "Show the steps for undoing play back to an error."),
    "ruling": ("officials", "Rule on a claim or appeal, with remedy and penalties."),
    "rewind": ("officials", "Undo play as an earlier ruling orders."),
    "penalise": ("officials", "Give a penalty by an earlier ruling."),
    "appeal": ("officials", "Appeal to the head judge against a ruling."),
    "withdraw": ("officials", "Withdraw a ruling, penalty or claim that was recorded by mistake."),
    "confirm": ("officials", "Confirm the result and the record, as a player."),
    "disputes": ("disputes", "List claims, rulings, penalties and appeals."),
    "merge": ("disputes", "Merge two scorekeepers' records of one match."),
    "report": ("disputes", "Write the report on a match: claims, rulings, boards, proof."),
    "ledger": ("disputes", "List penalties over all matches, with the next step."),
    "annotate": ("recording", "Add a note to an entry."),
    "conclude": ("recording", "End a match by agreement, outside the rulebook."),
    "matches": ("match_list", "List the recorded matches."),
    "show": ("views", "Show the board, now or after any entry, from any viewpoint."),
    "log": ("views", "Print the record of a match as text."),
    "fork": ("forks", "Branch a what-if off a match."),
    "compare": ("forks", "Compare a what-if with what happened."),
    "diff": ("views", "Show the changes between two entries of a match."),
    "replay": ("views", "Step through a match (as text without a terminal)."),
    "series": ("competitions", "Run a series, such as best of three, between the same sides."),
    "tournament": ("competitions", "Run a tournament: brackets, round robins and Swiss rounds."),
    "league": ("leagues", "Run a league over several seasons, with or without keepers."),
    "event-day": ("event_days", "Run an event with many tables: seats, clock, results and standings."),
    "games": ("games", "List the games."),
    "rules": ("games", "Look up rules."),
    "cards": ("games", "Check or list catalogues."),
    "decks": ("games", "Check deck lists."),
    "kits": ("kits", "List, check, read and write kits: tabletop games without code."),
    "new-game": ("new_game", "Write the package of a new game, to change step by step."),
    "explain": ("explanations", "Explain which rules a command passes and fails."),
    "drift": ("explanations", "Check stored matches under today's rules and cards."),
    "audit": ("audits", "Verify the chain and check every action again."),
    "verify": ("audits", "Verify that records are unaltered."),
    "doctor": ("audits", "Check the store, its settings and the analytics."),
    "init": ("audits", "Create a store, and grant rights to the account of a service."),
    "backup": ("backups", "Copy the store into a folder, with a manifest."),
    "restore": ("backups", "Create a store from a backup."),
    "names": ("names", "Manage player names that are kept out of the record."),
    "keys": ("proofs", "Manage the keys that sign and check checkpoints."),
    "checkpoint": ("proofs", "Sign the head of a match or store, for others to keep."),
    "slip": ("proofs", "Write the result slip, with the head hash for a player to keep."),
    "prove": ("proofs", "Write a proof of one entry, for someone who holds a head hash."),
    "export": ("exchange", "Write a match file."),
    "import": ("exchange", "Read match files."),
    "simulate": ("simulation", "Let bots play matches."),
    "dataset": ("simulation", "Compact a dataset of simulated matches."),
    "stats": ("analysis", "Ask a question about the recorded matches."),
    "metrics": ("metrics", "List and explain metrics, or write a page of them."),
    "find": ("entry_search", "Search all matches for what was done."),
    "explore": ("explorer", "Show the moves played from a position, their frequency and results."),
    "winning": ("win_chances", "Show each side's chance to win a match, turn by turn."),
    "sql": ("analysis", "Ask in SQL, read-only."),
    "serve": ("server", "Serve the store: live pages and recording over HTTP."),
    "tokens": ("server", "Manage access tokens for the server."),
    "looks": ("server", "List who looked at hidden information on the server."),
    "project": ("analysis", "Bring the analytics up to date, or rebuild them."),
}

_RENAMED: Final = {
    "contest": "dispute",
    "event": "table-event",
    "gathering": "event-day",
    "lake": "dataset",
    "rule": "ruling",
}
"""Former spelling of a command -> the present one."""
GROUPS: Final[dict[str, str]] = {
    "Scorekeeper": "demo tour games new take record undo takeback redo correct table-event annotate conclude matches show log "
    "replay diff fork compare",
    "Judge": "rules explain official dispute plan ruling rewind penalise appeal withdraw confirm disputes ledger merge report "
    "audit",
    "Analyst": "simulate dataset stats metrics find explore winning sql project",
    "Organiser": "series tournament league event-day slip",
    "Proofs and files": "verify checkpoint prove keys export import",
    "Programmer": "new-game drift",
    "Kit author": "kits cards decks",
    "Administrator": "init doctor backup restore serve tokens looks names",
}
"""Main users or subject, and the commands listed for them; each command is listed once."""
FIRST: Final = "demo tour record matches stats serve"
"""The commands that `matchbook` alone names. The whole list is longer than a screen."""


class _LazyGroup(click.Group):
    """A group whose subcommands live in modules that are imported on use."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _readers_may_leave():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _readers_may_leave():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"matchbook.cli.{_COMMANDS[cmd_name][0]}")
        command = cast("click.Command", getattr(module, f"{cmd_name.replace('-', '_')}_command"))
        return with_examples(command, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS:
            from domain.text import suggestion

            if args[0] in _RENAMED:
                ctx.fail(f"{args[0]!r} is now {_RENAMED[args[0]]!r}")
            near = suggestion(args[0], _COMMANDS) or "; 'matchbook --help' lists them"
            ctx.fail(f"no command {args[0]!r}{near}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        widest = max(map(len, _COMMANDS))
        for reader, names in GROUPS.items():
            with formatter.section(reader):
                formatter.write_dl([(name.ljust(widest), _COMMANDS[name][1]) for name in names.split()])


@contextmanager
def _readers_may_leave() -> Iterator[None]:
    """Stop quietly if the reader closes the output (`| head`)."""
    try:
        yield
    except BrokenPipeError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # otherwise Python would flush it again at exit
        raise click.exceptions.Exit(ExitCode.FINE) from error


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"matchbook {version('matchbook')}")
        ctx.exit()


def _start(ctx: click.Context) -> str:
    """Return what a new user can do first."""
    formatter = ctx.make_formatter()
    formatter.write_text("Record, replay and audit matches of tabletop games, and ask questions about them.")
    with formatter.section("Start here"):
        formatter.write_dl([(f"matchbook {name}", _COMMANDS[name][1]) for name in FIRST.split()])
    formatter.write_paragraph()
    formatter.write_text(
        f"`matchbook --help` lists all {len(_COMMANDS)} commands by job, `matchbook COMMAND --help` explains one."
    )
    return formatter.getvalue().rstrip()


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    no_args_is_help=False,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--store",
    metavar="URL",
    help="sqlite:///PATH, postgresql://USER@HOST/DATABASE or https://HOST/ (default: MATCHBOOK_STORE, else your data folder).",
)
@click.option("--by", metavar="NAME", help="Who records (default: MATCHBOOK_RECORDER, else your login name).")
@click.option(
    "--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Print the version."
)
@click.pass_context
def cli(ctx: click.Context, store: str | None, by: str | None) -> None:
    """Record, replay and audit matches of tabletop games, and ask questions about them.

    MATCH is a match id or its unique beginning. Data go to standard output, messages to standard error; --json prints
    data as JSON. Exit codes: 0 fine, 1 findings, 2 invalid input, 3 refused by a rule or not permitted, 4 conflict, 5
    not found, 6 damaged record, 7 store unavailable."""
    from matchbook.cli.session import Session, command_with

    if ctx.invoked_subcommand is None and store is None and by is None:
        click.echo(_start(ctx), err=True)
        ctx.exit(ExitCode.UNREADABLE)
    if ctx.invoked_subcommand is None:
        opens = f"`{command_with(store)} record` opens the terminal program"
        ctx.fail(f"name a command behind the options: {opens}, `matchbook --help` lists all commands")

    ctx.obj = Session(store, by)
    ctx.call_on_close(ctx.obj.close)


@cli.result_callback()
@click.pass_obj
def _shown_whole(session: "Session", /, code: object, **_: object) -> object:
    """Report matches that were shown although they are damaged; return the exit code."""
    return ExitCode.DAMAGED if session.tell_damage() else code


def main() -> None:
    """Run the command line; turn errors into one line and an exit code."""
    if sys.stdout is None:
        _fail(
            "standard output is closed, so the screen cannot be shown; redirect it to /dev/null instead",
            ExitCode.UNREADABLE,
        )
    gc.set_threshold(TIDIED)
    try:
        with harmless_output():
            code = cli.main(prog_name="matchbook", standalone_mode=False)
            with _readers_may_leave():
                sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        _fail("interrupted; what was recorded is safe", ExitCode.UNREADABLE)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(ExitCode.UNREADABLE)
    except click.ClickException as error:
        _fail(_told(error), ExitCode.UNREADABLE)
    except click.exceptions.Exit as left:
        sys.exit(left.exit_code)
    except Exception as error:
        from matchbook.cli.failures import explain, sources

        explained = explain(error)
        if explained is None and isinstance(error, OSError) and error.errno == errno.ENOSPC:
            os.dup2(
                os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
            )  # otherwise Python would flush it again at exit
            explained = f"the output is cut off: {error.strerror}; free some space and try again", ExitCode.UNAVAILABLE
        if explained is None:
            raise
        _fail(*explained, sources(error))
    else:
        sys.exit(code if isinstance(code, int) else ExitCode.FINE)


def _told(error: click.ClickException) -> str:
    """Return click's message in one line, with its technical words for arguments and numbers replaced."""
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        error.param_hint = f"'{error.param.human_readable_name}'"
    return _NUMBER.sub("a whole number", " ".join(error.format_message().split()))


def _fail(message: str, code: ExitCode, more: Iterable[str] = ()) -> None:
    click.echo(f"matchbook: error: {sanitize(message)}", err=True)
    for line in more:
        click.echo(f"  {line}", err=True)
    sys.exit(code)
