"""Guards of the setup of a tournament and of its rounds (RH-S01 to RH-S09, RH-D01 to RH-D07, RH-E06, RH-V06)."""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import asdict, replace

from domain.cards import Token, bound, parse_ref
from domain.games.robin_in_the_hood.cards import check_active_set, check_card, check_catalogue, is_card
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
from domain.games.robin_in_the_hood.options import (
    CHOICES,
    LARGEST_SET,
    PLAYING_HAND_SIZE,
    RULE_OF_OPTION,
    SMALLEST_SET,
    OptionValue,
    parse_option,
)
from domain.games.robin_in_the_hood.resolve.setup import options_of
from domain.games.robin_in_the_hood.state import BETWEEN_ROUNDS, OPENING_DRAW, SETUP, UNOPENED, State, with_player
from domain.games.robin_in_the_hood.whereabouts import check_identity
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def check_setup(state: State, command: SetupCommand) -> Iterator[Violation]:
    """What is wrong with a setup command."""
    match command:
        case OpenTournament():
            return _check_open(state, command)
        case StakeAnte():
            return _check_ante(state, command)
        case ChangeOption():
            return _check_change_option(command)
        case DefineCard():
            return _check_define_card(state, command)
        case DeclareActiveSet():
            return _check_declare(state, command)
        case StartRound():
            return _check_start_round(state)
        case ShuffleDrawPile():
            return _check_shuffle(state, command)
        case DrawPlayingHand():
            return _check_playing_hand(state, command)
        case _:
            assert_never(command)


def _check_open(state: State, command: OpenTournament) -> Iterator[Violation]:
    yield from check_catalogue(state.catalogue)
    if state.phase != UNOPENED:
        yield Violation("RH-T01", "the tournament is open already", impossible=True)
    if len(command.players) != 2:
        text = f"needs two different players, found {len(command.players)}"
        yield Violation("RH-S01", text, impossible=True)
    elif command.players[0].strip().casefold() == command.players[1].strip().casefold():
        yield Violation("RH-S01", f"needs two different players, found {command.players[0]!r} twice")
    if command.victories_to_win is None:
        yield Violation("RH-S02", "victories_to_win must be given: agree how many victories win, at least 1")
    for name, value in asdict(options_of(command)).items():
        if value is not None:
            yield from _check_value(name, value)


def _check_value(name: str, value: OptionValue) -> Iterator[Violation]:
    """Whether an option can have this value."""
    if name == "victories_to_win" and isinstance(value, int) and value < 1:
        yield Violation("RH-S02", f"{counted(value, 'victory', 'victories')} to win; at least 1")
    elif name == "active_count" and isinstance(value, int):
        if value < SMALLEST_SET:
            text = f"at least {SMALLEST_SET} Active cards, agreed {value}"
            yield Violation("RH-S03", text, impossible=value < PLAYING_HAND_SIZE)
        elif value > LARGEST_SET:
            text = f"{counted(value, 'Active card')}; at most {LARGEST_SET} can be recorded"
            yield Violation("RH-S03", text, impossible=True)
    elif name in CHOICES and value not in CHOICES[name]:
        text = f"{name}={value}: one of {', '.join(CHOICES[name])}"
        yield Violation("RH-V06", text, impossible=True)


def _check_change_option(command: ChangeOption) -> Iterator[Violation]:
    try:
        value = parse_option(command.name, command.value)
    except ValueError as error:
        yield Violation(RULE_OF_OPTION.get(command.name, "RH-V06"), str(error), impossible=True)
        return
    yield Violation(RULE_OF_OPTION[command.name], f"{command.name} is fixed since the tournament was opened")
    yield from _check_value(command.name, value)


def _check_define_card(state: State, command: DefineCard) -> Iterator[Violation]:
    yield from check_card(command.card)
    if command.card.card_id in state.catalogue:
        yield Violation("RH-D07", f"{command.card.card_id} is in the catalogue already", impossible=True)


def _check_ante(state: State, command: StakeAnte) -> Iterator[Violation]:
    if not state.options.ante:
        yield Violation("RH-S05", "this tournament is played without an ante")
    if state.phase != SETUP:
        yield Violation("RH-S05", "antes are staked before the first round")
    if state.players[command.player].ante is not None:
        yield Violation("RH-S05", f"{seat_name(state.seats, command.player)} has staked a card; one each")
    if not is_card(state.catalogue, command.card):
        yield Violation("RH-D07", f"{command.card!r} is not in the catalogue; define_card adds it")


