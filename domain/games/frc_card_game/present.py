"""The position that stands, as it would be declared: what a form for a late start or a correction begins with."""

from typing import cast, get_args

from domain.cards import UNKNOWN, CardRef, Token, format_token, token_owner
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.state import Player, State, opponent_of


def position(state: State) -> cmd.DeclarePosition:
    """What is known is named, what is not is counted; before the first turn, the start of one."""
    phase = cast("Phase", state.phase) if state.phase in get_args(Phase) else "median"
    turn = max(1, state.turn)
    turn_player = (state.first_player or 0) if state.turn_player is None else state.turn_player
    return cmd.DeclarePosition(
        turn=turn,
        turn_player=turn_player,
        phase=phase,
        sides=tuple(_side(player, seat) for seat, player in enumerate(state.players)),
        first_player=turn_player if turn % 2 else opponent_of(turn_player),
        students_played=state.students_played,
        draws_made=state.draws_made,
    )


def _side(player: Player, seat: int) -> cmd.DeclaredSide:
    robots = [
        cmd.DeclaredRobot(
            card=_ref(Token(robot.token, robot.card), seat),
            position=robot.position,
            drive_team=tuple(_ref(student, seat) for student in robot.drive_team),
            slot=slot,
            attempts=robot.attempts,
        )
        for slot, robot in enumerate(player.robots, start=1)
        if robot is not None
    ]
    slotted = [(slot, card) for slot, card in enumerate(player.slots, start=1) if card is not None]
    return cmd.DeclaredSide(
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
            cmd.DeclaredSlot(card=_ref(Token(card.token, card.card), seat), slot=slot, counted=card.counted)
            for slot, card in sorted(slotted, key=lambda pair: pair[1].order)
        ),
    )


def _named(cards: tuple[Token, ...], seat: int) -> tuple[CardRef, ...]:
    """The cards that can be told: known ones, and those of the other player's deck."""
    return tuple(_ref(card, seat) for card in cards if card.card is not None or token_owner(card.id) != seat)


def _ref(card: Token, seat: int) -> CardRef:
    """A card of one's own deck by its name, another's by its number too: it stays theirs."""
    if token_owner(card.id) == seat:
        return card.card or UNKNOWN
    return format_token(card.id) + (f"={card.card}" if card.card else "")
