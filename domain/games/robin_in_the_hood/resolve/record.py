"""What follows from reveals, endings by agreement, changes by hand and declared positions."""

from typing import assert_never

from domain.cards import Token, parse_ref, token_id
from domain.games.robin_in_the_hood.by_hand import unfold_changes
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.cards_on_table import find_card
from domain.games.robin_in_the_hood.commands import (
    AbandonTournament,
    Adjust,
    ConcedeTournament,
    DeclarePosition,
    Position,
    RecordCommand,
    ResolveCardEffect,
    RevealCard,
)
from domain.games.robin_in_the_hood.events.base import RobinCourse
from domain.games.robin_in_the_hood.events.battles import CardEffectResolved
from domain.games.robin_in_the_hood.events.record import (
    Adjusted,
    CardRevealed,
    DeclaredTable,
    PositionDeclared,
    TournamentAbandoned,
    TournamentConceded,
)
from domain.games.robin_in_the_hood.events.rounds import AnteReturned
from domain.games.robin_in_the_hood.resolve.flow import start_hand_when_ready, win_tournament, win_when_reached
from domain.games.robin_in_the_hood.state import InPlay, State, Used, other


def resolve_record(story: RobinCourse, command: RecordCommand) -> None:
    """The events of a command around the game."""
    match command:
        case RevealCard():
            _reveal_card(story, command)
        case ConcedeTournament():
            story.add(TournamentConceded(player=command.player))
            win_tournament(story, other(command.player), "concession")
        case AbandonTournament():
            _abandon(story, command)
        case Adjust():
            story.add(
                Adjusted(reason=command.reason, changes=tuple(unfold_changes(story.state, command.changes).events))
            )
            win_when_reached(story)
            start_hand_when_ready(story)
        case DeclarePosition():
            _declare_position(story, command)
        case _:
            assert_never(command)


def resolve_card_effect(story: RobinCourse, command: ResolveCardEffect) -> None:
    """The events of an instruction carried out by hand."""
    resolved = CardEffectResolved(
        player=command.player,
        card=source_card(story.state, command) or command.card,
        text=command.text,
        changes=tuple(unfold_changes(story.state, command.changes).events),
    )
    story.add(resolved)
    win_when_reached(story)


def source_card(state: State, command: ResolveCardEffect) -> str | None:
    """The card whose instruction is carried out: in play, or defeated in this hand; None where it is neither."""
    wanted, player = parse_ref(command.card), state.players[command.player]
    in_play = [(t.id, t.card) for t in player.stages if t is not None]
    in_play += [(m.token, m.card) for m in player.modifier_pile]
    in_play += [(d.token, d.card) for d in state.defeated if d.player == command.player]
    same = (card for token, card in in_play if token == wanted.token or (wanted.token is None and card == wanted.card))
    return next(same, None)


def _reveal_card(story: RobinCourse, command: RevealCard) -> None:
    token = find_card(story.state.players[command.player], command.zone, command.card)
    assert token is not None
    assert token.card is not None
    story.add(CardRevealed(player=command.player, zone=command.zone, token=token.id, card=token.card, to=command.to))


def _abandon(story: RobinCourse, command: AbandonTournament) -> None:
    story.add(TournamentAbandoned(reason=command.reason))
    for seat, player in enumerate(story.state.players):
        if player.ante is not None:
            story.add(AnteReturned(player=seat, card=player.ante))


def _declare_position(story: RobinCourse, command: DeclarePosition) -> None:
    tables = tuple(_declared(story.state, position, command.hand_no) for position in command.positions)
    declared = PositionDeclared(round_no=command.round_no, hand_no=command.hand_no, order=command.first, tables=tables)
    story.add(declared)
    win_when_reached(story)


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
