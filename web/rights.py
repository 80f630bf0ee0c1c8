"""Who asks, and what they may do. Every route names one right; one that names none is refused to everybody."""

from typing import Final, Literal, TypedDict

from msgspec import Struct

from domain.entries import Opened
from domain.payload import Role as Part
from domain.table import JUDGE, SPECTATOR, Viewpoint
from service.access import Token
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

    token: Token | None = None
    network: str = ""
    """Where the request comes from (`web.limits.network_of`)."""

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
        """As whom this one orders what concerns officials' acts; nobody where it is no official."""
        return {"official": self.name, "role": self.part} if self.judges else {"official": "", "role": ""}

    @property
    def key(self) -> str:
        """What limits are counted by: the token, or the network of somebody without one."""
        return self.token.id if self.token else self.network

    def reach(self, right: Right) -> Reach:
        """How far a right reaches for this one."""
        return GRANTS[right][ROLES.index(self.standing)]

    @property
    def delayed(self) -> bool:
        """Whether this one sees what is old enough alone."""
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
        """From where matches are shown unless asked otherwise."""
        if self.sees_all:
            return JUDGE
        return SPECTATOR if self.token is None or self.token.seat is None else self.token.seat

    def may_see_as(self, viewpoint: Viewpoint) -> bool:
        """Whether a match of one's own may be looked at from there."""
        return self.sees_all or viewpoint == self.viewpoint

    def owns(self, match: str, tags: tuple[str, ...]) -> bool:
        """Whether a match lies in one's scope. The tag of the matches of an event (`gathering:EVENT`) holds the event, too."""
        token = self.token
        if token is None or not (token.tag or token.match):
            return True
        if token.match == match or token.tag == f"gathering:{match}":
            return True
        return token.tag != "" and token.tag.casefold() in {tag.casefold() for tag in tags}


def tags_of(opened: object) -> tuple[str, ...]:
    """The tags that a match was opened with."""
    return opened.tags if isinstance(opened, Opened) else ()
