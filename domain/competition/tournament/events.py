"""Events of a tournament. They contain every number that was used."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.ranking import Decided
from domain.competition.record import Scale
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State
from domain.game import Event
from domain.narration import Narrator
from domain.seats import JUDGE, Viewpoint, put_at, seats_of_names
from domain.text import pluralize


class TournamentStarted(Event, frozen=True, kw_only=True, tag="tournament_started"):
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

    def evolve(self, state: State) -> State:
        count = len(self.players)
        return replace(
            state,
            seats=seats_of_names(self.players),
            game=self.game,
            bracket=self.bracket,
            legs=self.legs,
            scale=self.scale,
            seeds=tuple(range(count)),
            extra=(0,) * count,
            agreed_rounds=self.rounds,
            tie_breaks=self.tie_breaks,
            decks=self.decks,
            kit=self.kit,
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Event:  # noqa: ARG002
        return replace(self, decks=self.decks if viewpoint == JUDGE else ())

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{pluralize(len(self.players), 'player')}: {', '.join(self.players)}"


class PlayersSeeded(Event, frozen=True, kw_only=True, tag="players_seeded"):
    """The players in order, the best first."""

    order: tuple[SeatIndex, ...]
    source: str

    def evolve(self, state: State) -> State:
        return replace(state, seeds=self.order, seeded=self.source)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"seeds ({self.source}): {', '.join(map(narrator.seat, self.order))}"


class BracketDrawn(Event, frozen=True, kw_only=True, tag="bracket_drawn"):
    """The bracket was drawn, including byes and the paths of winners."""

    pairings: tuple[Pairing, ...]

    def evolve(self, state: State) -> State:
        return replace(state, pairings=self.pairings)

    def describe(self, narrator: Narrator[State]) -> str:
        rounds = max((pairing.round for pairing in self.pairings), default=0)
        matches = pluralize(sum(not p.bye for p in self.pairings), "match", "matches")
        return f"the {narrator.state.form}: {matches} in {pluralize(rounds, 'round')}"


class RoundPaired(Event, frozen=True, kw_only=True, tag="round_paired"):
    """A round of a Swiss tournament was paired, including its bye."""

    round: int
    pairings: tuple[Pairing, ...]

    def evolve(self, state: State) -> State:
        return replace(state, pairings=(*state.pairings, *self.pairings))

    def describe(self, narrator: Narrator[State]) -> str:
        matches = [" - ".join(map(narrator.seat, pairing.players)) for pairing in self.pairings if not pairing.bye]
        byes = [f"{narrator.seat(player)} has the bye" for one in self.pairings if one.bye for player in one.players]
        return f"round {self.round}: {', '.join([*matches, *byes])}"


class PlayerDropped(Event, frozen=True, kw_only=True, tag="player_dropped"):
    """A player leaves a Swiss; what was played stays."""

    player: SeatIndex
    template = "{player} drops"

    def evolve(self, state: State) -> State:
        return replace(state, dropped=(*state.dropped, self.player))


class PlayerEntered(Event, frozen=True, kw_only=True, tag="player_entered"):
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


def _match(pairing: int, narrator: Narrator[State]) -> str:
    return f"match {pairing} of the {narrator.state.form}"


class PairingDecided(Event, frozen=True, kw_only=True, tag="pairing_decided"):
    """A match that was paired is decided."""

    pairing: int
    winner: SeatIndex | None
    """Unset for a draw."""

    def evolve(self, state: State) -> State:
        return state.with_pairing(replace(state.pairings[self.pairing - 1], decided=True, winner=self.winner))

    def describe(self, narrator: Narrator[State]) -> str:
        won = "drawn" if self.winner is None else f"won by {narrator.seat(self.winner)}"
        return f"{_match(self.pairing, narrator)} is {won}"


class PairingReopened(Event, frozen=True, kw_only=True, tag="pairing_reopened"):
    """A match that was paired is to be played (again)."""

    pairing: int

    def evolve(self, state: State) -> State:
        return state.with_pairing(replace(state.pairings[self.pairing - 1], decided=False, winner=None))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{_match(self.pairing, narrator)} is to be played"


class PairingFilled(Event, frozen=True, kw_only=True, tag="pairing_filled"):
    """A player advanced to the next round or, if `player` is unset, no longer does."""

    pairing: int
    place: int
    player: SeatIndex | None

    def evolve(self, state: State) -> State:
        return state.with_pairing(state.pairings[self.pairing - 1].filled(self.place, self.player))

    def describe(self, narrator: Narrator[State]) -> str:
        who = "nobody" if self.player is None else narrator.seat(self.player)
        return f"{who} goes on to match {self.pairing}"


class TournamentDecided(Decided, frozen=True, kw_only=True, tag="tournament_decided"):
    """The last match is decided."""


class TournamentReopened(Event, frozen=True, kw_only=True, tag="tournament_reopened"):
    """The tournament became undecided again."""

    template = "the tournament is open again"

    def evolve(self, state: State) -> State:
        return replace(state, ranking=(), scores=())


class PairingSet(Event, frozen=True, kw_only=True, tag="pairing_set"):
    """A correction of who plays a match."""

    pairing: int
    first: SeatIndex
    second: SeatIndex

    def evolve(self, state: State) -> State:
        return state.with_pairing(replace(state.pairings[self.pairing - 1], first=self.first, second=self.second))

    def describe(self, narrator: Narrator[State]) -> str:
        return (
            f"{_match(self.pairing, narrator)} is between {narrator.seat(self.first)} and {narrator.seat(self.second)}"
        )
