"""Validates the targets of take-backs, with error messages."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.decision import RuleViolation
from domain.entries import TakenBack
from domain.judging import OFFICIALS_ACTS
from domain.match import AnyMatch
from domain.notation import Names
from domain.rules import Violation
from domain.timeline import Address
from service.errors import EntryNotFound, UsageProblem
from storage.records import AnyEntry


def between_players(match: AnyMatch, back: TakenBack, asked: str, agreed: Iterable[str]) -> TakenBack:
    """Return a take-back with the players who asked and who agreed, given by name. Raises NotationError for unknown
    names."""
    seat = Names(None, match.state.seats).seat
    people = tuple(dict.fromkeys(seat(name) for name in agreed))
    return replace(back, asked=seat(asked) if asked else None, agreed=people)


def undone_to(match: AnyMatch, last: AnyEntry) -> Address:
    """Return the action to which an undo of the last entry goes back. Raises RuleViolation for an official's entry,
    UsageProblem for the opening."""
    if isinstance(last.payload, OFFICIALS_ACTS):
        text = f"entry {match.version} is an official's: `undo` takes back only play, `withdraw` a ruling, penalty or claim"
        raise RuleViolation([Violation("JP-U01", text)])
    if match.undo_target is None:
        raise UsageProblem("only the opening is left: it cannot be undone")
    return match.undo_target


def expect_return(match: AnyMatch, to: Address) -> None:
    """Raise UsageProblem if a match cannot go back to the state after an action."""
    if not 0 < to.version <= match.version:
        raise EntryNotFound(to, match.version)
    back = match.goes_back_to(to)
    if not back[0]:
        why = f"entry {by} undid it" if (by := match.undone.get(to.version)) else "it is not an action"
        near = match.standing_before(to.version + 1)
        raise UsageProblem(f"cannot go back to entry {to}: {why}; the last current action before it is entry {near}")
    if back == (len(match.actions), match.ended is not None):
        raise UsageProblem(f"entry {to} is the last action: take back to an earlier one")
