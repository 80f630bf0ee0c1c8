"""The infraction guide: cited in place of a rule, penalties for the first time and for repeats, people who do not play."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from domain.judging import LADDER, LOSING, PERSONAL, Penalised, Remedy, Ruled
from domain.procedure.guide import infractions
from matchbook.judging_reference import infractions_page
from service.judging.judge_actions import docket_of
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_event_penalties import Event
from tests.service.test_ledger import done, lines, pig

JUDGE = ("--official", "Jo")
HEAD = (*JUDGE, "--role", "head_judge")


@pytest.fixture
def app(store_path: Path) -> Iterator[MatchService]:
    """The store that the command line records in."""
    with MatchService(MatchStore.open(f"sqlite:///{store_path}", create=True), recorder="tess") as opened_app:
        yield opened_app


def last_penalty(app: MatchService, match: str) -> Penalised:
    found = docket_of(app, app.match(match)).of(Penalised)
    return found[max(found)]


@pytest.mark.parametrize("named", [("--cite", "slow-play"), ("--infraction", "Slow  Play"), ("--cite", "slow play")])
def test_a_floor_judge_cites_an_infraction_in_place_of_a_rule(
    app: MatchService, matchbook: CommandLine, named: tuple[str, str]
) -> None:
    """Given an infraction without a rule of the game, when a judge cites it by id or title, then the ruling names it by its id, the
    log does not call it uncovered, the audit is clean, and a named player without a penalty gets the guide's."""
    match = pig(matchbook)
    said = matchbook("ruling", match, "four minutes for a roll", *JUDGE, *named, "--penalty", "Ada")
    assert said.code == 0, said
    assert "the guide's penalty for Ada, slow play: warning\n" in said.err
    [ruling] = docket_of(app, app.match(match)).of(Ruled).values()
    assert (ruling.infraction, ruling.rules) == ("slow-play", ())
    assert last_penalty(app, match).penalty == "warning"
    assert "ruled slow-play: four minutes" in done(matchbook, "log", match)
    assert "disagreeing" not in matchbook("audit", match).out


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--cite", "slow-plya"), 3, ("JP-R01", "did you mean slow-play?")),
        (("--infraction", "tardines"), 2, ("no infraction 'tardines' in the guide", "did you mean tardiness?")),
        (("--infraction", "slow-play", "--cite", "tardiness"), 2, ("slow-play and tardiness", "one infraction")),
        (("--cite", "PIG-01", "--penalty", "Ada"), 2, ("name the penalty",)),
        (("--cite", "tardiness", "--penalty", "person Zoe=game_loss", "--role", "head_judge"), 3, ("JP-P03", "Zoe")),
        (("--cite", "tardiness", "--penalty", "person =warning"), 2, ("no player",)),
        (("--cite", "tardiness", "--penalty", "Zoe=warning"), 2, ("no player 'Zoe'",)),
    ],
)
def test_what_is_not_in_the_guide_is_refused(
    matchbook: CommandLine, options: tuple[str, ...], code: int, words: tuple[str, ...]
) -> None:
    """Misspelt ids get a suggestion; two infractions, an unknown penalty, a loss of a person who does not play: one line, and the
    ruling is not stored."""
    match = pig(matchbook)
    before = done(matchbook, "export", match)
    rule = next(line.split()[0] for line in done(matchbook, "rules", "pig").splitlines() if line.startswith("TT-"))
    typed = (rule if one == "PIG-01" else one for one in options)
    refused(matchbook("ruling", match, "so", *JUDGE, *typed), code, *words)
    assert done(matchbook, "export", match) == before


def test_words_of_another_guide_are_kept(app: MatchService, matchbook: CommandLine) -> None:
    """An organiser's own guide names infractions in several words; a judge cites a rule with them, as before."""
    match = pig(matchbook)
    other = ("--infraction", "building: level", "--penalty", "Ada=warning")
    refused(matchbook("ruling", match, "so", *JUDGE, *other), 3, "JP-R01")
    done(matchbook, "ruling", match, "so", *HEAD, *other)
    [ruling] = docket_of(app, app.match(match)).of(Ruled).values()
    assert ruling.infraction == "building: level"


@pytest.mark.slow
def test_a_repeat_at_the_event_goes_up_the_path(app: MatchService, matchbook: CommandLine) -> None:
    """Given a warning for slow play at one table of an event, when the player is named for it at another, then the guide names a
    game loss and the entry that it is a repeat of; elsewhere, after a withdrawal, and for somebody else it is the first time."""
    event = Event(app)
    first, second = event.matches
    names = [app.match(match).state.seats[0].name for match in event.matches]
    slow = ("--cite", "slow-play", "--penalty")
    done(matchbook, "ruling", first, "slow", *HEAD, *slow, names[0])
    assert last_penalty(app, first).penalty == "warning"
    done(matchbook, "ruling", second, "slow", *HEAD, *slow, names[1])
    assert last_penalty(app, second).penalty == "warning", "another player"
    again = matchbook("ruling", second, "slow again", *HEAD, *slow, names[1])
    assert f"{names[1]}, slow play: game loss, after {second}/" in again.err
    assert last_penalty(app, second).penalty == "game_loss"
    elsewhere = done(matchbook, "new", "pig", "--player", names[1], "--player", "Xi").strip()
    done(matchbook, "ruling", elsewhere, "slow", *HEAD, *slow, names[1])
    assert last_penalty(app, elsewhere).penalty == "warning", "another event"
    ruling = max(docket_of(app, app.match(elsewhere)).of(Ruled))
    done(matchbook, "withdraw", f"{elsewhere}/{ruling}", "wrong table", *HEAD)
    done(matchbook, "ruling", elsewhere, "slow", *HEAD, *slow, names[1])
    assert last_penalty(app, elsewhere).penalty == "warning", "withdrawn"


