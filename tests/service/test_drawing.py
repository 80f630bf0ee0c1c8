"""The drawing of a board: nothing is lost that fits, nothing goes over the edge, nothing can disturb the terminal."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.board import Board, CardView, Cell, Fact, Gauge, Panel, Prompt, Table, Zone
from service.reading.drawing import Detail, changed_keys, draw_board, fitting_board
from service.reading.toned import Span, clean, cut, fit, fold, pad, plain, width_of, wrap
from tests.campaigns import tries


def board(*parts: Zone | Table, **more: object) -> Board:
    """A board with one panel."""
    panel = Panel("p0", "Otto", 0, active=True, facts=(Fact("points", "2900"), Fact("deck", "34")), parts=parts)
    return replace(Board("Some Game", "turn 5", panels=(panel,)), **more)


def drawn(shown: Board, width: int = 100, **options: object) -> list[str]:
    """Its lines as text."""
    return plain(draw_board(shown, width, **options)).split("\n")  # type: ignore[arg-type]


ROBOT = CardView(
    "#1-08",
    "Bulwark",
    ("DEFENSIVE",),
    ("off 150", "DEF 1400"),
    under=(CardView("#1-09", "Kai"), CardView("#1-10", "木村さん")),
    under_label="drive team",
)
EMPTY = CardView("slot", "-")


def test_heading_and_phases():
    """The title and moment stand on top, the current phase in brackets; a screen that shows the title itself leaves it out."""
    shown = board(phases=("draw", "main"), phase="main", facts=(Fact("plays", "1/1"),))
    assert drawn(shown)[:2] == ["Some Game  turn 5", "draw > [main]  plays 1/1"]
    assert drawn(shown, heading=False)[0] == "draw > [main]  plays 1/1"


def test_panel_line():
    """A panel's title and facts share one line that is filled to the width; `>` marks who is to act."""
    line = drawn(board(), 60)[1]
    assert line.startswith("── > Otto  points 2900  deck 34 ───")
    assert width_of((Span(line),)) == 60


def test_square_brackets_are_text():
    """What looks like markup is drawn as it is."""
    assert "[bold]Zed[/bold]" in drawn(board(Zone("z", "body", (CardView("a", "[bold]Zed[/bold]"),))))[2]


def test_row_zone():
    """A row lists names one after the other; hidden cards are counted; a zone that holds nothing shows `-`."""
    assert drawn(board(Zone("h", "hand", (CardView("a", "Zed"), CardView("b", "??")), hidden=3)))[2].split() == (
        ["hand", "5", "Zed", "??", "+3", "hidden"]
    )
    assert drawn(board(Zone("h", "hand", hidden=3)))[2].split() == ["hand", "3", "3", "hidden"]
    assert drawn(board(Zone("h", "pile")))[2].split() == ["pile", "-"]


def test_column_zone_with_a_stack():
    """A card with state has a line of its own: badges, lines, and the cards under it by their label; free places are one line."""
    lines = drawn(board(Zone("r", "robots", (ROBOT, EMPTY, EMPTY), capacity=3, layout="column")))
    assert lines[2] == "  robots 1/3  Bulwark DEFENSIVE  off 150  DEF 1400  drive team: Kai, 木村さん"
    assert lines[3].split() == ["-", "-"]


def test_compact_zones_share_lines():
    """In a narrow drawing short zones share a line; in a wide one each has its own."""
    parts = (Zone("a", "team", (CardView("t", "Night Shift"),)), Zone("b", "body", (CardView("z", "Zed"),)))
    assert drawn(board(*parts), 80)[2] == "  team: Night Shift   body: Zed"
    assert len(drawn(board(*parts), 100)) == len(drawn(board(*parts), 80)) + 1


