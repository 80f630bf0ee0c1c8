"""The table as one viewpoint sees it. The data contains only information that this viewpoint may see."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.board import Board, CardView, Fact, Gauge, Number, Panel, Prompt, Tone, Zone
from domain.cards import UNKNOWN, Token, format_token
from domain.games.frc_card_game import field
from domain.games.frc_card_game.cards import PHASES, RECORDS, PhaseTrigger, RobotCard, StudentCard, index_of, type_of
from domain.games.frc_card_game.plan import LOW_POINTS, card_keys, player_key
from domain.games.frc_card_game.state import (
    OPEN_PLACES,
    REASONS,
    ROBOT_SLOTS,
    SHARED_SLOTS,
    STARTING_POINTS,
    FieldRobot,
    Player,
    SlotCard,
    State,
)
from domain.games.frc_card_game.zones import all_cards, robots_of
from domain.options import changed_options
from domain.outcome import Outcome
from domain.seats import JUDGE, Viewpoint
from domain.table.references import token_of
from domain.table.visibility import sees_hand
from domain.text import join_words, pluralize


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board for a viewpoint. A player's own side comes last and is drawn below the opponent's."""
    view = _View(state, viewpoint)
    seats = [0, 1] if viewpoint != 0 else [1, 0]
    who = f" · {state.name(state.turn_player)}" if state.turn_player is not None else ""
    options = changed_options(state.options).items()
    return Board(
        title="FRC: The Card Game",
        moment=f"turn {state.turn}{who}" if state.turn else _BEFORE_TURNS.get(state.phase, state.phase),
        phases=PHASES,
        phase=state.phase,
        facts=tuple(Fact(name.replace("_", " "), value.replace("_", " ")) for name, value in options),
        panels=tuple(_panel(view, seat) for seat in seats if seat < len(state.players)),
        prompts=tuple(_prompts(state)) if state.result is None else (),
        tray=_tray(view),
        result=result_text(state, state.result) if state.result is not None else "",
    )


_BEFORE_TURNS: Final = {"unopened": "not set up yet", "setup": "setup"}


def result_text(state: State, result: Outcome) -> str:
    """Return the winner and the reason, in words."""
    who = f"{state.name(result.winners[0])} wins" if result.winners else "a draw"
    return f"{who}: {REASONS.get(result.reason, result.reason)} [{result.rule}]"


class _View:
    """The table from one viewpoint, and the keys of the cards that it sees."""

    __slots__ = ("hands", "keys", "state", "viewpoint")

    def __init__(self, state: State, viewpoint: Viewpoint) -> None:
        self.state = state
        self.viewpoint = viewpoint
        self.hands = tuple(_seen_of_hand(player, seat, viewpoint) for seat, player in enumerate(state.players))
        self.keys = card_keys(state, [token for hand in self.hands for token in hand])

    def card(self, token: Token, *, effect: bool = False) -> CardView:
        """Return the view of a face-up card, or of a hand card that the viewpoint sees, optionally with its effect."""
        return _card(self.state, token, self.keys[token.id], effect=effect)


def _seen_of_hand(player: Player, seat: int, viewpoint: Viewpoint) -> tuple[Token, ...]:
    """Return the hand cards that a viewpoint sees: all of them for its player and the judge, else those that were shown."""
    if sees_hand(viewpoint, seat):
        return player.hand
    shown = {s.token for s in player.shown if s.to is None or s.to == viewpoint}
    return tuple(sorted((card for card in player.hand if card.id in shown), key=lambda card: card.card or ""))


def _acting(state: State) -> frozenset[int | None]:
    """Return the players who have to act now; there may be several."""
    if state.result is not None:
        return frozenset()
    if state.choices:
        return frozenset(choice.player for choice in state.choices)
    if state.phase == "setup":
        return frozenset(prompt.seat for prompt in _setup_prompts(state))
    return frozenset((state.turn_player,))


