"""The table as one viewpoint sees it. What the viewpoint may not know is not there."""

from domain.board import Board, CardView, Fact, Panel, Prompt, Zone
from domain.cards import Token
from domain.table import JUDGE, Viewpoint, seat_name
from tests.minigame.state import State, moment

_PROMPTS = {"draw": "draws", "place": "places a card", "turn_up": "turn up both cards", "roll": "roll the die"}


def board(state: State, viewpoint: Viewpoint) -> Board:
    """One panel a player: hand, placed card, pile."""
    now = moment(state)
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
        active=moment(state).seat in (seat, None),
        facts=(Fact("points", str(player.points), "strong"), Fact("deck", str(player.deck))),
        parts=(
            _zone(state, f"hand{seat}", "hand", player.hand, shown=viewpoint in (seat, JUDGE)),
            _zone(state, f"placed{seat}", "placed", player.placed, shown=viewpoint in (seat, JUDGE)),
            _zone(state, f"pile{seat}", "pile", player.pile, shown=True),
        ),
    )


def _zone(state: State, key: str, title: str, tokens: tuple[Token, ...], *, shown: bool) -> Zone:
    if not shown:
        return Zone(key, title, hidden=len(tokens))
    # Places, not tokens, are the keys: a token's number would tell when a card that lies open was drawn.
    cards = tuple(CardView(f"{key}.{n}", state.catalogue.name_of(t.card)) for n, t in enumerate(tokens, start=1))
    return Zone(key, title, cards)


def _result(state: State) -> str:
    if state.phase != "over":
        return ""
    points = " : ".join(str(p.points) for p in state.players)
    return f"drawn, {points}" if state.winner is None else f"{seat_name(state.seats, state.winner)} wins {points}"
