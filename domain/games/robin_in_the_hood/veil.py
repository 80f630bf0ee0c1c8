"""Commands as a viewpoint may see them: what it may not know is replaced before it leaves the program."""

from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.game import Command
from domain.games.robin_in_the_hood.cards_on_table import find_card
from domain.games.robin_in_the_hood.commands import (
    Adjust,
    Change,
    DeclareActiveSet,
    DeclarePosition,
    DrawCard,
    DrawPlayingHand,
    IdentifyCard,
    MoveCard,
    PlaceCard,
    PlaceCharacter,
    PlayModifier,
    Position,
    ResolveCardEffect,
    RevealCard,
    ShuffleDrawPile,
)
from domain.games.robin_in_the_hood.resolve.record import source_card
from domain.games.robin_in_the_hood.sight import is_open, is_private_to, may_see, sees_reveal, would_lie_hidden
from domain.games.robin_in_the_hood.state import State, ZoneName
from domain.table import JUDGE, Viewpoint


def veil(before: State, command: Command, viewpoint: Viewpoint) -> Command:
    """The command with hidden cards as `??`. A choice that lies face down shows neither its card nor its kind."""
    if viewpoint == JUDGE:
        return command
    match command:
        case PlaceCharacter() | PlayModifier() | PlaceCard():
            return command if viewpoint == command.player else _veil_placement(before, command)
        case ShuffleDrawPile():
            return ShuffleDrawPile(player=command.player)
        case DrawPlayingHand() | DrawCard() | DeclareActiveSet():
            return command if is_private_to(viewpoint, command.player) else _without_cards(command)
        case RevealCard():
            return _veil_reveal(before, command, viewpoint)
        case Adjust():
            return replace(command, changes=tuple(_veil_change(before, c, viewpoint) for c in command.changes))
        case ResolveCardEffect():
            changes = tuple(_veil_move(before, c, viewpoint) if isinstance(c, MoveCard) else c for c in command.changes)
            return replace(command, card=source_card(before, command) or command.card, changes=changes)
        case DeclarePosition():
            return replace(command, positions=tuple(_veil_position(p, viewpoint) for p in command.positions))
        case _:
            return command


def _without_cards(command: DrawPlayingHand | DrawCard | DeclareActiveSet) -> Command:
    match command:
        case DrawPlayingHand():
            return replace(command, cards=(UNKNOWN,) * len(command.cards))
        case DrawCard():
            return replace(command, card=UNKNOWN)
        case DeclareActiveSet():
            return DeclareActiveSet(player=command.player)


def _veil_placement(before: State, command: PlaceCharacter | PlayModifier | PlaceCard) -> Command:
    if would_lie_hidden(before, command.player):
        return PlaceCard(player=command.player, card=UNKNOWN)
    return replace(command, card=_named(before, command.player, "playing_hand", command.card))


def _named(before: State, player: int, zone: ZoneName, ref: str) -> str:
    """A card that is seen, by its name alone: the number of a physical card would tell when it was drawn."""
    token = find_card(before.players[player], zone, ref)
    return token.card if token is not None and token.card is not None else ref


def _veil_reveal(before: State, command: RevealCard, viewpoint: Viewpoint) -> RevealCard:
    player, zone = command.player, command.zone
    token = find_card(before.players[player], zone, command.card)
    seen = sees_reveal(viewpoint, player, command.to) or is_open(zone)
    if not seen and (token is None or not may_see(before, viewpoint, player, zone, token.id)):
        return replace(command, card=UNKNOWN)
    if viewpoint == player and zone == "playing_hand":
        return command
    return replace(command, card=_named(before, player, zone, command.card))


def _veil_change(before: State, change: Change, viewpoint: Viewpoint) -> Change:
    match change:
        case MoveCard():
            return _veil_move(before, change, viewpoint)
        case IdentifyCard():
            held = find_card(before.players[change.player], "playing_hand", change.token)
            return change if held is not None and viewpoint == change.player else replace(change, card=UNKNOWN)
        case _:
            return change


def _veil_move(before: State, change: MoveCard, viewpoint: Viewpoint) -> MoveCard:
    """The owner knows what comes to and from the own playing hand; open zones hide nothing."""
    zones = (change.from_zone, change.to_zone)
    if viewpoint == change.player and "playing_hand" in zones:
        return change
    token = find_card(before.players[change.player], change.from_zone, change.card)
    known = token is not None and may_see(before, viewpoint, change.player, change.from_zone, token.id)
    if known or any(is_open(zone) for zone in zones):
        return replace(change, card=_named(before, change.player, change.from_zone, change.card))
    return replace(change, card=UNKNOWN)


def _veil_position(position: Position, viewpoint: Viewpoint) -> Position:
    dead = (UNKNOWN,) * len(position.dead_cards)
    if viewpoint == position.player:
        return replace(position, dead_cards=dead)
    return replace(position, dead_cards=dead, playing_hand=(UNKNOWN,) * len(position.playing_hand))
