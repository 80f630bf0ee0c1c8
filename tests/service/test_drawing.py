"""The drawing of a board: fitting content is complete, lines keep within the edge, and the terminal is not disturbed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.board import Board, CardView, Cell, Fact, Gauge, Number, Panel, Prompt, Table, Zone
from domain.plan import CountName, Plan, SeatPlan, ZonePlan
from domain.seats import JUDGE
from service.reading.board_diff import changed_keys
from service.reading.styled_text import Span, clean, cut, fit, fold, pad, plain, width_of, wrap
from service.reading.table.picture import drawn
from tests.campaigns import tries


def board(*parts: Zone | Table, **more: object) -> Board:
    panel = Panel("p0", "Otto", 0, active=True, facts=(Fact("points", "2900"), Fact("deck", "34")), parts=parts)
    return replace(Board("Some Game", "turn 5", panels=(panel,)), **more)


def pictured(shown: Board, width: int = 100, before: Board | None = None) -> list[str]:
    return plain(drawn(Plan(), shown, JUDGE, (width, 24), before)).split("\n")


ROBOT = CardView(
    "#1-08",
    "Bulwark",
    numbers=(Number("off", 150), Number("def", 1400)),
    states=("defensive",),
    under=(CardView("#1-09", "Kai"), CardView("#1-10", "木村さん")),
)
EMPTY = CardView("slot", "-")


def test_a_board_without_a_plan():
    """Phases and facts first, then titles of panels in full width; prompts name who must act; markup is text."""
    shown = board(phases=("draw", "main"), phase="main", facts=(Fact("plays", "1/1"),))
    phases, line, *_ = pictured(shown, 60)
    assert phases.startswith("  draw · [main]  plays 1/1 ┄")
    assert line.startswith("━━ ▶ Otto  points 2900  deck 34 ━━━")
    assert width_of((Span(line),)) == 60
    assert "[bold]Zed[/bold]" in pictured(board(Zone("z", "body", (CardView("a", "[bold]Zed[/bold]"),))))[2]
    shown = board(prompts=(Prompt("choose a student", 0), Prompt("Otto: draws", 0), Prompt("roll")))
    assert pictured(shown)[-1] == "   → Otto: choose a student   Otto: draws   roll"
    assert pictured(replace(shown, result="Otto wins"))[0].startswith("  Otto wins ┄")


def test_zones_without_a_plan():
    """Cards follow their zone's title as chips; hidden cards are counted, and an empty zone takes no line."""
    cards = tuple(CardView(f"c{n}", f"Card {n}") for n in range(12))
    lines = pictured(
        board(Zone("r", "robots", (ROBOT, EMPTY), hidden=3), Zone("b", "body"), Zone("h", "hand", cards)), 60
    )
    assert lines[2] == " robots Bulwark 150/1400 def… +2  3 ▒"
    assert lines[3].startswith(" hand Card 0")
    assert all(card.name in "\n".join(lines[3:]) for card in cards)


def test_a_table_keeps_its_columns():
    rows = ((Cell("Ben"), Cell("木村"), Cell("(empty)")), (Cell("Ann"), Cell("Marian"), Cell("Tuck")))
    table = Table("t", ("", "AGILITY", "WEAPONS"), rows)
    before = replace(table, rows=(rows[0], (*rows[1][:2], Cell("nobody"))))
    lines = pictured(board(table), before=board(before))[2:-1]
    bars = {tuple(width_of((Span(part),)) for part in line.split("│")[:-1]) for line in lines}
    assert len(bars) == 1
    assert lines[-1] == " Ann │ Marian  │*Tuck"


def test_changed_keys():
    """Moved cards and the counts of both places, facts, cells, and cards under others have keys of their own."""
    kai, uma = CardView("kai", "Kai"), CardView("uma", "Uma")
    before = board(Zone("hand", "hand", (kai, uma)), Zone("body", "body"))
    after = board(Zone("hand", "hand", (uma,)), Zone("body", "body", (kai,)))
    assert changed_keys(before, after) == {"kai", "hand", "body"}
    assert changed_keys(before, before) == frozenset()
    table = Table("t", ("", "A"), ((Cell("Ben"), Cell("5")),))
    changed = replace(table, rows=((Cell("Ben"), Cell("6")),))
    before, after = (
        board(table, Zone("r", "robots", (ROBOT,))),
        board(changed, Zone("r", "robots", (replace(ROBOT, under=()),))),
    )
    assert changed_keys(before, after) == {"t/Ben/1"}
    assert changed_keys(after, before) == {"t/Ben/1", "#1-09", "#1-10"}
    fewer = replace(before.panels[0], facts=(Fact("points", "2800"), Fact("deck", "34")))
    assert changed_keys(before, replace(before, panels=(fewer,))) == {"p0=points"}