def test_tall_cards_stand_side_by_side():
    """Cards of several lines are blocks in columns, each line of a block under its card's name."""
    card = CardView("a", "Kite", ("st3",), ("* Dive 30", "K Gale 70"), (Gauge("HP", 60, 70, 10),))
    lines = drawn(board(Zone("z", "alliance", (card, replace(card, key="b", name="Corvid")), capacity=3)), 80)
    assert lines[3].split() == ["Kite", "st3", "HP", "60/70", "######.", "Corvid", "st3", "HP", "60/70", "######."]
    assert lines[4].index("* Dive", 10) - lines[4].index("* Dive") == lines[3].index("Corvid") - lines[3].index("Kite")


@pytest.mark.parametrize(
    ("value", "bar"), [(0, "...."), (1, "#..."), (20, "##.."), (40, "####"), (90, "####"), (-5, "....")]
)
def test_gauge(value: int, bar: str):
    """A bar has a cell a step; anything above nothing shows, and nothing goes beyond the ends."""
    card = CardView("a", "Kite", gauges=(Gauge("HP", value, 40, 10),))
    assert f"HP {value}/40 {bar}" in plain(draw_board(board(Zone("z", "robots", (card,))), 80))


CARDS = tuple(CardView(f"c{n}", f"Card {n}", ("R",), ("a long effect text",)) for n in range(12))
LEVELS = board(
    Zone("r", "robots", (ROBOT, EMPTY), capacity=2, layout="column"),
    Zone("h", "hand", CARDS),
    Zone("b", "body", (EMPTY,)),
)


def test_short_drawings_leave_effects_out():
    """Cards that share a row lose their further lines, but no card."""
    full, short = drawn(LEVELS, 100), drawn(LEVELS, 100, detail="short")
    assert len(short) < len(full)
    assert "a long effect text" not in "\n".join(short)
    assert all(card.name in "\n".join(short) for card in CARDS)


def test_least_drawings_count_what_they_leave_out():
    """Each row takes one line and counts the cards beyond it; what is empty is left out; cards with state stay."""
    text = "\n".join(drawn(LEVELS, 60, detail="least"))
    assert "+8 more" in text
    assert "body" not in text
    assert "Bulwark DEFENSIVE  drive team: Kai, 木村さん" in text


def test_paired_panels():
    """Panels of two seats can stand side by side; a panel of the table, or of a third seat, keeps the whole width."""
    seats = [Panel(f"p{n}", name, n) for n, name in enumerate(("Ada", "Bo", "Cy"))]
    lines = drawn(Board("G", "t", panels=(*seats, Panel("t", "Table"))), 60, paired=True, heading=False)
    assert len(lines) == 3
    assert "Ada" in lines[0]
    assert "Bo" in lines[0]
    assert width_of((Span(lines[1]),)) == width_of((Span(lines[2]),)) == 60


@pytest.mark.parametrize("height", [40, 8, 5, 4])
def test_a_fitting_board_fits(height: int):
    """As much detail is drawn as the height holds."""
    lines = fitting_board(LEVELS, 60, height)
    assert len(lines) <= height
    assert ("a long effect text" in plain(fitting_board(LEVELS, 120, height))) == (height >= 8)


def test_a_board_that_fits_nowhere_is_drawn_as_low_as_can_be():
    """Scrolling shows the rest."""
    assert len(fitting_board(LEVELS, 60, 1)) == len(fitting_board(LEVELS, 60, 3)) == 3


def test_facing_table():
    """Cells stay in their column, under the header, whatever the script."""
    table = Table(
        "t",
        ("", "AGILITY", "WEAPONS"),
        ((Cell("Ben"), Cell("木村"), Cell("(empty)")), (Cell("Ann"), Cell("Marian"), Cell("Tuck"))),
    )
    lines = drawn(board(table), 60)[2:]
    bars = {tuple(width_of((Span(part),)) for part in line.split("│")[:-1]) for line in lines}
    assert len(bars) == 1
    assert "Marian" in lines[2]


def test_prompt_and_result():
    """A prompt names who must act, unless its words do; the result stands last."""
    shown = board(prompts=(Prompt("choose a student", 0), Prompt("Otto: draws", 0), Prompt("roll")), result="Otto wins")
    assert drawn(shown)[-4:] == ["→ Otto: choose a student", "→ Otto: draws", "→ roll", "Result: Otto wins"]


