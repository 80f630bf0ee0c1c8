"""Matches in a real store: simulated play with take-backs, notes and conclusions in between."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, cast

from domain.cards import Catalogue
from domain.chain import first_head, write_head
from domain.entries import ActionEntry, Annotated, Concluded, Envelope, Opened, TakenBack, with_moment
from domain.game import AnyGame
from domain.match import Match
from domain.outcome import Outcome
from domain.registry import UnknownGame, installed_games
from domain.rules import Violation
from domain.simulation import SimulatedAction, simulate, simulation_of
from domain.upcasting import schema_number
from matchbook.conformance.random_walk import walked
from service.resources import load_catalogue
from storage.records import NewRow, grammar_of, seal
from storage.store import MatchStore
from tests.minigame import CATALOGUE, GAME


class _Games(dict[str, AnyGame]):
    def __missing__(self, name: str) -> AnyGame:
        raise UnknownGame(f"no game {name!r}")


GAMES: dict[str, AnyGame] = _Games({GAME.name: cast("AnyGame", GAME), **installed_games()})
START = 1_750_000_000_000_000
SECOND = 1_000_000


@cache
def catalogue_of(game: str) -> Catalogue[Any]:
    """High Card's own cards, or the sample catalogue of an installed game; empty for a competition."""
    return CATALOGUE if game == GAME.name else load_catalogue(GAMES[game])


@cache
def played(game: str, seed: int) -> Sequence[SimulatedAction[Any, Any, Any]]:
    """A simulated match; odd seeds play to win."""
    simulated = walked(GAMES[game])
    bot = list(simulation_of(simulated).bots)[-1] if seed % 2 else "random"
    return tuple(simulate(simulated, catalogue_of(game), seed, bots=(bot,)))


class Scorebook:
    """One match that is being recorded; `match` is the domain's own fold of it."""

    def __init__(
        self, store: MatchStore, match_id: str, game: str = "high_card", seed: int = 0, **opening: Any
    ) -> None:
        self.store = store
        self.game = GAMES[game]
        self.actions = played(game, seed)
        self.opening = opening
        self.match: Match[Any, Any, Any] = Match(match_id, self.game, catalogue_of(game))
        self.payloads: list[Any] = []
        self.envelopes: list[Envelope] = []
        self._held: list[NewRow] | None = None
        """Rows that `play` records at once."""
        self._next: dict[int, int] = {0: 0}
        """Version of a standing action -> the action of the simulation that follows it."""

    @property
    def over(self) -> bool:
        return self._place() == len(self.actions)

    def _place(self) -> int:
        return self._next[self.match.line[-1] if self.match.line else 0]

    def act(self, *violations: Violation) -> None:
        """Records the next action of the simulated match."""
        place = self._place()
        done = self.actions[place]
        if place:
            self.add(ActionEntry(command=done.command, events=done.events, violations=violations))
        else:
            game = self.game
            self.store.save_catalogue(game.name, self.match.states[0].catalogue)
            self.add(
                Opened(
                    game=game.name, rules_version=game.rules_version, catalogue=self.match.states[0].catalogue.digest,
                    command=done.command, events=done.events, violations=violations, **self.opening,
                )
            )  # fmt: skip
        self._next[self.match.version] = place + 1

    def play(self, count: int | None = None) -> "Scorebook":
        """Records the next actions; all that are left by default."""
        self._held = []
        while not self.over and count != 0:
            self.act()
            count = None if count is None else count - 1
        self.store.append_rows(self._held)
        self._held = None
        return self

    def add(self, payload: Any) -> None:
        match = self.match
        version = match.version + 1
        envelope = Envelope(
            match.id,
            version,
            f"{match.id}-{version}",
            START + 7 * SECOND * version,
            START + 5 * SECOND * version,
            "kim",
        )
        envelope = with_moment(self.game.turn_info(match.state), envelope)
        head = match.head if match.version else write_head(first_head(match.id))
        sealed = seal(f"{self.game.name}/{schema_number(2, grammar_of(payload))}", envelope, payload, head)
        if self._held is None:
            self.store.append_rows([sealed.row])
        else:
            self._held.append(sealed.row)
        match.apply(sealed.entry)
        self.payloads.append(payload)
        self.envelopes.append(envelope)

    def take_back(self, to: int) -> "Scorebook":
        self.add(TakenBack(to=to, reason="agreed"))
        return self

    def conclude(self, winners: tuple[int, ...], reason: str = "time") -> "Scorebook":
        self.add(Concluded(outcome=Outcome(winners, reason, drawn=not winners)))
        return self

    def note(self) -> None:
        self.add(Annotated(about=self.match.version, text="look here", glyph="?"))


def ramble(book: Scorebook, rng: Random, pause: Callable[[], object] = lambda: None) -> Scorebook:
    """Records a match to its end, with everything that can come in between; `pause` is called now and then."""
    while not book.over:
        chance = rng.random()
        if not book.match.version or chance < 0.85:
            book.act(*((Violation("MG-X01", "as played"),) if rng.random() < 0.1 else ()))
        elif chance < 0.89:
            book.take_back(rng.choice(book.match.line[-6:]))
        elif chance < 0.95:
            book.note()
        elif chance < 0.97:
            book.conclude((rng.randrange(2),))
        else:
            pause()
    return book
