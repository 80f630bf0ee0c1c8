"""Events: Builds."""

from domain.cards import Seat, SideNumber
from domain.game import Event
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.state import Armor, Attached, Crew, Hangar, Pilot


class ArmorBuilt(Event, frozen=True, kw_only=True, tag="armor_built"):
    """An armor on a slot; `token` is the hand card, None when it came from elsewhere."""

    side: SideNumber
    slot: SlotName
    armor: Armor
    seat: Seat | None = None
    token: int | None = None
    move: bool = True


class CounterReset(Event, frozen=True, kw_only=True, tag="counter_reset"):
    """The counter on a covered or removed card went back to its start or away (PBL-A11)."""

    side: SideNumber
    card: str
    value: int | None = None


class LimbRegenerated(Event, frozen=True, kw_only=True, tag="limb_regenerated"):
    """A blow-off card left a limb; `scrapped` armors went to the scrap heap, `detached` actions too."""

    side: SideNumber
    slot: SlotName
    scrapped: tuple[str, ...] = ()
    detached: tuple[Attached, ...] = ()


class CrewPlayed(Event, frozen=True, kw_only=True, tag="crew_played"):
    """A crew member entered play."""

    side: SideNumber
    crew: Crew
    seat: Seat | None = None
    token: int | None = None
    move: bool = True


class HangarBuilt(Event, frozen=True, kw_only=True, tag="hangar_built"):
    """A hangar became the active one."""

    side: SideNumber
    hangar: Hangar
    seat: Seat | None = None
    token: int | None = None
    move: bool = True


class SidekickMoved(Event, frozen=True, kw_only=True, tag="sidekick_moved"):
    """The sidekick moved into the new hangar."""

    side: SideNumber
    card: str


class ExpertPilotPlayed(Event, frozen=True, kw_only=True, tag="expert_pilot_played"):
    """An expert took the cockpit; the expert before it was scrapped."""

    side: SideNumber
    pilot: Pilot
    points: int
    scrapped: str = ""
    seat: Seat | None = None
    token: int | None = None
    move: bool = True


class ExpertPilotLeft(Event, frozen=True, kw_only=True, tag="expert_pilot_left"):
    """The expert was scrapped and the starter returned."""

    side: SideNumber
    card: str


class RageGiven(Event, frozen=True, kw_only=True, tag="rage_given"):
    """An attack is allowed after this build."""

    side: SideNumber


class CrewScrapped(Event, frozen=True, kw_only=True, tag="crew_scrapped"):
    """A crew member left play."""

    side: SideNumber
    card: str
    scrapped: bool = True
    """False: it went elsewhere, as the next event says."""


class StorageBombRemoved(Event, frozen=True, kw_only=True, tag="storage_bomb_removed"):
    """A storage bomb left the hangar unused."""

    side: SideNumber
    value: int


class StorageBombAdded(Event, frozen=True, kw_only=True, tag="storage_bomb_added"):
    """A die went into the hangar."""

    side: SideNumber
    value: int
    source: str = ""


class HangarRemoved(Event, frozen=True, kw_only=True, tag="hangar_removed"):
    """The active hangar left; the one underneath is active again."""

    side: SideNumber
    card: str
    scrapped: bool = True


class ArmorRemoved(Event, frozen=True, kw_only=True, tag="armor_removed"):
    """The top armor of a slot left without being blown off."""

    side: SideNumber
    slot: SlotName
    card: str
    scrapped: bool = True