def test_changed_keys_of_a_move():
    """A card that moved is changed, and so are the counts of both places; what stayed is not."""
    kai, uma = CardView("kai", "Kai"), CardView("uma", "Uma")
    before = board(Zone("hand", "hand", (kai, uma)), Zone("body", "body"))
    after = board(Zone("hand", "hand", (uma,)), Zone("body", "body", (kai,)))
    assert changed_keys(before, after) == {"kai", "hand", "body"}
    assert changed_keys(before, before) == frozenset()


def test_changed_keys_of_facts_cells_and_stacks():
    """A fact, a cell, and a card under another are each found by their own key."""
    table = Table("t", ("", "A"), ((Cell("Ben"), Cell("5")),))
    changed = replace(table, rows=((Cell("Ben"), Cell("6")),))
    before, after = (
        board(table, Zone("r", "robots", (ROBOT,))),
        board(changed, Zone("r", "robots", (replace(ROBOT, under=()),))),
    )
    assert changed_keys(before, after) == {"t/Ben/1"}
    assert changed_keys(after, before) == {"t/Ben/1", "#1-09", "#1-10"}
    fewer = replace(before.panels[0], facts=(Fact("points", "2800"), Fact("deck", "34")))
    assert changed_keys(before, replace(before, panels=(fewer,))) == {"p0/points"}


def test_change_marks_are_signs_too():
    """A changed thing is marked with `*` as well as with a tone."""
    lines = draw_board(board(Zone("r", "body", (CardView("kai", "Kai"),))), 100, changed=frozenset({"kai"}))
    assert Span("*Kai", "mark", "kai") in lines[2]


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


def test_cut_and_fit_by_cells():
    """Wide characters count as two cells; what is cut ends with `…`."""
    assert cut("木村さん", 5) == "木村…"
    assert cut("Zed", 3) == "Zed"
    assert fit((Span("Kai"), Span("木村")), 6) == (Span("Kai"), Span("木…"))
    assert fit((Span("Kai"), Span("Uma")), 3) == (Span("Ka…"),)
    assert width_of(pad((Span("木"),), 7)) == 7


def test_wrap_keeps_pieces_whole():
    """A piece that has no room goes to the next line, indented."""
    pieces = [(Span("one"),), (Span("two"),), (Span("three"),)]
    assert [plain([line]) for line in wrap(pieces, 9, indent=2)] == ["one  two", "  three"]


def test_fold_breaks_between_words():
    """Rows keep the first one's indent; a word longer than a row is broken; nothing is lost."""
    assert list(fold("  one two three", 9)) == ["  one two", "  three"]
    assert list(fold("ab 木村木村木村 c", 6, hang=2)) == ["ab", "  木村", "  木村", "  木村", "  c"]
    assert list(fold("", 6)) == [""]


TEXT = st.text(alphabet=st.characters(max_codepoint=0x1FAFF), max_size=12)
CARD = st.builds(
    CardView,
    key=TEXT,
    name=TEXT | st.sampled_from(["-", "??"]),
    badges=st.lists(TEXT, max_size=2).map(tuple),
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
    st.sampled_from(["row", "column"]),
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


@given(
    st.builds(Board, TEXT, TEXT, panels=st.lists(PANEL, max_size=2).map(tuple)),
    st.integers(20, 130),
    st.sampled_from(get_args(Detail)),
    st.booleans(),
)
@settings(max_examples=tries("MATCHBOOK_EXAMPLES", few=50, many=150), deadline=None)
def test_any_board_fits_any_width(shown: Board, width: int, detail: Detail, paired: bool):
    """No line of any board is wider than asked, and no span holds a line break or control character."""
    changed = changed_keys(Board("", ""), shown)
    for line in draw_board(shown, width, detail=detail, paired=paired, changed=changed):
        assert width_of(line) <= width
        assert all(clean(span.text) == span.text for span in line)
