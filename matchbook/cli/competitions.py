"""The commands of `series`, `tournament` and `league`."""

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, BinaryIO

import click

from domain.fields import field_of
from domain.game import Command, tag_of
from domain.names import fold_name
from domain.notation import Names
from domain.registry import load_game
from domain.text import first_of
from matchbook.cli.options import as_catalogue, as_decks, as_options, as_tags, as_title
from matchbook.cli.session import Session, as_json_or_text, on_damaged, print_json, print_table, say
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from service.competitions.results import SyncedResult
    from service.recording.match_service import Receipt


@click.group("series")
def series_command() -> None:
    """Run a series, such as best of three, between the same sides."""


@click.group("tournament")
def tournament_command() -> None:
    """Run a tournament: brackets, round robins and Swiss rounds."""


@click.group("league")
def league_command() -> None:
    """Run a league over several seasons, with or without keepers."""


def _everywhere(command: click.Command) -> click.Command:
    """Add a command to the three groups, whose names replace the word "competition" in its help."""
    for group in (series_command, tournament_command, league_command):
        own = copy(command)
        own.help = (command.help or "").replace("competition", str(group.name))
        group.add_command(own)
    return command


of_competition = click.argument("competition", metavar="COMPETITION")


@_everywhere
@click.command("new")
@click.option("--game", default="", metavar="GAME", help="The game, or a kit.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player; repeat it for each.")
@click.option("--players", "listed", type=click.File("rb"), metavar="FILE", help="A file with a name on each line.")
@as_options
@as_catalogue
@as_title
@as_tags
@as_json_or_text
@click.pass_obj
def new_command(
    session: Session,
    game: str,
    players: tuple[str, ...],
    listed: BinaryIO | None,
    options: dict[str, str],
    catalogue: str | None,
    title: str,
    tags: tuple[str, ...],
    as_json: bool,
) -> None:
    """Open a competition and print its id."""
    from service.competitions.results import opening_of_competition
    from service.resources import read_stream, text_of

    if listed:
        names = text_of(read_stream(listed, listed.name), listed.name).split("\n")
        players += tuple(name.strip() for name in names if name.strip())
    if not players:
        raise UsageProblem("give --player once for each player, or --players FILE")
    group = click.get_current_context().parent
    assert group is not None
    kind = str(group.command.name)
    opening = opening_of_competition(kind, game, players, options, catalogue=catalogue, title=title, tags=tags)
    competition = session.new_app.open_match(opening)
    if as_json:
        print_json({"contest": competition.id, "kind": kind, "version": competition.version})
    else:
        click.echo(competition.id)
        say(f"{competition.game.title}: {first_of([seat.name for seat in competition.state.seats])}")


@_everywhere
@click.command("record")
@of_competition
@click.argument("match")
@click.option(
    "--winner", "winners", multiple=True, metavar="NAME", help="A winner of a match that is not in the store."
)
@click.option("--drawn", is_flag=True, help="That match was drawn.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player of that match; repeat it for each.")
@click.option("--first-out", metavar="NAME", help="With three sides: the player who was out first.")
@click.option("--as-played", is_flag=True, help="Record it although it breaks a rule; it stays flagged.")
@on_damaged
@as_json_or_text
@click.pass_obj
def record_command(
    session: Session,
    competition: str,
    match: str,
    winners: tuple[str, ...],
    drawn: bool,
    players: tuple[str, ...],
    first_out: str | None,
    as_played: bool,
    as_json: bool,
) -> None:
    """Record the result of MATCH: from the store, or as given."""
    from service.competitions.results import Competitions

    competitions, competition_id = Competitions(session.app), session.match_id(competition)
    if winners and drawn:
        raise UsageProblem("give --winner or --drawn, not both")
    if winners or drawn:
        found = competitions.competition(competition_id)
        fields = {"match": match, **_result(Names(None, found.state.seats), winners, players, first_out)}
        receipt = competitions.act(found, "record_result", fields, as_played=as_played)
    else:
        receipt = competitions.record_result(competition_id, session.match_id(match), as_played=as_played)
    print_entry(receipt, as_json=as_json)


def _result(
    names: Names, winners: tuple[str, ...], players: tuple[str, ...], first_out: str | None
) -> dict[str, object]:
    """Return the fields for a match outside the store."""
    return {
        "winners": [names.seat(name) for name in winners],
        "players": [names.seat(name) for name in players],
        "first_out": names.seat(first_out) if first_out else None,
    }


