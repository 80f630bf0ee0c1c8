"""Events of a tournament. They contain every number that was used."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.record import CompetitionEvent, Decided, Scale
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State
from domain.game import Event
from domain.narration import Narrator
from domain.seats import JUDGE, Viewpoint, put_at, seats_of_names
from domain.text import pluralize


class TournamentStarted(CompetitionEvent, frozen=True, kw_only=True, tag="tournament_started"):
    """The players, and what was agreed."""

    players: tuple[str, ...]
    game: str
    bracket: str
    legs: int
    scale: Scale
    rounds: int = 0
    tie_breaks: str = ""
    decks: tuple[str, ...] = ()
    kit: str = ""
    template = "{players:player}: {players:texts}"

    def evolve(self, state: State) -> State:
        seats, seeds, extra = seats_of_names(self.players), tuple(range(len(self.players))), (0,) * len(self.players)
        return self.set_in(state, seats=seats, seeds=seeds, extra=extra, agreed_rounds=self.rounds)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Event:  # noqa: ARG002
        return replace(self, decks=self.decks if viewpoint == JUDGE else ())


class PlayersSeeded(CompetitionEvent, frozen=True, kw_only=True, tag="players_seeded"):
    """The players in order, the best first."""

    order: tuple[SeatIndex, ...]
    source: str
    template = "seeds ({source}): {order:seats}"

    def evolve(self, state: State) -> State:
        return replace(state, seeds=self.order, seeded=self.source)


class BracketDrawn(CompetitionEvent, frozen=True, kw_only=True, tag="bracket_drawn"):
    """The bracket was drawn, including byes and the paths of winners."""

    pairings: tuple[Pairing, ...]

    def describe(self, narrator: Narrator[State]) -> str:
        rounds = max((pairing.round for pairing in self.pairings), default=0)
        matches = pluralize(sum(not p.bye for p in self.pairings), "match", "matches")
        return f"the {narrator.state.form}: {matches} in {pluralize(rounds, 'round')}"


class RoundPaired(CompetitionEvent, frozen=True, kw_only=True, tag="round_paired"):
    """A round of a Swiss tournament was paired, including its bye."""

    round: int
    pairings: tuple[Pairing, ...]

    def evolve(self, state: State) -> State:
        return replace(state, pairings=(*state.pairings, *self.pairings))

    def describe(self, narrator: Narrator[State]) -> str:
        matches = [" - ".join(map(narrator.seat, pairing.players)) for pairing in self.pairings if not pairing.bye]
        byes = [f"{narrator.seat(player)} has the bye" for one in self.pairings if one.bye for player in one.players]
        return f"round {self.round}: {', '.join([*matches, *byes])}"


class PlayerDropped(CompetitionEvent, frozen=True, kw_only=True, tag="player_dropped"):
    """A player leaves a Swiss; what was played stays."""

    player: SeatIndex
    template = "{player} drops"

    def evolve(self, state: State) -> State:
        return replace(state, dropped=(*state.dropped, self.player))


class PlayerEntered(CompetitionEvent, frozen=True, kw_only=True, tag="player_entered"):
    """Somebody comes late to a Swiss, and is seeded last; or comes back who had dropped."""

    name: str
    deck: str = ""
    template = "{name} enters"

    def evolve(self, state: State) -> State:
        names = tuple(seat.name for seat in state.seats)
        if self.deck:
            player = names.index(self.name) if self.name in names else len(names)
            known = (*state.decks, *("" for _ in range(len(state.decks), player + 1)))
            state = replace(state, decks=put_at(known, player, self.deck))
        if self.name in names:
            return replace(state, dropped=tuple(one for one in state.dropped if one != names.index(self.name)))
        return replace(
            state,
            seats=seats_of_names((*names, self.name)),
            seeds=(*state.seeds, len(names)),
            extra=(*state.extra, 0),
            late=state.late + 1,
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Event:  # noqa: ARG002
        return replace(self, deck=self.deck if viewpoint == JUDGE else "")


class PairingChanged(CompetitionEvent, frozen=True, kw_only=True):
    """Base class for changes of one pairing. Unless one says otherwise, its fields take the place of the pairing's fields of the
    same names."""

    pairing: int
    formats = {"match": lambda narrator, pairing: f"match {pairing} of the {narrator.state.form}"}  # noqa: RUF012

    def evolve(self, state: State) -> State:
        before = state.pairings[self.pairing - 1]
        fields = (name for name in self.__struct_fields__ if name != "pairing")
        return state.with_pairing(replace(before, **{name: getattr(self, name) for name in fields}, **self.sets))


class PairingDecided(PairingChanged, frozen=True, kw_only=True, tag="pairing_decided"):
    """A match that was paired is decided."""

    winner: SeatIndex | None
    """Unset for a draw."""
    template = "{pairing:match} is {winner:?won by *|drawn}"
    sets = {"decided": True}  # noqa: RUF012 (a constant)


class PairingReopened(PairingChanged, frozen=True, kw_only=True, tag="pairing_reopened"):
    """A match that was paired is to be played (again)."""

    template = "{pairing:match} is to be played"
    sets = {"decided": False, "winner": None}  # noqa: RUF012 (a constant)


class PairingFilled(PairingChanged, frozen=True, kw_only=True, tag="pairing_filled"):
    """A player advanced to the next round or, if `player` is unset, no longer does."""

    place: int
    player: SeatIndex | None
    template = "{player:?*|nobody} goes on to match {pairing}"

    def evolve(self, state: State) -> State:
        side = {"second" if self.place else "first": self.player}
        return state.with_pairing(replace(state.pairings[self.pairing - 1], **side))


class PairingSet(PairingChanged, frozen=True, kw_only=True, tag="pairing_set"):
    """A correction of who plays a match."""

    first: SeatIndex
    second: SeatIndex
    template = "{pairing:match} is between {first} and {second}"


class TournamentDecided(Decided, frozen=True, kw_only=True, tag="tournament_decided"):
    """The last match is decided."""


class TournamentReopened(CompetitionEvent, frozen=True, kw_only=True, tag="tournament_reopened"):
    """The tournament became undecided again."""

    template = "the tournament is open again"
    sets = {"ranking": (), "scores": ()}  # noqa: RUF012 (a constant)
