"""What the cards on the field make of the rules at a moment: allowances, stats, who may score, what waits in a phase."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from domain.games.frc_card_game.cards import (
    PHASES,
    ActiveFrom,
    CannotScore,
    DrawPhaseDraws,
    Effect,
    ModifyStat,
    Phase,
    PhaseTrigger,
    StudentPlays,
    effects_of,
)
from domain.games.frc_card_game.state import Lasting, Player, Robot, State, opponent_of
from domain.games.frc_card_game.zones import on_field


class Source(Struct, frozen=True, gc=False):
    """A card on the field that has machine-readable effects."""

    side: int
    token: int
    card: str
    effects: tuple[Effect, ...]


def sources(state: State) -> tuple[Source, ...]:
    """The cards on the field whose effects are active, side by side; students on Drive Teams count (CG-Q34)."""
    return tuple(s for s in _with_effects(state) if s.token not in state.dormant)


def _with_effects(state: State) -> Iterator[Source]:
    effects = effects_of(state.catalogue)
    if not effects:
        return
    for side, player in enumerate(state.players):
        for token, card in _standing(player):
            if card in effects:
                yield Source(side, token, card, effects[card])


def _standing(player: Player) -> Iterator[tuple[int, str]]:
    """Token and card of whatever is known on one side of the field."""
    if player.team is not None and player.team.card is not None:
        yield player.team.id, player.team.card
    for slotted in player.slots:
        if slotted is not None:
            yield slotted.token, slotted.card
    for student in player.student_body:
        if student.card is not None:
            yield student.id, student.card
    for robot in player.robots:
        if robot is not None:
            yield robot.token, robot.card
            for member in robot.drive_team:
                if member.card is not None:
                    yield member.id, member.card


def _affects(source: Source, whose: str, player: int) -> bool:
    """Whether an effect on `owner` or `opponent` of its source means this player."""
    return (source.side == player) == (whose == "owner")


def _lasts(state: State, what: Lasting) -> bool:
    """Whether a change made by hand still holds."""
    if what.last_turn is not None and state.turn > what.last_turn:
        return False
    return what.source is None or on_field(state, what.source)


def _lasting(state: State, what: str, target: int) -> int:
    return sum(k.delta for k in state.lasting if k.what == what and k.target == target and _lasts(state, k))


def student_plays_allowed(state: State, player: int) -> int:
    """Students that a player may play in a turn (CG-A02); never below 0 (CG-Q46)."""
    plays = 1 + (_lasting(state, "student_plays", player) if state.lasting else 0)
    for source in sources(state):
        for effect in source.effects:
            if isinstance(effect, StudentPlays) and _affects(source, effect.whose, player):
                plays += effect.delta
    return max(0, plays)


def draws_from_effects(state: State, player: int) -> int:
    """What effects add to the draws of a draw phase (CG-T04)."""
    draws = _lasting(state, "draw_phase_draws", player) if state.lasting else 0
    for source in sources(state):
        for effect in source.effects:
            if isinstance(effect, DrawPhaseDraws) and _affects(source, effect.whose, player):
                draws += effect.delta
    return draws


def draws_owed(state: State) -> int:
    """Draws that the turn player still owes in this draw phase; never below 0 (CG-Q46)."""
    if state.phase != "draw" or state.turn_player is None or is_skipped(state, "draw"):
        return 0
    return max(0, state.draw_base + draws_from_effects(state, state.turn_player) - state.draws_made)


def stat_of(state: State, side: int, robot: Robot, stat: Literal["offense", "defense"]) -> int:
    """A robot's stat with all modifiers; counts as 0 below 0 (CG-Q33)."""
    value = robot.offense if stat == "offense" else robot.defense
    if state.lasting:
        value += _lasting(state, stat, robot.token)
    for source in sources(state):
        for effect in source.effects:
            if isinstance(effect, ModifyStat) and effect.stat == stat and _in_scope(source, effect, side, robot):
                value += effect.delta
    return max(0, value)


def _in_scope(source: Source, effect: ModifyStat, side: int, robot: Robot) -> bool:
    if effect.scope == "this":
        return source.token == robot.token
    return (source.side == side) == (effect.scope == "own")


