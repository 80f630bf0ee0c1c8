"""Callers and their permissions. Every route names one right; routes without a right refuse every caller."""

from typing import Final, Literal, TypedDict

from msgspec import Struct

from domain.entries import Opened
from domain.payload import Role as Part
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from service.access import AccessToken
from service.permissions import GRANTS, ROLES, Reach, Right, Standing

_PARTS: Final[dict[Standing, Part]] = {
    "organiser": "head_judge",
    "judge": "judge",
    "scorekeeper": "scorekeeper",
    "player": "player",
}


class Ordering(TypedDict):
    """By whose order something is put right."""

    official: str
    role: Part | Literal[""]


class Caller(Struct, frozen=True):
    """Who asks."""

    token: AccessToken | None = None
    code: AccessToken | None = None
    """A player's code for an event; `token` is then for the table where the player sits now, or for the event without a seat."""
    network: str = ""
    """The client's network (`web_service.limits.network_of`)."""
    public: bool = False
    """Whether the answer is for a screen that everybody sees: a spectator's view, whatever the token allows."""

    @property
    def standing(self) -> Standing:
        """The role, or anybody."""
        return self.token.role if self.token else "anybody"

    @property
    def name(self) -> str:
        """Who records."""
        return self.token.name if self.token else ""

    @property
    def part(self) -> Part:
        """As what this one acts in a record. Raises KeyError for anybody."""
        return _PARTS[self.standing]

    @property
    def ordering(self) -> "Ordering":
        """Return the role in which this caller orders changes of officials' acts; empty for other callers."""
        return {"official": self.name, "role": self.part} if self.judges else {"official": "", "role": ""}

    @property
    def key(self) -> str:
        """The key of limits: the token, or the network of a caller without one."""
        return self.token.id if self.token else self.network

    def reach(self, right: Right) -> Reach:
        """How far a right reaches for this one."""
        return GRANTS[right][ROLES.index(self.standing)]

    @property
    def opens(self) -> bool:
        """Whether this one may open a match: a token for one match may not."""
        return bool(self.reach("open")) and not (self.token and self.token.match)

    @property
    def asks(self) -> bool:
        """Whether this one may ask about many matches: a token for one match may not."""
        return bool(self.reach("ask")) and not (self.token and self.token.match)

    @property
    def delayed(self) -> bool:
        """True if the caller sees only the delayed view."""
        return self.reach("look") == "open"

    @property
    def sees_all(self) -> bool:
        """Whether all that is recorded may be seen."""
        return self.reach("look") in ("all", "own")

    @property
    def judges(self) -> bool:
        """Whether whole reasons may be read: they may tell what a hand holds."""
        return self.standing in ("organiser", "judge")

    @property
    def viewpoint(self) -> Viewpoint:
        """The default viewpoint for matches."""
        if self.sees_all and not self.public:
            return JUDGE
        return SPECTATOR if self.public or self.token is None or self.token.seat is None else self.token.seat

    def may_see_as(self, viewpoint: Viewpoint) -> bool:
        """Whether a match of one's own may be looked at from there."""
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
    """The tags that a match was opened with."""
    return opened.tags if isinstance(opened, Opened) else ()
