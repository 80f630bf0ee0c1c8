"""The command `explore`: moves played from a position, and their results."""

import click

from matchbook.cli.analysis import print_answer
from matchbook.cli.filters import WithFilters, part_filters
from matchbook.cli.session import Session, as_json_or_text, as_viewpoint
from service.errors import UsageProblem
from service.kits import counted_game


@click.command("explore", cls=WithFilters)
@click.argument("game")
@click.argument("words", nargs=-1, metavar="[MOVE]... [FILTER]...")
@click.option(
    "--at", "address", metavar="MATCH[/ENTRY]", help="Start from the position after this entry, as corrected."
)
@click.option("--limit", type=click.IntRange(0), help="Rows at most (default: all).")
@as_viewpoint
@as_json_or_text
@click.pass_obj
def explore_command(
    session: Session,
    game: str,
    words: tuple[str, ...],
    address: str | None,
    limit: int | None,
    viewpoint: str,
    as_json: bool,
) -> None:
    """Show the moves played in matches of GAME from a position, how often, and the results of their players.

    The position is reached by the MOVEs, each as the table shows it or a prefix, from the start of the first turn. A
    position is the public part of the table, without hidden cards and seats. A is the player to act, B the next one.
    The first six turns are explored. Filters are those of `matchbook stats`: player, deck and side refer to the moving
    player.

    \b
    matchbook explore frc_card_game
    matchbook explore frc_tcg "play_robot comet15" end_turn least:2 since:2026-01-01
    matchbook explore frc_card_game --at 7kq2/12 player:Ada
    """
    from projections.filters import given_filters
    from projections.grammar import read_filters
    from service.analysis.opening_explorer import game_explored, read_explored

    name = game_explored(session.analytics, counted_game(game))
    moves, filters = part_filters(words)
    given = read_filters(" ".join(filters)) + given_filters({"limit": limit})
    key = _key_at(session, name.partition(":")[0], address) if address is not None else ""
    asked = read_explored(name, moves, given, key)
    print_answer(session.analytics.explore(asked, viewpoint=viewpoint), as_json=as_json, marked=True)


def _key_at(session: Session, game: str, address: str) -> str:
    """Return the position of a match after an entry, as corrected; by default the last one."""
    from domain.positions import position_of
    from service.addresses import find_frame, parse_address

    prefix, version, event = parse_address(address)
    history = session.history(prefix)
    if history.match.game.name != game:
        raise UsageProblem(f"--at {address}: a match of {history.match.game.name}, not of {game}")
    return position_of(history.match.game, find_frame(history, version, event, "corrected").state).key