@_everywhere
@click.command("show")
@of_competition
@as_json_or_text
@click.pass_obj
def show_command(session: Session, competition: str, as_json: bool) -> None:
    """Show the current state."""
    from domain.seats import JUDGE
    from service.competitions.results import Competitions
    from service.reading.drawing import pictured
    from service.reading.styled_text import plain

    found = Competitions(session.app).competition(session.match_id(competition))
    session.warn_of(found.id)
    if as_json:
        board = found.game.board(found.state, JUDGE)
        print_json({"contest": found.id, "version": found.version, "board": board})
    else:
        click.echo(plain(pictured(found.game, found.state, JUDGE, 100)))


@_everywhere
@click.command("standings")
@of_competition
@click.option("--season", type=int, metavar="N", help="Only season N of a league.")
@as_json_or_text
@click.pass_obj
def standings_command(session: Session, competition: str, season: int | None, as_json: bool) -> None:
    """Show the standings, best first.

    Tie-breaks of a tournament: BH (Buchholz) is the points of all opponents together. SB (Sonneborn-Berger) is the
    points of beaten opponents, and half of those drawn with. H2H (head to head) is points from matches between players
    with equal points. OMW and OGW are the mean shares of points that the opponents won in matches and in games; GW is the
    player's own share in games."""
    from service.competitions.results import Competitions

    found = Competitions(session.app).competition(session.match_id(competition))
    session.warn_of(found.id)
    header, rows = _table(found, season)
    if as_json:
        print_json([dict(zip(header, row, strict=True)) for row in rows])
    else:
        print_table([name.replace("_", " ") for name in header], rows)


def _table(found: "AnyMatch", season: int | None) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the standings of a competition or season: names of the columns, and rows, best first."""
    from domain.competition.tournament import further_columns
    from domain.competition.tournament.state import State as Tournament
    from service.competitions.results import standings_of

    lines, seats = standings_of(found, season), found.state.seats
    further = further_columns(found.state) if isinstance(found.state, Tournament) else {}
    names = sorted({name for line in lines for name, _ in line.counts})
    rows: list[tuple[object, ...]] = [
        (
            place, seats[line.player].name, line.games, line.wins, line.losses, line.draws, line.points,
            *(dict(line.counts).get(name, 0) for name in names),
            *(column.get(line.player, "") for column in further.values()),
        )
        for place, line in enumerate(lines, start=1)
    ]  # fmt: skip
    known = ("place", "player", "games", "wins", "losses", "draws", "points")
    return (*known, *names, *(name or "status" for name in further)), rows


@_everywhere
@click.command("sync")
@of_competition
@on_damaged
@as_json_or_text
@click.pass_obj
def sync_command(session: Session, competition: str, as_json: bool) -> ExitCode:
    """Update the results from the matches."""
    from service.competitions.results import Competitions

    synced = Competitions(session.app).sync(session.match_id(competition))
    return print_synced(synced, as_json=as_json)


def print_synced(synced: "tuple[SyncedResult, ...]", *, as_json: bool = False) -> ExitCode:
    """Print the outcome for each result; return the exit code for findings if one was refused."""
    if as_json:
        print_json(synced)
    else:
        print_table(("match", "result", ""), [(one.match, one.done, one.text) for one in synced])
    return ExitCode.FINDINGS if any(one.done == "refused" for one in synced) else ExitCode.FINE


@_everywhere
@click.command("open")
@of_competition
@click.argument("players", nargs=-1)
@as_options
@as_decks
@as_catalogue
@as_json_or_text
@click.pass_obj
def open_command(
    session: Session,
    competition: str,
    players: tuple[str, ...],
    options: dict[str, str],
    decks: dict[int, str],
    catalogue: str | None,
    as_json: bool,
) -> None:
    """Open the next match and print its id."""
    from service.competitions.fixtures import FixtureSettings, next_match
    from service.competitions.results import Competitions

    wishes = FixtureSettings(players=players, options=options, decks=decks, catalogue=catalogue)
    match = session.app.open_match(next_match(Competitions(session.app), session.match_id(competition), wishes))
    if as_json:
        print_json({"match": match.id, "version": match.version, "game": match.game.name})
    else:
        click.echo(match.id)
        title = match.opened.title if match.opened else ""
        say(f"{match.game.title}, {title}: {' · '.join(seat.name for seat in match.state.seats)}")


def print_entry(receipt: "Receipt", *, as_json: bool = False) -> None:
    """Print the recorded entry in the judge's view."""
    from domain.seats import JUDGE
    from service.reading.log import receipt_lines

    if as_json:
        print_json({"contest": receipt.match, "version": receipt.version, "entry": receipt.entry})
        return
    for line in receipt_lines(receipt.match_after, receipt.entry, JUDGE):
        click.echo(line)


