"""Setup and deck construction (TCG-S01 to S08, D01 to D07, V08)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta, field
from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, Token, find, parse_ref
from domain.games.frc_tcg.agreed_options import check_options
from domain.games.frc_tcg.cards.catalogue import check_card, check_catalogue
from domain.games.frc_tcg.cards.decks import PROFILES, check_deck, fitting_profile, profile_size
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.events import setup
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.turn import TurnStarted
from domain.games.frc_tcg.options import Options, sides_of
from domain.games.frc_tcg.references import check_drawn, check_in_deck, is_seat, top_cards
from domain.games.frc_tcg.state import DRAWN, HAND, PRIZES_SET, REGISTERED, SHUFFLED, State, missing_step
from domain.games.frc_tcg.turn_checks import check_not_over
from domain.options import option_rules, options_from
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.visibility import face_down
from domain.text import pluralize

METHODS: Final = ("coin_flip", "die_roll", "agreement", "unknown")


class _InSetup(TcgCommand, frozen=True, kw_only=True):
    """One player's setup step."""

    rule: ClassVar[str]
    """The rule that requires this step before the match."""

    @property
    @abstractmethod
    def player(self) -> SeatIndex:
        """The player who takes the step."""

    def gate(self, state: State) -> tuple[Violation, ...]:
        return tuple(_in_setup(state, self.player, self.rule))


class CreateMatch(TcgCommand, frozen=True, kw_only=True, tag="create_match"):
    """Open the match with its players, in turn order, and the agreed options."""

    title = "Open the match"
    players: tuple[str, ...]
    options: Options = field(default_factory=Options)
    rules = ("TCG-S01", "TCG-S02", *option_rules(Options).values())

    def validate(self, state: State) -> Iterator[Violation]:
        if state.status != "unopened":
            yield impossible("TCG-S02", "the match is open already")
            return
        names = self.players
        if len(names) < 2 or len(set(names)) != len(names) or not all(names):
            yield impossible("TCG-S01", "a match needs two or more different players")
            return
        yield from check_options(self.options, names)
        yield from check_catalogue(state.catalogue)

    def resolve(self, out: TcgBuffer) -> None:
        sides = sides_of(self.options, self.players)
        assert sides is not None
        out.add(setup.MatchCreated(players=self.players, sides=sides, options=self.options))


class AgreeHouseRule(TcgCommand, frozen=True, kw_only=True, tag="agree_house_rule"):
    """Agree on a house rule, which may change options."""

    title = "Agree on a house rule"
    text: str
    option_changes: dict[str, str] = field(default_factory=dict)
    agreed_by: tuple[SeatIndex, ...] = ()
    """Empty: everyone."""
    rules = ("TCG-S02", "TCG-V08", *option_rules(Options).values())

    def validate(self, state: State) -> Iterator[Violation]:
        if state.status == "unopened":
            yield impossible("TCG-S08", "no match is open: create_match first")
            return
        yield from check_not_over(state)
        if state.status != "setup":
            yield Violation("TCG-S02", "must be agreed before the game starts")
            yield Violation("TCG-V08", "a house rule is agreed before the start")
        missing = set(range(len(state.players))) - set(self.agreed_by)
        if self.agreed_by and missing:
            yield Violation("TCG-V08", f"{seat_name(state.seats, min(missing))} has not agreed")
        try:
            options = options_from(self.option_changes, state.options)
        except ValueError as error:
            yield impossible("TCG-V08", str(error))
            return
        yield from check_options(options, tuple(seat.name for seat in state.seats))

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        options = options_from(self.option_changes, state.options)
        sides = sides_of(options, tuple(seat.name for seat in state.seats))
        assert sides is not None
        out.add(setup.HouseRuleAgreed(text=self.text, options=options, sides=sides))


