"""What follows from the commands of a hand."""

from typing import assert_never

from domain.games.robin_in_the_hood.advance import Move, announced_moves
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.cards_on_table import as_its_kind, find_card, named
from domain.games.robin_in_the_hood.commands import (
    DrawCard,
    EndHand,
    HandCommand,
    PlaceCard,
    PlaceCharacter,
    PlayModifier,
    ResolveBattles,
    ResolveCardEffect,
)
from domain.games.robin_in_the_hood.events.base import RobinCourse
from domain.games.robin_in_the_hood.events.battles import CharacterDefeated, SkillLevelsDetermined, StageDrawn, StageWon
from domain.games.robin_in_the_hood.events.modifiers import ModifierExpired
from domain.games.robin_in_the_hood.events.placing import CharacterPlaced, ModifierPlayed
from domain.games.robin_in_the_hood.events.rounds import (
    CardDrawn,
    CharacterAdvanced,
    HandEnded,
    RoundDrawn,
    RoundWon,
    VictoryScored,
)
from domain.games.robin_in_the_hood.levels import STAGE_NAMES, battles_of, levels_of, removed_modifiers
from domain.games.robin_in_the_hood.resolve.flow import (
    replace_modifiers,
    reveal_choices,
    start_hand,
    start_hand_when_ready,
    win_when_reached,
)
from domain.games.robin_in_the_hood.resolve.record import resolve_card_effect
from domain.games.robin_in_the_hood.round_end import RoundResult, announced_result, round_result
from domain.games.robin_in_the_hood.state import (
    AGILITY,
    BETWEEN_ROUNDS,
    OPENING_DRAW,
    PLACING,
    REFILL,
    STAGE_INDEX,
    PlacedAs,
    State,
    result_on,
)


def resolve_hand(story: RobinCourse, command: HandCommand) -> None:
    """The events of a command within a hand."""
    match command:
        case PlaceCharacter():
            _place_character(story, command)
        case PlayModifier():
            _play_modifier(story, command)
        case PlaceCard():
            resolve_hand(story, as_its_kind(story.state, command))
        case ResolveCardEffect():
            resolve_card_effect(story, command)
        case ResolveBattles():
            _resolve_battles(story, command)
        case EndHand():
            _end_hand(story, command)
        case DrawCard():
            _draw_card(story, command)
        case _:
            assert_never(command)


# --- placing -----------------------------------------------------------------------------------------------------------


def _place_character(story: RobinCourse, command: PlaceCharacter) -> None:
    _begin_hand_if_skipped(story)
    token = find_card(story.state.players[command.player], "playing_hand", command.card)
    assert token is not None
    assert token.card is not None
    record = story.state.catalogue.get(token.card)
    character = record.character if isinstance(record, CharacterCard) else token.card
    placed = CharacterPlaced(
        player=command.player,
        token=token.id,
        card=token.card,
        character=character,
        order=_placed_as(story.state),
        stage=command.stage,
    )
    story.add(placed)
    _when_both_placed(story)


def _play_modifier(story: RobinCourse, command: PlayModifier) -> None:
    _begin_hand_if_skipped(story)
    token = find_card(story.state.players[command.player], "playing_hand", command.card)
    assert token is not None
    assert token.card is not None
    record = story.state.catalogue.get(token.card)
    duration = record.duration if isinstance(record, ModifierCard) else "hand"
    order = _placed_as(story.state)
    played = ModifierPlayed(player=command.player, token=token.id, card=token.card, duration=duration, order=order)
    story.add(played)
    if order != "simultaneous":
        replace_modifiers(story, command.player)
    _when_both_placed(story)


def _begin_hand_if_skipped(story: RobinCourse) -> None:
    """A placement before its time, recorded as played, begins the hand."""
    if story.state.phase in (REFILL, BETWEEN_ROUNDS, OPENING_DRAW):
        start_hand(story)


def _placed_as(state: State) -> PlacedAs:
    if state.phase != PLACING:
        return "second"
    if state.order is None:
        return "simultaneous"
    return "second" if any(player.chosen for player in state.players) else "first"


def _when_both_placed(story: RobinCourse) -> None:
    first, second = story.state.players
    if first.chosen and second.chosen:
        reveal_choices(story)


# --- battles -----------------------------------------------------------------------------------------------------------


def _resolve_battles(story: RobinCourse, command: ResolveBattles) -> None:
    reveal_choices(story)
    story.add(*removed_modifiers(story.state))
    levels = levels_of(story.state)
    battles = battles_of(story.state, levels, command.announced)
    story.add(SkillLevelsDetermined(levels=levels))
    for battle in battles:
        if battle.winner is None:
            story.add(StageDrawn(stage=battle.stage))
        else:
            story.add(StageWon(stage=battle.stage, player=battle.winner, how=battle.how))
    for battle in battles:
        if battle.loser is not None:
            token = story.state.players[battle.loser].stages[STAGE_INDEX[battle.stage]]
            assert token is not None
            assert token.card is not None
            story.add(CharacterDefeated(player=battle.loser, stage=battle.stage, token=token.id, card=token.card))


# --- end of the hand ---------------------------------------------------------------------------------------------------


def _end_hand(story: RobinCourse, command: EndHand) -> None:
    reveal_choices(story)
    agility = result_on(story.state, AGILITY)
    for seat, player in enumerate(story.state.players):
        for modifier in player.modifier_pile:
            if modifier.duration == "hand":
                story.add(ModifierExpired(player=seat, token=modifier.token, card=modifier.card))
    result = announced_result(command) or round_result(story.state)
    if result.ended:
        _end_round(story, result, command.victories)
    else:
        _advance(story, announced_moves(story.state, command.moves or ()))
    story.add(HandEnded(agility_winner=agility.winner if agility is not None else None))
    start_hand_when_ready(story)


def _end_round(story: RobinCourse, result: RoundResult, victories: int | None) -> None:
    if result.winner is None:
        story.add(RoundDrawn(reason=result.drawn or "announced"))
        return
    computed = story.state.players[result.winner].victories + 1
    story.add(
        RoundWon(player=result.winner),
        VictoryScored(player=result.winner, victories=computed if victories is None else victories),
    )
    win_when_reached(story)


def _advance(story: RobinCourse, moves: tuple[Move, ...]) -> None:
    for move in moves:
        token = story.state.players[move.player].stages[move.start]
        assert token is not None
        assert token.card is not None
        step = CharacterAdvanced(
            player=move.player,
            token=token.id,
            card=token.card,
            from_stage=STAGE_NAMES[move.start],
            to_stage=STAGE_NAMES[move.end],
            pushed=move.pushed,
        )
        story.add(step)


def _draw_card(story: RobinCourse, command: DrawCard) -> None:
    top = story.state.players[command.player].draw_pile[0]
    story.add(CardDrawn(player=command.player, token=top.id, card=named(top, command.card)))
    start_hand_when_ready(story)
