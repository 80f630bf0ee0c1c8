"""The setup (CG-S): players and decks, team cards, opening hands, the coin flip."""

from collections.abc import Iterator
from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, CardRef, DeckList, SeatIndex, Token, parse_ref
from domain.games.frc_card_game.cards import (
    ActiveFrom,
    AnyCard,
    TeamCard,
    check_catalogue,
    check_deck,
    check_deck_size,
    check_record,
    check_team_card,
    index_of,
)
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.events import setup
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.options import RULES_VERSION, Options
from domain.games.frc_card_game.phases import begin_turn
from domain.games.frc_card_game.references import newly_known, no_such_player
from domain.games.frc_card_game.state import OPENING_HAND, STARTING_POINTS, State
from domain.games.frc_card_game.zones import next_token
from domain.options import choice_violations
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import cards_named
from domain.table.visibility import face_down, sees_hand


class PlayerSetup(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A player as the match starts."""

    name: str
    deck: DeckList | int
    """The registered list, or just the number of cards."""
    team: CardId | None = None
    """The declared team card, if the list does not name it."""

    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the deck and the declared team card (CG-D, CG-S03)."""
        if isinstance(self.deck, int):
            yield from check_deck_size(self.deck, self.name)
            if self.team is not None:
                yield from check_team_card(state.catalogue, self.team, self.name)
            return
        deck = self.deck
        if self.team is not None and "team" in deck.beside and deck.beside["team"] != self.team:
            yield Violation("CG-D02", f"{self.name}: two team cards, {self.team} and {deck.beside['team']}")
        elif self.team is not None:
            deck = DeckList(deck.cards, deck.name, deck.game, {**deck.beside, "team": self.team})
        yield from check_deck(deck, state.catalogue, self.name)

    def seated(self) -> setup.Seated:
        """Return the player as the event stores it."""
        deck = self.deck
        if isinstance(deck, DeckList):
            cards = tuple(sorted(deck.cards.items()))
            team = self.team or deck.beside.get("team")
            return setup.Seated(name=self.name, deck_size=deck.size, deck_list=cards, team_card=team)
        return setup.Seated(name=self.name, deck_size=deck, team_card=self.team)

    def redacted_for(self, seat: int, viewpoint: Viewpoint) -> "PlayerSetup":
        """Show the list only to its player and the judge, and the size of the deck to everyone."""
        if sees_hand(viewpoint, seat):
            return self
        return PlayerSetup(name=self.name, deck=self.deck.size if isinstance(self.deck, DeckList) else self.deck)


class StartMatch(FrcCommand, frozen=True, kw_only=True, tag="start_match"):
    """Opens the match with its players, decks and options."""

    title = "Start the match"
    players: tuple[PlayerSetup, ...]
    options: Options = Options()
    seed: int | None = None
    """Seed of a simulated match."""
    taken = "any_time"
    rules = (
        "CG-D01", "CG-D02", "CG-K01", "CG-K04", "CG-S03", "CG-S09", "CG-V01", "CG-V02", "CG-V03", "CG-V04", "CG-V05",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        """Check players, decks, options and catalogue (CG-S01, CG-S03, CG-S09, CG-D, CG-V, CG-K)."""
        if state.phase != "unopened":
            yield impossible("CG-S09", "the match has started: its options are fixed")
            return
        count = len(self.players)
        if count != 2:
            yield impossible("CG-S01", f"two players, not {count}")
        names = [player.name for player in self.players]
        if len(set(names)) < count:
            yield Violation("CG-S01", f"{names[0]} is named twice: the players need different names")
        if any(not name.strip() for name in names):
            yield Violation("CG-S01", "a player needs a name")
        for player in self.players:
            yield from player.validate(state)
        yield from choice_violations(self.options)
        yield from check_catalogue(state.catalogue)

    def resolve(self, out: FrcBuffer) -> None:
        out.add(
            setup.MatchStarted(
                players=tuple(player.seated() for player in self.players),
                options=self.options,
                rules_version=RULES_VERSION,
                points=STARTING_POINTS,
                seed=self.seed,
            )
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        return replace(
            self, players=tuple(player.redacted_for(seat, viewpoint) for seat, player in enumerate(self.players))
        )


class DefineCard(FrcCommand, frozen=True, kw_only=True, tag="define_card"):
    """Adds a card that the catalogue lacks."""

    title = "Define a card"
    card: AnyCard
    taken = "any_time"
    rules = ("CG-K01", "CG-K03", "CG-K04", "CG-K05", "CG-K06", "CG-K07", "CG-K08")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that a new card is a valid record with an unused id and name (CG-K)."""
        if state.phase == "unopened":
            yield impossible("CG-S07", "start the match first, or put the card into the catalogue")
        yield from check_record(self.card)
        if self.card.card_id in state.catalogue:
            yield impossible("CG-K01", f"the card id {self.card.card_id!r} is already used")
        elif any(record.name == self.card.name for record in state.catalogue):
            yield Violation("CG-K01", f"the name {self.card.name!r} is already used")

    def resolve(self, out: FrcBuffer) -> None:
        out.add(setup.CardDefined(card=self.card))


class PlayTeamCard(FrcCommand, frozen=True, kw_only=True, tag="play_team_card"):
    """Setup: plays a team card (CG-S03)."""

    title = "Play a team card"
    player: SeatIndex
    card: CardRef
    taken = "from_setup"
    rules = ("CG-F02", "CG-S03")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the card is the declared team card, and the first one (CG-S03, CG-F02)."""
        player, ref = state.players[self.player], parse_ref(self.card)
        if player.team_played:
            yield impossible("CG-S03", f"{state.name(self.player)} has already played a team card")
            if player.team is not None:
                yield impossible("CG-F02", "the one team card slot is taken")
            return
        if ref.card is None or ref.card not in state.catalogue:
            yield impossible("CG-S03", "say which team card it is")
        elif not isinstance(state.catalogue.get(ref.card), TeamCard):
            yield Violation("CG-S03", f"{state.catalogue.name_of(ref.card)} is not a team card")
        elif player.team_card not in (None, ref.card):
            declared = state.catalogue.name_of(player.team_card)
            yield Violation("CG-S03", f"the declared team card is {declared}")

    def resolve(self, out: FrcBuffer) -> None:
        """Play the card. Its effects start with turn 1 (CG-Q07), or later if the card says so."""
        ref = parse_ref(self.card)
        token = next_token(out.state.players[self.player], self.player)
        card = ref.card or ""
        held = card in index_of(out.state.catalogue, ActiveFrom).by_card
        out.add(setup.TeamCardPlayed(player=self.player, token=token, card=card, dormant=held))
        _begin_when_complete(out)


class DrawOpeningHand(FrcCommand, frozen=True, kw_only=True, tag="draw_opening_hand"):
    """Setup: shuffles the deck and draws the opening hand (CG-S04, CG-S08)."""

    title = "Draw an opening hand"
    player: SeatIndex
    cards: tuple[CardRef, ...] = ("??", "??", "??", "??")
    taken = "from_setup"
    rules = ("CG-D03", "CG-D05", "CG-D06", "CG-K01", "CG-S04", "CG-S05")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that it is the first hand and has four cards (CG-S04, CG-S05)."""
        player, count = state.players[self.player], len(self.cards)
        if player.opening_drawn:
            who = state.name(self.player)
            yield Violation("CG-S04", f"{who} has already drawn the opening hand")
            yield Violation("CG-S05", "this game has no mulligan")
        if count != OPENING_HAND or count > player.deck:
            yield Violation("CG-S04", f"{OPENING_HAND} cards, not {count}", impossible=count > player.deck)
        yield from newly_known(state, self.player, cards_named(self.cards))

    def resolve(self, out: FrcBuffer) -> None:
        seat, player = self.player, out.state.players[self.player]
        drawn = tuple(
            Token(next_token(player, seat, offset), parse_ref(text).card) for offset, text in enumerate(self.cards)
        )
        out.add(setup.DeckShuffled(player=seat))  # CG-S08: before the hand is drawn
        out.add(setup.OpeningHandDrawn(player=seat, cards=drawn, deck_after=player.deck - len(drawn)))
        _begin_when_complete(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        return self if sees_hand(viewpoint, self.player) else replace(self, cards=face_down(self.cards))


class FlipCoin(FrcCommand, frozen=True, kw_only=True, tag="flip_coin"):
    """Setup: decides who takes turn 1 (CG-S06)."""

    title = "Flip the coin"
    first_player: SeatIndex
    caller: SeatIndex | None = None
    call: Literal["heads", "tails"] | None = None
    face: Literal["heads", "tails"] | None = None
    taken = "from_setup"
    rules = ("CG-S06",)

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the coin was not flipped before, and that call and face decide the same (CG-S06)."""
        if not 0 <= self.first_player < len(state.seats):
            yield impossible("CG-S06", "the first player must be one of the two")
            return
        yield from no_such_player(state, self.caller)
        if state.first_player is not None:
            yield impossible("CG-S06", f"the coin has been flipped: {state.name(state.first_player)}")
        if None not in (self.caller, self.call, self.face):
            caller_first = self.call == self.face
            if (self.first_player == self.caller) != caller_first:
                right = "goes first" if caller_first else "does not go first"
                text = f"{state.name(self.caller)} called {self.call}, the coin shows {self.face}: the caller {right}"
                yield Violation("CG-S06", text)

    def resolve(self, out: FrcBuffer) -> None:
        out.add(setup.CoinFlipped(first_player=self.first_player, caller=self.caller, call=self.call, face=self.face))
        _begin_when_complete(out)


def _begin_when_complete(out: FrcBuffer) -> None:
    """Begin turn 1 once the setup is complete (CG-S07)."""
    state = out.state
    ready = all(player.team_played and player.opening_drawn for player in state.players)
    if state.phase == "setup" and ready and state.first_player is not None:
        begin_turn(out, 1, state.first_player)
