"""The board of a viewpoint: the results of the stages in the middle, each player's cards around them."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.board import Board, CardView, Cell, Fact, Gauge, Number, Panel, Prompt, Table, Zone
from domain.cards import UNKNOWN, Token, unseen
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.events.battles import level_text
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.plan import NO_CASTE, PLACES, card_key, place_key
from domain.games.robin_in_the_hood.prompts import players_to_act, prompts
from domain.games.robin_in_the_hood.state import (
    AGILITY,
    STAGE_NAMES,
    HandChoice,
    Level,
    State,
    ZoneName,
    other,
    outcome,
    result_on,
    zone_of,
    zoned_tokens,
)
from domain.games.robin_in_the_hood.visibility import may_see
from domain.seats import JUDGE, Viewpoint, seat_name
from domain.table.visibility import sees_hand
from domain.text import pluralize

_SETTLED: Final = ("aftermath", "between_rounds", "finished")
"""The phases in which the results of the hand's battles are shown."""
_OF_A_HAND: Final = ("placing", "battles", "aftermath", "refill")


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board of a viewpoint. A seat's own side is nearest; for judge and spectators, the first player's."""
    if state.phase == "unopened":
        return Board(title="Robin in the Hood", moment="not opened", prompts=(Prompt("open the tournament"),))
    near = viewpoint if viewpoint in (0, 1) and isinstance(viewpoint, int) else 0
    return Board(
        title=_title(state.options),
        moment=_moment(state),
        phases=_OF_A_HAND,
        phase=state.phase.replace("_", " "),
        facts=_facts(state),
        panels=(_panel(state, other(near), viewpoint), _results(state), _panel(state, near, viewpoint)),
        prompts=tuple(prompts(state)),
        result=_result(state),
    )


def _title(options: Options) -> str:
    goal = options.victories_to_win
    return (
        f"Robin in the Hood, to {pluralize(goal, 'victory', 'victories')}" if goal is not None else "Robin in the Hood"
    )


def _moment(state: State) -> str:
    if state.round_no == 0:
        return "before the first round"
    if state.hand_no == 0:
        return f"round {state.round_no}"
    return f"round {state.round_no} · hand {state.hand_no}"


def _facts(state: State) -> tuple[Fact, ...]:
    facts = []
    if state.phase == "placing":
        order = "both at once" if state.order is None else f"{_name(state, state.order)} first (won Agility)"
        facts.append(Fact("place", order))
    if state.rounds:
        ends = (_name(state, end.winner) if end.winner is not None else "drawn" for end in state.rounds)
        facts.append(Fact("rounds", ", ".join(ends)))
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


class _View:
    """A player's cards for a viewpoint, and the keys of those that it sees: by owner, card and copy (see `plan`)."""

    __slots__ = ("_copies", "seat", "state", "viewpoint")

    def __init__(self, state: State, seat: int, viewpoint: Viewpoint) -> None:
        self.state = state
        self.seat = seat
        self.viewpoint = viewpoint
        self._copies: Counter[str] = Counter()

    def key(self, card: str | None) -> str:
        """Return the key of the next copy of a card."""
        name = card or UNKNOWN
        self._copies[name] += 1
        return card_key(self.seat, name, self._copies[name])

    def card(self, card: str | None) -> CardView:
        """Return a card off the stages, with its scores."""
        record = self.state.catalogue.get(card)
        numbers: tuple[Number, ...] = ()
        if isinstance(record, CharacterCard):
            numbers = tuple(Number(stage, record.skills.on(stage).score) for stage in STAGE_NAMES)
        return CardView(
            self.key(card),
            self.state.catalogue.name_of(card),
            tone="plain" if card is not None else "dim",
            kind=_kind(self.state, card),
            numbers=numbers,
            tags=_tags(self.state, card),
        )

    def zone(self, name: ZoneName, plan: str, title: str) -> Zone:
        """Return a closed zone: its visible cards, and its number of cards."""
        tokens = zone_of(self.state.players[self.seat], name)
        seen = [t for t in tokens if may_see(self.state, self.viewpoint, self.seat, name, t.id)]
        if name != "playing_hand":
            seen = [token for token in seen if token.card is not None]
        cards = tuple(self.card(token.card) for token in seen)
        return Zone(f"{name}.{self.seat}", title, cards, hidden=len(tokens) - len(cards), plan=plan)


