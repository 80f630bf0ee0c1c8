"""Undoes effects and rewinds whose ruling or penalty no longer counts, and lists the cases left to officials."""

from collections.abc import Iterator
from typing import NoReturn

from domain.correction_preview import Edit, preview_correction
from domain.corrections import Corrected
from domain.entries import Restored, TakenBack
from domain.game import C, E, S
from domain.judging import Penalised, Rewound, Ruled, Withdrawn
from domain.procedure.docket import Docket
from domain.timeline import Address


def settled_by(
    docket: Docket[S, C, E], version: int, by: Ruled | Withdrawn, why: str
) -> Iterator[tuple[TakenBack | Restored | Corrected[C, E], S]]:
    """Return the commands that undo the effects of a ruling or penalty (for a modified ruling, of its penalties), each
    with the state after it; empty if later play prevents that (`unsettled` reports it then)."""
    match, modified = docket.match, isinstance(by, Ruled) and by.decision == "modified"
    effects = _effects(docket, version)
    if modified:
        effects = [entry for entry in effects if isinstance(docket.acts.get(entry - 1), Penalised)]
    ended = 0 if match.ended is None else match.ended[0]
    if ended in docket.brought and ended not in effects:
        return  # another penalty ended the match, because of the effect of this one
    rewound = next((entry for entry in docket.about(version, Rewound) if _in_force(docket, entry)), 0)
    if rewound and not modified:
        if all(action.version in effects for action in match.actions if action.version > rewound):
            restored = Restored(to=rewound - 1, reason=why, official=by.official, role=by.role)
            yield restored, match.states[rewound - 1]
        return
    standing = [entry for entry in effects if match.standing(Address(entry)) is not None]
    edits: list[Edit[None]] = [Edit(Address(entry), "strike") for entry in standing]
    found = preview_correction(match, edits, _never, why) if edits else None
    if found is not None and (found.impossible or found.having("newly_illegal")):
        return
    if ended in effects and match.undo_target == match.actions[-1].address:
        to = match.actions[-1]
        back = TakenBack(to=to.version, number=to.number, reason=why, official=by.official, role=by.role)
        yield back, to.state
    if found is not None:
        yield found.ordered(by.official, by.role), found.state


def unsettled(docket: Docket[S, C, E]) -> dict[int, str]:
    """Return the cases that officials still have to settle, by the entry of the ruling, penalty or rewind."""
    match, found = docket.match, {}
    for version, act in docket.acts.items():
        fate, effects = docket.fate_of(version), _effects(docket, version)
        standing = [entry for entry in effects if _stands(docket, entry)]
        if isinstance(act, Ruled | Penalised) and fate and standing:
            found[version] = f"{fate}, but entry {standing[0]} still counts: correct it"
        elif isinstance(act, Penalised) and act.effect and not fate and not standing:
            by = match.undone.get(version + 1, 0)
            found[version] = (
                f"its effect, entry {version + 1}, was undone by entry {by}: withdraw it, or redo that entry"
            )
        elif isinstance(act, Rewound) and (fate := docket.fate_of(act.about)) and _in_force(docket, version):
            found[version] = f"its ruling was {fate}, but play stays undone: `redo --to {version - 1}`"
    return found


def _effects(docket: Docket[S, C, E], version: int) -> list[int]:
    """Return the entries of the effects of a ruling or penalty in the game."""
    if isinstance(docket.acts.get(version), Penalised):
        return [version + 1] if version + 1 in docket.brought else []
    return [entry for entry, ruling in docket.brought.items() if ruling == version]


def _stands(docket: Docket[S, C, E], entry: int) -> bool:
    match = docket.match
    ended = match.ended is not None and match.ended[0] == entry
    return ended or match.standing(Address(entry)) is not None


def _in_force(docket: Docket[S, C, E], rewound: int) -> bool:
    return rewound in docket.match.undone.values()


def _never(_: None, __: object) -> NoReturn:
    raise AssertionError("a struck action has no command")
