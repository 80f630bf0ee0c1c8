"""The place of what-if matches, their shared part, their visibility, and their absence from counts."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.cards import Token
from domain.digest import digest_of
from domain.entries import Annotated, Concluded
from domain.game import AnyGame, evolve_all
from domain.registry import load_game
from domain.seats import JUDGE, SPECTATOR, GameState
from domain.table.candidates import Candidates, UnknownCard, sample
from domain.timeline import Address
from projections.analytics import Analytics
from projections.questions import prepared_questions
from service.auditing.audit import audit_match
from service.competitions.results import Competitions
from service.errors import UsageProblem
from service.reading.log import heading, log_lines
from service.reading.match_diff import compare
from service.reading.page import html_replay
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.forks import Branch, RecordedFork, fork, origin_of
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.replay_tui.live import open_sheet
from tests.service.conftest import CommandLine
from tests.service.whatifs import GAMES, record, unseen_draws

pytestmark = pytest.mark.promise(id="V5")

ROOT = Path(__file__).resolve().parents[2]
PLAYED = 20
"""Lines of a hand-written match, after which it is running."""


@pytest.fixture
def app(store_url: str) -> Iterator[MatchService]:
    """The application on a store of its own."""
    with MatchService(MatchStore.open(store_url, create=True), recorder="tess") as opened:
        yield opened


@pytest.fixture
def gamble(app: MatchService) -> str:
    """Ada's gamble up to the middle of turn 3, under way."""
    return open_sheet(app, "frc_card_game", PLAYED)


def branch(app: MatchService, match: str, at: int | None = None, **wishes: Any) -> RecordedFork:
    return fork(app, Branch(match=match, at=at, **wishes))


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_stands_where_the_match_stood(app: MatchService, game: str) -> None:
    """Branched off at any entry, the what-if has the very state that the match had after it."""
    match = record(app, game)
    for at in (1, match.version, *Random(5).sample(range(2, match.version), 6)):
        forked = app.match(branch(app, match.id, at).match)
        assert digest_of(forked.state) == digest_of(match.states[at])
        assert forked.version == at


def test_a_fork_shares_nothing_but_the_history(app: MatchService, gamble: str) -> None:
    forked = branch(app, gamble, 8)
    match, what_if = app.match(gamble), app.match(forked.match)
    assert not set(match.command_ids) & set(what_if.command_ids)
    assert what_if.head != match.head
    app.undo(forked.match)
    assert app.match(gamble) is match
    assert not match.undone


def test_taken_back_actions_stay_behind(app: MatchService, gamble: str) -> None:
    """Actions taken back before the branching are not in the what-if; with an earlier branching, they are."""
    version = app.match(gamble).version
    app.take_back(gamble, version - 3, reason="wrong card")
    after, before = branch(app, gamble), branch(app, gamble, version)
    assert (after.version, before.version) == (version - 3, version)
    assert not app.match(after.match).undone


def test_what_was_put_right_goes_along(app: MatchService, gamble: str) -> None:
    """A what-if behind a correction has the corrected state; one from before it has the state of then."""
    last, before = app.match(gamble).version, digest_of(app.match(gamble).state)
    changes = (
        RequestedEdit(Address(3), "replace", "play_team_card Bo iron_gears"),
        RequestedEdit(Address(last), "insert", "adjust slip [points_changed(player=Ada, delta=200)]"),
        RequestedEdit(Address(last), "strike"),
    )
    correct(app, CorrectionRequest(match=gamble, changes=changes, as_played=True))
    match = app.match(gamble)
    what_if = app.match(branch(app, gamble).match)
    assert digest_of(what_if.state) == digest_of(match.state) != before
    assert [action.command for action in what_if.actions] == [action.command for action in match.actions]
    assert {finding.kind for finding in audit_match(app, what_if.id).findings} <= {"violated"}
    times = [entry.envelope.happened_at for entry in app.store.entries(what_if.id)]
    assert times == sorted(times)
    found = compare(app.history(gamble), app.history(what_if.id), JUDGE)
    assert (found.shared, found.pairs, found.differences) == (len(match.actions), (), ())
    assert digest_of(app.match(branch(app, gamble, last).match).state) == before