def act(session: Session, competition: str, tag: str, fields: Callable[[Names], dict[str, object]]) -> None:
    """Record one command of a competition. `fields` returns its values, given the competition's names."""
    from service.competitions.results import Competitions, pairs_unseeded
    from service.recording.match_service import names_of

    competitions, competition_id = Competitions(session.app), session.match_id(competition)
    found = competitions.competition(competition_id)
    receipt = competitions.act(found, tag, fields(names_of(found)))
    if pairs_unseeded(found.state, receipt.match_after.state):
        say_unseeded(competition_id)
    print_entry(receipt)


def say_unseeded(tournament: str) -> None:
    """Say that a first round was paired without seeds, and how to seed."""
    say(
        "note: no seeds, so players are paired in the order in which they were entered; "
        f"'matchbook tournament seed {tournament}' before the first round seeds them"
    )


@tournament_command.command("seed")
@click.argument("tournament")
@click.argument("players", nargs=-1)
@click.option("--drawn", is_flag=True, help="Draw lots.")
@click.option("--league", metavar="LEAGUE", help="Seed by the current standings of this league.")
@on_damaged
@click.pass_obj
def seed_command(session: Session, tournament: str, players: tuple[str, ...], drawn: bool, league: str | None) -> None:
    """Seed TOURNAMENT: PLAYERS with the best first, by lot, or from a league's standings."""
    from service.competitions.results import Competitions, drawn_order

    if bool(players) + drawn + bool(league) != 1:
        raise UsageProblem("give all players, best first, or --drawn, or --league LEAGUE")
    ranks = Competitions(session.app).ranks(session.match_id(league)) if league else players

    def fields(names: Names) -> dict[str, object]:
        if drawn:
            return {"order": drawn_order(len(names.seats)), "source": "drawn"}
        known = {fold_name(seat.name) for seat in names.seats}
        order = [names.seat(name) for name in ranks if not league or fold_name(name) in known]
        return {"order": order, "source": "ranks" if league else "given"}

    act(session, tournament, "seed_players", fields)


@tournament_command.command("pair")
@click.argument("tournament")
@click.argument("players", nargs=-1)
@on_damaged
@click.pass_obj
def pair_command(session: Session, tournament: str, players: tuple[str, ...]) -> None:
    """Pair the next round of a Swiss tournament: players with equal scores who have not met; or PLAYERS, the first
    against the second, the third against the fourth …; an odd last player gets the bye."""
    from domain.competition.tournament.commands import next_round
    from domain.competition.tournament.state import State

    state = session.app.match(session.match_id(tournament)).state
    best = next_round(state).players if isinstance(state, State) and not players else ()
    act(session, tournament, "pair_round", lambda names: {"players": [names.seat(name) for name in players] or best})


def add_act(group: click.Group, name: str, tag: str, arguments: tuple[str, ...], says: str) -> None:
    """Add a command to the group that records one command of the competition, with its fields as arguments."""

    kind = str(group.name)

    @on_damaged
    @click.pass_obj
    def run(session: Session, /, **given: str) -> None:
        wanted = next(command for command in load_game(kind).commands if tag_of(command) == tag)
        act(
            session,
            given.pop(kind),
            tag,
            lambda names: {one: _meant(wanted, one, text, names) for one, text in given.items()},
        )

    for argument in (*reversed(arguments), kind):
        run = click.argument(argument)(run)
    group.command(name, help=says)(run)


def _meant(command: type[Command], name: str, text: str, names: Names) -> int | str:
    field = field_of(command, name)
    kind = field.kinds[0].kind if field is not None else "text"
    return names.seat(text) if kind == "seat" else names.card(text) if kind == "card" else text


add_act(
    tournament_command, "draw", "draw_bracket", (), "Draw the bracket, or round robin, of TOURNAMENT from its seeds."
)
add_act(
    tournament_command, "drop", "drop_player", ("player",), "PLAYER leaves a Swiss tournament and is no longer paired."
)
add_act(tournament_command, "enter", "enter_player", ("name",), "NAME enters a Swiss tournament late, or returns.")
