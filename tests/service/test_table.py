"""The table in the terminal: one layout for a match and a size, cuts are visible, marks are the differences."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from domain.board import Board, CardView, Gauge, Number, Zone
from domain.game import AnyGame, evolve_all
from domain.plan import Kind, NumberName, Plan, SeatPlan, ZonePlan
from domain.registry import game_names, load_game
from domain.seats import JUDGE, GameState, SeatSetup, TableSetup
from domain.simulation import simulate
from service.reading.board_diff import changed_keys
from service.reading.drawing import pictured
from service.reading.styled_text import StyledLine, width_of
from service.reading.table.faces import CHANGED, Face, Faces, bar, cut_name
from service.reading.table.layout import Layout, layout_of
from service.reading.table.legend import legend
from service.reading.table.picture import draw_table, drawn
from service.resources import load_catalogue
from tests.campaigns import tries

SIZES = ((80, 17), (78, 31), (140, 50))
"""Columns and rows of the board on screens of 80x24, 120x40 and 200x60."""
STEP = tries("MATCHBOOK_TABLE_STEP", few=9, many=1)
"""Every how many entries a frame is looked at."""
PLAYED = tuple(name for name in game_names() if load_game(name).kind == "game")


def matches(game: AnyGame) -> Iterator[list[GameState]]:
    """The states of simulated matches of two seats, from the moment at which the whole table is laid out."""
    first = 2 if game.name == "tabletop" else 0  # as many sit down there as the kit is for
    for seed in range(first, first + tries("MATCHBOOK_TABLE_MATCHES", few=1, many=1000)):
        states = [step.after for step in simulate(game, load_catalogue(game), seed)]
        begun = [state for state in states if game.turn_info(state).turn]
        if begun and len(begun[0].seats) == 2:
            yield begun


def text(lines: Sequence[StyledLine]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_but_what_a_step_moves(name: str, size: tuple[int, int]) -> None:
    """Every frame has exactly the rows and columns of its layout; labels, names, counts keep their places from the first."""
    game = load_game(name)
    for states in matches(game):
        layout = layout_of(game.plan(states[0]), *size)
        assert layout_of(game.plan(states[-1]), *size) == layout
        frames = [draw_table(game.plan(state), layout, game.board(state, JUDGE), JUDGE) for state in states[::STEP]]
        fixed = [_fixed(layout, game.plan(states[0]), frame) for frame in frames]
        assert all(width_of(line) == size[0] for frame in frames for line in frame[: layout.rows])
        assert all(one == fixed[0] for one in fixed)


def _fixed(layout: Layout, plan: Plan, frame: Sequence[StyledLine]) -> list[str]:
    """Fixed text: the label column, and in the players' lines all but values and rules."""
    rows = text(frame)[: layout.rows - 1]
    own = 1 + sum(band.rows for band in layout.bands)
    lines = [rows[0], rows[-1]] if layout.seats > 1 else [rows[-1]]
    called = [seat.name[: layout.line.name] for seat in plan.seats]
    names = [(name, line.index(name)) for line in lines for name in called if name in line]
    counts = [f" {count.short if layout.line.short else count.name}" for count in plan.counts]
    words = [line.index(word) for line in lines for word in counts]
    labelled = (*range(1, own), *range(len(rows) - own, len(rows) - 1))
    labels = [rows[row][1 : layout.label] for row in labelled if not _nameless(layout, row, own, len(rows))]
    return [*map(str, names), *map(str, words), *labels]


def _nameless(layout: Layout, row: int, own: int, rows: int) -> bool:
    """Whether a row belongs to a zone whose places bear names."""
    depth = row if row < own else rows - 1 - row
    for band in layout.bands:
        if depth <= band.rows:
            return any(not placed.label for placed in band.placed)
        depth -= band.rows
    return True


@pytest.mark.parametrize("name", PLAYED)
def test_no_number_is_cut(name: str) -> None:
    game = load_game(name)
    for states in matches(game):
        plan = game.plan(states[0])
        layout = layout_of(plan, *SIZES[0])
        for state in states[::STEP]:
            board = game.board(state, JUDGE)
            rows = text(draw_table(plan, layout, board, JUDGE))
            for panel in board.panels:
                if panel.seat is None:
                    continue
                line = next(row for row in (rows[0], rows[layout.rows - 2]) if panel.title[: layout.line.name] in row)
                values = {fact.label: fact.value for fact in panel.facts}
                assert all(str(gauge.value) in line for gauge in panel.gauges)
                assert all(values[count.name] in line for count in plan.counts)
            whole = "\n".join(rows)
            assert all(str(number.value) in whole for card in _front(plan, board) for number in card.numbers)


