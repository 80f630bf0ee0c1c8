"""The table as one viewpoint sees it. Facts that the viewpoint may not know are omitted."""

from domain.board import Board, CardView, Fact, Gauge, Number, Panel, Prompt, Zone
from domain.cards import Token
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, ZonePlan
from domain.seats import JUDGE, Viewpoint, seat_name
from tests.minigame.cards import NumberCard
from tests.minigame.state import HAND, State, turn_info

_PROMPTS = {"draw": "draws", "place": "places a card", "turn_up": "turn up both cards", "roll": "roll the die"}


def plan(state: State) -> Plan:
    """The constants of every frame: one point per round at most, and a card for each round."""
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        kinds=(Kind("number", "number card", "N", "blue", "square"),),
        numbers=(NumberName("value", "val", "the higher one takes the round"),),
        zones=(
            ZonePlan("placed", "placed", "slots", "front", room=1, importance=9),
            ZonePlan("hand", "hand", "fan", "hand", room=HAND),
            ZonePlan("pile", "pile", "list", "pile", room=state.rounds),
        ),
        gauges=(GaugeName("points", high=state.rounds),),
        counts=(CountName("deck", "deck"),),
    )


def board(state: State, viewpoint: Viewpoint) -> Board:
    """One panel a player: hand, placed card, pile."""
    now = turn_info(state)
    prompt = _PROMPTS.get(state.phase)
    prompts = (Prompt(f"{seat_name(state.seats, now.seat)}: {prompt}", now.seat),) if prompt else ()
    return Board(
        title="High Card",
        moment=f"round {state.round} of {state.rounds}" if state.rounds else "not open",
        phases=("draw", "place", "turn_up", "roll"),
        phase=state.phase,
        panels=tuple(_panel(state, seat, viewpoint) for seat in range(len(state.players))),
        prompts=prompts,
        result=_result(state),
    )


def _panel(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    player = state.players[seat]
    return Panel(
        key=f"seat{seat}",
        title=state.seats[seat].name,
        seat=seat,
        active=turn_info(state).seat in (seat, None),
        facts=(Fact("points", str(player.points), "strong"), Fact("deck", str(player.deck))),
        parts=(
            _zone(state, seat, "hand", player.hand, shown=viewpoint in (seat, JUDGE)),
            _zone(state, seat, "placed", player.placed, shown=viewpoint in (seat, JUDGE)),
            _zone(state, seat, "pile", player.pile, shown=True),
        ),
        gauges=(Gauge("points", player.points, state.rounds),),
    )


def _zone(state: State, seat: int, name: str, tokens: tuple[Token, ...], *, shown: bool) -> Zone:
    key = f"{name}{seat}"
    if not shown:
        return Zone(key, name, hidden=len(tokens), plan=name)
    # Places, not tokens, are the keys: a token's number would reveal when an open card was drawn.
    cards = tuple(_card(state, f"{key}.{n}", token.card) for n, token in enumerate(tokens, start=1))
    return Zone(key, name, cards, plan=name)


def _card(state: State, key: str, card: str | None) -> CardView:
    record = state.catalogue.get(card)
    if not isinstance(record, NumberCard):
        return CardView(key, state.catalogue.name_of(card))
    return CardView(key, record.name, kind="number", numbers=(Number("value", record.value, main=True),))


def _result(state: State) -> str:
    if state.phase != "over":
        return ""
    points = " : ".join(str(p.points) for p in state.players)
    return f"drawn, {points}" if state.winner is None else f"{seat_name(state.seats, state.winner)} wins {points}"
