"""The command `matches`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast, get_args

import click

from domain.text import pluralize
from matchbook.cli.duplicates import tell_duplicates
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say
from projections.answers import SortKey, Status
from service.clock import format_time

if TYPE_CHECKING:
    from projections.answers import MatchRow

_TOLD: Final = 3
"""Most damaged matches that are named one by one."""


@click.command("matches")
@click.option("--game", help="Only matches of this game, or of this kit.")
@click.option("--player", help="Only matches of this player.")
@click.option("--status", type=click.Choice(get_args(Status)))
@click.option("--tag", help="Only matches with this tag.")
@click.option(
    "--find",
    "text",
    default="",
    metavar="TEXT",
    help="Words of title, players, id or tags, and filters as in the match list: 'ada kind:match result:won violations:>0'.",
)
@click.option("--sort", type=click.Choice(get_args(SortKey)), default="updated", show_default=True)
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@as_json_or_text
@click.pass_obj
def matches_command(
    session: Session,
    game: str | None,
    player: str | None,
    status: str | None,
    tag: str | None,
    text: str,
    sort: str,
    limit: int,
    as_json: bool,
) -> None:
    """List the recorded matches, the latest first."""
    from msgspec.structs import replace

    from projections.answers import MatchQuery
    from service.analysis.views import read_query

    order = MatchQuery(sort=cast("SortKey", sort), descending=sort not in ("title", "game"), limit=limit)
    if game is not None:
        text = f"{text} game:{game}"  # raises for an unknown game, as the filters of --find do
    given = {"player": player, "status": status, "tag": tag}
    query = read_query(text, order, lambda: _played_kits(session)).having(
        **{name: value for name, value in given.items() if value is not None}
    )
    count, listed = session.analytics.listing(query)
    damage = session.analytics.damage([row.id for row in listed])
    rows = tuple(replace(row, damage=damage.get(row.id, "")) for row in listed)
    if len(rows) < count:
        say(f"{len(rows):,} of {pluralize(count, 'match', 'matches')}; --limit {count} lists them all")
    _tell_damage(rows)
    for fault in session.analytics.defects():
        say(fault)
    if as_json:
        print_json(rows)
        return
    if not rows:
        say("no matches" if not any((game, player, status, tag, text)) else "no match fits")
        return
    _print_matches(rows)
    tell_duplicates(rows)


def _tell_damage(rows: "Sequence[MatchRow]") -> None:
    """Report the listed matches that are damaged."""
    found = [row for row in rows if row.damage]
    for row in found[:_TOLD]:
        say(f"{row.id} is {row.damage}; `matchbook audit {row.id}` shows more")
    if len(found) > _TOLD:
        say(f"{pluralize(len(found) - _TOLD, 'more damaged match', 'more damaged matches')}: `matchbook verify --all`")


def _played_kits(session: Session) -> tuple[str, ...]:
    """Return the kits of the matches in the store; empty if there is no store."""
    from storage.errors import StoreNotFound

    try:
        return session.analytics.kits()
    except StoreNotFound:
        return ()


def _print_matches(rows: "Sequence[MatchRow]") -> None:
    from service.reading.log import what_if_text

    print_table(
        ("match", "game", "kind", "players", "title", "entries", "last turn", "status", "won by", "!", "updated"),
        [
            (
                row.id,
                row.kit or row.game,
                row.kind,
                " · ".join(row.players),
                " · ".join(filter(None, (what_if_text(row.forked_from), row.title))),
                row.entries,
                row.turn,
                "damaged" if row.damage else row.status,
                "draw" if row.drawn else ", ".join(row.winners),
                row.violations or None,
                format_time(row.updated_at)[:16],
            )
            for row in rows
        ],
    )
