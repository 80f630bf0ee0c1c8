"""Commands with hidden cards made unknown."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, parse_ref
from domain.games.frc_tcg.commands import TcgCommand
from domain.games.frc_tcg.commands.agreements import (
    Adjust,
    DeclarePosition,
    PlayerPosition,
    ResolveCardEffect,
    RevealCard,
)
from domain.games.frc_tcg.commands.changes import (
    Change,
    DrawCards,
    MoveCard,
    ShowCard,
    TakePrize,
)
from domain.games.frc_tcg.commands.plays import (
    Attack,
    EndTurn,
    EvolveRobot,
    PlayAward,
    PlayComponent,
    PlayItem,
    PlayMentor,
    PlayRobot,
    PrizePick,
    SwapCards,
)
from domain.games.frc_tcg.commands.setup import (
    DrawOpeningHand,
    RegisterDeck,
    SetPrizeCards,
)
from domain.games.frc_tcg.references import hand_card
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import State
from domain.table import JUDGE, Viewpoint


def veil(before: State, command: TcgCommand, viewpoint: Viewpoint) -> TcgCommand:
    """The command as this viewpoint may see it, given the state before it."""
    if viewpoint == JUDGE:
        return command
    seat = _author(before, command)
    match command:
        case DrawOpeningHand() | RegisterDeck() | SetPrizeCards() | EndTurn() | SwapCards():
            return command if viewpoint == seat else _private(before, command, seat)
        case RevealCard():
            seen = not command.to or viewpoint in (seat, *command.to)
            return command if seen else replace(command, token=UNKNOWN, card_id=UNKNOWN)
        case PlayItem() | PlayMentor() | PlayAward() | Attack() | ResolveCardEffect():
            picks = tuple(_pick(before, pick, seat, viewpoint) for pick in command.prize_picks)
            changes = _changes(before, command.changes, seat, viewpoint)
            return _named(before, replace(command, prize_picks=picks, changes=changes), seat, viewpoint)
        case Adjust():
            return replace(command, changes=_changes(before, command.changes, seat, viewpoint))
        case DeclarePosition():
            players = (_position(before, s, side, viewpoint) for s, side in enumerate(command.players))
            return replace(command, players=tuple(players))
        case _:
            return _named(before, command, seat, viewpoint)


def _author(state: State, command: TcgCommand) -> int:
    player = getattr(command, "player", None)
    return seat_of(state, player if isinstance(player, int) else None)


def _hidden(cards: Sequence[CardRef]) -> tuple[CardRef, ...]:
    return (UNKNOWN,) * len(cards)


def _private(
    state: State, command: DrawOpeningHand | RegisterDeck | SetPrizeCards | EndTurn | SwapCards, seat: int
) -> TcgCommand:
    """What only the player sees: cards drawn, put down or set out, the deck list."""
    match command:
        case DrawOpeningHand():
            return replace(command, cards=_hidden(command.cards))
        case RegisterDeck():
            return replace(command, cards={}, size=sum(command.cards.values()) or command.size)
        case SetPrizeCards():
            return command if state.options.prizes_face == "up" else replace(command, cards=_hidden(command.cards))
        case EndTurn():
            return replace(command, drawn=_drawn(command.drawn), trimmed=_open(state, seat, command.trimmed))
        case _:
            return replace(
                command,
                put_down=_hidden(command.put_down),
                drawn=_drawn(command.drawn),
                refill=_drawn(command.refill),
                trimmed=_open(state, seat, command.trimmed),
            )


def _drawn(cards: tuple[CardRef, ...] | None) -> tuple[CardRef, ...] | None:
    return _hidden(cards) if cards is not None else None


def _open(state: State, seat: int, cards: tuple[CardRef, ...]) -> tuple[CardRef, ...]:
    """Hand cards laid open, by their names: which of the hidden cards each was is not told."""
    return tuple(_open_name(state, seat, text) for text in cards)


def _open_name(state: State, seat: int, text: CardRef) -> CardRef:
    if parse_ref(text).token is None or not 0 <= seat < len(state.players):
        return text
    token = hand_card(state.players[seat], text)
    return token.card or UNKNOWN if token is not None else text


def _named(state: State, command: TcgCommand, seat: int, viewpoint: Viewpoint) -> TcgCommand:
    if viewpoint == seat:
        return command
    match command:
        case EvolveRobot(kickoff=kickoff, robot_card=robot):
            return replace(
                command,
                kickoff=_open_name(state, seat, kickoff) if kickoff is not None else None,
                robot_card=_open_name(state, seat, robot) if robot is not None else None,
                changes=_changes(state, command.changes, seat, viewpoint),
            )
        case PlayRobot() | PlayComponent() | PlayItem() | PlayMentor() | PlayAward():
            return replace(command, card=_open_name(state, seat, command.card))
        case _:
            return command


def _pick(state: State, pick: PrizePick, seat: int, viewpoint: Viewpoint) -> PrizePick:
    """Captor and owner know a captured card; of a duel's two players, both do."""
    player = isinstance(viewpoint, int)
    known = viewpoint in (seat, pick.player) or (player and state.is_duel) or state.options.prizes_face == "up"
    return pick if known or pick.card is None else replace(pick, card=UNKNOWN)


def _changes(state: State, changes: tuple[Change, ...], seat: int, viewpoint: Viewpoint) -> tuple[Change, ...]:
    return tuple(_change(state, change, seat, viewpoint) for change in changes)


def _change(state: State, change: Change, seat: int, viewpoint: Viewpoint) -> Change:
    match change:
        case DrawCards():
            side = seat if change.player is None else change.player
            return change if viewpoint == side else replace(change, cards=_hidden(change.cards))
        case MoveCard():
            side = seat if change.player is None else change.player
            concealed = change.origin in ("deck", "pit", "prize_cards", "captured") and change.to in (
                "deck_top",
                "deck_bottom",
                "pit",
            )
            return replace(change, card=UNKNOWN) if concealed and viewpoint != side else change
        case TakePrize():
            known = viewpoint in (change.owner, change.by) or state.options.prizes_face == "up"
            return change if known or change.card is None else replace(change, card=UNKNOWN)
        case ShowCard():
            side = seat if change.player is None else change.player
            seen = not change.to or viewpoint in (side, *change.to)
            return change if seen else replace(change, card=UNKNOWN, identity=None)
        case _:
            return change


def _position(state: State, seat: int, side: PlayerPosition, viewpoint: Viewpoint) -> PlayerPosition:
    if viewpoint == seat:
        return side
    prizes = side.prize_cards
    if state.options.prizes_face == "down":
        prizes = tuple(UNKNOWN if card is not None else None for card in prizes)
    owners = side.captured_from or (1 - seat,) * len(side.captured)
    captured = tuple(
        card if viewpoint == owner or state.options.prizes_face == "up" else UNKNOWN
        for owner, card in zip(owners, side.captured, strict=False)
    )
    return replace(side, pit=_hidden(side.pit), prize_cards=prizes, captured=captured)
