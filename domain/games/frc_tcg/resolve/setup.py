"""Setup: the match, house rules, decks, the first player, opening hands, prize cards (TCG-S01 to S08)."""

from typing import Final

from domain.cards import Token, find, parse_ref
from domain.games.frc_tcg.cards.decks import fitting_profile, profile_size
from domain.games.frc_tcg.commands.setup import (
    AgreeHouseRule,
    CreateMatch,
    DefineCard,
    DetermineFirstPlayer,
    DrawOpeningHand,
    RegisterDeck,
    SetPrizeCards,
    ShuffleDeck,
    StartMatch,
)
from domain.games.frc_tcg.events.setup import (
    CardDefined,
    DeckRegistered,
    DeckShuffled,
    FirstPlayerDetermined,
    HouseRuleAgreed,
    MatchCreated,
    MatchStarted,
    OpeningHandDrawn,
    PrizeCardsSet,
)
from domain.games.frc_tcg.events.turn import TurnStarted
from domain.games.frc_tcg.options import sides_of, with_text
from domain.games.frc_tcg.references import off_the_top
from domain.games.frc_tcg.resolve.progress import Progress


def _create_match(progress: Progress, command: CreateMatch) -> None:
    sides = sides_of(command.options, command.players)
    assert sides is not None
    progress.add(MatchCreated(players=command.players, sides=sides, options=command.options))


def _agree_house_rule(progress: Progress, command: AgreeHouseRule) -> None:
    state = progress.state
    options = with_text(state.options, command.option_changes)
    sides = sides_of(options, tuple(seat.name for seat in state.seats))
    assert sides is not None
    progress.add(HouseRuleAgreed(text=command.text, options=options, sides=sides))


def deck_of(progress: Progress, command: RegisterDeck) -> DeckRegistered:
    """The deck as registered: profile and size filled in where left open."""
    cards = dict(command.cards)
    stated = sum(cards.values()) or command.size
    profile = command.profile
    if profile == "auto":
        profile = fitting_profile(progress.state.catalogue, cards, stated or 0)
    size = stated if stated is not None else profile_size(profile)
    return DeckRegistered(player=command.player, profile=profile, size=size, cards=cards)


def _register_deck(progress: Progress, command: RegisterDeck) -> None:
    progress.add(deck_of(progress, command))


def _define_card(progress: Progress, command: DefineCard) -> None:
    progress.add(CardDefined(record=command.record))


def _determine_first_player(progress: Progress, command: DetermineFirstPlayer) -> None:
    progress.add(FirstPlayerDetermined(player=command.player, method=command.method, result=command.result))


def _shuffle_deck(progress: Progress, command: ShuffleDeck) -> None:
    progress.add(DeckShuffled(player=command.player, reason=command.reason, seed=command.seed))


def _draw_opening_hand(progress: Progress, command: DrawOpeningHand) -> None:
    player = progress.state.players[command.player]
    progress.add(OpeningHandDrawn(player=command.player, cards=off_the_top(player, 0, command.cards)))


def prize_tokens(deck: tuple[Token, ...], names: tuple[str, ...]) -> tuple[Token, ...]:
    """Cards searched out of a deck: known ones where they lie, the others from the unknown cards at the bottom."""
    left = list(deck)
    found: list[Token] = []
    for text in names:
        ref = parse_ref(text)
        known = find(left, ref) if ref.card is not None or ref.token is not None else None
        token = known or next((card for card in reversed(left) if card.card is None), left[-1])
        left.remove(token)
        found.append(Token(token.id, ref.card or token.card))
    return tuple(found)


def _set_prize_cards(progress: Progress, command: SetPrizeCards) -> None:
    deck = progress.state.players[command.player].deck
    progress.add(PrizeCardsSet(player=command.player, cards=prize_tokens(deck, command.cards)))


def _start_match(progress: Progress, _command: StartMatch) -> None:
    progress.add(MatchStarted())
    progress.add(TurnStarted(player=max(0, progress.state.first), turn=1))


SETUP: Final[dict[type, object]] = {
    CreateMatch: _create_match,
    AgreeHouseRule: _agree_house_rule,
    RegisterDeck: _register_deck,
    DefineCard: _define_card,
    DetermineFirstPlayer: _determine_first_player,
    ShuffleDeck: _shuffle_deck,
    DrawOpeningHand: _draw_opening_hand,
    SetPrizeCards: _set_prize_cards,
    StartMatch: _start_match,
}
