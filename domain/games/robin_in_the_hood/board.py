"""The table as a viewpoint sees it: the four facing pairs in the middle, each player's cards around them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from domain.board import Board, CardView, Cell, Fact, Panel, Prompt, Table, Tone, Zone
from domain.cards import UNKNOWN, unseen
from domain.games.robin_in_the_hood.advance import moves_of
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.events.battles import level_text
from domain.games.robin_in_the_hood.events.rounds import DRAWN_BECAUSE
from domain.games.robin_in_the_hood.levels import STAGE_NAMES
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.round_end import round_result
from domain.games.robin_in_the_hood.sight import is_private_to, may_see
from domain.games.robin_in_the_hood.state import (
    AFTERMATH,
    BATTLES,
    BETWEEN_ROUNDS,
    FINISHED,
    OPENING_DRAW,
    PHASES,
    PLACING,
    REFILL,
    SETUP,
    UNOPENED,
    State,
    cannot_place,
    everywhere,
    is_ready,
    must_draw,
    other,
    outcome,
    result_on,
    seats_to_place,
)
from domain.table import JUDGE, Viewpoint, seat_name
from domain.text import counted

_SHORT_POLITICS: Final = {"activist": "act", "pacifist": "pac"}
_SETTLED: Final = (AFTERMATH, BETWEEN_ROUNDS, FINISHED)
"""The phases in which the battles of the hand lie on the table."""


def board(state: State, viewpoint: Viewpoint) -> Board:
    """What a viewpoint sees. A seat looks from its own side; judge and spectators look from the first player's."""
    if state.phase == UNOPENED:
        return Board(title="Robin in the Hood", moment="not opened", prompts=(Prompt("open_tournament"),))
    near = viewpoint if viewpoint in (0, 1) and isinstance(viewpoint, int) else 0
    return Board(
        title=_title(state.options),
        moment=_moment(state),
        phases=PHASES,
        phase=state.phase,
        facts=_facts(state),
        panels=(_panel(state, other(near), viewpoint), _stages(state, near), _panel(state, near, viewpoint)),
        prompts=_prompts(state),
        result=_result(state),
    )


def _title(options: Options) -> str:
    goal = options.victories_to_win
    return f"Robin in the Hood, to {counted(goal, 'victory', 'victories')}" if goal is not None else "Robin in the Hood"


def _moment(state: State) -> str:
    if state.round_no == 0:
        return "before the first round"
    if state.hand_no == 0:
        return f"round {state.round_no}"
    return f"round {state.round_no} · hand {state.hand_no}"


def _facts(state: State) -> tuple[Fact, ...]:
    facts = []
    if state.phase == PLACING:
        order = "both at once" if state.order is None else f"{_name(state, state.order)} first (won Agility)"
        facts.append(Fact("Place", order))
    if state.rounds:
        ends = (_name(state, end.winner) if end.winner is not None else "drawn" for end in state.rounds)
        facts.append(Fact("Rounds", ", ".join(ends)))
    default = Options()
    for name in (
        "active_count",
        "modifiers",
        "ante",
        "advance_rule",
        "between_rounds",
        "first_hand_order",
        "modifier_replace",
    ):
        value = getattr(state.options, name)
        if value != getattr(default, name):
            facts.append(Fact(name.replace("_", " "), "on" if value is True else str(value), "dim"))
    return tuple(facts)


def _name(state: State, seat: int) -> str:
    return seat_name(state.seats, seat)


# --- a player's cards --------------------------------------------------------------------------------------------------


