"""What follows from the commands that set a tournament and its rounds up."""

import hashlib
from collections.abc import Sequence
from typing import assert_never

from domain.cards import Token
from domain.games.robin_in_the_hood.cards_on_table import named
from domain.games.robin_in_the_hood.commands import (
    ChangeOption,
    DeclareActiveSet,
    DefineCard,
    DrawPlayingHand,
    OpenTournament,
    SetupCommand,
    ShuffleDrawPile,
    StakeAnte,
    StartRound,
)
from domain.games.robin_in_the_hood.events.base import RobinCourse
from domain.games.robin_in_the_hood.events.setup import (
    ActiveSetDeclared,
    AnteStaked,
    CardDefined,
    DrawPileShuffled,
    OptionChanged,
    PlayingHandDrawn,
    PreviousSetDiscarded,
    RoundStarted,
    TableCleared,
    TournamentOpened,
)
from domain.games.robin_in_the_hood.options import Options, parse_option
from domain.games.robin_in_the_hood.resolve.flow import reveal_choices, start_hand_when_ready
from domain.games.robin_in_the_hood.state import BETWEEN_ROUNDS, State


def resolve_setup(story: RobinCourse, command: SetupCommand) -> None:
    """The events of a setup command."""
    match command:
        case OpenTournament():
            story.add(TournamentOpened(players=command.players, options=options_of(command)))
        case StakeAnte():
            story.add(AnteStaked(player=command.player, card=command.card))
        case ChangeOption():
            story.add(OptionChanged(name=command.name, value=parse_option(command.name, command.value)))
        case DefineCard():
            story.add(CardDefined(card=command.card))
        case DeclareActiveSet():
            _declare_active_set(story, command)
        case StartRound():
            _start_round(story)
        case ShuffleDrawPile():
            story.add(DrawPileShuffled(player=command.player, order=_order(story.state, command)))
        case DrawPlayingHand():
            _draw_playing_hand(story, command)
        case _:
            assert_never(command)


def options_of(command: OpenTournament) -> Options:
    """The agreement that an opening command states."""
    return Options(
        victories_to_win=command.victories_to_win,
        active_count=command.active_count,
        modifiers=command.modifiers,
        ante=command.ante,
        advance_rule=command.advance_rule,
        between_rounds=command.between_rounds,
        first_hand_order=command.first_hand_order,
        modifier_replace=command.modifier_replace,
    )


def _declare_active_set(story: RobinCourse, command: DeclareActiveSet) -> None:
    if story.state.phase == BETWEEN_ROUNDS:
        story.add(PreviousSetDiscarded(player=command.player))
    size = len(command.cards) if command.cards is not None else story.state.options.active_count
    story.add(ActiveSetDeclared(player=command.player, cards=command.cards, size=size, set_aside=command.set_aside))


def _start_round(story: RobinCourse) -> None:
    reveal_choices(story)
    state = story.state
    if state.round_no:
        story.add(TableCleared(regathered=_regathered(state)))
    carried = state.options.first_hand_order == "carry_over" and state.round_no > 0
    story.add(RoundStarted(round_no=state.round_no + 1, order=state.agility_winner if carried else None))
    start_hand_when_ready(story)


def _regathered(state: State) -> tuple[int, ...]:
    """Whose cards are gathered and shuffled anew (RH-E08, RH-Q17)."""
    if state.options.between_rounds != "continue":
        return (0, 1)
    return tuple(seat for seat, player in enumerate(state.players) if player.new_set or not player.draw_pile)


def _order(state: State, command: ShuffleDrawPile) -> tuple[str, ...] | None:
    if command.order is None and command.seed is not None:
        return shuffled(state.players[command.player].active_set or (), command.seed)
    return command.order


def shuffled(cards: Sequence[str], seed: str) -> tuple[str, ...]:
    """The cards in an order that only the seed decides, the same on every machine."""
    numbered = enumerate(sorted(cards))
    keyed = [(hashlib.sha256(f"{seed}\n{number}".encode()).digest(), card) for number, card in numbered]
    return tuple(card for _, card in sorted(keyed))


def _draw_playing_hand(story: RobinCourse, command: DrawPlayingHand) -> None:
    pile = story.state.players[command.player].draw_pile
    cards = tuple(Token(token.id, named(token, ref)) for token, ref in zip(pile, command.cards, strict=False))
    story.add(PlayingHandDrawn(player=command.player, cards=cards))
    start_hand_when_ready(story)
