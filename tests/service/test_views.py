"""The filter language of match lists: what it reads, what it prints, what it completes, and what it says about mistakes."""

from itertools import starmap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.registry import game_names
from projections.answers import MatchQuery
from projections.errors import BadParameter, UnknownMetric
from projections.filters import Filter, read_filter
from service.analysis.views import candidates, completed, known_here, read_query, write_query
from service.errors import UsageProblem

names = st.text(min_size=1, max_size=12).filter(str.strip)
amounts = st.builds("{}{}".format, st.sampled_from(["", "<", ">", "<=", ">="]), st.integers(0, 999_999_999))
VALUES = {
    "game": st.sampled_from(game_names()),
    "player": names,
    "tag": names,
    "status": st.sampled_from(["running", "finished", "concluded"]),
    "kind": st.sampled_from(["match", "competition", "what-if"]),
    "result": st.sampled_from(["won", "lost"]),
    "violations": amounts,
    "entries": amounts,
    "text": names,
}
queries = st.builds(
    lambda given, **order: replace(MatchQuery(**order), filters=tuple(starmap(filter_of, given))),
    st.lists(
        st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), VALUES[name], st.booleans())),
        max_size=6,
    ),
    sort=st.sampled_from(["updated", "opened", "title", "game", "entries", "turn", "violations", "minutes"]),
    descending=st.booleans(),
)


def filter_of(name: str, value: str, negative: bool) -> Filter:
    return read_filter(name, value, negative=negative and name != "kind")


@given(queries)
def test_what_is_printed_is_read_back(query: MatchQuery):
    assert read_query(write_query(query)) == query


def test_filters_are_read():
    """Beginnings of closed words are enough; order and page size stay unless they are named; odd words are searched."""
    query = read_query(
        'game:frc_t player:"Ana B" -tag:final STATUS:run kind:what violations:>0 entries:<9 red  Fox sort:entries-up'
    )
    assert write_query(query) == (
        'game:frc_tcg player:"Ana B" -tag:final status:running kind:what-if violations:>0 entries:<9 red Fox sort:entries-up'
    )
    assert (query.value("entries"), query.sort, query.descending) == (None, "entries", False)
    base = MatchQuery(sort="game", descending=False, limit=7).having(game="frc_tcg")
    assert read_query("fox", base) == MatchQuery(sort="game", descending=False, limit=7).having(text="fox")
    assert read_query('player:"Ana B').value("player") == "Ana B"
    assert [one.value for one in read_query('14:30 "tag:x" a"b').filters] == ["14:30", "tag:x", 'a"b']


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gmae:frc_tcg", "no filter 'gmae'; did you mean game? (column 1)"),
        ("ada game:chequers", "no game 'chequers'; possible: frc_card_game, frc_tcg"),
        ("game:frc", "no game 'frc'; possible: frc_card_game, frc_tcg"),
        ("game:", "game: has no value; leave it out to ask about all (column 1)"),
        ("ada status:lost", "status:lost: one of running, finished, concluded, unknown expected (column 5)"),
        ('player:" "', "player: has no value"),
        ("violations:many", "violations:many: 4, 3..6, 3.., ..6, >3 or <=6 expected"),
        ("ada tag=x", "tag=x is the old spelling; write ada tag:x (column 5)"),
        ("turn:3", "the list of matches cannot be narrowed by turn; possible: game, kit"),
        ("recorded:yes", "the list of matches cannot be narrowed by recorded"),
        ("x" * 1001, "a question has 1,000 characters at most; this one has 1,001"),
    ],
)
def test_mistakes_are_named_in_one_line(text: str, said: str):
    with pytest.raises((UsageProblem, BadParameter, UnknownMetric)) as caught:
        read_query(text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("stat", ("status:",)),
        ("status:", ("status:running", "status:finished", "status:concluded", "status:unknown")),
        ("x game:frc", ("game:frc_card_game", "game:frc_tcg")),
        ("tag:CLU", ('tag:"club night"',)),
        ("tag:final", ()),
        ("zzz", ()),
    ],
)
def test_candidates_for_what_is_being_typed(text: str, found: tuple[str, ...]):
    """The end of the line is completed: names of filters, closed words, tags that exist."""
    assert candidates(text, known_here({"tag": ("final", "club night")})) == found


def test_completing():
    assert completed("ada sta", "status:") == "ada status:"
    assert completed("ada status:r", "status:running") == "ada status:running "
