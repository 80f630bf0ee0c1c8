"""A6: what a viewpoint may not know changes no answer that it gets.

Given two records that differ only in hidden cards, when the analytics of each viewpoint are built, then every table is the same,
and every question, metric, search and exploration gives the same answer. To the judge they differ.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import duckdb
import pytest

from domain.cards import Catalogue
from domain.entries import TakenBack
from domain.game import tag_of
from domain.match import Match
from domain.registry import load_game
from domain.seats import SPECTATOR
from projections import entry_search, opening_explorer
from projections.analytics import Analytics
from projections.answers import AsOf
from projections.database import read_only
from projections.entry_search import read_searched
from projections.errors import BadParameter
from projections.grammar import read_filters
from projections.opening_explorer import read_explored
from projections.questions import metric_questions, prepared_questions
from projections.redacted import RedactedContent, redacted_analytics
from projections.statements import answer, read_request
from service.recording.entry_batch import EntryBatch, Opening
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.games.tabletop.tables import shipped
from tests.games.tabletop.tables import table as kit_table
from tests.games.tabletop.test_hiding import CASES
from tests.projections.archived import NAMES
from tests.projections.archived import recorded as archived
from tests.projections.retold import Retold, simulated
from tests.projections.scorebook import GAMES
from tests.rulebooks import RULEBOOKS
from tests.service.test_noninterference import MATCH, NOW, OPTIONS, PLACING, acts_of
from tests.service.twins import twin

SEEDS: Final = tries("MATCHBOOK_VEILED_SEEDS", few=1, many=6)
SEARCHES: Final = ("points:>0", "not (before t2)", "ever (in t1) then within 2 turns (lead:>=0)", "in t0 or seat:1")


def recorded(path: Path, game: Any, catalogue: Catalogue[Any], commands: Sequence[Any]) -> MatchStore:
    """A store with these commands, of which the last were taken back once and entered again."""
    store = MatchStore.open(f"sqlite:///{path}", create=True)
    with MatchService(store) as app:
        bound = game.for_catalogue(catalogue)
        opening = Opening(game=game.name, catalogue=catalogue)
        batch = EntryBatch(app.store, Match(MATCH, bound, catalogue), opening, clock=lambda: NOW, by="kim")
        kept = max(1, len(commands) * 2 // 3)
        for command in commands:
            batch.act(command, as_played=True)
        if kept < len(commands):
            batch.store()
            batch = EntryBatch(app.store, app.store.load(MATCH), clock=lambda: NOW, by="kim")
            batch.add(TakenBack(to=kept))
            for command in commands[kept:]:
                batch.act(command, as_played=True)
        batch.store()
    return MatchStore.open(f"sqlite:///{path}")


@contextmanager
def seen(store: MatchStore, path: Path, viewpoint: str, game: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """The analytics of a viewpoint."""
    analytics = Analytics(path, store)
    analytics.explore(read_explored(game, (), ()))
    with (
        read_only(path, wait=1) as connection,
        redacted_analytics(connection, store, RedactedContent(path, viewpoint, AsOf(1, 1, 0))) as inside,
    ):
        yield inside


def content(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables and views."""
    names = connection.execute(
        "select schema_name || '.' || name from ("
        "select schema_name, table_name as name, database_name from duckdb_tables() union all "
        "select schema_name, view_name, database_name from duckdb_views() where not internal) "
        "where database_name = 'matchbook' order by all"
    ).fetchall()
    return {name: sorted(connection.execute(f"from {name}").fetchall(), key=repr) for (name,) in names}


def answers(connection: duckdb.DuckDBPyConnection, game: str) -> dict[str, object]:
    """The tried questions; in campaigns, all possible ones. (Answers follow from tables, which are compared whole.)"""
    found: dict[str, object] = {}
    as_of = AsOf(1, 1, 0)
    for name, question in prepared_questions().items():
        if question.game not in ("", game):
            continue
        [(player,)] = connection.execute("select min(player) from seats").fetchall()
        found[name] = answer(connection, read_request(name, {"kind": "all", "player": player}), as_of)
    for number, (name, metric) in enumerate(metric_questions().items()):
        if metric.game in ("", game) and (SEEDS > 1 or number % 8 == 0):
            for by in ([], *(["by", one] for one in metric.splits if SEEDS > 1)):
                found[" ".join([name, *by])] = answer(connection, read_request([name, *by, "kind:all"]), as_of)
    for text in SEARCHES:
        found[text] = entry_search.answer(connection, read_searched(text, {"kind": "all"}), as_of)
    found["explore"] = opening_explorer.answer(connection, read_explored(game, (), read_filters("kind:all")), as_of)
    return found


