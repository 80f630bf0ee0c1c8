"""The state of a league with keepers."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import DeckList
from domain.competition.league import State as Plain
from domain.competition.record import CompetitionCard, Result, Scale
from domain.game import TurnInfo
from domain.games.pbl_robots.state import KEEPERS
from domain.rules import Violation, impossible
from domain.seats import CarriedOver, put_at, seat_name

BONUSES: Final[Mapping[str, int]] = {"starting_hand": 1, "hand_limit": 1, "deck_reduction": 3}
"""The bonuses that the rulebook suggests, with the number of cards by which each changes a match (PBL-L11)."""


class Terms(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The terms on which the players agreed."""

    later: ClassVar = frozenset({"kit"})
    game: str
    form: str
    games_before_exchange: int
    season_money: int
    fire_refund: str
    scale: Scale
    kit: str = ""


class LeagueKeeper(Struct, frozen=True, gc=False):
    """A kept card with its price at auction; 0 if it was selected."""

    card: str
    price: int = 0


class Lot(Struct, frozen=True, kw_only=True, gc=False):
    """The card or bonus that is up for auction, with the last bid."""

    card: str | None = None
    bonus: str | None = None
    bidder: int
    amount: int


class Member(Struct, frozen=True, kw_only=True, gc=False):
    """A player in the league."""

    keepers: tuple[LeagueKeeper, ...] = ()
    money: int = 0
    bonuses: tuple[str, ...] = ()
    exchanged: bool = False
    """True if the player has exchanged a keeper in this season."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The kept cards."""
        return tuple(keeper.card for keeper in self.keepers)

    def without(self, card: str) -> tuple[LeagueKeeper, ...]:
        """Return the keepers except one card."""
        return tuple(keeper for keeper in self.keepers if keeper.card != card)


class State(Plain, frozen=True, kw_only=True, gc=False):
    """The complete state of a league. `lot` is up for auction; `offered` are the bonuses that players can bid for."""

    rules = ("CT-G01", "PBL-L04", "PBL-L09")
    terms: Terms = Terms(
        game="", form="plain", games_before_exchange=0, season_money=0, fire_refund="price", scale=Scale(3, 1, 0)
    )
    members: tuple[Member, ...] = ()
    order: tuple[int, ...] = ()
    offered: tuple[str, ...] = ()
    lot: Lot | None = None

    @property
    def game(self) -> str:
        return self.terms.game

    @property
    def kit(self) -> str:
        return self.terms.kit

    @property
    def scale(self) -> Scale:
        return self.terms.scale

    def between_seasons(self) -> "State":
        """Return the state at the start of a season: every player may exchange a keeper again (PBL-L07)."""
        return replace(self, members=tuple(replace(member, exchanged=False) for member in self.members))

    def with_member(self, player: int, **fields: object) -> "State":
        """Return the state with these fields of one player replaced."""
        return replace(self, members=put_at(self.members, player, replace(self.members[player], **fields)))

    @property
    def selector(self) -> int | None:
        """The player who selects the next keeper; the order reverses after every round (PBL-L04)."""
        for turn in range(KEEPERS):
            for player in reversed(self.order) if turn % 2 else self.order:
                if len(self.members[player].keepers) <= turn:
                    return player
        return None

    def keeper_of(self, card: str) -> int | None:
        """Return the player who keeps a card; `None` if it is free."""
        return next((player for player, member in enumerate(self.members) if card in member.cards), None)

    def is_action(self, card: str) -> bool:
        """Return True if a card is an action card, which cannot be kept."""
        record = self.catalogue.get(card)
        return isinstance(record, CompetitionCard) and record.kind == "action"

    def free_cards(self) -> Iterator[str]:
        """Yield the cards that are available as keepers."""
        kept = {card for member in self.members for card in member.cards}
        return (r.card_id for r in self.catalogue if r.card_id not in kept and not self.is_action(r.card_id))

    def unprepared(self) -> Iterator[Violation]:
        """Yield violations for missing keepers and open lots (PBL-L04, PBL-L09)."""
        yield from self.unsettled()
        for player, member in enumerate(self.members):
            if self.terms.form == "keeper" and len(member.keepers) < KEEPERS:
                text = f"{seat_name(self.seats, player)} has {len(member.keepers)} of {KEEPERS} keepers"
                yield Violation("PBL-L04", text)
            if self.terms.form == "salary" and not member.keepers:
                yield Violation("PBL-L09", f"{seat_name(self.seats, player)} has no keeper; one to five are needed")

    def unsettled(self) -> Iterator[Violation]:
        """Yield a violation while a lot is up for auction, because it must be sold first."""
        if self.lot is not None:
            yield impossible("CT-G01", "sell the card or bonus that is up for auction first")

    def made_possible(self, result: Result) -> Iterator[Violation]:
        # An exchange of a keeper depends on the games that allowed it.
        for player in result.players:
            if self.members[player].exchanged and self.games(player) <= self.terms.games_before_exchange:
                name = seat_name(self.seats, player)
                yield impossible("CT-R03", f"{name} exchanged a keeper after this game: take the exchange back first")

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:
        """Return the settings of the next match: the players' keepers as inheritance, the others' keepers excluded from the draft,
        and the bonuses that the players bought (PBL-L05, PBL-L06)."""
        if self.terms.form == "plain":
            return CarriedOver()
        absent = tuple(card for p, member in enumerate(self.members) if p not in players for card in member.cards)
        return CarriedOver(
            {"setup": "keeper", "sides": str(len(players))},
            {"league_keepers": absent, "bonuses": tuple(self._bonuses(players))},
            decks={seat: DeckList(dict.fromkeys(self.members[p].cards, 1)) for seat, p in enumerate(players)},
        )

    def _bonuses(self, players: tuple[int, ...]) -> Iterator[dict[str, int]]:
        """Yield the bonuses of each side that the rulebook suggests. Matches do not know the league's other bonuses."""
        for side, player in enumerate(players):
            if bought := {name: BONUSES[name] for name in self.members[player].bonuses if name in BONUSES}:
                yield {"side": side, **bought}


def turn_info(state: State) -> TurnInfo:
    """Return the turn context of a league: the season as its turn, and the player who selects a keeper."""
    selecting = state.selector if state.phase == "preparation" and state.terms.form == "keeper" else None
    return TurnInfo(state.season, state.phase, selecting)
