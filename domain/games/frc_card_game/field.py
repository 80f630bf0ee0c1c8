"""Numbers and permissions with the effects of the cards on the field: stats, draws, plays, score attempts, phases."""

from typing import Generic, Literal

from msgspec import Struct

from domain.cards import Token
from domain.effects.lasting import EffectSubject, Lasting, modified, permission
from domain.games.frc_card_game.cards import (
    PHASES,
    RECORDS,
    ActiveFrom,
    CannotScore,
    DrawPhaseDraws,
    Index,
    K,
    ModifyStat,
    Phase,
    PhaseTrigger,
    StudentPlays,
    called_phases,
    index_of,
    type_of,
)
from domain.games.frc_card_game.state import HAND_LIMIT, FieldRobot, Player, State, opponent_of
from domain.games.frc_card_game.vocabulary import ActionName, NumberName
from domain.games.frc_card_game.zones import CardLocation, all_cards, field_cards, find_robot


class EffectSource(Struct, Generic[K], frozen=True, gc=False):
    """A card on the field with its effects of one kind."""

    side: int
    token: int
    card: str
    effects: tuple[K, ...]


def sources(state: State, kind: type[K], *, held_back: bool = False) -> list[EffectSource[K]]:
    """Return the cards on the field with active effects of one kind, seat 1 first; if `held_back`, those with waiting effects.

    Students on Drive Teams count (CG-Q34). Almost every action calls this, so it searches only zones that can have such
    cards.
    """
    index = index_of(state.catalogue, kind)
    by_card = index.by_card
    if not by_card:
        return []
    found: list[EffectSource[K]] = []
    for side, player in enumerate(state.players):
        if index.teams and (team := player.team) is not None and team.card in by_card:
            found.append(_source(index, side, team.id, team.card))
        if index.slots and any(player.slots):
            found += [
                _source(index, side, s.token, s.card) for s in player.slots if s is not None and s.card in by_card
            ]
        if index.robots and any(player.robots):
            found += [
                _source(index, side, r.token, r.card) for r in player.robots if r is not None and r.card in by_card
            ]
        if index.students:
            found += [_source(index, side, s.id, s.card) for s in _students(player) if s.card in by_card]
    if state.dormant or held_back:
        return [source for source in found if (source.token in state.dormant) == held_back]
    return found


def _source(index: Index[K], side: int, token: int, card: str | None) -> EffectSource[K]:
    assert card is not None
    return EffectSource(side, token, card, index.by_card[card])


def _students(player: Player) -> tuple[Token, ...]:
    """Return the students on one side of the field, including Drive Teams."""
    students = player.student_body
    for robot in player.robots:
        if robot is not None:
            students += robot.drive_team
    return students


def _affects(source: EffectSource[K], whose: str, player: int) -> bool:
    """Return True if `whose` (`owner` or `opponent` of the source) is this player."""
    return (source.side == player) == (whose == "owner")


def card_subject(state: State, token: int) -> EffectSubject | None:
    """Return a card on the field as a subject of effects; `None` if it is not there."""
    for side, player in enumerate(state.players):
        for found in field_cards(player, side):
            if found.token.id == token:
                return _subject(state, found)
    return None


def _subject(state: State, found: CardLocation) -> EffectSubject:
    record = state.catalogue.get(found.token.card)
    traits = {type_of(record)} if isinstance(record, RECORDS) else set()
    if found.place == "robot_slots":
        robot = find_robot(state, found.token.id)
        traits.update(("robot", robot[2].position) if robot is not None else ())
    return EffectSubject(found.side, found.token.id, frozenset({*traits, found.place}))


def robot_subject(side: int, robot: FieldRobot) -> EffectSubject:
    """Return a robot on the field as a subject of effects."""
    return EffectSubject(side, robot.token, frozenset(("robot", robot.position)))


def _with_effects(state: State, name: NumberName, subject: EffectSubject, value: int) -> int:
    return modified(state.lasting, name, subject, state.seats, value)


def hand_limit(state: State, player: int) -> int:
    """Return the number of cards that a player may keep at the end of a turn (CG-T09)."""
    return (
        max(0, _with_effects(state, "hand_limit", EffectSubject(player), HAND_LIMIT)) if state.lasting else HAND_LIMIT
    )