def leaks(
    folder: Path, game: Any, catalogue: Catalogue[Any], worlds: Sequence[Sequence[Any]], viewpoint: str
) -> tuple[bool, list[str]]:
    """Whether two records differ for the judge, and in which tables and answers for a viewpoint."""
    told, whole = [], []
    for commands in worlds:
        path = folder / sha256(repr(commands).encode()).hexdigest()[:12]
        at_hand = path.with_suffix(".db")  # the same world is held against the twins of several viewpoints
        with (
            MatchStore.open(f"sqlite:///{at_hand}")
            if at_hand.exists()
            else recorded(at_hand, game, catalogue, commands)
        ) as store:
            with seen(store, path.with_suffix(".duckdb"), viewpoint, game.name) as connection:
                assert connection.execute(
                    "select count(*) from events where data is not null or token is not null"
                ).fetchone() == (0,)
                asked = answers(connection, game.name) if SEEDS > 1 or viewpoint == SPECTATOR else {}
                told.append({**content(connection), **asked})
            with read_only(path.with_suffix(".duckdb"), wait=1) as connection:
                whole.append(content(connection))
    return whole[0] != whole[1], [name for name in told[0] if told[0][name] != told[1].get(name)]


CASES_OF: Final = [(name, {}, seed) for name in RULEBOOKS for seed in range(SEEDS)] + [
    pytest.param(name, options, 11, marks=pytest.mark.campaign)
    for name, sets in OPTIONS.items()
    for options in (sets if SEEDS > 1 else sets[:1])
]


@pytest.mark.slow
@pytest.mark.every_game
@pytest.mark.parametrize(("name", "options", "seed"), CASES_OF)
def test_hidden_cards_change_no_answer(tmp_path: Path, name: str, options: dict[str, str], seed: int) -> None:
    """Given a match and its twin, which has other cards where a viewpoint does not see them; when everything is asked as each
    seat and as a spectator; then all tables and answers are the same, though the records are not. (In the normal run one
    seat of two games asks, and a spectator of the two others.)"""
    game = load_game(name)
    acts = acts_of(game, seed, options)
    catalogue, commands = acts[0].before.catalogue, [act.command for act in acts]
    seats = acts[-1].before.seats
    checked = 0
    asking = (*range(len(seats)), SPECTATOR)
    for viewpoint in asking if SEEDS > 1 else asking[-1:] if RULEBOOKS.index(name) % 2 else asking[:1]:
        other = twin(game, catalogue, acts, viewpoint, Random(seed))
        if other is None:
            continue
        who = SPECTATOR if isinstance(viewpoint, str) else seats[viewpoint].name
        differ, found = leaks(tmp_path, game, catalogue, (commands, other.commands), who)
        assert differ
        assert found == [], f"as {who}"
        checked += 1
    assert checked


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", some([case for case in CASES if SEEDS > 1 or CASES[case][0] in ("go_fish", "duel")], 1)
)
def test_holds_for_kits(tmp_path: Path, case: str) -> None:
    """The same for games that are kits: cards drawn, given and laid away, roles; who may know them is told otherwise."""
    kit, players, before, line, cards, knowing, later = CASES[case]
    game, catalogue = load_game("tabletop"), shipped(kit)
    more = "decks=30,30" if kit == "duel" else ""
    worlds = []
    for card in cards:
        table, commands = kit_table(kit, players), []
        table.state = table.game.initial(catalogue)
        for text in (f"open_table {players} {more}", *before, line.format(card), *(one.format(card) for one in later)):
            commands.append(table.command(text))
            table.do(commands[-1])
        worlds.append(commands)
    seats = players.split(",")
    for viewpoint in (*range(len(seats)), SPECTATOR):
        who = SPECTATOR if isinstance(viewpoint, str) else seats[viewpoint]
        differ, found = leaks(tmp_path, game, catalogue, worlds, who)
        assert differ
        assert (found == []) == (viewpoint not in knowing), f"as {who}: {found}"


@pytest.mark.slow
def test_holds_for_a_choice_that_lies_face_down(tmp_path: Path) -> None:
    """Given two tables at which a player has put another card face down, a character at one and a modifier at the other, then the
    others' questions cannot tell the two apart."""
    game = load_game("robin_in_the_hood")
    acts = acts_of(game, 3, {"modifiers": "yes"})
    catalogue = acts[0].before.catalogue
    for number, act in enumerate(acts):
        seat = getattr(act.command, "player", None)
        chosen = [c for c in game.legal(act.before) if getattr(c, "player", None) == seat and tag_of(c) in PLACING]
        kinds = {tag_of(c): c for c in chosen}
        if game.turn_info(act.before).seat is None and tag_of(act.command) in PLACING and len(kinds) > 1:
            before = [earlier.command for earlier in acts[:number]]
            worlds = [[*before, choice] for choice in kinds.values()]
            for who in (act.before.seats[1 - seat].name, SPECTATOR):
                assert leaks(tmp_path, game, catalogue, worlds[:2], who) == (True, [])
            return
    pytest.fail("no simultaneous hand with a choice")