@pytest.mark.parametrize("name", PLAYED)
def test_one_of_a_gauge_is_named_in_the_singular(name: str) -> None:
    """`1 prize`, `1 stage`: in the line of a player, as wide as otherwise."""
    game = load_game(name)
    state = next(iter(matches(game)))[0]
    plan, board = game.plan(state), game.board(state, JUDGE)
    for value in (1, 2):
        panels = tuple(replace(p, gauges=tuple(replace(g, value=value) for g in p.gauges)) for p in board.panels)
        rows = text(draw_table(plan, layout_of(plan, 200, 60), replace(board, panels=panels), JUDGE))
        for gauge in plan.gauges:
            wanted, other = (gauge.one, gauge.name) if value == 1 else (gauge.name, gauge.one)
            assert wanted
            assert sum(bool(re.search(rf"\b{value} [^a-z]*{wanted} ", row)) for row in rows) == 2, rows
            assert not any(re.search(rf"\b{value} [^a-z]*{other} ", row) for row in rows if other != wanted)


def _front(plan: Plan, board: Board) -> Iterator[CardView]:
    front = {zone.key for zone in plan.zones if zone.where == "front"}
    for panel in board.panels:
        yield from (
            card for part in panel.parts if isinstance(part, Zone) and part.plan in front for card in part.cards
        )


@pytest.mark.parametrize("name", PLAYED)
def test_marks_are_the_differences(name: str) -> None:
    """Marked text differs between the two boards; each card that differs is marked, or counted with those not shown."""
    game = load_game(name)
    for states in matches(game):
        plan = game.plan(states[0])
        layout = layout_of(plan, *SIZES[1])
        shown_zones = {placed.zone.key for band in layout.bands for placed in band.placed}
        for before, after in list(pairwise(states))[::STEP]:
            boards = game.board(before, JUDGE), game.board(after, JUDGE)
            changed, lines = changed_keys(*boards), draw_table(plan, layout, boards[1], JUDGE, boards[0])
            spans = [span for line in lines for span in line]
            assert {span.key for span in spans if span.key and span.tone == "mark"} <= changed
            marked = {span.key for span in spans if span.key and span.tone == "mark"}
            counted = any(span.text.strip().startswith("+") and span.tone == "now" for span in spans)
            for panel in boards[1].panels:
                for part in panel.parts:
                    if isinstance(part, Zone) and part.plan in shown_zones and not counted:
                        named = {card.key for card in part.cards if card.name not in ("-", "??")}
                        assert named & changed <= marked


@pytest.mark.parametrize("name", PLAYED)
def test_a_board_does_not_differ_from_itself(name: str) -> None:
    game = load_game(name)
    for states in matches(game):
        boards = [game.board(state, JUDGE) for state in states[::STEP]]
        assert not any(changed_keys(board, board) for board in boards)


ROBOTS = ZonePlan("robots", "robots", "slots", "front", room=3, importance=9, name=10, wide=24, tall=3)
HAND = ZonePlan("hand", "hand", "fan", "hand", room=7, name=10)
PLAN = Plan(
    seats=(SeatPlan("Ada", 0), SeatPlan("Bo", 1)),
    kinds=(Kind("robot", "robot", "R", "vermilion"),),
    numbers=(NumberName("offense", "off"), NumberName("defense", "def")),
    zones=(ROBOTS, HAND),
)
KRABBY = CardView(
    "1/krabby/1",
    "Krabby",
    kind="robot",
    numbers=(Number("offense", 900, 800, main=True), Number("defense", 400)),
    states=("offensive",),
    under=(CardView("1/nia/1", "Nia"), CardView("1/pax/1", "Pax")),
)


def test_a_card_as_a_frame_a_chip_and_two_rows() -> None:
    """Numbers stay in fixed corners; an empty place says in brackets who left it."""
    face = Face(KRABBY, changed=True)
    assert text(Faces(PLAN).frame(face, 21)) == [
        "*R─────────offensive╮",
        "│Krabby           +2│",
        "╰OFF 900▲────def 400╯",
    ]
    faces = Faces(PLAN)
    assert text([faces.chip(Face(KRABBY))]) == [" R Krabby 900▲/400 off… +2 "]
    assert cell_len(text([faces.chip(Face(KRABBY, changed=True))])[0]) == cell_len(text([faces.chip(Face(KRABBY))])[0])
    assert text(faces.two(Face(KRABBY), 24))[1].rstrip().endswith("def 400")
    free = CardView("place", "-", place="HEAD")
    assert text(Faces(PLAN).frame(Face(free), 14)) == ["┌HEAD        ┐", " " * 14, "└            ┘"]
    assert text(Faces(PLAN).frame(Face(free, ghost="Krabby"), 14))[:2] == ["*HEAD        ┐", " (Krabby)     "]


