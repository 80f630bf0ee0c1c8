"""The state of a series with pilots."""

from domain.competition.record import CompetitionCard, Result
from domain.competition.series import State as Plain
from domain.rules import Violation
from domain.seats import CarriedOver


class State(Plain, frozen=True, kw_only=True, gc=False):
    """The complete state of a series. In a rotation, `flown` contains the number and the pilots of each game."""

    rules = ("PBL-V09", "PBL-V10")
    rotation: int = 0
    pilots: tuple[tuple[str, ...], ...] = ()
    flown: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def phase(self) -> str:
        """One of `unopened`, `pilots` (they are drafted), `select` (those of the next game), `play` and `over`."""
        phase = super().phase
        if phase != "play" or not self.rotation:
            return phase
        if not all(self.pilots):
            return "pilots"
        return "play" if self.number in dict(self.flown) else "select"

    @property
    def unready(self) -> Violation | None:
        """The violation that prevents the next game; `None` if it may be played (PBL-V09, PBL-V10)."""
        if self.phase == "pilots":
            return Violation("PBL-V09", "draft the pilots before the first game")
        if self.phase == "select":
            return Violation("PBL-V10", "select and reveal the pilots of this game first")
        return super().unready

    def starter_after(self, result: Result) -> int | None:
        """Return the side that starts the next game; `None` in a rotation, where its pilots decide."""
        return None if self.rotation else super().starter_after(result)

    def starter_amended(self, result: Result) -> int | None:
        return self.starter if self.rotation else super().starter_amended(result)

    def starter_again(self, withdrawn: Result) -> int | None:
        pilots = dict(self.flown).get(withdrawn.part)
        return self.fastest(pilots) if pilots else super().starter_again(withdrawn)

    def fastest(self, pilots: tuple[str, ...]) -> int | None:
        """Return the side of the fastest pilot (PBL-V12); `None` for a tie."""
        speeds = [self.speed(pilot) for pilot in pilots]
        best = max(speeds)
        return speeds.index(best) if speeds.count(best) == 1 else None

    def used(self, player: int) -> tuple[str, ...]:
        """Return the pilots that a side cannot select again: those of games that were won, by either side (PBL-V10)."""
        won = {result.part for result in self.results if result.winners}
        return tuple(pilots[player] for number, pilots in self.flown if number in won)

    def unused(self, player: int) -> tuple[str, ...]:
        """Return the pilots that a side can still select."""
        used = self.used(player)
        return tuple(pilot for pilot in self.pilots[player] if pilot not in used)

    def speed(self, pilot: str) -> int:
        """Return a pilot's speed; 0 if the catalogue does not contain it."""
        record = self.catalogue.get(pilot)
        return record.speed if isinstance(record, CompetitionCard) else 0

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:  # noqa: ARG002
        """Return the options of the next game: those of the series, the score, and the side that starts."""
        loser = 0 if self.starter is None or self.rotation else self.starter + 1
        return CarriedOver(
            {
                "series": f"best_of_{self.best_of}",
                "game": str(self.number),
                "score": "-".join(map(str, self.wins)),
                "rotation": str(self.rotation),
                "previous_loser": str(loser),
                "sides": str(len(self.seats)),
            }
        )
