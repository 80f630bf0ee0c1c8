"""The opening command: sides, seats, options, keepers, bonuses, a series under way."""

from collections import Counter

from domain.cards import CardRecord, Catalogue
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import (
    ORANGE_CARDS,
    ActionCard,
    BaseRobot,
    CrewCard,
    StarterPilot,
    check_catalogue,
    is_orange,
)
from domain.games.pbl_robots.check.base import Problems, orange
from domain.games.pbl_robots.options import CHOICES, OPTION_RULES, Options
from domain.games.pbl_robots.state import State
from domain.rules import Violation
from domain.text import counted

WINS = {"best_of_3": 2, "best_of_5": 3}
"""Wins that decide a series (PBL-V01)."""
KEEPERS = 5


def check_create(state: State, command: c.CreateMatch) -> Problems:
    options = command.options
    yield from _check_seats(command)
    yield from check_options(options)
    if options.catalogue_check == "base_set":
        yield from check_catalogue(state.catalogue)
    yield from _check_keepers(state, command)
    for bonus in command.bonuses:
        if not 0 <= bonus.side < options.sides:
            yield Violation("PBL-L11", f"there is no side {bonus.side + 1} to have a bonus", impossible=True)
        if min(bonus.hand_limit, bonus.starting_hand, bonus.deck_reduction) < 0:
            yield Violation("PBL-L11", "bonuses are hand limit, starting hand and deck reduction, none below 0")
    yield from _check_series(state.catalogue, command)


def _check_seats(command: c.CreateMatch) -> Problems:
    sides = {seat.side for seat in command.seats}
    count = len(sides)
    if count not in (2, 3) or sides != set(range(count)):
        yield Violation("PBL-S01", f"2 or 3 robots play, {counted(count, 'side')} given", impossible=True)
        return
    if count != command.options.sides:
        yield Violation(
            "PBL-S01",
            f"the option says {counted(command.options.sides, 'side')}, {count} are at the table",
            impossible=True,
        )
    names = [seat.name for seat in command.seats]
    if len(set(names)) != len(names) or not all(names):
        yield Violation("PBL-S01", "every person at the table has a name of his own", impossible=True)
    people = Counter(seat.side for seat in command.seats)
    if command.options.team_mode == "none":
        if any(number != 1 for number in people.values()):
            yield Violation("PBL-S01", "one person plays a robot; teams of two need a team mode", impossible=True)
        return
    rule = "PBL-V35" if command.options.team_mode == "pilot_and_gunner" else "PBL-V38"
    if count != 2 or any(number != 2 for number in people.values()):
        yield Violation(rule, "two teams of two people play", impossible=True)


def check_options(options: Options) -> Problems:
    """Values that exist, and modes that go together."""
    for option, values in CHOICES.items():
        value = getattr(options, option)
        if value not in values:
            text = f"{option}={value} does not exist; there is {', '.join(str(one) for one in values)}"
            yield Violation(OPTION_RULES[option], text, impossible=True)
    if options.sides == 3 and options.rotation:
        yield Violation("PBL-V09", "rotations are for two sides", impossible=True)
    if options.sides == 3 and options.series != "none" and options.rotation:
        yield Violation("PBL-V01", "a rotation series is for two sides")
    if options.sides == 3 and options.quick_play_deck == "plus_inheritance":
        yield Violation("PBL-D02", "with three sides the inheritance is part of the 30 cards", impossible=True)
    if options.sides == 2 and (options.time_limit != "none" or options.blow_off_target):
        yield Violation("PBL-V26", "time limits and blow-off targets are for three sides")
    if options.blow_off_target < 0:
        yield Violation("PBL-V28", "a blow-off target is at least 1; 0 for none", impossible=True)
    if options.time_limit != "none" and options.time_limit_amount < 1:
        yield Violation("PBL-V27", "a time limit is at least 1", impossible=True)
    if options.bomb_limit < 0:
        yield Violation("PBL-V32", "a limit is at least 1; 0 for none", impossible=True)


