"""The events of the table: their effects on the state, and their narration. Every number that was used is in here.

`evolve` is the hot path of every replay: it asks no catalogue and no rules.
"""

from abc import abstractmethod
from typing import Final

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, CardId, SeatIndex, Token, bound, token_owner, without
from domain.game import Event
from domain.narration import Narrator
from domain.seats import JUDGE, Viewpoint, seats_of_names
from tests.minigame.state import Player, State, with_player


class HighCardEvent(Event, frozen=True, kw_only=True):
    """The events of a match of High Card."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


def knows(viewpoint: Viewpoint, seat: int) -> bool:
    """Return True if this viewpoint sees the player's private facts."""
    return viewpoint in (seat, JUDGE)


class MatchStarted(HighCardEvent, frozen=True, kw_only=True, tag="match_started"):
    """MG-S01: two players sit down with a deck each."""

    players: tuple[str, ...]
    decks: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    rounds: int
    ties: str

    def evolve(self, state: State) -> State:
        players = tuple(Player(deck=deck, points=points) for deck, points in zip(self.decks, self.points, strict=True))
        seats = seats_of_names(self.players)
        opened = replace(state, seats=seats, players=players, rounds=self.rounds, ties=self.ties)
        return replace(opened, phase="draw", round=self.round)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{' against '.join(self.players)}, {self.rounds} rounds"


class DeckRegistered(HighCardEvent, frozen=True, kw_only=True, tag="deck_registered"):
    """MG-S03: what a player's deck is made of is known from now on."""

    seat: SeatIndex
    cards: tuple[tuple[str, int], ...]
    template = "{seat} registers a deck"

    def evolve(self, state: State) -> State:
        return with_player(state, self.seat, replace(state.players[self.seat], listed=self.cards))


class CardsDrawn(HighCardEvent, frozen=True, kw_only=True, tag="cards_drawn"):
    """MG-P02: a hand is filled; once both are, cards are placed."""

    seat: SeatIndex
    tokens: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player, count = state.players[self.seat], len(self.tokens)
        hand = player.hand + self.tokens
        last = max(player.last, *(token.id % TOKENS_PER_SEAT for token in self.tokens)) if self.tokens else player.last
        player = replace(player, deck=player.deck - count, drawn=player.drawn + count, last=last, hand=hand)
        state = with_player(state, self.seat, player)
        ready = state.phase == "draw" and all(p.missing <= 0 for p in state.players)
        return replace(state, phase="place") if ready else state

    def describe(self, narrator: Narrator[State]) -> str:
        line = f"{narrator.seat(self.seat)} draws {len(self.tokens)}"
        if not knows(narrator.viewpoint, self.seat):
            return line
        return f"{line}: {', '.join(narrator.card(token.card) for token in self.tokens)}"


class CardPlaced(HighCardEvent, frozen=True, kw_only=True, tag="card_placed"):
    """MG-P03: a card is placed face down; after the second card, both are turned up."""

    seat: SeatIndex
    token: int
    template = "{seat} places a card face down"

    def evolve(self, state: State) -> State:
        player = state.players[self.seat]
        token = next(t for t in player.hand if t.id == self.token)
        player = replace(player, hand=without(player.hand, self.token), placed=(*player.placed, token))
        state = with_player(state, self.seat, player)
        return replace(state, phase="turn_up") if all(p.placed for p in state.players) else state


class CardRevealed(HighCardEvent, frozen=True, kw_only=True, tag="card_revealed"):
    """A token's identity became known, or turned out to be another."""

    seat: SeatIndex
    token: int
    card: CardId

    def evolve(self, state: State) -> State:
        player = state.players[token_owner(self.token)]
        hand, placed, pile = (bound(z, self.token, self.card) for z in (player.hand, player.placed, player.pile))
        return with_player(state, self.seat, replace(player, hand=hand, placed=placed, pile=pile))

    def describe(self, narrator: Narrator[State]) -> str:
        player = narrator.state.players[token_owner(self.token)]
        turned_up = narrator.state.phase == "turn_up" and any(t.id == self.token for t in player.placed)
        if not turned_up and not knows(narrator.viewpoint, self.seat):
            return "a hidden card is noted"
        return f"{narrator.seat(self.seat)} shows {narrator.card(self.card)}"


class RoundScored(HighCardEvent, frozen=True, kw_only=True, tag="round_scored"):
    """MG-P04: the higher card takes the round."""

    values: tuple[int, ...]
    cards: tuple[str, ...]
    winner: SeatIndex | None
    """None: a tie."""

    def evolve(self, state: State) -> State:
        players = tuple(
            replace(p, points=p.points + (seat == self.winner), pile=p.pile + p.placed, placed=())
            for seat, p in enumerate(state.players)
        )
        return replace(state, players=players, phase="roll" if self.winner is None else "draw")

    def describe(self, narrator: Narrator[State]) -> str:
        shown = " against ".join(f"{narrator.card(c)} {v}" for c, v in zip(self.cards, self.values, strict=True))
        return f"{shown}: {'a tie' if self.winner is None else narrator.seat(self.winner) + ' takes it'}"


class DieRolled(HighCardEvent, frozen=True, kw_only=True, tag="die_rolled"):
    """MG-P05: an even number takes a tied round for the second player, an odd one for the first."""

    result: int
    winner: SeatIndex
    template = "the die shows {result}: {winner} takes the round"

    def evolve(self, state: State) -> State:
        player = state.players[self.winner]
        return with_player(state, self.winner, replace(player, points=player.points + 1))


class RoundBegan(HighCardEvent, frozen=True, kw_only=True, tag="round_began"):
    """Hands are filled first, where they are not full."""

    round: int
    template = "round {round}"

    def evolve(self, state: State) -> State:
        ready = all(p.missing <= 0 for p in state.players)
        return replace(state, round=self.round, phase="place" if ready else "draw")


class PointsSet(HighCardEvent, frozen=True, kw_only=True, tag="points_set"):
    """MG-B01: the points are what somebody says that they are."""

    seat: SeatIndex
    points: int
    template = "{seat} has {points} points"

    def evolve(self, state: State) -> State:
        return with_player(state, self.seat, replace(state.players[self.seat], points=self.points))


class CardPutUnder(HighCardEvent, frozen=True, kw_only=True, tag="card_put_under"):
    """A card of the hand goes under the deck."""

    seat: SeatIndex
    token: int
    template = "{seat} puts a card under the deck"

    def evolve(self, state: State) -> State:
        player = state.players[self.seat]
        player = replace(player, hand=without(player.hand, self.token), deck=player.deck + 1)
        return with_player(state, self.seat, player)


class MatchEnded(HighCardEvent, frozen=True, kw_only=True, tag="match_ended"):
    """MG-E01: after the last round, the one with more points has won."""

    winner: SeatIndex | None
    """None: a draw."""
    points: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return replace(state, phase="over", winner=self.winner)

    def describe(self, narrator: Narrator[State]) -> str:
        return "a draw" if self.winner is None else f"{narrator.seat(self.winner)} wins"


EVENTS: Final[tuple[type[HighCardEvent], ...]] = (
    MatchStarted,
    DeckRegistered,
    CardPlaced,
    RoundScored,
    DieRolled,
    RoundBegan,
    PointsSet,
    CardPutUnder,
    MatchEnded,
    CardsDrawn,
    CardRevealed,
)
