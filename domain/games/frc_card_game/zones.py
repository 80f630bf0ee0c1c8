"""Physical cards and their zones: find a card, remove it from a zone, put it into another."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, bound, token_owner, without
from domain.effects.lasting import without_cards
from domain.games.frc_card_game.state import FieldRobot, KnownDeckCard, Place, Player, SlotCard, State, StudentChoice
from domain.table.references import token_of, without_card


class CardLocation(Struct, frozen=True, gc=False):
    """A physical card and where it is."""

    token: Token
    side: int
    place: Place
    robot: int | None = None
    """The robot above it, for a Drive Team student."""


def players_with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    """Return the sides of both players, one of them replaced."""
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


def with_player(state: State, seat: int, player: Player) -> State:
    """Return the state with one side replaced."""
    return replace(state, players=players_with(state, seat, player))


def next_token(player: Player, seat: int, offset: int = 0) -> int:
    """Return the token id that the next new card of this owner gets."""
    return (seat + 1) * TOKENS_PER_SEAT + player.next_number + offset


def with_next_card_numbers(state: State, numbers: Mapping[int, int]) -> State:
    """Return the state with the number of the next new card set for each of these owners."""
    for seat, number in numbers.items():
        state = with_player(state, seat, replace(state.players[seat], next_number=number))
    return state


def number_after(player: Player, token: int) -> int:
    """Return the `next_number` of a player after this token came onto the table."""
    return max(player.next_number, token % TOKENS_PER_SEAT + 1)


def cards_in(player: Player, side: int) -> Iterator[CardLocation]:
    """Yield every token on one side, zone by zone: field, hand, pile, known places of the deck."""
    yield from field_cards(player, side)
    for card in player.hand:
        yield CardLocation(card, side, "hand")
    for card in player.retired:
        yield CardLocation(card, side, "retirement_pile")
    for placed in player.deck_known:
        yield CardLocation(placed.token, side, "deck")


def field_cards(player: Player, side: int) -> Iterator[CardLocation]:
    """Yield every card on one side of the field."""
    if player.team is not None:
        yield CardLocation(player.team, side, "team_slot")
    for student in player.student_body:
        yield CardLocation(student, side, "student_body")
    for robot in robots_of(player):
        yield CardLocation(token_of(robot), side, "robot_slots")
        for member in robot.drive_team:
            yield CardLocation(member, side, "drive_team", robot.token)
    for slotted in player.slots:
        if slotted is not None:
            yield CardLocation(token_of(slotted), side, "mentor_event_slots")


def all_cards(state: State) -> Iterator[CardLocation]:
    """Yield every token on the table; students of an open choice count as members of a Drive Team."""
    for side, player in enumerate(state.players):
        yield from cards_in(player, side)
    for choice in state.choices:
        for student in choice.candidates:
            yield CardLocation(student, choice.player, "drive_team", choice.robot)


def robots_of(player: Player) -> tuple[FieldRobot, ...]:
    """Return the robots on one side, by slot."""
    return tuple(robot for robot in player.robots if robot is not None)


def find_robot(state: State, token: int) -> tuple[int, int, FieldRobot] | None:
    """Return side, slot index and robot of a token; `None` if it is not on the field."""
    for side, player in enumerate(state.players):
        for index, robot in enumerate(player.robots):
            if robot is not None and robot.token == token:
                return side, index, robot
    return None


def find_slotted(state: State, token: int) -> tuple[int, int, SlotCard] | None:
    """Return seat, slot index and slot entry of a mentor's or event's token; `None` if it is not on the field."""
    for side, player in enumerate(state.players):
        for index, slotted in enumerate(player.slots):
            if slotted is not None and slotted.token == token:
                return side, index, slotted
    return None


def free_slot(slots: tuple[FieldRobot | None, ...] | tuple[SlotCard | None, ...]) -> int | None:
    """Return the lowest free slot, from 1; `None` if all are taken."""
    return next((number for number, there in enumerate(slots, start=1) if there is None), None)


def on_field(state: State, token: int) -> bool:
    """Return True if a card is on the field (Drive Teams included)."""
    return any(
        found.token.id == token for side, player in enumerate(state.players) for found in field_cards(player, side)
    )


def set_robot(player: Player, index: int, robot: FieldRobot | None) -> Player:
    """Return the side with one robot slot filled or emptied."""
    return replace(player, robots=(*player.robots[:index], robot, *player.robots[index + 1 :]))


def set_slotted(player: Player, index: int, slotted: SlotCard | None) -> Player:
    """Return the side with one shared slot filled or emptied."""
    return replace(player, slots=(*player.slots[:index], slotted, *player.slots[index + 1 :]))


def forget(state: State, token: int) -> State:
    """Remove the held-back effects and reminders of a card that leaves the field, and the lasting effects that depend on
    it."""
    if token in state.dormant:
        state = replace(state, dormant=tuple(t for t in state.dormant if t != token))
    if token in state.reminders:
        state = replace(state, reminders=tuple(t for t in state.reminders if t != token))
    return replace(state, lasting=without_cards(state.lasting, (token,))) if state.lasting else state


def remove_card(state: State, token: int, *, stays: bool = False) -> State:
    """Remove a card from its current zone. A robot's Drive Team is removed with it; the caller must keep or return it.

    A card that `stays` on the field keeps the changes that depend on it.
    """
    for seat, player in enumerate(state.players):
        changed = _lifted(player, token)
        if changed is not player:
            state = with_player(state, seat, changed)
            return state if stays else forget(state, token)
    choices = tuple(c for c in (_choice_without(choice, token) for choice in state.choices) if c.candidates)
    if choices == state.choices:
        return state
    state = replace(state, choices=choices)
    return state if stays else forget(state, token)


def _choice_without(choice: StudentChoice, token: int) -> StudentChoice:
    return replace(choice, candidates=without(choice.candidates, token))


def from_hand(player: Player, token: int) -> Player:
    """Return the side without a card in the hand."""
    return replace(player, hand=without(player.hand, token), shown=without_card(player.shown, token))


def _lifted(player: Player, token: int) -> Player:
    if token in [card.id for card in player.hand]:
        return from_hand(player, token)
    if token in [card.id for card in player.student_body]:
        return replace(player, student_body=without(player.student_body, token))
    for index, robot in enumerate(player.robots):
        if robot is None:
            continue
        if robot.token == token:
            return set_robot(player, index, None)
        if token in [card.id for card in robot.drive_team]:
            return set_robot(player, index, replace(robot, drive_team=without(robot.drive_team, token)))
    for index, slotted in enumerate(player.slots):
        if slotted is not None and slotted.token == token:
            return set_slotted(player, index, None)
    return _lifted_elsewhere(player, token)


def _lifted_elsewhere(player: Player, token: int) -> Player:
    if token in [card.id for card in player.retired]:
        return replace(player, retired=without(player.retired, token))
    if player.team is not None and player.team.id == token:
        return replace(player, team=None)
    placed = next((p for p in player.deck_known if p.token.id == token), None)
    return drawn_from(player, placed.place) if placed is not None else player


def drawn_from(player: Player, place: int | None) -> Player:
    """Return the side with one card less in the deck. A card from an unknown place makes all known places unknown."""
    if place is None:
        return replace(player, deck=player.deck - 1, deck_known=())
    known = tuple(
        KnownDeckCard(p.place - 1, p.token) if p.place > place else p for p in player.deck_known if p.place != place
    )
    return replace(player, deck=player.deck - 1, deck_known=known)


def put_in_deck(player: Player, card: Token, place: Place) -> Player:
    """Return the side with a card put on top of the deck, at its bottom, or at an unknown place in it."""
    if place == "deck":
        return replace(player, deck=player.deck + 1, deck_known=())
    if place == "deck_bottom":
        return replace(player, deck=player.deck + 1, deck_known=(*player.deck_known, KnownDeckCard(player.deck, card)))
    lower = tuple(KnownDeckCard(p.place + 1, p.token) for p in player.deck_known)
    return replace(player, deck=player.deck + 1, deck_known=(KnownDeckCard(0, card), *lower))


def place_in_deck(player: Player, found: CardLocation) -> int | None:
    """Return the place, from 0 for the top, of a card that is in the deck or comes out of it; `None` if unknown."""
    known = next((placed.place for placed in player.deck_known if placed.token.id == found.token.id), None)
    return {"deck_top": 0, "deck_bottom": player.deck - 1}.get(found.place, known)


def top_card(player: Player) -> Token | None:
    """Return the top card of the deck; `None` if it is unknown."""
    for placed in player.deck_known:
        if placed.place == 0:
            return placed.token
    return None


def retire(state: State, card: Token) -> State:
    """Return the state with a card put on its owner's retirement pile (CG-X01)."""
    owner = token_owner(card.id)
    player = state.players[owner]
    return with_player(state, owner, replace(player, retired=(*player.retired, card)))


def bind_hand(player: Player, token: int, card: str) -> Player:
    """Return the side with a hand card's identity known."""
    return replace(player, hand=bound(player.hand, token, card))


def with_robot(state: State, token: int, change: Callable[[FieldRobot], FieldRobot]) -> State:
    """Return the state with one robot on the field changed; unchanged if the robot is not there."""
    found = find_robot(state, token)
    if found is None:
        return state
    side, index, robot = found
    return with_player(state, side, set_robot(state.players[side], index, change(robot)))


def hold_back(state: State, token: int, dormant: bool) -> State:
    """Mark a card's effects as waiting for their phase, if `dormant`."""
    return replace(state, dormant=(*state.dormant, token)) if dormant else state
