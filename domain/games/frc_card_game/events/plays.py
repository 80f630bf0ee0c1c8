"""Events of plays and switches (CG-A)."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, SeatIndex, Token
from domain.games.frc_card_game import zones
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.state import FieldRobot, Position, RevealedHandCard, SlotCard, State
from domain.games.frc_card_game.visibility import lies_open, open_card, open_cards
from domain.narration import Narrator
from domain.seats import JUDGE
from domain.text import pluralize


class CardRevealed(FrcEvent, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card became known: played or shown."""

    player: SeatIndex
    token: int
    card: CardId
    to: SeatIndex | None = None
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        """Make the hand card known to those who saw it."""
        player = zones.bind_hand(state.players[self.player], self.token, self.card)
        if RevealedHandCard(self.token, self.to) not in player.shown:
            player = replace(player, shown=(*player.shown, RevealedHandCard(self.token, self.to)))
        return zones.with_player(state, self.player, player)

    def is_implied(self, later: Iterable[State]) -> bool:
        """Return True for a hand card that is played, discarded or moved to an open place, which names it if it was unknown."""
        return self.to is None and any(lies_open(state, self.token) for state in later)

    def describe(self, narrator: Narrator[State]) -> str:
        who, card = narrator.seat(self.player), narrator.card(self.card)
        if self.to is None:
            return f"{who} shows {card}"
        seen = card if narrator.viewpoint in (JUDGE, self.player, self.to) else UNKNOWN
        return (
            f"{who} turns out to hold {seen}"
            if self.to == self.player
            else f"{who} shows {seen} to {narrator.seat(self.to)}"
        )


class StudentPlayed(FrcEvent, frozen=True, kw_only=True, tag="student_played"):
    """A student joins the Student Body (CG-A03)."""

    player: SeatIndex
    token: int
    card: CardId
    used: int
    """Student plays of this turn, including this one."""
    allowed: int
    dormant: bool = False
    template = "{player} plays the student {card} ({used} of {allowed})"

    def evolve(self, state: State) -> State:
        player = zones.from_hand(state.players[self.player], self.token)
        player = replace(player, student_body=(*player.student_body, Token(self.token, self.card)))
        state = replace(state, players=zones.players_with(state, self.player, player), students_played=self.used)
        return zones.hold_back(state, self.token, self.dormant)


class MentorPlayed(FrcEvent, frozen=True, kw_only=True, tag="mentor_played"):
    """A mentor was played to a slot."""

    player: SeatIndex
    slot: int
    mentor: SlotCard
    dormant: bool = False
    template = "{player} plays the mentor {mentor.card}"

    def evolve(self, state: State) -> State:
        """Into its slot (CG-F05)."""
        player = zones.set_slotted(
            zones.from_hand(state.players[self.player], self.mentor.token), self.slot - 1, self.mentor
        )
        state = replace(state, players=zones.players_with(state, self.player, player), plays=state.plays + 1)
        return zones.hold_back(state, self.mentor.token, self.dormant)


class EventPlayed(FrcEvent, frozen=True, kw_only=True, tag="event_played"):
    """An event was played to a slot. Its counting of turns is fixed from now on (CG-X04)."""

    player: SeatIndex
    slot: int
    event: SlotCard
    dormant: bool = False

    def evolve(self, state: State) -> State:
        """Into its slot (CG-F05)."""
        player = zones.set_slotted(
            zones.from_hand(state.players[self.player], self.event.token), self.slot - 1, self.event
        )
        state = replace(state, players=zones.players_with(state, self.player, player), plays=state.plays + 1)
        return zones.hold_back(state, self.event.token, self.dormant)

    def describe(self, narrator: Narrator[State]) -> str:
        played = self.event
        lasts = f" for {pluralize(played.count, 'turn')}" if played.kind == "turns" else ""
        return f"{narrator.seat(self.player)} plays the event {narrator.card(played.card)}{lasts}"


class Assigned(Struct, frozen=True, gc=False):
    """An attribute and the student that provides it."""

    attribute: str
    student: int


class RobotPlayed(FrcEvent, frozen=True, kw_only=True, tag="robot_played"):
    """A robot takes a slot (CG-A07)."""

    player: SeatIndex
    slot: int
    token: int
    card: CardId
    offense: int
    defense: int
    position: Position
    assigned: tuple[Assigned, ...] = ()
    dormant: bool = False
    template = "{player} plays the robot {card} ({offense}/{defense}, {position})"

    def evolve(self, state: State) -> State:
        """Put the robot into its slot (CG-F04); a later event adds its Drive Team."""
        robot = FieldRobot(self.token, self.card, self.offense, self.defense, self.position, turn=state.turn)
        player = zones.set_robot(zones.from_hand(state.players[self.player], self.token), self.slot - 1, robot)
        return zones.hold_back(zones.with_player(state, self.player, player), self.token, self.dormant)


class DriveTeamFormed(FrcEvent, frozen=True, kw_only=True, tag="drive_team_formed"):
    """The students that built a robot go under it (CG-A09)."""

    player: SeatIndex
    robot: int
    students: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        """Move the students under the robot (CG-A09): from the Student Body or, as played, from any other zone."""
        for student in self.students:
            state = zones.remove_card(state, student.id, stays=True)
        found = zones.find_robot(state, self.robot)
        if found is None:
            return state
        side, index, robot = found
        robot = replace(robot, drive_team=robot.drive_team + self.students)
        return zones.with_player(state, side, zones.set_robot(state.players[side], index, robot))

    def describe(self, narrator: Narrator[State]) -> str:
        verb = "join" if len(self.students) > 1 else "joins"
        return f"{open_cards(narrator, self.students)} {verb} {open_card(narrator, self.robot)}'s Drive Team"


class PositionSwitched(FrcEvent, frozen=True, kw_only=True, tag="position_switched"):
    """A robot changed its position (CG-A11)."""

    player: SeatIndex
    robot: int
    to: Position
    template = "{player} switches {robot:open} to {to} position"

    def evolve(self, state: State) -> State:
        return zones.with_robot(state, self.robot, lambda robot: replace(robot, position=self.to))
