"""Guards of a hand: who places what and when, what was announced, who draws (RH-T, RH-A, RH-B, RH-C, RH-E)."""

from collections.abc import Iterator
from typing import assert_never

from domain.games.robin_in_the_hood.advance import Move, announced_moves, moves_fit, moves_of
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.cards_on_table import as_its_kind, find_card
from domain.games.robin_in_the_hood.check.record import check_card_effect
from domain.games.robin_in_the_hood.check.setup import check_drawn
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
from domain.games.robin_in_the_hood.levels import STAGE_NAMES, Battle, battles_of, levels_of, removed_modifiers
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.round_end import RoundResult, announced_result, round_result
from domain.games.robin_in_the_hood.state import (
    AFTERMATH,
    BATTLES,
    BETWEEN_ROUNDS,
    OPENING_DRAW,
    PLACING,
    REFILL,
    SETUP,
    STAGE_INDEX,
    State,
    cannot_place,
    other,
)
from domain.games.robin_in_the_hood.whereabouts import check_card_of
from domain.rules import Violation
from domain.table import seat_name


def check_hand(state: State, command: HandCommand) -> Iterator[Violation]:
    """What is wrong with a command within a hand."""
    match command:
        case PlaceCharacter():
            return _check_character(state, command)
        case PlayModifier():
            return _check_modifier(state, command)
        case PlaceCard():
            return check_hand(state, as_its_kind(state, command))
        case ResolveCardEffect():
            return check_card_effect(state, command)
        case ResolveBattles():
            return _check_battles(state, command)
        case EndHand():
            return _check_end_hand(state, command)
        case DrawCard():
            return _check_draw(state, command)
        case _:
            assert_never(command)


# --- placing -----------------------------------------------------------------------------------------------------------


def _check_character(state: State, command: PlaceCharacter) -> Iterator[Violation]:
    yield from _check_turn_to_place(state, command.player)
    if command.stage != "agility":
        yield Violation("RH-A01", f"characters enter on Agility, not on {command.stage.capitalize()}")
    if state.players[command.player].stages[STAGE_INDEX[command.stage]] is not None:
        text = f"{command.stage.capitalize()} is occupied; a stage holds one character"
        yield Violation("RH-A01", text, impossible=True)
    yield from check_card_of(state, command.player, "playing_hand", command.card)
    if isinstance(record := _record(state, command), ModifierCard):
        yield Violation("RH-A02", f"{record.name} is a modifier and stands on no stage", impossible=True)


def _check_modifier(state: State, command: PlayModifier) -> Iterator[Violation]:
    yield from _check_turn_to_place(state, command.player)
    yield from check_card_of(state, command.player, "playing_hand", command.card)
    if isinstance(record := _record(state, command), CharacterCard):
        text = f"{record.name} is a character and cannot be played as a modifier"
        yield Violation("RH-A02", text, impossible=True)


def _record(state: State, command: PlaceCharacter | PlayModifier) -> object:
    token = find_card(state.players[command.player], "playing_hand", command.card)
    return state.catalogue.get(token.card) if token is not None else None


def _check_turn_to_place(state: State, seat: int) -> Iterator[Violation]:
    player, name = state.players[seat], seat_name(state.seats, seat)
    if player.chosen and state.phase in (PLACING, BATTLES, AFTERMATH):
        hidden = any(choice.hidden for choice in player.chosen)
        yield Violation("RH-A03", f"{name} has chosen a card in this hand; one only", impossible=hidden)
    elif state.phase == PLACING:
        first = state.order
        if first is not None and first != seat and not state.players[first].chosen:
            winner = seat_name(state.seats, first)
            yield Violation("RH-T05", f"{winner} won Agility and places first")
    elif state.phase == REFILL:
        yield Violation("RH-T08", f"both players hold {PLAYING_HAND_SIZE} cards before the next hand begins")
    elif state.phase == BETWEEN_ROUNDS and _drawn_by_empty_pile(state):
        text = (
            "the round is drawn: a Draw pile is empty, and no further hand is played; start_round begins the next round. "
            "A hand that the table played all the same is recorded as played"
        )
        yield Violation("RH-E04", text)
    else:
        yield Violation("RH-T02", f"cards are placed at the start of a hand, not in the phase {state.phase}")


def _drawn_by_empty_pile(state: State) -> bool:
    return bool(state.rounds) and state.rounds[-1].reason == "draw_pile_empty"


# --- battles -----------------------------------------------------------------------------------------------------------


def _check_battles(state: State, command: ResolveBattles) -> Iterator[Violation]:
    if state.phase == PLACING:
        for seat, player in enumerate(state.players):
            if not player.chosen:
                yield Violation("RH-T03", f"{seat_name(state.seats, seat)} has not placed a card; there is no pass")
    elif state.phase != BATTLES:
        yield _wrong_phase(state, "battles follow the placements, once in a hand")
    elif command.announced:
        yield from _check_announced(state, command)


def _wrong_phase(state: State, text: str) -> Violation:
    no_hand = state.phase in (SETUP, OPENING_DRAW, BETWEEN_ROUNDS)
    return Violation("RH-T02", f"{text}; the phase is {state.phase}", impossible=no_hand)