def test_notes_and_conclusions_stay_behind(app: MatchService, gamble: str) -> None:
    version = app.conclude(gamble, [0]).version
    what_if = app.match(branch(app, gamble, version).match)
    assert what_if.outcome is None
    kinds = {type(entry.payload) for entry in app.store.entries(what_if.id)}
    assert not kinds & {Annotated, Concluded}


def test_a_fork_names_its_origin_and_keeps_its_cards(app: MatchService, gamble: str) -> None:
    """Each what-if names the entry that it branched from, in log and page; cards and strictness are those of the match."""
    first = branch(app, gamble, 10)
    second = branch(app, first.match, 5)
    assert second.forked_from == f"{first.match}/5"
    assert origin_of(app.match(second.match)) == first.match
    what_if, match = app.match(branch(app, gamble, 9).match).opened, app.match(gamble).opened
    assert (what_if.catalogue, what_if.rules_version, what_if.strictness) == (
        match.catalogue,
        match.rules_version,
        match.strictness,
    )
    forked = branch(app, gamble, 9, title="the other robot")
    history = app.history(forked.match)
    for viewpoint in (JUDGE, SPECTATOR, 0):
        assert f"WHAT-IF of {gamble}/9" in heading(history, viewpoint)
        assert f"WHAT-IF of {gamble}/9" in html_replay(history, (viewpoint,))


def test_table_times_and_violations_are_kept(app: MatchService, gamble: str) -> None:
    """Copied actions keep their times, broken rules and reasons; the person who copied them signs."""
    app.take(gamble, "draw_card", as_played=True, reason="the judge allowed it", happened_at=1_000_000)
    original = app.store.entries(gamble)[-1]
    copied = app.store.entries(branch(app, gamble).match)[-1]
    assert copied.payload == original.payload
    assert copied.envelope.happened_at == 1_000_000
    assert copied.envelope.recorded_at >= original.envelope.recorded_at


