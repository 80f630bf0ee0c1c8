"""Boards of a match for one viewpoint, and the plan that all boards of a match share."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from domain.board import Board, CardView, Cell, Fact, Gauge, Panel, Part, Prompt, Table, Zone
from domain.cards import Token, token_owner
from domain.games.tabletop.events.values import choice_words
from domain.games.tabletop.layout import KitLayout, grid_size, hex_rows
from domain.games.tabletop.state import State, score_of, turn_info
from domain.games.tabletop.visibility import sees_choice, sees_counter, sees_token
from domain.plan import CountName, GaugeName, Kind, Plan, Role, SeatPlan, ZonePlan
from domain.plan import Shape as ZoneShape
from domain.plan import Where as ZoneWhere
from domain.seats import Viewpoint, seat_name
from domain.text import join_words

_ROLES: Final[tuple[Role, ...]] = ("slate", "blue", "vermilion", "green", "purple", "brown", "teal", "pink")
_KINDS: Final = ("kind", "type", "suit")
"""Traits that give the kind of a card, the first one that the kit has."""
_MOST_COUNTS: Final = 4
_USUAL: Final = {"hand": 7, "front": 6, "pile": 4, "middle": 5}
_NONE: Final = "·"
_LONGEST_MAP: Final = 14
"""Most rows of a map of named places; further places are in more columns."""


def plan(state: State) -> Plan:
    """Return the plan of a match: seats, zones, kinds of cards and counters."""
    layout = state.layout
    seats = tuple(SeatPlan(seat.name, seat.side) for seat in state.seats)
    zones = [_zone_plan(state, place) for place in range(len(layout.zones)) if not layout.hidden_stacks[place]]
    if layout.sheets:
        for name, slots in layout.sheets.items():
            zones.append(ZonePlan(name, name.replace("_", " "), "sheet", "middle", room=len(slots) + 2, importance=9))
    gauge = _goal(state)
    score = _label(layout.head.score)
    gauges = (GaugeName(score, high=gauge, one=score.removesuffix("s")),) if gauge else ()
    counts = tuple(
        CountName(_label(name), _label(name)[:4], heap=name in layout.zone_at) for name in _counted(layout, gauge)
    )
    return Plan(seats=seats, kinds=_kinds(layout), zones=tuple(zones), gauges=gauges, counts=counts)


def _label(name: str) -> str:
    return name.replace("_", " ")


def _counted(layout: KitLayout, goal: int) -> tuple[str, ...]:
    """Return the counters in each player's line, with the score first unless a gauge shows it."""
    names = [slot.name for slot in layout.slots if slot.part.of == "player" and not slot.box and slot.other is None]
    stacks = [zone.name for n, zone in enumerate(layout.zones) if layout.hidden_stacks[n] and zone.of == "player"]
    names = [*layout.sheets, *stacks, *names]
    score = layout.head.score
    names.sort(key=lambda name: name != score)
    return tuple(name for name in names if not (goal and name == score))[:_MOST_COUNTS]


def _goal(state: State) -> int:
    """Return the score to reach, if an ending names one; otherwise 0."""
    layout = state.layout
    for end in layout.kit.ends:
        name, _, goal = end.when.partition(" >= ")
        if name == layout.head.score and layout.head.best == "high":
            if goal in layout.option_at and state.options:
                return state.options[layout.option_at[goal]]
            return int(goal) if goal.isdigit() else 0
    return 0


def _zone_plan(state: State, place: int) -> ZonePlan:
    layout = state.layout
    zone = layout.zones[place]
    shape: ZoneShape = "row"
    where: ZoneWhere = "middle" if zone.of == "table" else "front"
    if layout.cells[place]:
        shape, where = ("grid" if zone.grid else "sheet"), "middle"
    elif zone.kind == "stack":
        shape, where = "stack", "middle" if zone.of == "table" else "pile"
    elif zone.seen_by == "owner":
        shape, where = "fan", "hand"
    rows = grid_size(zone.grid)[1] or len(hex_rows(zone)) or (_map_rows(len(zone.cells)) if zone.cells else 0)
    rows += bool(rows)
    room = rows or min(zone.max or _USUAL.get(where, 5), 8)
    names = [len(piece.name) for piece in layout.pieces.values()] or [4]
    wide = max(4, min(16, max(names)))
    return ZonePlan(
        zone.name, _label(zone.name), shape, where, room=room, importance=9 if rows else 6, name=wide, wide=wide + 4
    )


