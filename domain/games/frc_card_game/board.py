"""The table as one viewpoint sees it. What that viewpoint may not know is not in the data."""

from collections.abc import Iterator

from domain.board import Board, CardView, Fact, Panel, Prompt, Tone, Zone
from domain.cards import UNKNOWN, Token, format_token
from domain.game import Outcome
from domain.games.frc_card_game.building import skills_of
from domain.games.frc_card_game.cards import LOOKS, PHASES, RECORDS, PhaseTrigger, effects_of_kind, type_of
from domain.games.frc_card_game.field import (
    attempts_allowed,
    draws_owed,
    score_forbidden_by,
    stat_of,
    student_plays_allowed,
)
from domain.games.frc_card_game.options import changed_options
from domain.games.frc_card_game.state import HAND_LIMIT, ROBOT_SLOTS, SHARED_SLOTS, Player, Robot, Slotted, State
from domain.games.frc_card_game.zones import all_cards
from domain.table import JUDGE, Viewpoint, seat_name

LOW_POINTS = 1000


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Both sides of the table; a player's own is the lower one."""
    seats = [0, 1] if viewpoint != 0 else [1, 0]
    who = f" · {seat_name(state.seats, state.turn_player)}" if state.turn_player is not None else ""
    return Board(
        title="FRC: The Card Game",
        moment=f"turn {state.turn}{who}" if state.turn else state.phase,
        phases=PHASES,
        phase=state.phase,
        facts=tuple(Fact(name, value) for name, value in changed_options(state.options).items()),
        panels=tuple(_panel(state, seat, viewpoint) for seat in seats if seat < len(state.players)),
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
    who = f"{seat_name(state.seats, result.winners[0])} wins" if result.winners else "a draw"
    return f"{who}: {words.get(result.reason, result.reason)} [{result.rule}]"


def knows_hand(viewpoint: Viewpoint, seat: int) -> bool:
    """Whether a viewpoint sees that player's hand."""
    return viewpoint in (JUDGE, seat)


def _panel(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    active = state.turn_player == seat and state.result is None
    return Panel(
        key=f"seat-{seat + 1}",
        title=seat_name(state.seats, seat),
        seat=seat,
        active=active,
        facts=tuple(_facts(state, seat, viewpoint, active=active)),
        parts=tuple(_zones(state, seat, viewpoint)),
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


def _zones(state: State, seat: int, viewpoint: Viewpoint) -> Iterator[Zone]:
    player, key = state.players[seat], f"seat-{seat + 1}"
    team = (_card(state, player.team),) if player.team is not None else ()
    slots = tuple(_slotted(state, s) for s in player.slots if s is not None)
    students = tuple(_card(state, s) for s in player.student_body)
    robots = tuple(_robot(state, seat, robot, number) for number, robot in enumerate(player.robots, start=1))
    yield Zone(f"{key}-team", "team", team, capacity=1)
    yield Zone(f"{key}-slots", "mentor/event", slots, capacity=SHARED_SLOTS)
    yield Zone(f"{key}-students", "student body", students)
    yield Zone(f"{key}-robots", "robots", robots, capacity=ROBOT_SLOTS, layout="column")
    waiting = [c for c in state.choices if c.player == seat]
    for choice in waiting:
        name = state.catalogue.name_of(choice.robot_card)
        candidates = tuple(_card(state, s) for s in choice.candidates)
        yield Zone(f"{key}-choice-{choice.robot}", f"drive team of {name}", candidates)
    yield _hand(state, seat, viewpoint)
    yield Zone(f"{key}-pile", "retirement pile", tuple(_card(state, card) for card in player.retired))
    if viewpoint == JUDGE and player.deck_known:
        known = tuple(
            CardView(format_token(p.token.id), state.catalogue.name_of(p.token.card), (f"place {p.place + 1}",))
            for p in player.deck_known
        )
        yield Zone(f"{key}-deck", "deck, known places", known, hidden=player.deck - len(known))


def _hand(state: State, seat: int, viewpoint: Viewpoint) -> Zone:
    """The hand: all of it for those who may see it, else what was shown and a count."""
    player = state.players[seat]
    if knows_hand(viewpoint, seat):
        listed = player.hand
    else:
        listed = tuple(card for card in player.hand if _was_shown(player, card.id, viewpoint))
    cards = tuple(_card(state, card) for card in listed)
    return Zone(f"seat-{seat + 1}-hand", "hand", cards, hidden=len(player.hand) - len(listed))


def _was_shown(player: Player, token: int, viewpoint: Viewpoint) -> bool:
    return any(s.token == token and (s.to is None or s.to == viewpoint) for s in player.shown)


def _card(state: State, card: Token) -> CardView:
    """A card by name; an unknown one by its token."""
    if card.card is None:
        return CardView(format_token(card.id), UNKNOWN, (format_token(card.id),))
    skills = skills_of(state.catalogue, card.card)
    badges = (f"[{' '.join(skill.capitalize() for skill in skills)}]",) if skills else ()
    record = state.catalogue.get(card.card)
    if isinstance(record, RECORDS) and not skills:
        badges = (LOOKS[type_of(record)][0],)
    asleep = ("not yet active",) if card.id in state.dormant else ()
    lines = (record.effect_text,) if isinstance(record, RECORDS) and record.effect_text else ()
    return CardView(format_token(card.id), state.catalogue.name_of(card.card), (*badges, *asleep), lines)


def _slotted(state: State, slotted: Slotted) -> CardView:
    view = _card(state, Token(slotted.token, slotted.card))
    turns = (f"turn {slotted.counted} of {slotted.count}",) if slotted.kind == "turns" else ()
    return CardView(view.key, view.name, (*view.badges, *turns), view.lines)


def _robot(state: State, seat: int, robot: Robot | None, number: int) -> CardView:
    """A robot with its position, its stats (the one that a contest compares in capitals) and its Drive Team."""
    if robot is None:
        return CardView(f"seat-{seat + 1}-robot-{number}", "-", tone="dim")
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
        format_token(robot.token),
        state.catalogue.name_of(robot.card),
        (robot.position.upper(), *stats, *_scoring(state, seat, robot)),
        lines,
        under=tuple(_card(state, member) for member in robot.drive_team),
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
        yield "may score" if more == 1 else f"may score {more} times"


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
        if found.token.id in state.reminders and found.token.card is not None:
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
    words = [e.text for e in effects_of_kind(state.catalogue, PhaseTrigger).get(card, ()) if e.text]
    return f"{state.catalogue.name_of(card)}: {words[0] if words else 'acts in this phase'}"
