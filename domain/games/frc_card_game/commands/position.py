"""The declared position: a state built from the facts that are given, and the declaration of a given state."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Self, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, UNKNOWN, CardRef, SeatIndex, Token, format_token, parse_ref, token_owner
from domain.game import made
from domain.games.frc_card_game.cards import EventCard, MentorCard, Phase, RobotCard, StudentCard, TeamCard
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import PositionDeclared, RemindersRaised
from domain.games.frc_card_game.field import counts_turn, triggered_in
from domain.games.frc_card_game.movements import robot_card, slotted_card
from domain.games.frc_card_game.references import no_such_player, too_many
from domain.games.frc_card_game.scoring import look_at_points
from domain.games.frc_card_game.state import (
    ROBOT_SLOTS,
    SHARED_SLOTS,
    FieldRobot,
    Player,
    Position,
    SlotCard,
    State,
    opponent_of,
)
from domain.games.frc_card_game.zones import all_cards, cards_in
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.position import CardNumbers
from domain.table.references import token_of
from domain.table.visibility import sees_hand
from domain.text import pluralize


class DeclaredRobot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A robot in a declared position."""

    card: CardRef
    position: Position
    drive_team: tuple[CardRef, ...] = ()
    slot: int | None = None
    attempts: int = 0


class DeclaredSlot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A mentor or event in a declared position."""

    card: CardRef
    slot: int | None = None
    counted: int = 0
    """Turns of an event counted so far, including the current one."""


class DeclaredSide(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One player's side in a declared position; missing cards are unknown."""

    points: int
    deck: int
    hand: int
    """Number of cards; `hand_cards` names those that are known."""
    retired: int = 0
    """Number of cards; `retired_cards` names those that are known."""
    hand_cards: tuple[CardRef, ...] = ()
    retired_cards: tuple[CardRef, ...] = ()
    team: CardRef | None = None
    student_body: tuple[CardRef, ...] = ()
    robots: tuple[DeclaredRobot, ...] = ()
    slots: tuple[DeclaredSlot, ...] = ()

    def validate(self) -> Iterator[Violation]:
        """Yield violations for more cards than slots, wrong slot numbers, and more named cards than a zone has."""
        for rule, name, limit, given in (
            ("CG-F04", "robot", ROBOT_SLOTS, [r.slot for r in self.robots]),
            ("CG-F05", "mentor and event", SHARED_SLOTS, [s.slot for s in self.slots]),
        ):
            named = [slot for slot in given if slot is not None]
            if len(given) > limit or len(set(named)) < len(named) or any(not 1 <= s <= limit for s in named):
                yield impossible(rule, f"a side has {limit} {name} slots, 1 to {limit}, each for one card")
            elif named and len(named) < len(given):
                yield impossible(rule, f"name the slot of every {name} card, or leave out all slots")
        if self.hand < len(self.hand_cards) or self.retired < len(self.retired_cards):
            yield impossible("CG-F01", "more cards are named than are in the hand or the pile")
        if min(self.deck, self.hand, self.retired) < 0 or max(self.deck, self.hand, self.retired) >= TOKENS_PER_SEAT:
            yield impossible("CG-F01", f"numbers of cards must be 0 to {TOKENS_PER_SEAT - 1}")

    def card_violations(self, state: State) -> Iterator[Violation]:
        """Yield violations for cards that do not exist or cannot be in the zone given."""
        known = {found.token.id for found in all_cards(state)}
        robots = [robot.card for robot in self.robots]
        slots = [slotted.card for slotted in self.slots]
        others = [*self.hand_cards, *self.retired_cards, *self.student_body, *([self.team] if self.team else [])]
        members = [text for robot in self.robots for text in robot.drive_team]
        for text in (*robots, *slots, *others, *members):
            ref = parse_ref(text)
            if ref.card is not None and ref.card not in state.catalogue:
                yield impossible("CG-K01", f"no card {ref.card!r} in the catalogue: define it first")
            if ref.token is not None and ref.token not in known:
                yield impossible("CG-F01", f"no card {text} is on the table")
        yield from _wrong_types(state, robots, slots, (*self.student_body, *members))
        yield from self._wrong_counts(state)
        team = parse_ref(self.team).card if self.team is not None else None
        if team is not None and not isinstance(state.catalogue.get(team), TeamCard):
            yield impossible("CG-F02", f"{self.team} is not a team card")

    def _wrong_counts(self, state: State) -> Iterator[Violation]:
        """Yield violations for events with more turns than they last, and for negative score attempts (CG-X04, CG-C02)."""
        for slotted in self.slots:
            record = state.catalogue.get(card := parse_ref(slotted.card).card)
            duration = record.duration if isinstance(record, EventCard) else None
            end = duration.count if duration is not None and duration.kind == "turns" else 0
            if not 0 <= slotted.counted <= end:
                text = f"{state.catalogue.name_of(card)}: {slotted.counted} of {pluralize(end, 'turn')} counted is impossible"
                yield impossible("CG-X04", text)
        if any(robot.attempts < 0 for robot in self.robots):
            yield impossible("CG-C02", "a robot cannot have fewer than 0 score attempts")

    def redacted_for(self, seat: int, viewpoint: Viewpoint) -> "DeclaredSide":
        """Return the side with the hand hidden from viewpoints that may not see it."""
        return self if sees_hand(viewpoint, seat) else replace(self, hand_cards=())