def test_what_does_not_fit_is_counted() -> None:
    """Chips are shortened together; then as many are shown as fit, changed ones among them, and the others counted."""
    faces = [Face(CardView(f"c{n}", f"Fernwood Walker {n}", kind="robot"), changed=n == 7) for n in range(8)]
    (line,) = text([Faces(PLAN).chips(faces, 2, 60)])
    assert cell_len(line) <= 61
    assert "*R " in line
    shown = line.count("R ")
    assert line.endswith(f"+{10 - shown}")


def test_names_and_bars_keep_what_counts() -> None:
    """A cut name keeps its number, and a gauge that is not empty never looks empty."""
    assert cut_name("Fernwood Walker 17", 9) == "Fernw… 17"
    assert cut_name("Fernwood", 20) == "Fernwood"
    assert bar(Gauge("points", 1, 4000), 10) == "█" + "░" * 9
    assert bar(Gauge("points", 0, 4000), 10) == "░" * 10


TABLES = (
    *(
        ("frc_tcg", {"divisions": "/".join(("red", "green", "blue", "orange", "red", "green")[:n])}, n)
        for n in range(3, 7)
    ),
    ("frc_tcg", {"teams": "1+3/2+4"}, 4),
    ("frc_tcg", {"teams": "1+3+5/2+4+6"}, 6),
    ("pbl_robots", {"sides": "3"}, 3),
    ("pbl_robots", {"team_mode": "two_robots_four_hands"}, 2),
)
"""Game, options, panels of players: more than two of them, and sides of several persons."""


@pytest.mark.parametrize(("name", "options", "panels"), TABLES)
def test_many_players_and_nothing_moves(name: str, options: dict[str, str], panels: int) -> None:
    """Up to four players have panels, more have rows; counts keep their place, and the viewer sits below."""
    game = load_game(name)
    steps = [step.after for step in simulate(game, load_catalogue(game), 1, options=options)]
    states = [state for state in steps if game.turn_info(state).turn][:: STEP * 4]
    for size, viewpoint in zip(SIZES, (JUDGE, len(states[0].seats) - 1, 1), strict=True):
        layout, places = layout_of(game.plan(states[0]), *size), set()
        assert (layout.seats, layout.brief) == (panels, panels > 4)
        for state in states:
            board = game.board(state, viewpoint)
            rows = text(draw_table(game.plan(state), layout, board, viewpoint))[: layout.rows]
            assert all(cell_len(row) == size[0] for row in rows)
            places.add(tuple(_places(layout, board, rows)))
            own = next((p.title for p in board.panels if p.seat == viewpoint), None)
            assert own is None or own[: layout.line.name] in rows[-2][: layout.panel]
        assert len(places) == 1


def _places(layout: Layout, board: Board, rows: list[str]) -> Iterator[tuple[int, int]]:
    """The place of each player's name, with all its counts behind it."""
    for panel in board.panels:
        if panel.seat is not None:
            name = panel.title if len(panel.title) <= layout.line.name else panel.title[: layout.line.name - 1]
            row = next(n for n, row in enumerate(rows) if re.search(rf"[─━ ▶] *{name}", row) and " h" in row)
            shown = {fact.label: fact.value for fact in panel.facts}
            assert shown["hand"] in rows[row]
            assert shown.get("deck", "") in rows[row]
            yield row, rows[row].index(name)


def test_partners_sit_beside_each_other() -> None:
    """Of four the viewer sits below on the left, a partner beside; without partners the next ones follow clockwise."""
    game = load_game("frc_tcg")
    for options, below in (({"teams": "1+3/2+4"}, ("Esme", "Ben")), ({"divisions": "red/green/blue/orange"}, None)):
        state = [step.after for step in simulate(game, load_catalogue(game), 4, options=options)][-1]
        names = [seat.name for seat in state.seats]
        expected = (names[1], names[3]) if below else (names[1], names[0])
        rows = text(drawn(game.plan(state), game.board(state, 1), 1, SIZES[1]))
        line = rows[layout_of(game.plan(state), *SIZES[1]).rows - 2]
        assert tuple(re.findall(r"[A-Z][a-z]+", line)) == expected


