"""A declared position: the table as it stands, built anew; what is not stated is unknown."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, parse_ref, token_id, token_owner
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import RobotCard
from domain.games.frc_card_game.events.by_hand import PositionDeclared
from domain.games.frc_card_game.field import counts_turn
from domain.games.frc_card_game.slots import slotted_card
from domain.games.frc_card_game.state import ROBOT_SLOTS, SHARED_SLOTS, Player, Robot, Slotted, State, opponent_of
from domain.games.frc_card_game.zones import cards_in, next_token


class Tokens:
    """Gives out tokens for the cards of one side, in the order in which they are named."""

    def __init__(self, player: Player, seat: int) -> None:
        self._first = token_id(seat, 0)
        self._next = next_token(player, seat)

    def card(self, text: str = "??") -> Token:
        """The named token, or a new one of this side."""
        ref = parse_ref(text)
        if ref.token is None:
            token, self._next = self._next, self._next + 1
        else:
            token = ref.token
        return Token(token, ref.card)

    @property
    def after(self) -> int:
        """Number of the next token."""
        return self._next - self._first


def declared(state: State, command: cmd.DeclarePosition) -> PositionDeclared:
    """The event that puts a declared position in place."""
    first = command.first_player
    if first is None:
        first = command.turn_player if command.turn % 2 else opponent_of(command.turn_player)
    at = replace(state, turn=command.turn, turn_player=command.turn_player, plays=0)
    players = tuple(_player(at, seat, side) for seat, side in enumerate(command.sides))
    return PositionDeclared(
        turn=command.turn,
        turn_player=command.turn_player,
        first_player=first,
        phase=command.phase,
        players=players,
        students_played=command.students_played,
        draws_made=command.draws_made,
        plays=max((slotted.order for p in players for slotted in p.slots if slotted is not None), default=0),
    )


def _player(state: State, seat: int, side: cmd.DeclaredSide) -> Player:
    before = state.players[seat]
    tokens = Tokens(before, seat)
    team = before.team if side.team is None else tokens.card(side.team)
    robots = _robots(state, side, tokens)
    slots = _slots(state, seat, side, tokens)
    student_body = tuple(tokens.card(text) for text in side.student_body)
    hand = _counted(tokens, side.hand_cards, side.hand)
    retired = _counted(tokens, side.retired_cards, side.retired)
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
        next_number=tokens.after,
    )


def _counted(tokens: Tokens, named: tuple[str, ...], count: int) -> tuple[Token, ...]:
    """So many cards, the named ones first."""
    return (*(tokens.card(text) for text in named), *(tokens.card() for _ in range(count - len(named))))


def _robots(state: State, side: cmd.DeclaredSide, tokens: Tokens) -> tuple[Robot | None, ...]:
    slots: list[Robot | None] = [None] * ROBOT_SLOTS
    for given in side.robots:
        card = tokens.card(given.card)
        record = state.catalogue.get(card.card)
        offense, defense = (record.offense or 0, record.defense or 0) if isinstance(record, RobotCard) else (0, 0)
        team = tuple(tokens.card(text) for text in given.drive_team)
        robot = Robot(card.id, card.card or "", offense, defense, given.position, team, given.attempts, state.turn)
        slots[_index(slots, given.slot)] = robot
    return tuple(slots)


def _slots(state: State, seat: int, side: cmd.DeclaredSide, tokens: Tokens) -> tuple[Slotted | None, ...]:
    slots: list[Slotted | None] = [None] * SHARED_SLOTS
    for order, given in enumerate(side.slots, start=1):
        slotted = slotted_card(state, tokens.card(given.card), seat)
        now = counts_turn(slotted.counting, seat, state.turn_player or 0)
        slots[_index(slots, given.slot)] = replace(
            slotted, order=order, counted=given.counted, counted_in=state.turn if now else state.turn - 1
        )
    return tuple(slots)


def _index(slots: list[Robot | None] | list[Slotted | None], slot: int | None) -> int:
    """Index of the slot named, or of the lowest free one. `check` saw to it that it is free."""
    return slot - 1 if slot is not None else slots.index(None)


def faults_of_sides(command: cmd.DeclarePosition) -> Iterator[tuple[str, str]]:
    """Rule and text of what no table can hold: too many cards in slots, more known cards than there are."""
    for side in command.sides:
        for rule, name, limit, given in (
            ("CG-F04", "robot", ROBOT_SLOTS, [r.slot for r in side.robots]),
            ("CG-F05", "mentor and event", SHARED_SLOTS, [s.slot for s in side.slots]),
        ):
            named = [slot for slot in given if slot is not None]
            if len(given) > limit or len(set(named)) < len(named) or any(not 1 <= s <= limit for s in named):
                yield rule, f"a side has {limit} {name} slots, 1 to {limit}, each for one card"
            elif named and len(named) < len(given):
                yield rule, f"name the slot of every {name} card, or of none"
        if side.hand < len(side.hand_cards) or side.retired < len(side.retired_cards):
            yield "CG-F01", "more cards are named than the hand or the pile has"
        if min(side.deck, side.hand, side.retired) < 0 or max(side.deck, side.hand, side.retired) >= TOKENS_PER_SEAT:
            yield "CG-F01", f"a number of cards is 0 to {TOKENS_PER_SEAT - 1}"


def cards_per_owner(event: PositionDeclared) -> dict[int, int]:
    """Cards of each owner in a declared position, a team card that is still to be played included."""
    counts = {seat: player.deck + (not player.team_played) for seat, player in enumerate(event.players)}
    for seat, player in enumerate(event.players):
        for found in cards_in(player, seat):
            owner = token_owner(found.token.id)
            counts[owner] = counts.get(owner, 0) + 1
    return counts
