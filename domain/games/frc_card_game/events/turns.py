"""Events of turns and phases, and of the end (CG-T, CG-X04, CG-E)."""

from typing import Literal

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.effects.lasting import after_turn
from domain.games.frc_card_game import zones
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.events.base import FrcEvent, FrcNarrativeEvent
from domain.games.frc_card_game.state import REASONS, DrawCause, EndReason, Player, State
from domain.games.frc_card_game.visibility import acting_now
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.table.visibility import card_names
from domain.text import pluralize


class TurnBegan(FrcEvent, frozen=True, kw_only=True, tag="turn_began"):
    """A turn begins (CG-T01, CG-X07)."""

    turn: int
    player: SeatIndex
    template = "{player} begins turn {turn}"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        """Reset the counts and drop effects that have ended (CG-X07)."""
        return replace(
            state,
            turn=self.turn,
            turn_player=self.player,
            phase="draw",
            players=tuple([_rested(player) for player in state.players]),
            students_played=0,
            draws_made=0,
            draw_base=1,
            reminders=(),
            lasting=state.lasting and after_turn(state.lasting, self.turn - 1, (self.player,)),
            skips=state.skips and tuple([s for s in state.skips if s.turn >= self.turn]),
        )


class PhaseBegan(FrcEvent, frozen=True, kw_only=True, tag="phase_began"):
    """A phase begins (CG-T02)."""

    player: SeatIndex
    phase: Phase
    draws_owed: int = 0
    """In the draw phase: the number of draws owed when it began."""
    reminders: tuple[int, ...] = ()
    """Cards with an effect that names this phase."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase, reminders=self.reminders)

    def describe(self, narrator: Narrator[State]) -> str:
        told = f"{narrator.seat(self.player)} goes on to the {self.phase} phase"
        if self.phase == "draw":
            told += f" with {pluralize(self.draws_owed, 'draw', none='no')} to make"
        return f"{told}; {acting_now(narrator, self.reminders)}" if self.reminders else told


class PhaseSkipped(FrcNarrativeEvent, frozen=True, kw_only=True, tag="phase_skipped"):
    """A phase does not take place (CG-T03, CG-Q09)."""

    player: SeatIndex
    phase: Phase
    template = "{player} has no {phase} phase this turn"
    is_bookkeeping = True


class CardDrawn(FrcEvent, frozen=True, kw_only=True, tag="card_drawn"):
    """A player drew a card from the top of the deck."""

    player: SeatIndex
    token: int
    card: CardId | None
    deck_after: int
    cause: DrawCause = "draw_phase"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        if player.deck_known:
            player = zones.drawn_from(player, 0)
        player = replace(
            player,
            hand=(*player.hand, Token(self.token, self.card)),
            deck=self.deck_after,
            next_number=zones.number_after(player, self.token),
        )
        made = state.draws_made + (self.cause == "draw_phase")
        return replace(state, players=zones.players_with(state, self.player, player), draws_made=made)

    def describe(self, narrator: Narrator[State]) -> str:
        card = card_names(narrator, [Token(self.token, self.card)], self.player)
        return f"{narrator.seat(self.player)} draws {card} (deck {self.deck_after})"


class DrawFailed(FrcNarrativeEvent, frozen=True, kw_only=True, tag="draw_failed"):
    """A draw from an empty deck: it loses the match (CG-E04, CG-V02) or has no effect (CG-Q03)."""

    player: SeatIndex
    cause: DrawCause = "draw_phase"
    template = "{player} must draw and has no card left"


class EffectStarted(FrcEvent, frozen=True, kw_only=True, tag="effect_started"):
    """A card's effects that waited for this phase became active."""

    player: SeatIndex
    token: int
    card: CardId
    template = "{player}'s {card} becomes active"

    def evolve(self, state: State) -> State:
        """Return the state with the card's effects active again."""
        return replace(state, dormant=tuple(t for t in state.dormant if t != self.token))


class EventTurnCounted(FrcEvent, frozen=True, kw_only=True, tag="event_turn_counted"):
    """A turn of an event was counted (CG-X04)."""

    player: SeatIndex
    token: int
    card: CardId
    counted: int
    count: int
    template = "{player}'s {card} is in turn {counted} of {count}"

    def evolve(self, state: State) -> State:
        found = zones.find_slotted(state, self.token)
        if found is None:
            return state
        side, index, slotted = found
        slotted = replace(slotted, counted=self.counted, counted_in=state.turn)
        return zones.with_player(state, side, zones.set_slotted(state.players[side], index, slotted))


class EventRetired(FrcEvent, frozen=True, kw_only=True, tag="event_retired"):
    """An event goes to its owner's pile (CG-X04)."""

    player: SeatIndex
    token: int
    card: CardId
    cause: Literal["run_out", "instant", "effect_ended", "effect", "adjustment"]

    def evolve(self, state: State) -> State:
        """Move the event to the pile (CG-X01, CG-X04). If it runs out as a phase begins, its reminder stays, because its
        effect may still apply in that phase."""
        retired = zones.retire(zones.remove_card(state, self.token), Token(self.token, self.card))
        return replace(retired, reminders=state.reminders) if self.cause == "run_out" else retired

    def describe(self, narrator: Narrator[State]) -> str:
        why = {"run_out": "has run out and ", "effect_ended": "has ended and "}.get(self.cause, "")
        return f"{narrator.seat(self.player)}'s {narrator.card(self.card)} {why}is retired"


class CardsDiscarded(FrcEvent, frozen=True, kw_only=True, tag="cards_discarded"):
    """Hand cards go to the pile (CG-T09, CG-X05)."""

    player: SeatIndex
    cards: tuple[Token, ...]
    template = "{player} discards {cards:cards}"

    def evolve(self, state: State) -> State:
        for card in self.cards:
            state = zones.retire(zones.remove_card(state, card.id), card)
        return state


class TurnEnded(FrcEvent, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over (CG-T08)."""

    turn: int
    player: SeatIndex
    template = "{player} ends turn {turn}"

    def evolve(self, state: State) -> State:
        """Remove the reminders of the last phase."""
        return replace(state, reminders=())


class MatchConceded(FrcNarrativeEvent, frozen=True, kw_only=True, tag="match_conceded"):
    """A player conceded the match (CG-E07)."""

    player: SeatIndex
    template = "{player} concedes (not in the rulebook)"


class MatchEnded(FrcEvent, frozen=True, kw_only=True, tag="match_ended"):
    """The match is over (CG-E01 to CG-E05)."""

    winner: SeatIndex | None
    reason: EndReason
    rule: str
    points: tuple[int, ...]

    def evolve(self, state: State) -> State:
        winners = () if self.winner is None else (self.winner,)
        result = Outcome(winners, self.reason, self.rule, scores=self.points, drawn=self.winner is None)
        return replace(state, result=result)

    def describe(self, narrator: Narrator[State]) -> str:
        points = " to ".join(str(p) for p in self.points)
        who = "the match is drawn" if self.winner is None else f"{narrator.seat(self.winner)} wins the match"
        return f"{who} ({REASONS[self.reason]}; {points})"


def _rested(player: Player) -> Player:
    """Return the player with the score attempts of all robots reset (CG-X07)."""
    for robot in player.robots:
        if robot is not None and robot.attempts:
            return replace(player, robots=tuple([r and replace(r, attempts=0) for r in player.robots]))
    return player