def student_plays_allowed(state: State, player: int) -> int:
    """Return the number of students that a player may play in a turn (CG-A02); never below 0 (CG-Q46)."""
    plays = _with_effects(state, "student_plays", EffectSubject(player), 1) if state.lasting else 1
    for source in sources(state, StudentPlays):
        plays += sum(effect.delta for effect in source.effects if _affects(source, effect.whose, player))
    return max(0, plays)


def draws_from_effects(state: State, player: int) -> int:
    """Return the draws that effects add to a draw phase (CG-T04)."""
    base = state.draw_base
    draws = _with_effects(state, "draw_phase_draws", EffectSubject(player), base) - base if state.lasting else 0
    for source in sources(state, DrawPhaseDraws):
        draws += sum(effect.delta for effect in source.effects if _affects(source, effect.whose, player))
    return draws


def draws_owed(state: State) -> int:
    """Return the draws that the turn player still owes in this draw phase; never below 0 (CG-Q46)."""
    if state.phase != "draw" or state.turn_player is None or is_skipped(state, "draw"):
        return 0
    return max(0, state.draw_base + draws_from_effects(state, state.turn_player) - state.draws_made)


def stat_of(state: State, side: int, robot: FieldRobot, stat: Literal["offense", "defense"]) -> int:
    """Return a robot's stat with all modifiers, at least 0 (CG-Q33)."""
    value = robot.offense if stat == "offense" else robot.defense
    if state.lasting:
        value = _with_effects(state, stat, robot_subject(side, robot), value)
    for source in sources(state, ModifyStat):
        for effect in source.effects:
            if effect.stat == stat and _in_scope(source, effect, side, robot):
                value += effect.delta
    return max(0, value)


def _in_scope(source: EffectSource[ModifyStat], effect: ModifyStat, side: int, robot: FieldRobot) -> bool:
    if effect.scope == "this":
        return source.token == robot.token
    return (source.side == side) == (effect.scope == "own")


def score_forbidden_by(state: State, side: int, robot: FieldRobot) -> str | None:
    """Return the name of the card that forbids a robot to score (CG-C01); `None` if it may. The latest lasting effect takes
    precedence over the cards' other effects."""
    latest = permission(state.lasting, "score", robot_subject(side, robot), state.seats) if state.lasting else None
    if latest is not None:
        return None if latest.word == "allow" else cause_of(state, latest)
    for source in sources(state, CannotScore):
        for effect in source.effects:
            if source.token == robot.token if effect.whose == "this" else _affects(source, effect.whose, side):
                return state.catalogue.name_of(source.card)
    return None


def cause_of(state: State, effect: Lasting) -> str:
    """Return the name of the card that an effect comes from."""
    return next(
        (state.catalogue.name_of(found.token.card) for found in all_cards(state) if found.token.id == effect.source),
        "a card effect",
    )


def may_score_here(state: State, side: int, robot: FieldRobot) -> bool:
    """Return True if a robot is in offensive position, or an effect lets it score in defensive position (CG-C01)."""
    if robot.position == "offensive":
        return True
    name: ActionName = "score_in_defensive_position"
    effect = permission(state.lasting, name, robot_subject(side, robot), state.seats) if state.lasting else None
    return effect is not None and effect.word == "allow"


def counts_as_any_skill(state: State, token: int) -> bool:
    """Return True if an effect lets a student count for any attribute (CG-A08)."""
    subject = card_subject(state, token) if state.lasting else None
    effect = permission(state.lasting, "count_as_any_skill", subject, state.seats) if subject is not None else None
    return effect is not None and effect.word == "allow"


def attempts_allowed(state: State, side: int, robot: FieldRobot) -> int:
    """Return the number of score attempts that a robot has in a scoring phase (CG-C02)."""
    return _with_effects(state, "score_attempts", robot_subject(side, robot), 1) if state.lasting else 1


def can_still_score(state: State, side: int, robot: FieldRobot) -> bool:
    """Return True if a robot of the turn player can score (again) in this turn."""
    fresh = may_score_here(state, side, robot) and robot.attempts < attempts_allowed(state, side, robot)
    return fresh and score_forbidden_by(state, side, robot) is None


def is_skipped(state: State, phase: Phase) -> bool:
    """Return True if the current turn does not have this phase (by CG-T03 or an effect)."""
    if state.turn == 1 and phase in ("draw", "scoring"):
        return True
    return bool(state.skips) and any(
        s.phase == phase and s.turn == state.turn and s.player == state.turn_player for s in state.skips
    )


