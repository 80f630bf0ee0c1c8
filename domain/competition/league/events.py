"""What happened in a league. Every number that was used is in here."""

from msgspec import Struct

from domain.cards import Seat
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn, Scale
from domain.game import Event


class Terms(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What the league agreed."""

    game: str
    form: str
    games_before_exchange: int
    season_money: int
    fire_refund: str
    scale: Scale


class LeagueStarted(Event, frozen=True, kw_only=True, tag="league_started"):
    """The players, and what they agreed."""

    players: tuple[str, ...]
    terms: Terms
    money: int
    season: int


class OrderDrawn(Event, frozen=True, kw_only=True, tag="order_drawn"):
    """Who selects keepers first, second …"""

    order: tuple[Seat, ...]


class KeeperSelected(Event, frozen=True, kw_only=True, tag="keeper_selected"):
    """A card became a keeper."""

    player: Seat
    card: str


class BonusOffered(Event, frozen=True, kw_only=True, tag="bonus_offered"):
    """A bonus can be bid for."""

    bonus: str


class BidPlaced(Event, frozen=True, kw_only=True, tag="bid_placed"):
    """The highest bid so far."""

    player: Seat
    amount: int
    card: str | None = None
    bonus: str | None = None


class KeeperBought(Event, frozen=True, kw_only=True, tag="keeper_bought"):
    """A card was sold."""

    player: Seat
    card: str
    price: int


class BonusBought(Event, frozen=True, kw_only=True, tag="bonus_bought"):
    """A bonus was sold."""

    player: Seat
    bonus: str
    price: int


class KeeperExchanged(Event, frozen=True, kw_only=True, tag="keeper_exchanged"):
    """A keeper was exchanged."""

    player: Seat
    given: str
    taken: str


class KeeperFired(Event, frozen=True, kw_only=True, tag="keeper_fired"):
    """A keeper was given up."""

    player: Seat
    card: str
    refund: int


class SeasonStarted(Event, frozen=True, kw_only=True, tag="season_started"):
    """Matches count for this season."""

    season: int


class SeasonEnded(Event, frozen=True, kw_only=True, tag="season_ended"):
    """A season has its ranking."""

    season: int
    ranking: tuple[Seat, ...]
    money: tuple[int, ...]
    """What each player has from now on."""


class SeasonRanked(Event, frozen=True, kw_only=True, tag="season_ranked"):
    """The ranking of a past season, after one of its results was changed."""

    season: int
    ranking: tuple[Seat, ...]


class LeagueClosed(Event, frozen=True, kw_only=True, tag="league_closed"):
    """The ranking over all seasons."""

    winner: Seat
    ranking: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Points over all seasons, in the order of the seats."""


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str


class PointsAdded(Event, frozen=True, kw_only=True, tag="points_added"):
    """A correction of points."""

    season: int
    player: Seat
    points: int


class MoneySet(Event, frozen=True, kw_only=True, tag="money_set"):
    """A correction of money."""

    player: Seat
    money: int


class KeepersSet(Event, frozen=True, kw_only=True, tag="keepers_set"):
    """Keepers as they are on paper."""

    player: Seat
    cards: tuple[str, ...]


ResultEvent = ResultRecorded | ResultAmended | ResultWithdrawn
KeeperEvent = OrderDrawn | KeeperSelected | KeeperExchanged | KeeperFired
AuctionEvent = BonusOffered | BidPlaced | KeeperBought | BonusBought
SeasonEvent = LeagueStarted | SeasonStarted | SeasonEnded | SeasonRanked | LeagueClosed
AdjustmentEvent = Adjusted | PointsAdded | MoneySet | KeepersSet
LeagueEvent = ResultEvent | KeeperEvent | AuctionEvent | SeasonEvent | AdjustmentEvent
