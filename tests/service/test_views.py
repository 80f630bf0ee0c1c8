"""The filter language of match lists: what it reads, what it prints, what it completes, and what it says about mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.registry import game_names
from projections.answers import Amount, MatchQuery
from service.analysis.views import candidates, completed, read_query, write_query
from service.errors import UsageProblem

names = st.text(min_size=1, max_size=12).filter(str.strip)
amounts = st.builds(Amount, st.sampled_from("<=>"), st.integers(0, 999_999_999))
queries = st.builds(
    MatchQuery,
    game=st.none() | st.sampled_from(game_names()),
    player=st.none() | names,
    tag=st.none() | names,
    status=st.none() | st.sampled_from(["running", "finished", "concluded"]),
    kind=st.none() | st.sampled_from(["match", "contest", "what-if"]),
    violations=st.none() | amounts,
    entries=st.none() | amounts,
    text=st.text(max_size=40).map(lambda text: " ".join(text.split())),
    sort=st.sampled_from(["updated", "opened", "title", "game", "entries", "turn", "violations", "minutes"]),
    descending=st.booleans(),
)


@given(queries)
def test_what_is_printed_is_read_back(query: MatchQuery):
    assert read_query(write_query(query)) == query


def test_filters_are_read():
    """Beginnings of closed words are enough; order and page size stay unless they are named; odd words are searched."""
    query = read_query(
        'game:frc_t player:"Ana B" tag:final STATUS:run kind:what violations:>0 entries:<9 red  Fox sort:entries-up'
    )
    assert query == MatchQuery(
        game="frc_tcg",
        player="Ana B",
        tag="final",
        status="running",
        kind="what-if",
        violations=Amount(">", 0),
        entries=Amount("<", 9),
        text="red Fox",
        sort="entries",
        descending=False,
    )
    base = MatchQuery(game="frc_tcg", sort="game", descending=False, limit=7)
    assert read_query("fox", base) == MatchQuery(text="fox", sort="game", descending=False, limit=7)
    assert read_query('player:"Ana B').player == "Ana B"
    assert read_query('14:30 "tag:x" a"b').text == '14:30 tag:x a"b'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gmae:frc_tcg", "no filter 'gmae'; possible: game, player"),
        ("game:chequers", "no game 'chequers'; possible: frc_card_game, frc_tcg"),
        ("game:frc", "game frc: frc_card_game or frc_tcg?"),
        ("game:", "game: which; possible: frc_card_game"),
        ("status:lost", "no status 'lost'; possible: running, finished, concluded"),
        ("tag:", "tag: needs a name"),
        ('player:" "', "player: needs a name"),
        ("violations:many", "violations:many is not an amount; write violations:>0"),
        ("tag:a tag:b", "tag: stands twice"),
        ("x" * 501, "a filter has 500 characters at most; this one has 501"),
    ],
)
def test_mistakes_are_named_in_one_line(text: str, said: str):
    with pytest.raises(UsageProblem) as caught:
        read_query(text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("st", ("status:",)),
        ("status:", ("status:running", "status:finished", "status:concluded", "status:unknown")),
        ("x game:frc", ("game:frc_card_game", "game:frc_tcg")),
        ("tag:CLU", ('tag:"club night"',)),
        ("tag:final ", ()),
        ("tag:final", ()),
        ("zzz", ()),
    ],
)
def test_candidates_for_what_is_being_typed(text: str, found: tuple[str, ...]):
    """The end of the line is completed: names of filters, closed words, tags that exist."""
    assert candidates(text, {"tag": ("final", "club night")}) == found


def test_completing():
    assert completed("ada sta", "status:") == "ada status:"
    assert completed("ada status:r", "status:running") == "ada status:running "
