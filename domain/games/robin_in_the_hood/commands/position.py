"""A declared position (RH-S06, RH-D01, RH-T09)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.commands.base import RobinCommand
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.record import DeclaredTable, PositionDeclared
from domain.games.robin_in_the_hood.options import LARGEST_SET, PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.round_end import win_when_reached
from domain.games.robin_in_the_hood.state import InPlay, Player, State, Used
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.position import CardNumbers, refs_of
from domain.table.visibility import face_down


class TablePosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player's table. Cards that are not known are written `??`."""

    player: SeatIndex
    agility: CardId | None = None
    weapons: CardId | None = None
    strength: CardId | None = None
    endurance: CardId | None = None
    playing_hand: tuple[CardRef, ...] = (UNKNOWN,) * PLAYING_HAND_SIZE
    draw_pile: int = 0
    """Number of cards left."""
    dead_cards: tuple[CardRef, ...] = ()
    modifiers: tuple[CardId, ...] = ()
    """Modifiers in play."""
    victories: int = 0

    def redacted_for(self, viewpoint: Viewpoint) -> "TablePosition":
        """Hide the Dead Cards, which are face down, and show the playing hand only to its owner."""
        dead = face_down(self.dead_cards)
        if viewpoint == self.player:
            return replace(self, dead_cards=dead)
        return replace(self, dead_cards=dead, playing_hand=face_down(self.playing_hand))


class DeclarePosition(RobinCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Declare the table before a hand, for a record that starts late or needs an update."""

    title = "Declare the position"
    round_no: int
    hand_no: int
    positions: tuple[TablePosition, ...]
    first: SeatIndex | None = None
    """The player who places first; `None`: both at once."""
    rules = ("RH-A02", "RH-D01", "RH-D07", "RH-S06", "RH-T09")

    def seats(self) -> tuple[int | None, ...]:
        return (self.first, *[position.player for position in self.positions])

    def validate(self, state: State) -> Iterator[Violation]:
        if sorted(position.player for position in self.positions) != [0, 1]:
            yield impossible("RH-S01", "a position needs one table for each player")
            return
        if self.round_no < 1 or self.hand_no < 1:
            yield impossible("RH-T01", "rounds and hands count from 1")
        for position in self.positions:
            yield from _check_table(state, position)

    def resolve(self, out: RobinBuffer) -> None:
        tables = tuple(_declared(out.state, position, self.hand_no) for position in self.positions)
        declared = PositionDeclared(round_no=self.round_no, hand_no=self.hand_no, order=self.first, tables=tables)
        out.add(declared)
        win_when_reached(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:  # noqa: ARG002
        return replace(self, positions=tuple(position.redacted_for(viewpoint) for position in self.positions))


def _check_table(state: State, position: TablePosition) -> Iterator[Violation]:
    name = seat_name(state.seats, position.player)
    on_stages = [position.agility, position.weapons, position.strength, position.endurance]
    characters = [card for card in on_stages if card is not None]
    laid = (*characters, *position.modifiers, *position.playing_hand, *position.dead_cards)
    total = len(laid) + position.draw_pile
    if position.draw_pile < 0 or position.victories < 0 or total > LARGEST_SET:
        yield impossible("RH-S06", f"{name}: counts are between 0 and {LARGEST_SET}")
    if total != state.options.active_count:
        yield Violation("RH-D01", f"{name}'s cards add up to {total}, agreed {state.options.active_count}")
    for card in dict.fromkeys(laid):
        if card != UNKNOWN and not is_card(state.catalogue, card):
            yield impossible("RH-D07", f"{name}: {card!r} is not in the catalogue; define_card adds it")
    if not all(isinstance(state.catalogue.get(card), CharacterCard) for card in characters):
        yield impossible("RH-A02", f"{name}: only characters can be on stages")
    if not all(isinstance(state.catalogue.get(card), ModifierCard) for card in position.modifiers):
        yield impossible("RH-A02", f"{name}: only modifiers can be on the Modifier pile")
    if position.agility is not None:
        yield Violation("RH-T09", f"{name}: Agility is clear when a hand begins")


def _declared(state: State, position: TablePosition, hand_no: int) -> DeclaredTable:
    numbers, seat = CardNumbers(), position.player
    on_stages = (position.agility, position.weapons, position.strength, position.endurance)
    first, second, third, fourth = (numbers.token(seat, card) if card is not None else None for card in on_stages)
    modifiers = tuple(_in_force(state, numbers.token(seat, card), hand_no) for card in position.modifiers)
    dead = numbers.tokens(seat, position.dead_cards)
    seen = (*(t for t in (first, second, third, fourth) if t is not None), *dead)
    return DeclaredTable(
        player=seat,
        stages=(first, second, third, fourth),
        playing_hand=numbers.tokens(seat, position.playing_hand),
        draw_pile=numbers.tokens(seat, unknown=position.draw_pile),
        dead_cards=dead,
        modifier_pile=modifiers,
        used=tuple(_used(state, seen)),
        victories=position.victories,
    )


def _in_force(state: State, token: Token, hand_no: int) -> InPlay:
    record = state.catalogue.get(token.card)
    duration = record.duration if isinstance(record, ModifierCard) else "lasting"
    return InPlay(token=token.id, card=token.card or "", duration=duration, hand_no=hand_no - 1)


def _used(state: State, tokens: tuple[Token, ...]) -> list[Used]:
    found = []
    for token in tokens:
        record = state.catalogue.get(token.card)
        if isinstance(record, CharacterCard):
            found.append(Used(record.character, token.id))
    return found


def position(state: State) -> DeclarePosition:
    """Return the position; known cards are named, unknown ones are `??`. A card placed face down counts as still in the
    hand, because a position is declared before a hand."""
    return DeclarePosition(
        round_no=max(1, state.round_no),
        hand_no=max(1, state.hand_no),
        positions=tuple(_table(player, seat) for seat, player in enumerate(state.players)),
        first=state.order,
    )


def _table(player: Player, seat: int) -> TablePosition:
    agility, weapons, strength, endurance = [None if token is None else token.card for token in player.stages]
    placed = [Token(choice.token, choice.card or None) for choice in player.chosen if choice.hidden]
    return TablePosition(
        player=seat,
        agility=agility,
        weapons=weapons,
        strength=strength,
        endurance=endurance,
        playing_hand=refs_of((*player.playing_hand, *placed)),
        draw_pile=len(player.draw_pile),
        dead_cards=refs_of(player.dead_cards),
        modifiers=tuple(modifier.card for modifier in player.modifier_pile),
        victories=player.victories,
    )
