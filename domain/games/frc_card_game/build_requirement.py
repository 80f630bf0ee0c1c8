"""The build requirement of robots: which student provides which attribute (CG-A08, CG-Q14, CG-V04)."""

from collections.abc import Sequence

from domain.cards import CardRecord, Catalogue
from domain.games.frc_card_game.cards import NEUTRAL, StudentCard


def skills_of(catalogue: Catalogue[CardRecord], card: str | None) -> tuple[str, ...]:
    """Return a student's skills; empty for an unknown card."""
    record = catalogue.get(card)
    return record.skills if isinstance(record, StudentCard) else ()


def assign(
    attributes: Sequence[str], students: Sequence[tuple[str, ...]], *, every_matching: bool = False
) -> tuple[int, ...] | None:
    """Return the index of the student (given by skills) that provides each attribute; `None` if the students do not fit.

    Each student must provide at least one attribute, and several only with `every_matching`. Even then, a neutral
    attribute needs a separate student.
    """
    if len(students) > len(attributes) or (not every_matching and len(students) != len(attributes)):
        return None
    order = sorted(range(len(attributes)), key=lambda i: attributes[i] == NEUTRAL)
    chosen = [-1] * len(attributes)
    dead: set[tuple[int, int, int]] = set()

    def fits(place: int, once: int, skilled: int) -> bool:
        """Assign students to the attributes from index `place` on; return True if that works. The arguments are bit sets:
        `once` of students who cannot be used again, `skilled` of students who may provide further skills."""
        if place == len(order):
            return (once | skilled) == (1 << len(students)) - 1
        if (place, once, skilled) in dead:
            return False
        attribute = attributes[order[place]]
        for index, skills in enumerate(students):
            bit = 1 << index
            if once & bit or (attribute != NEUTRAL and attribute not in skills):
                continue
            if attribute == NEUTRAL and skilled & bit:
                continue
            chosen[order[place]] = index
            shared = every_matching and attribute != NEUTRAL
            if fits(place + 1, once if shared else once | bit, skilled | bit if shared else skilled):
                return True
        dead.add((place, once, skilled))
        return False

    return tuple(chosen) if fits(0, 0, 0) else None


def lacking(attributes: Sequence[str], students: Sequence[tuple[str, ...]], *, every_matching: bool = False) -> str:
    """Explain why students do not fit, according to the match option (CG-V04)."""
    missing = [a for a in dict.fromkeys(attributes) if a != NEUTRAL and not any(a in skills for skills in students)]
    if missing:
        return "no student for " + " and ".join(missing)
    listed = ", ".join(attributes)
    named = f"{len(students)} student" + ("" if len(students) == 1 else "s")
    if every_matching:
        return f"{named} cannot count for {listed}: each must match one, and neutral needs a student of its own"
    if len(students) != len(attributes):
        return f"{named}, but one is needed for each of: {listed}"
    return f"these students cannot count as one each for {listed}"