def _check_declare(state: State, command: DeclareActiveSet) -> Iterator[Violation]:
    if state.phase not in (SETUP, BETWEEN_ROUNDS):
        yield Violation("RH-E06", "a new Active set is chosen between rounds only")
    size = len(command.cards) if command.cards is not None else state.options.active_count
    if size > LARGEST_SET:
        text = f"Active set has {size}; at most {LARGEST_SET} can be recorded"
        yield Violation("RH-D01", text, impossible=True)
    if command.cards is None:
        return
    if state.phase == BETWEEN_ROUNDS and size != state.options.active_count:
        yield Violation(
            "RH-E06", f"a new Active set has {counted(state.options.active_count, 'card')} again, not {size}"
        )
    yield from check_active_set(state.catalogue, command.cards, command.set_aside, state.options)


def _check_start_round(state: State) -> Iterator[Violation]:
    if state.phase not in (SETUP, BETWEEN_ROUNDS):
        yield Violation("RH-T02", "this round is not over")
        return
    for seat, player in enumerate(state.players):
        name = seat_name(state.seats, seat)
        if player.set_size == 0:
            text = f"{name} has no Active set; declare_active_set {name} - where the list is not known"
            yield Violation("RH-D01", text, impossible=True)
        if state.phase == SETUP and state.options.ante and player.ante is None:
            yield Violation("RH-S05", f"both players stake a card; {name} has not")


def _check_shuffle(state: State, command: ShuffleDrawPile) -> Iterator[Violation]:
    player = state.players[command.player]
    if state.phase != OPENING_DRAW or player.shuffled:
        yield Violation("RH-S08", "the Draw pile is shuffled once, when the round starts")
    whole = player.active_set is not None and len(player.active_set) == len(player.draw_pile)
    if command.seed is not None and (command.order is not None or not whole or player.shuffled):
        text = "a seed needs a declared Active set, all of it in the Draw pile and not shuffled yet, and no order beside it"
        yield Violation("RH-S08", text, impossible=True)
        return
    if command.order is not None:
        yield from _check_order(state, command.player, command.order)


def _check_order(state: State, seat: int, order: tuple[str, ...]) -> Iterator[Violation]:
    player = state.players[seat]
    if len(order) != len(player.draw_pile):
        text = f"the order has {counted(len(order), 'card')}, the Draw pile {len(player.draw_pile)}"
        yield Violation("RH-S08", text, impossible=True)
    elif player.active_set is not None and not player.shuffled and sorted(order) != sorted(player.active_set):
        yield Violation("RH-S08", "the order is not made of the cards of the Active set")
    elif player.active_set is None:
        options = replace(state.options, active_count=len(order))
        yield from check_active_set(state.catalogue, order, (), options)


def _check_playing_hand(state: State, command: DrawPlayingHand) -> Iterator[Violation]:
    player = state.players[command.player]
    if not player.shuffled:
        yield Violation("RH-S08", "the Draw pile is shuffled before cards are drawn")
    if state.phase != OPENING_DRAW or player.hand_drawn:
        yield Violation("RH-S09", "a playing hand is drawn once, when the round starts")
    if len(command.cards) > len(player.draw_pile):
        text = f"{counted(len(command.cards), 'card')}; the Draw pile holds {len(player.draw_pile)}"
        yield Violation("RH-S09", text, impossible=True)
    elif len(command.cards) != PLAYING_HAND_SIZE:
        text = f"{counted(len(command.cards), 'card')}; a playing hand is the top {PLAYING_HAND_SIZE}"
        yield Violation("RH-S09", text)
    for token, ref in zip(player.draw_pile, command.cards, strict=False):
        yield from check_drawn(state, command.player, token, ref, "RH-S09")
        state = _knowing(state, command.player, token, ref)


def check_drawn(state: State, seat: int, token: Token, ref: str, rule: str) -> Iterator[Violation]:
    """Whether the next card of the Draw pile can be the one that was named."""
    wanted = parse_ref(ref)
    contradicts = token.card is not None and wanted.card not in (None, token.card)
    if contradicts or wanted.token not in (None, token.id):
        text = f"{ref} is not the next card of the Draw pile's recorded order"
        yield Violation(rule, text, impossible=True)
    elif token.card is None and wanted.card is not None:
        yield from check_identity(state, seat, Token(token.id, wanted.card), newly_known=True)


def _knowing(state: State, seat: int, token: Token, ref: str) -> State:
    """The state in which a card of the Draw pile has been looked at."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, draw_pile=bound(player.draw_pile, token.id, named(token, ref))))
