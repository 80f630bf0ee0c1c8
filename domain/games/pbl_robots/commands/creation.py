"""The command that opens a match: sides, seats, options, keepers, bonuses, and cards carried over in a series."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, CardRecord, Catalogue
from domain.games.pbl_robots.builds import starter_of
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    ActionCard,
    BaseRobot,
    CrewCard,
    StarterPilot,
    check_catalogue,
    is_orange,
)
from domain.games.pbl_robots.commands.base import PblCommand, PhaseRule
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.setup import BaseRobotChosen, DecksCarriedOver, MatchCreated
from domain.games.pbl_robots.numbers import blow_offs_at_start
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.references import orange
from domain.games.pbl_robots.state import HAND_LIMIT, KEEPERS, Person, Setup, Side, State
from domain.options import choice_violations, option_rules
from domain.rules import Violation, impossible
from domain.seats import Seat, Viewpoint
from domain.text import pluralize

WINS = {"best_of_3": 2, "best_of_5": 3}
"""Number of wins that decide a series (PBL-V01)."""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side's purchases in a league (PBL-L11)."""

    side: int
    hand_limit: int = 0
    starting_hand: int = 0
    deck_reduction: int = 0


class Carried(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side's cards from the previous game of a series (PBL-V01, PBL-V02, PBL-V11)."""

    deck: int
    """Number of cards in the deck."""
    cards: tuple[CardId, ...] = ()
    """The cards known to be in it, including those acquired in earlier games."""
    starters: tuple[CardId, ...] = ()
    """The starter; in a rotation, all starters of the side."""
    used_starters: tuple[CardId, ...] = ()
    robot: str = ""


class CreateMatch(PblCommand, frozen=True, kw_only=True, tag="create_match"):
    """Opens the match with its players, sides and options."""

    title = "Open the match"
    accepted_in: ClassVar = PhaseRule("PBL-S01", ("unopened",), "the match is already created")
    for_anybody: ClassVar = True

    seats: tuple[Seat, ...]
    options: Options = Options()
    keepers: tuple[tuple[CardId, ...], ...] = ()
    """Keepers of each side (setup `keeper`)."""
    league_keepers: tuple[CardId, ...] = ()
    """Keepers of league members who are not at this table. They are excluded from the draft."""
    bonuses: tuple[Bonus, ...] = ()
    carried: tuple[Carried, ...] = ()
    """Cards of each side, for later games of a series (setup `carried_over`)."""
    shop: tuple[CardId, ...] = ()
    """Cards known to be in the shop deck of a later game."""
    celebrities: tuple[CardId, ...] = ()
    """Celebrities of a series, for its second and later games."""
    rules = (
        "PBL-L04", "PBL-L05", "PBL-L09", "PBL-L11", "PBL-S03", "PBL-V02", "PBL-V03", "PBL-V05", "PBL-V11", "PBL-V13",
        "PBL-V26", "PBL-V28", "PBL-V38", *option_rules(Options).values(),
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        options = self.options
        yield from _check_seats(self)
        yield from check_options(options)
        if options.catalogue_check == "base_set":
            yield from check_catalogue(state.catalogue)
        yield from _check_keepers(state, self)
        for bonus in self.bonuses:
            if not 0 <= bonus.side < options.sides:
                yield impossible("PBL-L11", f"side {bonus.side + 1} does not exist")
            if min(bonus.hand_limit, bonus.starting_hand, bonus.deck_reduction) < 0:
                yield Violation("PBL-L11", "bonuses are hand limit, starting hand and deck reduction, each at least 0")
        yield from _check_series(state.catalogue, self)

    def act(self, out: PblBuffer) -> None:
        bonus = {one.side: one for one in self.bonuses}
        sides = tuple(
            Side(
                hand_bonus=bonus[index].starting_hand if index in bonus else 0,
                reduction=bonus[index].deck_reduction if index in bonus else 0,
            )
            for index in range(self.options.sides)
        )
        people = tuple(
            Person(limit=HAND_LIMIT + (bonus[seat.side].hand_limit if seat.side in bonus else 0)) for seat in self.seats
        )
        undealt = ORANGE_CARDS - len(self.league_keepers)
        setup = Setup(undealt=undealt, keepers=self.keepers, league_keepers=self.league_keepers)
        out.add(
            MatchCreated(
                seats=self.seats,
                options=self.options,
                sides=sides,
                people=people,
                setup=setup,
                blow_off_deck=blow_offs_at_start(self.options.sides, self.options.rotation),
            )
        )
        if self.options.setup == "carried_over":
            _carry_over(out, self)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        carried = tuple(
            one if self._is_side(viewpoint, index) else replace(one, cards=()) for index, one in enumerate(self.carried)
        )
        return replace(self, carried=carried, shop=())

    def _is_side(self, viewpoint: Viewpoint, side: int) -> bool:
        return isinstance(viewpoint, int) and viewpoint < len(self.seats) and self.seats[viewpoint].side == side


def _check_seats(command: CreateMatch) -> Iterator[Violation]:
    sides = {seat.side for seat in command.seats}
    count = len(sides)
    if count not in (2, 3) or sides != set(range(count)):
        yield impossible("PBL-S01", f"2 or 3 sides play, {count} given")
        return
    if count != command.options.sides:
        yield impossible(
            "PBL-S01", f"the option says {pluralize(command.options.sides, 'side')}, {count} are at the table"
        )
    names = [seat.name for seat in command.seats]
    if len(set(names)) != len(names) or not all(names):
        yield impossible("PBL-S01", "every person at the table needs a different name")
    people = Counter(seat.side for seat in command.seats)
    if command.options.team_mode == "none":
        if any(number != 1 for number in people.values()):
            yield impossible("PBL-S01", "one person plays a robot; teams of two need a team mode")
        return
    rule = "PBL-V35" if command.options.team_mode == "pilot_and_gunner" else "PBL-V38"
    if count != 2 or any(number != 2 for number in people.values()):
        yield impossible(rule, "this team mode needs two teams of two people")


def check_options(options: Options) -> Iterator[Violation]:
    """Check that the options have valid values, and that they can be combined."""
    yield from choice_violations(options)
    if options.sides == 3 and options.rotation:
        yield impossible("PBL-V09", "rotations are for two sides")
    if options.sides == 3 and options.series != "none" and options.rotation:
        yield Violation("PBL-V01", "a rotation series is for two sides")
    elif options.rotation and options.series not in ("none", f"best_of_{options.rotation}"):
        text = f"rotation={options.rotation} is for series=best_of_{options.rotation}, not {options.series}"
        yield Violation("PBL-V13" if options.rotation == 5 else "PBL-V09", text)
    if options.sides == 3 and options.quick_play_deck == "plus_inheritance":
        yield impossible("PBL-D02", "with three sides the inheritance is part of the 30 cards")
    if options.sides == 2 and (options.time_limit != "none" or options.blow_off_target):
        yield Violation("PBL-V26", "time limits and blow-off targets are for three sides")
    if options.blow_off_target < 0:
        yield impossible("PBL-V28", "a blow-off target is at least 1, or 0 for none")
    if options.time_limit != "none" and options.time_limit_amount < 1:
        yield impossible("PBL-V27", "a time limit is at least 1")
    if options.bomb_limit < 0:
        yield impossible("PBL-V32", "a limit is at least 1, or 0 for unlimited")


def _check_keepers(state: State, command: CreateMatch) -> Iterator[Violation]:
    keepers = [card for cards in command.keepers for card in cards]
    if command.options.setup != "keeper":
        if keepers or command.league_keepers:
            yield impossible("PBL-L05", "keepers need setup=keeper")
        return
    if len(command.keepers) != command.options.sides:
        yield impossible("PBL-L05", "name the keepers of every side")
    for side, cards in enumerate(command.keepers):
        if not 1 <= len(cards) <= KEEPERS:
            name = next((seat.name for seat in command.seats if seat.side == side), f"side {side + 1}")
            yield Violation("PBL-L09", f"a player has 1 to {KEEPERS} keepers, {len(cards)} given for {name}")
    for card, copies in Counter((*keepers, *command.league_keepers)).items():
        problem = orange(state, card)
        if problem is not None:
            yield problem
        elif copies > 1:
            yield impossible("PBL-L04", f"{card} is named twice as a keeper")
        elif isinstance(state.catalogue.get(card), ActionCard):
            yield Violation("PBL-L04", f"{card} is an action card and cannot be kept")


def _check_series(catalogue: Catalogue[CardRecord], command: CreateMatch) -> Iterator[Violation]:
    options = command.options
    if options.previous_loser > options.sides:
        yield impossible("PBL-V03", f"side {options.previous_loser} does not exist")
    if options.setup != "carried_over" and (command.carried or command.shop or command.celebrities):
        yield impossible("PBL-V02", "carried-over values need setup=carried_over")
    if options.series == "none":
        later = options.game != 1 or bool(options.score)
        if later or options.setup == "carried_over":
            yield impossible("PBL-V01", "a later game belongs to a series: series=best_of_3 or best_of_5")
        return
    wins = _wins(options)
    if wins is None:
        yield impossible("PBL-V01", f"score={options.score} should be wins per side, like 1-0")
        return
    if max(wins) >= WINS.get(options.series, 2):
        yield Violation("PBL-V01", f"the series is decided: {options.score}")
    if sum(wins) > options.game - 1:
        yield impossible("PBL-V01", f"{pluralize(sum(wins), 'win')} before game {options.game}")
    if options.game > 1 and options.setup != "carried_over":
        yield Violation("PBL-V01", "later games use the same decks: setup=carried_over")
    if options.setup == "carried_over":
        yield from _check_carried(catalogue, command)


def _wins(options: Options) -> tuple[int, ...] | None:
    if not options.score:
        return (0,) * options.sides
    parts = options.score.split("-")
    if len(parts) != options.sides or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
        return None
    return tuple(int(part) for part in parts)


def _check_carried(catalogue: Catalogue[CardRecord], command: CreateMatch) -> Iterator[Violation]:
    options = command.options
    if len(command.carried) != options.sides:
        yield impossible("PBL-V02", "give every side's deck of the previous game (carried)")
        return
    for one in command.carried:
        if len(one.cards) > one.deck:
            text = f"a deck of {one.deck} cannot hold {pluralize(len(one.cards), 'card')}; acquired cards stay in it"
            yield impossible("PBL-V02", text)
        wanted = options.rotation or 1
        if len(one.starters) != wanted or not all(isinstance(catalogue.get(s), StarterPilot) for s in one.starters):
            yield impossible("PBL-V01", f"name the {pluralize(wanted, 'starter')} of each side's previous game")
        if one.robot and not isinstance(catalogue.get(one.robot), BaseRobot):
            yield impossible("PBL-S03", f"{one.robot} is not a base robot")
        if not set(one.used_starters) <= set(one.starters) or (options.rotation and len(one.used_starters) >= wanted):
            yield impossible("PBL-V11", "used pilots must belong to the side, and one must be unused")
    yield from _check_carried_cards(catalogue, command)


def _check_carried_cards(catalogue: Catalogue[CardRecord], command: CreateMatch) -> Iterator[Violation]:
    """Check that each orange card is in one place, and that there are at most 100. Unknown ids are allowed: a card defined in
    an earlier game may be defined again."""
    seen = Counter((*command.shop, *command.celebrities, *(card for one in command.carried for card in one.cards)))
    for card in sorted(seen):
        record = catalogue.get(card)
        if record is not None and not is_orange(record):
            yield impossible("PBL-S02", f"{record.name} is not one of the 100 orange cards")
        elif record is not None and card in command.celebrities and not isinstance(record, CrewCard):
            yield impossible("PBL-V05", f"{record.name} is not a crew card")
    dealt = sum(one.deck for one in command.carried) + len(command.celebrities)
    if dealt + len(command.shop) > ORANGE_CARDS or any(copies > 1 for copies in seen.values()):
        yield impossible("PBL-V02", "each card can be in one place only, and there are 100 in all")


def _carry_over(out: PblBuffer, command: CreateMatch) -> None:
    state, carried = out.state, command.carried
    sides = []
    for side, one in zip(state.sides, carried, strict=False):
        record = state.catalogue.get(one.starters[0]) if one.starters else None
        seated = not state.options.rotation and isinstance(record, StarterPilot)
        sides.append(
            replace(
                side,
                deck=one.deck,
                unplaced=frozenset(one.cards),
                starters=one.starters if state.options.rotation else (),
                used_starters=one.used_starters,
                pilots=(starter_of(record),) if seated and isinstance(record, StarterPilot) else (),
            )
        )
    dealt = sum(one.deck for one in carried) + len(command.celebrities)
    out.add(
        DecksCarriedOver(
            sides=(*sides, *state.sides[len(sides) :]),
            shop_deck=state.setup.undealt - dealt,
            shop=command.shop,
            celebrities=command.celebrities,
        )
    )
    for index, one in enumerate(carried):
        robot = state.catalogue.get(one.robot)
        if isinstance(robot, BaseRobot):
            take_robot(out, index, robot)


def take_robot(out: PblBuffer, side: int, robot: BaseRobot) -> None:
    limbs = (robot.head, robot.left_arm, robot.right_arm, robot.legs)
    assert len(limbs) == len(LIMBS)
    out.add(BaseRobotChosen(side=side, robot=robot.card_id, limbs=limbs))
