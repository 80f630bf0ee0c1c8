"""Options shared by commands that open matches and competitions."""

from collections.abc import Iterable

import click

from service.errors import UsageProblem


def pairs(given: Iterable[str], what: str) -> dict[str, str]:
    """Parse NAME=VALUE words; `what` names them in errors. Raises UsageProblem."""
    found = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise UsageProblem(f"{what} {word!r}: write it as NAME=VALUE")
        if name in found:
            raise UsageProblem(f"{what} {name} is given twice")
        found[name] = value
    return found


def seat_pairs(given: tuple[str, ...], flag: str) -> dict[int, str]:
    """Parse `SEAT=VALUE` pairs into values by seat, from 0. Raises UsageProblem, which names the flag."""
    found = {}
    for seat, value in pairs(given, flag).items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the seat is a number from 1")
        if flag == "--side" and not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the side is a number from 1")
        found[int(seat) - 1] = value
    return found


as_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=lambda _, __, given: pairs(given, "--option"),
    help="An option of the match or competition; 'matchbook games --json' lists those of games.",
)
as_decks = click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="SEAT=DECK",
    callback=lambda _, __, given: seat_pairs(given, "--deck"),
    help="A seat's deck: its size, a sample deck or a file.",
)
as_catalogue = click.option(
    "--catalogue", metavar="NAME|FILE", help="The card definitions (default: the game's sample catalogue)."
)
as_title = click.option("--title", default="", help="Title of the match or competition.")
as_tags = click.option("--tag", "tags", multiple=True, help="A tag to find it by.")
