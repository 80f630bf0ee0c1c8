"""Moving a card between zones by hand (TCG-A02, A05, A09, A12, T12, X10)."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, Token, find, find_or_bind, parse_ref, token_owner
from domain.games.frc_tcg.abilities import SURPLUS, ability_of, check_stacking, place_for
from domain.games.frc_tcg.cards.records import Award, Card, Component, Mentor, Robot
from domain.games.frc_tcg.changes.base import OnSide, TcgAuthor
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import CardMoved
from domain.games.frc_tcg.references import HIDDEN, any_stack, check_in_deck, exceeds_hand_limit, is_seat, zone
from domain.games.frc_tcg.state import MAX_ROBOTS, State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize

FACE_DOWN: Final = ("deck_top", "deck_bottom", "pit", "prize_cards")
"""Destinations where a card may be unknown."""


class MoveCard(OnSide, frozen=True, kw_only=True, tag="move_card"):
    """Move a card to another zone, or a component to a robot's ability."""

    card: CardRef
    origin: Literal["deck", "pit", "shop", "prize_cards", "captured", "mentor", "awards", "robot", "playing"]
    to: Literal["deck_top", "deck_bottom", "pit", "shop", "mentor", "awards", "alliance", "robot", "prize_cards"]
    player: SeatIndex | None = None
    """The seat on whose side the card is."""
    robot: CardRef | None = None
    ability: str = ""

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        side = self.side(by.seat)
        if not is_seat(state, side):
            yield impossible("TCG-X10", f"seat {side + 1} does not exist")
            return
        card = self.card_to_move(state, by.seat)
        if card is None:
            yield impossible("TCG-X10", f"{self.card} is not in {self.origin}: no card is created or lost")
            return
        ref = parse_ref(self.card).card
        if ref is not None and ref not in state.catalogue:
            yield impossible("TCG-X10", f"no card {ref} in the catalogue: define_card first")
            return
        yield from self._leaving(state, side, card)
        record = state.catalogue.get(card.card)
        if card.card is None and self.to not in FACE_DOWN:
            yield impossible("TCG-A12", "name the card: it is face up")
        elif not _belongs(record, self.to):
            yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} does not belong in {self.to}")
        elif self._is_there(state, side, card):
            yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} is there already")
        elif self.to == "robot":
            yield from self._onto_robot(state, by.seat, card)
        else:
            yield from self._room(state, side, card)

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        state = out.state
        seat = self.side(by.seat)
        card = self.card_to_move(state, by.seat)
        assert card is not None
        target = any_stack(state, by.seat, self.robot) if self.robot is not None else None
        if self.origin == "robot":
            _strip(out, seat, card)
        record = state.catalogue.get(card.card)
        printed = record.hp if isinstance(record, Robot) and self.to == "alliance" else 0
        taken = {stack.slot for stack in out.state.players[seat].alliance}
        out.add(
            CardMoved(
                player=seat,
                card=card,
                origin=self.origin,
                to=self.to,
                owner=target.seat if target is not None else self.lands_with(card, seat),
                robot=target.stack.key if target is not None else 0,
                ability=place_for(state, target.stack, card.card, self.ability) if target is not None else "",
                slot=next(n for n in range(1, len(taken) + 2) if n not in taken) if self.to == "alliance" else 0,
                hp=printed,
                max_hp=printed,
            )
        )

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "MoveCard":
        face_up = self.to == "prize_cards" and state.options.prizes_face == "up"
        hidden = self.origin in HIDDEN and self.to in FACE_DOWN and not face_up
        return replace(self, card=UNKNOWN) if hidden and viewpoint != self.side(seat) else self

    def card_to_move(self, state: State, seat: int) -> Token | None:
        """Return the card that is moved; in hidden zones, an unknown card may stand for it."""
        player = state.players[self.side(seat)]
        ref = parse_ref(self.card)
        token = (find_or_bind if self.origin in HIDDEN else find)(zone(player, self.origin), ref)
        if token is None or (ref.card is not None and token.card != ref.card):
            return None
        return token

    def lands_with(self, card: Token, side: int) -> int:
        """Return the seat that the card moves to; a hand, deck or shop is always its owner's (TCG-X10)."""
        return side if self.to in ("mentor", "awards", "alliance") else token_owner(card.id)

    def _leaving(self, state: State, side: int, card: Token) -> Iterator[Violation]:
        """Yield violations if the card is a covered robot card or the last prize card, or cannot be in this deck
        (TCG-D07)."""
        player = state.players[side]
        for stack in player.alliance if self.origin == "robot" else ():
            if card.id in [level.token for level in stack.levels[:-1]]:
                top = state.catalogue.name_of(stack.top.card)
                yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} is under {top}, which leaves first")
        if self.origin == "prize_cards" and player.prizes_left == 1:
            yield impossible("TCG-E01", "the last prize card leaves only by a capture: prize(owner=…, by=…, place=…)")
        before = next(t for t in zone(player, self.origin) if t.id == card.id)
        if before.card is None and card.card is not None:
            yield from check_in_deck(state, token_owner(card.id), (card.card,))

    def _is_there(self, state: State, side: int, card: Token) -> bool:
        """True if the card is already in its destination; components are checked by `_onto_robot`."""
        player = state.players[side]
        match self.to:
            case "deck_top" | "deck_bottom":
                end = 0 if self.to == "deck_top" else -1
                return self.origin == "deck" and player.deck[end].id == card.id
            case "alliance":
                return self.origin == "robot" and any(s.stage == 1 and s.key == card.id for s in player.alliance)
            case _:
                return self.origin == self.to and self.to != "robot"

    def _onto_robot(self, state: State, seat: int, card: Token) -> Iterator[Violation]:
        where = any_stack(state, seat, self.robot) if self.robot is not None else None
        if where is None:
            yield impossible("TCG-A12", "name the robot that the card goes to")
            return
        ability = ability_of(state, where.stack, self.ability)
        name = ability.name if ability is not None else ""
        if any(m.token == card.id and m.ability == name for m in where.stack.mounted):
            yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} is there already")
        elif self.ability in ("", SURPLUS) and ability is None:
            if state.options.surplus_components == "refused":
                yield Violation("TCG-A05", "name the ability that needs the component: this game has no surplus pile")
        else:
            yield from check_stacking(state, where, self.ability, card.card)

    def _room(self, state: State, side: int, card: Token) -> Iterator[Violation]:
        """Yield violations if the destination is full (TCG-A02, A09, T12), or if arguments do not fit the
        destination."""
        player = state.players[side]
        if self.robot is not None or self.ability:
            yield impossible("TCG-A12", "robot and ability are only for a component that goes to a robot")
        elif self.to == "alliance" and len(player.alliance) >= MAX_ROBOTS:
            yield Violation(
                "TCG-A02", f"{pluralize(len(player.alliance), 'robot')} in play: an alliance is three Robots"
            )
        elif self.to == "mentor" and player.mentors:
            yield Violation("TCG-A09", "a mentor is in play")
        elif self.to == "pit" and exceeds_hand_limit(state, self.lands_with(card, side)):
            yield Violation("TCG-T12", "the hand has 7 cards: the card does not move")


def _belongs(record: Card | None, to: str) -> bool:
    wanted = {"mentor": Mentor, "awards": Award, "alliance": Robot, "robot": Component}.get(to)
    return wanted is None or isinstance(record, wanted)


def _strip(out: TcgBuffer, seat: int, card: Token) -> None:
    """Send the kickoff of a robot card that leaves its stack to the shop, with the last level also all components."""
    for stack in out.state.players[seat].alliance:
        level = next((level for level in stack.levels if level.token == card.id), None)
        if level is None:
            continue
        gone = [level.kickoff] if level.kickoff is not None else []
        if stack.stage == 1:
            gone += [Token(m.token, m.card) for m in stack.mounted]
        for other in gone:
            owner = token_owner(other.id)
            out.add(CardMoved(player=seat, card=other, origin="robot", to="shop", owner=owner))
