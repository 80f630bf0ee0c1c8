"""`simulate stats sql project`."""

from typing import TYPE_CHECKING

import click

from domain.game import load_game
from service.cli.progress import progress
from service.cli.session import Session, print_json, print_table, say
from service.errors import UsageProblem
from service.resources import load_catalogue
from service.scope import pairs

if TYPE_CHECKING:
    from projections.answers import Answer, AsOf
    from projections.questions import Value
    from service.simulations import Summary

_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.command("simulate")
@click.argument("game")
@click.option(
    "-n", "count", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many matches."
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first; the next ones follow."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A match option.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Who plays a seat; the last repeats.")
@click.option("--catalogue", metavar="NAME|FILE", help="The card definitions (default: the game's sample catalogue).")
@click.option("--record", is_flag=True, help="Record the matches in the store, tagged 'simulated'.")
@_json
@click.pass_obj
def simulate_command(
    session: Session,
    game: str,
    count: int,
    seed: int,
    options: tuple[str, ...],
    bots: tuple[str, ...],
    catalogue: str | None,
    record: bool,
    as_json: bool,
) -> None:
    """Let bots play matches of GAME. The same seed gives the same matches."""
    from service.simulations import Plan, Tally, run_plan

    loaded = load_game(game)
    strangers = [bot for bot in bots if bot not in loaded.bots]
    if strangers:
        raise UsageProblem(f"no bot {strangers[0]!r} for {game}; there are {', '.join(loaded.bots)}")
    plan = Plan(game=game, matches=count, seed=seed, options=pairs(options, "--option"), bots=bots)
    cards = load_catalogue(loaded, catalogue)
    app = session.new_app if record else None
    tally = Tally(loaded)
    with progress(f"simulating {game}", count) as advance:
        for simulated in run_plan(loaded, cards, plan, app):
            tally.add(simulated)
            advance()
    summary = tally.summary()
    if as_json:
        print_json(summary)
        return
    _print_summary(summary)


def _print_summary(summary: "Summary") -> None:
    print_table(
        ("matches", "actions", "events", "wins by seat", "draws", "ended by", "actions/s"),
        [
            (
                summary.matches,
                summary.actions,
                summary.events,
                " ".join(
                    str(n) for n in summary.wins[: 1 + max((i for i, n in enumerate(summary.wins) if n), default=1)]
                ),
                summary.draws,
                ", ".join(f"{reason} {n}" for reason, n in summary.reasons.items()),
                round(summary.actions_per_second),
            )
        ],
    )


@click.command("stats")
@click.argument("question", required=False)
@click.argument("parameters", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--game", help="Only matches of this game.")
@click.option(
    "--explain", "explained", is_flag=True, help="What the numbers mean, with formula, parameters and known bias."
)
@_json
@click.pass_obj
def stats_command(
    session: Session,
    question: str | None,
    parameters: tuple[str, ...],
    game: str | None,
    explained: bool,
    as_json: bool,
) -> None:
    """Ask a QUESTION about the recorded matches; without one, list the questions.

    \b
    matchbook stats first-player --game frc_card_game
    matchbook stats cards least=10 since=2026-01-01
    """
    from projections.questions import explain, questions

    if question is None:
        listed = list(questions().values())
        if as_json:
            print_json([{"name": q.name, "title": q.title, "meaning": q.meaning} for q in listed])
        else:
            print_table(("question", "what it tells"), [(q.name, q.title) for q in listed])
    elif explained:
        click.echo(explain(question))
    else:
        chosen: dict[str, Value] = dict(pairs(parameters, "a parameter"))
        if game is not None:
            load_game(game)  # a misspelt game is an error and not an empty answer
            chosen["game"] = game
        _print_answer(session.analytics.ask(question, chosen), as_json=as_json)


def _print_answer(answer: "Answer", *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    print_table(answer.columns, answer.rows)
    for note in answer.notes:
        say(note)
    say(_coverage(answer.as_of))


def _coverage(as_of: "AsOf") -> str:
    """`as of entry 412 of 412`, and what is missing."""
    missing = f"; {as_of.damaged} damaged entries left out" if as_of.damaged else ""
    return f"as of entry {as_of.position} of {as_of.head}{missing}"


@click.command("sql")
@click.argument("query")
@_json
@click.pass_obj
def sql_command(session: Session, query: str, as_json: bool) -> None:
    """Ask in SQL. Read-only, without access to files or the network; docs/sql_schema.md describes the tables."""
    _print_answer(session.analytics.sql(query), as_json=as_json)


@click.command("project")
@click.option("--rebuild", is_flag=True, help="Make the analytics anew from the store.")
@_json
@click.pass_obj
def project_command(session: Session, rebuild: bool, as_json: bool) -> None:
    """Bring the analytics up to date with the store."""
    total = session.app.store.head_position()
    with progress("rebuilding" if rebuild else "projecting", total) as advance:
        done = 0

        def reached(position: int, _: int) -> None:
            nonlocal done
            advance(position - done)
            done = position

        as_of = session.analytics.rebuild(reached) if rebuild else session.analytics.catch_up(reached)
    if as_json:
        print_json(as_of)
    else:
        say(_coverage(as_of))
