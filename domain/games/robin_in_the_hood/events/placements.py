"""Cards chosen for a hand (RH-A01, RH-A02, RH-Q27)."""

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token, without
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.state import (
    STAGE_INDEX,
    HandChoice,
    InPlay,
    PlacedAs,
    Player,
    Stage,
    State,
    Used,
    may_place,
    with_player,
    with_stage,
)
from domain.narration import Narrator
from domain.table.references import token_of
from domain.table.visibility import sees_hand
from domain.text import join_words


class ShownChoice(Struct, frozen=True, gc=False, kw_only=True):
    """A card that is turned up."""

    player: SeatIndex
    token: int
    card: CardId


class CharacterPlaced(RobinEvent, frozen=True, kw_only=True, tag="character_placed"):
    """RH-A01: a character came to a stage. A simultaneous placement is face down until `PlacementsRevealed`."""

    player: SeatIndex
    token: int
    card: CardId
    character: str
    order: PlacedAs
    stage: Stage = "agility"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        stage, hidden = STAGE_INDEX[self.stage], self.order == "simultaneous"
        choice = HandChoice(token=self.token, card=self.card, is_modifier=False, hidden=hidden, stage=stage)
        stages = player.stages if hidden else with_stage(player.stages, stage, Token(self.token, self.card))
        player = replace(
            player,
            playing_hand=without(player.playing_hand, self.token),
            chosen=(*player.chosen, choice),
            used=(*player.used, Used(self.character, self.token)),
            stages=stages,
        )
        return _when_both_placed(with_player(state, self.player, player))

    def describe(self, narrator: Narrator[State]) -> str:
        if self.order == "simultaneous":
            return _face_down(narrator, self.player, self.card)
        stage = "" if self.stage == "agility" else f" on {self.stage.capitalize()}"
        return f"{narrator.seat(self.player)} places {narrator.card(self.card)}{stage}"


class ModifierPlayed(RobinEvent, frozen=True, kw_only=True, tag="modifier_played"):
    """RH-A02: a modifier came into play. A simultaneous choice is face down until `PlacementsRevealed`."""

    player: SeatIndex
    token: int
    card: CardId
    duration: str
    order: PlacedAs

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        hidden = self.order == "simultaneous"
        choice = HandChoice(token=self.token, card=self.card, is_modifier=True, hidden=hidden, duration=self.duration)
        in_play = () if hidden else (_in_play(state, choice),)
        player = replace(
            player,
            playing_hand=without(player.playing_hand, self.token),
            chosen=(*player.chosen, choice),
            modifier_pile=(*player.modifier_pile, *in_play),
        )
        return _when_both_placed(with_player(state, self.player, player))

    def describe(self, narrator: Narrator[State]) -> str:
        if self.order == "simultaneous":
            return _face_down(narrator, self.player, self.card)
        return f"{narrator.seat(self.player)} plays the modifier {narrator.card(self.card)}"


class PlacementsRevealed(RobinEvent, frozen=True, kw_only=True, tag="placements_revealed"):
    """RH-Q27: the cards chosen at the same time are turned up together."""

    cards: tuple[ShownChoice, ...]

    def evolve(self, state: State) -> State:
        first, second = (_revealed(state, player) for player in state.players)
        return _when_both_placed(replace(state, players=(first, second)))

    def describe(self, narrator: Narrator[State]) -> str:
        shown = join_words(
            (f"{narrator.seat(choice.player)}'s {narrator.card(choice.card)}" for choice in self.cards), none="none"
        )
        return f"the cards are shown: {shown}"


def _in_play(state: State, choice: HandChoice) -> InPlay:
    return InPlay(token=choice.token, card=choice.card, duration=choice.duration, hand_no=state.hand_no)


def _when_both_placed(state: State) -> State:
    """Start the battles once both choices are face up; hidden choices wait for `PlacementsRevealed`."""
    if state.phase != "placing" or not any(player.chosen for player in state.players):
        return state
    if any(not player.chosen and may_place(state, seat) for seat, player in enumerate(state.players)):
        return state
    if any(player.chosen and player.chosen[-1].hidden for player in state.players):
        return state
    return replace(state, phase="battles")


def _revealed(state: State, player: Player) -> Player:
    stages, in_play = player.stages, player.modifier_pile
    for choice in player.chosen:
        if choice.hidden and choice.is_modifier:
            in_play = (*in_play, _in_play(state, choice))
        elif choice.hidden:
            stages = with_stage(stages, choice.stage, token_of(choice))
    chosen = tuple(replace(c, hidden=False) for c in player.chosen)
    return replace(player, stages=stages, modifier_pile=in_play, chosen=chosen)


def _face_down(narrator: Narrator[State], seat: int, card: str) -> str:
    name = narrator.card(card) if sees_hand(narrator.viewpoint, seat) else "a card"
    return f"{narrator.seat(seat)} lays {name} face down"
