"""What follows from the setup commands (CG-S)."""

from domain.cards import DeckList, Token, parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import ActiveFrom, index_of
from domain.games.frc_card_game.events.setup import (
    CardDefined,
    CoinFlipped,
    DeckShuffled,
    MatchStarted,
    OpeningHandDrawn,
    Seated,
    TeamCardPlayed,
)
from domain.games.frc_card_game.resolve.course import Course
from domain.games.frc_card_game.resolve.turns import begin_turn
from domain.games.frc_card_game.state import STARTING_POINTS
from domain.games.frc_card_game.version import RULES_VERSION
from domain.games.frc_card_game.zones import next_token


def start_match(course: Course, command: cmd.StartMatch) -> None:
    """CG-S01, CG-S02, CG-S09."""
    course.add(
        MatchStarted(
            players=tuple(_seated(player) for player in command.players),
            options=command.options,
            rules_version=RULES_VERSION,
            points=STARTING_POINTS,
            seed=command.seed,
        )
    )


def _seated(player: cmd.PlayerSetup) -> Seated:
    deck = player.deck
    if isinstance(deck, DeckList):
        cards = tuple(sorted(deck.cards.items()))
        team = player.team or deck.beside.get("team")
        return Seated(name=player.name, deck_size=deck.size, deck_list=cards, team_card=team)
    return Seated(name=player.name, deck_size=deck, team_card=player.team)


def define_card(course: Course, command: cmd.DefineCard) -> None:
    """A card that the catalogue lacks."""
    course.add(CardDefined(card=command.card))


def play_team_card(course: Course, command: cmd.PlayTeamCard) -> None:
    """CG-S03. Effects start with turn 1 (CG-Q07), or later where the card says so."""
    ref = parse_ref(command.card)
    token = next_token(course.state.players[command.player], command.player)
    card = ref.card or ""
    held = card in index_of(course.state.catalogue, ActiveFrom).by_card
    course.add(TeamCardPlayed(player=command.player, token=token, card=card, dormant=held))
    _begin_when_complete(course)


def draw_opening_hand(course: Course, command: cmd.DrawOpeningHand) -> None:
    """CG-S04, CG-S08."""
    seat, player = command.player, course.state.players[command.player]
    drawn = tuple(
        Token(next_token(player, seat, offset), parse_ref(text).card) for offset, text in enumerate(command.cards)
    )
    course.add(DeckShuffled(player=seat))
    course.add(OpeningHandDrawn(player=seat, cards=drawn, deck_after=player.deck - len(drawn)))
    _begin_when_complete(course)


def flip_coin(course: Course, command: cmd.FlipCoin) -> None:
    """CG-S06."""
    course.add(
        CoinFlipped(first_player=command.first_player, caller=command.caller, call=command.call, face=command.face)
    )
    _begin_when_complete(course)


def _begin_when_complete(course: Course) -> None:
    """CG-S07: turn 1 begins by itself."""
    state = course.state
    ready = all(player.team_played and player.opening_drawn for player in state.players)
    if state.phase == "setup" and ready and state.first_player is not None:
        begin_turn(course, 1, state.first_player)
