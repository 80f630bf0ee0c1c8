"""The commands of `metrics`: metrics, dimensions and filters of `stats`, and a page of charts."""

from pathlib import Path

import click

from matchbook.cli.delivery import as_forced, deliver
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table
from service.kits import counted_game, meant_game


@click.group("metrics")
def metrics_command() -> None:
    """List the words for `matchbook stats STATISTIC by DIMENSION FILTERS`."""


@metrics_command.command("list")
@click.option("--game", help="Only those for this game, or kit.")
@as_json_or_text
def list_metrics(game: str | None, as_json: bool) -> None:
    """List the metrics, then the dimensions by which they are split and narrowed."""
    from projections.filters import dimensions
    from projections.questions import described, metric_questions

    about = None if game is None else meant_game(game)[0].name
    listed = [metric for metric in metric_questions().values() if about is None or metric.game in ("", about)]
    if as_json:
        print_json([{"name": m.name, "title": m.title, **described(m)} for m in listed])
        return
    print_table(("metric", "meaning", "unit"), [(m.name, m.title, m.unit) for m in listed])
    click.echo()
    print_table(("dimension", "meaning"), [(d.name, d.meaning) for d in dimensions().values()])


@metrics_command.command("explain")
@click.argument("name")
@as_json_or_text
def explain_metric(name: str, as_json: bool) -> None:
    """Show formula, unit, interval, coverage and known bias of a metric."""
    from projections.questions import described, explain, find_question

    metric = find_question(name)
    if as_json:
        print_json({"name": metric.name, "title": metric.title, **described(metric)})
    else:
        click.echo(explain(metric), nl=False)


@metrics_command.command("report")
@click.option("--game", help="Only matches of this game, or of this kit.")
@click.option(
    "--where",
    "filters",
    multiple=True,
    metavar="NAME:VALUE",
    help="A filter, as in `matchbook stats`; repeat it for more.",
)
@click.option("--title", default="Statistics", show_default=True, help="Title of the page.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Output file (default: standard output)."
)
@as_forced
@click.pass_obj
def report(
    session: Session, game: str | None, filters: tuple[str, ...], title: str, output: Path | None, force: bool
) -> None:
    """Write a page with win rates, match-ups, cards and lengths of matches: plots with a table beside each, for a
    browser or on paper. It needs no network. The same matches give the same bytes.

    \b
    matchbook metrics report --game frc_card_game --where since:2026-01-01 --where -tag:test -o spring.html
    """
    from service.analysis.report import html_report

    counted = None if game is None else counted_game(game)
    deliver(html_report(session.analytics, title, counted, filters).encode(), output, force=force)
