"""The start of a match: seats, agreed options, initial cards, and the violations of an opening."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from domain.cards import TOKENS_PER_SEAT, Token, token_id
from domain.games.tabletop.events.moves import Moved
from domain.games.tabletop.events.setup import TableOpened
from domain.games.tabletop.layout import KitLayout, cells_of, seat_counts
from domain.games.tabletop.limits import bounds_text
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.schema import KIT_ID, DeckPart, ZonePart
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.text import pluralize, suggestion

_MOST_IN_DECK: Final = 900


def opening_violations(  # noqa: PLR0917 - the parts of one opening
    state: State, players: Sequence[str], sides: Sequence[int], first: int, decks: Sequence[int], options: Mapping[str, int],
    *, own: bool = True,
) -> Iterator[Violation]:  # fmt: skip
    """Check the number of players, their sides, the options, and the sizes of own decks (TT-SEATS, TT-ARGS)."""
    if KIT_ID not in state.catalogue:
        yield impossible("TT-NAME", "the catalogue has no kit")
        return
    layout = state.layout
    counts = seat_counts(layout.head.players)
    if len(players) not in counts:
        yield impossible("TT-SEATS", f"{pluralize(len(players), 'player')}; this kit is for {layout.head.players}")
    if sides and (len(sides) != len(players) or not all(0 <= side < len(players) for side in sides)):
        yield impossible("TT-SEATS", "give a side, from 0, for each player or for none")
    if not 0 <= first < max(1, len(players)):
        yield impossible("TT-SEATS", f"seat {first + 1} cannot be first")
    for name, value in options.items():
        yield from option_violations(layout, name, value)
    owned = own and any(deck.own for deck in layout.kit.decks)
    if decks and (not owned or len(decks) != len(players)):
        yield impossible(
            "TT-ARGS", "give the size of each player's deck" if owned else "players do not bring decks to this game"
        )
    if any(not 0 <= size <= _MOST_IN_DECK for size in decks):
        yield impossible("TT-ARGS", f"a deck has at most {pluralize(_MOST_IN_DECK, 'card')}")


def option_violations(layout: KitLayout, name: str, value: int) -> Iterator[Violation]:
    """Yield the violations of an agreed option."""
    if name not in layout.option_at:
        yield impossible("TT-NAME", f"no option {name!r}{suggestion(name, layout.option_at)}")
        return
    part = layout.kit.options[layout.option_at[name]]
    low, high = part.min, part.max
    if (low is not None and value < low) or (high is not None and value > high):
        yield impossible("TT-ARGS", f"{name} must be {bounds_text(low, high)}, not {value}")


def sit_down(
    out: TabletopBuffer, players: Sequence[str], sides: Sequence[int], first: int, options: Mapping[str, int]
) -> None:
    """Seat the players at an empty table."""
    layout = out.state.layout
    agreed = tuple(options.get(part.name, part.value) for part in layout.kit.options)
    seats = tuple(sides) or tuple(range(len(players)))
    out.add(
        TableOpened(
            kit=layout.head.kit, version=layout.head.version, players=tuple(players), sides=seats, first=first,
            options=agreed, score=layout.first_score,
        )
    )  # fmt: skip


def open_table(  # noqa: PLR0917 - the parts of one opening
    out: TabletopBuffer,
    players: Sequence[str],
    sides: Sequence[int],
    first: int,
    decks: Sequence[int],
    options: Mapping[str, int],
) -> None:
    """Seat the players and set out the decks and pieces of the kit."""
    sit_down(out, players, sides, first, options)
    layout = out.state.layout
    for deck in layout.kit.decks:
        _lay_down(out, deck, decks)
    for zone in layout.zones:
        last = dict(enumerate(out.state.last))
        for cell, card, planned in setup_pieces(zone):
            owner = planned if planned < len(players) else -1
            last[owner + 1] += 1
            token = Token(token_id(owner, last[owner + 1]), card)
            out.add(Moved(tokens=(token,), target=zone.name, cell=cell))


def _lay_down(out: TabletopBuffer, deck: DeckPart, sizes: Sequence[int]) -> None:
    layout = out.state.layout
    zone = layout.zone_at[deck.into]
    of_player = layout.zones[zone].of == "player"
    cards = [
        piece.card_id
        for piece in layout.pieces.values()
        for name, n in piece.copies
        if name == deck.name
        for _ in range(n)
    ]
    for holder in range(layout.holders(zone, len(out.state.seats))):
        seat = holder if of_player else None
        if deck.own:
            size = sizes[holder] if holder < len(sizes) else 0
            if size:
                out.add(Moved(count=size, target=deck.into, seat=seat, setup=True))
        elif layout.hidden_stacks[zone]:
            out.add(Moved(count=len(cards), target=deck.into, seat=seat, setup=True))
        else:
            owner = holder if of_player else -1
            start = out.state.last[owner + 1] + 1
            room = TOKENS_PER_SEAT - start
            tokens = tuple(Token(token_id(owner, n), card) for n, card in enumerate(cards[:room], start))
            out.add(Moved(tokens=tokens, target=deck.into, seat=seat, setup=True))


@lru_cache(maxsize=256)
def setup_pieces(zone: ZonePart) -> tuple[tuple[str, str, int], ...]:
    """Return the initial pieces of a zone: square, card id, and owner (-1 for the table)."""
    return tuple(_setup_pieces(zone))


def _setup_pieces(zone: ZonePart) -> Iterator[tuple[str, str, int]]:
    legend, signs = dict(zone.legend), [sign for line in zone.setup.split("\n") for sign in line.split()]
    for cell, sign in zip(cells_of(zone), signs, strict=True) if zone.setup else ():
        if sign != ".":
            card, _, seat = legend[sign].partition("@")
            yield cell, card, int(seat or 0) - 1
    for cell, meant in zone.pieces:
        count, _, piece = meant.rpartition(" ")
        card, _, seat = piece.partition("@")
        for _ in range(int(count or 1)):
            yield cell, card, int(seat or 0) - 1