@pytest.mark.parametrize("who", ["Bo", "person Zoe"])
def test_the_ledger_names_the_penalty_that_the_guide_gives_next(
    app: MatchService, matchbook: CommandLine, who: str
) -> None:
    """Given an infraction of a player, or of a spectator, when the ruling is made again, then its penalty is the next step that
    the ledger named; in another match without an event it is the first time."""
    slow = ("as seen", *HEAD, "--infraction", "slow-play", "--penalty", who)
    first, other = pig(matchbook), pig(matchbook)
    done(matchbook, "ruling", first, *slow)
    [named] = lines(matchbook)
    done(matchbook, "ruling", first, *slow)
    done(matchbook, "ruling", other, *slow)
    assert last_penalty(app, first).penalty == named["next_step"]
    assert [(one["match"], one["repeated"]) for one in lines(matchbook)] == [(first, 1), (first, 2), (other, 1)]


def test_the_ledger_has_no_next_step_where_the_guide_has_none(matchbook: CommandLine) -> None:
    """An infraction of another guide, and a penalty by a rule of the game, have no ladder."""
    match = pig(matchbook)
    other = ("--infraction", "building: level", "--penalty", "Ada=warning")
    done(matchbook, "ruling", match, "so", *HEAD, *other)
    assert [one["next_step"] for one in lines(matchbook)] == [None]


def test_what_a_judge_gives_himself_is_kept_and_the_guide_is_told(app: MatchService, matchbook: CommandLine) -> None:
    """The judge decides: a named penalty is given, with the guide's beside it."""
    match = pig(matchbook)
    said = matchbook("ruling", match, "late", *JUDGE, "--cite", "tardiness", "--penalty", "Bo=caution")
    assert last_penalty(app, match).penalty == "caution"
    assert "the guide's penalty for Bo, tardiness: warning" in said.err


@pytest.mark.slow
def test_a_spectator_is_penalised_by_name(app: MatchService, matchbook: CommandLine) -> None:
    """Given advice from a spectator, when she is warned and then sent out, then log, slip and ledger name her, the game goes on,
    and no statistic calls the match decided by a penalty."""
    match = pig(matchbook)
    assist = ("--cite", "outside-assistance", "--penalty", "person Zoe")
    done(matchbook, "ruling", match, "told Ada to hold", *HEAD, *assist)
    ruling = max(docket_of(app, app.match(match)).of(Ruled))
    assert (last_penalty(app, match).penalty, last_penalty(app, match).seat) == ("warning", None)
    done(matchbook, "ruling", match, "again", *HEAD, *assist)
    assert last_penalty(app, match).penalty == "disqualification"
    done(matchbook, "penalise", f"{match}/{ruling}", "person Zoe", "caution")
    assert app.match(match).outcome is None
    assert "Zoe (no player): disqualification" in done(matchbook, "log", match)
    assert "Zoe (no player): warning" in done(matchbook, "slip", match)
    assert done(matchbook, "ledger", "zoe").count("outside assistance") == 3
    done(matchbook, "conclude", match, "--winner", "Ada")
    assert "agreed" in done(matchbook, "sql", f"select reason from matches where match = '{match}'")
    assert "disagreeing" not in matchbook("audit", match).out


def test_the_guide_is_listed(matchbook: CommandLine) -> None:
    """`ruling --help` names each infraction."""
    text = " ".join(done(matchbook, "ruling", "--help").split())
    assert [one for one in infractions() if one not in text.replace("- ", "-")] == []


def test_the_guide_goes_up_and_never_down() -> None:
    """Each path goes up the ladder, and people who do not play can be given what theirs names."""
    for one in infractions().values():
        for path in (one.penalties, one.others):
            assert [LADDER.index(step) for step in path] == sorted(LADDER.index(step) for step in path)
        assert set(one.others) <= set(PERSONAL)


def test_rules_of_procedure_and_infractions_are_looked_up_like_rules(matchbook: CommandLine) -> None:
    """JP-P02: an error that cites a rule of procedure can be looked up with any game, and so can an infraction."""
    assert "The head judge ends games" in done(matchbook, "rules", "pig", "jp-p02")
    assert "then game loss" in done(matchbook, "rules", "frc_card_game", "slow-play")
    assert "JP-R04" in done(matchbook, "rules", "frc_card_game", "--find", "head judge")
    assert "JP-R04" not in done(matchbook, "rules", "frc_card_game")


def test_the_page_of_the_guide_explains_every_remedy_and_penalty() -> None:
    """JP-R04, JP-P02: the tables say which remedies and penalties need the head judge."""
    rows = [line.split(" | ") for line in infractions_page("").splitlines() if line.startswith("| `")]
    said = {row[0].strip("|` "): row for row in rows}
    assert {*get_args(Remedy), *LADDER} < set(said)
    assert {name for name, row in said.items() if "head judge" in " ".join(row[2:])} == {
        "rewind",
        "replay_game",
        *LOSING,
    }
