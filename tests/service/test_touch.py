"""What the rows for fingers say: names of drawn cards, open lists, and actions that end the match."""

from msgspec import Struct

from domain.registry import load_game
from service.typing.rows import Suggestion
from service.typing.suggestions import Suggester
from service.typing.touch import DRAWN, ENDS, MOST_CHOICES, touched
from tests.replay_tui.live import open_sheet, table


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


def test_only_lists_of_drawn_cards_are_offered_with_names(tmp_path):
    """Optional lists of targets or discarded cards get no such button."""
    rows = touched(offered(tmp_path, 14).suggester, "").rows
    opened = [one.line for row in rows if row.complete for one in row.choices]
    assert "end_turn" in {row.line for row in rows}
    assert all(any(one.endswith(f" {name}=[") for name in DRAWN) for one in opened)


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
