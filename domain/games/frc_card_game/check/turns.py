"""What is wrong with the commands of turns and phases (CG-T), reveals and concessions."""

from collections.abc import Iterator

from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import PHASES, Phase
from domain.games.frc_card_game.field import draws_owed, is_skipped, next_phase, phases_before, triggered_in
from domain.games.frc_card_game.gates import (
    closed,
    drawn_card,
    held,
    in_hand,
    named_anew,
    no_such_player,
    not_your_turn,
)
from domain.games.frc_card_game.refs import acting, hand_card, hand_cards
from domain.games.frc_card_game.state import HAND_LIMIT, State
from domain.rules import Violation
from domain.text import counted


def draw_card(state: State, command: cmd.DrawCard) -> Iterator[Violation]:
    """CG-T04."""
    player = acting(state, command.player)
    yield from not_your_turn(state, player)
    if state.turn == 1:
        yield Violation("CG-T03", "the draw phase of turn 1 is skipped for the first player")
    elif state.phase != "draw":
        yield Violation("CG-T04", f"draw only in the draw phase, not in {state.phase}, unless a card effect says so")
    elif draws_owed(state) == 0:
        yield Violation("CG-T04", f"no draw is owed: {state.draws_made} made")
    yield from drawn_card(state, player, command.card)


def advance_phase(state: State, command: cmd.AdvancePhase) -> Iterator[Violation]:
    """CG-T02 to CG-T04, CG-T08."""
    yield from not_your_turn(state, acting(state, command.player))
    to = command.to or next_phase(state)
    if to is None:
        yield Violation("CG-T02", "the end phase is the last: end the turn", impossible=True)
        return
    if state.turn == 1 and to in ("draw", "scoring"):
        yield Violation("CG-T03", f"the {to} phase of turn 1 is skipped for the first player")
    elif PHASES.index(to) <= _place(state):
        yield Violation("CG-T02", f"{to} is over" if to != state.phase else f"the {to} phase is on already")
    elif is_skipped(state, to):
        yield Violation("CG-T02", f"the {to} phase is skipped in this turn")
    yield from _left_undone(state, phases_before(state, to)[:-1])


def _place(state: State) -> int:
    """Which phase of the turn it is, from 0."""
    return PHASES.index(state.phase) if state.phase in PHASES else -1


def _left_undone(state: State, passed: tuple[Phase, ...]) -> Iterator[Violation]:
    """What must be done before the current phase is left and these are passed."""
    if state.options.draw_phase_draw == "must" and (owed := draws_owed(state)):
        yield Violation("CG-T04", f"{owed} draw{'s' if owed > 1 else ''} owed")
    for phase, source in triggered_in(state, *passed):
        card = state.catalogue.name_of(source.card)
        yield Violation("CG-T08", f"{card} acts in the {phase} phase: go to it first (advance_phase {phase})")


def end_turn(state: State, command: cmd.EndTurn) -> Iterator[Violation]:
    """CG-T08, CG-T09."""
    yield from not_your_turn(state, acting(state, command.player))
    yield from _left_undone(state, phases_before(state, "end"))
    yield from _cut(state, acting(state, None), command.discards)


def discard_to_hand_limit(state: State, command: cmd.DiscardToHandLimit) -> Iterator[Violation]:
    """CG-T09."""
    player = acting(state, command.player)
    yield from not_your_turn(state, player)
    if state.phase != "end":
        yield Violation("CG-T09", f"the hand is cut in the end phase, not in {state.phase}")
    if not command.cards:
        yield Violation("CG-T09", "name the cards to discard", impossible=True)
    else:
        yield from _cut(state, player, command.cards)


def _cut(state: State, player: int, texts: tuple[str, ...]) -> Iterator[Violation]:
    """Whether exactly the cards above the hand limit are discarded, and can be what they are said to be (CG-D03, CG-D06)."""
    hand = len(state.players[player].hand)
    over = max(0, hand - HAND_LIMIT)
    if len(texts) != over:
        asked = f"discard {over}" if over else "nothing to discard"
        yield Violation(
            "CG-T09", f"{counted(hand, 'card')} in hand, the limit is {HAND_LIMIT}: {asked}, not {len(texts)}"
        )
    cards = hand_cards(state, player, texts)
    for text, card in zip(texts, cards, strict=True):
        if card is not None and card.card is None:
            yield Violation("CG-X05", "a discard lies open in the pile: say which card it is")
        else:
            yield from held(state, player, text, card)
    yield from named_anew(state, player, cards)


def reveal_card(state: State, command: cmd.RevealCard) -> Iterator[Violation]:
    """A hand card, and one that it can be (CG-D03, CG-D06)."""
    if state.phase == "unopened":
        yield Violation("CG-S07", "setup not complete: the match has not been started", impossible=True)
        return
    if state.choices and state.result is None and (shut := closed(state)) is not None:
        yield shut
    player = acting(state, command.player)
    yield from no_such_player(state, command.to)
    yield from in_hand(state, player, command.card, hand_card(state, player, command.card))


def concede(state: State, command: cmd.Concede) -> Iterator[Violation]:
    """CG-E07."""
    if command.player is None and state.turn_player is None:
        yield Violation("CG-E07", "say who concedes", impossible=True)