def test_cards_from_a_file_go_along(matchbook: CommandLine, store_path: Path, tmp_path: Path) -> None:
    """A what-if of a match with card definitions of its own plays on with them, and its file verifies without a store."""
    cards = tmp_path / "cards.toml"
    sample = ROOT / "domain/games/frc_card_game/catalogue/adas_gamble.toml"
    cards.write_text(sample.read_text(encoding="utf-8").replace('"Wes"', '"Wesley"'), encoding="utf-8")
    seats = ("--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match = matchbook("new", "frc_card_game", *seats, "--catalogue", cards).out.strip()
    forked = matchbook("fork", match).out.strip()
    assert matchbook("take", forked, "play_team_card Ada iron_gears").code == 0
    assert matchbook("export", forked, "-o", tmp_path / "w.match.jsonl").code == 0
    store_path.unlink()
    assert matchbook("verify", tmp_path / "w.match.jsonl").code == 0
    assert "Wesley" in (tmp_path / "w.match.jsonl").read_text(encoding="utf-8")


def test_contests_have_no_what_ifs(matchbook: CommandLine) -> None:
    series = matchbook("series", "new", "--player", "Ada", "--player", "Bo").out.strip()
    ran = matchbook("fork", series)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "only matches have what-ifs" in ran.err


def test_a_what_if_decides_no_contest(app: MatchService, matchbook: CommandLine, store_url: str) -> None:
    series = matchbook("series", "new", "--player", "Ada", "--player", "Bo").out.strip()
    with MatchService(MatchStore.open(store_url)) as opened:
        match = record(opened, "frc_card_game")
        forked = branch(opened, match.id)
        with pytest.raises(UsageProblem, match="counts in no competition"):
            Competitions(opened).record_result(series, forked.match)


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_is_sound(app: MatchService, game: str) -> None:
    """Chain and rules of a sampled what-if are without findings, but for rules that were broken as played."""
    match = record(app, game, blind=True)
    forked = branch(app, match.id, match.version * 2 // 3, sample=True)
    assert audit_match(app, forked.match).findings == ()
    assert forked.sampled > 0


def sampled(game: str) -> Iterator[tuple[GameState, GameState]]:
    """States of a blindly recorded match with unknown cards held, before and after sampling."""
    rules = load_game(game)
    for number, (_, _, state) in enumerate(unseen_draws(game)):
        found = sample(rules.hidden.candidates(state), Random(number))
        command = rules.hidden.identify("sampled", found)
        if found and not rules.outcome(state) and not rules.check(state, command):
            yield state, evolve_all(rules, state, rules.resolve(state, command))


@pytest.mark.parametrize("game", GAMES)
def test_every_held_card_gets_an_identity_that_the_rules_allow(game: str) -> None:
    """Sampling never breaks a rule, leaves no held card unknown, and loses no card."""
    rules, count = load_game(game), 0
    for before, after in sampled(game):
        count += 1
        assert rules.hidden.candidates(after) == ()
        assert rules.card_counts(after) == rules.card_counts(before)
    assert count > 50


@pytest.mark.parametrize("game", GAMES)
def test_sampling_shows_nobody_a_card_that_they_may_not_know(game: str) -> None:
    """The boards of spectators and of opponents are the same with and without sampled cards."""
    rules = load_game(game)
    for before, after in list(sampled(game))[::5]:
        assert rules.board(after, SPECTATOR) == rules.board(before, SPECTATOR)
        for seat in range(len(before.seats)):
            # Only the others' cards are sampled here, because a player may know their own.
            others = tuple(g for c in rules.hidden.candidates(before) if (g := _of_others(c, seat)).held)
            command = rules.hidden.identify("sampled", sample(others, Random(1)))
            seen = evolve_all(rules, before, rules.resolve(before, command))
            assert rules.board(seen, seat) == rules.board(before, seat)


def _of_others(group: Candidates, seat: int) -> Candidates:
    return Candidates(tuple(held for held in group.held if held.seat != seat), group.left)


@pytest.mark.parametrize("game", GAMES)
def test_two_samples_look_alike_to_those_who_may_not_know(app: MatchService, game: str) -> None:
    """Other sampled cards change no byte of a spectator's log; the judge's log tells them."""
    match = record(app, game, blind=True)
    at = match.version * 2 // 3
    histories = [app.history(branch(app, match.id, at, sample=True, seed=seed).match) for seed in (1, 1, 2)]
    texts = [{who: [*log_lines(h, who)][1:] for who in (JUDGE, SPECTATOR)} for h in histories]
    assert texts[0] == texts[1]
    assert texts[0][SPECTATOR] == texts[2][SPECTATOR]
    assert texts[0][JUDGE] != texts[2][JUDGE]


@pytest.mark.parametrize("game", GAMES)
def test_play_goes_on_from_a_sampled_state(game: str) -> None:
    rules = load_game(game)
    for _, after in list(sampled(game))[::25]:
        for command in list(rules.legal(after))[:20]:
            assert rules.check(after, command) == ()


def test_a_sample_is_drawn_without_replacement() -> None:
    """The same source gives the same cards, no copy is given twice, and what the list lacks stays unknown."""
    held = tuple(UnknownCard(0, 1000 + n) for n in range(1, 5))
    group = Candidates(held, {"ash": 1, "birch": 2})
    found = sample([group], Random(3))
    assert found == sample([group], Random(3))
    assert sorted(one.card for one in found) == ["ash", "birch", "birch"]
    assert [Token(one.token) for one in found] == [Token(h.token) for h in held[:3]]


def test_a_game_that_cannot_name_unknown_cards_says_so(tmp_path: Path) -> None:
    def find_game(name: str) -> AnyGame:
        game = load_game(name)
        return replace(game, hidden=replace(game.hidden, identify=None))

    store = MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True, find_game=find_game)
    with MatchService(store) as app:
        forked = branch(app, record(app, "frc_card_game", blind=True).id, 40, sample=True)
    assert forked.remark == "FRC: The Card Game has no command that names unknown cards"


@pytest.mark.slow
def test_statistics_leave_forks_out_unless_asked(app: MatchService, tmp_path: Path) -> None:
    """The answers of questions stay the same with what-ifs; on request, they are counted."""
    matches = [record(app, game) for game in ("frc_card_game", "pbl_robots")]
    analytics = Analytics(tmp_path / "matches.duckdb", app.store)
    before = {name: analytics.ask(name, {}).rows for name in prepared_questions()}
    for match in matches:
        branch(app, match.id)
    assert {name: analytics.ask(name, {}).rows for name in prepared_questions()} == before
    for name in ("results", "first-player", "length"):
        assert analytics.ask(name, {"forks": True}).rows != before[name], name


def test_a_what_if_is_compared_with_what_happened(app: MatchService, gamble: str) -> None:
    """They differ after the shared actions; both lines are beside each other, and the boards' differences name entries."""
    forked = branch(app, gamble, 12)
    app.take(forked.match, _another(app, forked.match))
    found = compare(app.history(gamble), app.history(forked.match), JUDGE)
    assert (found.left_parting, found.right_parting) == (found.shared, found.shared)
    assert found.pairs[0].left != found.pairs[0].right
    assert found.differences
    for one in found.differences:
        assert one.left != one.right
        assert min(version for version in (one.left_version, one.right_version) if version) > 12


def _another(app: MatchService, match_id: str) -> Any:
    """A legal command other than the one that came next in the match."""
    match = app.match(match_id)
    return list(match.game.legal(match.state))[-1]


def test_sampled_cards_stand_alone_in_a_comparison(app: MatchService) -> None:
    """Actions are paired with actions, whether cards were sampled before them or not."""
    match = record(app, "frc_card_game", blind=True)
    forked = branch(app, match.id, 40, sample=True)
    app.take(forked.match, app.store.entries(match.id)[40].payload.command)
    first, second, *_ = compare(app.history(match.id), app.history(forked.match), JUDGE).pairs
    assert (first.left, second.left.version, second.right.version) == (None, 41, 42)
    assert first.right.text.startswith("adjust ")


@pytest.mark.parametrize("game", GAMES)
def test_a_comparison_tells_nothing_that_its_viewpoint_may_not_know(app: MatchService, game: str) -> None:
    match = record(app, game, blind=True)
    at = match.version * 2 // 3
    first, second = (app.history(branch(app, match.id, at, sample=True, seed=seed).match) for seed in (1, 2))
    found = compare(first, second, JUDGE)
    assert found.pairs or found.differences
    seen = compare(first, second, SPECTATOR)
    assert not seen.pairs
    assert not seen.differences


def test_matches_that_do_not_begin_alike_are_not_compared(app: MatchService, gamble: str) -> None:
    other = record(app, "frc_card_game")
    with pytest.raises(UsageProblem, match="have different beginnings"):
        compare(app.history(gamble), app.history(other.id), JUDGE)


@pytest.fixture
def shared(app: MatchService, matchbook: CommandLine, gamble: str) -> str:
    """That match, for the command line on the same store."""
    return gamble


def test_fork_compare_and_sample_on_the_command_line(matchbook: CommandLine, shared: str) -> None:
    forked = matchbook("fork", f"{shared}/9", "--title", "the other robot").out.strip()
    assert f"WHAT-IF of {shared}/9 · the other robot" in matchbook("matches").out
    assert f"WHAT-IF of {shared}/9" in matchbook("show", forked).out
    compared = matchbook("compare", forked)
    assert compared.out.startswith(f"{shared}/9 and {forked}/9 are the same (9 actions)")
    data = json.loads(matchbook("compare", forked, "--json").out)
    assert (data["shared"], data["pairs"][0]["right"]) == (9, None)
    assert "nothing sampled: all cards of registered deck lists are known" in matchbook("fork", shared, "--sample").err
    assert json.loads(matchbook("fork", shared, "--sample", "--json").out)["sampled"] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("fork", "nosuch"), 5, "no match 'nosuch'"),
        (("fork", "MATCH", "--at", "999"), 5, "no entry 999"),
        (("fork", "MATCH", "--at", "0"), 5, "no entry 0"),
        (("fork", "MATCH/x"), 2, "an address is MATCH/ENTRY"),
        (("fork", "MATCH/1.99"), 5, "no event 99 in entry 1"),
        (("compare", "MATCH"), 2, "is not a what-if: name the match to compare it with"),
        (("compare", "MATCH", "MATCH", "--as", "Zoe"), 2, "Zoe"),
    ],
)
def test_wrong_usage_is_one_line(
    matchbook: CommandLine, shared: str, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = matchbook(*(word.replace("MATCH", shared) if word != "MATCH/ENTRY" else word for word in arguments))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (code, "", 1)
    assert said in ran.err
