"""Commands as a viewpoint may see them: what it may not know becomes `??`."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, DeckList, parse_ref
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.refs import acting
from domain.games.frc_card_game.sight import knows_hand
from domain.games.frc_card_game.state import OPEN_PLACES, State
from domain.games.frc_card_game.zones import all_cards
from domain.table import JUDGE, Viewpoint

T = TypeVar("T", bound=ch.AnyChange)


def veil(before: State, command: cmd.FrcCommand, viewpoint: Viewpoint) -> cmd.FrcCommand:
    """The command without hidden cards, given the state before it. Decided by what lies open alone."""
    if viewpoint == JUDGE:
        return command
    match command:
        case cmd.StartMatch():
            return replace(command, players=tuple(_player(p, s, viewpoint) for s, p in enumerate(command.players)))
        case cmd.DrawOpeningHand() if not knows_hand(viewpoint, command.player):
            return replace(command, cards=(UNKNOWN,) * len(command.cards))
        case cmd.DrawCard() if not knows_hand(viewpoint, acting(before, command.player)):
            return replace(command, card=UNKNOWN)
        case cmd.RevealCard() if command.to is not None and viewpoint not in (
            command.to,
            acting(before, command.player),
        ):
            return replace(command, card=UNKNOWN)
        case cmd.ResolveCardEffect() | cmd.PlayEvent():
            return replace(
                command, changes=_changes(before, command.changes, acting(before, command.player), viewpoint)
            )
        case cmd.Adjust():
            return replace(command, changes=_changes(before, command.changes, acting(before, None), viewpoint))
        case cmd.DeclarePosition():
            return replace(command, sides=tuple(_side(s, seat, viewpoint) for seat, s in enumerate(command.sides)))
        case _:
            return command


def _player(player: cmd.PlayerSetup, seat: int, viewpoint: Viewpoint) -> cmd.PlayerSetup:
    if seat == viewpoint:
        return player
    size = player.deck.size if isinstance(player.deck, DeckList) else player.deck
    return cmd.PlayerSetup(name=player.name, deck=size)


def _side(side: cmd.DeclaredSide, seat: int, viewpoint: Viewpoint) -> cmd.DeclaredSide:
    return side if seat == viewpoint else replace(side, hand_cards=())


def _changes(before: State, changes: Sequence[T], player: int, viewpoint: Viewpoint) -> tuple[T, ...]:
    return tuple(_change(before, change, player, viewpoint) for change in changes)


def _change(before: State, change: T, player: int, viewpoint: Viewpoint) -> T:
    if isinstance(change, ch.DrawCards) and change.player != viewpoint:
        return replace(change, cards=(UNKNOWN,) * len(change.cards))
    if isinstance(change, ch.ShowCard) and change.to is not None and viewpoint not in (change.to, change.player):
        return replace(change, card=UNKNOWN)
    if isinstance(change, ch.MoveCard) and _is_secret(before, change, player, viewpoint):
        return replace(change, card=UNKNOWN)
    return change


def _is_secret(before: State, change: ch.MoveCard, player: int, viewpoint: Viewpoint) -> bool:
    """Whether a move goes from one hidden place to another, neither of them the viewpoint's own."""
    if change.to in OPEN_PLACES or change.origin in OPEN_PLACES:
        return False
    if (player if change.owner is None else change.owner) == viewpoint:
        return False
    return not _lies_open(before, change.card)


def _lies_open(state: State, text: CardRef) -> bool:
    """Whether a reference names a token that everyone sees."""
    token = parse_ref(text).token
    return token is not None and any(f.token.id == token and f.place in OPEN_PLACES for f in all_cards(state))