def _panel(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    view, player = _View(state, seat, viewpoint), state.players[seat]
    down = [choice for choice in player.chosen if choice.hidden]
    first = down[0] if down and player.stages[AGILITY] is None else None
    stages = _stages(view, first)
    modifiers = [_modifiers(view)] if state.options.modifiers or player.modifier_pile else []
    dead = view.zone("dead_cards", "dead", "dead")
    hand = view.zone("playing_hand", "hand", "hand")
    piles = [pile for pile in (view.zone("draw_pile", "draw", "draw pile"), dead) if pile.cards]
    return Panel(
        key=f"player.{seat}",
        title=_name(state, seat),
        seat=seat,
        active=seat in players_to_act(state),
        facts=tuple(_player_facts(view, down if first is None else down[1:])),
        parts=(stages, *modifiers, hand, *piles, *_unseen(view)),
        gauges=(
            Gauge("victories", player.victories, max(1, state.options.victories_to_win or 1)),
            Gauge("stages", sum(token is not None for token in player.stages), len(PLACES)),
        ),
    )


def _player_facts(view: _View, down: list[HandChoice]) -> Iterator[Fact]:
    """Yield counts and stakes, and the face-down cards beside the stages."""
    state, player = view.state, view.state.players[view.seat]
    goal = state.options.victories_to_win
    yield Fact("victories", f"{player.victories}/{goal if goal is not None else '?'}", "strong")
    yield Fact("hand", str(len(player.playing_hand)))
    yield Fact("draw", str(len(player.draw_pile)))
    yield Fact("dead", str(len(player.dead_cards)))
    if player.ante is not None:
        yield Fact("ante", state.catalogue.name_of(player.ante))
    if player.taken_home:
        yield Fact("took home", ", ".join(state.catalogue.name_of(card) for card in player.taken_home))
    for choice in down:
        own = sees_hand(view.viewpoint, view.seat)
        yield Fact("face down", state.catalogue.name_of(choice.card) if own else "a card")


def _unseen(view: _View) -> Iterator[Zone]:
    """Yield a zone of the owner's unseen cards: the Active set less the cards that the owner has seen."""
    player = view.state.players[view.seat]
    all_known = view.viewpoint == JUDGE and all(t.card is not None for t in player.draw_pile)
    if player.active_set is None or all_known or not sees_hand(view.viewpoint, view.seat):
        return
    known = (
        () if player.new_set else (t.card for z, t in zoned_tokens(player) if z != "draw_pile" and t.card is not None)
    )
    left = unseen({card: player.active_set.count(card) for card in player.active_set}, known)
    if cards := tuple(view.card(card) for card in Counter(left).elements()):
        yield Zone(f"active_set.{view.seat}", "not seen yet", cards, plan="unseen")


def _modifiers(view: _View) -> Zone:
    state, cards = view.state, []
    for modifier in state.players[view.seat].modifier_pile:
        record = state.catalogue.get(modifier.card)
        text = record.text if isinstance(record, ModifierCard) else ""
        since = f"lasting, since hand {modifier.hand_no}" if modifier.duration == "lasting" else "this hand"
        name = state.catalogue.name_of(modifier.card)
        lines = (text,) if text else ()
        cards.append(CardView(view.key(modifier.card), name, lines, kind="modifier", tags=(since,)))
    plan = "modifiers" if state.options.modifiers else ""
    return Zone(f"modifier_pile.{view.seat}", "modifiers", tuple(cards), plan=plan)


def _kind(state: State, card: str | None) -> str:
    record = state.catalogue.get(card)
    if isinstance(record, CharacterCard):
        return record.caste or NO_CASTE
    return "modifier" if isinstance(record, ModifierCard) else ""


def _tags(state: State, card: str | None) -> tuple[str, ...]:
    """Return politics, and the star of a special skill that reaches other stages."""
    record = state.catalogue.get(card)
    if not isinstance(record, CharacterCard):
        return ()
    return (*((record.politics,) if record.politics else ()), *(("star",) if record.star else ()))


# --- the stages --------------------------------------------------------------------------------------------------------


def _stages(view: _View, down: HandChoice | None) -> Zone:
    """Return the characters on the stages; a face-down card on Agility; the defeated of this hand, until it ends."""
    state, seat = view.state, view.seat
    cards = []
    for stage, token in enumerate(state.players[seat].stages):
        fallen = (d for d in state.defeated if d.player == seat and d.stage == stage and state.phase in _SETTLED)
        if token is not None:
            cards.append(_standing(view, stage, token))
        elif (defeated := next(fallen, None)) is not None:
            cards.append(_character(view, stage, defeated.card, f"fallen.{seat}.{STAGE_NAMES[stage]}", fallen=True))
        elif down is not None and stage == AGILITY:
            cards.append(_face_down(view, down))
        else:
            cards.append(CardView(place_key(seat, stage), "-", tone="dim", place=PLACES[stage]))
    return Zone(f"stages.{seat}", "stages", tuple(cards), plan="stages")


def _standing(view: _View, stage: int, token: Token) -> CardView:
    if token.card is None:
        return CardView(place_key(view.seat, stage), UNKNOWN, place=PLACES[stage])
    return _character(view, stage, token.card, view.key(token.card))


def _character(view: _View, stage: int, card: str, key: str, *, fallen: bool = False) -> CardView:
    """Return a character on a stage, with its level and, if it differs, the printed score."""
    state, record = view.state, view.state.catalogue.get(card)
    level = _level(state, view.seat, stage, card)
    score = record.skills.on(STAGE_NAMES[stage]).score if isinstance(record, CharacterCard) else 0
    final, base = (score, score) if level is None else (level.final, level.base)
    steps = (level_text(state, level),) if level is not None and level.adjustments else ()
    return CardView(
        key,
        state.catalogue.name_of(card),
        steps,
        tone="bad" if fallen else "plain",
        kind=_kind(state, card),
        numbers=(Number("level", final, base if base != final else None, main=True),),
        states=("defeated",) if fallen else (),
        tags=_tags(state, card),
        place=PLACES[stage],
    )


def _face_down(view: _View, choice: HandChoice) -> CardView:
    """Return the view of a face-down card; only its owner sees whether it is a character or a modifier."""
    place = PLACES[AGILITY]
    if not sees_hand(view.viewpoint, view.seat):
        return CardView(f"down.{view.seat}", UNKNOWN, place=place, down=True)
    name, card = view.state.catalogue.name_of(choice.card), choice.card
    kind, tags = _kind(view.state, card), _tags(view.state, card)
    return CardView(view.key(card), name, kind=kind, tags=tags, place=place, down=True)


def _level(state: State, seat: int, stage: int, card: str) -> Level | None:
    """Return the character's level in this hand's battle, once determined; `None` if it has moved since."""
    if state.phase not in _SETTLED:
        return None
    here = (level for level in state.levels if level.player == seat and level.stage == STAGE_NAMES[stage])
    return next((level for level in here if level.card == card), None)


def _results(state: State) -> Panel:
    cells = (Cell("result"), *(_result_cell(state, stage) for stage in range(len(PLACES))))
    table = Table(key="stages", header=("", *PLACES), rows=(cells,), plan="results")
    return Panel(key="stages", title="Stages of battle", parts=(table,))


def _result_cell(state: State, stage: int) -> Cell:
    """Return how a stage ended; empty before its battle."""
    if state.phase not in _SETTLED:
        return Cell("", "dim")
    final = {level.player: level.final for level in state.levels if level.stage == STAGE_NAMES[stage]}
    result = result_on(state, stage)
    if result is None:
        return Cell("" if final else "no battle", "dim")
    if result.winner is None:
        return Cell("drawn", "warn")
    winner = result.winner
    how = f"{final.get(winner, 0)} > {final.get(other(winner), 0)}" if result.how == "level" else f"({result.how})"
    return Cell(f"{_name(state, winner)} {how}", "good")


def _result(state: State) -> str:
    ended = outcome(state)
    if ended is None:
        return ""
    if not ended.winners:
        return "abandoned, no winner"
    scores = "-".join(str(score) for score in ended.scores)
    return f"{_name(state, ended.winners[0])} wins the tournament by {ended.reason} ({scores})"
