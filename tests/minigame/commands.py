"""The commands of the scorekeeper: their violations, their events, their redaction."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token, find_or_bind, parse_ref, token_id
from domain.event_buffer import EventBuffer
from domain.game import Command
from domain.options import choice_violations
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from tests.minigame.changes import Change, HighCardBuffer, SetPoints, make
from tests.minigame.events import (
    CardPlaced,
    CardRevealed,
    CardsDrawn,
    DeckRegistered,
    DieRolled,
    MatchEnded,
    MatchStarted,
    RoundBegan,
    RoundScored,
    knows,
)
from tests.minigame.options import Options
from tests.minigame.state import State


class HighCardCommand(Command, frozen=True, kw_only=True):
    """The commands at a table of High Card."""

    rules: ClassVar[tuple[str, ...]] = ("MG-P01", "MG-S01")
    opens: ClassVar[bool] = False
    """Taken before the match is open, and never again."""
    phase_of_play: ClassVar[str] = ""
    """When it is taken; empty: at any time of a match."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """MG-S01, MG-P01: before anything else, a match is open and in the phase that the command belongs to."""
        if self.opens:
            return tuple(self.validate(state))
        if state.phase == "unopened":
            return (Violation("MG-S01", "no match is open: start_match comes first", impossible=True),)
        if (phase := self.phase_of_play) not in ("", state.phase):
            text = f"this belongs to phase {phase}; the round is in phase {state.phase}"
            return (Violation("MG-P01", text), *self._violations_at_the_table(state))
        return self._violations_at_the_table(state)

    def _violations_at_the_table(self, state: State) -> tuple[Violation, ...]:
        player: int | None = getattr(self, "player", None)
        if player is not None and not 0 <= player < len(state.players):
            return (Violation("MG-S01", f"there is no seat {player + 1}", impossible=True),)
        return tuple(self.validate(state))

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """The violations in a phase that permits it."""

    @abstractmethod
    def resolve(self, out: HighCardBuffer) -> None:
        """The resulting events."""

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "HighCardCommand":
        return self


def _unknown_cards(state: State, cards: Sequence[str]) -> Iterator[Violation]:
    for name in cards:
        if (card := parse_ref(name).card) is not None and card not in state.catalogue:
            yield Violation("MG-S03", f"no card {card!r} in the catalogue", impossible=True)


# --- before the first round --------------------------------------------------------------------------------------------


def _opening_violations(
    state: State, players: tuple[str, ...], decks: tuple[int, ...], options: Options
) -> Iterator[Violation]:
    if state.phase != "unopened":
        yield Violation("MG-S01", "the match is open already", impossible=True)
    if not len(set(players)) == len(players) == len(decks) == 2:
        yield Violation("MG-S01", "two players of different names, and a deck each, are needed", impossible=True)
    if not 1 <= options.rounds <= 9:
        yield Violation("MG-O01", f"{options.rounds} rounds; 1 to 9 can be agreed", impossible=True)
    yield from choice_violations(options)
    if min(decks, default=0) < options.rounds + 2:
        yield Violation("MG-S02", f"{options.rounds} rounds need {options.rounds + 2} cards a deck")
    if any(not 0 <= deck <= 500 for deck in decks):
        yield Violation("MG-S02", "a deck holds 0 to 500 cards", impossible=True)


class StartMatch(HighCardCommand, frozen=True, kw_only=True, tag="start_match"):
    """Two players sit down with a deck each."""

    players: tuple[str, ...]
    decks: tuple[int, ...]
    """Cards in each deck."""
    options: Options = Options()
    opens = True
    rules = ("MG-O01", "MG-O02", "MG-S02")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, self.decks, self.options)

    def resolve(self, out: HighCardBuffer) -> None:
        rounds, ties = self.options.rounds, self.options.ties
        out.add(MatchStarted(players=self.players, decks=self.decks, points=(0, 0), round=1, rounds=rounds, ties=ties))


class DeclarePosition(HighCardCommand, frozen=True, kw_only=True, tag="declare_position"):
    """The record starts late: the present table before a round."""

    players: tuple[str, ...]
    decks: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    options: Options = Options()
    phase: Literal["draw"] = "draw"
    opens = True
    rules = ("MG-B01", "MG-O01", "MG-O02", "MG-S02")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, self.decks, self.options)
        if len(self.points) != 2 or self.round < 1:
            yield Violation("MG-B01", "a position has a round from 1 on and the points of two players", impossible=True)

    def resolve(self, out: HighCardBuffer) -> None:
        started = MatchStarted(
            players=self.players,
            decks=self.decks,
            points=self.points,
            round=self.round,
            rounds=self.options.rounds,
            ties=self.options.ties,
        )
        out.add(started)


class RegisterDeck(HighCardCommand, frozen=True, kw_only=True, tag="register_deck"):
    """A player hands in a deck list."""

    player: SeatIndex
    cards: dict[CardId, int]
    """Copies per card id."""
    rules = ("MG-S03",)

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        for card, copies in self.cards.items():
            if card not in state.catalogue or not 1 <= copies <= 500:
                yield Violation("MG-S03", f"{copies} of {card}: a list has cards of the catalogue", impossible=True)
        if (size := sum(self.cards.values())) != player.deck + player.drawn:
            yield Violation("MG-S03", f"the list has {size} cards, the deck {player.deck + player.drawn}")

    def resolve(self, out: HighCardBuffer) -> None:
        out.add(DeckRegistered(seat=self.player, cards=tuple(self.cards.items())))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> HighCardCommand:
        return self if knows(viewpoint, self.player) else replace(self, cards={})


# --- a round -----------------------------------------------------------------------------------------------------------


class Draw(HighCardCommand, frozen=True, kw_only=True, tag="draw"):
    """A player fills the hand."""

    player: SeatIndex
    cards: tuple[CardRef, ...]
    phase_of_play = "draw"
    rules = ("MG-P02", "MG-S03")

    def validate(self, state: State) -> Iterator[Violation]:
        player, count = state.players[self.player], len(self.cards)
        yield from _unknown_cards(state, self.cards)
        if count > player.deck:
            yield Violation("MG-P02", f"{count} cards drawn of {player.deck} in the deck", impossible=True)
        if count != player.missing:
            yield Violation("MG-P02", f"{count} cards drawn; {player.missing} fill the hand")
        left = player.unseen()
        for card in dict.fromkeys(self.cards):
            if player.listed and card != UNKNOWN and self.cards.count(card) > left.get(card, 0):
                yield Violation("MG-S03", f"the deck list holds {left.get(card, 0)} more {card}")

    def resolve(self, out: HighCardBuffer) -> None:
        first = out.state.players[self.player].last + 1
        drawn = (Token(token_id(self.player, n), parse_ref(r).card) for n, r in enumerate(self.cards, first))
        out.add(CardsDrawn(seat=self.player, tokens=tuple(drawn)))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> HighCardCommand:
        return self if knows(viewpoint, self.player) else replace(self, cards=(UNKNOWN,) * len(self.cards))


class PlaceCard(HighCardCommand, frozen=True, kw_only=True, tag="place_card"):
    """A player places a card of the hand, face down."""

    title = "Place a card"
    player: SeatIndex
    card: CardRef
    phase_of_play = "place"
    rules = ("MG-P03", "MG-S03")

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        yield from _unknown_cards(state, (self.card,))
        if player.placed:
            yield Violation("MG-P03", "1 of 1 cards placed in this round")
        if find_or_bind(player.hand, parse_ref(self.card)) is None:
            held = ", ".join(t.card or UNKNOWN for t in player.hand) or "nothing"
            yield Violation("MG-P03", f"{self.card} is not in that hand, which holds {held}", impossible=True)

    def resolve(self, out: HighCardBuffer) -> None:
        hand = out.state.players[self.player].hand
        token = find_or_bind(hand, parse_ref(self.card))
        if token is None:
            return
        if token not in hand and token.card is not None:
            out.add(CardRevealed(seat=self.player, token=token.id, card=token.card))
        out.add(CardPlaced(seat=self.player, token=token.id))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> HighCardCommand:
        return self if knows(viewpoint, self.player) else replace(self, card=UNKNOWN)


class TurnUp(HighCardCommand, frozen=True, kw_only=True, tag="turn_up"):
    """Both placed cards are turned up; the higher number takes the round."""

    cards: tuple[CardRef, ...]
    """The identity of each player's card, in the order of the seats; `??` where that was known."""
    changes: tuple[Change, ...] = ()
    """Changes by hand that card texts require."""
    phase_of_play = "turn_up"
    rules = ("MG-B01", "MG-P04", "MG-S03")

    def validate(self, state: State) -> Iterator[Violation]:
        wrong = tuple(self._wrong_cards(state))
        yield from wrong
        if not any(violation.impossible for violation in wrong):
            yield from _violations_of_changes(self, state)

    def _wrong_cards(self, state: State) -> Iterator[Violation]:
        yield from _unknown_cards(state, self.cards)
        if len(self.cards) != 2 or not all(p.placed for p in state.players):
            yield Violation("MG-P04", "two placed cards are turned up", impossible=True)
            return
        for seat, card, player in zip(state.seats, self.cards, state.players, strict=True):
            known, told = player.placed[-1].card, parse_ref(card).card
            if known is None and told is None:
                yield Violation("MG-P04", f"what did {seat.name} turn up? The card must be named", impossible=True)
            elif told is not None and known not in (None, told):
                yield Violation("MG-P04", f"{seat.name} placed {known}, not {told}")
            elif known is None and player.listed and told is not None and player.unseen().get(told, 0) < 1:
                yield Violation("MG-S03", f"the deck list of {seat.name} holds no more {told}")

    def resolve(self, out: HighCardBuffer) -> None:
        cards: list[str] = []
        for seat, (player, ref) in enumerate(zip(out.state.players, self.cards, strict=True)):
            token = player.placed[-1]
            card = parse_ref(ref).card or token.card or ""
            if card != token.card:
                out.add(CardRevealed(seat=seat, token=token.id, card=card))
            cards.append(card)
        first, second = (out.state.value(card) for card in cards)
        winner = None if first == second else int(second > first)
        out.add(RoundScored(values=(first, second), cards=tuple(cards), winner=winner))
        make(out, self.changes)
        if winner is not None or out.state.ties == "none":
            _end_round(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> HighCardCommand:
        return replace(self, changes=_seen(self.changes, viewpoint))


class RollDie(HighCardCommand, frozen=True, kw_only=True, tag="roll_die"):
    """A die breaks a tie."""

    result: int
    phase_of_play = "roll"
    rules = ("MG-P05",)

    def validate(self, state: State) -> Iterator[Violation]:
        if not 1 <= self.result <= 6:
            yield Violation("MG-P05", f"a die shows 1 to 6, not {self.result}", impossible=True)

    def resolve(self, out: HighCardBuffer) -> None:
        out.add(DieRolled(result=self.result, winner=(self.result + 1) % 2))
        _end_round(out)


def _end_round(out: HighCardBuffer) -> None:
    """The next round, or the end, once a round has been taken (or tied for good)."""
    state = out.state
    if out.stopped:
        return
    if state.round < state.rounds:
        out.add(RoundBegan(round=state.round + 1))
        return
    points = tuple(p.points for p in state.players)
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    out.add(MatchEnded(winner=winner, points=points))


# --- by hand -----------------------------------------------------------------------------------------------------------


class Adjust(HighCardCommand, frozen=True, kw_only=True, tag="adjust"):
    """The record follows the table where no command can."""

    reason: str
    changes: tuple[Change, ...]
    rules = ("MG-B01",)

    def validate(self, state: State) -> Iterator[Violation]:
        if not self.changes:
            yield Violation("MG-B01", "a correction has at least one change", impossible=True)
        yield from _violations_of_changes(self, state)

    def resolve(self, out: HighCardBuffer) -> None:
        make(out, self.changes)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> HighCardCommand:
        return replace(self, changes=_seen(self.changes, viewpoint))


def _violations_of_changes(command: TurnUp | Adjust, state: State) -> list[Violation]:
    """The violations of changes made by hand, in the state that the play leaves. Reached only where the play is possible."""
    out: HighCardBuffer = EventBuffer(state)
    command.resolve(out)
    return out.violations


def _seen(changes: tuple[Change, ...], viewpoint: Viewpoint) -> tuple[Change, ...]:
    """Which card was named or put under is not for everybody."""
    return changes if viewpoint == JUDGE else tuple(change for change in changes if isinstance(change, SetPoints))


COMMANDS: Final[tuple[type[HighCardCommand], ...]] = (
    StartMatch,
    DeclarePosition,
    RegisterDeck,
    Draw,
    PlaceCard,
    TurnUp,
    RollDie,
    Adjust,
)
