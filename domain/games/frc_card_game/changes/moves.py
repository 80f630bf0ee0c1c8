"""Cards moved by hand."""

from collections.abc import Iterator
from typing import Final, Self

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, UNKNOWN, CardRef, Ref, SeatIndex, Token, find_or_bind, parse_ref, token_owner
from domain.games.frc_card_game.cards import AnyCard, EventCard, MentorCard, RobotCard, StudentCard, TeamCard
from domain.games.frc_card_game.changes.base import ChangeSource, FrcChange
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import CardMoved
from domain.games.frc_card_game.events.scoring import DriveTeamReturned
from domain.games.frc_card_game.field import is_held_back
from domain.games.frc_card_game.movements import retire_from_field, robot_card, show, slotted_card, start_effects
from domain.games.frc_card_game.references import newly_known, pick, robot_meant
from domain.games.frc_card_game.state import FIELD, OPEN_PLACES, FieldRobot, Place, Position, State, opponent_of
from domain.games.frc_card_game.visibility import knows_move, lies_open
from domain.games.frc_card_game.zones import (
    CardLocation,
    all_cards,
    find_robot,
    find_slotted,
    free_slot,
    next_token,
    place_in_deck,
)
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize

_TYPES: Final[dict[str, tuple[str, tuple[type[AnyCard], ...]]]] = {
    "team_slot": ("CG-F02", (TeamCard,)),
    "student_body": ("CG-F03", (StudentCard,)),
    "drive_team": ("CG-F03", (StudentCard,)),
    "robot_slots": ("CG-F04", (RobotCard,)),
    "mentor_event_slots": ("CG-F05", (MentorCard, EventCard)),
}
"""For each zone of the field: its rule and the card types allowed there."""
_SLOTS: Final = ("robot_slots", "mentor_event_slots")


