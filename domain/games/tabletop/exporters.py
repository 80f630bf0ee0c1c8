"""Running the exporters of kits, which write a match as a text with a line for each action."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from domain.cards import parse_ref
from domain.codecs import ExportedMatch
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.commands.opening import OpenTable
from domain.games.tabletop.events.acts import ActionTaken
from domain.games.tabletop.events.base import Argument, TabletopEvent
from domain.games.tabletop.events.moves import Moved
from domain.games.tabletop.import_parts import ExportPart, pieces_of, replaced
from domain.games.tabletop.layout import grid_size
from domain.games.tabletop.state import State, initial
from domain.outcome import Outcome

Fields: TypeAlias = Mapping[str, str]


def write_match(part: ExportPart, match: ExportedMatch[State, TabletopCommand, TabletopEvent]) -> str:
    """Return a match in a format of the kit. Raises ValueError for an action that the format cannot express."""
    seats = match.state.seats
    names = {f"player{number}": seat.name for number, seat in enumerate(seats, 1)}
    common = {"title": match.title, "winner": _winner(match.outcome), **names}
    told = [{**common, "by": str(number), "player": seat.name} for number, seat in enumerate(seats, 1)]
    once = {name for text in part.each.values() for _, name, _ in pieces_of(text)}
    state, lines, counts = initial(match.state.catalogue), list[str](), Counter[int | None]()
    for number, (command, events) in enumerate(match.actions, 1):
        after = reduce(lambda table, event: event.evolve(table), events, state)
        acted = next((event for event in events if isinstance(event, ActionTaken)), None)
        if not (acted and isinstance(command, Act) and command.verb in part.lines):
            if why := _unwritten(part, command):
                raise ValueError(f"action {number}: {why}")
        else:
            counts[acted.seat] += 1
            given = {name: _plain(value, state) for name, value in command.args.items()}
            own = common if acted.seat is None else told[acted.seat]
            around = {**_around(state, after, acted.seat), "number": str(counts[acted.seat]), "card": acted.card or ""}
            around["laid"] = " ".join(_laid(after, acted, events))
            lines.append(replaced(part.lines[command.verb], {**around, **own, **given}, part.words))
            for name in once & {f"{command.verb}_{one}" for one in given} if acted.seat is not None else ():
                if name in own or any(lines):
                    raise ValueError(
                        f"action {number}: {part.title} allows {command.verb} once, before all other actions"
                    )
                own[name] = given[name.removeprefix(f"{command.verb}_")]
        state = after
    for name, text in part.each.items():
        ends = (_around(state, state, seat) for seat in range(len(seats)))
        common[name] = "".join(replaced(text, {**one, **own}, part.words) for own, one in zip(told, ends, strict=True))
    whole = "".join((replaced(part.head, common, part.words), *lines, replaced(part.tail, common, part.words)))
    return replaced("{file|file}", {"file": whole}, part.words)


def _winner(outcome: Outcome | None) -> str:
    return "" if outcome is None else "0" if outcome.drawn else "".join(str(seat + 1) for seat in outcome.winners)


def _unwritten(part: ExportPart, command: TabletopCommand) -> str:
    """Return the reason why a command has no line; empty for the usual opening."""
    if isinstance(command, Act):
        return f"{part.title} has no line for {command.verb!r} (lines of [[export]] {part.name})"
    if not isinstance(command, OpenTable):
        return f"{part.title} cannot express changes by hand"
    return f"{part.title} cannot express that another player than the first begins" if command.first else ""


def _plain(value: Argument, table: State) -> str:
    """Return an argument as text; for a piece on a square, the square."""
    if isinstance(value, tuple):
        return " ".join(_plain(one, table) for one in value)
    token = parse_ref(value).token if isinstance(value, str) else None
    found = table.find(token) if token is not None else None
    if found is None:
        return str(value)
    where, card = found
    place = table.zones[where.zone][where.holder].at
    return table.layout.cells[where.zone][place[where.place]] if place else card.card or str(value)


def _around(before: State, after: State, seat: int | None) -> Fields:
    """Return the counters of a player after an action, and the cards in the player's zones before it, as far as they are known
    after it."""
    layout, found = after.layout, dict[str, str]()
    for name, slot in layout.slot_at.items():
        values = after.counters[slot]
        found[name] = str(values[min(seat or 0, len(values) - 1)]) if values else ""
    known = {token.id: token.card for _, token in after.located_tokens() if token.card}
    for name, zone in layout.zone_at.items():
        held = [" ".join(filter(None, (known.get(t.id) or t.card for t in pile.tokens))) for pile in before.zones[zone]]
        own = min(seat or 0, len(held) - 1)
        found[name] = held[own]
        found[f"{name}_others"] = " ".join(filter(None, (*held[:own], *held[own + 1 :])))
    return found


def _laid(after: State, acted: ActionTaken, events: Sequence[TabletopEvent]) -> Sequence[str]:
    """Return the cards of a row or column from the square that an action names, with a dot for each card that was there before."""
    new = {event.cell: event.target for event in events if isinstance(event, Moved) and event.cell}
    if not (zones := set(new.values())) or acted.cell not in after.layout.cell_zone:
        return ()
    zone = after.layout.zone_at[zones.pop()]
    columns, cells = grid_size(after.layout.zones[zone].grid)[0], after.layout.cells[zone]
    row, column = divmod(cells.index(acted.cell), columns) if columns else (0, 0)
    down = "down" in acted.args.values()
    line = cells[row * columns + column :: columns] if down else cells[row * columns + column : (row + 1) * columns]
    said = []
    for cell in line:
        token = after.standing(cell)
        if token is None:
            break
        said.append(token.card or "" if cell in new else ".")
    return said
