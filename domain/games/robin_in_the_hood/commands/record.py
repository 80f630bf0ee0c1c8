"""Reveals, the end by agreement, and changes by hand (RH-A04, RH-A05, RH-E12)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, parse_ref
from domain.games.robin_in_the_hood.cards import is_card
from domain.games.robin_in_the_hood.changes import CHANGE_RULES, Change, EffectChange, resolve_changes
from domain.games.robin_in_the_hood.commands.base import PlayerCommand, RobinCommand
from domain.games.robin_in_the_hood.effect_table import RobinAuthor, find_token
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.battles import CardEffectResolved
from domain.games.robin_in_the_hood.events.record import Adjusted, CardRevealed, TournamentAbandoned, TournamentConceded
from domain.games.robin_in_the_hood.events.rounds import AnteReturned
from domain.games.robin_in_the_hood.round_end import start_hand_when_ready, win_tournament, win_when_reached
from domain.games.robin_in_the_hood.state import ShownTo, State, ZoneName, other
from domain.games.robin_in_the_hood.visibility import is_open, may_see, sees_reveal
from domain.games.robin_in_the_hood.whereabouts import check_card_of, find_card, shown_name
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.references import card_named


class RevealCard(PlayerCommand, frozen=True, kw_only=True, tag="reveal_card"):
    """Show or name a card; an unknown one becomes known."""

    title = "Reveal a card"
    player: SeatIndex
    """The owner."""
    zone: ZoneName
    card: CardRef
    to: ShownTo = "all"
    """The players who see the card; `nobody`: it is only recorded."""

    taken_after_the_end = True
    rules = ("RH-A04", "RH-D03", "RH-D04", "RH-D05", "RH-D07")

    def validate(self, state: State) -> Iterator[Violation]:
        return check_card_of(state, self.player, self.zone, self.card)

    def resolve(self, out: RobinBuffer) -> None:
        token = find_card(out.state.players[self.player], self.zone, self.card)
        assert token is not None
        assert token.card is not None
        out.add(CardRevealed(player=self.player, zone=self.zone, token=token.id, card=token.card, to=self.to))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:
        player, zone = self.player, self.zone
        token = find_card(state.players[player], zone, self.card)
        seen = sees_reveal(viewpoint, player, self.to) or is_open(zone)
        if not seen and (token is None or not may_see(state, viewpoint, player, zone, token.id)):
            return replace(self, card=UNKNOWN)
        if viewpoint == player and zone == "playing_hand":
            return self
        return replace(self, card=shown_name(state.players[player], zone, self.card))


class ConcedeTournament(PlayerCommand, frozen=True, kw_only=True, tag="concede_tournament"):
    """Concede the tournament to the opponent."""

    title = "Concede the tournament"
    player: SeatIndex

    def validate(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        """Allow giving up at any time."""
        return iter(())

    def resolve(self, out: RobinBuffer) -> None:
        out.add(TournamentConceded(player=self.player))
        win_tournament(out, other(self.player), "concession")


class AbandonTournament(RobinCommand, frozen=True, kw_only=True, tag="abandon_tournament"):
    """Abandon the tournament without a winner."""

    title = "Abandon the tournament"
    reason: str = ""
    """The reason, which is required (RH-E12)."""
    rules = ("RH-E12",)

    def validate(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        if not self.reason.strip():
            yield Violation("RH-E12", "give the reason for abandoning the tournament")

    def resolve(self, out: RobinBuffer) -> None:
        out.add(TournamentAbandoned(reason=self.reason))
        for seat, player in enumerate(out.state.players):
            if player.ante is not None:
                out.add(AnteReturned(player=seat, card=player.ante))


class ResolveCardEffect(PlayerCommand, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """Carry out a card's instruction that the catalogue cannot express, with all its changes."""

    title = "Resolve a card's effect"
    player: SeatIndex
    card: CardRef
    """The card with the instruction: a character or modifier of the player in play, or a character defeated in this
    hand."""
    text: str
    changes: tuple[EffectChange, ...]
    rules = (*CHANGE_RULES,)

    def seats(self) -> tuple[int | None, ...]:
        return (self.player, *[seat for change in self.changes for seat in change.seats()])

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase not in ("battles", "aftermath"):
            no_hand = state.phase in ("setup", "opening_draw", "between_rounds")
            yield Violation("RH-T02", "card effects are carried out once both have placed", impossible=no_hand)
        if self._source(state) is None:
            name = card_named(self.card)
            unnamed = name is None or not is_card(state.catalogue, name)
            text = f"{self.card} is not a card of {seat_name(state.seats, self.player)}'s in play"
            yield Violation("RH-A05", text, impossible=unnamed)
        if not self.text.strip() or not self.changes:
            yield Violation("RH-A05", "give the card's instruction and every change made")
        yield from resolve_changes(state, self.changes, self._author(state)).violations

    def resolve(self, out: RobinBuffer) -> None:
        resolved = CardEffectResolved(
            player=self.player,
            card=self._source(out.state) or self.card,
            text=self.text,
            changes=tuple(resolve_changes(out.state, self.changes, self._author(out.state)).events),
        )
        out.add(resolved)
        win_when_reached(out)

    def _author(self, state: State) -> RobinAuthor:
        """Return the player and the card whose instruction is carried out."""
        found = find_token(state.players[self.player], self.card)
        return RobinAuthor(self.player, found.id if found is not None else 0)

    def _source(self, state: State) -> str | None:
        """Return the card whose instruction is carried out: in play, or defeated in this hand; `None` otherwise."""
        wanted, player = parse_ref(self.card), state.players[self.player]
        in_play = [(t.id, t.card) for t in player.stages if t is not None]
        in_play += [(m.token, m.card) for m in player.modifier_pile]
        in_play += [(d.token, d.card) for d in state.defeated if d.player == self.player]
        same = (
            card for token, card in in_play if token == wanted.token or (wanted.token is None and card == wanted.card)
        )
        return next(same, None)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:
        changes = tuple(change.redacted_for(state, viewpoint) for change in self.changes)
        return replace(self, card=self._source(state) or self.card, changes=changes)


class Adjust(RobinCommand, frozen=True, kw_only=True, tag="adjust"):
    """Adjust the record to the table if other commands cannot."""

    title = "Adjust the record"
    reason: str
    changes: tuple[Change, ...]

    taken_after_the_end = True
    rules = (*CHANGE_RULES,)

    def seats(self) -> tuple[int | None, ...]:
        return tuple([seat for change in self.changes for seat in change.seats()])

    def validate(self, state: State) -> Iterator[Violation]:
        if not self.reason.strip() or not self.changes:
            yield impossible("RH-A05", "an adjustment has a reason and at least one change")
        yield from (v for v in resolve_changes(state, self.changes).violations if v.impossible)

    def resolve(self, out: RobinBuffer) -> None:
        out.add(Adjusted(reason=self.reason, changes=tuple(resolve_changes(out.state, self.changes).events)))
        win_when_reached(out)
        start_hand_when_ready(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:
        return replace(self, changes=tuple(change.redacted_for(state, viewpoint) for change in self.changes))