def score_forbidden_by(state: State, side: int, robot: Robot) -> str | None:
    """The card that makes a robot incapable of scoring (CG-C01); None when it is capable. The latest change by hand wins."""
    for k in reversed(state.lasting):
        if k.target == robot.token and k.what in ("may_score", "may_not_score") and _lasts(state, k):
            return None if k.what == "may_score" else "a card effect"
    for source in sources(state):
        for effect in source.effects:
            if isinstance(effect, CannotScore) and (
                source.token == robot.token if effect.whose == "this" else _affects(source, effect.whose, side)
            ):
                return state.catalogue.name_of(source.card)
    return None


def attempts_allowed(state: State, robot: Robot) -> int:
    """Score attempts of a robot in a scoring phase (CG-C02)."""
    return 1 + (_lasting(state, "extra_attempts", robot.token) if state.lasting else 0)


def is_skipped(state: State, phase: Phase) -> bool:
    """Whether the current turn has no such phase (CG-T03, or by an effect)."""
    if state.turn == 1 and phase in ("draw", "scoring"):
        return True
    return any(s.phase == phase and s.turn == state.turn and s.player == state.turn_player for s in state.skips)


def next_phase(state: State) -> Phase | None:
    """The phase that follows in this turn, skipped ones left out; None in the end phase."""
    if state.phase in ("unopened", "setup"):
        return None
    return next((p for p in PHASES[PHASES.index(state.phase) + 1 :] if not is_skipped(state, p)), None)


def phases_before(state: State, to: Phase) -> tuple[Phase, ...]:
    """The phases that begin on the way from the current one to a later one, that one included."""
    if state.phase in ("unopened", "setup"):
        return ()
    return tuple(p for p in PHASES[PHASES.index(state.phase) + 1 : PHASES.index(to) + 1] if not is_skipped(state, p))


def _turn_order(state: State, found: list[Source]) -> tuple[Source, ...]:
    """The turn player's first (CG-Q40)."""
    return tuple(sorted(found, key=lambda s: s.side != state.turn_player))


def _means_this_turn(state: State, side: int, whose_turn: str) -> bool:
    return (side == state.turn_player) == (whose_turn == "owner")


def triggered_in(state: State, phase: Phase) -> tuple[Source, ...]:
    """The active cards whose effects name this phase of the current turn: they need a reminder."""
    return _turn_order(
        state,
        [
            s
            for s in sources(state)
            if any(
                isinstance(e, PhaseTrigger) and e.phase == phase and _means_this_turn(state, s.side, e.whose_turn)
                for e in s.effects
            )
        ],
    )


def starting_in(state: State, phase: Phase) -> tuple[Source, ...]:
    """The held-back cards whose effects start with this phase of the current turn."""
    if not state.dormant:
        return ()
    return _turn_order(
        state,
        [
            s
            for s in _with_effects(state)
            if s.token in state.dormant
            and any(
                isinstance(e, ActiveFrom) and e.phase == phase and _means_this_turn(state, s.side, e.whose_turn)
                for e in s.effects
            )
        ],
    )


def is_held_back(state: State, card: str, side: int) -> bool:
    """Whether a card's effects wait for a phase when it comes onto the field now; one that names the current phase does not."""
    held = [e for e in effects_of(state.catalogue).get(card, ()) if isinstance(e, ActiveFrom)]
    return bool(held) and not any(e.phase == state.phase and _means_this_turn(state, side, e.whose_turn) for e in held)


def opponent_has_robot(state: State, player: int) -> bool:
    """Whether the opponent has a robot on the field, in any position (CG-C08)."""
    return any(robot is not None for robot in state.players[opponent_of(player)].robots)


def running_out(state: State, phase: Phase) -> tuple[tuple[int, int], ...]:
    """Side and slot index of the events that retire as this phase begins, by order of play (CG-X04, CG-Q10, CG-Q40)."""
    found = [
        (slotted.order, side, index)
        for side, player in enumerate(state.players)
        for index, slotted in enumerate(player.slots)
        if slotted is not None
        and slotted.kind == "turns"
        and slotted.counted >= slotted.count
        and (state.turn > slotted.counted_in or PHASES.index(phase) >= PHASES.index(slotted.ends_in))
    ]
    return tuple((side, index) for _, side, index in sorted(found))


def counts_turn(counting: str, side: int, turn_player: int) -> bool:
    """Whether an event on that side counts a turn of that player (CG-Q10)."""
    return counting == "each_turn" or (counting == "owners_turns") == (side == turn_player)
