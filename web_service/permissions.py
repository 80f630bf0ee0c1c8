"""Callers and their permissions. Every route names one right; routes without a right refuse every caller."""

from typing import Final, Literal, TypedDict

from msgspec import Struct

from domain.entries import Opened
from domain.payload import Role as Part
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from service.access import AccessToken
from service.permissions import GRANTS, ROLES, CallerRole, Reach, Right

_PARTS: Final[dict[CallerRole, Part]] = {
    "organiser": "head_judge",
    "judge": "judge",
    "scorekeeper": "scorekeeper",
    "player": "player",
}


class Ordering(TypedDict):
    """The official who orders a correction or take-back."""

    official: str
    role: Part | Literal[""]


class Caller(Struct, frozen=True):
    """The sender of a request, with a token or anonymous."""

    token: AccessToken | None = None
    code: AccessToken | None = None
    """A player's code for an event; `token` is then for the table where the player sits now, or for the event without a seat."""
    network: str = ""
    """The client's network (`web_service.limits.network_of`)."""
    public: bool = False
    """True if the response is for a public screen: the spectator's view, whatever the token permits."""

    @property
    def standing(self) -> CallerRole:
        """The role of the token; `anybody` without one."""
        return self.token.role if self.token else "anybody"

    @property
    def name(self) -> str:
        """The name that is recorded in entries."""
        return self.token.name if self.token else ""

    @property
    def part(self) -> Part:
        """The role in recorded entries. Raises KeyError for a caller without a token."""
        return _PARTS[self.standing]

    @property
    def ordering(self) -> "Ordering":
        """Return the name and role under which this caller orders corrections and take-backs; empty for other callers."""
        return {"official": self.name, "role": self.part} if self.judges else {"official": "", "role": ""}

    @property
    def key(self) -> str:
        """The key for limits: the token, or the network of a caller without one."""
        return self.token.id if self.token else self.network

    def reach(self, right: Right) -> Reach:
        """Return the scope of a right for this caller."""
        return GRANTS[right][ROLES.index(self.standing)]

    @property
    def opens(self) -> bool:
        """True if the caller may open matches. A token for one match may not."""
        return bool(self.reach("open")) and not (self.token and self.token.match)

    @property
    def asks(self) -> bool:
        """True if the caller may ask questions about many matches. A token for one match may not."""
        return bool(self.reach("ask")) and not (self.token and self.token.match)

    @property
    def delayed(self) -> bool:
        """True if the caller sees only the delayed view."""
        return self.reach("look") == "open"

    @property
    def sees_all(self) -> bool:
        """True if the caller may see hidden information."""
        return self.reach("look") in ("all", "own")

    @property
    def judges(self) -> bool:
        """True if the caller may read full reasons of violations, which may reveal cards in hands."""
        return self.standing in ("organiser", "judge")

    @property
    def viewpoint(self) -> Viewpoint:
        """The default viewpoint for matches."""
        if self.sees_all and not self.public:
            return JUDGE
        return SPECTATOR if self.public or self.token is None or self.token.seat is None else self.token.seat

    def may_see_as(self, viewpoint: Viewpoint) -> bool:
        """Return True if the caller may use a viewpoint for matches in their scope."""
        return self.sees_all or viewpoint == self.viewpoint

    def owns(self, match: str, tags: tuple[str, ...]) -> bool:
        """True if a match is in the caller's scope. The tag of an event's matches (`gathering:EVENT`) also covers the event."""
        token = self.token
        if token is None or not (token.tag or token.match):
            return True
        if token.match == match or token.tag == f"gathering:{match}":
            return True
        return token.tag != "" and token.tag.casefold() in {tag.casefold() for tag in tags}


def tags_of(opened: object) -> tuple[str, ...]:
    """Return the tags with which a match was opened."""
    return opened.tags if isinstance(opened, Opened) else ()
