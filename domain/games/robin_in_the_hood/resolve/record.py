"""What follows from reveals, endings by agreement, changes by hand and declared positions."""

from typing import assert_never

from domain.cards import Token, parse_ref, token_id
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.cards_on_table import find_card
from domain.games.robin_in_the_hood.changes import apply_changes
from domain.games.robin_in_the_hood.commands import (
    AbandonTournament,
    Adjust,
    Change,
    ChangeLevel,
    ChangeVictories,
    ConcedeTournament,
    DeclarePosition,
    IdentifyCard,
    MoveCard,
    Position,
    RecordCommand,
    ResolveCardEffect,
    RevealCard,
    SetOrder,
    TakeModifier,
)
from domain.games.robin_in_the_hood.events import (
    Adjusted,
    AnteReturned,
    CardEffectResolved,
    CardRevealed,
    PositionDeclared,
    TournamentAbandoned,
    TournamentConceded,
)
from domain.games.robin_in_the_hood.parts import (
    AppliedChange,
    CardIdentified,
    CardMoved,
    DeclaredTable,
    InPlay,
    LevelChanged,
    OrderSet,
    Used,
    VictoriesChanged,
)
from domain.games.robin_in_the_hood.resolve.flow import start_hand_when_ready, win_tournament, win_when_reached
from domain.games.robin_in_the_hood.state import State, other
from domain.games.robin_in_the_hood.unfolding import Unfolding


def resolve_record(state: State, command: RecordCommand) -> Unfolding:
    """The events of a command around the game."""
    story = Unfolding(state)
    match command:
        case RevealCard():
            return _reveal_card(story, command)
        case ConcedeTournament():
            story.add(TournamentConceded(player=command.player))
            return win_tournament(story, other(command.player), "concession")
        case AbandonTournament():
            return _abandon(story, command)
        case Adjust():
            story.add(Adjusted(reason=command.reason, changes=applied(state, command.changes)))
            return start_hand_when_ready(win_when_reached(story))
        case DeclarePosition():
            return _declare_position(story, command)
        case _:
            assert_never(command)


def resolve_card_effect(story: Unfolding, command: ResolveCardEffect) -> Unfolding:
    """The events of an instruction carried out by hand."""
    resolved = CardEffectResolved(
        player=command.player,
        card=source_card(story.state, command) or command.card,
        text=command.text,
        changes=applied(story.state, command.changes),
    )
    return win_when_reached(story.add(resolved))


def source_card(state: State, command: ResolveCardEffect) -> str | None:
    """The card whose instruction is carried out: in play, or defeated in this hand; None where it is neither."""
    wanted, player = parse_ref(command.card), state.players[command.player]
    in_play = [(t.id, t.card) for t in player.stages if t is not None]
    in_play += [(m.token, m.card) for m in player.modifier_pile]
    in_play += [(d.token, d.card) for d in state.defeated if d.player == command.player]
    same = (card for token, card in in_play if token == wanted.token or (wanted.token is None and card == wanted.card))
    return next(same, None)


def _reveal_card(story: Unfolding, command: RevealCard) -> Unfolding:
    token = find_card(story.state.players[command.player], command.zone, command.card)
    assert token is not None
    assert token.card is not None
    return story.add(
        CardRevealed(player=command.player, zone=command.zone, token=token.id, card=token.card, to=command.to)
    )


def _abandon(story: Unfolding, command: AbandonTournament) -> Unfolding:
    story.add(TournamentAbandoned(reason=command.reason))
    for seat, player in enumerate(story.state.players):
        if player.ante is not None:
            story.add(AnteReturned(player=seat, card=player.ante))
    return story


def applied(state: State, changes: tuple[Change, ...]) -> tuple[AppliedChange, ...]:
    """The changes with the physical cards they mean; each sees the ones before it."""
    found: tuple[AppliedChange, ...] = ()
    for change in changes:
        made = apply_one(state, change)
        state = apply_changes(state, (made,))
        found = (*found, made)
    return found


def apply_one(state: State, change: Change) -> AppliedChange:
    """One possible change as it is recorded."""
    match change:
        case ChangeLevel():
            return LevelChanged(player=change.player, stage=change.stage, amount=change.amount)
        case MoveCard():
            return _move(state, change)
        case TakeModifier():
            away = MoveCard(player=change.player, card=change.card, from_zone="modifier_pile", to_zone="dead_cards")
            return _move(state, away)
        case ChangeVictories():
            victories = state.players[change.player].victories + change.amount
            return VictoriesChanged(player=change.player, amount=change.amount, victories=victories)
        case IdentifyCard():
            token = parse_ref(change.token).token
            assert token is not None
            return CardIdentified(player=change.player, token=token, card=parse_ref(change.card).card)
        case SetOrder():
            return OrderSet(first=change.first)
        case _:
            assert_never(change)


def _move(state: State, change: MoveCard) -> CardMoved:
    token = find_card(state.players[change.player], change.from_zone, change.card)
    assert token is not None
    record = state.catalogue.get(token.card)
    duration = record.duration if change.to_zone == "modifier_pile" and isinstance(record, ModifierCard) else ""
    return CardMoved(
        player=change.player,
        token=token.id,
        card=token.card,
        from_zone=change.from_zone,
        to_zone=change.to_zone,
        bottom=change.bottom,
        duration=duration,
    )


def _declare_position(story: Unfolding, command: DeclarePosition) -> Unfolding:
    tables = tuple(_declared(story.state, position, command.hand_no) for position in command.positions)
    declared = PositionDeclared(round_no=command.round_no, hand_no=command.hand_no, order=command.first, tables=tables)
    return win_when_reached(story.add(declared))


def _declared(state: State, position: Position, hand_no: int) -> DeclaredTable:
    numbers = iter(range(1, 1000))

    def token(card: str | None) -> Token:
        return Token(token_id(position.player, next(numbers)), parse_ref(card).card if card is not None else None)

    on_stages = (position.agility, position.weapons, position.strength, position.endurance)
    first, second, third, fourth = (token(card) if card is not None else None for card in on_stages)
    modifiers = tuple(_in_force(state, token(card), hand_no) for card in position.modifiers)
    dead = tuple(token(card) for card in position.dead_cards)
    seen = (*(t for t in (first, second, third, fourth) if t is not None), *dead)
    return DeclaredTable(
        player=position.player,
        stages=(first, second, third, fourth),
        playing_hand=tuple(token(card) for card in position.playing_hand),
        draw_pile=tuple(token(None) for _ in range(position.draw_pile)),
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
