"""Options that are given as NAME=VALUE, as those of a new match: `--option lives=3`, `--deck 1=30`."""

from collections.abc import Iterable

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
    """`SEAT=VALUE` pairs by seat, from 0. Raises UsageProblem, naming the flag."""
    found = {}
    for seat, value in pairs(given, flag).items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the seat is a number from 1")
        if flag == "--side" and not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) > 0):
            raise UsageProblem(f"{flag} {seat}={value}: the side is a number from 1")
        found[int(seat) - 1] = value
    return found