class RegisterDeck(_InSetup, frozen=True, kw_only=True, tag="register_deck"):
    """Register a player's deck: its list, or only its size."""

    title = "Register a deck"
    player: SeatIndex
    profile: Annotated[str, Meta(extra={"choices": ("auto", "later", "first_2015", "first_2015_as_printed")})] = "auto"
    cards: dict[str, int] = field(default_factory=dict)
    size: int | None = None
    rule = "TCG-S02"
    rules = ("TCG-D01", "TCG-D02", "TCG-D03", "TCG-D04", "TCG-D05", "TCG-S02", "TCG-V02", "TCG-V04")

    def validate(self, state: State) -> Iterator[Violation]:
        if self.profile not in (*PROFILES, "auto"):
            yield impossible("TCG-D02", f"no profile {self.profile!r}; there are auto, {', '.join(PROFILES)}")
            return
        if state.players[self.player].step > REGISTERED:
            yield impossible("TCG-S02", "the deck is in play already")
            return
        if any(copies < 1 for copies in self.cards.values()):
            yield impossible("TCG-D01", "a list has one or more of each card it names")
            return
        deck = self.deck(state)
        if not 0 < deck.size < 1000:
            yield impossible("TCG-D01", f"{pluralize(deck.size, 'card')}; the deck needs 54")
            return
        if self.size is not None and self.size != deck.size:
            yield impossible("TCG-D01", f"the list has {pluralize(deck.size, 'card')}, not {self.size}")
        yield from check_deck(
            state.catalogue, self.cards, state.options, seat=self.player, size=deck.size, profile=deck.profile
        )

    def resolve(self, out: TcgBuffer) -> None:
        out.add(self.deck(out.state))

    def deck(self, state: State) -> setup.DeckRegistered:
        """Return the event, with the profile and size filled in if omitted."""
        cards = dict(self.cards)
        stated = sum(cards.values()) or self.size
        profile = self.profile
        if profile == "auto":
            profile = fitting_profile(state.catalogue, cards, stated or 0)
        size = stated if stated is not None else profile_size(profile)
        return setup.DeckRegistered(player=self.player, profile=profile, size=size, cards=cards)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "RegisterDeck":  # noqa: ARG002
        known = viewpoint == self.player
        return self if known else replace(self, cards={}, size=sum(self.cards.values()) or self.size)


class DefineCard(TcgCommand, frozen=True, kw_only=True, tag="define_card"):
    """Add a card that is missing from the catalogue."""

    title = "Define a card"
    record: Card
    rules = ("TCG-K01", "TCG-K02", "TCG-K03", "TCG-K04", "TCG-K05", "TCG-K06")

    def validate(self, state: State) -> Iterator[Violation]:
        if self.record.card_id in state.catalogue:
            yield impossible("TCG-K01", f"the catalogue has a card {self.record.card_id} already")
        for violation in check_card(self.record):
            yield impossible(violation.rule, violation.text)

    def resolve(self, out: TcgBuffer) -> None:
        out.add(setup.CardDefined(record=self.record))


class DetermineFirstPlayer(TcgCommand, frozen=True, kw_only=True, tag="determine_first_player"):
    """Record the first player and the method that decided it."""

    title = "Determine the first player"
    player: SeatIndex
    method: Annotated[str, Meta(extra={"choices": ("coin_flip", "die_roll", "agreement", "unknown")})]
    result: str = ""
    rules = ("TCG-S03",)

    def validate(self, state: State) -> Iterator[Violation]:
        early = tuple(_in_setup(state, self.player, "TCG-S03"))
        yield from early
        if self.method not in METHODS:
            yield impossible("TCG-S03", f"no method {self.method!r}; there are {', '.join(METHODS)}")
        if not early and state.first >= 0:
            yield Violation("TCG-S03", f"{seat_name(state.seats, state.first)} begins already")

    def resolve(self, out: TcgBuffer) -> None:
        out.add(setup.FirstPlayerDetermined(player=self.player, method=self.method, result=self.result))


class ShuffleDeck(TcgCommand, frozen=True, kw_only=True, tag="shuffle_deck"):
    """Shuffle a deck."""

    title = "Shuffle a deck"
    player: SeatIndex
    reason: str = ""
    seed: int | None = None
    rules = ("TCG-A12", "TCG-S04")

    def validate(self, state: State) -> Iterator[Violation]:
        if state.status == "unopened":
            yield impossible("TCG-S08", "no match is open: create_match first")
        elif not is_seat(state, self.player):
            yield impossible("TCG-S04", f"seat {self.player + 1} does not exist")
        elif state.status != "setup":
            yield from check_not_over(state)
            yield Violation("TCG-A12", "a deck in play is shuffled by a card's effect: resolve_card_effect")
        elif state.players[self.player].step < REGISTERED:
            yield impossible("TCG-S04", "no deck is registered: register_deck first")

    def resolve(self, out: TcgBuffer) -> None:
        out.add(setup.DeckShuffled(player=self.player, reason=self.reason, seed=self.seed))


