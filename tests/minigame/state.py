"""The table between two commands."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList, Registered, Token, unseen
from domain.game import TurnInfo
from domain.outcome import Outcome
from domain.seats import JUDGE, GameState, Viewpoint
from tests.minigame.cards import NumberCard

HAND: Final = 3


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """One player's cards and points."""

    deck: int
    """Cards left in the deck."""
    listed: tuple[tuple[str, int], ...] = ()
    """The registered deck list; empty when only its size is known."""
    drawn: int = 0
    last: int = 0
    """Number of the card that was drawn last, or of the highest before it."""
    hand: tuple[Token, ...] = ()
    placed: tuple[Token, ...] = ()
    """Face down in front of the player; the last one counts."""
    pile: tuple[Token, ...] = ()
    """Turned up in earlier rounds."""
    points: int = 0

    @property
    def missing(self) -> int:
        """Cards to draw before the next round."""
        return min(HAND - len(self.hand), self.deck)

    def unseen(self) -> dict[str, int]:
        """The cards of the deck list that were never revealed."""
        return unseen(dict(self.listed), (t.card for t in (*self.hand, *self.placed, *self.pile) if t.card))


class State(GameState, frozen=True, kw_only=True, gc=False):
    """`phase` is unopened, draw, place, turn_up, roll or over."""

    phase: str = "unopened"
    round: int = 0
    rounds: int = 0
    ties: str = "die"
    players: tuple[Player, ...] = ()
    winner: int | None = None

    def value(self, card: str | None) -> int:
        """The number on a card; 0 where the catalogue lacks it."""
        record = self.catalogue.get(card)
        return record.value if isinstance(record, NumberCard) else 0


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one player's side replaced."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """The state whose next new card of each of these players bears that number."""
    for seat, number in numbers.items():
        state = with_player(state, seat, replace(state.players[seat], last=number - 1))
    return state


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """The empty table."""
    return State(catalogue=catalogue)


def turn_info(state: State) -> TurnInfo:
    """The next to draw is to act; cards are placed at the same time."""
    seat = None
    if state.phase == "draw":
        seat = next((s for s, p in enumerate(state.players) if p.missing > 0), None)
    return TurnInfo(state.round, state.phase, seat)


def outcome(state: State) -> Outcome | None:
    """Most points after the last round."""
    if state.phase != "over":
        return None
    winners = () if state.winner is None else (state.winner,)
    scores = tuple(p.points for p in state.players)
    return Outcome(winners, "points", "MG-E01", scores, drawn=state.winner is None)


def card_counts(state: State) -> dict[str, int]:
    """Cards of each player, in the deck, hand, place and pile."""
    return {
        seat.name: p.deck + len(p.hand) + len(p.placed) + len(p.pile)
        for seat, p in zip(state.seats, state.players, strict=True)
    }


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """A player's own list: known only to the player and the judge."""
    player = state.players[seat] if seat < len(state.players) else None
    if player is None or not player.listed or viewpoint not in (seat, JUDGE):
        return None
    return Registered(DeckList(dict(player.listed)), player.unseen())


def seen(state: State, viewpoint: Viewpoint) -> State:
    """The table as a viewpoint knows it: of another's hand, placed cards and list no more than how many there are."""
    players = (p if viewpoint in (seat, JUDGE) else _seen_of(p) for seat, p in enumerate(state.players))
    return replace(state, players=tuple(players))


def _seen_of(player: Player) -> Player:
    hand, placed = (tuple(Token(token.id) for token in zone) for zone in (player.hand, player.placed))
    return replace(player, hand=hand, placed=placed, listed=())
