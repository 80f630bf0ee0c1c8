"""What follows from the commands of turns and phases (CG-T)."""

from domain.cards import Token, parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import PHASES, Phase
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.turns import (
    CardDrawn,
    CardsDiscarded,
    EffectStarted,
    EventRetired,
    EventTurnCounted,
    MatchConceded,
    PhaseBegan,
    PhaseSkipped,
    TurnBegan,
    TurnEnded,
)
from domain.games.frc_card_game.field import (
    counts_turn,
    draws_from_effects,
    is_skipped,
    next_phase,
    running_out,
    starting_in,
    triggered_in,
)
from domain.games.frc_card_game.refs import acting, hand_card, hand_cards
from domain.games.frc_card_game.resolve.course import Course, end, fail_draw, look_at_points, show, start_effects
from domain.games.frc_card_game.state import DrawCause, Slotted, State, opponent_of
from domain.games.frc_card_game.zones import next_token, top_card


def begin_turn(course: Course, turn: int, player: int) -> None:
    """A new turn: events count it, then its first phase begins (CG-T01, CG-T03, CG-X04)."""
    course.add(TurnBegan(turn=turn, player=player))
    if turn == 1:
        _start_teams(course, player)
        if course.ended_now:
            return
    for side, slotted in _counted_in_turn(course.state, player):
        course.add(
            EventTurnCounted(
                player=side, token=slotted.token, card=slotted.card, counted=slotted.counted + 1, count=slotted.count
            )
        )
    for phase in PHASES:
        if not is_skipped(course.state, phase):
            begin_phase(course, phase)
            return
        course.add(PhaseSkipped(player=player, phase=phase))


def _start_teams(course: Course, first: int) -> None:
    """Team card effects start as turn 1 begins, the first player's first (CG-Q07)."""
    for seat in (first, opponent_of(first)):
        team = course.state.players[seat].team
        if team is not None and team.id not in course.state.dormant:
            start_effects(course, team.card, seat)
    look_at_points(course)


def _counted_in_turn(state: State, turn_player: int) -> list[tuple[int, Slotted]]:
    """The events that count this turn, by order of play."""
    found = [
        (side, slotted)
        for side, player in enumerate(state.players)
        for slotted in player.slots
        if slotted is not None
        and slotted.kind == "turns"
        and slotted.counted < slotted.count
        and counts_turn(slotted.counting, side, turn_player)
    ]
    return sorted(found, key=lambda entry: entry[1].order)


def begin_phase(course: Course, phase: Phase) -> None:
    """A phase begins: reminders are raised, events run out, held-back effects start (CG-T05, CG-T08, CG-X04)."""
    state = course.state
    player = acting(state, None)
    owed = max(0, state.draw_base + draws_from_effects(state, player) - state.draws_made) if phase == "draw" else 0
    reminders = tuple([source.token for _, source in triggered_in(state, phase)])
    course.add(PhaseBegan(player=player, phase=phase, draws_owed=owed, reminders=reminders))
    for side, index in running_out(state, phase):
        slotted = state.players[side].slots[index]
        if slotted is not None:
            course.add(EventRetired(player=side, token=slotted.token, card=slotted.card, cause="run_out"))
    for source in starting_in(course.state, phase):
        course.add(EffectStarted(player=source.side, token=source.token, card=source.card))
        start_effects(course, source.card, source.side)
    look_at_points(course)


def go_to(course: Course, to: Phase) -> None:
    """Passes from the current phase to another; stops where the match ends."""
    now = PHASES.index(course.state.phase) if course.state.phase in PHASES else -1
    for phase in PHASES[now + 1 : PHASES.index(to)]:
        if course.ended_now:
            return
        if is_skipped(course.state, phase):
            course.add(PhaseSkipped(player=acting(course.state, None), phase=phase))
        else:
            begin_phase(course, phase)
    if not course.ended_now:
        begin_phase(course, to)


def draw_card(course: Course, command: cmd.DrawCard) -> None:
    """CG-T04; an empty deck loses (CG-E04)."""
    draw(course, acting(course.state, command.player), command.card, "draw_phase")


def draw(course: Course, seat: int, text: str, cause: DrawCause) -> None:
    """One card from the top of a deck to the hand."""
    player = course.state.players[seat]
    if not player.deck:
        fail_draw(course, seat, cause)
        return
    top, ref = top_card(player), parse_ref(text)
    card = Token(top.id, top.card or ref.card) if top else Token(next_token(player, seat), ref.card)
    course.add(CardDrawn(player=seat, token=card.id, card=card.card, deck_after=player.deck - 1, cause=cause))


def advance_phase(course: Course, command: cmd.AdvancePhase) -> None:
    """CG-T02."""
    to = command.to or next_phase(course.state)
    if to is not None:
        go_to(course, to)


def discard_to_hand_limit(course: Course, command: cmd.DiscardToHandLimit) -> None:
    """CG-T09."""
    discard(course, acting(course.state, command.player), command.cards)


def discard(course: Course, player: int, texts: tuple[str, ...]) -> None:
    """Hand cards go to the pile (CG-X05)."""
    cards = tuple([card for card in hand_cards(course.state, player, texts) if card is not None])
    for card in cards:
        show(course, player, card)
    if cards:
        course.add(CardsDiscarded(player=player, cards=cards))


def end_turn(course: Course, command: cmd.EndTurn) -> None:
    """CG-T08 to CG-T10."""
    if course.state.phase != "end":
        go_to(course, "end")
    if course.ended_now:
        return
    player = acting(course.state, None)
    discard(course, player, command.discards)
    course.add(TurnEnded(turn=course.state.turn, player=player))
    begin_turn(course, course.state.turn + 1, opponent_of(player))


def reveal_card(course: Course, command: cmd.RevealCard) -> None:
    """A hand card is shown."""
    reveal(course, acting(course.state, command.player), command.card, command.to)


def reveal(course: Course, player: int, text: str, to: int | None) -> None:
    """A hand card becomes known to some or all."""
    card = hand_card(course.state, player, text)
    if card is not None and card.card is not None:
        course.add(CardRevealed(player=player, token=card.id, card=card.card, to=to))


def concede(course: Course, command: cmd.Concede) -> None:
    """CG-E07."""
    player = acting(course.state, command.player)
    course.add(MatchConceded(player=player))
    if not course.over:
        end(course, opponent_of(player), "concession", "CG-E07")