def _check_keepers(state: State, command: c.CreateMatch) -> Problems:
    keepers = [card for cards in command.keepers for card in cards]
    if command.options.setup != "keeper":
        if keepers or command.league_keepers:
            yield Violation("PBL-L05", "keepers need setup=keeper", impossible=True)
        return
    if len(command.keepers) != command.options.sides:
        yield Violation("PBL-L05", "every side names its keepers", impossible=True)
    for cards in command.keepers:
        if not 1 <= len(cards) <= KEEPERS:
            yield Violation("PBL-L09", f"a player has 1 to {KEEPERS} keepers, {len(cards)} given")
    for card, copies in Counter((*keepers, *command.league_keepers)).items():
        problem = orange(state, card)
        if problem is not None:
            yield problem
        elif copies > 1:
            yield Violation("PBL-L04", f"{card} is kept twice", impossible=True)
        elif isinstance(state.catalogue.get(card), ActionCard):
            yield Violation("PBL-L04", f"{card} is an action card and cannot be kept")


def _check_series(catalogue: Catalogue[CardRecord], command: c.CreateMatch) -> Problems:
    options = command.options
    if options.previous_loser > options.sides:
        yield Violation("PBL-V03", f"there is no side {options.previous_loser}", impossible=True)
    if options.setup != "carried_over" and (command.carried or command.shop or command.celebrities):
        yield Violation("PBL-V02", "what is carried over needs setup=carried_over", impossible=True)
    if options.series == "none":
        later = options.game != 1 or bool(options.score)
        if later or options.setup == "carried_over":
            yield Violation(
                "PBL-V01", "a later game belongs to a series: series=best_of_3 or best_of_5", impossible=True
            )
        return
    wins = _wins(options)
    if wins is None:
        yield Violation("PBL-V01", f"score={options.score} should be wins per side, like 1-0", impossible=True)
        return
    if max(wins) >= WINS.get(options.series, 2):
        yield Violation("PBL-V01", f"the series is decided: {options.score}")
    if sum(wins) > options.game - 1:
        yield Violation("PBL-V01", f"{counted(sum(wins), 'win')} before game {options.game}", impossible=True)
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


def _check_carried(catalogue: Catalogue[CardRecord], command: c.CreateMatch) -> Problems:
    options = command.options
    if len(command.carried) != options.sides:
        yield Violation("PBL-V02", "every side brings its deck of the game before: carried", impossible=True)
        return
    for one in command.carried:
        if len(one.cards) > one.deck:
            text = f"a deck of {one.deck} cannot hold {counted(len(one.cards), 'card')}; acquired cards stay in it"
            yield Violation("PBL-V02", text, impossible=True)
        wanted = options.rotation or 1
        if len(one.starters) != wanted or not all(isinstance(catalogue.get(s), StarterPilot) for s in one.starters):
            yield Violation("PBL-V01", f"the same {wanted} starter of the game before is named", impossible=True)
        if one.robot and not isinstance(catalogue.get(one.robot), BaseRobot):
            yield Violation("PBL-S03", f"{one.robot} is no base robot", impossible=True)
        if not set(one.used_starters) <= set(one.starters) or (options.rotation and len(one.used_starters) >= wanted):
            yield Violation("PBL-V11", "used pilots are some of the side's, and one is left", impossible=True)
    yield from _check_carried_cards(catalogue, command)


def _check_carried_cards(catalogue: Catalogue[CardRecord], command: c.CreateMatch) -> Problems:
    """Each card in one place, none too many. One that was defined in the game before may be defined again."""
    seen = Counter((*command.shop, *command.celebrities, *(card for one in command.carried for card in one.cards)))
    for card in sorted(seen):
        record = catalogue.get(card)
        if record is not None and not is_orange(record):
            yield Violation("PBL-S02", f"{record.name} is not one of the 100 orange cards", impossible=True)
        elif record is not None and card in command.celebrities and not isinstance(record, CrewCard):
            yield Violation("PBL-V05", f"{record.name} is no crew card", impossible=True)
    dealt = sum(one.deck for one in command.carried) + len(command.celebrities)
    if dealt + len(command.shop) > ORANGE_CARDS or any(copies > 1 for copies in seen.values()):
        yield Violation("PBL-V02", "a card is in one deck only, and there are 100 in all", impossible=True)