class DeclarePosition(FrcCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Sets the whole position, one side per player: for a late start, or when record and table differ."""

    title = "Declare the position"
    turn: int
    turn_player: SeatIndex
    phase: Phase
    sides: tuple[DeclaredSide, ...]
    first_player: SeatIndex | None = None
    students_played: int = 0
    draws_made: int = 0
    taken = "any_time"
    rules = (
        "CG-C02", "CG-D01", "CG-D03", "CG-D05", "CG-D06", "CG-F01", "CG-F02", "CG-F03", "CG-F04", "CG-F05", "CG-K01",
        "CG-S03", "CG-T01", "CG-T03", "CG-X04",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        """Yield violations for positions that are impossible at a table or with these decks (CG-D03, CG-D05, CG-D06)."""
        if state.phase == "unopened":
            yield impossible("CG-S07", "setup not complete: the match has not been started")
            return
        strangers = tuple(no_such_player(state, self.turn_player, self.first_player))
        if strangers:
            yield from strangers
            return
        if len(self.sides) != len(state.players):
            yield impossible("CG-S01", f"two sides, not {len(self.sides)}")
            return
        violations = [violation for side in self.sides for violation in side.validate()]
        violations += [violation for side in self.sides for violation in side.card_violations(state)]
        violations += self._moment(state)
        yield from violations
        if not violations:
            players = self._players(state)
            yield from wrong_totals(state, players)
            yield from wrong_decks(state, players)

    def resolve(self, out: FrcBuffer) -> None:
        """Replace the position; a player with 0 points or less loses at once (CG-E01)."""
        first = self.first_player
        if first is None:
            first = self.turn_player if self.turn % 2 else opponent_of(self.turn_player)
        players = self._players(out.state)
        plays = max((slotted.order for p in players for slotted in p.slots if slotted is not None), default=0)
        out.add(made(PositionDeclared, self, first_player=first, players=players, plays=plays))
        reminders = tuple(source.token for _, source in triggered_in(out.state, self.phase))
        if reminders:
            out.add(RemindersRaised(reminders=reminders))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        return replace(self, sides=tuple(side.redacted_for(seat, viewpoint) for seat, side in enumerate(self.sides)))

    def _players(self, state: State) -> tuple[Player, ...]:
        """Return both players after the declaration."""
        # The turn player decides whether an event counts the current turn.
        at = replace(state, turn=self.turn, turn_player=self.turn_player, plays=0)
        return tuple(placed(at, seat, side) for seat, side in enumerate(self.sides))

    def _moment(self, state: State) -> Iterator[Violation]:
        """Check that the declared turn, turn player and phase can exist (CG-T01, CG-T03)."""
        if self.turn < 1 or self.students_played < 0 or self.draws_made < 0:
            yield impossible("CG-T01", "turns count from 1, plays and draws from 0")
            return
        if self.turn == 1 and self.phase in ("draw", "scoring"):
            yield impossible("CG-T03", f"turn 1 has no {self.phase} phase")
        first = state.first_player if self.first_player is None else self.first_player
        if first is not None and (self.turn_player == first) != (self.turn % 2 == 1):
            other = state.name(opponent_of(self.turn_player))
            text = f"turn {self.turn} is {other}'s where {state.name(first)} goes first"
            if self.first_player is None:
                text += f"; if {state.name(opponent_of(first))} does, say so (first_player=)"
            yield impossible("CG-T01", text)


def _wrong_types(
    state: State, robots: Sequence[str], slots: Sequence[str], students: Sequence[str]
) -> Iterator[Violation]:
    """Yield violations for cards in zones of another card type (CG-F03 to CG-F05)."""
    for text in robots:
        if not isinstance(state.catalogue.get(parse_ref(text).card), RobotCard):
            yield impossible("CG-F04", f"{text} is not a robot")
    for text in slots:
        if not isinstance(state.catalogue.get(parse_ref(text).card), MentorCard | EventCard):
            yield impossible("CG-F05", f"{text} is not a mentor or an event")
    for text in students:
        card = parse_ref(text).card
        if card is not None and not isinstance(state.catalogue.get(card), StudentCard):
            yield impossible("CG-F03", f"{text} is not a student")


def placed(state: State, seat: int, side: DeclaredSide) -> Player:
    """Return the player of a seat with the declared side of the table."""
    before = state.players[seat]
    numbers = CardNumbers({seat: before.next_number}, keeps=True)
    team = before.team if side.team is None else numbers.token(seat, side.team)
    robots = _robots(state, seat, side, numbers)
    slots = _slots(state, seat, side, numbers)
    student_body = numbers.tokens(seat, side.student_body)
    hand = numbers.tokens(seat, side.hand_cards, side.hand - len(side.hand_cards))
    retired = numbers.tokens(seat, side.retired_cards, side.retired - len(side.retired_cards))
    return replace(
        before,
        points=side.points,
        deck=side.deck,
        deck_known=(),
        hand=hand,
        shown=(),
        team=team,
        team_played=team is not None,
        opening_drawn=True,
        student_body=student_body,
        robots=robots,
        slots=slots,
        retired=retired,
        next_number=numbers.following[seat],
    )


def _robots(state: State, seat: int, side: DeclaredSide, numbers: CardNumbers) -> tuple[FieldRobot | None, ...]:
    slots: list[FieldRobot | None] = [None] * ROBOT_SLOTS
    for given in side.robots:
        robot = robot_card(state, numbers.token(seat, given.card), given.position)
        team = numbers.tokens(seat, given.drive_team)
        slots[_index(slots, given.slot)] = replace(robot, drive_team=team, attempts=given.attempts)
    return tuple(slots)


def _slots(state: State, seat: int, side: DeclaredSide, numbers: CardNumbers) -> tuple[SlotCard | None, ...]:
    slots: list[SlotCard | None] = [None] * SHARED_SLOTS
    for order, given in enumerate(side.slots, start=1):
        slotted = slotted_card(state, numbers.token(seat, given.card), seat)
        now = counts_turn(slotted.counting, seat, state.turn_player or 0)
        slots[_index(slots, given.slot)] = replace(
            slotted, order=order, counted=given.counted, counted_in=state.turn if now else state.turn - 1
        )
    return tuple(slots)


def _index(slots: list[FieldRobot | None] | list[SlotCard | None], slot: int | None) -> int:
    """Return the index of the named slot, or of the lowest free one. `DeclaredSide.validate` has checked that it is free."""
    return slot - 1 if slot is not None else slots.index(None)


def wrong_totals(state: State, players: tuple[Player, ...]) -> Iterator[Violation]:
    """Yield violations if the numbers of cards differ from those at the start of the match (CG-D01, CG-F01)."""
    counts = _cards_per_owner(players)
    for seat, player in enumerate(state.players):
        if counts.get(seat, 0) != player.deck_size + 1:
            text = f"{state.name(seat)}: {pluralize(counts.get(seat, 0) - 1, 'card')} declared, the deck had {player.deck_size}"
            yield impossible("CG-D01", text)
    if any(player.next_number > TOKENS_PER_SEAT for player in players):
        yield impossible("CG-F01", f"no more than {TOKENS_PER_SEAT - 1} cards of a player can be told apart")
    tokens = [f.token.id for seat, player in enumerate(players) for f in cards_in(player, seat)]
    if len(set(tokens)) < len(tokens):
        yield impossible("CG-F01", "one card is declared in two places")


def _cards_per_owner(players: tuple[Player, ...]) -> dict[int, int]:
    """Return the number of cards of each owner in a declared position, including a team card that is not played yet."""
    counts = {seat: player.deck + (not player.team_played) for seat, player in enumerate(players)}
    for seat, player in enumerate(players):
        for found in cards_in(player, seat):
            owner = token_owner(found.token.id)
            counts[owner] = counts.get(owner, 0) + 1
    return counts


def wrong_decks(state: State, players: tuple[Player, ...]) -> Iterator[Violation]:
    """Yield violations for named cards that are not in the decks, and for team cards that differ from those declared at the
    start."""
    known: Counter[tuple[int, str]] = Counter()
    for seat, player in enumerate(players):
        registered = state.players[seat].team_card
        if player.team is not None and registered is not None and player.team.card not in (None, registered):
            text = f"{state.name(seat)}'s declared team card is {state.catalogue.name_of(registered)}"
            yield Violation("CG-S03", text)
        for found in cards_in(player, seat):
            if found.place != "team_slot" and found.token.card is not None:
                known[token_owner(found.token.id), found.token.card] += 1
    for (owner, card), copies in known.items():
        yield from too_many(state, owner, card, copies)


def position(state: State) -> DeclarePosition:
    """Return the current position as a declaration: the initial contents of a form for a late start or a correction.

    Known cards are named and unknown ones are counted. Before the first turn, it is the start of a turn.
    """
    phase = cast("Phase", state.phase) if state.phase in get_args(Phase) else "median"
    turn = max(1, state.turn)
    turn_player = (state.first_player or 0) if state.turn_player is None else state.turn_player
    return DeclarePosition(
        turn=turn,
        turn_player=turn_player,
        phase=phase,
        sides=tuple(standing(player, seat) for seat, player in enumerate(state.players)),
        first_player=turn_player if turn % 2 else opponent_of(turn_player),
        students_played=state.students_played,
        draws_made=state.draws_made,
    )


def standing(player: Player, seat: int) -> DeclaredSide:
    """Return the declaration of a player's side; `placed` does the reverse."""
    robots = [
        DeclaredRobot(
            card=_ref(token_of(robot), seat),
            position=robot.position,
            drive_team=tuple(_ref(student, seat) for student in robot.drive_team),
            slot=slot,
            attempts=robot.attempts,
        )
        for slot, robot in enumerate(player.robots, start=1)
        if robot is not None
    ]
    slotted = [(slot, card) for slot, card in enumerate(player.slots, start=1) if card is not None]
    return DeclaredSide(
        points=player.points,
        deck=player.deck,
        hand=len(player.hand),
        retired=len(player.retired),
        hand_cards=_named(player.hand, seat),
        retired_cards=_named(player.retired, seat),
        team=_ref(player.team, seat) if player.team is not None else None,
        student_body=tuple(_ref(student, seat) for student in player.student_body),
        robots=tuple(robots),
        slots=tuple(
            DeclaredSlot(card=_ref(token_of(card), seat), slot=slot, counted=card.counted)
            for slot, card in sorted(slotted, key=lambda pair: pair[1].order)
        ),
    )


def _named(cards: tuple[Token, ...], seat: int) -> tuple[CardRef, ...]:
    """Return references to the cards that a declaration names: known cards, and cards from the other player's deck."""
    return tuple(_ref(card, seat) for card in cards if card.card is not None or token_owner(card.id) != seat)


def _ref(card: Token, seat: int) -> CardRef:
    """Return a reference to a card. A card from the other player's deck also gets its number, which shows its owner."""
    if token_owner(card.id) == seat:
        return card.card or UNKNOWN
    return format_token(card.id) + (f"={card.card}" if card.card else "")
