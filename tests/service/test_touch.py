"""Rows for fingers: names of drawn cards, open lists, and actions that end the match."""

from msgspec import Struct

from domain.registry import load_game
from service.kits import kit_file
from service.recording.opening import opening_of
from service.typing.rows import Suggestion
from service.typing.scoresheet import Scoresheet
from service.typing.suggestions import Suggester
from service.typing.touch import DRAWN, ENDS, LAST, MOST_CHOICES, touched
from tests.replay_tui.live import MAIN_PHASE, open_sheet, table


class Offered(Struct, frozen=True):
    """The rows of a match of the sample sheet after some of its lines."""

    suggester: Suggester

    def row(self, line: str, typed: str = "") -> Suggestion:
        return next(row for row in touched(self.suggester, typed).rows if row.line == line)


def offered(folder, lines: int) -> Offered:
    with table(folder) as app:
        match = app.match(open_sheet(app, "frc_card_game", lines))
        return Offered(Suggester(match.game, match.state, touch=True))


def test_an_opening_hand_can_be_drawn_with_names(tmp_path):
    """Given an opening hand, then a button opens its list; card for card the list grows, and its line is whole when it is full."""
    at = offered(tmp_path, 1)
    (naming,) = at.row("draw_opening_hand Ada").choices
    assert (naming.line, naming.label, naming.complete) == ("draw_opening_hand Ada cards=[", "with names", False)
    line = naming.line
    for _ in range(4):
        assert touched(at.suggester, line).verdict.standing != "legal"
        rows = touched(at.suggester, line).rows
        line = next(
            row.line for row in rows if not {"??", *line.split(", ")} & set(row.line.split("[")[1].split(", ")[-2:-1])
        )
    answer = touched(at.suggester, line)
    assert (line[-2:], answer.verdict.standing) == (", ", "legal")
    assert at.suggester.after(line) is None
    assert at.suggester.after(answer.line) is not None


def test_an_open_list_says_how_many_cards_are_chosen(tmp_path):
    """Given a hand of four, then an open list says which cards it has, and breaks no rule until it has too many; the list has one
    button that ends it, at the top, once it may end."""
    at = offered(tmp_path, 1)
    line = "draw_opening_hand Ada cards=["
    said = ["0 of 4 chosen", "1 of 4 chosen: nia", "2 of 4 chosen: nia, pax", "3 of 4 chosen: nia, pax, nia"]
    for number, (words, card) in enumerate(zip(said, ("nia", "pax", "nia", "lifter"), strict=True)):
        answer = touched(at.suggester, line)
        assert (answer.verdict.standing, answer.verdict.text) == ("incomplete", words), number
        assert LAST not in {one.label for row in answer.rows for one in (row, *row.choices)}
        line += f"{card}, "
    answer = touched(at.suggester, line)
    assert (answer.verdict.standing, answer.verdict.text) == ("legal", "4 chosen: nia, pax, nia, lifter")
    ends = [
        (number, one.line) for number, row in enumerate(answer.rows) for one in (row, *row.choices) if one.label == LAST
    ]
    assert ends == [(0, "draw_opening_hand Ada cards=[nia, pax, nia, lifter]")]
    assert touched(at.suggester, f"{line}nia, ").verdict.standing == "illegal"


def test_a_single_drawn_card_can_be_named(tmp_path):
    """Given the draw phase, then a button behind the draw opens its name, and one more touch records it with that name."""
    at = offered(tmp_path, 9)
    (naming,) = at.row("draw_card").choices
    assert (naming.line, naming.label, naming.complete) == ("draw_card card=", "with its name", False)
    assert at.row("draw_card card=nia", naming.line).complete


def test_actions_without_a_card_come_before_many_tiles(tmp_path):
    """Given an unknown hand, then what takes one touch and no card is not below a tile for each card of the catalogue; what ends
    the match stays last."""
    rows = touched(offered(tmp_path, MAIN_PHASE).suggester, "").rows
    assert sum(1 + len(row.choices) for row in rows) > 20
    assert [row.line for row in rows[:2]] == ["advance_phase", "end_turn"]
    assert rows[-1].line == "concede"