def turn_with(state: State, player: int, phase: Phase, *, begun: bool = False) -> int:
    """Return the number of the player's next turn in which this phase is still to come. With `begun`, the current turn counts
    during the phase, too."""
    if state.turn_player != player:
        return state.turn + 1
    now = PHASES.index(state.phase) if state.phase in PHASES else -1
    return state.turn if now < PHASES.index(phase) + begun else state.turn + 2


def next_phase(state: State) -> Phase | None:
    """Return the next phase of this turn that is not skipped; `None` in the end phase."""
    if state.phase in ("unopened", "setup"):
        return None
    return next((p for p in PHASES[PHASES.index(state.phase) + 1 :] if not is_skipped(state, p)), None)


def phases_before(state: State, to: Phase) -> tuple[Phase, ...]:
    """Return the phases after the current one up to and including `to`."""
    if state.phase in ("unopened", "setup"):
        return ()
    way = PHASES[PHASES.index(state.phase) + 1 : PHASES.index(to) + 1]
    if state.turn != 1 and not state.skips:
        return way
    return tuple([phase for phase in way if not is_skipped(state, phase)])


def _means_now(state: State, source: EffectSource[K], effect: PhaseTrigger | ActiveFrom, phase: Phase) -> bool:
    """Return True if an effect names this phase of the current turn."""
    return effect.phase == phase and (source.side == state.turn_player) == (effect.whose_turn == "owner")


def triggered_in(state: State, *phases: Phase) -> list[tuple[Phase, EffectSource[PhaseTrigger]]]:
    """Return the cards that need a reminder: their effects name these phases of the current turn, or start with one of them.
    The turn player's cards come first (CG-Q40)."""
    named = called_phases(state.catalogue)
    if named.isdisjoint(phases):
        return []
    active = sources(state, PhaseTrigger)
    waiting = sources(state, PhaseTrigger, held_back=True) if state.dormant else []
    found = []
    for phase in [one for one in phases if one in named] if active or waiting else []:
        called = active
        if waiting:
            starting = {source.token for source in starting_in(state, phase)}
            called = [*active, *[source for source in waiting if source.token in starting]]
        due = [(phase, s) for s in called if any(_means_now(state, s, effect, phase) for effect in s.effects)]
        due.sort(key=lambda entry: entry[1].side != state.turn_player)
        found += due
    return found


def starting_in(state: State, phase: Phase) -> list[EffectSource[ActiveFrom]]:
    """Return the held-back cards whose effects start with this phase of the current turn, the turn player's first."""
    if not state.dormant:
        return []
    found = sources(state, ActiveFrom, held_back=True)
    found.sort(key=lambda source: source.side != state.turn_player)
    return [s for s in found if any(_means_now(state, s, e, phase) for e in s.effects)]


def is_held_back(state: State, card: str, side: int) -> bool:
    """Return True if the effects of a card that comes onto the field now must wait for a later phase. A card that names the
    current phase does not wait."""
    held = index_of(state.catalogue, ActiveFrom).by_card.get(card)
    if not held:
        return False
    own_turn = side == state.turn_player
    return not any(e.phase == state.phase and own_turn == (e.whose_turn == "owner") for e in held)


def opponent_has_robot(state: State, player: int) -> bool:
    """Return True if the opponent has a robot on the field, in any position (CG-C08)."""
    return any(robot is not None for robot in state.players[opponent_of(player)].robots)


def running_out(state: State, phase: Phase) -> tuple[tuple[int, int], ...]:
    """Return seat and slot index of the events that retire as this phase begins, in order of play (CG-X04, CG-Q10, CG-Q40)."""
    found = []
    for side, player in enumerate(state.players):
        if not any(player.slots):
            continue
        for index, slotted in enumerate(player.slots):
            if slotted is None or slotted.kind != "turns" or slotted.counted < slotted.count:
                continue
            if state.turn > slotted.counted_in or PHASES.index(phase) >= PHASES.index(slotted.ends_in):
                found.append((slotted.order, side, index))
    if not found:
        return ()
    found.sort()
    return tuple([(side, index) for _, side, index in found])


def counts_turn(counting: str, side: int, turn_player: int) -> bool:
    """Return True if an event card on the side of `side` counts the turns of this turn player (CG-Q10)."""
    return counting == "each_turn" or (counting == "owners_turns") == (side == turn_player)
