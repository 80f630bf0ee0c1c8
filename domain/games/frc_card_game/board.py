"""The table as one viewpoint sees it. What that viewpoint may not know is not in the data."""

from collections import Counter
from collections.abc import Iterator

from domain.board import Board, CardView, Fact, Panel, Prompt, Tone, Zone
from domain.cards import UNKNOWN, Token, format_token, token_owner
from domain.game import Outcome
from domain.games.frc_card_game.cards import LOOKS, PHASES, RECORDS, PhaseTrigger, StudentCard, index_of, type_of
from domain.games.frc_card_game.field import (
    attempts_allowed,
    draws_owed,
    score_forbidden_by,
    stat_of,
    student_plays_allowed,
)
from domain.games.frc_card_game.sight import knows_hand
from domain.games.frc_card_game.state import (
    HAND_LIMIT,
    OPEN_PLACES,
    ROBOT_SLOTS,
    SHARED_SLOTS,
    Player,
    Robot,
    Slotted,
    State,
)
from domain.games.frc_card_game.zones import all_cards
from domain.options import changed_options
from domain.table import JUDGE, Viewpoint
from domain.text import counted

LOW_POINTS = 1000


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Both sides of the table; a player's own is the lower one."""
    view = _View(state, viewpoint)
    seats = [0, 1] if viewpoint != 0 else [1, 0]
    who = f" · {state.name(state.turn_player)}" if state.turn_player is not None else ""
    return Board(
        title="FRC: The Card Game",
        moment=f"turn {state.turn}{who}" if state.turn else state.phase,
        phases=PHASES,
        phase=state.phase,
        facts=tuple(Fact(name, value) for name, value in changed_options(state.options).items()),
        panels=tuple(_panel(view, seat) for seat in seats if seat < len(state.players)),
        prompts=tuple(_prompts(state)) if state.result is None else (),
        result=result_text(state, state.result) if state.result is not None else "",
    )


def result_text(state: State, result: Outcome) -> str:
    """Who won, and why."""
    words = {
        "points": "points at 0 or less",
        "both_out": "both at 0 or less",
        "draw": "both at 0 or less, equal",
        "unable_to_draw": "no card left to draw",
        "concession": "concession",
    }
    who = f"{state.name(result.winners[0])} wins" if result.winners else "a draw"
    return f"{who}: {words.get(result.reason, result.reason)} [{result.rule}]"


class _View:
    """The table from one viewpoint, and the keys of the cards on it.

    A token's number tells when its card was drawn, which is its holder's secret: cards that lie open are keyed by owner,
    card and copy, hand cards by their token for those alone who see the hand.
    """

    __slots__ = ("_copies", "state", "viewpoint")

    def __init__(self, state: State, viewpoint: Viewpoint) -> None:
        self.state = state
        self.viewpoint = viewpoint
        self._copies: Counter[tuple[int, str]] = Counter()

    def key(self, token: int, card: str | None) -> str:
        """The key of the next copy of a card that lies open."""
        place = token_owner(token), card or UNKNOWN
        self._copies[place] += 1
        return f"{place[0] + 1}/{place[1]}/{self._copies[place]}"

    def open(self, card: Token, *, effect: bool = False) -> CardView:
        """A card that lies open, with its effect where that is on the field."""
        return _card(self.state, card, self.key(card.id, card.card), effect=effect)


def _panel(view: _View, seat: int) -> Panel:
    state = view.state
    active = state.turn_player == seat and state.result is None
    return Panel(
        key=f"seat-{seat + 1}",
        title=state.name(seat),
        seat=seat,
        active=active,
        facts=tuple(_facts(state, seat, view.viewpoint, active=active)),
        parts=tuple(_zones(view, seat)),
    )


def _facts(state: State, seat: int, viewpoint: Viewpoint, *, active: bool) -> Iterator[Fact]:
    player = state.players[seat]
    tone: Tone = "bad" if player.points <= LOW_POINTS else "strong"
    yield Fact("points", str(player.points), tone)
    unknown = sum(1 for card in player.hand if card.card is None)
    doubt = f" ({unknown} {UNKNOWN})" if unknown and knows_hand(viewpoint, seat) else ""
    yield Fact("hand", f"{len(player.hand)}{doubt}")
    yield Fact("deck", str(player.deck))
    yield Fact("retired", str(len(player.retired)))
    if active:
        yield Fact("students played", f"{state.students_played}/{student_plays_allowed(state, seat)}")


def _zones(view: _View, seat: int) -> Iterator[Zone]:
    state, key = view.state, f"seat-{seat + 1}"
    player = state.players[seat]
    team = (view.open(player.team, effect=True),) if player.team is not None else ()
    yield Zone(f"{key}-team", "team", team, capacity=1)
    slots = tuple(_slotted(view, slotted) for slotted in player.slots if slotted is not None)
    yield Zone(f"{key}-slots", "mentor/event", slots, capacity=SHARED_SLOTS)
    yield Zone(f"{key}-students", "student body", tuple(view.open(student) for student in player.student_body))
    robots = tuple(_robot(view, seat, robot, number) for number, robot in enumerate(player.robots, start=1))
    yield Zone(f"{key}-robots", "robots", robots, capacity=ROBOT_SLOTS, layout="column")
    for number, choice in enumerate((c for c in state.choices if c.player == seat), start=1):
        name = state.catalogue.name_of(choice.robot_card)
        candidates = tuple(view.open(student) for student in choice.candidates)
        yield Zone(f"{key}-choice-{number}", f"drive team of {name}", candidates)
    yield _hand(view, seat)
    yield Zone(f"{key}-pile", "retirement pile", tuple(view.open(card) for card in player.retired))
    if view.viewpoint == JUDGE and player.deck_known:
        known = tuple(
            CardView(format_token(p.token.id), state.catalogue.name_of(p.token.card), (f"place {p.place + 1}",))
            for p in player.deck_known
        )
        yield Zone(f"{key}-deck", "deck, known places", known, hidden=player.deck - len(known))


