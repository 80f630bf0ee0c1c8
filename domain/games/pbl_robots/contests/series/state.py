"""A series between two games, with the pilots of its sides."""

from domain.competition.record import CompetitionCard, Result
from domain.competition.series import State as Plain
from domain.rules import Violation
from domain.seats import CarriedOver


class State(Plain, frozen=True, kw_only=True, gc=False):
    """`flown` are the pilots of each game in a rotation."""

    rules = ("PBL-V09", "PBL-V10")
    rotation: int = 0
    pilots: tuple[tuple[str, ...], ...] = ()
    flown: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def phase(self) -> str:
        """unopened, pilots (are drafted), select (the next game's), play or over."""
        phase = super().phase
        if phase != "play" or not self.rotation:
            return phase
        if not all(self.pilots):
            return "pilots"
        return "play" if self.number in dict(self.flown) else "select"

    @property
    def unready(self) -> Violation | None:
        """Why no game is played now (PBL-V09, PBL-V10)."""
        if self.phase == "pilots":
            return Violation("PBL-V09", "the pilots are drafted before the first game")
        if self.phase == "select":
            return Violation("PBL-V10", "the pilots of this game are selected and revealed first")
        return super().unready

    def starter_after(self, result: Result) -> int | None:
        """In a rotation the pilots of the next game say who starts it."""
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
        """The pilots that a side cannot select again: those of games that somebody won (PBL-V10)."""
        won = {result.part for result in self.results if result.winners}
        return tuple(pilots[player] for number, pilots in self.flown if number in won)

    def unused(self, player: int) -> tuple[str, ...]:
        """The pilots that a side can still select."""
        used = self.used(player)
        return tuple(pilot for pilot in self.pilots[player] if pilot not in used)

    def speed(self, pilot: str) -> int:
        """A pilot's speed; 0 where the catalogue does not tell."""
        record = self.catalogue.get(pilot)
        return record.speed if isinstance(record, CompetitionCard) else 0

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:  # noqa: ARG002
        """The next game: what was agreed, the score, and who starts it."""
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
