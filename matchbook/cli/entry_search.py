"""The command `find`: search all matches by actions."""

import click

from matchbook.cli.analysis import say_answered
from matchbook.cli.filters import WithFilters
from matchbook.cli.session import Session, as_json_or_text, as_viewpoint, print_json, print_table


@click.command("find", cls=WithFilters)
@click.argument("words", nargs=-1, required=True, metavar="SEARCH... [FILTER...]")
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="Most entries.")
@as_viewpoint
@as_json_or_text
@click.pass_obj
def find_command(session: Session, words: tuple[str, ...], limit: int, viewpoint: str, as_json: bool) -> None:
    """Find entries in all matches by their actions; each comes with the line that opens it.

    SEARCH is one text, quoted for the shell. Adjacent words describe one action: an action (a command, an event, or a
    card's fate: played, drawn, discarded), a card, a player, a moment. A card before the action does it, one after `on`
    is its target.

    \b
    krabby scored                 krabby scored on bulwark by Ada
    played before t4              before, after, in t4; between t2 and t5; r2t4 is turn 4 of round 2
    card:krabby phase:scoring     filters; also rule:CG-C02 points:<1000 lead:>=500 seat:1 action:score, -card:krabby
    game:frc_tcg since:2026-01    filters of matches hold for the whole search
    A and B, A or B, not A        of one entry; brackets group; and binds before or, or before then
    A then within 2 turns B       B, after A in the same match; within N turns is optional
    ever A, never A               all entries of matches in which A happened, or did not
    "then", 'Ada B'               quoted: literal names

    As a player or spectator, you find only what they may know: `drawn card:krabby --as Ada` are the draws of it that
    Ada knows of. `points` are those of the acting seat after the entry; `lead` is its lead over the best other side.
    Filters are those of
    `matchbook stats`.

    \b
    matchbook find 'krabby scored before t4 and rule:CG-C02'
    matchbook find 'robot_retired then within 2 turns student_played' game:frc_card_game since:2026-01-01
    matchbook find 'points:<1000 then ever result:won' --json
    """
    from projections.entry_search import read_searched
    from projections.grammar import line_of
    from service.analysis.found_entries import found_in

    searched = read_searched(line_of(words), {"limit": limit})
    answer = session.analytics.find(searched, viewpoint=viewpoint)
    found = list(found_in(answer, session.history, viewpoint))
    if as_json:
        print_json({"found": found, "total": answer.total, "n": answer.n, "notes": answer.notes, "as_of": answer.as_of})
        return
    print_table(("moment", "what happened", "to open it"), [(one.moment, one.sentence, one.replay) for one in found])
    say_answered(answer)