def _panel(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    player = state.players[seat]
    zones = [_hand(state, seat, viewpoint)]
    if state.options.modifiers or player.modifier_pile:
        zones.append(_modifiers(state, seat))
    for key, title, tokens in (
        ("draw_pile", "Draw pile", player.draw_pile),
        ("dead_cards", "Dead Cards", player.dead_cards),
    ):
        seen = [t for t in tokens if t.card is not None and may_see(state, viewpoint, seat, key, t.id)]
        if seen:
            cards = _views(state, f"{key}.{seat}", (t.card for t in seen))
            zones.append(Zone(f"{key}.{seat}", title, cards, hidden=len(tokens) - len(seen)))
    zones += _active_set(state, seat, viewpoint)
    return Panel(
        key=f"player.{seat}",
        title=_name(state, seat),
        seat=seat,
        active=seat in _acting(state),
        facts=_player_facts(state, seat, viewpoint),
        parts=tuple(zones),
    )


def _player_facts(state: State, seat: int, viewpoint: Viewpoint) -> tuple[Fact, ...]:
    player, goal = state.players[seat], state.options.victories_to_win
    facts = [
        Fact("Victories", f"{player.victories}/{goal if goal is not None else '?'}", "strong"),
        Fact("Draw", str(len(player.draw_pile))),
        Fact("Dead", str(len(player.dead_cards))),
    ]
    if player.ante is not None:
        facts.append(Fact("Ante", state.catalogue.name_of(player.ante)))
    if player.taken_home:
        facts.append(Fact("Took home", ", ".join(state.catalogue.name_of(card) for card in player.taken_home)))
    for choice in player.chosen:
        if choice.hidden:
            name = state.catalogue.name_of(choice.card) if is_private_to(viewpoint, seat) else "a card"
            facts.append(Fact("Chosen", f"{name}, face down"))
    return tuple(facts)


def _hand(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    tokens = state.players[seat].playing_hand
    seen = [t for t in tokens if may_see(state, viewpoint, seat, "playing_hand", t.id)]
    cards = _views(state, f"playing_hand.{seat}", (t.card for t in seen))
    return Zone(f"playing_hand.{seat}", "Playing hand", cards, hidden=len(tokens) - len(seen), capacity=5)


def _active_set(state: State, seat: int, viewpoint: Viewpoint) -> list[Zone]:
    """The own list less what the owner has seen: what is still to come from the Draw pile."""
    player = state.players[seat]
    all_known = viewpoint == JUDGE and all(t.card is not None for t in player.draw_pile)
    if player.active_set is None or all_known or not is_private_to(viewpoint, seat):
        return []
    known = () if player.new_set else (t.card for z, t in everywhere(player) if z != "draw_pile" and t.card is not None)
    left = unseen({card: player.active_set.count(card) for card in player.active_set}, known)
    cards = _views(state, f"active_set.{seat}", (card for card, copies in left.items() for _ in range(copies)))
    return [Zone(f"active_set.{seat}", "Not seen yet", cards)] if cards else []


def _modifiers(state: State, seat: int) -> Zone:
    cards = []
    for modifier in state.players[seat].modifier_pile:
        record = state.catalogue.get(modifier.card)
        text = record.text if isinstance(record, ModifierCard) else ""
        since = f"lasting, since hand {modifier.hand_no}" if modifier.duration == "lasting" else "this hand"
        name = state.catalogue.name_of(modifier.card)
        cards.append(
            CardView(f"modifier_pile.{seat}.{modifier.card}", name, badges=(since,), lines=(text,) if text else ())
        )
    return Zone(f"modifier_pile.{seat}", "Modifier pile", tuple(cards), layout="column")


def _views(state: State, zone: str, cards: Iterable[str | None]) -> tuple[CardView, ...]:
    """Cards of a zone. Keys are made of names and copies: a token's number would tell when a card was drawn."""
    seen: Counter[str | None] = Counter()
    views = []
    for card in cards:
        seen[card] += 1
        tone: Tone = "plain" if card is not None else "dim"
        views.append(CardView(f"{zone}.{card or UNKNOWN}.{seen[card]}", state.catalogue.name_of(card), tone=tone))
    return tuple(views)


# --- the stages --------------------------------------------------------------------------------------------------------


def _stages(state: State, near: int) -> Panel:
    far = other(near)
    middle = (Cell("result"), *(_result_cell(state, stage) for stage in range(4)))
    rows = (_row(state, far), middle, _row(state, near))
    table = Table(key="stages", header=("", *(name.capitalize() for name in STAGE_NAMES)), rows=rows)
    return Panel(key="stages", title="Stages of battle", parts=(table,))


def _row(state: State, seat: int) -> tuple[Cell, ...]:
    return (Cell(_name(state, seat), "strong"), *(_stage_cell(state, seat, stage) for stage in range(4)))


def _stage_cell(state: State, seat: int, stage: int) -> Cell:
    token = state.players[seat].stages[stage]
    if token is not None and token.card is not None:
        name, level = state.catalogue.name_of(token.card), _level(state, seat, stage, token.card)
        return Cell("\n".join((name, _groups(state, token.card), level)))
    fallen = (d for d in state.defeated if d.player == seat and d.stage == stage and state.phase in _SETTLED)
    defeated = next(fallen, None)
    if defeated is None:
        return Cell("-", "dim")
    name, level = state.catalogue.name_of(defeated.card), _level(state, seat, stage, defeated.card)
    return Cell("\n".join((name, "defeated", level)), "bad")


def _groups(state: State, card: str) -> str:
    record = state.catalogue.get(card)
    if not isinstance(record, CharacterCard):
        return ""
    star = " *" if record.star else ""
    return f"{record.caste or '-'}/{_SHORT_POLITICS.get(record.politics or '', '-')}{star}"


def _level(state: State, seat: int, stage: int, card: str) -> str:
    name = STAGE_NAMES[stage]
    if state.phase in _SETTLED:
        found = next((level for level in state.levels if level.player == seat and level.stage == name), None)
        if found is not None:
            return level_text(state, found)
    record = state.catalogue.get(card)
    return f"skill {record.skills.on(name).score}" if isinstance(record, CharacterCard) else ""


def _result_cell(state: State, stage: int) -> Cell:
    result = result_on(state, stage) if state.phase in _SETTLED else None
    if result is None:
        return Cell("no battle" if state.phase in _SETTLED and state.results else "", "dim")
    if result.winner is None:
        return Cell("drawn", "warn")
    final = {level.player: level.final for level in state.levels if level.stage == STAGE_NAMES[stage]}
    winner = result.winner
    how = f"{final.get(winner, 0)} > {final.get(other(winner), 0)}" if result.how == "level" else f"({result.how})"
    return Cell(f"{_name(state, winner)} {how}", "good")


# --- what comes next ---------------------------------------------------------------------------------------------------


def _acting(state: State) -> tuple[int, ...]:
    if state.phase == REFILL:
        return tuple(seat for seat in (0, 1) if must_draw(state.players[seat]))
    if state.phase == OPENING_DRAW:
        return tuple(seat for seat in (0, 1) if not is_ready(state.players[seat]))
    return seats_to_place(state)


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase == PLACING and cannot_place(state):
        return (Prompt("no card left to place: the round is drawn, end_hand"),)
    if state.phase in (PLACING, REFILL, OPENING_DRAW):
        return tuple(Prompt(_what_next(state, seat), seat) for seat in _acting(state))
    if state.phase == AFTERMATH:
        return _end_of_hand(state)
    text = {
        SETUP: "declare both Active sets, then start_round",
        BATTLES: "compare all stages: resolve_battles",
        BETWEEN_ROUNDS: "start_round, or a new Active set first",
    }.get(state.phase)
    return (Prompt(text),) if text else ()


def _what_next(state: State, seat: int) -> str:
    player = state.players[seat]
    if state.phase == PLACING:
        return "place a character or play a modifier" if state.options.modifiers else "place a character"
    if state.phase == OPENING_DRAW and not player.shuffled:
        return "shuffle the Draw pile"
    return "draw a card" if player.hand_drawn else "draw the playing hand"


def _end_of_hand(state: State) -> tuple[Prompt, ...]:
    result = round_result(state)
    if result.winner is not None:
        return (Prompt(f"end_hand: {_name(state, result.winner)} wins the round"),)
    if result.drawn is not None:
        return (Prompt(f"end_hand: the round is drawn, {DRAWN_BECAUSE[result.drawn]}"),)
    steps = {seat: ", ".join(_steps(state, seat)) for seat in (0, 1)}
    return (
        Prompt("end_hand, then both draw"),
        *(Prompt(f"advance {text}", seat) for seat, text in steps.items() if text),
    )


def _steps(state: State, seat: int) -> Iterator[str]:
    for move in moves_of(state):
        token = state.players[seat].stages[move.start]
        if move.player == seat and token is not None:
            yield f"{state.catalogue.name_of(token.card)} > {STAGE_NAMES[move.end].capitalize()}"


def _result(state: State) -> str:
    ended = outcome(state)
    if ended is None:
        return ""
    if not ended.winners:
        return "abandoned, no winner"
    scores = "-".join(str(score) for score in ended.scores)
    return f"{_name(state, ended.winners[0])} wins the tournament by {ended.reason} ({scores})"
