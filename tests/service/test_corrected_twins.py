"""A correction tells a viewpoint only what it may read: two records that differ in a hidden card stay alike after it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from domain.timeline import Address
from service.exchange.files import export_view
from service.kits import meant_game
from service.reading.log import log_lines
from service.reading.page_data import view_of
from service.reading.viewpoints import viewpoint_name
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct, preview, rows_of
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from storage.store import MatchStore
from tests.service.test_noninterference import MATCH, NOW

pytestmark = pytest.mark.promise(id="H3")

TEAMS: Final = ("play_team_card Ada iron_gears", "play_team_card Bo volt_club")
HAND: Final = "draw_opening_hand Ada [{}, {}, pax, krabby]".format
FISH: Final = ("ask Bo 7", "ask Bo 8")
CASES: Final = {
    "the card was known, or was not": (
        "go_fish",
        [(*FISH, "fish s2", f"ask Ada K gets=[{card}]") for card in ("s2", "dK")],
        [((4, "fish cQ"),)] * 2,
        (SPECTATOR, 2),
    ),
    "the card changed its number, or did not": (
        "frc_card_game",
        [(*TEAMS, HAND("cleo", "nia"), f"reveal_card {card} to=Ada player=Ada") for card in ("cleo", "pax")],
        [((4, HAND("nia", "cleo")),)] * 2,
        (SPECTATOR, 1),
    ),
    "the last correction changed a hidden card, or nothing": (
        "frc_card_game",
        [(*TEAMS, HAND("cleo", "nia"), f"reveal_card {card} to=Ada player=Ada") for card in ("cleo", "pax")],
        [((5, "reveal_card krabby to=Ada player=Ada"), (5, line), (4, HAND("nia", "cleo"))) for line in
         ("reveal_card cleo to=Ada player=Ada", "reveal_card pax to=Ada player=Ada")],
        (SPECTATOR, 1),
    ),
    "the recorded card is put back, or a third card comes": (
        "go_fish",
        [(*FISH, "fish s2", "ask Ada K")] * 2,
        [((4, "fish cQ"), (4, f"fish {card}")) for card in ("s2", "dK")],
        (SPECTATOR, 2),
    ),
}  # fmt: skip
Told = dict[Viewpoint, dict[str, object]]


def told(app: MatchService, history: AnyHistory, viewpoint: Viewpoint) -> dict[str, object]:
    """All forms that tell of corrections; of the page and the copy, no sentences of the entries before the first."""
    who = viewpoint_name(viewpoint, history.match.state.seats)
    copied = [msgspec.json.decode(line) for line in export_view(app, history, who).splitlines()[1:-1]]
    first, page = min(history.match.corrections), view_of(history, viewpoint)
    return {
        "log": list(log_lines(history, viewpoint)),
        "page": (page.parts, page.boards, page.turns, page.cards, page.steps[first - 1 :]),
        "notes": [step.undone for step in page.steps],
        "copy": [line["told"] for line in copied[first - 1 :]],
    }


def opened(app: MatchService, game: str, entries: tuple[str, ...]) -> None:
    """A match of a kit, or of the card game with thirty cards for each player."""
    kit = game != "frc_card_game"
    meant, catalogue = meant_game(game, None if kit else "adas_gamble")
    players, decks = (("Ada", "Bo", "Cy"), {}) if kit else (("Ada", "Bo"), {0: "30", 1: "30"})
    sheet = Scoresheet((), players=players, decks=decks, catalogue=catalogue)
    app.open_match(opening_of(meant, sheet), match_id=MATCH)
    for line in entries:
        app.take(MATCH, line)


def asked(entry: int, line: str) -> CorrectionRequest:
    """The correction of one entry."""
    return CorrectionRequest(match=MATCH, changes=(RequestedEdit(Address(entry), "replace", line),), as_played=True)


@pytest.fixture
def app() -> Iterator[MatchService]:
    """A store in memory with a clock that stands still."""
    with MatchService(MatchStore.open(":memory:", create=True), clock=lambda: NOW) as service:
        yield service


def corrected(
    game: str, entries: tuple[str, ...], edits: tuple[tuple[int, str], ...], viewpoints: tuple[Viewpoint, ...]
) -> Told:
    """What is told of a match with these entries and corrections, and of the preview of each correction."""
    with MatchService(MatchStore.open(":memory:", create=True), clock=lambda: NOW) as app:
        opened(app, game, entries)
        every: Told = {viewpoint: {} for viewpoint in viewpoints}
        for number, (entry, line) in enumerate(edits):
            found, match = preview(app, asked(entry, line)), app.match(MATCH)
            for viewpoint in viewpoints:
                every[viewpoint][f"preview {number}"] = rows_of(match, found, viewpoint)
            correct(app, asked(entry, line))
        for viewpoint in viewpoints:
            every[viewpoint] |= told(app, app.history(MATCH), viewpoint)
        return every


@pytest.mark.parametrize("case", CASES)
def test_a_correction_tells_nobody_which_hidden_results_it_changed(case: str) -> None:
    """The log, the page, the copy and the previews are the same for both records; only the judge's differ."""
    game, both, edits, viewpoints = CASES[case]
    one, other = (
        corrected(game, entries, changes, (*viewpoints, JUDGE)) for entries, changes in zip(both, edits, strict=True)
    )
    for viewpoint in viewpoints:
        for form, said in one[viewpoint].items():
            assert said == other[viewpoint][form], f"{form} as {viewpoint}"
    assert one[JUDGE]["log"] != other[JUDGE]["log"]


def test_a_correction_marks_the_later_entries_that_read_otherwise(app: MatchService) -> None:
    """Given Bo's roll corrected so that his later entry becomes Cy's, then a spectator reads the same marks as the judge."""
    opened(app, "pig", ("roll 6", "hold", "roll 3", "hold"))
    found, match = preview(app, asked(4, "roll 1")), app.match(MATCH)
    verdicts = [[row.verdict for row in rows_of(match, found, viewpoint)] for viewpoint in (SPECTATOR, JUDGE)]
    assert verdicts == [["replaced", "newly_illegal"]] * 2
    correct(app, asked(4, "roll 1"))
    for viewpoint in (SPECTATOR, JUDGE):
        log = "\n".join(log_lines(app.history(MATCH), viewpoint))
        assert "    5  hold  (after correction 6)" in log
        assert "1 later entry changes" in log


def test_a_log_reads_each_form_of_an_action_once(app: MatchService) -> None:
    """Given many corrections, then a spectator's log redacts each form of an action once to compare it."""
    opened(app, "pig", ("roll 2", "roll 3") * 20)
    for entry in range(2, 12):
        correct(app, asked(entry, "roll 4"))
    history, redacted = app.history(MATCH), list[object]()
    match = history.match

    def redact(state: Any, command: Any, viewpoint: Viewpoint) -> Any:
        redacted.append(command)
        return game.redact(state, command, viewpoint)

    game = match.game
    match.game = replace(game, redact=redact)
    lines = list(log_lines(history, SPECTATOR))
    forms = 41 + sum(map(len, match.corrections.values()))
    assert len(redacted) <= forms + 3 * len(lines)
    redacted.clear()
    assert list(log_lines(history, SPECTATOR)) == lines
    assert len(redacted) <= 3 * len(lines)