def test_change_marks_are_signs_too():
    kai = board(Zone("r", "body", (CardView("kai", "Kai"),)))
    line = drawn(Plan(), kai, JUDGE, (100, 24), board(Zone("r", "body")))[2]
    assert {Span("*", "mark"), Span("Kai", "mark", "kai")} <= set(line)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zed", "Zed"),
        ("a\nb\tc", "a b c"),
        ("\x1b[31mred\x07", "�[31mred�"),
        ("\u202eevil", "�evil"),
        ("木村 🤖", "木村 🤖"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\ud800", "�"),
    ],
)
def test_clean(text: str, shown: str):
    """Control and direction characters cannot reach the terminal; every script can."""
    assert clean(text) == shown


def test_lines_are_cut_and_wrapped_by_cells():
    assert cut("木村さん", 5) == "木村…"
    assert cut("Zed", 3) == "Zed"
    assert fit((Span("Kai"), Span("木村")), 6) == (Span("Kai"), Span("木…"))
    assert fit((Span("Kai"), Span("Uma")), 3) == (Span("Ka…"),)
    assert width_of(pad((Span("木"),), 7)) == 7
    pieces = [(Span("one"),), (Span("two"),), (Span("three"),)]
    assert [plain([line]) for line in wrap(pieces, 9, indent=2)] == ["one  two", "  three"]
    assert list(fold("  one two three", 9)) == ["  one two", "  three"]
    assert list(fold("ab 木村木村木村 c", 6, hang=2)) == ["ab", "  木村", "  木村", "  木村", "  c"]
    assert list(fold("", 6)) == [""]


TEXT = st.text(alphabet=st.characters(max_codepoint=0x1FAFF), max_size=12)
CARD = st.builds(
    CardView,
    key=TEXT,
    name=TEXT | st.sampled_from(["-", "??"]),
    states=st.lists(TEXT, max_size=2).map(tuple),
    lines=st.lists(TEXT, max_size=4).map(tuple),
    gauges=st.lists(
        st.builds(Gauge, TEXT, st.integers(-9, 999), st.integers(0, 99), st.integers(0, 9)), max_size=1
    ).map(tuple),
    under=st.lists(st.builds(CardView, TEXT, TEXT), max_size=2).map(tuple),
)
ZONE = st.builds(
    Zone,
    TEXT,
    TEXT,
    st.lists(CARD, max_size=4).map(tuple),
    st.integers(0, 9),
    st.none() | st.integers(0, 5),
    st.sampled_from(["", "front", "hand"]),
)
CELLS = st.lists(st.builds(Cell, TEXT), min_size=1, max_size=4).map(tuple)
TABLE = st.builds(Table, TEXT, st.lists(TEXT, max_size=4).map(tuple), st.lists(CELLS, max_size=3).map(tuple), TEXT)
PANEL = st.builds(
    Panel,
    TEXT,
    TEXT,
    st.none() | st.integers(0, 1),
    st.booleans(),
    st.lists(st.builds(Fact, TEXT, TEXT), max_size=3).map(tuple),
    st.lists(ZONE | TABLE, max_size=3).map(tuple),
)


PLANS = [
    replace(
        Plan(gauges=(), counts=(CountName("hand", "h"),), zones=(ZonePlan("front", "front", "slots", "front", 3),)),
        seats=tuple(SeatPlan(f"Player {n}", n) for n in range(seats)),
    )
    for seats in (1, 2, 3, 4, 6)
]


@given(
    st.builds(Board, TEXT, TEXT, panels=st.lists(PANEL, max_size=2).map(tuple)),
    st.integers(20, 130),
    st.sampled_from([Plan(), *PLANS]),
)
@settings(max_examples=tries("MATCHBOOK_EXAMPLES", few=50, many=150), deadline=None)
def test_any_board_fits_any_width(shown: Board, width: int, plan: Plan):
    for line in drawn(plan, shown, JUDGE, (width, 24), Board("", "")):
        assert width_of(line) <= width
        assert all(clean(span.text) == span.text for span in line)