class MoveCard(FrcChange, frozen=True, kw_only=True, tag="card_moved"):
    """A card goes from one zone to another. Field to pile is a retirement, hand or deck to pile a discard."""

    card: CardRef
    to: Place
    origin: Place | None = None
    """The zone that the card comes from; required for an unknown card and for an ambiguous name."""
    owner: SeatIndex | None = None
    """The seat on whose side the card is; default: both sides are searched, the turn player's first."""
    player: SeatIndex | None = None
    """The seat whose side it goes to; default: the side that it comes from. Decks and piles always belong to the owner."""
    slot: int | None = None
    robot: CardRef | None = None
    """The robot that the card goes under, for `drive_team`."""
    position: Position = "offensive"
    """The position of a robot that comes onto the field."""
    nothing = ("CG-F01", "the card is there already")

    def seats(self) -> tuple[int | None, ...]:
        return self.player, self.owner

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        """Check that the card is in the zone named, can have that identity, and changes its place, and that the new place has
        room for it."""
        found = self._found(state, by.player)
        if found is None:
            where = f" in {self.origin}" if self.origin is not None else "; say where it comes from"
            yield impossible("CG-F01", f"no card {self.card}{where}")
            return
        if found.token.card is None and self.to in OPEN_PLACES:
            needed = self.to in (*_SLOTS, "team_slot")
            yield Violation("CG-X05", "the card will be face up: say which card it is", impossible=needed)
        elif found.token.card is not None and not _is_known(state, found.token):
            yield from newly_known(state, token_owner(found.token.id), (found.token.card,))
        yield from self._meaningless(state, found)
        if self._stays(state, found):
            title = state.catalogue.name_of(found.token.card)
            yield impossible("CG-F01", f"{title} is there already ({self.to}): a move without effect")
        else:
            yield from self._room(state, found, self._side(found))

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        """Add the events of the move; from the field to the pile, those of a retirement."""
        found = self._found(out.state, by.player)
        assert found is not None
        if found.place == "hand" and self.to in OPEN_PLACES:
            show(out, found.side, found.token)
        if self.to == "retirement_pile" and found.place in FIELD:
            retire_from_field(out, found, by.cause)
        else:
            self._relocate(out, found)

    def redacted_for(self, state: State, by: int, viewpoint: Viewpoint) -> Self:
        """Hide a card that goes from one hidden zone to another, except from players who hold it before or after the move."""
        if self.to in OPEN_PLACES or self.origin in OPEN_PLACES or lies_open(state, parse_ref(self.card).token):
            return self
        found = self._lying(state, by)
        side = found.side if found is not None else by if self.owner is None else self.owner
        origin, player = self.origin if found is None else found.place, side if self.player is None else self.player
        return self if knows_move(viewpoint, origin, side, self.to, player) else replace(self, card=UNKNOWN)

    def _side(self, found: CardLocation) -> int:
        """Return the side that the card goes to."""
        return found.side if self.player is None else self.player

    def _meaningless(self, state: State, found: CardLocation) -> Iterator[Violation]:
        """Yield a violation for each argument that this move would ignore."""
        if self.slot is not None and self.to not in _SLOTS:
            yield impossible("CG-F01", f"{self.to} has no slots: leave slot= out")
        if self.robot is not None and self.to != "drive_team":
            yield impossible("CG-F01", f"robot= goes with to=drive_team, not with {self.to}")
        owner = token_owner(found.token.id)
        if self.player not in (None, owner) and (self.to.startswith("deck") or self.to == "retirement_pile"):
            yield impossible("CG-X01", "a card goes to its owner's deck or pile: leave player= out")
        if self.position == "defensive":
            there = find_robot(state, found.token.id)
            if self.to != "robot_slots" or (there is not None and there[2].position == "offensive"):
                text = "position= is for a robot that comes onto the field; to switch one there, use position_switched"
                yield impossible("CG-A10", text)

    def _stays(self, state: State, found: CardLocation) -> bool:
        """True if the card would stay where it is."""
        if self.to.startswith("deck"):
            if not found.place.startswith("deck"):
                return False
            bottom = state.players[found.side].deck - 1
            return place_in_deck(state.players[found.side], found) == {"deck_top": 0, "deck_bottom": bottom}.get(
                self.to
            )
        if self.to == "drive_team":
            above = self._robot_above(state, self._side(found))
            return found.place == "drive_team" and above is not None and above[1].token == found.robot
        here = found.place == self.to and (found.side == self._side(found) or self.to == "retirement_pile")
        return here and self.slot is None

    def _room(self, state: State, found: CardLocation, side: int) -> Iterator[Violation]:
        """Yield a violation if the destination has no room for the card or does not take its type."""
        player, record = state.players[side], state.catalogue.get(found.token.card)
        if self.to in _TYPES and record is not None and not isinstance(record, _TYPES[self.to][1]):
            yield impossible(_TYPES[self.to][0], f"{record.name} cannot go to {self.to}")
        if self.to == "team_slot" and player.team is not None:
            yield impossible("CG-F02", "the one team card slot is taken")
        elif self.to == "robot_slots":
            yield from _open_slot("CG-F04", player.robots, self.slot)
        elif self.to == "mentor_event_slots":
            yield from _open_slot("CG-F05", player.slots, self.slot)
        elif self.to == "drive_team" and self._robot_above(state, side) is None:
            yield impossible("CG-F04", "name the robot that the card goes under")

    def _robot_above(self, state: State, side: int) -> tuple[int, FieldRobot] | None:
        """Return side and robot that the card goes under, if that robot exists."""
        return robot_meant(state, side, self.player, self.robot) if self.robot is not None else None

    def _relocate(self, out: FrcBuffer, found: CardLocation) -> None:
        """Move a card that is not retired from the field. A robot that goes to another slot keeps its Drive Team."""
        there = find_robot(out.state, found.token.id)
        if there is not None and self.to != "robot_slots":
            _return_drive_team(out, there)
        side = self._side(found)
        arriving = self.to in FIELD and found.place not in FIELD
        dormant = arriving and is_held_back(out.state, found.token.card or "", side)
        moved = CardMoved(
            token=found.token.id,
            card=found.token.card,
            origin=found.place,
            side=found.side,
            to=self.to,
            player=side,
            dormant=dormant,
        )
        out.add(self._with_place(out.state, moved, there[2] if there is not None else None))
        if arriving and not dormant:
            start_effects(out, found.token.card, side, found.token.id)

    def _with_place(self, state: State, moved: CardMoved, robot: FieldRobot | None) -> CardMoved:
        """Return the move with the new contents of the slot, or with the robot that the card goes under."""
        player, card = state.players[moved.player], Token(moved.token, moved.card)
        if self.to == "robot_slots":
            robot = robot if robot is not None else robot_card(state, card, self.position)
            return replace(moved, slot=self.slot or free_slot(player.robots) or 1, robot=robot)
        if self.to == "mentor_event_slots":
            there = find_slotted(state, card.id)
            slotted = there[2] if there is not None else slotted_card(state, card, moved.player)
            return replace(moved, slot=self.slot or free_slot(player.slots) or 1, slotted=slotted)
        if self.to == "drive_team":
            above = self._robot_above(state, moved.player)
            assert above is not None
            return replace(moved, player=above[0], under=above[1].token)
        return moved

    def _found(self, state: State, player: int) -> CardLocation | None:
        """Return the card that the change moves. A card from an unknown place in a deck gets a new token."""
        ref = parse_ref(self.card)
        if ref.token is None and ref.card is None and self.origin is None:
            return None
        if (found := self._lying(state, player)) is not None:
            return replace(found, token=Token(found.token.id, found.token.card or ref.card))
        side = player if self.owner is None else self.owner
        return _out_of_hidden(state, side, self.origin, ref) if ref.token is None else None

    def _lying(self, state: State, player: int) -> CardLocation | None:
        """Return the card and its recorded place."""
        ref, sides = parse_ref(self.card), (player, opponent_of(player)) if self.owner is None else (self.owner,)
        there = [found for found in all_cards(state) if _is_from(state, found, self.origin)]
        picked = (pick([found for found in there if found.side == side], ref) for side in sides)
        return next((found for found in picked if found is not None), None)