def _panel(view: _View, seat: int) -> Panel:
    state, points = view.state, view.state.players[seat].points
    return Panel(
        key=player_key(seat),
        title=state.name(seat),
        seat=seat,
        active=seat in _acting(state),
        facts=tuple(_facts(state, seat)),
        parts=tuple(_zones(view, seat)),
        gauges=(Gauge("points", points, STARTING_POINTS),),
    )


def _facts(state: State, seat: int) -> Iterator[Fact]:
    player = state.players[seat]
    tone: Tone = "bad" if player.points <= LOW_POINTS else "strong"
    yield Fact("points", str(player.points), tone)
    yield Fact("hand", str(len(player.hand)))
    yield Fact("deck", str(player.deck))
    yield Fact("retired", str(len(player.retired)))
    if state.turn_player == seat and state.result is None:
        yield Fact("students played", f"{state.students_played}/{field.student_plays_allowed(state, seat)}")


def _zones(view: _View, seat: int) -> Iterator[Zone]:
    """Yield the zones of a player in the order of the plan; the newest card of the retirement pile is on top."""
    state, key, player = view.state, player_key(seat), view.state.players[seat]
    robots = tuple(_robot(view, seat, robot, number) for number, robot in enumerate(player.robots, start=1))
    yield Zone(f"{key}-robots", "robots", robots, capacity=ROBOT_SLOTS, plan="robots")
    students = tuple(view.card(student) for student in player.student_body)
    yield Zone(f"{key}-students", "students", students, plan="students")
    slots = tuple(
        _slotted(view, slotted) if slotted is not None else CardView(f"{key}-slot-{number}", "-", tone="dim")
        for number, slotted in enumerate(player.slots, start=1)
    )
    yield Zone(f"{key}-slots", "mentor/event", slots, capacity=SHARED_SLOTS, plan="slots")
    team = (view.card(player.team, effect=True),) if player.team is not None else ()
    yield Zone(f"{key}-team", "team", team, plan="team")
    hand = tuple(view.card(card) for card in view.hands[seat])
    yield Zone(f"{key}-hand", "hand", hand, hidden=len(player.hand) - len(hand), plan="hand")
    pile = tuple(view.card(card) for card in reversed(player.retired))
    yield Zone(f"{key}-pile", "retired", pile, plan="retired")
    if view.viewpoint == JUDGE and player.deck_known:
        known = tuple(
            replace(_card(state, p.token, format_token(p.token.id)), place=f"place {p.place + 1}")
            for p in player.deck_known
        )
        yield Zone(f"{key}-deck", "deck, known places", known, hidden=player.deck - len(known), plan="deck")


def _tray(view: _View) -> Zone | None:
    """Return the students of an open choice, one of whom must retire."""
    state = view.state
    if not state.choices or state.result is not None:
        return None
    robots = join_words(state.catalogue.name_of(choice.robot_card) for choice in state.choices)
    students = tuple(view.card(student) for choice in state.choices for student in choice.candidates)
    return Zone("choice", f"Drive Team of {robots}", students)


def _card(state: State, token: Token, key: str, *, effect: bool = False) -> CardView:
    """Return the view of a card; an unknown hand card shows the token by which commands name it."""
    if token.card is None:
        return CardView(key, UNKNOWN)
    record = state.catalogue.get(token.card)
    tags: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    if isinstance(record, StudentCard):
        tags = tuple(skill.capitalize() for skill in record.skills)
    if isinstance(record, RobotCard):
        tags = tuple(attribute.capitalize() for attribute in record.attributes)
        numbers = (Number("offense", record.offense or 0), Number("defense", record.defense or 0))
    asleep = ("not yet active",) if token.id in state.dormant else ()
    labels = tuple(e.name for e in state.lasting if e.word == "label" and (e.scope, e.target) == ("card", token.id))
    return CardView(
        key,
        state.catalogue.name_of(token.card),
        (record.effect_text,) if effect and isinstance(record, RECORDS) and record.effect_text else (),
        kind=type_of(record) if isinstance(record, RECORDS) else "",
        numbers=numbers,
        states=(*asleep, *labels),
        tags=tags,
    )


