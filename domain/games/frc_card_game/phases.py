"""Beginning of turns and phases (CG-T)."""

from domain.games.frc_card_game import field
from domain.games.frc_card_game.cards import PHASES, Phase
from domain.games.frc_card_game.events import turns
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.movements import start_effects
from domain.games.frc_card_game.references import acting
from domain.games.frc_card_game.scoring import ended_now, look_at_points
from domain.games.frc_card_game.state import SlotCard, State, opponent_of


def begin_turn(out: FrcBuffer, turn: int, player: int) -> None:
    """Begin a turn: events count it, then its first phase begins (CG-T01, CG-T03, CG-X04)."""
    out.add(turns.TurnBegan(turn=turn, player=player))
    if turn == 1:
        _start_teams(out, player)
        if ended_now(out):
            return
    for side, slotted in _counted_in_turn(out.state, player):
        out.add(
            turns.EventTurnCounted(
                player=side, token=slotted.token, card=slotted.card, counted=slotted.counted + 1, count=slotted.count
            )
        )
    for phase in PHASES:
        if not field.is_skipped(out.state, phase):
            begin_phase(out, phase)
            return
        out.add(turns.PhaseSkipped(player=player, phase=phase))


def _start_teams(out: FrcBuffer, first: int) -> None:
    """Start the effects of the team cards, the first player's first (CG-Q07)."""
    for seat in (first, opponent_of(first)):
        team = out.state.players[seat].team
        if team is not None and team.id not in out.state.dormant:
            start_effects(out, team.card, seat, team.id)
    look_at_points(out)


def _counted_in_turn(state: State, turn_player: int) -> list[tuple[int, SlotCard]]:
    """Return the events that count this turn, with their seats, in order of play."""
    found = [
        (side, slotted)
        for side, player in enumerate(state.players)
        if any(player.slots)
        for slotted in player.slots
        if slotted is not None
        and slotted.kind == "turns"
        and slotted.counted < slotted.count
        and field.counts_turn(slotted.counting, side, turn_player)
    ]
    return sorted(found, key=lambda entry: entry[1].order)


def begin_phase(out: FrcBuffer, phase: Phase) -> None:
    """Begin a phase: raise reminders, retire events that run out, start held-back effects (CG-T05, CG-T08, CG-X04)."""
    state = out.state
    player = acting(state, None)
    owed = (
        max(0, state.draw_base + field.draws_from_effects(state, player) - state.draws_made) if phase == "draw" else 0
    )
    reminders = tuple([source.token for _, source in field.triggered_in(state, phase)])
    out.add(turns.PhaseBegan(player=player, phase=phase, draws_owed=owed, reminders=reminders))
    for side, index in field.running_out(state, phase):
        slotted = state.players[side].slots[index]
        if slotted is not None:
            out.add(turns.EventRetired(player=side, token=slotted.token, card=slotted.card, cause="run_out"))
    for source in field.starting_in(out.state, phase):
        out.add(turns.EffectStarted(player=source.side, token=source.token, card=source.card))
        start_effects(out, source.card, source.side, source.token)
    look_at_points(out)


def go_to(out: FrcBuffer, to: Phase) -> None:
    """Go through the phases up to and including a later one; stop if the match ends."""
    now = PHASES.index(out.state.phase) if out.state.phase in PHASES else -1
    for phase in PHASES[now + 1 : PHASES.index(to)]:
        if ended_now(out):
            return
        if field.is_skipped(out.state, phase):
            out.add(turns.PhaseSkipped(player=acting(out.state, None), phase=phase))
        else:
            begin_phase(out, phase)
    if not ended_now(out):
        begin_phase(out, to)
