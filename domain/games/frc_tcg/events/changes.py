"""Events of changes by hand, for a card's text or an adjustment (TCG-A12, X10)."""

from typing import Final

from msgspec.structs import replace

from domain.cards import UNKNOWN, SeatIndex, Token, token_owner, without
from domain.games.frc_tcg.events.base import TcgEvent, TcgNarrativeEvent
from domain.games.frc_tcg.events.phrases import robot_name
from domain.games.frc_tcg.parts import (
    get_stack,
    put_player,
    put_stack,
    to_shops,
    without_effects_of,
    without_enhancement,
)
from domain.games.frc_tcg.state import (
    Enhancement,
    Mounted,
    PlayerState,
    RevealedCard,
    RobotStack,
    StackLevel,
    State,
    TurnRecord,
)
from domain.games.frc_tcg.visibility import knows_captured, knows_hand, knows_prize
from domain.narration import Narrator
from domain.seats import JUDGE
from domain.table.references import without_card


class CardEffectResolved(TcgNarrativeEvent, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """A card's text was carried out; an event for each change follows."""

    player: SeatIndex
    source: int
    card: str | None
    note: str = ""
    template = "{card:name?* takes effect|an effect without a card is carried out}{note:?: *}"


class Adjusted(TcgNarrativeEvent, frozen=True, kw_only=True, tag="adjusted"):
    """The record was brought in line with the table; the changes follow."""

    reason: str
    template = "the record is corrected: {reason}"


class CardMoved(TcgEvent, frozen=True, kw_only=True, tag="card_moved"):
    """A card moved to another zone by an effect or an adjustment."""

    player: SeatIndex
    """The seat that had the card."""
    card: Token
    origin: str
    to: str
    owner: SeatIndex
    """The seat that has the card now."""
    robot: int = 0
    """Key of the robot it joins, if the destination is `robot`."""
    ability: str = ""
    slot: int = 0
    hp: int = 0
    """Printed HP and place, if the destination is `alliance`."""
    max_hp: int = 0
    duration: str = "until_removed"

    def evolve(self, state: State) -> State:
        state = self._taken(state)
        if self.to == "shop":
            return to_shops(state, (self.card,))
        player, card = state.players[self.owner], self.card
        if self.to == "robot":
            stack = get_stack(state, self.owner, self.robot)
            mounted = (*stack.mounted, Mounted(card.id, card.card or "", self.ability))
            return put_stack(state, self.owner, self.robot, replace(stack, mounted=mounted))
        return put_player(state, self.owner, self._given(player, state.turn))

    def _taken(self, state: State) -> State:
        player, token = state.players[self.player], self.card.id
        player = replace(player, revealed=without_card(player.revealed, token)) if player.revealed else player
        match self.origin:
            case "deck":
                player = replace(player, deck=without(player.deck, token))
            case "pit":
                # the card leaves face down, so others no longer know which shown cards are still in the hand
                hidden = self.to.startswith("deck")
                player = replace(player, pit=without(player.pit, token), revealed=() if hidden else player.revealed)
            case "shop":
                player = replace(player, shop=without(player.shop, token))
            case "captured":
                player = replace(player, captured=without(player.captured, token))
            case "playing":
                player = replace(player, playing=without(player.playing, token))
            case "prize_cards":
                prizes = tuple(None if t is not None and t.id == token else t for t in player.prize_cards)
                player = replace(player, prize_cards=prizes)
            case "robot":
                return self._off_robot(state)
            case _:
                player = without_enhancement(player, token)
        return without_effects_of(put_player(state, self.player, player), (self.card,))

    def _off_robot(self, state: State) -> State:
        token = self.card.id
        player = state.players[self.player]
        stack = next(s for s in player.alliance if any(t.id == token for t in s.tokens()))
        levels = tuple(
            replace(level, kickoff=None) if level.kickoff is not None and level.kickoff.id == token else level
            for level in stack.levels
            if level.token != token
        )
        state = without_effects_of(state, (self.card,), 0 if levels else stack.key)
        mounted = tuple(m for m in stack.mounted if m.token != token)
        left = replace(stack, levels=levels, mounted=mounted) if levels else None
        return put_stack(state, self.player, stack.key, left)

    def _shown(self, player: PlayerState) -> tuple[RevealedCard, ...]:
        """Return the hidden cards that were shown, including this one if it was face up."""
        open_before = self.origin in ("shop", "robot", "mentor", "awards", "playing")
        return (*player.revealed, RevealedCard(self.card.id)) if open_before else player.revealed

    def _given(self, player: PlayerState, turn: int) -> PlayerState:
        card = self.card
        match self.to:
            case "deck_top":
                return replace(player, deck=(card, *player.deck))
            case "deck_bottom":
                return replace(player, deck=(*player.deck, card))
            case "prize_cards":
                prizes = player.prize_cards
                place = prizes.index(None) if None in prizes else len(prizes)
                laid = (*prizes[:place], card, *prizes[place + 1 :])
                return replace(player, prize_cards=laid, revealed=self._shown(player))
            case "pit":
                return replace(player, pit=(*player.pit, card), revealed=self._shown(player))
            case "mentor":
                return replace(player, mentors=(*player.mentors, Enhancement(card.id, card.card or "", self.duration)))
            case "awards":
                return replace(player, awards=(*player.awards, Enhancement(card.id, card.card or "", self.duration)))
            case _:
                level = StackLevel(card.id, card.card or "", self.hp)
                stack = RobotStack(self.slot, (level,), self.max_hp, self.max_hp, entered=turn)
                return replace(player, alliance=tuple(sorted((*player.alliance, stack), key=lambda s: s.slot)))

    def describe(self, narrator: Narrator[State]) -> str:
        face_down = self.to == "prize_cards" and narrator.state.options.prizes_face == "down"
        hidden = self.to == "pit" or self.to.startswith("deck") or face_down
        token = self.card.id
        if self.origin == "pit":
            known = knows_hand(narrator.state, self.player, narrator.viewpoint, token) and not self.to.startswith(
                "deck"
            )
        elif self.origin == "prize_cards":
            known = knows_prize(narrator.state, self.player, narrator.viewpoint, token)
        elif self.origin == "captured":
            known = knows_captured(narrator.state, self.player, narrator.viewpoint, token_owner(token))
        else:
            known = self.origin != "deck"
        seen = not hidden or known or narrator.viewpoint in (self.player, self.owner, JUDGE)
        name = narrator.card(self.card.card) if seen else UNKNOWN
        whose = narrator.seat(self.player)
        there = "the" if self.owner == self.player else f"{narrator.seat(self.owner)}'s"
        return f"{name} goes from {whose}'s {_PLACES.get(self.origin, self.origin)} to {self._arrival(narrator, there)}"

    def _arrival(self, narrator: Narrator[State], whose: str) -> str:
        if self.to == "robot":
            return f"{robot_name(narrator, self.robot)} for {self.ability or 'its surplus pile'}"
        if self.to == "shop":
            whose = f"{narrator.seat(token_owner(self.card.id))}'s"
        where = {"deck_top": "top of {} deck", "deck_bottom": "bottom of {} deck"}.get(self.to, "{} {}")
        text = where.format(whose, _PLACES.get(self.to, self.to))
        return f"the {text}" if self.to.startswith("deck_") else text


_PLACES: Final = {
    "pit": "hand",
    "prize_cards": "prize cards",
    "captured": "captured cards",
    "playing": "cards in play",
    "mentor": "mentor's place",
}
"""Display names of zones that commands name differently."""


class AllowanceChanged(TcgEvent, frozen=True, kw_only=True, tag="allowance_changed"):
    """More or fewer plays of a kind in this turn."""

    of: str
    by: int

    def evolve(self, state: State) -> State:
        record = state.record
        match self.of:
            case "robots":
                record = replace(record, more_robots=record.more_robots + self.by)
            case "components":
                record = replace(record, more_components=record.more_components + self.by)
            case "enhancements":
                record = replace(record, more_enhancements=record.more_enhancements + self.by)
            case _:
                record = replace(record, more_attacks=record.more_attacks + self.by)
        return replace(state, record=record)

    def describe(self, narrator: Narrator[State]) -> str:
        number = abs(self.by)
        plays = self.of if number != 1 else self.of.removesuffix("s")
        plays = plays.replace("enhancements", "mentors or awards").replace("enhancement", "mentor or award")
        how = f"{'make' if self.of == 'attacks' else 'play'} {number} {'more' if self.by > 0 else 'fewer'}"
        return f"{narrator.seat(narrator.state.active)} may {how} {plays} in this turn"


class CoinFlipped(TcgNarrativeEvent, frozen=True, kw_only=True, tag="coin_flipped"):
    """A coin was flipped."""

    result: str
    template = "the coin shows {result}"


class DieRolled(TcgNarrativeEvent, frozen=True, kw_only=True, tag="die_rolled"):
    """A die was rolled."""

    result: int
    faces: int
    template = "the die of {faces} faces shows {result}"


class NoteTaken(TcgNarrativeEvent, frozen=True, kw_only=True, tag="note_taken"):
    """A comment without effect on the state."""

    text: str
    template = "note: {text}"


class TurnSet(TcgEvent, frozen=True, kw_only=True, tag="turn_set"):
    """The active player was set, with the used part of the turn."""

    player: SeatIndex
    turn: int
    record: TurnRecord
    template = "it is turn {turn}, and {player} is to act"

    def evolve(self, state: State) -> State:
        return replace(state, active=self.player, turn=self.turn, record=self.record)
