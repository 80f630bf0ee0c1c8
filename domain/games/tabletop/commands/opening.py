"""A table is opened, and players hand in their decks."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, SideNumber
from domain.games.tabletop import setup
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.events.setup import DeckRegistered
from domain.games.tabletop.interpreter import Interpreter
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.program import program_of
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint


class OpenTable(TabletopCommand, frozen=True, kw_only=True, tag="open_table"):
    """Players sit down at a table of this kit."""

    title = "Open the table"
    players: tuple[str, ...]
    sides: tuple[SideNumber, ...] = ()
    """The side of each seat; empty if each plays individually."""
    first: SeatIndex = 0
    decks: tuple[int, ...] = ()
    """Cards in each player's own deck, where the kit has such."""
    options: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    opens = True

    def validate(self, state: State) -> Iterator[Violation]:
        yield from setup.opening_violations(state, self.players, self.sides, self.first, self.decks, self.options)

    def resolve(self, out: TabletopBuffer) -> None:
        self.begun(out)

    def begun(self, out: TabletopBuffer) -> Interpreter:
        """Open the table and begin the match; return the interpreter, with the violations of its steps."""
        setup.open_table(out, self.players, self.sides, self.first, self.decks, self.options)
        interpreter = Interpreter(program_of(out.state.catalogue), out, self.first, {})
        interpreter.begin()
        return interpreter


class RegisterDeck(TabletopCommand, frozen=True, kw_only=True, tag="register_deck"):
    """A player hands in the list of the own deck."""

    title = "Register a deck"
    player: SeatIndex
    cards: dict[CardId, int]

    def validate(self, state: State) -> Iterator[Violation]:
        if not 0 <= self.player < len(state.seats):
            yield impossible("TT-SEATS", f"seat {self.player + 1} does not exist")
        for card, copies in self.cards.items():
            if card not in state.layout.pieces or not 1 <= copies <= 999:
                yield impossible("TT-NAME", f"{copies} of {card}: a list has 1 to 999 of cards of the kit")

    def resolve(self, out: TabletopBuffer) -> None:
        out.add(DeckRegistered(seat=self.player, cards=tuple(sorted(self.cards.items()))))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "RegisterDeck":  # noqa: ARG002
        return self if viewpoint == self.player else replace(self, cards={})
