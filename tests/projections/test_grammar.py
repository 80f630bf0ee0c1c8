"""The grammar of questions: what it reads, writes and completes, and how it points at mistakes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.errors import AnalyticsError
from projections.filters import filters, read_filter
from projections.grammar import (
    candidates,
    completed,
    expect_current,
    filter_text,
    line_of,
    modern,
    question_candidates,
    read_filters,
    read_question,
)
from projections.questions import questions
from projections.statements import read_request

VALUES = {
    "game": st.text(min_size=1).filter(str.strip),
    "player": st.text(min_size=1).filter(str.strip),
    "text": st.text(min_size=1).filter(str.strip),
    "turn": st.sampled_from(["3", "..4", "2..", "1..3", "<5", ">=2"]),
    "since": st.dates().map(str),
    "result": st.sampled_from(["won", "lost"]),
}
FILTERS = st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), VALUES[name], st.booleans()))


@given(st.lists(FILTERS))
def test_filters_are_read_as_they_are_written(given: list[tuple[str, str, bool]]):
    """In one line, and as the words that a shell makes of it; quotation marks and blanks included."""
    expected = [read_filter(name, value, negative=negative) for name, value, negative in given]
    text = filter_text(expected)
    if len(text) <= 1000:
        assert [(one.name, one.low, one.high, one.negative) for one in read_filters(text)] == [
            (one.name, one.low, one.high, one.negative) for one in expected
        ]


def test_the_example_of_the_grammar_is_read():
    asked = read_question(
        'win-rate by deck, first game:frc_tcg player:Ada since:2026-01-01 result:won turn:1..3 -tag:casual "text"'
    )
    assert (asked.number, asked.by) == ("win-rate", ("deck", "first"))
    assert [(one.name, one.low, one.high, one.negative) for one in asked.filters] == [
        ("game", "frc_tcg", "frc_tcg", False),
        ("player", "Ada", "Ada", False),
        ("since", "2026-01-01", None, False),
        ("result", "won", "won", False),
        ("turn", "1", "3", False),
        ("tag", "casual", "casual", True),
        ("text", "text", "text", False),
    ]


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        ("win-rate by plyer", "no dimension 'plyer'; did you mean player", "plyer"),
        ("win-rate by player,plyer", "no dimension 'plyer'; did you mean player", "plyer"),
        ("win-rate by player plyer:Ada", "no filter 'plyer'; did you mean player", "plyer"),
        ("win-rate turn:soon", "turn:soon: 4, 3..6", "turn"),
        ("win-rate date:yesterday", "date:yesterday: 2026-05-31, 2026-05 or", "date"),
        ("win-rate since:yesterday", "since:yesterday: a day like 2026-05-31", "since"),
        ("win-rate game:x kind:robots", "kind:robots: one of match, competition", "kind"),
        ("win-rate least:many", "least:many: a whole number", "least"),
        ("win-rate -forks:yes", "forks takes no minus sign", "-forks"),
        ("win-rate player:", "player: has no value", "player"),
        ("win-rate player", "'player': write STATISTIC by DIMENSION", "player"),
        ("win-rate by", "by which dimension?", "by"),
        ("win-rate by player nothing", "'nothing': a filter is written NAME:VALUE", "nothing"),
        ("win-rate where player:Ada", "leave 'where' out; write win-rate player:Ada", ""),
        ("win-rate by player where game=x", "write win-rate by player game:x", "game"),
        ("win-rate tag!=x", "tag!=x is the old spelling; write win-rate -tag:x", "tag"),
        ("win-rate -tag='a b'", 'write win-rate -tag:"a b"', "-tag"),
        ("win-rate by went-first", "it is called first now", "went-first"),
        ("win-rate went-first=yes", "write win-rate first:yes", "went-first"),
        ("win-rate turn:3", "win-rate cannot be narrowed by turn; possible: game", "turn"),
        ("results -player:Ada", "results cannot exclude a player", "-player"),
        ("dice-fairness -opponent:Ada", "dice-fairness cannot be narrowed by opponent", "-opponent"),
        ("cards -card:krabby", "cards cannot exclude a card", "-card"),
        ("winrate", "no statistic 'winrate'; did you mean win-rate", "winrate"),
        ('"text" win-rate', "the name of a statistic comes first", '"text"'),
        ("", "the name of a statistic comes first", ""),
        (" ".join(["win-rate", *(f"-tag:t{n}" for n in range(41))]), "more than 40 filters", "-tag:t40"),
        ("x" * 1001, "1,000 characters at most", ""),
    ],
)
def test_a_mistake_is_named_at_its_column(text: str, said: str, at: str):
    """One line, with the place of the wrong word in the line that was typed."""
    with pytest.raises(AnalyticsError) as refusal:
        read_request(text)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)
    if at:
        assert str(refusal.value).endswith(f"(column {text.index(at) + 1})")


def test_words_of_a_shell_keep_their_quotes():
    """A shell takes the quotes of a value away; a whole question in quotes is a line."""
    assert line_of(("win-rate", "player:Ana B", "-tag:x")) == 'win-rate player:"Ana B" -tag:x'
    assert line_of(("win-rate by player player:Ada",)) == "win-rate by player player:Ada"
    assert [one.value for one in read_request(("win-rate", "player:Ana B")).filters] == ["Ana B"]
    with pytest.raises(AnalyticsError, match=re.escape("write end_turn least:2")):
        expect_current(("end_turn", "where", "least=2"))


def test_old_lines_are_put_in_the_new_spelling():
    assert modern("where game=frc_tcg tag!=x -kind=simulated points<3 player='Ana B'") == (
        'game:frc_tcg -tag:x -kind:simulated points:<3 player:"Ana B"'
    )
    assert modern('game:frc_tcg "a=b" score=3') == 'game:frc_tcg "a=b" score=3'


def test_the_end_of_a_line_is_completed():
    """Names of filters, values that occur, dimensions behind `by` and commas, the numbers at the beginning."""
    known = {"game": ("tarot", "whist"), "player": ("Ana B", "Bo"), "since": ()}
    assert candidates("g", known) == ("game:",)
    assert candidates("x -g", known) == ("-game:",)
    assert candidates("game:w", known) == ("game:whist",)
    assert candidates("player:an", known) == ('player:"Ana B"',)
    assert candidates('player:"ana ', known) == ('player:"Ana B"',)
    assert candidates("game:whist", known) == ()
    assert candidates("result:w", known) == ("result:won",)
    subjects = ("cards", "win-rate")
    assert question_candidates("w", subjects, known) == ("win-rate",)
    assert question_candidates("win-rate b", subjects, known) == ("by",)
    assert question_candidates("win-rate by arche", subjects, known) == ("archetype",)
    assert question_candidates("win-rate by player,fi", subjects, known) == ("player,first",)
    assert question_candidates("win-rate by player g", subjects, known) == ("game:",)
    assert completed("win-rate by player,fi", "player,first") == "win-rate by player,first "
    assert completed("ada sta", "status:") == "ada status:"


def test_every_filter_and_number_is_described():
    assert all(one.meaning for one in filters().values())
    assert all(one.title and one.unit for one in questions().values())


def test_a_phrase_of_several_filters_keeps_its_words_beside_another_argument() -> None:
    """A value with blanks gets its quotes back, but a phrase of filters stays a phrase."""
    phrase = "points:<3900 and lead:>=0"
    assert line_of((phrase, "game:frc_tcg")) == f"{phrase} game:frc_tcg"
    assert line_of(("player:Ada B", "game:frc_tcg")) == 'player:"Ada B" game:frc_tcg'
