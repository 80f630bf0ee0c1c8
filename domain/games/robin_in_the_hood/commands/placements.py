"""Cards chosen for a hand (RH-T02 to RH-T06, RH-A01 to RH-A04)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, parse_ref
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.commands.base import PlayerCommand, RobinCommand
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.placements import CharacterPlaced, ModifierPlayed
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.round_end import replace_modifiers, reveal_choices, start_hand
from domain.games.robin_in_the_hood.state import STAGE_INDEX, PlacedAs, Stage, State, may_place
from domain.games.robin_in_the_hood.visibility import would_lie_hidden
from domain.games.robin_in_the_hood.whereabouts import check_card_of, find_card, shown_name
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.visibility import sees_hand


class _Placement(PlayerCommand, frozen=True, kw_only=True):
    """A choice for this hand."""

    card: CardRef

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:
        """Hide the card and its kind while the choice is face down."""
        if sees_hand(viewpoint, self.player):
            return self
        if would_lie_hidden(state, self.player):
            return PlaceCard(player=self.player, card=UNKNOWN)
        return replace(self, card=shown_name(state.players[self.player], "playing_hand", self.card))

    def _placed(self, out: RobinBuffer) -> tuple[int, CardId]:
        """Return the number and the id of the card, which is in the hand and known."""
        _begin_hand_if_skipped(out)
        token = find_card(out.state.players[self.player], "playing_hand", self.card)
        assert token is not None
        assert token.card is not None
        return token.id, token.card

    def _record(self, state: State) -> object:
        token = find_card(state.players[self.player], "playing_hand", self.card)
        return state.catalogue.get(token.card) if token is not None else None


class PlaceCharacter(_Placement, frozen=True, kw_only=True, tag="place_character"):
    """Choose a character for this hand."""

    title = "Place a character"
    player: SeatIndex
    card: CardRef
    stage: Stage = "agility"
    rules = (
        "RH-A01", "RH-A02", "RH-A03", "RH-A04", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-E04", "RH-T02", "RH-T05",
        "RH-T08",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _check_turn_to_place(state, self.player)
        if self.stage != "agility":
            yield Violation("RH-A01", f"characters enter on Agility, not on {self.stage.capitalize()}")
        if state.players[self.player].stages[STAGE_INDEX[self.stage]] is not None:
            yield impossible("RH-A01", f"{self.stage.capitalize()} is occupied; a stage holds one character")
        yield from check_card_of(state, self.player, "playing_hand", self.card)
        if isinstance(record := self._record(state), ModifierCard):
            yield impossible("RH-A02", f"{record.name} is a modifier, which cannot be on a stage")

    def resolve(self, out: RobinBuffer) -> None:
        token, card = self._placed(out)
        record = out.state.catalogue.get(card)
        character = record.character if isinstance(record, CharacterCard) else card
        placed = CharacterPlaced(
            player=self.player,
            token=token,
            card=card,
            character=character,
            order=_placed_as(out.state),
            stage=self.stage,
        )
        out.add(placed)
        _when_both_placed(out)


class PlayModifier(_Placement, frozen=True, kw_only=True, tag="play_modifier"):
    """Choose a modifier for this hand; Agility stays empty."""

    title = "Play a modifier"
    player: SeatIndex
    card: CardRef
    rules = (
        "RH-A02", "RH-A03", "RH-A04", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-E04", "RH-T02", "RH-T05", "RH-T08",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _check_turn_to_place(state, self.player)
        yield from check_card_of(state, self.player, "playing_hand", self.card)
        if isinstance(record := self._record(state), CharacterCard):
            yield impossible("RH-A02", f"{record.name} is a character and cannot be played as a modifier")

    def resolve(self, out: RobinBuffer) -> None:
        token, card = self._placed(out)
        record = out.state.catalogue.get(card)
        duration = record.duration if isinstance(record, ModifierCard) else "hand"
        order = _placed_as(out.state)
        played = ModifierPlayed(player=self.player, token=token, card=card, duration=duration, order=order)
        out.add(played)
        if order != "simultaneous":
            replace_modifiers(out, self.player)
        _when_both_placed(out)


class PlaceCard(_Placement, frozen=True, kw_only=True, tag="place_card"):
    """Choose a card for this hand: a character is placed, a modifier played. Others see a face-down choice as
    `place_card Ann ??`, so that its kind stays hidden too."""

    title = "Place a card"
    player: SeatIndex
    card: CardRef
    rules = ("RH-A01", "RH-A03", "RH-A04", "RH-D03", "RH-D07", "RH-E04", "RH-T02", "RH-T05", "RH-T08")

    def validate(self, state: State) -> Iterator[Violation]:
        return self._as_its_kind(state).validate(state)

    def resolve(self, out: RobinBuffer) -> None:
        self._as_its_kind(out.state).resolve(out)

    def _as_its_kind(self, state: State) -> PlaceCharacter | PlayModifier:
        """Return the command for the card's kind; an unknown card counts as a character."""
        token = find_card(state.players[self.player], "playing_hand", self.card)
        record = state.catalogue.get(token.card if token is not None else parse_ref(self.card).card)
        if isinstance(record, ModifierCard):
            return PlayModifier(player=self.player, card=self.card)
        return PlaceCharacter(player=self.player, card=self.card)


def _check_turn_to_place(state: State, seat: int) -> Iterator[Violation]:
    player, name = state.players[seat], seat_name(state.seats, seat)
    if player.chosen and state.phase in ("placing", "battles", "aftermath"):
        hidden = any(choice.hidden for choice in player.chosen)
        yield Violation("RH-A03", f"{name} has already chosen a card in this hand", impossible=hidden)
    elif state.phase == "placing":
        first = state.order
        if first is not None and first != seat and not state.players[first].chosen and may_place(state, first):
            winner = seat_name(state.seats, first)
            yield Violation("RH-T05", f"{winner} won Agility and places first")
    elif state.phase == "refill":
        yield Violation("RH-T08", f"both players hold {PLAYING_HAND_SIZE} cards before the next hand begins")
    elif state.phase == "between_rounds" and _drawn_by_empty_pile(state):
        text = (
            "the round is drawn: a Draw pile is empty, and no further hand is played; start_round begins the next round. "
            "If the hand was played anyway, record it as played"
        )
        yield Violation("RH-E04", text)
    else:
        yield Violation("RH-T02", f"cards are placed at the start of a hand, not in the phase {state.phase}")


def _drawn_by_empty_pile(state: State) -> bool:
    return bool(state.rounds) and state.rounds[-1].reason == "draw_pile_empty"


def _begin_hand_if_skipped(out: RobinBuffer) -> None:
    """Begin the hand if a card is placed too early, recorded as played."""
    if out.state.phase in ("refill", "between_rounds", "opening_draw"):
        start_hand(out)


def _placed_as(state: State) -> PlacedAs:
    if state.phase != "placing":
        return "second"
    if state.order is None:
        return "simultaneous"
    return "second" if any(player.chosen for player in state.players) else "first"


def _when_both_placed(out: RobinBuffer) -> None:
    if all(player.chosen or not may_place(out.state, seat) for seat, player in enumerate(out.state.players)):
        reveal_choices(out)
