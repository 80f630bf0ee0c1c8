"""`explore`: what was played from a position, and how it ended."""

from typing import TYPE_CHECKING

import click

from domain.registry import load_game
from matchbook.cli.analysis import print_answer
from matchbook.cli.filters import WithFilters, split_where
from matchbook.cli.session import Session, as_json_or_text, as_viewpoint
from service.errors import UsageProblem
from service.kits import counted_game

if TYPE_CHECKING:
    from domain.game import AnyGame


@click.command("explore", cls=WithFilters)
@click.argument("game")
@click.argument("words", nargs=-1, metavar="[MOVE]... [where NAME=VALUE...]")
@click.option("--at", "address", metavar="MATCH[/ENTRY]", help="Begin with the position after this entry, as ruled.")
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
    """What was played in matches of GAME from a position, how often, and how it ended for who played it.

    The position is that after the MOVEs, each as the table shows it or its beginning, from where the first turn begins. A position
    is what lies open: hidden cards do not count, nor who sits where. A is who is to act, B the next one. The first six turns are
    explored. Filters are those of `matchbook stats`: a player, deck or side is that of who makes the move.

    \b
    matchbook explore frc_card_game
    matchbook explore frc_tcg "play_robot comet15" end_turn where least=2 since=2026-01-01
    matchbook explore frc_card_game --at 7kq2/12 where player=Ada
    """
    from projections.explorer import read_explored

    name = session.analytics.named_game(counted_game(game))
    loaded = load_game(name.partition(":")[0])
    if loaded.kind == "contest":
        raise UsageProblem(f"{game} is a contest: explore the game that is played in it")
    if loaded.kits is not None and name == loaded.name:
        raise UsageProblem(
            f"{game} is played with kits: explore one of them, {game}:NAME; matchbook kits list names them"
        )
    moves, filters = split_where(words)
    key = _key_at(session, loaded, address) if address is not None else ""
    asked = read_explored(name, moves, filters, {"limit": limit}, key)
    print_answer(session.analytics.explore(asked, viewpoint=viewpoint), as_json=as_json, marked=True)


def _key_at(session: Session, game: "AnyGame", address: str) -> str:
    """The position of a match after an entry, as ruled; the last one where none is named."""
    from domain.exploring import position_of
    from service.addresses import find_frame, parse_address

    prefix, version, event = parse_address(address)
    history = session.history(session.match_id(prefix))
    if history.match.game.name != game.name:
        raise UsageProblem(f"--at {address}: a match of {history.match.game.name}, not of {game.name}")
    return position_of(history.match.game, find_frame(history, version, event, "ruled").state).key