def _is_known(state: State, card: Token) -> bool:
    """Return True if the card's identity is recorded."""
    return any(found.token == card for found in all_cards(state))


def _open_slot(rule: str, slots: tuple[object | None, ...], slot: int | None) -> Iterator[Violation]:
    if None not in slots:
        yield impossible(rule, f"{len(slots)} of {pluralize(len(slots), 'slot')} taken")
    elif slot is not None and (not 1 <= slot <= len(slots) or slots[slot - 1] is not None):
        yield impossible(rule, f"slot {slot} is taken or does not exist (1 to {len(slots)})")


def _return_drive_team(out: FrcBuffer, there: tuple[int, int, FieldRobot]) -> None:
    """Move the whole Drive Team back, if a robot leaves the field without being retired (CG-Q27)."""
    side, _, robot = there
    if robot.drive_team:
        out.add(DriveTeamReturned(player=side, robot=robot.token, students=robot.drive_team))


def _is_from(state: State, found: CardLocation, origin: Place | None) -> bool:
    if origin not in ("deck_top", "deck_bottom"):
        return origin in (None, found.place)
    player = state.players[found.side]
    return found.place == "deck" and place_in_deck(player, found) == (0 if origin == "deck_top" else player.deck - 1)


def _out_of_hidden(state: State, side: int, origin: Place | None, ref: Ref) -> CardLocation | None:
    """Return an unidentified card that the reference can mean: an unknown hand card, or a card from an unknown place in the
    deck."""
    player = state.players[side]
    if origin == "hand":
        card = find_or_bind(player.hand, ref)
        return CardLocation(card, side, "hand") if card is not None else None
    if origin is None or not origin.startswith("deck"):
        return None
    new = CardLocation(Token(next_token(player, side), ref.card), side, origin)
    place = place_in_deck(player, new)
    placed = [p.token for p in player.deck_known if place in (None, p.place)]
    if (placed and place is not None) or len(player.deck_known) == player.deck:
        card = find_or_bind(placed, ref)
        return CardLocation(card, side, "deck") if card is not None else None
    return new if player.next_number < TOKENS_PER_SEAT else None
