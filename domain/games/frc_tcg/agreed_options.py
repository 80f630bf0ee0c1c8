"""Checks of the agreed options, each by itself and together (TCG-S07, D04, V02 to V04)."""

from collections import Counter
from collections.abc import Iterator

from domain.games.frc_tcg.cards.decks import DECK_SIZE
from domain.games.frc_tcg.options import COLOURS, PRIZES, Options, sides_of
from domain.options import choice_violations
from domain.rules import Violation, impossible
from domain.text import pluralize


def check_options(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    """Yield the violations of unknown values, and of options that contradict each other."""
    yield from choice_violations(options)
    if options.prize_count < 1:
        yield impossible("TCG-S07", f"{pluralize(options.prize_count, 'prize card')}; 1 to {PRIZES} prize cards")
    elif options.prize_count > PRIZES:
        yield Violation("TCG-S07", f"{pluralize(options.prize_count, 'prize card')}; 1 to {PRIZES} prize cards")
    if options.boosters == "on" and options.max_deck_size < DECK_SIZE:
        yield impossible("TCG-D04", f"boosters need a maximum deck size of {DECK_SIZE} or more (max_deck_size)")
    yield from _check_teams(options, names)
    yield from _check_divisions(options, names)


def _check_teams(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    sides = sides_of(options, names)
    if sides is None:
        yield impossible("TCG-V04", "teams name every player once: 1+3/2+4")
        return
    if options.teams in ("", "none"):
        return
    sizes = Counter(sides)
    if len(sizes) < 2 or len(set(sizes.values())) > 1 or sizes[0] < 2:
        yield impossible("TCG-V04", "two or more teams of the same size are needed, with two or more partners each")
    elif any(sides[n] != sides[n % len(sizes)] for n in range(len(sides))):
        yield Violation("TCG-V04", "seats alternate between the teams")


def _check_divisions(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    if options.divisions in ("", "none"):
        if options.teams != "none":
            yield Violation("TCG-V04", "each partner has one colour: divisions=red/green/...")
        return
    seats = [part.split("+") for part in options.divisions.split("/")]
    if len(seats) != len(names):
        yield impossible(
            "TCG-V02",
            f"divisions for {pluralize(len(seats), 'seat')}, {pluralize(len(names), 'player')}: red/green+blue",
        )
    unknown = [colour for colours in seats for colour in colours if colour not in COLOURS]
    if unknown:
        yield impossible("TCG-V02", f"no colour {unknown[0]!r}; there are {', '.join(COLOURS)}")
    elif options.teams != "none" and any(len(colours) != 1 for colours in seats):
        yield Violation("TCG-V04", "each partner has exactly one colour")