def _hand(view: _View, seat: int) -> Zone:
    """The hand: all of it for those who may see it, else what was shown, by name, and a count."""
    state, player = view.state, view.state.players[seat]
    if knows_hand(view.viewpoint, seat):
        cards = tuple(_card(state, card, format_token(card.id)) for card in player.hand)
    else:
        shown = [card for card in player.hand if _was_shown(player, card.id, view.viewpoint)]
        cards = tuple(view.open(card) for card in sorted(shown, key=lambda card: card.card or ""))
    return Zone(f"seat-{seat + 1}-hand", "hand", cards, hidden=len(player.hand) - len(cards))


def _was_shown(player: Player, token: int, viewpoint: Viewpoint) -> bool:
    return any(s.token == token and (s.to is None or s.to == viewpoint) for s in player.shown)


def _card(state: State, card: Token, key: str, *, effect: bool = False) -> CardView:
    """A card by name; an unknown one of a hand with the token by which commands name it."""
    if card.card is None:
        return CardView(key, UNKNOWN, (key,) if key.startswith("#") else ())
    record = state.catalogue.get(card.card)
    badges: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    if isinstance(record, StudentCard):
        badges = (f"[{' '.join(skill.capitalize() for skill in record.skills)}]",)
    elif isinstance(record, RECORDS):
        badges = (LOOKS[type_of(record)][0],)
    if effect and isinstance(record, RECORDS) and record.effect_text:
        lines = (record.effect_text,)
    asleep = ("not yet active",) if card.id in state.dormant else ()
    return CardView(key, state.catalogue.name_of(card.card), (*badges, *asleep), lines)


def _slotted(view: _View, slotted: Slotted) -> CardView:
    card = view.open(Token(slotted.token, slotted.card), effect=True)
    turns = (f"turn {slotted.counted} of {slotted.count}",) if slotted.kind == "turns" else ()
    return CardView(card.key, card.name, (*card.badges, *turns), card.lines)


def _robot(view: _View, seat: int, robot: Robot | None, number: int) -> CardView:
    """A robot with its position, its stats (the one that a contest compares in capitals) and its Drive Team."""
    if robot is None:
        return CardView(f"seat-{seat + 1}-robot-{number}", "-", tone="dim")
    state = view.state
    offense, defense = stat_of(state, seat, robot, "offense"), stat_of(state, seat, robot, "defense")
    stats = (f"off {offense}", f"DEF {defense}")
    if robot.position == "offensive":
        stats = (f"OFF {offense}", f"def {defense}")
    lines = tuple(
        f"{name} {value}, printed {printed}"
        for name, value, printed in (("offense", offense, robot.offense), ("defense", defense, robot.defense))
        if value != printed
    )
    return CardView(
        view.key(robot.token, robot.card),
        state.catalogue.name_of(robot.card),
        (robot.position.upper(), *stats, *_scoring(state, seat, robot)),
        lines,
        under=tuple(view.open(member) for member in robot.drive_team),
        under_label="drive team",
        tone="strong" if robot.position == "offensive" else "plain",
    )


def _scoring(state: State, seat: int, robot: Robot) -> Iterator[str]:
    """Whether it can still score, in its player's turn."""
    forbidden = score_forbidden_by(state, seat, robot)
    if forbidden is not None:
        yield f"cannot score ({forbidden})"
    elif robot.attempts:
        yield "scored"
    elif seat == state.turn_player and state.turn > 1 and robot.position == "offensive" and state.phase != "end":
        more = attempts_allowed(state, robot)
        yield "may score" if more == 1 else f"may score {counted(more, 'time')}"


def _prompts(state: State) -> Iterator[Prompt]:
    """What must or should be done next."""
    for choice in state.choices:
        yield Prompt(f"choose a student of {state.catalogue.name_of(choice.robot_card)} to retire", choice.player)
    if state.phase == "setup":
        yield from _setup_prompts(state)
    if state.turn_player is None:
        return
    owed = draws_owed(state)
    if owed:
        must = "draw" if state.options.draw_phase_draw == "must" else "may draw"
        yield Prompt(f"{must} {owed}", state.turn_player)
    over = len(state.players[state.turn_player].hand) - HAND_LIMIT
    if state.phase == "end" and over > 0:
        yield Prompt(f"discard {over}", state.turn_player)
    for found in all_cards(state) if state.reminders else ():
        if found.token.id in state.reminders and found.token.card is not None and found.place in OPEN_PLACES:
            yield Prompt(_reminder(state, found.token.card), found.side)


def _setup_prompts(state: State) -> Iterator[Prompt]:
    for seat, player in enumerate(state.players):
        if not player.team_played:
            yield Prompt("play the team card", seat)
        if not player.opening_drawn:
            yield Prompt("draw the opening hand", seat)
    if state.first_player is None:
        yield Prompt("flip the coin for the first turn")


def _reminder(state: State, card: str) -> str:
    words = [e.text for e in index_of(state.catalogue, PhaseTrigger).by_card.get(card, ()) if e.text]
    return f"{state.catalogue.name_of(card)}: {words[0] if words else 'acts in this phase'}"
