"""New seasons and devolving (TCG-A13 to A19)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.abilities import (
    PlaceAssignment,
    Placement,
    abilities,
    ability_named,
    assign_places,
    mounted_component,
    robot_record,
)
from domain.games.frc_tcg.card_effects import WHEN_PLAYED, EffectCard, resolve_effects
from domain.games.frc_tcg.cards.records import EDITIONS, Ability, Kickoff, Robot
from domain.games.frc_tcg.changes import Change, apply_changes, redacted_changes
from domain.games.frc_tcg.changes.base import CHANGE_RULES
from domain.games.frc_tcg.combat import refresh_max_hp, reveal_from_hand
from domain.games.frc_tcg.commands.base import TurnAction
from domain.games.frc_tcg.effects import max_hp, opposing_effects
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.robots import RobotDevolved, RobotEvolved
from domain.games.frc_tcg.match_end import DefeatCause, settle
from domain.games.frc_tcg.parts import without_effects
from domain.games.frc_tcg.references import any_stack, hand_card, opposing_stack, own_stack, seat_of
from domain.games.frc_tcg.state import Mounted, RobotStack, SeatedStack, StackLevel, State, level_tokens, stacks_of
from domain.games.frc_tcg.turn_checks import (
    HAND_RULES,
    any_impossible,
    check_before_attack,
    check_in_hand,
    check_robot_play,
)
from domain.games.frc_tcg.visibility import public_name
from domain.rules import Violation, impossible
from domain.seats import Viewpoint


class EvolveRobot(TurnAction, frozen=True, kw_only=True, tag="evolve_robot"):
    """Start a new season: play a kickoff and the same team's next robot onto a robot in play."""

    title = "Evolve a robot"
    kickoff: CardRef | None
    robot_card: CardRef | None
    onto: CardRef
    placements: tuple[Placement, ...] = ()
    """Other components stay with the ability of the same name, else go to the first that needs them, else to the
    shop."""
    changes: tuple[Change, ...] = ()
    player: SeatIndex | None = None
    rules = ("TCG-A13", "TCG-A16", "TCG-T02", *HAND_RULES, *CHANGE_RULES)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        yield from check_before_attack(state)
        if self.robot_card is None:
            yield impossible("TCG-A14", "a Kickoff needs next year's Robot of a team in play")
            return
        cards = tuple(_two_cards(state, seat, self.kickoff, self.robot_card))
        yield from cards
        where = own_stack(state, seat, self.onto)
        if where is None:
            elsewhere = any_stack(state, seat, self.onto) is not None
            text = "an opponent's robot" if elsewhere else "not in play"
            yield impossible("TCG-A13", f"{self.onto} is {text}: evolve one of your own")
            return
        if any_impossible(cards):
            return
        yield from check_robot_play(state)
        yield from self._next_season(state, seat, where)

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        where = own_stack(out.state, seat, self.onto)
        assert where is not None
        assert self.robot_card is not None
        token = reveal_from_hand(out, seat, self.robot_card)
        kickoff = reveal_from_hand(out, seat, self.kickoff) if self.kickoff is not None else None
        record = robot_record(out.state, token.card)
        event = self.evolved(out.state, where, StackLevel(token.id, record.card_id, record.hp, kickoff))
        out.add(event)
        refresh_max_hp(out)
        source = EffectCard(token.id, seat, where.stack.key, record.name)
        resolve_effects(out, record.effects, WHEN_PLAYED, source, ())
        if kickoff is not None:
            text = out.state.catalogue.get(kickoff.card)
            assert isinstance(text, Kickoff)
            source = EffectCard(kickoff.id, seat, where.stack.key, text.name)
            resolve_effects(out, text.effects, WHEN_PLAYED, source, ())
        apply_changes(out, self.changes, seat, kickoff.id if kickoff is not None else token.id)
        settle(out, DefeatCause(seat))

    def _next_season(self, state: State, seat: int, where: SeatedStack) -> Iterator[Violation]:
        token = hand_card(state.players[seat], self.robot_card or "")
        new = state.catalogue.get(token.card) if token is not None else None
        old = state.catalogue.get(where.stack.top.card)
        if not isinstance(new, Robot) or not isinstance(old, Robot):
            return
        if new.team != old.team:
            yield Violation("TCG-A13", f"team {new.team} on team {old.team}: the same team evolves")
        following = EDITIONS.index(old.edition or "first") + 1
        if new.edition not in EDITIONS[following : following + 1]:
            wanted = EDITIONS[following] if following < len(EDITIONS) else "no edition"
            yield Violation("TCG-A13", f"{new.edition} edition on {old.edition}: {wanted} follows")
        kickoff = hand_card(state.players[seat], self.kickoff) if self.kickoff is not None else None
        options = new.abilities if kickoff is not None else tuple(a for a in new.abilities if not a.kickoff_only)
        yield from check_placements(state, where.stack.mounted, options, self.placements, "TCG-A16")

    def evolved(self, state: State, where: SeatedStack, level: StackLevel) -> RobotEvolved:
        """Return the event of a new season: opponents' effects end, HP is full, components get new places (TCG-A16)."""
        seat, stack = where.seat, where.stack
        covered = tuple(e.id for e in state.lasting if e.bound and e.source == stack.top.token)
        lifted = (*opposing_effects(state, seat, stack.key), *covered)
        grown = RobotStack(stack.slot, (*stack.levels, level), 0, 0)
        placing = assign_places(state, stack.mounted, abilities(state, grown), self.placements)
        full = max_hp(without_effects(state, lifted), seat, grown)
        return RobotEvolved(
            player=seat,
            robot=stack.key,
            token=level.token,
            card=level.card,
            printed_hp=level.hp,
            kickoff=level.kickoff,
            hp=full,
            max_hp=full,
            mounted=tuple(placing.mounted),
            shopped=tuple(placing.shopped),
            lifted=lifted,
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "EvolveRobot":
        seat = seat_of(state, self.player)
        if viewpoint == seat:
            return self
        return replace(
            self,
            kickoff=public_name(state, seat, self.kickoff) if self.kickoff is not None else None,
            robot_card=public_name(state, seat, self.robot_card) if self.robot_card is not None else None,
            changes=redacted_changes(state, self.changes, seat, viewpoint),
        )


class DevolveRobot(TurnAction, frozen=True, kw_only=True, tag="devolve_robot"):
    """Send the top levels of one's own robot at stage 3 or higher and of an opponent's evolved robot to the shop."""

    title = "Devolve a robot"
    own: CardRef
    target: CardRef
    own_placements: tuple[Placement, ...] = ()
    target_placements: tuple[Placement, ...] = ()
    player: SeatIndex | None = None
    rules = ("TCG-A18", "TCG-A19", "TCG-T02")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        yield from check_before_attack(state)
        own = own_stack(state, seat, self.own)
        target = opposing_stack(state, seat, self.target) or any_stack(state, seat, self.target)
        if own is None or target is None:
            yield impossible("TCG-A18", f"{self.own if own is None else self.target} is not in play there")
            return
        if not is_far_enough(state, own.stack):
            alone = own.stack.stage < 2
            yield Violation(
                "TCG-A18", f"stage {own.stack.stage}: one's own robot is at stage 3 or higher", impossible=alone
            )
        if state.side(target.seat) == state.side(seat):
            yield Violation("TCG-A18", "the other robot must be an opponent's", impossible=target.seat == seat)
        if target.stack.stage < 2:
            yield impossible("TCG-A18", "the opponent's robot has not evolved")
            return
        for where, wishes in ((own, self.own_placements), (target, self.target_placements)):
            if where.stack.stage >= 2:
                below = RobotStack(where.stack.slot, where.stack.levels[:-1], 0, 0)
                options = abilities(state, below)
                yield from check_placements(state, where.stack.mounted, options, wishes, "TCG-A19")

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        seat = seat_of(state, self.player)
        own = own_stack(state, seat, self.own)
        other = opposing_stack(state, seat, self.target) or any_stack(state, seat, self.target)
        assert own is not None
        assert other is not None
        for where, wishes in ((own, self.own_placements), (other, self.target_placements)):
            out.add(devolved(out.state, seat, where, wishes))
            below = where.stack.levels[-2]
            record = out.state.catalogue.get(below.card)
            if isinstance(record, Robot):
                source = EffectCard(below.token, where.seat, where.stack.key, record.name)
                resolve_effects(out, record.effects, ("while_in_play",), source, ())
        refresh_max_hp(out)


def _two_cards(state: State, seat: int, kickoff: CardRef | None, robot: CardRef) -> Iterator[Violation]:
    yield from check_in_hand(state, seat, robot, "robot")
    if kickoff is None:
        yield Violation("TCG-A13", "a new season needs a Kickoff card with the robot")
        return
    yield from check_in_hand(state, seat, kickoff, "kickoff")
    player = state.players[seat]
    first, second = hand_card(player, robot), hand_card(player, kickoff)
    unknown = sum(card.card is None for card in player.pit)
    if first is not None and second is not None and first.id == second.id and unknown < 2:
        yield impossible("TCG-A01", "the hand has only one unknown card, for two cards")


def check_placements(
    state: State, mounted: tuple[Mounted, ...], options: tuple[Ability, ...], wishes: tuple[Placement, ...], rule: str
) -> Iterator[Violation]:
    """Yield violations for components that do not fit their place, or go to the shop although an ability needs them
    (TCG-A16 c, d)."""
    left, trial = list(mounted), PlaceAssignment(state, options)
    for wish in wishes:
        component = mounted_component(left, wish.component)
        if component is None:
            yield impossible(rule, f"{wish.component} is not on that robot")
            return
        left.remove(component)
        ability = ability_named(options, wish.ability) if wish.ability is not None else None
        if ability is not None and trial.fits(component.card, ability.name):
            trial.put(component, ability.name)
        elif wish.ability is not None:
            yield Violation(rule, f"{wish.ability} has no open place for {state.catalogue.name_of(component.card)}")
    final = assign_places(state, mounted, options, wishes)
    for card in final.shopped:
        if any(final.fits(card.card or "", ability.name) for ability in options):
            yield Violation(rule, f"{state.catalogue.name_of(card.card)} still has an open place")


def is_far_enough(state: State, stack: RobotStack) -> bool:
    """True if its owner may devolve a robot: from stage 3, or with devolve_stage=edition from the third edition
    (Q12)."""
    if state.options.devolve_stage == "levels":
        return stack.stage >= 3
    card = state.catalogue.get(stack.top.card)
    return stack.stage >= 2 and isinstance(card, Robot) and card.edition in EDITIONS[2:]


def may_devolve(state: State, seat: int) -> bool:
    """True if the player can devolve one of their robots together with an opponent's."""
    own = any(is_far_enough(state, stack) for stack in state.players[seat].alliance)
    return own and any(p.stack.stage >= 2 for p in stacks_of(state, state.opponents(seat)))


def devolved(state: State, seat: int, where: SeatedStack, wishes: tuple[Placement, ...]) -> RobotDevolved:
    """Return the event that removes a robot's top level; HP stays, up to the lower maximum (TCG-A19)."""
    stack = where.stack
    gone = level_tokens(stack.levels[-1:])
    sources = {card.id for card in gone}
    lifted = tuple(e.id for e in state.lasting if e.bound and e.source in sources)
    left = RobotStack(stack.slot, stack.levels[:-1], stack.hp, stack.max_hp)
    maximum = max_hp(without_effects(state, lifted), where.seat, left)
    placing = assign_places(state, stack.mounted, abilities(state, left), wishes)
    return RobotDevolved(
        player=seat,
        owner=where.seat,
        robot=stack.key,
        hp=min(stack.hp, maximum),
        max_hp=maximum,
        mounted=tuple(placing.mounted),
        shopped=(*gone, *placing.shopped),
        lifted=lifted,
    )