def test_narrow_cards_keep_their_numbers() -> None:
    """Given six places that share half of a narrow screen, then they take two rows, their numbers whole."""
    game = load_game("pbl_robots")
    states = [step.after for step in simulate(game, load_catalogue(game), 3, options={"sides": "3"})]
    for state in [state for state in states if game.turn_info(state).turn][:: STEP * 9]:
        board = game.board(state, JUDGE)
        whole = "\n".join(text(drawn(game.plan(state), board, JUDGE, SIZES[0])))
        for card in _front(game.plan(state), board):
            assert not card.numbers or "/".join(str(number.value) for number in card.numbers) in whole


def test_zones_texts_and_signs_beside_the_plan() -> None:
    """Unplanned zones follow below; `show` prints the same drawing, with one blank row where there are several; each sign of the
    legend means one thing."""
    game = load_game("frc_card_game")
    state = next(iter(matches(game)))[-1]
    board, plan = game.board(state, JUDGE), game.plan(state)
    extra = Zone("extra", "lost and found", (CardView("x", "Old Umbrella"),))
    more = replace(board, panels=(replace(board.panels[0], parts=(*board.panels[0].parts, extra)), *board.panels[1:]))
    table, longer = (text(drawn(plan, shown, JUDGE, SIZES[0])) for shown in (board, more))
    assert longer[: len(table)] == table
    assert longer[len(table) :] == [f" {board.panels[0].title}, lost and found Old Umbrella "]
    game = load_game("frc_card_game")
    state = next(iter(matches(game)))[-1]
    head, *table = text(pictured(game, state, JUDGE, 100))
    board, layout = game.board(state, JUDGE), layout_of(game.plan(state), 100, 31)
    assert head == f"{board.title}  {board.moment}"
    whole = text(draw_table(game.plan(state), layout, board, JUDGE))
    assert table == [row for before, row in pairwise([head, *whole]) if row.strip() or before.strip()]
    plan = load_game("pbl_robots").plan(next(iter(matches(load_game("pbl_robots"))))[0])
    signs = [text([line])[0][:9].strip() for line in legend(replace(plan, kinds=(), numbers=(), states=()), 40)]
    found = [sign for line in signs for sign in line.split() if not sign.isalpha()]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("width", [40, 76])
def test_a_legend_from_the_plan_alone(name: str, width: int) -> None:
    """Each kind by its letter and colour, each short word of numbers and states, each gauge with its range; all of it whole."""
    plan = load_game(name).plan(next(iter(matches(load_game(name))))[0])
    lines = list(legend(plan, width))
    assert all(width_of(line) <= width for line in lines)
    spans = {(span.text.strip(), span.tone) for line in lines for span in line}
    assert {(kind.letter, kind.role) for kind in plan.kinds} <= spans
    shown = {sign for sign, _ in spans}
    assert {one.short for one in (*plan.numbers, *plan.states)} <= shown
    words = " ".join(text(lines)).split()
    said = [*(word for kind in plan.kinds for word in kind.word.split()), *(gauge.name for gauge in plan.gauges)]
    assert all(any(word.strip(",") == one.strip(",") for one in words) for word in said)
    assert {CHANGED, "►", "▒"} <= {word for sign in shown for word in sign.split()}


@pytest.mark.parametrize(("height", "tall"), [(16, 1), (22, 2), (31, 3)])
def test_squares_are_as_high_as_there_is_room(height: int, tall: int) -> None:
    """A grid's squares take one, two or three rows, depending only on the size, all of one width, and are in the middle."""
    game = load_game("tabletop")
    game = game.for_catalogue(load_catalogue(game, "chess"))
    state = game.initial(load_catalogue(game, "chess"))
    state = evolve_all(
        game, state, game.resolve(state, *game.open_table(TableSetup((SeatSetup("Ada"), SeatSetup("Bo")))))
    )
    rows = text(drawn(game.plan(state), game.board(state, JUDGE), JUDGE, (100, height)))
    ranks = [number for number, row in enumerate(rows) if re.match(r"\s+[1-8]\s", row)]
    assert {below - above for above, below in pairwise(ranks)} == {tall}
    files = [column for column, sign in enumerate(rows[ranks[0]]) if sign in "rnbqk"]
    assert len({right - left for left, right in pairwise(files)}) == 1
    assert abs((files[0] + files[-1]) / 2 - 50) <= 2
