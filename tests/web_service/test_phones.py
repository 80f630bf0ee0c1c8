"""A whole event from phones: players find their tables, call judges and confirm; slips come in, and all of it is kept."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final

import httpx
import pytest
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict

from tests.campaigns import tries
from tests.web_service.serving import Served

PLAYERS: Final = tries("MATCHBOOK_PHONES", few=8, many=64)
ROUNDS: Final = 5 if PLAYERS > 32 else 3
HANDS: Final = 8
"""Phones that are used at once."""
TABLE: Final = re.compile(r'data-match="(\w+)" data-seat="(\d)">\s*<p><b>Table (\d+)</b> against (P\d+), round (\d+)')


class Hall:
    """An event with a phone for each player, and all that the service acknowledged."""

    def __init__(self, served: Served) -> None:
        self.organiser, self.judge = (served.client(served.token(role)) for role in ("organiser", "judge"))
        self.names = [f"P{number:02}" for number in range(PLAYERS)]
        body = {"title": "Open", "players": self.names, "game": "frc_card_game", "deck": "30", "rounds": ROUNDS}
        ids = self.organiser.post("/api/event-days", json=body | {"command_id": "the-event"}).json()
        self.id, self.cup = ids["gathering"], ids["tournament"]
        code = {"role": "player", "match": self.id, "tag": f"tournament:{self.cup}"}
        sent = ({"name": name, "seat": seat, **code} for seat, name in enumerate(self.names))
        secrets = [self.organiser.post("/api/tokens", json=one).json()["secret"] for one in sent]
        self.phones = [served.client(secret) for secret in secrets]
        self.acknowledged, self.kinds = Counter[str](), Counter[str]()
        self.took: list[float] = []
        """Milliseconds of each act from its last sending to its answer."""
        self.results: list[tuple[int, int, int | None]] = []
        """The two players and the winner of each match."""

    def act(self, client: httpx.Client, match: str, what: str, **body: object) -> None:
        """Records something, after whatever others recorded before it."""
        command = f"{what}-{self.acknowledged.total():08}-{id(body)}"
        while True:
            version = client.get(f"/api/matches/{match}").json()["version"]
            sent, begun = {**body, "at_version": version, "command_id": command}, perf_counter()
            answer = client.post(f"/api/matches/{match}/{what}", json=sent)
            if answer.status_code not in (409, 429):
                break
        assert answer.status_code == 201, answer.text
        self.took.append(1000 * (perf_counter() - begun))
        self.acknowledged[match] += 1
        self.kinds[what] += 1

    def seat(self, player: int) -> tuple[str, int, int, str, int]:
        """Match, seat, table, opponent and round on the phone of a player."""
        page = self.phones[player].get(f"/g/{self.id}").text
        found = TABLE.search(page)
        assert found is not None, page[:2000]
        match, seat, table, other, number = found.groups()
        return match, int(seat), int(table), other, int(number)

    def round(self, number: int, rng: Random, pool: ThreadPoolExecutor) -> None:
        assert self.organiser.post(f"/api/event-days/{self.id}/rounds", json={"round": number}).status_code == 201
        seats = list(pool.map(self.seat, range(PLAYERS)))
        assert {one[-1] for one in seats} == {number}
        assert all(seats[self.names.index(other)][:3:2] == (match, table) for match, _, table, other, _ in seats)
        callers = rng.sample(range(PLAYERS), PLAYERS // 4)
        call = {"about": 1, "claim": "interpretation", "text": "A judge is called to the table."}
        list(pool.map(lambda player: self.act(self.phones[player], seats[player][0], "claims", **call), callers))
        told = re.findall(r'/disputes\?entry=(\d+)"><b>Table (\d+)', self.judge.get(f"/g/{self.id}").text)
        assert Counter(int(table) for _, table in told) == Counter(seats[player][2] for player in callers)
        slips = [(player, one) for player, one in enumerate(seats) if one[1] == 0]
        chosen = [rng.choice([0, 1, None]) for _ in slips]
        list(pool.map(self.slip, [one[0] for _, one in slips], chosen))
        for (player, (*_, other, _)), winner in zip(slips, chosen, strict=True):
            pair = (player, self.names.index(other))
            self.results.append((*pair, None if winner is None else pair[winner]))
        confirm = range(PLAYERS)
        list(
            pool.map(
                lambda one: self.act(self.phones[one], seats[one][0], "confirmations", seat=seats[one][1]), confirm
            )
        )

    def slip(self, match: str, winner: int | None) -> None:
        winners = [] if winner is None else [winner]
        self.act(self.organiser, match, "conclusion", winners=winners, drawn=winner is None, note="result slip")

    def told(self) -> str:
        """The summary, in a line."""
        kinds, cuts = self.kinds, quantiles(self.took, n=100)
        return (
            f"{PLAYERS} players, {ROUNDS} rounds: {kinds['claims']} calls, {kinds['conclusion']} slips and "
            f"{kinds['confirmations']} confirmations acknowledged, none lost; an act p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms"
        )


def independent(results: list[tuple[int, int, int | None]]) -> dict[int, list[float]]:
    """Player -> points (3, 1, 0), and Buchholz by `tiebreak-core`. It knows scores of 1, ½ and 0 only; both numbers are sums, so
    they are twice those, and once those of draws as losses."""
    half, none = (by_fide(results, drawn) for drawn in (0.5, 0.0))
    return {player: [2 * one + other for one, other in zip(half[player], none[player], strict=True)] for player in half}


def by_fide(results: list[tuple[int, int, int | None]], drawn: float) -> dict[int, tuple[float, float]]:
    games: dict[int, list[GameRecord]] = {player: [] for player in range(PLAYERS)}
    for one, other, winner in results:
        for player, opponent in ((one, other), (other, one)):
            score = drawn if winner is None else float(winner == player)
            number = len(games[player]) + 1
            games[player].append(GameRecord(opponent + 1, 1500, score, "white", number, kind="played"))
    scores = {player: sum(game.score for game in played) for player, played in games.items()}
    known = {one + 1: PlayerTiebreakData(one + 1, 1500, scores[one], played) for one, played in games.items()}
    rules = {"total_rounds": ROUNDS, "ruleset": "fide-2026"}
    return {
        one: (scores[one], calculate_all_strict(known[one + 1], known, ["buchholz"], **rules)["buchholz"])
        for one in games
    }


@pytest.mark.slow
def test_an_event_from_phones_loses_nothing(served: Served, record_property: Callable[[str, object], None]) -> None:
    """Given phones that call judges and confirm, and slips, then every phone shows its table and opponent of each round, judges see
    each call, acknowledged acts are entries, players meet at most once, points and Buchholz are those of an independent program."""
    hall, rng = Hall(served), Random(35)
    with ThreadPoolExecutor(HANDS) as pool:
        for number in range(1, ROUNDS + 1):
            hall.round(number, rng, pool)
    assert served.app.store.exists(hall.cup)
    for match, acts in hall.acknowledged.items():
        assert served.app.match(match).version == 1 + acts
    assert len({frozenset(pair[:2]) for pair in hall.results}) == len(hall.results) == ROUNDS * PLAYERS // 2
    [cup] = hall.organiser.get(f"/api/event-days/{hall.id}").json()["tournaments"]
    place = cup["columns"].index("BH")
    lines = [(line["player"]["number"] - 1, line["points"], float(line["further"][place])) for line in cup["standings"]]
    wanted = independent(hall.results)
    assert {player: values for player, *values in lines} == wanted
    assert [wanted[player] for player, *_ in lines] == sorted(wanted.values(), reverse=True)
    record_property("measured", hall.told())
