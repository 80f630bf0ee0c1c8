"""The board panel of one side for one viewpoint: robot, hands, scrap heap, deck."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from domain.board import CardView, Fact, Gauge, Number, Panel, Part, Zone
from domain.cards import UNKNOWN, Token, token_owner
from domain.games.pbl_robots.actors import player_seats
from domain.games.pbl_robots.cards import (
    LIMBS,
    RECORDS,
    SLOTS,
    ArmorCard,
    CrewCard,
    ExpertPilot,
    HangarCard,
    SlotName,
    StarterPilot,
)
from domain.games.pbl_robots.numbers import (
    active_limbs,
    base_of,
    can_attack,
    deck_count,
    hand_limit,
    level_of,
    pilot_points,
    pilot_stats,
    side_name,
    spaces,
    strength_of,
    under_deck,
)
from domain.games.pbl_robots.plan import KIND_OF, PLACES, limb_key, shares_deck, side_key
from domain.games.pbl_robots.progress import to_act
from domain.games.pbl_robots.state import EMPTY, Combat, Slot, State
from domain.games.pbl_robots.visibility import hand_cards, looks_through_deck, sees_side, sees_top
from domain.seats import Viewpoint
from domain.table.visibility import sees_hand


def side_panel(state: State, index: int, viewpoint: Viewpoint) -> Panel:
    acting = to_act(state)
    limbs = active_limbs(state.sides[index])
    return Panel(
        key=side_key(index),
        title=side_name(state, index),
        seat=player_seats(state, index)[0],
        active=acting is not None and state.seats[acting].side == index,
        facts=tuple(_side_facts(state, index, viewpoint)),
        parts=tuple(_zones(state, index, viewpoint)),
        gauges=(Gauge("limbs", limbs, len(LIMBS)),),
    )


def _side_facts(state: State, index: int, viewpoint: Viewpoint) -> Iterator[Fact]:
    side = state.sides[index]
    if side.eliminated:
        yield Fact("out", "of the game", "bad")
    if side.committed != EMPTY:
        seen = sees_side(state, viewpoint, index)
        yield Fact("selected", state.catalogue.name_of(side.committed) if seen else "a pilot")
    yield Fact("limbs", str(active_limbs(side)))
    yield Fact("blow-offs", str(side.blow_offs))
    yield Fact("PP", str(pilot_points(side)))
    yield Fact("hand", str(sum(len(state.people[seat].hand) for seat in player_seats(state, index))))
    if not shares_deck(state):
        yield Fact("deck", str(deck_count(state, index)))
    yield Fact("scrap", str(len(side.scrap) + len(side.face_down)))
    yield Fact("base", "{}/{}".format(*base_of(state, index)))
    if side.robot:
        yield Fact("robot", state.catalogue.name_of(side.robot))


def card_view(state: State, card: str) -> CardView:
    """Return the view of a card with its printed numbers."""
    record = state.catalogue.get(card)
    numbers: list[Number] = []
    if isinstance(record, ArmorCard | HangarCard | CrewCard | StarterPilot | ExpertPilot):
        numbers = [Number("attack", record.attack), Number("defense", record.defense)]
    if isinstance(record, ArmorCard | HangarCard):
        numbers.append(Number("level", record.level))
    if isinstance(record, CrewCard):
        numbers.append(Number("skill", record.skill))
    kind = KIND_OF.get(str(record.__struct_config__.tag), "") if isinstance(record, RECORDS) else ""
    tags = (record.slot.replace("_", " "),) if isinstance(record, ArmorCard) else ()
    return CardView(card, state.catalogue.name_of(card), kind=kind, numbers=tuple(numbers), tags=tags)


def _limb(state: State, index: int, name: SlotName, slot: Slot) -> CardView:
    """Return the view of a limb or shoulder: active armor, bare limb or blown off, with the other cards under it."""
    place = PLACES[name]
    key = limb_key(state, index, name)
    below = slot.stack if slot.dead else slot.stack[:-1]
    under = tuple(
        card_view(state, card) for card in (*(a.card for a in slot.attached), *(a.card for a in reversed(below)))
    )
    if slot.dead:
        states = ("blown off",)
        return CardView(key, "blown off", under=under, tone="bad", kind="limb", states=states, place=place)
    if not slot.stack and name not in LIMBS:
        return CardView(key, "-", tone="dim", place=place)
    top = slot.stack[-1] if slot.stack else None
    compared, mark = _in_combat(state.combat, index, name)
    numbers = [
        Number("attack", strength_of(state, index, SLOTS.index(name), "attack"), main=compared == "attack"),
        Number("defense", strength_of(state, index, SLOTS.index(name), "defense"), main=compared == "defense"),
        *([Number("level", level_of(slot))] if name in LIMBS else []),
        *([Number("counter", top.counter)] if top is not None and top.counter is not None else []),
    ]
    barred = ("no attack",) if name in LIMBS and not can_attack(slot) else ()
    return CardView(
        key,
        "base" if top is None else state.catalogue.name_of(top.card),
        under=under,
        tone="mark" if mark else "plain",
        kind="limb",
        numbers=tuple(numbers),
        states=barred,
        place=place,
        mark=mark,
    )


def _in_combat(combat: Combat | None, index: int, name: SlotName) -> tuple[str, Literal["", "attacks", "target"]]:
    """Return the number of a limb that the combat uses, and the role of the limb in it; empty if it takes no part."""
    if combat is not None and combat.attacker == index and SLOTS[combat.limb] == name:
        return "attack", "attacks"
    if combat is not None and combat.target == index and SLOTS[combat.slot] == name:
        return "defense", "target"
    return "", ""


def _zones(state: State, index: int, viewpoint: Viewpoint) -> Iterator[Part]:
    side, key = state.sides[index], side_key(index)
    limbs = tuple(_limb(state, index, name, slot) for name, slot in zip(SLOTS, side.slots, strict=True))
    yield Zone(f"{key}/limbs", "limbs", limbs, plan="limbs")
    yield Zone(f"{key}/pilot", "pilot", _cockpit(state, index), plan="pilot")
    yield _hangar(state, index)
    for number, seat in enumerate(player_seats(state, index), start=1):
        yield _hand(state, seat, viewpoint, f"hand{number}" if number > 1 else "hand")
        yield from _offered(state, seat, viewpoint)
    yield _scrap(state, index, viewpoint)
    if sees_top(state, viewpoint, index) and (top := _top(state, index)):
        known = tuple(
            card_view(state, card) if card else CardView(f"{key}/top{n}", UNKNOWN)
            for n, card in enumerate(top, start=1)
        )
        yield Zone(f"{key}/top", "top of the deck", known, plan="top" if _has_gunner(state) else "")
    if sees_side(state, viewpoint, index) and looks_through_deck(state, index):
        yield from named_zone(state, f"{key}/own", "own cards", sorted(side.unplaced))
    pilots = [
        replace(card_view(state, card), states=("used",) if card in side.used_starters else ())
        for card in side.starters
        if all(pilot.card != card for pilot in side.pilots)
    ]
    if pilots:
        yield Zone(f"{key}/starters", "pilots", tuple(pilots), plan="starters" if state.options.rotation else "")


def _has_gunner(state: State) -> bool:
    return state.options.team_mode == "pilot_and_gunner"


def named_zone(state: State, key: str, title: str, cards: Iterable[str], plan: str = "") -> Iterator[Zone]:
    """Yield a zone of known cards, unless it is empty."""
    views = tuple(card_view(state, card) for card in cards)
    if views:
        yield Zone(key, title, views, plan=plan)


def _scrap(state: State, index: int, viewpoint: Viewpoint) -> Zone:
    """Return the scrap heap: public cards, then face-down ones that the viewpoint may see, the latest first."""
    side = state.sides[index]
    own = [one.card for one in side.face_down if one.card and sees_hand(viewpoint, token_owner(one.id))]
    down = tuple(replace(card_view(state, card), down=True) for card in reversed(own))
    seen = tuple(card_view(state, card) for card in reversed(side.scrap))
    hidden = len(side.face_down) - len(down)
    return Zone(f"{side_key(index)}/scrap", "scrap", (*seen, *down), hidden=hidden, plan="scrap")


def _top(state: State, index: int) -> tuple[str | None, ...]:
    """Return the known cards on top of the deck, without those under it."""
    top = state.sides[index].top
    under = under_deck(state, index)
    if not under:
        return top
    above = top[: len(top) - len(under)]
    last = max((n for n, card in enumerate(above, start=1) if card is not None), default=0)
    return above[:last]


def _cockpit(state: State, index: int) -> tuple[CardView, ...]:
    """Return the view of the active pilot in its form, with the starter under an expert."""
    side = state.sides[index]
    if not side.pilots:
        return ()
    *below, pilot = side.pilots
    attack, defense = pilot_stats(side)
    states = ("expert",) * pilot.expert + ("critical",) * side.critical
    view = replace(
        card_view(state, pilot.card),
        numbers=(
            Number("attack", attack, pilot.attack if attack != pilot.attack else None),
            Number("defense", defense, pilot.defense if defense != pilot.defense else None),
            *([Number("counter", pilot.counter)] if pilot.counter is not None else []),
        ),
        states=states,
        under=tuple(card_view(state, one.card) for one in below),
        tone="warn" if side.critical else "plain",
    )
    return (view,)


def _hangar(state: State, index: int) -> Zone:
    """Return the zone of the hangar: the active hangar, crew, storage bombs, and free spaces."""
    side, key = state.sides[index], side_key(index)
    views: list[CardView] = []
    if side.hangars:
        *below, top = side.hangars
        under = tuple(card_view(state, one.card) for one in reversed(below))
        views.append(replace(card_view(state, top.card), under=under))
    for one in side.crew:
        numbers = [Number("attack", one.attack), Number("defense", one.defense), Number("skill", one.skill)]
        numbers += [Number("counter", one.counter)] if one.counter is not None else []
        views.append(replace(card_view(state, one.card), numbers=tuple(numbers)))
    copies: Counter[int] = Counter()
    for value in side.bombs:
        copies[value] += 1
        bomb = f"{key}/bomb{value}/{copies[value]}"
        views.append(CardView(bomb, "bomb", kind="bomb", numbers=(Number("value", value),)))
    taken = len(side.crew) + len(side.bombs)
    views += [CardView(f"{key}/space{n}", "-", tone="dim") for n in range(taken + 1, spaces(side) + 1)]
    return Zone(f"{key}/hangar", "hangar", tuple(views), plan="hangar")


def _hand(state: State, seat: int, viewpoint: Viewpoint, plan: str) -> Zone:
    person = state.people[seat]
    cards = hand_cards(person, viewpoint, seat)
    views = tuple(_held(state, one, shown=one.id in person.shown) for one in cards if one.card is not None)
    name = f"hand {state.seats[seat].name}" if len(player_seats(state, state.seats[seat].side)) > 1 else "hand"
    hidden = len(cards) - len(views)
    return Zone(f"seat{seat}/hand", name, views, hidden=hidden, capacity=hand_limit(state, seat), plan=plan)


def _held(state: State, token: Token, *, shown: bool) -> CardView:
    states = ("shown",) if shown else ()
    return replace(card_view(state, token.card or ""), states=states)


def _offered(state: State, seat: int, viewpoint: Viewpoint) -> Iterator[Part]:
    for number, hand in enumerate(state.people[seat].offered, start=1):
        known = hand if sees_hand(viewpoint, seat) else ()
        views = tuple(_held(state, one, shown=False) for one in known if one.card)
        hidden = len(hand) - len(views)
        yield Zone(f"seat{seat}/offered{number}", f"opening hand {number}", views, hidden=hidden)