FACE_DOWN: Final = ("entries", "events", "cards")
"""Even the kind of a face-down choice is hidden at first, and so are its consequences."""
PUBLIC: Final = {
    "entries": "position, version, number, round, turn, phase, seat, undone, undone_by, kind, command, happened_at",
    "events": "position, version, k, round, turn, undone, type, seat",
    "violations": "position, version, turn, seat, undone, rule",
    "points": "position, version, k, turn, undone, seat, delta, \"after\", cause",
    "endings": "position, version, undone, winners, drawn, reason, scores, agreed",
    "judging": "position, version, undone, kind, about, claim, official, rules, penalty, seat",
    "seats": "match, seat, player, side",
    "matches": "match, game, tags, opened_at, entries, actions, turns, first_seat, status, winners, minutes",
    "cards": "position, version, k, undone, seat, action",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_public_is_told_to_everybody(tmp_path: Path, name: str) -> None:
    """Given matches with take-backs, redos, corrections and rulings, then a spectator's tables have the rows of the file's for all
    open facts, and most played cards by name."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store:
        for number in range(8):
            archived(store, name, number)
        with (
            seen(store, tmp_path / "a.duckdb", SPECTATOR, name) as inside,
            read_only(tmp_path / "a.duckdb", wait=1) as whole,
        ):
            for table, columns in PUBLIC.items():
                asked = f"select {columns} from {table} order by all"
                told, recorded_rows = (set(map(repr, c.execute(asked).fetchall())) for c in (inside, whole))
                if table == "violations":  # those that follow from what a spectator knows
                    assert told <= recorded_rows
                elif name == "robin_in_the_hood" and table in FACE_DOWN:
                    assert table == "entries" or told < recorded_rows, table
                else:
                    assert told == recorded_rows, table
            known = "select count(card), count(*) from cards where action = 'played'"
            [(public, n)], [(recorded_cards, again)] = (c.execute(known).fetchall() for c in (inside, whole))
            assert again >= n > 0
            assert recorded_cards * 0.6 < public <= recorded_cards
            [(hidden,)] = inside.execute(
                "select count(card) from cards where action in ('opening', 'prize')"
            ).fetchall()
            assert hidden == 0


def test_a_seat_sees_its_own(tmp_path: Path) -> None:
    """A player reads the drawn cards and the registered list of their own, and those of others are hidden."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store:
        Retold(store, "m", "frc_card_game", simulated("frc_card_game", 0)).play(60)
        analytics = Analytics(tmp_path / "a.duckdb", store)
        drawn = (
            "select seat, count(card) = count(*) as known from cards where action = 'drawn' group by seat order by seat"
        )
        assert analytics.sql(drawn, viewpoint="rin").rows == ((0, True), (1, False))
        assert analytics.sql("select distinct seat from decks", viewpoint="Otto").rows == ((1,),)
        assert analytics.sql("select count(card) from cards where action = 'drawn'", viewpoint=SPECTATOR).rows == (
            (0,),
        )
        with pytest.raises(BadParameter, match="'Rim' did not play in any match; did you mean rin"):
            analytics.sql("select 1", viewpoint="Rim")


@pytest.mark.slow
def test_what_a_viewpoint_may_know_is_made_once(tmp_path: Path) -> None:
    """Matches are redacted for a viewpoint at its first question and after new entries, not at every question; an unreadable cache
    file is built again, and a rebuild removes it."""
    path, told = tmp_path / "a.duckdb", []
    with MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store:
        analytics = Analytics(path, store)

        def asked(viewpoint: str) -> tuple[bool, Any]:
            told.clear()
            analytics.catch_up()
            analytics.sql("select 1")  # so that nothing is examined below
            found = analytics.sql(
                "select position, k, type, card from events order by position, k",
                progress=lambda *n: told.append(n),
                viewpoint=viewpoint,
            )
            return bool(told), found.rows

        archived(store, "frc_card_game", 0)
        first = asked("rin")
        assert first[0]
        assert asked("rin") == (False, first[1])
        assert asked(SPECTATOR)[0]
        assert asked("rin") == (False, first[1])
        archived(store, "frc_card_game", 1)
        again, more = asked("rin")
        assert again
        assert len(more) > len(first[1])
        assert len(list(tmp_path.glob("a.duckdb.seen-*"))) == 2
        for kept in tmp_path.glob("a.duckdb.seen-*"):
            kept.write_bytes(b"no database")
        assert asked("rin") == (True, more)
        analytics.rebuild()
        assert not list(tmp_path.glob("a.duckdb.seen-*"))