def _kinds(layout: KitLayout) -> tuple[Kind, ...]:
    trait = next((t for t in _KINDS if any(t in traits for traits in layout.traits.values())), "")
    values = dict.fromkeys(str(traits[trait]) for traits in layout.traits.values() if trait in traits)
    found: list[Kind] = []
    for number, value in enumerate(list(values)[: len(_ROLES)]):
        letter = next((c for c in value.upper() if c not in {kind.letter for kind in found}), str(number))
        found.append(Kind(value, _label(value), letter, _ROLES[number]))
    return tuple(found)


# --- one board ----------------------------------------------------------------------------------------------------------


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board: a panel for the table, then one for each player."""
    if not state.seats:
        return Board(title="", moment="not open")
    layout, now, goal = state.layout, turn_info(state), _goal(state)
    words = [f"{layout.head.round} {state.round}"] if layout.head.round else []
    words.append(f"{layout.head.turn} {state.turn}")
    table = Panel(
        key="table",
        title="table",
        facts=tuple(_facts(state, viewpoint, None)),
        parts=tuple(_parts(state, viewpoint, None)),
    )
    players = tuple(_player(state, viewpoint, seat, now.seat, goal) for seat in range(len(state.seats)))
    return Board(
        title=layout.head.title,
        moment=" · ".join(words),
        phases=tuple(map(_label, layout.head.phases)),
        phase=_label(layout.head.phases[state.phase]) if layout.head.phases else "",
        panels=(table, *players),
        prompts=(Prompt(_prompt(state), now.seat),) if now.seat is not None else (),
        result=_result(state),
    )


def _prompt(state: State) -> str:
    """Return the usual actions of the acting player in this phase."""
    layout = state.layout
    phase = layout.head.phases[state.phase] if layout.head.phases else ""
    verbs = (layout.kit.verbs[layout.verb_at[name]] for name in layout.head.usual)
    return " or ".join(_label(verb.name) for verb in verbs if not verb.phase or phase in verb.phase) or "to act"


def _player(state: State, viewpoint: Viewpoint, seat: int, acting: int | None, goal: int) -> Panel:
    head = state.layout.head
    score = score_of(state, head.score, seat) if goal else None
    title = state.seats[seat].name + (" (out)" if seat in state.out else "")
    return Panel(
        key=f"seat{seat}",
        title=title,
        seat=seat,
        active=state.result is None and acting in (seat, None),
        facts=tuple(_facts(state, viewpoint, seat)),
        parts=tuple(_parts(state, viewpoint, seat)),
        gauges=(Gauge(_label(head.score), score, goal),) if score is not None else (),
    )


def _facts(state: State, viewpoint: Viewpoint, seat: int | None) -> Iterator[Fact]:
    layout = state.layout
    yield from _numbers(state, viewpoint, seat)
    for place, zone in enumerate(layout.zones):
        if layout.hidden_stacks[place] and zone.of == ("table" if seat is None else "player"):
            yield Fact(_label(zone.name), str(state.pile(place, seat or 0).size))
    for place, part in enumerate(layout.choices):
        if part.of == ("table" if seat is None else "player"):
            word = choice_words(state, place, state.choices[place][seat or 0])
            yield Fact(_label(part.name), word if sees_choice(state, viewpoint, place, seat or 0) else "??")
    if seat is None:
        for option, value in zip(layout.kit.options, state.options, strict=True):
            if value != option.value:
                yield Fact(_label(option.name), str(value))


def _numbers(state: State, viewpoint: Viewpoint, seat: int | None) -> Iterator[Fact]:
    """Yield the sums of score sheets, and the counters."""
    layout = state.layout
    for name in layout.sheets if seat is not None else ():
        yield Fact(
            _label(name), str(score_of(state, name, seat or 0) or 0), "strong" if name == layout.head.score else "plain"
        )
    for place, slot in enumerate(layout.slots):
        if slot.box or slot.part.of != ("table" if seat is None else "player"):
            continue
        value = state.counters[place][seat or 0]
        if slot.other is not None:
            if value and slot.other < len(state.seats):
                yield Fact(f"{_label(slot.part.name)} from {state.seats[slot.other].name}", str(value), "plain")
            continue
        shown = str(value) if sees_counter(slot.part, viewpoint, seat) else "??"
        yield Fact(_label(slot.name), shown, "strong" if slot.name == layout.head.score else "plain")


def _parts(state: State, viewpoint: Viewpoint, seat: int | None) -> Iterator[Part]:
    layout = state.layout
    for place, zone in enumerate(layout.zones):
        if zone.of == ("table" if seat is None else "player") and not layout.hidden_stacks[place]:
            if layout.cells[place]:
                yield _grid(state, viewpoint, place) if zone.grid else _places(state, viewpoint, place)
            else:
                yield _zone(state, viewpoint, place, seat)
    for name, slots in layout.sheets.items() if seat is None else ():
        yield _sheet(state, viewpoint, name, slots)


def _zone(state: State, viewpoint: Viewpoint, place: int, seat: int | None) -> Zone:
    zone, pile = state.layout.zones[place], state.pile(place, seat or 0)
    key = zone.name if seat is None else f"{zone.name}{seat}"
    seen = [t for t in pile.tokens if sees_token(state, viewpoint, place, seat or 0, t.id)]
    # Keys are places, not tokens: the number of a token would reveal when a face-up card was drawn.
    cards = tuple(_card(state, f"{key}.{n}", token) for n, token in enumerate(seen, 1))
    return Zone(key, _label(zone.name), cards, pile.size - len(seen), zone.max, plan=zone.name)


def _card(state: State, key: str, token: Token) -> CardView:
    layout = state.layout
    traits = layout.traits.get(token.card or "", {})
    kinds = {kind.key for kind in _kinds(layout)} if token.card else set()
    kind = next((str(traits[t]) for t in _KINDS if str(traits.get(t)) in kinds), "")
    words = []
    for mark in state.marks:
        if mark.number == token.id:
            slot = layout.slots[mark.slot]
            words.append(_label(slot.name) if slot.part.max == 1 else f"{_label(slot.name)} {mark.value}")
    lines = tuple(filter(None, (layout.pieces[token.card].text,))) if token.card in layout.pieces else ()
    down = token.id in state.down
    return CardView(key, state.catalogue.name_of(token.card), lines=lines, kind=kind, states=tuple(words), down=down)


def _sign(state: State, viewpoint: Viewpoint, place: int, tokens: list[Token]) -> str:
    """Return the text for a square: the sign from the legend of the picture, else two letters; `×3` for three pieces."""
    if not tokens:
        return _NONE
    token = tokens[-1]
    if not sees_token(state, viewpoint, place, 0, token.id):
        sign = "??"
    else:
        owner = token.id // 1000
        legend = {meant: sign for sign, meant in state.layout.zones[place].legend}
        name = state.catalogue.name_of(token.card)
        sign = legend.get(f"{token.card}@{owner}") or legend.get(token.card or "") or name[:2]
    return sign if len(tokens) == 1 else f"{sign}×{len(tokens)}"


def _standing(state: State, place: int) -> dict[int, list[Token]]:
    found: dict[int, list[Token]] = {}
    pile = state.pile(place, 0)
    for token, at in zip(pile.tokens, pile.at, strict=True):
        found.setdefault(at, []).append(token)
    return found


def _grid(state: State, viewpoint: Viewpoint, place: int) -> Table:
    """Return a grid as a table, the top row first, with letters above and numbers at the side."""
    zone, standing = state.layout.zones[place], _standing(state, place)
    columns, rows = grid_size(zone.grid)
    cells = state.layout.cells[place]
    lines = []
    for row in range(rows):
        squares = []
        for column in range(columns):
            tokens = standing.get(row * columns + column, [])
            owner = token_owner(tokens[-1].id) if tokens else -1
            sign = _sign(state, viewpoint, place, tokens)
            squares.append(Cell(sign, "plain" if tokens else "dim", owner if owner >= 0 else None))
        lines.append((Cell(cells[row * columns].lstrip("abcdefghijklmnopqrstuvwxyz"), "dim"), *squares))
    letters = tuple(cells[column][0] for column in range(columns))
    return Table(zone.name, ("", *letters), tuple(lines), title=_label(zone.name), plan=zone.name)


def _places(state: State, viewpoint: Viewpoint, place: int) -> Table:
    """Return a map as a table: each place with its pieces and their owners. Long maps have several columns of places."""
    zone, standing = state.layout.zones[place], _standing(state, place)
    names = state.layout.cells[place]
    if zone.hexes:
        return _hexagons(state, viewpoint, place, standing)
    down = _map_rows(len(names))
    lines = []
    for row in range(down):
        line: list[Cell] = []
        for number in range(row, len(names), down):
            text = _there(state, viewpoint, place, standing.get(number, []))
            line += (Cell(_label(names[number])), Cell(text or _NONE, "plain" if text else "dim"))
        lines.append(tuple(line))
    header = (_label(zone.name), "there") * -(-len(names) // down)
    return Table(zone.name, header, tuple(lines), title=_label(zone.name), plan=zone.name)


def _hexagons(state: State, viewpoint: Viewpoint, place: int, standing: Mapping[int, list[Token]]) -> Table:
    """Return hexagons as a table; each row is shifted by half a hexagon against the row above."""
    zone, names = state.layout.zones[place], iter(enumerate(state.layout.cells[place]))
    lengths = hex_rows(zone)
    lines = []
    for length in lengths:
        side = (Cell(""),) * (max(lengths) - length)
        line: list[Cell] = [*side]
        for number, name in islice(names, length):
            text = _there(state, viewpoint, place, standing.get(number, []))
            line += (Cell(name), Cell(text or _NONE, "plain" if text else "dim"))
        lines.append((*line, *side))
    header = (_label(zone.name), *[""] * (2 * max(lengths) - 1))
    return Table(zone.name, header, tuple(lines), title=_label(zone.name), plan=zone.name)


def _map_rows(places: int) -> int:
    """Return the number of rows of a map, at most `_LONGEST_MAP`."""
    return -(-places // -(-places // _LONGEST_MAP))


def _there(state: State, viewpoint: Viewpoint, place: int, tokens: list[Token]) -> str:
    """Return the pieces at a place of a map in words, for example `Ada's army ×2`."""
    pieces: dict[str, int] = {}
    for token in tokens:
        owner = token_owner(token.id)
        name = state.catalogue.name_of(token.card) if sees_token(state, viewpoint, place, 0, token.id) else "??"
        said = f"{seat_name(state.seats, owner)}'s {name}" if owner >= 0 else name
        pieces[said] = pieces.get(said, 0) + 1
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in pieces.items())


def _sheet(state: State, viewpoint: Viewpoint, name: str, slots: tuple[int, ...]) -> Table:
    """Return a score sheet as a table: a row for each box, a column for each player, and the sums below."""
    rows = []
    for slot in slots:
        one = state.layout.slots[slot]
        cells = []
        for seat in range(len(state.seats)):
            value = state.counters[slot][seat]
            text = _NONE if value is None else str(value) if sees_counter(one.part, viewpoint, seat) else "??"
            cells.append(Cell(text, "dim" if value is None else "plain"))
        rows.append((Cell(_label(one.name)), *cells))
    sums = (Cell(str(state.total(slots, seat)), "strong") for seat in range(len(state.seats)))
    rows.append((Cell("sum", "strong"), *sums))
    names = tuple(seat.name for seat in state.seats)
    return Table(name, (_label(name), *names), tuple(rows), title=_label(name), plan=name)


def _result(state: State) -> str:
    if state.result is None:
        return ""
    winners = join_words((seat_name(state.seats, seat) for seat in state.result.winners), none="")
    scores = " : ".join(map(str, state.result.scores))
    said = (
        "a draw"
        if state.result.drawn
        else f"{winners} {'wins' if len(state.result.winners) == 1 else 'win'}"
        if winners
        else "nobody wins"
    )
    return f"{said}, {state.result.reason.replace('_', ' ')}{f' {scores}' if scores else ''}"
