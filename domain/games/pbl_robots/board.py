"""The table as one viewpoint sees it."""

from collections.abc import Iterable

from domain.board import Board, CardView, Cell, Fact, Panel, Part, Prompt, Table, Zone
from domain.cards import token_owner
from domain.games.pbl_robots.actors import player_seats
from domain.games.pbl_robots.cards import LIMBS, SHOULDERS, SLOTS, Pool, SlotName
from domain.games.pbl_robots.moments import PHASES, phase_name, to_act
from domain.games.pbl_robots.numbers import (
    active_limbs,
    attack_of,
    base_stats,
    blow_off_deck,
    defense_of,
    level_of,
    pilot_points,
    side_name,
    spaces,
    under_deck,
)
from domain.games.pbl_robots.obligations import obligation
from domain.games.pbl_robots.sight import hand_cards, looks_through_deck, sees_hand, sees_side, sees_top
from domain.games.pbl_robots.state import EMPTY, Combat, Side, Slot, State
from domain.table import Viewpoint, seat_name
from domain.text import counted

SLOT_LABELS = {
    "head": "HEAD",
    "left_arm": "L ARM",
    "right_arm": "R ARM",
    "legs": "LEGS",
    "left_shoulder": "L SH",
    "right_shoulder": "R SH",
}


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Panels of the robots, then the combat and the Shop."""
    if not state.sides:
        return Board(title="PBL ROBOTS", moment="no match yet")
    panels = [_side_panel(state, index, viewpoint) for index in range(len(state.sides))]
    if state.combat is not None:
        panels.append(_combat_panel(state, state.combat))
    panels.append(_table_panel(state))
    who = to_act(state)
    turn = f"turn {state.turn.number} · {seat_name(state.seats, state.turn.seat)}" if state.turn.number else state.phase
    return Board(
        title=_title(state),
        moment=turn,
        phases=PHASES,
        phase=phase_name(state),
        facts=_facts(state),
        panels=tuple(panels),
        prompts=() if state.phase == "over" else (Prompt(_prompt(state), who),),
        result=_result(state),
    )


def _title(state: State) -> str:
    options = state.options
    parts = ["PBL ROBOTS", options.label, options.setup.replace("_", " ")]
    if options.series != "none":
        parts.append(f"game {options.game} of {options.series.replace('_', ' ')}")
    return " · ".join(part for part in parts if part)


def _facts(state: State) -> tuple[Fact, ...]:
    options, turn = state.options, state.turn
    facts = []
    if state.phase == "play":
        facts.append(Fact("MOVE", "used" if turn.move_used else "open"))
    if turn.rage:
        facts.append(Fact("rage", "may attack"))
    if turn.extra_attacks:
        facts.append(Fact("extra attacks", str(turn.extra_attacks)))
    if state.extra_turns:
        facts.append(Fact("extra turn", seat_name(state.seats, state.extra_turns[0])))
    if options.bomb_mode != "normal":
        facts.append(Fact("bombs", options.bomb_mode))
    if options.bomb_limit:
        facts.append(Fact("bomb limit", str(options.bomb_limit)))
    if options.blow_off_target:
        facts.append(Fact("target", f"{counted(options.blow_off_target, 'blow-off')}"))
    if state.clock.started_turn is not None:
        facts.append(Fact("time limit", "up" if state.clock.expired else "running", "warn"))
    if state.action is not None:
        facts.append(Fact("action", state.catalogue.name_of(state.action.card), "mark"))
    return tuple(facts)


def _prompt(state: State) -> str:
    due = obligation(state)
    if due is not None and state.phase in ("opening", "play"):
        return due.violation.text
    if state.phase != "play":
        return {"setup": "prepare the match", "draft": "look at a pile", "opening": "opening hands"}[state.phase]
    combat = state.combat
    if combat is None:
        return "draw to end the turn" if state.turn.move_used else "make a MOVE, pass, or draw"
    if not combat.attack_rolled:
        return "roll the attack"
    return "add or concede" if combat.defense_rolled else "roll the defense"


def _result(state: State) -> str:
    result = state.result
    if result is None:
        return ""
    names = " & ".join(seat_name(state.seats, seat) for seat in result.winners)
    reason = result.reason.replace("_", " ")
    return f"{names} won: {reason}" if names else f"draw: {reason}"


# --- one side ----------------------------------------------------------------------------------------------------------


def _side_panel(state: State, index: int, viewpoint: Viewpoint) -> Panel:
    side = state.sides[index]
    seats = player_seats(state, index)
    robot = f" · {state.catalogue.name_of(side.robot)}" if side.robot else ""
    out = " · OUT" if side.eliminated else ""
    acting = to_act(state)
    return Panel(
        key=f"side{index}",
        title=f"{side_name(state, index)}{robot}{out}",
        seat=seats[0],
        active=acting is not None and state.seats[acting].side == index,
        facts=_side_facts(state, index, viewpoint),
        parts=(_limbs(state, index), *_zones(state, index, viewpoint)),
    )


def _side_facts(state: State, index: int, viewpoint: Viewpoint) -> tuple[Fact, ...]:
    side = state.sides[index]
    attack, defense = base_stats(side)
    facts = [
        Fact("base", f"{attack}/{defense}"),
        Fact("PP", str(pilot_points(side))),
        Fact("limbs", str(active_limbs(side))),
        Fact("blow-offs", str(side.blow_offs)),
        *([Fact("deck", str(side.deck))] if state.community is None else []),
        Fact("scrap", _scrap(side)),
    ]
    if side.pilots:
        pilot = state.catalogue.name_of(side.pilots[-1].card)
        kind = "expert" if side.pilots[-1].expert else "critical" if side.critical else "starter"
        facts.insert(0, Fact("pilot", f"{pilot} ({kind})", "warn" if side.critical else "plain"))
    if side.committed != EMPTY:
        seen = sees_side(state, viewpoint, index)
        facts.append(Fact("selected", state.catalogue.name_of(side.committed) if seen else "a pilot"))
    return tuple(facts)


def _scrap(side: Side) -> str:
    total = len(side.scrap) + len(side.face_down)
    return f"{total} ({len(side.face_down)} face down)" if side.face_down else str(total)


def _limbs(state: State, index: int) -> Table:
    side = state.sides[index]
    slots = [(name, slot) for name, slot in zip(SLOTS, side.slots, strict=True) if name in LIMBS or slot.stack]
    rows = tuple(_limb_row(state, index, name, slot) for name, slot in slots)
    return Table(key=f"side{index}/limbs", header=("", "L", "armor", "a/d", ""), rows=rows)


def _limb_row(state: State, index: int, name: SlotName, slot: Slot) -> tuple[Cell, ...]:
    label = Cell(SLOT_LABELS[name])
    combat = state.combat
    marks = [state.catalogue.name_of(one.card) for one in slot.attached]
    if combat is not None and combat.attacker == index and SLOTS[combat.limb] == name:
        marks.append("==> attack")
    if combat is not None and combat.target == index and SLOTS[combat.slot] == name:
        marks.append("<== target")
    notes = Cell(" ".join(marks), "mark" if marks else "plain")
    under = len(slot.stack)
    if slot.dead:
        below = f" ({under} below)" if under else ""
        return label, Cell("XX", "bad"), Cell(f"DEAD{below}", "bad"), Cell("-"), notes
    top = slot.stack[-1] if slot.stack else None
    armor = "base" if top is None else state.catalogue.name_of(top.card)
    if under > 1:
        armor += f" (+{under - 1} below)"
    if top is not None and top.counter is not None:
        armor += f" [{top.counter}]"
    level = "-" if name in SHOULDERS else f"L{level_of(slot)}"
    return label, Cell(level), Cell(armor), Cell(f"{attack_of(slot)}/{defense_of(slot)}"), notes


def _zones(state: State, index: int, viewpoint: Viewpoint) -> tuple[Part, ...]:
    side = state.sides[index]
    zones: list[Part] = [_hangar(state, index)]
    for seat in player_seats(state, index):
        zones.append(_hand(state, seat, viewpoint))
        zones.extend(_offered(state, seat, viewpoint))
    thrown = [one for one in side.face_down if sees_hand(viewpoint, token_owner(one.id))]
    top = _top(state, index) if sees_top(state, viewpoint, index) else ()
    looks = sees_side(state, viewpoint, index) and looks_through_deck(state, index)
    own, key = sorted(side.unplaced) if looks else (), f"side{index}"
    zones += _named(state, f"{key}/face_down", "face down", ((f"token{one.id}", one.card) for one in thrown))
    zones += _named(state, f"{key}/scrap", "scrap", ((card, card) for card in side.scrap))
    zones += _named(state, f"{key}/top", "top of the deck", ((f"top{n}", card) for n, card in enumerate(top)))
    zones += _named(state, f"{key}/own", "own cards", ((card, card) for card in own))
    zones += _named(state, f"{key}/starters", "pilots", ((card, card) for card in side.starters), side.used_starters)
    return tuple(zones)


def _named(
    state: State, key: str, title: str, cards: Iterable[tuple[str, str | None]], used: tuple[str, ...] = ()
) -> list[Zone]:
    """A zone of cards by key and id, where there are any."""
    views = tuple(CardView(k, state.catalogue.name_of(card), ("used",) if card in used else ()) for k, card in cards)
    return [Zone(key, title, views)] if views else []


def _top(state: State, index: int) -> tuple[str | None, ...]:
    """The first cards of the deck, as somebody put them there; not those that lie under it."""
    top = state.sides[index].top
    under = under_deck(state, index)
    if not under:
        return top
    above = top[: len(top) - len(under)]
    last = max((n for n, card in enumerate(above, start=1) if card is not None), default=0)
    return above[:last]


def _hangar(state: State, index: int) -> Zone:
    side = state.sides[index]
    crew = [
        CardView(one.card, state.catalogue.name_of(one.card), (f"S{one.skill}", f"{one.attack}/{one.defense}"))
        for one in side.crew
    ]
    bombs = [CardView(f"bomb{n}", f"bomb {value}") for n, value in enumerate(side.bombs)]
    title = "sidekick"
    if side.hangars:
        top = side.hangars[-1]
        title = f"hangar L{top.level} {state.catalogue.name_of(top.card)} {top.attack}/{top.defense}"
    return Zone(f"side{index}/hangar", title, (*crew, *bombs), capacity=spaces(side))


def _hand(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    person = state.people[seat]
    cards = hand_cards(person, viewpoint, seat)
    views = tuple(
        CardView(f"token{one.id}", state.catalogue.name_of(one.card), ("shown",) if one.id in person.shown else ())
        for one in cards
        if one.card is not None
    )
    name = f"hand {state.seats[seat].name}" if len(player_seats(state, state.seats[seat].side)) > 1 else "hand"
    return Zone(f"seat{seat}/hand", name, views, hidden=len(cards) - len(views), capacity=person.limit)


def _offered(state: State, seat: int, viewpoint: Viewpoint) -> tuple[Part, ...]:
    zones = []
    for number, hand in enumerate(state.people[seat].offered, start=1):
        known = hand if sees_hand(viewpoint, seat) else ()
        views = tuple(CardView(f"token{one.id}", state.catalogue.name_of(one.card)) for one in known if one.card)
        zones.append(
            Zone(f"seat{seat}/offered{number}", f"opening hand {number}", views, hidden=len(hand) - len(views))
        )
    return tuple(zones)


# --- the table ---------------------------------------------------------------------------------------------------------


def _combat_panel(state: State, combat: Combat) -> Panel:
    title = (
        f"COMBAT {side_name(state, combat.attacker)} {SLOT_LABELS[SLOTS[combat.limb]]} -> "
        f"{side_name(state, combat.target)} {SLOT_LABELS[SLOTS[combat.slot]]}"
    )
    behind = combat.behind if combat.rolled else None
    rows = (
        _pool_row(combat, "attack", behind=behind == combat.attacker, excluded=combat.excluded),
        _pool_row(combat, "defense", behind=behind == combat.target, excluded=()),
    )
    facts = [Fact("current roll", " ".join(str(die) for die in combat.current_roll) or "-")]
    if combat.bombs_planned is not None:
        facts.append(Fact("stated", f"{combat.bombs_planned} / {combat.shields_planned or 0}"))
    table = Table("combat/pools", ("", "dice", "added", "bonus", "total", ""), rows)
    return Panel(key="combat", title=title, facts=tuple(facts), parts=(table,))


def _pool_row(combat: Combat, pool: Pool, *, behind: bool, excluded: tuple[int, ...]) -> tuple[Cell, ...]:
    rolled, dice, added, bonus, total = [
        getattr(combat, f"{pool}_{of}") for of in ("rolled", "dice", "added", "bonus", "total")
    ]
    shown = " ".join(str(die) for die in dice) if rolled else "not rolled"
    if excluded:
        shown += f" (without {' '.join(str(die) for die in excluded)})"
    extra = " ".join(str(die) for die in added) or "-"
    texts = (pool, shown or "no dice", extra, f"{bonus:+d}" if bonus else "-", str(total))
    return (*map(Cell, texts), Cell("<- behind", "warn") if behind else Cell(""))


def _table_panel(state: State) -> Panel:
    facts = [Fact("shop", "open" if state.shop.open else "closed"), Fact("shop deck", str(state.shop.deck))]
    facts.append(Fact("blow-off deck", str(blow_off_deck(state))))
    if state.community is not None:
        facts.append(Fact("community deck", str(state.community)))
    out = len(state.out_of_game) + state.out_unknown
    if out:
        facts.append(Fact("out of the game", str(out)))
    parts: list[Part] = []
    if state.shop.open:
        places = tuple(
            CardView(f"row{n}", "-" if card == EMPTY else state.catalogue.name_of(card))
            for n, card in enumerate(state.shop.row, start=1)
        )
        parts.append(Zone("shop/row", "shop row", places))
    parts += _named(state, "celebrities", "celebrities", ((card, card) for card in state.celebrities))
    parts += _named(state, "talent_pool", "talent pool", ((str(card), card) for card in state.setup.pool))
    if state.draft is not None:
        facts.append(Fact("draft deck", str(state.draft.deck)))
        piles = tuple(
            CardView(f"pile{n}", f"pile {n}: {pile.count}", ("looked at",) if n == state.draft.at_pile else ())
            for n, pile in enumerate(state.draft.piles, start=1)
        )
        parts.append(Zone("draft/piles", "draft piles", piles))
    return Panel(key="table", title="Table", facts=tuple(facts), parts=tuple(parts))
