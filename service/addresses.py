"""Addresses of moments: `<match>/<version>` names an entry, `<match>/<version>.<k>` an event of it. Stable for ever."""

from service.errors import UsageProblem


def parse_address(text: str) -> tuple[str, int | None, int | None]:
    """Match, version and event number of an address (None where left out). Raises UsageProblem."""
    match, slash, place = text.partition("/")
    if not slash:
        return match, None, None
    version, dot, event = place.partition(".")
    if not _number(version) or (dot and not _number(event)):
        raise UsageProblem(f"{text}: an address is MATCH/ENTRY or MATCH/ENTRY.EVENT, both numbers from 1")
    return match, int(version), int(event) if dot else None


def format_address(match: str, version: int, event: int | None = None) -> str:
    """`7kq2m4xd9fra/37`, or `7kq2m4xd9fra/37.2`."""
    return f"{match}/{version}" if not event else f"{match}/{version}.{event}"


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < len(text) < 10
