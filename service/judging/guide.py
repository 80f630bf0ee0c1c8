"""Penalties that the infraction guide gives for a ruling. For repeats, the penalties recorded at the same event count."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.judging import Penalty
from domain.match import AnyMatch
from domain.names import fold_name
from domain.procedure.guide import Infraction, infraction_named, infractions
from domain.seats import seat_name
from domain.text import join_words, suggestion
from service.errors import UsageProblem
from service.judging.rulings import Ruling
from service.recording.request_checks import validated_request

if TYPE_CHECKING:
    from projections.analytics import Analytics

    Ledger: TypeAlias = Callable[[], Analytics] | None

_ID: Final = re.compile(r"[\w-]+")
_MOST_ADVISED: Final = 8
"""The largest number of players who get advice if the ruling names nobody."""


class GuidedRuling(Struct, frozen=True):
    """A ruling whose missing penalties are filled in from the guide, and one line of explanation per person."""

    ruling: Ruling
    advice: tuple[str, ...] = ()


def cited(ruling: Ruling) -> Ruling:
    """Return a ruling with the id of its infraction, which it names or cites among its rules. A text of several words that is no
    title in the guide stays as it is: it may come from another guide. Raises UsageProblem for an unknown id, or several
    infractions."""
    ruling = validated_request(ruling)
    ruled = ruling.ruled
    own = infraction_named(ruled.infraction)
    if own is None and _ID.fullmatch(ruled.infraction.strip()):
        near = suggestion(ruled.infraction.casefold(), infractions()) or f"; possible: {join_words(infractions())}"
        raise UsageProblem(f"no infraction {ruled.infraction!r} in the guide{near}")
    among = {rule: found for rule in ruled.rules if (found := infraction_named(rule)) is not None}
    said = own.id if own is not None else ruled.infraction.strip()
    named = [one for one in dict.fromkeys((said, *(found.id for found in among.values()))) if one]
    if len(named) > 1:
        raise UsageProblem(f"{join_words(named)}: a ruling has one infraction; make one ruling for each")
    rules = tuple(rule for rule in ruled.rules if rule not in among)
    return replace(ruling, ruled=replace(ruled, rules=rules, infraction="".join(named)))


def guided(ledger: "Ledger", match: AnyMatch, ruling: Ruling, at_version: int | None = None) -> GuidedRuling:
    """Return a ruling with the guide's penalties, which depend on earlier ones in the ledger. Without a ledger (`None`), earlier
    infractions do not count. `at_version`: the version of the match at the request; later penalties of the match are ignored.
    Raises UsageProblem, and the errors of the analytics."""
    ruling = cited(ruling)
    infraction = infraction_named(ruling.ruled.infraction)
    if infraction is None:
        return GuidedRuling(ruling)
    seats, given = match.state.seats, ruling.penalties
    names = [one.person or seat_name(seats, one.seat) for one in given]
    people = dict(zip(names, (not one.person for one in given), strict=True))
    people = people or {seat.name: True for seat in seats[:_MOST_ADVISED]}
    before = _earlier(ledger, match.id, infraction, match.version if at_version is None else at_version)
    steps = {name: infraction.penalty(len(before[fold_name(name)]), plays=plays) for name, plays in people.items()}
    penalties = [
        one if one.penalty else replace(one, penalty=steps[name]) for name, one in zip(names, given, strict=True)
    ]
    return GuidedRuling(
        replace(ruling, penalties=tuple(penalties)),
        tuple(_advice(infraction, name, step, before[fold_name(name)]) for name, step in steps.items()),
    )


def _earlier(ledger: "Ledger", match: str, infraction: Infraction, upto: int) -> Mapping[str, list[str]]:
    """Return the earlier penalties for an infraction that were not overturned, at the event of a match: folded name -> addresses
    `match/version`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    if ledger is None:
        return found
    answer = ledger().ask("ledger", {"alongside": match, "infraction": infraction.id})
    for row in answer.rows:
        line = dict(zip(answer.columns, row, strict=True))
        if not line["overturned"] and not (line["match"] == match and int(str(line["version"])) > upto):
            found[fold_name(str(line["player"]))].append(f"{line['match']}/{line['version']}")
    return found


def _advice(infraction: Infraction, name: str, step: Penalty, before: list[str]) -> str:
    after = f", after {join_words(before)}" if before else ""
    return f"the guide's penalty for {name}, {infraction.title.lower()}: {step.replace('_', ' ')}{after}"
