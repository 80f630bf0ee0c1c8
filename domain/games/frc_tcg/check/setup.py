"""Setup and deck construction (TCG-S01 to S08, D01 to D07, V01 to V04, V08)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.cards import find, parse_ref
from domain.games.frc_tcg.cards import PROFILES, check_card, check_catalogue, check_deck
from domain.games.frc_tcg.check.acting import missing_step
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
from domain.games.frc_tcg.known import (
    comes_to_light,
    identities_fit,
    impossible,
    is_seat,
)
from domain.games.frc_tcg.options import (
    CHOICES,
    COLOURS,
    RULE_OF,
    Options,
    sides_of,
    with_text,
)
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.resolve.setup import deck_of
from domain.games.frc_tcg.state import (
    DRAWN,
    HAND,
    PRIZES_SET,
    REGISTERED,
    SHUFFLED,
    State,
)
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted

METHODS: Final = ("coin_flip", "die_roll", "agreement", "unknown")


def _create_match(state: State, command: CreateMatch) -> Iterator[Violation]:
    if state.status != "unopened":
        yield impossible("TCG-S02", "the match is open already")
        return
    names = command.players
    if len(names) < 2 or len(set(names)) != len(names) or not all(names):
        yield impossible("TCG-S01", "a match needs two or more different players")
        return
    yield from check_options(command.options, names)
    yield from check_catalogue(state.catalogue)


def check_options(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    """All options that are unknown or do not go together."""
    for name, choices in CHOICES.items():
        if getattr(options, name) not in choices:
            yield impossible(RULE_OF[name], f"{name} {getattr(options, name)!r}; there are {', '.join(choices)}")
    if options.prize_count < 1:
        yield impossible("TCG-S07", f"{counted(options.prize_count, 'prize card')}; 1 to 4 prize cards")
    elif options.prize_count > 4:
        yield Violation("TCG-S07", f"{counted(options.prize_count, 'prize card')}; 1 to 4 prize cards")
    if options.boosters == "on" and options.max_deck_size < 54:
        yield impossible("TCG-D04", "boosters need a maximum deck size of 54 or more (max_deck_size)")
    yield from _check_teams(options, names)
    yield from _check_divisions(options, names)


def _check_teams(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    sides = sides_of(options, names)
    if sides is None:
        yield impossible("TCG-V04", "teams name every player once: 1+3/2+4")
        return
    if options.teams in ("", "none"):
        return
    sizes = Counter(sides)
    if len(sizes) < 2 or len(set(sizes.values())) > 1 or sizes[0] < 2:
        yield impossible("TCG-V04", "teams are two or more, of the same size, of two partners or more")
    elif any(sides[n] != sides[n % len(sizes)] for n in range(len(sides))):
        yield Violation("TCG-V04", "seats alternate between the teams")


def _check_divisions(options: Options, names: tuple[str, ...]) -> Iterator[Violation]:
    if options.divisions in ("", "none"):
        if options.teams != "none":
            yield Violation("TCG-V04", "each partner has one colour: divisions=red/green/...")
        return
    seats = [part.split("+") for part in options.divisions.split("/")]
    if len(seats) != len(names):
        yield impossible(
            "TCG-V02", f"divisions for {counted(len(seats), 'seat')}, {counted(len(names), 'player')}: red/green+blue"
        )
    unknown = [colour for colours in seats for colour in colours if colour not in COLOURS]
    if unknown:
        yield impossible("TCG-V02", f"no colour {unknown[0]!r}; there are {', '.join(COLOURS)}")
    elif options.teams != "none" and any(len(colours) != 1 for colours in seats):
        yield Violation("TCG-V04", "each partner has exactly one colour")


def _agree_house_rule(state: State, command: AgreeHouseRule) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
        return
    if state.status != "setup":
        yield Violation("TCG-S02", "must be agreed before the game starts")
        yield Violation("TCG-V08", "a house rule is agreed before the start")
    missing = set(range(len(state.players))) - set(command.agreed_by)
    if command.agreed_by and missing:
        yield Violation("TCG-V08", f"{seat_name(state.seats, min(missing))} has not agreed")
    try:
        options = with_text(state.options, command.option_changes)
    except ValueError as error:
        yield impossible("TCG-V08", str(error))
        return
    yield from check_options(options, tuple(seat.name for seat in state.seats))


def _in_setup(state: State, seat: int, rule: str) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
    elif not is_seat(state, seat):
        yield impossible(rule, f"there is no seat {seat + 1}")
    elif state.status != "setup":
        yield impossible(rule, "that belongs to the setup: must be agreed before the game starts")


def _register_deck(state: State, command: RegisterDeck) -> Iterator[Violation]:
    early = tuple(_in_setup(state, command.player, "TCG-S02"))
    yield from early
    if early:
        return
    if command.profile not in (*PROFILES, "auto"):
        yield impossible("TCG-D02", f"no profile {command.profile!r}; there are auto, {', '.join(PROFILES)}")
        return
    if state.players[command.player].step > REGISTERED:
        yield impossible("TCG-S02", "the deck is in play already")
        return
    if any(copies < 1 for copies in command.cards.values()):
        yield impossible("TCG-D01", "a list has one or more of each card it names")
        return
    deck = deck_of(Progress(state), command)
    if not 0 < deck.size < 1000:
        yield impossible("TCG-D01", f"{counted(deck.size, 'card')}; the deck needs 54")
        return
    if command.size is not None and command.size != deck.size:
        yield impossible("TCG-D01", f"the list has {counted(deck.size, 'card')}, not {command.size}")
    yield from check_deck(
        state.catalogue,
        command.cards,
        state.options,
        seat=command.player,
        size=deck.size,
        profile=deck.profile,
    )


def _define_card(state: State, command: DefineCard) -> Iterator[Violation]:
    if command.record.card_id in state.catalogue:
        yield impossible("TCG-K01", f"the catalogue has a card {command.record.card_id} already")
    for violation in check_card(command.record):
        yield impossible(violation.rule, violation.text)


def _determine_first_player(state: State, command: DetermineFirstPlayer) -> Iterator[Violation]:
    early = tuple(_in_setup(state, command.player, "TCG-S03"))
    yield from early
    if command.method not in METHODS:
        yield impossible("TCG-S03", f"no method {command.method!r}; there are {', '.join(METHODS)}")
    if not early and state.first >= 0:
        yield Violation("TCG-S03", f"{seat_name(state.seats, state.first)} begins already")


def _shuffle_deck(state: State, command: ShuffleDeck) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
    elif not is_seat(state, command.player):
        yield impossible("TCG-S04", f"there is no seat {command.player + 1}")
    elif state.status != "setup":
        yield Violation("TCG-A12", "a deck in play is shuffled by a card's effect: resolve_card_effect")
    elif state.players[command.player].step < REGISTERED:
        yield impossible("TCG-S04", "no deck is registered: register_deck first")


def _draw_opening_hand(state: State, command: DrawOpeningHand) -> Iterator[Violation]:
    early = tuple(_in_setup(state, command.player, "TCG-S05"))
    yield from early
    if early:
        return
    player = state.players[command.player]
    if player.step < REGISTERED:
        yield impossible("TCG-S04", "no deck is registered: register_deck first")
        return
    if player.step >= DRAWN:
        yield impossible("TCG-S05", "the opening hand is drawn: there is no mulligan")
        return
    if player.step < SHUFFLED:
        yield Violation("TCG-S04", "the deck is shuffled before the opening draw")
    if len(command.cards) > len(player.deck):
        yield impossible("TCG-S05", f"{counted(len(command.cards), 'card')} drawn, the deck has {len(player.deck)}")
        return
    if len(command.cards) != HAND:
        yield Violation("TCG-S05", f"{counted(len(command.cards), 'card')}; the opening hand is 7")
    yield from identities_fit(state, command.player, command.cards)


def _set_prize_cards(state: State, command: SetPrizeCards) -> Iterator[Violation]:
    early = tuple(_in_setup(state, command.player, "TCG-S06"))
    yield from early
    if early:
        return
    player, wanted = state.players[command.player], state.options.prize_count
    if player.step < DRAWN:
        yield impossible("TCG-S06", "prize cards are taken after the opening draw")
        return
    if player.step >= PRIZES_SET:
        yield impossible("TCG-S06", "the prize cards are set")
        return
    if not 0 < len(command.cards) <= len(player.deck):
        yield impossible("TCG-S06", f"{counted(len(command.cards), 'prize card')}; {wanted} are taken")
        return
    if len(command.cards) != wanted:
        yield Violation("TCG-S06", f"{counted(len(command.cards), 'prize card')}; {wanted} are taken")
    yield from _in_deck(state, command)


def _in_deck(state: State, command: SetPrizeCards) -> Iterator[Violation]:
    player = state.players[command.player]
    left, new = list(player.deck), []
    for text in command.cards:
        ref = parse_ref(text)
        if ref.card is not None and ref.card not in state.catalogue:
            yield impossible("TCG-S06", f"no card {ref.card} in the catalogue: define_card first")
            return
        if ref.token is not None:
            token = find(left, ref)
            if token is None:
                yield impossible("TCG-S06", f"{text} is not in the deck")
                return
        else:
            token = (find(left, ref) if ref.card is not None else None) or find(left, parse_ref("??"))
        if token is None:
            yield impossible("TCG-S06", f"{text} is not in the deck")
            return
        left.remove(token)
        if token.card is None and ref.card is not None:
            new.append(ref.card)
    for violation in comes_to_light(state, command.player, new):
        yield Violation("TCG-S06", f"not in the deck: {violation.text}")


def _start_match(state: State, _command: StartMatch) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
        return
    if state.status != "setup":
        yield impossible("TCG-S08", "the match has started")
        return
    step = missing_step(state)
    if step:
        yield Violation("TCG-S08", f"not everyone is ready: {step}", impossible=_lacks_cards(state))
    if state.first < 0:
        yield impossible("TCG-S03", "the first player is not determined")
    if any(player.step == PRIZES_SET for player in state.players):
        yield Violation("TCG-S04", "a searched deck is shuffled again before the start")
    if len({len(player.prize_cards) for player in state.players}) > 1:
        yield Violation("TCG-S07", "1 to 4 prize cards, the same number for all")


def _lacks_cards(state: State) -> bool:
    """Whether someone has no prize cards yet: the match cannot be won without."""
    return any(player.step < PRIZES_SET for player in state.players)


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
