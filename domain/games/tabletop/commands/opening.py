"""Commands that open a table and register decks."""

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
    """Opens a table of the kit with its players."""

    title = "Open the table"
    players: tuple[str, ...]
    sides: tuple[SideNumber, ...] = ()
    """The side of each seat; empty if every player is a side."""
    first: SeatIndex = 0
    decks: tuple[int, ...] = ()
    """Number of cards in each player's deck, if players bring their own."""
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
    """Registers the list of a player's own deck."""

    title = "Register a deck"
    player: SeatIndex
    cards: dict[CardId, int]

    def validate(self, state: State) -> Iterator[Violation]:
        if not 0 <= self.player < len(state.seats):
            yield impossible("TT-SEATS", f"seat {self.player + 1} does not exist")
        for card, copies in self.cards.items():
            if card not in state.layout.pieces or not 1 <= copies <= 999:
                yield impossible("TT-NAME", f"{copies} of {card}: a list has 1 to 999 copies of cards of the kit")

    def resolve(self, out: TabletopBuffer) -> None:
        out.add(DeckRegistered(seat=self.player, cards=tuple(sorted(self.cards.items()))))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "RegisterDeck":  # noqa: ARG002
        return self if viewpoint == self.player else replace(self, cards={})