def _slotted(view: _View, slotted: SlotCard) -> CardView:
    card = view.card(token_of(slotted), effect=True)
    if slotted.kind != "turns":
        return card
    left = Number("turns left", slotted.count - slotted.counted, main=True)
    return replace(card, numbers=(left,))


def _robot(view: _View, seat: int, robot: FieldRobot | None, number: int) -> CardView:
    """Return the view of a robot: position, stats and Drive Team. `main` marks the stat that a score attempt compares."""
    if robot is None:
        return CardView(f"{player_key(seat)}-robot-{number}", "-", tone="dim")
    state, offensive = view.state, robot.position == "offensive"
    card = view.card(token_of(robot))
    numbers = (
        _number("offense", field.stat_of(state, seat, robot, "offense"), robot.offense, main=offensive),
        _number("defense", field.stat_of(state, seat, robot, "defense"), robot.defense, main=not offensive),
    )
    can = ("cannot score",) if field.score_forbidden_by(state, seat, robot) is not None else ()
    return replace(
        card,
        under=tuple(view.card(member) for member in robot.drive_team),
        under_label="drive team",
        tone="strong" if offensive else "plain",
        numbers=numbers,
        states=(robot.position, *(("scored",) if robot.attempts else ()), *can, *card.states),
    )


def _number(name: str, value: int, printed: int, *, main: bool) -> Number:
    return Number(name, value, printed if printed != value else None, main)


def _prompts(state: State) -> Iterator[Prompt]:
    """Yield prompts for required actions first, otherwise for possible ones."""
    for choice in state.choices:
        yield Prompt(f"choose a student of {state.catalogue.name_of(choice.robot_card)} to retire", choice.player)
    if state.phase == "unopened":
        yield Prompt("start the match")
    elif state.phase == "setup":
        yield from _setup_prompts(state)
    elif state.turn_player is not None:
        for found in all_cards(state) if state.reminders else ():
            if found.token.id in state.reminders and found.token.card is not None and found.place in OPEN_PLACES:
                yield Prompt(_reminder(state, found.token.card), found.side)
        if not state.choices:
            yield Prompt(_of_turn(state, state.turn_player), state.turn_player)


def _of_turn(state: State, seat: int) -> str:
    """Return the prompt for the turn player in this phase."""
    following = field.next_phase(state)
    go_on = f"go on to the {following} phase" if following is not None else "end the turn"
    over = len(state.players[seat].hand) - field.hand_limit(state, seat)
    if owed := field.draws_owed(state):
        cards = pluralize(owed, "card")
        return f"draw {cards}" if state.options.draw_phase_draw == "must" else f"draw up to {cards}, or {go_on}"
    if state.phase == "end" and over > 0:
        return f"discard {pluralize(over, 'card')}"
    if state.phase == "main":
        return f"play cards or switch robots, or {go_on}"
    if state.phase == "scoring" and (able := [state.catalogue.name_of(r.card) for r in _able(state, seat)]):
        return f"score with {join_words(able, 'or')}, or {go_on}"
    return go_on


def _able(state: State, seat: int) -> Iterator[FieldRobot]:
    """Yield the robots of the turn player that can still score."""
    yield from (robot for robot in robots_of(state.players[seat]) if field.can_still_score(state, seat, robot))


def _setup_prompts(state: State) -> Iterator[Prompt]:
    for seat, player in enumerate(state.players):
        team = [] if player.team_played else ["play the team card"]
        hand = [] if player.opening_drawn else ["draw the opening hand"]
        if team or hand:
            yield Prompt(" and ".join([*team, *hand]), seat)
    if state.first_player is None:
        yield Prompt("flip the coin for the first turn")


def _reminder(state: State, card: str) -> str:
    words = [e.text for e in index_of(state.catalogue, PhaseTrigger).by_card.get(card, ()) if e.text]
    return f"{state.catalogue.name_of(card)}: {words[0] if words else 'acts in this phase'}"
