"""Permissions: rights by role, and the right required to record each kind of entry. Pages and tests are generated from them."""

from typing import Final, Literal, TypeAlias

from domain.entries import ActionEntry, Opened
from domain.game import AnyGame, tag_of
from domain.payload import RecordRight, Revision
from service.access import Role
from storage.records import AnyPayload

Right: TypeAlias = RecordRight | Literal["public", "look", "ask", "tokens", "backup"]
Reach: TypeAlias = Literal["", "all", "own", "seat", "open"]
"""In this order: no access; every match; the matches in the token's scope; the token's match from its seat; public data after
the delay."""
CallerRole: TypeAlias = Role | Literal["anybody"]

ROLES: Final[tuple[CallerRole, ...]] = ("organiser", "judge", "scorekeeper", "player", "anybody")
GRANTS: Final[dict[Right, tuple[Reach, Reach, Reach, Reach, Reach]]] = {
    "public": ("all", "all", "all", "all", "all"),
    "look": ("all", "own", "own", "seat", "open"),
    "open": ("all", "own", "own", "", ""),
    "record": ("all", "own", "own", "", ""),
    "confirm": ("all", "own", "own", "seat", ""),
    "dispute": ("all", "own", "own", "seat", ""),
    "judge": ("all", "own", "", "", ""),
    "organise": ("all", "", "", "", ""),
    "ask": ("all", "own", "", "", ""),
    "tokens": ("all", "", "", "", ""),
    "backup": ("all", "", "", "", ""),
}
"""Right -> its reach for each of ROLES."""
MEANINGS: Final[dict[Right, str]] = {
    "public": "sign in, read rules and games",
    "look": "look at matches and events",
    "open": "open matches and series",
    "record": "record what happens at a table, take back, correct, note; enter result slips",
    "confirm": "confirm a result",
    "dispute": "dispute entries, appeal",
    "judge": "rule, rewind, penalise, appoint officials, end a match as agreed, merge records",
    "organise": "run events, tournaments and leagues",
    "ask": "ask statistics, searches and the explorer",
    "tokens": "give and revoke tokens; read who looked at hidden information",
    "backup": "copy the store, import matches of others",
}
KINDS: Final[dict[str, RecordRight]] = {
    "opened": "open",
    "action": "record",
    "taken_back": "record",
    "restored": "record",
    "corrected": "record",
    "annotated": "record",
    "event": "record",
    "contested": "dispute",
    "appealed": "dispute",
    "confirmed": "confirm",
    "concluded": "judge",
    "official": "judge",
    "ruled": "judge",
    "penalised": "judge",
    "rewound": "judge",
    "withdrawn": "judge",
    "merged": "judge",
}
"""Kind of an entry -> the right needed to record it. Kinds that are missing here are refused for every token."""


def right_of(game: AnyGame, payload: AnyPayload) -> RecordRight | None:
    """Return the right required to record an entry; `None`: no token has it. In a competition each command has its own right.
    Its other entries need the right of its main commands: `record` in a series, `organise` elsewhere. Undoing and correcting an
    official's act needs `judge`."""
    ordered = isinstance(payload, Revision) and payload.role
    kind = "judge" if ordered else KINDS.get(tag_of(type(payload)))
    if game.kind != "competition":
        return kind
    if isinstance(payload, Opened | ActionEntry):
        return game.rights.get(tag_of(payload.command))
    return kind if "record" in game.rights.values() else "organise" if game.rights else None


def may_give(role: CallerRole, game: AnyGame, command: str) -> bool:
    """Return True if a role may record a command, by its tag."""
    right = game.rights.get(command) if game.kind == "competition" else KINDS["action"]
    return right is not None and bool(GRANTS[right][ROLES.index(role)])


def refusal(role: CallerRole, game: AnyGame, payload: AnyPayload) -> str:
    """Return why a role may not record an entry; empty if it may."""
    right = right_of(game, payload)
    if right is not None and GRANTS[right][ROLES.index(role)]:
        return ""
    what = tag_of(payload.command if isinstance(payload, Opened | ActionEntry) else payload)
    holders = [one for one, reach in zip(ROLES, GRANTS[right], strict=True) if reach] if right else []
    return (
        f"{what} needs the right to {right}: a token of {' or '.join(holders)}" if right else f"{what} names no right"
    )