def test_the_cards_of_a_long_list_are_chosen_one_by_one(tmp_path, monkeypatch):
    """Given an Active set of ten out of all cards, then the row of a card has no buttons for the cards after it, and no line is
    judged for them: that took a second a touch."""
    with table(tmp_path) as app:
        match = app.match(open_sheet(app, "robin_in_the_hood", 0))
        suggester = Suggester(match.game, match.state, touch=True)
    judged, judge = [], suggester.judge
    monkeypatch.setattr(suggester, "judge", lambda line: judged.append(line) or judge(line))
    rows = touched(suggester, f"declare_active_set {suggester.names.seat_text(0)} cards=[alys, ").rows
    assert len(rows) > MOST_CHOICES
    assert {row.choices for row in rows} == {()}
    assert len(judged) < 5 * len(rows)


def test_dice_are_touched_one_by_one_in_the_order_of_the_table(tmp_path):
    """Given five dice to roll, then each next die is one touch in front of the buttons for several, whatever was rolled before it;
    the last one completes the line."""
    with table(tmp_path) as app:
        sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file("yacht")))
        match = app.open_match(opening_of(load_game("tabletop"), sheet))
        suggester = Suggester(match.game, match.state, touch=True)
    roll = next(row for row in touched(suggester, "").rows if row.line == "roll ")
    assert [one.label for one in roll.choices] == [*"123456", *(f"{a} {b}" for a in range(1, 7) for b in range(a, 7))]
    dice, several = touched(suggester, "roll [5, 1, ").rows[:6], touched(suggester, "roll [5, 1, ").rows[6:]
    assert [(row.line, row.label, row.choices) for row in dice] == [
        (f"roll [5, 1, {n}, ", str(n), ()) for n in range(1, 7)
    ]
    assert several[0].choices[1].line == "roll [5, 1, 1, 1, 1]"
    assert touched(suggester, "roll [5, 1, 3, 1, ").rows[5].line == "roll [5, 1, 3, 1, 6]"


def test_a_kit_that_checks_little_says_what_ends_the_match(tmp_path):
    """Given a kit that enforces some rules, when its line ends the match, then that is told, because a second touch is needed."""
    with table(tmp_path) as app:
        sheet = Scoresheet((), players=("Ada", "Bo"), catalogue=str(kit_file("pig")))
        match = app.open_match(opening_of(load_game("tabletop"), sheet))
        suggester = Suggester(match.game, match.state, touch=True)
    assert suggester.judge("win Ada").text
    assert touched(suggester, "win Ada").verdict.text == ENDS


def test_only_lists_of_drawn_cards_are_offered_with_names(tmp_path):
    """Optional lists of targets or discarded cards get no such button."""
    rows = touched(offered(tmp_path, 14).suggester, "").rows
    opened = [one.line for row in rows if row.complete for one in row.choices]
    assert "end_turn" in {row.line for row in rows}
    assert all(one.split()[-1].rstrip("=[") in DRAWN for one in opened)


def test_a_line_that_ends_the_match_says_so(tmp_path):
    """Given a match that goes on, then conceding is marked, in its row and in the verdict on its line; other actions are not."""
    at = offered(tmp_path, 14)
    rows = touched(at.suggester, "").rows
    assert {row.line for row in rows if row.ends} == {"concede"}
    assert touched(at.suggester, "concede").verdict.text == ENDS
    assert touched(at.suggester, "end_turn").verdict.text != ENDS


def test_after_its_end_a_match_is_not_ended_again(tmp_path):
    """Given a conceded match, then no row is marked."""
    at = offered(tmp_path, 14)
    after = at.suggester.after("concede")
    assert after is not None
    rows = touched(Suggester(load_game("frc_card_game"), after, touch=True), "").rows
    assert not any(row.ends for row in rows)
