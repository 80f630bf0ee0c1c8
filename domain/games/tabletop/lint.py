"""Checks of the names and numbers in a kit file."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Final, TypeAlias

from domain.games.tabletop.layout import cells_of, grid_size, hex_rows
from domain.games.tabletop.limits import bounds_text
from domain.games.tabletop.schema import (
    LIMITS,
    MOST_ARGUMENTS,
    MOST_CELLS,
    MOST_PLAYERS,
    MOST_STEPS,
    RESERVED,
    TABLES,
    CounterPart,
    KitRecord,
    OptionPart,
    ZonePart,
)
from domain.text import TITLE, pluralize, suggestion

Wrong: TypeAlias = Callable[[str, str], None]
"""A function that collects mistakes: it takes a place in the file and the message."""
CARD_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PLAYERS: Final = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?")
_HEXES: Final = re.compile(r"[1-9](-[1-9]){0,11}")
_GRID: Final = re.compile(r"([1-9]\d?)x([1-9]\d?)")
OWN_TAGS: Final = frozenset({"act", "open_table", "register_deck", "adjust", "declare_position"})
"""Commands of every kit."""
_SHARED: Final = ("zone", "counter", "choice", "option")
"""Tables whose parts share one space of names."""


def check_names(wrong: Wrong, kit: KitRecord) -> None:
    """Check that names are valid and unique."""
    for table, (field, _) in TABLES.items():
        for part in getattr(kit, field)[: -kit.built_in or None] if table == "verb" else getattr(kit, field):
            check_name(wrong, part.name, f"{table}.{part.name}", reserved=table in _SHARED or table == "trait")
    taken: dict[str, str] = {}
    boxes = [(box, f"counter.{part.name}.boxes") for part in kit.counters for box in part.boxes]
    pairs = [
        (f"{part.name}_{n}", f"counter.{part.name}.pairs")
        for part in kit.counters
        for n in range(1, MOST_PLAYERS + 1)
        if part.pairs
    ]
    for name, place in (
        *((part.name, f"{t}.{part.name}") for t in _SHARED for part in getattr(kit, TABLES[t][0])),
        *boxes,
        *pairs,
    ):
        if name in taken:
            wrong(place, f"{name!r} is used twice: also in {taken[name]}")
        taken.setdefault(name, place)
    for box, place in boxes:
        check_name(wrong, box, place, reserved=True)
    _check_verb_names(wrong, kit)
    check_name(wrong, kit.head.kit, "kit", reserved=False)
    for phase in kit.head.phases:
        check_name(wrong, phase, "phases", reserved=False)
    for choice in kit.choices:
        for word, times in Counter(choice.one_of).items():
            if times > 1:
                wrong(f"choice.{choice.name}.one_of", f"{word!r} is given {pluralize(times, 'time')}")
    _check_uses(wrong, kit)
    _check_keys(wrong, kit)


def _check_verb_names(wrong: Wrong, kit: KitRecord) -> None:
    _check_titles(wrong, kit)
    for verb in kit.verbs:
        if verb.name in OWN_TAGS:
            wrong(f"verb.{verb.name}", f"{verb.name} is a command of every kit; choose another name")
        for name, _ in verb.take:
            check_name(wrong, name, f"verb.{verb.name}.take.{name}", reserved=False)
            if name == "by":
                wrong(f"verb.{verb.name}.take.by", "by= names the acting player; choose another name for the argument")


def _check_titles(wrong: Wrong, kit: KitRecord) -> None:
    given: dict[str, str] = {}
    for name, title in ((verb.name, verb.title) for verb in kit.verbs if verb.title):
        if not re.fullmatch(TITLE, title):
            wrong(f"verb.{name}.title", f"{title!r}: write 2 to 40 characters without _, beginning with a capital")
        elif given.setdefault(title, name) != name:
            wrong(f"verb.{name}.title", f"{title!r} is the title of {given[title]}; give each verb its own")


def _check_keys(wrong: Wrong, kit: KitRecord) -> None:
    keys = Counter(verb.key for verb in kit.verbs if verb.key)
    for key, times in keys.items():
        if times > 1:
            wrong("verb", f"the key {key!r} is given to {times} verbs")


def _check_uses(wrong: Wrong, kit: KitRecord) -> None:
    verbs, zones = [verb.name for verb in kit.verbs], [zone.name for zone in kit.zones]
    for number, guard in enumerate(kit.guards, 1):
        for name in guard.on:
            if name not in verbs:
                wrong(f"guard[{number}].on", f"no verb {name!r}{suggestion(name, verbs)}")
    for id_, times in Counter(guard.id for guard in kit.guards).items():
        if times > 1:
            wrong("guard", f"the id {id_} is used {pluralize(times, 'time')}")
    if kit.head.prefix == "TT":
        wrong("prefix", "TT is reserved for the rules of every kit")
    for deck in kit.decks:
        if deck.into not in zones:
            wrong(f"deck.{deck.name}.into", f"no zone {deck.into!r}{suggestion(deck.into, zones)}")


def check_name(wrong: Wrong, name: str, place: str, *, reserved: bool) -> None:
    """Check that a name is valid. If `reserved`, it must not be a word of conditions either."""
    if not _NAME.fullmatch(name):
        wrong(place, f"{name!r} is not a name: a-z, then a-z, 0-9 and _, at most 40")
    elif reserved and name in RESERVED:
        wrong(place, f"{name!r} is a reserved word; reserved are {', '.join(sorted(RESERVED))}")


def check_numbers(wrong: Wrong, kit: KitRecord) -> None:
    """Check the numbers of parts, and that numbers are within their bounds."""
    sizes = {table: len(getattr(kit, field)) for table, (field, _) in TABLES.items()}
    sizes |= {"guard": len(kit.guards), "end": len(kit.ends), "verb": len(kit.verbs) - kit.built_in}
    sizes["counter"] = sum(MOST_PLAYERS if part.pairs else max(1, len(part.boxes)) for part in kit.counters)
    for table, size in sizes.items():
        if size > LIMITS[table]:
            wrong(table, f"{size} of them; at most {LIMITS[table]}")
    _check_lengths(wrong, kit)
    found = _PLAYERS.fullmatch(kit.head.players)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        wrong("players", f"{kit.head.players!r}: write 2 or 2-5, with numbers from 1 to {MOST_PLAYERS}")
    for option in kit.options:
        _check_bounds(wrong, f"option.{option.name}", option, "value", option.value)
    for part in kit.counters:
        if not part.boxes:
            _check_bounds(wrong, f"counter.{part.name}", part, "start", part.start)
        if (part.boxes or part.pairs) and part.of != "player":
            wrong(f"counter.{part.name}", 'boxes and pairs need of = "player"')
        if part.boxes and part.pairs:
            wrong(f"counter.{part.name}", "use boxes or pairs, not both")
    for zone in kit.zones:
        _check_zone(wrong, zone, kit)


def _check_lengths(wrong: Wrong, kit: KitRecord) -> None:
    head = kit.head
    lists = [(name, getattr(head, name), MOST_STEPS) for name in ("begin", "each_round", "each_turn")]
    lists += [(f"verb.{verb.name}.does", verb.does, MOST_STEPS) for verb in kit.verbs]
    lists += [(f"verb.{verb.name}.take", verb.take, MOST_ARGUMENTS) for verb in kit.verbs]
    lists += [(f"zone.{zone.name}.cells", zone.cells, MOST_CELLS) for zone in kit.zones]
    for place, items, most in lists:
        if len(items) > most:
            wrong(place, f"{len(items)} of them; at most {most}")


def _check_bounds(wrong: Wrong, place: str, part: OptionPart | CounterPart, word: str, value: int) -> None:
    low, high = part.min, part.max
    if low is not None and high is not None and high < low:
        wrong(f"{place}.max", f"{high} is below min, {low}")
    elif (low is not None and value < low) or (high is not None and value > high):
        wrong(f"{place}.{word}", f"{value} is outside min and max ({bounds_text(low, high)})")


def _check_zone(wrong: Wrong, zone: ZonePart, kit: KitRecord) -> None:
    place = f"zone.{zone.name}"
    if zone.grid and (not (found := _GRID.fullmatch(zone.grid)) or max(int(found[1]), int(found[2])) > 26):
        wrong(f"{place}.grid", f"{zone.grid!r}: write columns x rows, at most 26x26")
        return
    if sum(map(bool, (zone.grid, zone.cells, zone.hexes))) > 1:
        wrong(place, "use only one of grid, cells and hexes")
    if zone.hexes and not _HEXES.fullmatch(zone.hexes):
        wrong(f"{place}.hexes", f"{zone.hexes!r}: write the length of each row, 1 to 9, for at most 12 rows: 3-4-5-4-3")
    elif any(abs(one - other) != 1 for one, other in pairwise(hex_rows(zone))):
        wrong(f"{place}.hexes", f"{zone.hexes!r}: each row must have one hexagon more or less than the row above it")
    if (zone.grid or zone.cells or zone.hexes) and (zone.kind == "stack" or zone.of == "player"):
        wrong(place, 'a zone with squares or places must have kind = "row" and of = "table"')
    for cell, _ in zone.pieces:
        if cell not in cells_of(zone):
            wrong(f"{place}.pieces", f"no square or place {cell!r}{suggestion(cell, cells_of(zone))}")
    if zone.setup:
        _check_picture(wrong, zone, max_seats=kit.head.players)


def _check_picture(wrong: Wrong, zone: ZonePart, max_seats: str) -> None:
    place, (columns, rows) = f"zone.{zone.name}", grid_size(zone.grid)
    picture, legend = [line.split() for line in zone.setup.split("\n") if line.strip()], dict(zone.legend)
    if not zone.grid:
        wrong(f"{place}.setup", "a picture needs a grid")
    elif len(picture) != rows or any(len(line) != columns for line in picture):
        wide = "/".join(sorted({str(len(line)) for line in picture}))
        wrong(
            f"{place}.setup",
            f"the picture has {pluralize(len(picture), 'line')} of {wide} signs; the grid is {zone.grid}",
        )
    for sign in sorted({sign for line in picture for sign in line} - {".", *legend}):
        wrong(f"{place}.legend", f"the legend lacks the sign {sign!r} of the picture")
    most = int(max_seats.rpartition("-")[2]) if max_seats.rpartition("-")[2].isdigit() else MOST_PLAYERS
    for sign, meant in legend.items():
        card, _, seat = meant.partition("@")
        if not CARD_ID.fullmatch(card) or (seat and not (seat.isdigit() and 1 <= int(seat) <= most)):
            wrong(f"{place}.legend.{sign}", f"{meant!r}: write id or id@seat, seats 1 to {most}")
