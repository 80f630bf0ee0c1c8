"""Opening a tournament, antes, options and cards (RH-S01 to RH-S05, RH-D07, RH-V06)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.game import made
from domain.games.robin_in_the_hood.cards import Card, check_card, check_catalogue, is_card
from domain.games.robin_in_the_hood.commands.base import PlayerCommand, RobinCommand
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.setup import AnteStaked, CardDefined, OptionChanged, TournamentOpened
from domain.games.robin_in_the_hood.options import LARGEST_SET, PLAYING_HAND_SIZE, SMALLEST_SET, Options, OptionValue
from domain.games.robin_in_the_hood.state import State
from domain.options import choice_violations, option_rules, option_value
from domain.rules import Violation, impossible
from domain.seats import seat_name
from domain.text import pluralize


class OpenTournament(RobinCommand, frozen=True, kw_only=True, tag="open_tournament"):
    """Open a tournament between two players, with the options that they agreed on."""

    title = "Open the tournament"
    players: tuple[str, ...]
    victories_to_win: int | None = None
    active_count: int = SMALLEST_SET
    modifiers: bool = False
    ante: bool = False
    advance_rule: str = "winners"
    between_rounds: str = "reshuffle"
    first_hand_order: str = "simultaneous"
    modifier_replace: str = "any"

    opens = True
    rules = ("RH-B01", "RH-B03", "RH-B04", "RH-B05", "RH-C09", "RH-S02", "RH-S03", "RH-V02", "RH-V03", "RH-V06")

    def options(self) -> Options:
        """The options as a struct."""
        return made(Options, self)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_catalogue(state.catalogue)
        if state.phase != "unopened":
            yield impossible("RH-T01", "the tournament is open already")
        if len(self.players) != 2:
            yield impossible("RH-S01", f"needs two different players, found {len(self.players)}")
        elif self.players[0].strip().casefold() == self.players[1].strip().casefold():
            yield Violation("RH-S01", f"needs two different players, found {self.players[0]!r} twice")
        if self.victories_to_win is None:
            yield Violation("RH-S02", "victories_to_win must be given: agree how many victories win, at least 1")
        yield from _option_violations(self.options())

    def resolve(self, out: RobinBuffer) -> None:
        out.add(TournamentOpened(players=self.players, options=self.options()))


class StakeAnte(PlayerCommand, frozen=True, kw_only=True, tag="stake_ante"):
    """Stake a card for the whole tournament."""

    title = "Stake an ante"
    player: SeatIndex
    card: CardId
    rules = ("RH-D07", "RH-S05")

    def validate(self, state: State) -> Iterator[Violation]:
        if not state.options.ante:
            yield Violation("RH-S05", "this tournament is played without an ante")
        if state.phase != "setup":
            yield Violation("RH-S05", "antes are staked before the first round")
        if state.players[self.player].ante is not None:
            yield Violation("RH-S05", f"{seat_name(state.seats, self.player)} has already staked a card")
        if not is_card(state.catalogue, self.card):
            yield Violation("RH-D07", f"{self.card!r} is not in the catalogue; define_card adds it")

    def resolve(self, out: RobinBuffer) -> None:
        out.add(AnteStaked(player=self.player, card=self.card))


class ChangeOption(RobinCommand, frozen=True, kw_only=True, tag="change_option"):
    """Change an option during the tournament. Never legal; recorded as played, it applies."""

    title = "Change an option"
    name: str
    value: str
    rules = ("RH-S02", "RH-S03", "RH-S04", "RH-S05", "RH-V06")

    def _read(self) -> OptionValue:
        return option_value(Options, self.name, self.value, least=None)

    def validate(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        rule = option_rules(Options).get(self.name, "RH-V06")
        try:
            changed = replace(Options(), **{self.name: self._read()})
        except ValueError as error:
            yield impossible(rule, str(error))
            return
        yield Violation(rule, f"{self.name} is fixed since the tournament was opened")
        yield from _option_violations(changed)

    def resolve(self, out: RobinBuffer) -> None:
        out.add(OptionChanged(name=self.name, value=self._read()))


class DefineCard(RobinCommand, frozen=True, kw_only=True, tag="define_card"):
    """Add a card that is missing from the catalogue."""

    title = "Define a card"
    card: Card
    rules = ("RH-B01", "RH-B03", "RH-B04", "RH-B05", "RH-C09", "RH-D07", "RH-V02", "RH-V03")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_card(self.card)
        if self.card.card_id in state.catalogue:
            yield impossible("RH-D07", f"{self.card.card_id} is in the catalogue already")

    def resolve(self, out: RobinBuffer) -> None:
        out.add(CardDefined(card=self.card))


def _option_violations(options: Options) -> Iterator[Violation]:
    """Yield the violations of option values."""
    victories, count = options.victories_to_win, options.active_count
    if victories is not None and victories < 1:
        yield Violation("RH-S02", f"{pluralize(victories, 'victory', 'victories')} to win; at least 1")
    if count < SMALLEST_SET:
        text = f"at least {SMALLEST_SET} Active cards, agreed {count}"
        yield Violation("RH-S03", text, impossible=count < PLAYING_HAND_SIZE)
    elif count > LARGEST_SET:
        yield impossible("RH-S03", f"{pluralize(count, 'Active card')}; at most {LARGEST_SET} can be recorded")
    yield from choice_violations(options)
