"""The commands `new`, `take`, `record`, `annotate` and `conclude`."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import click

from domain.entries import action_parts
from domain.seats import JUDGE
from domain.syntax import NotationError, quoted, split_line
from domain.text import pluralize
from matchbook.cli.duplicates import LEAST, ask_about_duplicates
from matchbook.cli.options import as_catalogue, as_decks, as_options, as_tags, as_title, seat_pairs
from matchbook.cli.session import Session, as_json_or_text, is_terminal, on_damaged, print_json, say
from service.clock import parse_time
from service.errors import ExitCode, UsageProblem
from service.kits import checked_text, meant_game
from service.resources import read_sheet_file, read_stream, text_of
from service.typing.printed_log import read_sheet
from service.typing.scoresheet import Scoresheet

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from service.recording.match_service import Receipt
    from storage.records import AnyEntry


_BRACKETED: Final = re.compile(r"[\[({]|[a-z_]+\(")


def _read_time(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    try:
        return None if text is None else parse_time(text)
    except ValueError as error:
        raise UsageProblem(f"--when: {error}") from error


_when = click.option(
    "--when",
    "happened_at",
    metavar="TIME",
    callback=_read_time,
    help="When it happened at the table: 2026-03-14T15:09:26, local time unless it names a zone (…26Z, …26+02:00).",
)


@click.command("new")
@click.argument("game", required=False)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player; repeat it for each, in seat order.")
@click.option("--side", "sides", multiple=True, metavar="SEAT=SIDE", help="The side of a seat (1, 2 …).")
@as_decks
@as_options
@as_catalogue
@click.option(
    "--sheet",
    type=click.Path(path_type=Path),
    help="Open the match with a scoresheet or a sample, and record its lines; with GAME, also with a printed log.",
)
@as_title
@as_tags
@click.option(
    "--strictness",
    type=click.Choice(["strict", "warn", "log"]),
    default="strict",
    show_default=True,
    help="Treatment of illegal actions: refuse them, flag them with a warning, or only flag them.",
)
@click.option(
    "--pseudonyms",
    is_flag=True,
    help="Store the players' names outside the record ('matchbook names').",
)
@_when
@as_json_or_text
@click.pass_obj
def new_command(
    session: Session,
    game: str | None,
    players: tuple[str, ...],
    sides: tuple[str, ...],
    decks: dict[int, str],
    options: dict[str, str],
    catalogue: str | None,
    sheet: Path | None,
    title: str,
    tags: tuple[str, ...],
    strictness: str,
    pseudonyms: bool,
    happened_at: int | None,
    as_json: bool,
) -> None:
    """Open a match of GAME and print its id.

    For a match entered afterwards, --when gives its start time. To measure its length, give --when for its other entries, too."""
    from service.recording.opening import opening_notes, opening_of

    given = read_sheet(read_sheet_file(sheet)) if sheet else Scoresheet(())
    if not (chosen := game or given.game):
        raise UsageProblem("name a game: 'matchbook games' lists them")
    loaded, catalogue = meant_game(chosen, catalogue or given.catalogue)
    flags = Scoresheet(
        (),
        players=players,
        sides={seat: int(side) - 1 for seat, side in seat_pairs(sides, "--side").items()},
        decks=decks,
        options=options,
        catalogue=catalogue,
        title=title,
        tags=tags,
    )
    opening = opening_of(loaded, given, flags, strictness, pseudonyms=pseudonyms)
    match = session.new_app.open_match(opening, given.lines, happened_at=happened_at)
    _print_opened(match, as_json=as_json)
    for note in (*opening_notes(loaded, opening.catalogue), *given.left_out):
        say(f"note: {note}")
    if len(match.line) >= LEAST:
        ask_about_duplicates(session, {match.id}, silent=as_json)
    _warn(match, session.app.store.entries(match.id))


def _print_opened(match: "AnyMatch", *, as_json: bool) -> None:
    if as_json:
        print_json({"match": match.id, "version": match.version, "game": match.game.name})
        return
    click.echo(match.id)
    players = " · ".join(seat.name for seat in match.state.seats)
    say(f"{match.game.title}: {players}, {pluralize(match.version, 'entry', 'entries')}")


@click.command("take", context_settings={"ignore_unknown_options": True})
@click.argument("match")
@click.argument("command", nargs=-1, required=True)
@click.option("--as-played", is_flag=True, help="Record it although it breaks a rule; it stays flagged.")
@click.option("--reason", default="", help="Why it is recorded as played.")
@click.option("--at", "at_version", type=int, metavar="VERSION", help="Refuse unless the match is at this version.")
@_when
@click.option("--command-id", metavar="ID", help="An id; a request sent twice with it is stored once.")
@on_damaged
@as_json_or_text
@click.pass_obj
def take_command(
    session: Session,
    match: str,
    command: tuple[str, ...],
    as_played: bool,
    reason: str,
    at_version: int | None,
    happened_at: int | None,
    command_id: str | None,
    as_json: bool,
) -> None:
    """Record one action of MATCH, written as COMMAND.

    \b
    matchbook take 7kq2 play_student nia
    matchbook take 7kq2 play_robot krabby nia,pax offensive
    """
    match_id = session.whole_match(match)
    receipt = session.app.take(
        match_id,
        typed_line(command),
        at_version=at_version,
        as_played=as_played,
        unattended=True,
        reason=reason,
        happened_at=happened_at,
        command_id=command_id,
    )
    _print_taken(session, receipt, as_json=as_json)
    if not as_played:
        _warn(receipt.match_after, (receipt.entry,))


def _print_taken(session: Session, receipt: "Receipt", *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "match": receipt.match,
                "version": receipt.version,
                "repeated": receipt.repeated,
                "violations": receipt.violations,
                "entry": receipt.entry,
            }
        )
        return
    print_receipt(session, receipt)
    if receipt.repeated:
        say("recorded before under this command id; not stored again")
        return
    command, _, violations = action_parts(receipt.entry.payload)
    if command is not None and not violations:
        said = checked_text(receipt.match_after.game, receipt.match_after.state.catalogue, command.word)
        if said:
            say(said)


def _warn(match: "AnyMatch", entries: "Sequence[AnyEntry]") -> None:
    """In a match that warns, report flagged violations; return the exit code for scripts."""
    flagged = [(entry.address, found) for entry in entries if (found := action_parts(entry.payload)[2])]
    if not flagged or match.strictness != "warn":
        return
    for address, violations in flagged:
        say(f"matchbook: warning: {address}: {'; '.join(map(str, violations))}; recorded as played, it stays flagged")
    raise click.exceptions.Exit(ExitCode.FINDINGS)


def typed_line(words: tuple[str, ...]) -> str:
    """Join shell words to one line of notation; quote words again that are not a single value, because they were
    quoted."""
    if len(words) == 1:
        return words[0]
    return " ".join(_requoted(word) for word in words)


def _requoted(word: str) -> str:
    key, equals, value = word.partition("=")
    name, text = (f"{key}=", value) if equals and key.isidentifier() else ("", word)
    return word if _is_value(text) else name + quoted(text)


def _is_value(text: str) -> bool:
    """True if a word parses as one value. Text that begins like a list or a call counts as one, so that its errors are
    reported."""
    if _BRACKETED.match(text):
        return True
    try:
        return len(split_line(f"take {text}")[1]) == 1
    except NotationError:
        return False


def print_receipt(session: Session, receipt: "Receipt") -> None:
    from service.reading.log import receipt_lines

    for line in receipt_lines(receipt.match_after, receipt.entry, JUDGE):
        click.echo(line)
    _say_head(session, receipt.match_after, receipt.entry)


def print_receipts(session: Session, receipts: "tuple[Receipt, ...]", *, as_json: bool) -> None:
    if as_json:
        print_json([receipt.entry for receipt in receipts])
        return
    for receipt in receipts:
        print_receipt(session, receipt)


def _say_head(session: Session, match: "AnyMatch", entry: "AnyEntry | None" = None) -> None:
    """Print the head hash for a result slip, after an entry or the last one; warn if the chain is broken."""
    from storage.errors import broken_text

    if broken := session.app.store.broken_from(match):
        say(f"matchbook: warning: {broken_text(match.id, broken)}")
    else:
        version, head = (entry.envelope.version, entry.head) if entry else (match.version, match.head)
        say(f"head of {match.id}/{version}: {head}")


@click.command("record")
@click.argument("match", required=False)
@click.option("--from", "source", type=click.File("rb"), metavar="FILE|-", help="Lines to record.")
@click.option("--as-played", is_flag=True, help="Record lines although they break rules; they stay flagged.")
@on_damaged
@_when
@as_json_or_text
@click.pass_obj
def record_command(
    session: Session,
    match: str | None,
    source: BinaryIO | None,
    as_played: bool,
    happened_at: int | None,
    as_json: bool,
) -> None:
    """Record MATCH live in the terminal (without MATCH, choose from the list); or record many actions from a file
    atomically: notation or JSON lines."""
    if source is None:
        if happened_at is not None:
            raise UsageProblem("--when needs --from: live recording uses the current time")
        _record_live(session, match)
        return
    if match is None:
        raise UsageProblem("--from needs a match: 'matchbook matches' lists them")
    sheet = read_sheet(text_of(read_stream(source, source.name), source.name))
    if sheet.players or sheet.game:
        raise UsageProblem("this sheet opens a match of its own: use 'matchbook new --sheet FILE'")
    match_id = session.whole_match(match)
    made = session.app.play_lines(match_id, sheet.lines, as_played=as_played, happened_at=happened_at)
    stands = session.app.match(match_id)
    if as_json:
        print_json({"match": match_id, "recorded": len(made), "version": stands.version})
    else:
        say(f"{pluralize(len(made), 'entry', 'entries')} recorded; the match is at entry {stands.version}")
    for note in sheet.left_out:
        say(f"note: {note}")
    _say_head(session, stands)
    if not as_played:
        _warn(stands, tuple(receipt.entry for receipt in made))


def _record_live(session: Session, match: str | None) -> None:
    if not is_terminal():
        raise UsageProblem("without a terminal, give the lines with --from FILE, or --from - for standard input")
    from replay_tui.app import MatchbookApp, run

    if match is None:
        session.begin_store()
        run(
            partial(
                MatchbookApp, session.app, session.open_analytics, recording_service=session.recording, recording=True
            )
        )
        return
    match_id = session.match_id(match)
    run(
        partial(
            MatchbookApp,
            session.app,
            session.open_analytics,
            recording_service=session.recording,
            live=session.recording.history(match_id),
        )
    )
    _say_head(session, session.app.match(match_id))


@click.command("annotate")
@click.argument("address", metavar="MATCH/ENTRY[.EVENT]")
@click.argument("text", default="")
@click.option(
    "--glyph", type=click.Choice(["!", "?", "!!", "??", "!?", "?!"]), default=None, help="A sign, as in chess."
)
@click.option("--bookmark", is_flag=True, help="Set a bookmark on the entry.")
@on_damaged
@click.pass_obj
def annotate_command(session: Session, address: str, text: str, glyph: str | None, bookmark: bool) -> None:
    """Add a note to an entry. Notes never change the state."""
    from domain.entries import Annotated
    from domain.payload import Glyph
    from service.addresses import parse_address

    prefix, version, event = parse_address(address)
    if version is None:
        raise UsageProblem(f"{address}: which entry? Write it as MATCH/ENTRY")
    match_id = session.match_id(prefix)
    note = Annotated(about=version, event=event, text=text, glyph=cast("Glyph", glyph or ""), bookmark=bookmark)
    receipt = session.app.annotate(match_id, note)
    print_receipt(session, receipt)


@click.command("conclude")
@click.argument("match")
@click.option("--winner", "winners", multiple=True, metavar="NAME", help="A winner; repeat it for each.")
@click.option("--drawn", is_flag=True, help="The match is a draw.")
@click.option("--note", default="", help="What was agreed.")
@click.option("--yes", is_flag=True, help="Do not ask before a match ends without a winner.")
@on_damaged
@click.pass_obj
def conclude_command(session: Session, match: str, winners: tuple[str, ...], drawn: bool, note: str, yes: bool) -> None:
    """Record a result of MATCH that the players agreed on, outside the game's rules.

    Without --winner and --drawn, the match is abandoned without a winner; this asks first, or requires --yes."""
    from service.recording.match_service import names_of

    match_id = session.whole_match(match)
    names = names_of(session.app.match(match_id))
    if not (winners or drawn or yes or (is_terminal() and click.confirm("End the match without a winner?", err=True))):
        raise UsageProblem("give --winner or --drawn; --yes ends the match without a winner")
    receipt = session.app.conclude(match_id, [names.seat(w) for w in winners], drawn=drawn, note=note)
    print_receipt(session, receipt)
