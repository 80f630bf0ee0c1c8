"""The command `winning`: each side's chance to win a match, turn by turn."""

from typing import TYPE_CHECKING, Final

import click

from domain.text import pluralize
from matchbook.cli.progress import progress
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from projections.win_model.logistic import Gate
    from service.analysis.win_chances import Rolling, Story, WinChance

_BAR: Final = 20
_MOST_WORLDS: Final = 10_000


@click.command("winning")
@click.argument("match")
@click.option(
    "--what-if", "at", metavar="ENTRY", help="Compare roll-outs from before this entry with roll-outs from after it."
)
@click.option("--simulate", "simulated", is_flag=True, help="Use roll-outs even if there are enough recorded matches.")
@click.option(
    "--worlds",
    type=click.IntRange(1, _MOST_WORLDS),
    default=40,
    show_default=True,
    help="Number of worlds (possible hidden cards) in a roll-out.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of roll-outs; the same seed gives the same worlds."
)
@click.option("--bot", default="", help="Bot of roll-outs (default: the one that plays to win).")
@as_json_or_text
@click.pass_obj
def winning_command(
    session: Session, match: str, at: str | None, simulated: bool, worlds: int, seed: int, bot: str, as_json: bool
) -> None:
    """Show each side's chance to win MATCH after each turn, its turning points and its excitement.

    A model learns the chances from finished matches of the game in the store, from public information: gauges, counts,
    the player to act. They are shown after every turn if the model passes a test on held-out matches; its quality is
    printed. Otherwise bots play roll-outs from about sixteen turns; the output says so.

    \b
    matchbook winning 7kq2
    matchbook winning 7kq2 --simulate --worlds 100 --seed 5
    matchbook winning 7kq2 --what-if 31
    """
    from service.addresses import entry_number
    from service.analysis.win_chances import Rolling, expect_match, what_if

    rolling = Rolling(worlds, seed, bot)
    history = session.history(match)
    expect_match(history.match)
    if at is not None:
        pair = what_if(history.match, entry_number(at, history.match.id), rolling)
        _print_what_if(history.match, pair, as_json=as_json)
        return
    story = _told(session, history.match, rolling, simulated=simulated)
    if as_json:
        print_json(story)
        return
    _print_story(story)


def _told(session: Session, match: "AnyMatch", rolling: "Rolling", *, simulated: bool) -> "Story":
    from service.analysis.win_chances import told_by_matches, told_by_worlds

    gate: Gate | None = None
    why: tuple[str, ...] = ()
    if not simulated:
        learnt = session.analytics.learnt(match.id)
        gate, why = learnt.gate, learnt.gate.problems
        story = told_by_matches(match, learnt.weights, gate) if not why else None
        if story is not None:
            return story
        why = why or ("it needs two sides with comparable positions",)
    with progress("turns played on", None) as advance:
        return told_by_worlds(match, rolling, advance, gate=gate, why=why)


def _print_story(story: "Story") -> None:
    from service.analysis.win_chances import percent_text

    rows = [
        (
            f"{one.round}/{one.turn}" if one.round else one.turn,
            one.address,
            *(percent_text(one, side) for side in range(len(story.sides))),
            "█" * round(one.chances[0] * _BAR) + "·" * (_BAR - round(one.chances[0] * _BAR)),
        )
        for one in story.moments
    ]
    print_table(("turn", "after", *story.sides, story.sides[0]), rows)
    click.echo()
    for one in story.turning:
        before, after = one.before.chances[one.side], one.after.chances[one.side]
        click.echo(
            f"turned by {one.after.address}: {story.sides[one.side]} {100 * before:.0f} % to {100 * after:.0f} %"
        )
    if not story.turning:
        click.echo("no turn moved a chance by 10 points or more")
    click.echo(f"excitement  {story.excitement:.3f} (mean change of a turn)")
    click.echo(f"tension     {story.tension:.3f} (1: open throughout)")
    if story.comeback is not None:
        click.echo(f"comeback    {story.comeback:.1f} (1 / the winner's least chance)")
    for line in _source(story):
        say(line)


def _source(story: "Story") -> list[str]:
    """Describe the source of the chances, and their accuracy."""
    if story.source == "matches" and (gate := story.gate) is not None:
        held = f"Brier score {gate.brier:.3f} (base rate {gate.base:.3f}), calibration error {gate.calibration:.3f}"
        return [f"learnt from {pluralize(gate.matches, 'match', 'matches')}; on held-out matches: {held}"]
    worlds = sum(one.worlds for one in story.moments)
    lines = [f"simulated: {pluralize(worlds, 'world')} played on by the bot {story.bot}; 95 % intervals in brackets"]
    if unplayed := sum(one.unplayed for one in story.moments):
        lines.append(f"{pluralize(unplayed, 'world')} more did not end")
    return [*lines, *(f"recorded matches are not used: {why}" for why in story.why)]


def _print_what_if(match: "AnyMatch", pair: "tuple[WinChance, WinChance]", *, as_json: bool) -> None:
    from service.analysis.win_chances import percent_text, players_of

    if as_json:
        print_json({"before": pair[0], "after": pair[1]})
        return
    sides = players_of(match)
    rows = [(one.address, one.worlds, *(percent_text(one, side) for side in range(len(sides)))) for one in pair]
    print_table(("after", "worlds", *sides), rows)
    say("simulated, both from the same seed; 95 % intervals in brackets")