def _check_announced(state: State, command: ResolveBattles) -> Iterator[Violation]:
    for event in removed_modifiers(state):
        state = event.evolve(state)
    levels = levels_of(state)
    computed = {battle.stage: battle for battle in battles_of(state, levels)}
    if len({said.stage for said in command.announced}) != len(command.announced):
        yield Violation("RH-B10", "a stage has one result; one is announced twice", impossible=True)
    for said in command.announced:
        battle = computed.get(said.stage)
        if said.winner == (battle.winner if battle is not None else None):
            continue
        scores = {level.player: level.final for level in levels if level.stage == said.stage}
        found = ", ".join(f"{seat_name(state.seats, seat)} {scores[seat]}" for seat in sorted(scores))
        announced = seat_name(state.seats, said.winner) if said.winner is not None else "a draw"
        text = f"{said.stage.capitalize()}: {found or 'empty'}{_why(state, battle)}; announced {announced}"
        yield Violation(_rule_of(battle), text)


def _why(state: State, battle: Battle | None) -> str:
    """Why a stage is won without a comparison."""
    if battle is None or battle.winner is None or battle.how not in ("empty", "modifier"):
        return ""
    winner, beaten = (seat_name(state.seats, seat) for seat in (battle.winner, other(battle.winner)))
    if battle.how == "modifier":
        return f", and {beaten} chose a modifier: the character of {winner} wins whatever its level"
    return f", and {beaten} has no character there: {winner} wins"


def _rule_of(battle: Battle | None) -> str:
    if battle is None:
        return "RH-B10"
    if battle.winner is None:
        return "RH-B08"
    return {"level": "RH-B07", "empty": "RH-B09", "modifier": "RH-B11"}[battle.how]


# --- end of the hand ---------------------------------------------------------------------------------------------------


def _check_end_hand(state: State, command: EndHand) -> Iterator[Violation]:
    if state.phase != AFTERMATH and not cannot_place(state):
        yield _wrong_phase(state, "the battles come before the end of the hand")
    computed = round_result(state)
    yield from _check_result(state, command, computed)
    if command.moves is not None:
        yield from _check_moves(state, command, computed)


def _check_result(state: State, command: EndHand, computed: RoundResult) -> Iterator[Violation]:
    winner = computed.winner if command.result is None else command.winner
    if command.result == "won" and command.winner is None:
        yield Violation("RH-E01", "a round that is won has a winner; name the player", impossible=True)
    elif command.result is not None and not _as_computed(command, computed):
        yield Violation(_rule_of_result(computed), _result_text(state, computed))
    elif command.winner is not None and command.winner != computed.winner and command.result != "won":
        yield Violation("RH-E01", _result_text(state, computed))
    if command.victories is not None:
        right = state.players[winner].victories + 1 if winner is not None else None
        if command.victories < 0 or winner is None:
            text = "no victory is scored" if winner is None else "a counter does not fall below 0"
            yield Violation("RH-E02", text, impossible=True)
        elif command.victories != right:
            yield Violation("RH-E02", f"a round scores exactly one victory: {right}, not {command.victories}")


def _as_computed(command: EndHand, computed: RoundResult) -> bool:
    if command.result == "won":
        return computed.winner is not None and computed.winner == command.winner
    return computed.winner is None and (computed.drawn is not None) == (command.result == "drawn")


def _rule_of_result(computed: RoundResult) -> str:
    if computed.drawn == "both_four":
        return "RH-E03"
    return "RH-E04" if computed.drawn is not None else "RH-E01"


def _result_text(state: State, computed: RoundResult) -> str:
    if computed.winner is not None:
        return f"{seat_name(state.seats, computed.winner)} alone has all four stages and wins the round"
    if computed.drawn == "both_four":
        return "both players have all four stages: the round is drawn"
    if computed.drawn is not None:
        return "a Draw pile is empty and nobody has won: the round is drawn"
    return "nobody has all four stages, and both Draw piles last: the round goes on"


def _check_moves(state: State, command: EndHand, computed: RoundResult) -> Iterator[Violation]:
    if (announced_result(command) or computed).ended:
        yield Violation("RH-C02", "the round is over: nobody advances", impossible=True)
        return
    announced, right = command.moves or (), moves_of(state)
    made = announced_moves(state, announced)
    named = {(m.player, STAGE_INDEX[m.from_stage]) for m in announced}
    nobody = any(state.players[seat].stages[stage] is None for seat, stage in named)
    if nobody or len(named) != len(announced) or not moves_fit(state, made):
        text = f"the moves would be {_steps(state, made)}; each goes forward, from where one stands to a stage clear by then"
        yield Violation("RH-C02", text, impossible=True)
    elif {(m.player, m.start, m.end) for m in made} != {(m.player, m.start, m.end) for m in right}:
        yield Violation("RH-C02", f"the moves are: {_steps(state, right)}")


def _steps(state: State, moves: tuple[Move, ...]) -> str:
    steps = (f"{seat_name(state.seats, m.player)} {STAGE_NAMES[m.start]} > {STAGE_NAMES[m.end]}" for m in moves)
    return ", ".join(steps) or "none"


def _check_draw(state: State, command: DrawCard) -> Iterator[Violation]:
    player = state.players[command.player]
    if not player.shuffled:
        yield Violation("RH-S08", "the Draw pile is shuffled before cards are drawn")
    elif state.phase == OPENING_DRAW and not player.hand_drawn:
        yield Violation("RH-S09", "a round begins with draw_playing_hand")
    elif state.phase not in (REFILL, OPENING_DRAW):
        yield Violation("RH-T08", f"cards are drawn after the end of a hand, not in the phase {state.phase}")
    if len(player.playing_hand) >= PLAYING_HAND_SIZE:
        yield Violation("RH-T08", f"{PLAYING_HAND_SIZE} cards are held; no more are drawn")
    if not player.draw_pile:
        yield Violation("RH-T08", "the Draw pile is empty", impossible=True)
        return
    yield from check_drawn(state, command.player, player.draw_pile[0], command.card, "RH-T08")
