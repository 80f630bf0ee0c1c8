"""The plan is the same for all boards of a match, because layouts depend on it."""

from collections.abc import Iterator

from domain.board import Board, CardView, Zone
from domain.plan import Plan
from domain.seats import JUDGE
from matchbook.conformance.trial import Subject, Trial


def keeps_its_plan(subject: Subject, trial: Trial) -> Iterator[str]:
    """The plan is constant, and boards name only things in it."""
    later = range(trial.opening, len(trial.steps))
    if not later:
        return
    plan = subject.game.plan(trial.steps[trial.opening].before)
    for number in (number for number in trial.some(8, "plan") if number in later):
        state = trial.steps[number].after
        if subject.game.plan(state) != plan:
            yield f"{trial.place(number)}: the plan is another than after the opening"
            return
        for viewpoint in (JUDGE, *range(len(state.seats))):
            for problem in _unplanned(plan, subject.game.board(state, viewpoint)):
                yield f"{trial.place(number)}: {problem}, which is not in the plan"
                return


def _unplanned(plan: Plan, board: Board) -> Iterator[str]:
    """Return things on a board that the plan lacks. A plan without zones is not checked for them."""
    names = {"kind": {kind.key for kind in plan.kinds}, "number": {number.name for number in plan.numbers}}
    zones = {zone.key for zone in plan.zones}
    for panel in board.panels:
        counts = {count.name for count in plan.counts}
        if panel.seat is not None and (lack := counts - {fact.label for fact in panel.facts}):
            yield f"{panel.title} does not say the count {min(lack)!r}"
        for part in panel.parts:
            if part.plan and part.plan not in zones:
                yield f"{part.key} is a zone {part.plan!r}"
            for card in _cards(part) if isinstance(part, Zone) else ():
                said = [("kind", card.kind)] if card.kind else []
                for what, name in (*said, *(("number", number.name) for number in card.numbers)):
                    if name not in names[what]:
                        yield f"{card.name} has a {what} {name!r}"


def _cards(zone: Zone) -> Iterator[CardView]:
    for card in zone.cards:
        yield card
        yield from card.under
