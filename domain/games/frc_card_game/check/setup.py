"""What is wrong with setup commands (CG-S, CG-D)."""

from collections.abc import Iterator

from domain.cards import DeckList, parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import (
    TeamCard,
    check_catalogue,
    check_deck,
    check_deck_size,
    check_record,
    check_team_card,
)
from domain.games.frc_card_game.gates import name, newly_known, no_such_player
from domain.games.frc_card_game.options import CHOICES
from domain.games.frc_card_game.state import OPENING_HAND, State
from domain.rules import Violation


def start_match(state: State, command: cmd.StartMatch) -> Iterator[Violation]:
    """CG-S01, CG-S03, CG-S09, CG-D, CG-V, CG-K."""
    if state.phase != "unopened":
        yield Violation("CG-S09", "the match is started: its options stay as they are", impossible=True)
        return
    count = len(command.players)
    if count != 2:
        yield Violation("CG-S01", f"two players, not {count}", impossible=True)
    names = [player.name for player in command.players]
    if len(set(names)) < count:
        yield Violation("CG-S01", f"{names[0]} is named twice: the players need different names")
    if any(not name.strip() for name in names):
        yield Violation("CG-S01", "a player needs a name")
    for player in command.players:
        yield from _deck(state, player)
    for option, (rule, values) in CHOICES.items():
        value = str(getattr(command.options, option))
        if value not in values:
            yield Violation(rule, f"{option}: {value!r} is none of {', '.join(values)}", impossible=True)
    yield from check_catalogue(state.catalogue)


def _deck(state: State, player: cmd.PlayerSetup) -> Iterator[Violation]:
    if isinstance(player.deck, int):
        yield from check_deck_size(player.deck, player.name)
        if player.team is not None:
            yield from check_team_card(state.catalogue, player.team, player.name)
        return
    deck = player.deck
    if player.team is not None and "team" in deck.beside and deck.beside["team"] != player.team:
        yield Violation("CG-D02", f"{player.name}: two team cards, {player.team} and {deck.beside['team']}")
    elif player.team is not None:
        deck = DeckList(deck.cards, deck.name, deck.game, {**deck.beside, "team": player.team})
    yield from check_deck(state.catalogue, deck, player.name)


def define_card(state: State, command: cmd.DefineCard) -> Iterator[Violation]:
    """CG-K: a new card must be a good record under a new id and name."""
    if state.phase == "unopened":
        yield Violation("CG-S07", "start the match first, or put the card into the catalogue", impossible=True)
    yield from check_record(command.card)
    if command.card.card_id in state.catalogue:
        yield Violation("CG-K01", f"the card id {command.card.card_id!r} is already used", impossible=True)
    elif any(record.name == command.card.name for record in state.catalogue):
        yield Violation("CG-K01", f"the name {command.card.name!r} is already used")


def play_team_card(state: State, command: cmd.PlayTeamCard) -> Iterator[Violation]:
    """CG-S03, CG-F02."""
    player, ref = state.players[command.player], parse_ref(command.card)
    if player.team_played:
        text = f"{name(state, command.player)} has played a team card: exactly one each"
        yield Violation("CG-S03", text, impossible=True)
        if player.team is not None:
            yield Violation("CG-F02", "the one team card slot is taken", impossible=True)
        return
    if ref.card is None or ref.card not in state.catalogue:
        yield Violation("CG-S03", "say which team card it is", impossible=True)
    elif not isinstance(state.catalogue.get(ref.card), TeamCard):
        yield Violation("CG-S03", f"{state.catalogue.name_of(ref.card)} is no team card")
    elif player.team_card not in (None, ref.card):
        declared = state.catalogue.name_of(player.team_card)
        yield Violation("CG-S03", f"the declared team card is {declared}")


def draw_opening_hand(state: State, command: cmd.DrawOpeningHand) -> Iterator[Violation]:
    """CG-S04, CG-S05."""
    player, count = state.players[command.player], len(command.cards)
    if player.opening_drawn:
        who = name(state, command.player)
        yield Violation("CG-S04", f"{who} has drawn the opening hand")
        yield Violation("CG-S05", "there is no mulligan")
    if count != OPENING_HAND or count > player.deck:
        yield Violation("CG-S04", f"{OPENING_HAND} cards, not {count}", impossible=count > player.deck)
    known = tuple(card for text in command.cards if (card := parse_ref(text).card) is not None)
    yield from newly_known(state, command.player, known)


def flip_coin(state: State, command: cmd.FlipCoin) -> Iterator[Violation]:
    """CG-S06."""
    if not 0 <= command.first_player < len(state.seats):
        yield Violation("CG-S06", "the first player must be one of the two", impossible=True)
        return
    yield from no_such_player(state, command.caller)
    if state.first_player is not None:
        yield Violation("CG-S06", f"the coin has been flipped: {name(state, state.first_player)}", impossible=True)
    if None not in (command.caller, command.call, command.face):
        caller_first = command.call == command.face
        if (command.first_player == command.caller) != caller_first:
            right = "goes first" if caller_first else "does not go first"
            text = f"{name(state, command.caller)} called {command.call}, it fell {command.face}: the caller {right}"
            yield Violation("CG-S06", text)
