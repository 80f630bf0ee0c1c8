"""The board of a match for one viewpoint."""

from collections.abc import Iterator

from domain.board import Board, CardView, Cell, Fact, Number, Panel, Part, Table, Zone
from domain.cards import UNKNOWN
from domain.games.pbl_robots.cards import SLOTS, Pool, SlotName
from domain.games.pbl_robots.numbers import blow_off_deck, side_name
from domain.games.pbl_robots.plan import PLACES
from domain.games.pbl_robots.progress import SETUP_PHASES, TURN_PHASES, phase_name
from domain.games.pbl_robots.prompts import prompts
from domain.games.pbl_robots.side_panel import card_view, named_zone, side_panel
from domain.games.pbl_robots.state import EMPTY, REASONS, ROW_PLACES, Combat, State
from domain.seats import Viewpoint, seat_name
from domain.text import pluralize

_BEFORE_TURNS = {"opening": "opening hands"}


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board: a panel for each robot, then the combat and the table with the Shop."""
    if not state.sides:
        return Board(title="PBL ROBOTS", moment="not set up yet", prompts=prompts(state))
    panels = [side_panel(state, index, viewpoint) for index in range(len(state.sides))]
    if state.combat is not None:
        panels.append(_combat_panel(state, state.combat))
    panels.append(_table_panel(state))
    before = _BEFORE_TURNS.get(state.phase, state.phase)
    return Board(
        title=_title(state),
        moment=f"turn {state.turn.number} · {seat_name(state.seats, state.turn.seat)}" if state.turn.number else before,
        phases=TURN_PHASES if state.turn.number else SETUP_PHASES,
        phase=phase_name(state),
        facts=_facts(state),
        panels=tuple(panels),
        prompts=prompts(state),
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
        facts.append(Fact("target", f"{pluralize(options.blow_off_target, 'blow-off')}"))
    if state.clock.started_turn is not None:
        facts.append(Fact("time limit", "up" if state.clock.expired else "running", "warn"))
    if state.action is not None:
        facts.append(Fact("action", state.catalogue.name_of(state.action.card), "mark"))
    return tuple(facts)


def _result(state: State) -> str:
    result = state.result
    if result is None:
        return ""
    names = " & ".join(seat_name(state.seats, seat) for seat in result.winners)
    reason = REASONS.get(result.reason, result.reason)
    return f"{names} won: {reason}" if names else f"draw: {reason}"


def _combat_panel(state: State, combat: Combat) -> Panel:
    """Return the panel of a combat: limb, dice and total of each side, with a mark for the side that is behind."""
    fighters = {"attack": (combat.attacker, SLOTS[combat.limb]), "defense": (combat.target, SLOTS[combat.slot])}
    behind = combat.behind if combat.rolled else None
    rows = tuple(
        _pool_row(state, combat, pool, *fighters[pool], behind=behind == fighters[pool][0])
        for pool in ("attack", "defense")
    )
    facts = [Fact("current roll", " ".join(str(die) for die in combat.current_roll) or "-")]
    if combat.bombs_planned is not None:
        facts.append(Fact("stated", f"{combat.bombs_planned} / {combat.shields_planned or 0}"))
    table = Table("combat/pools", ("", "with", "dice", "added", "bonus", "total", ""), rows, plan="combat")
    return Panel(key="combat", title="combat", facts=tuple(facts), parts=(table,))


def _pool_row(state: State, combat: Combat, pool: Pool, side: int, limb: SlotName, *, behind: bool) -> tuple[Cell, ...]:
    rolled, dice, added, bonus, total = [
        getattr(combat, f"{pool}_{of}") for of in ("rolled", "dice", "added", "bonus", "total")
    ]
    shown = " ".join(str(die) for die in dice) if rolled else "not rolled"
    if pool == "attack" and combat.excluded:
        shown += f" (without {' '.join(str(die) for die in combat.excluded)})"
    extra = " ".join(str(die) for die in added) or "-"
    who = f"{side_name(state, side)} {'attacks' if pool == 'attack' else 'defends'}"
    texts = (who, PLACES[limb], shown or "no dice", extra, f"{bonus:+d}" if bonus else "-", str(total))
    return (*map(Cell, texts), Cell("behind", "warn") if behind else Cell(""))


def _table_panel(state: State) -> Panel:
    facts = [Fact("shop", "open" if state.shop.open else "closed"), Fact("shop deck", str(state.shop.deck))]
    facts.append(Fact("blow-off deck", str(blow_off_deck(state))))
    if state.community is not None:
        facts.append(Fact("community deck", str(state.community)))
    out = len(state.out_of_game) + state.out_unknown
    if out:
        facts.append(Fact("out of the game", str(out)))
    parts: list[Part] = [Zone("shop/row", "shop row", tuple(_shop_row(state)), plan="shop")]
    parts += named_zone(state, "celebrities", "celebrities", state.celebrities, "celebrities")
    pool = tuple(
        card_view(state, card) if card else CardView(f"pool{n}", UNKNOWN) for n, card in enumerate(state.setup.pool)
    )
    if pool:
        parts.append(Zone("talent_pool", "talent pool", pool, plan="pool" if state.phase == "setup" else ""))
    if state.draft is not None:
        facts.append(Fact("draft deck", str(state.draft.deck)))
        piles = tuple(
            CardView(
                f"pile{n}",
                pluralize(pile.count, "card"),
                numbers=(Number("cards", pile.count),),
                states=("looked at",) if n == state.draft.at_pile else (),
                place=f"pile {n}",
                down=True,
            )
            for n, pile in enumerate(state.draft.piles, start=1)
        )
        parts.append(Zone("draft/piles", "draft piles", piles, plan="piles"))
    return Panel(key="table", title="Table", facts=tuple(facts), parts=tuple(parts))


def _shop_row(state: State) -> Iterator[CardView]:
    """Yield every place of the shop row; all are empty while the Shop is closed."""
    for number in range(1, ROW_PLACES + 1):
        card = state.shop.row[number - 1] if state.shop.open else EMPTY
        if card == EMPTY:
            yield CardView(f"row{number}", "-", tone="dim")
        else:
            yield card_view(state, card) if card else CardView(f"row-{number}", UNKNOWN)
