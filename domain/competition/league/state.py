"""A league between two acts."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.competition.cards import ContestCard
from domain.competition.results import Scale, Standing, ranked, standing_of
from domain.competition.state import ContestState
from domain.game import Moment, Outcome

MOST_KEEPERS: Final = 5
"""Keepers of a player (PBL-L04, PBL-L09)."""


class Terms(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What the league agreed."""

    game: str
    form: str
    games_before_exchange: int
    season_money: int
    fire_refund: str
    scale: Scale


class Keeper(Struct, frozen=True, gc=False):
    """A kept card, and what it cost at auction."""

    card: str
    price: int = 0


class Lot(Struct, frozen=True, kw_only=True, gc=False):
    """What is up for auction, and the last bid."""

    card: str | None = None
    bonus: str | None = None
    bidder: int
    amount: int


class Member(Struct, frozen=True, kw_only=True, gc=False):
    """A player in the league."""

    keepers: tuple[Keeper, ...] = ()
    money: int = 0
    bonuses: tuple[str, ...] = ()
    exchanged: bool = False
    """Whether a keeper was exchanged in this season."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The kept cards."""
        return tuple(keeper.card for keeper in self.keepers)

    def without(self, card: str) -> tuple[Keeper, ...]:
        """The keepers less one."""
        return tuple(keeper for keeper in self.keepers if keeper.card != card)


class State(ContestState, frozen=True, kw_only=True, gc=False):
    """`season` is the one that runs, or the last; `phase` is unopened, preparation, season or over."""

    phase: str = "unopened"
    terms: Terms = Terms(
        game="", form="plain", games_before_exchange=0, season_money=0, fire_refund="price", scale=Scale(3, 1, 0)
    )
    members: tuple[Member, ...] = ()
    order: tuple[int, ...] = ()
    offered: tuple[str, ...] = ()
    lot: Lot | None = None
    season: int = 0
    ranks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Season -> its ranking, for those that have ended."""
    extra: tuple[tuple[int, int, int], ...] = ()
    """Season, player and points that the league manager added."""
    ranking: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def with_member(self, player: int, member: Member) -> "State":
        """The league with one of its players replaced."""
        return replace(self, members=(*self.members[:player], member, *self.members[player + 1 :]))

    @property
    def selector(self) -> int | None:
        """Who selects the next keeper: the order reverses in every round (PBL-L04)."""
        for turn in range(MOST_KEEPERS):
            for player in reversed(self.order) if turn % 2 else self.order:
                if len(self.members[player].keepers) <= turn:
                    return player
        return None

    def keeper_of(self, card: str) -> int | None:
        """Who keeps a card."""
        return next((player for player, member in enumerate(self.members) if card in member.cards), None)

    def is_action(self, card: str) -> bool:
        """Whether a card is an action card, which nobody can keep."""
        record = self.catalogue.get(card)
        return isinstance(record, ContestCard) and record.kind == "action"

    def free_cards(self) -> Iterator[str]:
        """Cards that can be kept and that nobody keeps."""
        kept = {card for member in self.members for card in member.cards}
        return (r.card_id for r in self.catalogue if r.card_id not in kept and not self.is_action(r.card_id))

    def games(self, player: int) -> int:
        """Games that a player has played in the season."""
        return sum(result.part == self.season and player in result.players for result in self.results)


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """Before the opening."""
    return State(catalogue=catalogue)


def moment(state: State) -> Moment:
    """The turn of a league is its season."""
    selecting = state.selector if state.phase == "preparation" and state.terms.form == "keeper" else None
    return Moment(state.season, state.phase, selecting)


def outcome(state: State) -> Outcome | None:
    """Who stands first over all seasons, once the league is closed."""
    if state.phase != "over":
        return None
    return Outcome(state.ranking[:1], "points", "CT-G02", state.scores)


def census(state: State) -> dict[str, int]:
    """The players: nobody comes or goes."""
    return dict(Counter(seat.name for seat in state.seats))


def standings(state: State, season: int | None = None) -> tuple[Standing, ...]:
    """The players, best first: of a season, or over all seasons. Equal points are decided as `results.ranked` says."""
    results = tuple(r for r in state.results if r.part and season in (None, r.part))
    scale, lines = state.terms.scale, list[Standing]()
    for player in range(len(state.members)):
        line = standing_of(results, player, scale.points)
        extra = sum(points for part, who, points in state.extra if who == player and season in (None, part))
        lines.append(replace(line, points=line.points + extra))
    return ranked(results, lines, scale)