class DrawOpeningHand(_InSetup, frozen=True, kw_only=True, tag="draw_opening_hand"):
    """Draw the seven cards of the opening hand."""

    title = "Draw an opening hand"
    player: SeatIndex
    cards: tuple[CardRef, ...]
    rule = "TCG-S05"
    rules = ("TCG-D07", "TCG-S04", "TCG-S05")

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        if player.step < REGISTERED:
            yield impossible("TCG-S04", "no deck is registered: register_deck first")
            return
        if player.step >= DRAWN:
            yield impossible("TCG-S05", "the opening hand is drawn: there is no mulligan")
            return
        if player.step < SHUFFLED:
            yield Violation("TCG-S04", "the deck is shuffled before the opening draw")
        if len(self.cards) > len(player.deck):
            yield impossible("TCG-S05", f"{pluralize(len(self.cards), 'card')} drawn, the deck has {len(player.deck)}")
            return
        if len(self.cards) != HAND:
            yield Violation("TCG-S05", f"{pluralize(len(self.cards), 'card')}; the opening hand is 7")
        yield from check_drawn(state, self.player, self.cards)

    def resolve(self, out: TcgBuffer) -> None:
        player = out.state.players[self.player]
        out.add(setup.OpeningHandDrawn(player=self.player, cards=top_cards(player.deck, 0, self.cards)))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "DrawOpeningHand":  # noqa: ARG002
        return self if viewpoint == self.player else replace(self, cards=face_down(self.cards))


class SetPrizeCards(_InSetup, frozen=True, kw_only=True, tag="set_prize_cards"):
    """Take a player's prize cards out of the deck, in order of places."""

    title = "Set the prize cards aside"
    player: SeatIndex
    cards: tuple[CardRef, ...]
    rule = "TCG-S06"
    rules = ("TCG-D07", "TCG-S06")

    def validate(self, state: State) -> Iterator[Violation]:
        player, wanted = state.players[self.player], state.options.prize_count
        if player.step < DRAWN:
            yield impossible("TCG-S06", "prize cards are taken after the opening draw")
            return
        if player.step >= PRIZES_SET:
            yield impossible("TCG-S06", "the prize cards are set")
            return
        if not 0 < len(self.cards) <= len(player.deck):
            yield impossible("TCG-S06", f"{pluralize(len(self.cards), 'prize card')}; {wanted} are taken")
            return
        if len(self.cards) != wanted:
            yield Violation("TCG-S06", f"{pluralize(len(self.cards), 'prize card')}; {wanted} are taken")
        yield from self._in_deck(state)

    def resolve(self, out: TcgBuffer) -> None:
        deck = out.state.players[self.player].deck
        out.add(setup.PrizeCardsSet(player=self.player, cards=prize_tokens(deck, self.cards)))

    def _in_deck(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        left, new = list(player.deck), []
        for text in self.cards:
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
        for violation in check_in_deck(state, self.player, new):
            yield Violation("TCG-S06", f"not in the deck: {violation.text}")

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "SetPrizeCards":
        known = viewpoint == self.player or state.options.prizes_face == "up"
        return self if known else replace(self, cards=face_down(self.cards))


class StartMatch(TcgCommand, frozen=True, kw_only=True, tag="start_match"):
    """Start the first turn; every player must be ready."""

    title = "Start the match"
    rules = ("TCG-S03", "TCG-S04", "TCG-S07")

    def validate(self, state: State) -> Iterator[Violation]:
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

    def resolve(self, out: TcgBuffer) -> None:
        out.add(setup.MatchStarted())
        out.add(TurnStarted(player=max(0, out.state.first), turn=1))


def prize_tokens(deck: tuple[Token, ...], names: tuple[str, ...]) -> tuple[Token, ...]:
    """Return cards searched from a deck: known ones from their places, others from the unknown cards at the bottom."""
    left = list(deck)
    found: list[Token] = []
    for text in names:
        ref = parse_ref(text)
        known = find(left, ref) if ref.card is not None or ref.token is not None else None
        token = known or next((card for card in reversed(left) if card.card is None), left[-1])
        left.remove(token)
        found.append(Token(token.id, ref.card or token.card))
    return tuple(found)


def _in_setup(state: State, seat: int, rule: str) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
    elif not is_seat(state, seat):
        yield impossible(rule, f"seat {seat + 1} does not exist")
    elif state.status != "setup":
        yield impossible(rule, "part of the setup: must be agreed before the game starts")


def _lacks_cards(state: State) -> bool:
    """True if a player has no prize cards yet."""
    return any(player.step < PRIZES_SET for player in state.players)
