"""Tables to start tests from: two players, Ada and Bo, at any moment of a match."""

from collections.abc import Iterable
from importlib.resources import files

from domain.cards import Catalogue, DeckList, catalogue_from_toml, deck_from_toml
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import AnyCard
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.position import DeclaredRobot, DeclaredSide, DeclaredSlot, DeclarePosition
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import Phase, State
from tests.scenario import Scenario

Table = Scenario[State, FrcCommand, FrcEvent]
ADA, BO = 0, 1
RESOURCES = files("domain.games.frc_card_game")


def catalogue_of(name: str) -> Catalogue[AnyCard]:
    """One of the game's catalogues."""
    return catalogue_from_toml(RESOURCES.joinpath(f"catalogue/{name}.toml").read_text(encoding="utf-8"), AnyCard, name)


def sample_decks() -> dict[str, DeckList]:
    """The decks that come with the game, by file name."""
    return {
        p.name: deck_from_toml(p.read_text(encoding="utf-8"), p.name) for p in RESOURCES.joinpath("decks").iterdir()
    }


CARDS = catalogue_of("adas_gamble")
SAMPLE = catalogue_of("sample")


def empty() -> Table:
    """Before the match is started."""
    return Scenario(GAME, CARDS)


def started(**options: str) -> Table:
    """In the setup; decks of 30, known by size."""
    players = (PlayerSetup(name="Ada", deck=30), PlayerSetup(name="Bo", deck=30))
    return empty().do(StartMatch(players=players, options=Options(**options)))


def opened() -> Table:
    """Turn 1 of Ada, in the median phase; all cards unknown."""
    return started().do(
        "play_team_card Ada iron_gears",
        "play_team_card Bo volt_club",
        "draw_opening_hand Ada",
        "draw_opening_hand Bo",
        "flip_coin Ada",
    )


def side(
    *,
    points: int = 4000,
    hand: str = "",
    unknown: int = 0,
    body: str = "",
    robots: Iterable[str] = (),
    slots: Iterable[str] = (),
    retired: str = "",
    deck: int | None = None,
    size: int = 30,
    team: str | None = None,
) -> DeclaredSide:
    """One side: cards by words, robots as `card position student…`, mentors and events as `card turns-counted`.

    The deck holds what is missing to `size`; with `deck` given, the pile does.
    """
    built = tuple(_robot(text) for text in robots)
    filled = tuple(_slot(text) for text in slots)
    known, students, pile = tuple(hand.split()), tuple(body.split()), tuple(retired.split())
    placed = len(known) + unknown + len(students) + len(filled) + sum(1 + len(r.drive_team) for r in built)
    return DeclaredSide(
        points=points,
        hand=len(known) + unknown,
        hand_cards=known,
        student_body=students,
        robots=built,
        slots=filled,
        retired=len(pile) if deck is None else size - placed - deck,
        retired_cards=pile,
        deck=size - placed - len(pile) if deck is None else deck,
        team=team,
    )


def _robot(text: str) -> DeclaredRobot:
    card, position, *team = text.split()
    assert position in ("offensive", "defensive")
    return DeclaredRobot(card=card, position=position, drive_team=tuple(team))


def _slot(text: str) -> DeclaredSlot:
    card, _, counted = text.partition(" ")
    return DeclaredSlot(card=card, counted=int(counted or 0))


def table(
    phase: Phase = "main",
    ada: DeclaredSide | None = None,
    bo: DeclaredSide | None = None,
    *,
    turn: int = 3,
    player: int = ADA,
    options: dict[str, str] | None = None,
    draws_made: int = 1,
) -> Table:
    """Ada's turn 3 unless said otherwise, the fields as given, team cards on the table."""
    position = DeclarePosition(
        turn=turn,
        turn_player=player,
        phase=phase,
        sides=(ada or side(unknown=2), bo or side(unknown=2)),
        draws_made=draws_made,
    )
    teams = ("play_team_card Ada iron_gears", "play_team_card Bo volt_club")
    return started(**(options or {})).do(*teams).do(position)


def names(there: Table, seat: int, zone: str) -> list[str]:
    """The card ids in a zone of one side."""
    player = there.state.players[seat]
    if zone == "robots":
        return [robot.card for robot in player.robots if robot is not None]
    if zone == "slots":
        return [slotted.card for slotted in player.slots if slotted is not None]
    tokens = {"hand": player.hand, "body": player.student_body, "retired": player.retired}[zone]
    return [token.card or "??" for token in tokens]


def points(there: Table) -> tuple[int, ...]:
    """Both players' points."""
    return tuple(player.points for player in there.state.players)


def tags(there: Table) -> list[str]:
    """The tags of the last command's events."""
    return [str(event.__struct_config__.tag) for event in there.events]


def by_hand(there: Table, *changes: str) -> Table:
    """Resolves Ada's team card as these changes."""
    return there.do(f"resolve_card_effect iron_gears changes=[{', '.join(changes)}]")


def sample_table(*, first: str = "Ada") -> Table:
    """Turn 1 with sample cards; Ada has the Gear Guild (200 points at the start), Bo the Torque Society (median reminder)."""
    return Scenario(GAME, SAMPLE).do(
        "start_match [(name=Ada, deck=30), (name=Bo, deck=30)]",
        "play_team_card Ada gear_guild",
        "play_team_card Bo torque_society",
        "draw_opening_hand Ada",
        "draw_opening_hand Bo",
        f"flip_coin {first}",
    )
