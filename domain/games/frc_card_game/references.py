"""Which physical card, and which robot or open choice, a command names at a state."""

from collections.abc import Iterable, Sequence

from domain.cards import (
    TOKENS_PER_SEAT,
    Ref,
    Token,
    find,
    find_or_bind,
    format_token,
    parse_ref,
    token_id,
    token_owner,
    without,
)
from domain.games.frc_card_game.state import FieldRobot, State, StudentChoice, opponent_of
from domain.games.frc_card_game.zones import CardLocation, all_cards, robots_of


def acting(state: State, player: int | None) -> int:
    """Return the acting player: as given, else the turn player, else the first seat."""
    if player is not None:
        return player
    return state.turn_player if state.turn_player is not None else 0


def named(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """As `find`; a token that is known to be another card than the reference says is not meant."""
    token = find(tokens, ref)
    return None if token is None or _contradicts(token.card, ref) else token


def _contradicts(card: str | None, ref: Ref) -> bool:
    return ref.card is not None and card is not None and card != ref.card


def hand_card(state: State, player: int, text: str) -> Token | None:
    """The hand card meant, its identity filled in: a known one, else the unknown one held longest."""
    return find_or_bind(state.players[player].hand, parse_ref(text))


def hand_cards(state: State, player: int, texts: Iterable[str]) -> tuple[Token | None, ...]:
    """Several hand cards, each another one."""
    left = state.players[player].hand
    found: list[Token | None] = []
    for text in texts:
        card = find_or_bind(left, _first_copy(parse_ref(text)))
        found.append(card)
        if card is not None:
            left = without(left, card.id)
    return tuple(found)


def _first_copy(ref: Ref) -> Ref:
    """Drop the number of a copy, which is meaningless here because copies are taken one after the other."""
    return Ref(ref.token, ref.card) if ref.copy != 1 else ref


def robot_on(state: State, side: int, text: str) -> FieldRobot | None:
    """The robot meant on one side of the field."""
    ref = parse_ref(text)
    robots = robots_of(state.players[side])
    if ref.token is not None:
        return next((r for r in robots if r.token == ref.token and not _contradicts(r.card, ref)), None)
    same = [r for r in robots if r.card == ref.card]
    return same[min(ref.copy, len(same)) - 1] if same else None


def robot_on_either(state: State, first: int, text: str) -> tuple[int, FieldRobot] | None:
    """Side and robot meant, looking at one side before the other."""
    for side in (first, opponent_of(first)):
        robot = robot_on(state, side, text)
        if robot is not None:
            return side, robot
    return None


def robot_meant(state: State, first: int, player: int | None, text: str) -> tuple[int, FieldRobot] | None:
    """Side and robot meant: on the side of the player named, else on either, one side before the other."""
    if player is None:
        return robot_on_either(state, first, text)
    robot = robot_on(state, player, text)
    return (player, robot) if robot is not None else None


def student_for(state: State, player: int, text: str) -> CardLocation | None:
    """Return the student meant for a robot: from the player's Student Body, else any card of that name on the table."""
    ref = parse_ref(text)
    student = named(state.players[player].student_body, ref)
    if student is not None:
        return CardLocation(student, player, "student_body")
    sides = sorted(all_cards(state), key=lambda found: found.side != player)
    return pick(sides, ref)


def pick(cards: Sequence[CardLocation], ref: Ref) -> CardLocation | None:
    """The one of these that a reference means."""
    token = named([found.token for found in cards], ref)
    return next((f for f in cards if f.token == token), None) if token is not None else None


def source_of(state: State, player: int, text: str) -> CardLocation | None:
    """The card whose effect is resolved: on the field or in a pile, the player's side first."""
    open_cards = [f for f in all_cards(state) if f.place not in ("hand", "deck")]
    return pick(sorted(open_cards, key=lambda found: found.side != player), parse_ref(text))


def field_card(state: State, player: int, text: str) -> CardLocation | None:
    """The card meant on the field, the player's side first."""
    standing = [f for f in all_cards(state) if f.place not in ("hand", "deck", "retirement_pile")]
    return pick(sorted(standing, key=lambda found: found.side != player), parse_ref(text))


def choices_meant(state: State, robot: str | None, student: str) -> tuple[StudentChoice, ...]:
    """The open choices that can be meant: of the robot named; of several robots of that name, those with that student."""
    if robot is None:
        return state.choices
    ref = parse_ref(robot)
    same = [c for c in state.choices if c.robot == ref.token or (ref.token is None and c.robot_card == ref.card)]
    if len(same) > 1:
        same = [c for c in same if named(c.candidates, parse_ref(student)) is not None] or same
    return tuple(same)


def choice_reference(state: State, choice: StudentChoice) -> str:
    """How a command names the robot of an open choice."""
    alike = sum(other.robot_card == choice.robot_card for other in state.choices)
    return choice.robot_card if alike == 1 else format_token(choice.robot)


def drive_team(state: State, robot: str, students: Iterable[Token]) -> str:
    """A robot and the students of its Drive Team, by name."""
    names = ", ".join(state.catalogue.name_of(student.card) for student in students)
    return f"{state.catalogue.name_of(robot)}'s Drive Team ({names or 'nobody'})"


def known_copies(state: State, owner: int, card: str) -> int:
    """Return the number of physical cards of an owner that are known to be this card, except the team card."""
    first, count = token_id(owner, 0), 0
    for player in state.players:
        tokens = player.hand + player.student_body + player.retired
        for robot in player.robots if any(player.robots) else ():
            if robot is not None:
                tokens += robot.drive_team
                count += robot.card == card and 0 < robot.token - first < TOKENS_PER_SEAT
        for slotted in player.slots if any(player.slots) else ():
            count += slotted is not None and slotted.card == card and 0 < slotted.token - first < TOKENS_PER_SEAT
        if player.deck_known:
            tokens += tuple([placed.token for placed in player.deck_known])
        for token in tokens:
            if token.card == card and 0 < token.id - first < TOKENS_PER_SEAT:
                count += 1
    for choice in state.choices:
        count += sum(1 for t in choice.candidates if t.card == card and token_owner(t.id) == owner)
    return count


def reference(cards: Sequence[Token], card: Token) -> str:
    """How a command names one of several cards of a zone: its id, its id and copy number, or its token."""
    if card.card is None:
        return format_token(card.id)
    same = [t.id for t in cards if t.card == card.card]
    copy = same.index(card.id) + 1
    return card.card if copy == 1 else f"{card.card}#{copy}"
