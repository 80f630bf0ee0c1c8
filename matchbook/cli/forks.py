"""The commands `fork` and `compare`: what-ifs."""

import click

from domain.text import pluralize
from matchbook.cli.session import Session, as_json_or_text, as_viewpoint, on_damaged, print_json, print_table, say
from service.addresses import POSITION_MARK, find_frame, format_address, parse_address
from service.errors import UsageProblem
from service.exchange.position_codes import record_position
from service.reading.match_diff import Comparison, compare, step_text
from service.reading.viewpoints import parse_viewpoint
from service.recording.forks import Branch, fork, origin_of


@click.command("fork")
@click.argument("match", metavar="MATCH[/ENTRY]")
@click.option("--at", "at", type=int, metavar="N", help="Continue from entry N (default: the last).")
@click.option("--sample", "sampled", is_flag=True, help="Give unknown hand cards identities that the deck lists allow.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sampled cards.")
@click.option("--title", default="", help="Title of the what-if.")
@on_damaged
@as_json_or_text
@click.pass_obj
def fork_command(
    session: Session, match: str, at: int | None, sampled: bool, seed: int, title: str, as_json: bool
) -> None:
    """Branch a what-if off MATCH, or off a position code, and print its id. It is a separate match; statistics leave it
    out unless you include what-ifs."""
    if match.startswith(POSITION_MARK):
        click.echo(record_position(session.new_app, match, title=title))
        return
    match_id = session.match_id(match)
    _, version, event = parse_address(match)
    if event is not None:
        find_frame(session.app.history(match_id), version, event)  # raises if the event does not exist
    at = at if at is not None else version
    forked = fork(session.app, Branch(match=match_id, at=at, sample=sampled, seed=seed, title=title))
    if as_json:
        print_json(forked)
        return
    click.echo(forked.match)
    say(f"what-if of {forked.forked_from}, {pluralize(forked.version, 'entry', 'entries')}")
    if sampled:
        say(f"{pluralize(forked.sampled, 'card')} sampled" if forked.sampled else f"nothing sampled: {forked.remark}")


@click.command("compare")
@click.argument("match")
@click.argument("other", required=False)
@as_viewpoint
@as_json_or_text
@click.pass_obj
def compare_command(session: Session, match: str, other: str | None, viewpoint: str, as_json: bool) -> None:
    """Compare the what-if MATCH with its original (or with OTHER): the last common entry, and all differences after
    it."""
    what_if = session.history(match)
    origin = origin_of(what_if.match) if other is None else session.match_id(other)
    if origin is None:
        raise UsageProblem(f"{what_if.match.id} is not a what-if: name the match to compare it with")
    happened = session.history(origin)
    found = compare(happened, what_if, parse_viewpoint(viewpoint, what_if.match.state.seats))
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: Comparison) -> None:
    left = format_address(found.left, found.left_parting)
    right = format_address(found.right, found.right_parting)
    click.echo(f"{left} and {right} are the same ({pluralize(found.shared, 'action')}); then:")
    if not found.pairs:
        click.echo("both are unchanged since")
    else:
        print_table((found.left, found.right), [(step_text(p.left), step_text(p.right)) for p in found.pairs])
    click.echo()
    if found.differences:
        print_table(
            ("place", found.left, "entry", found.right, "entry"),
            [(d.place, d.left, d.left_version, d.right, d.right_version) for d in found.differences],
        )
    else:
        click.echo("the boards are the same")
