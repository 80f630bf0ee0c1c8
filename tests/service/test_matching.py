"""All names on a screen can be typed; typed words find every action, and never choose among several."""

from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

from domain.game import AnyGame
from domain.registry import load_game
from domain.seats import GameState
from domain.simulation import simulate
from replay_tui.scorekeeping.line_keys import RefusedKey, Send, SetText, on_enter, on_space
from service.kits import KITS_GAME
from service.recording.opening import opening_of
from service.resources import load_catalogue, read_text
from service.typing.offers import Offer
from service.typing.rows import Suggestion
from service.typing.scoresheet import read_scoresheet
from service.typing.suggestions import Suggester
from service.typing.word_matches import corrections, near_words, simplified, words_in
from service.typing.words import closed
from tests.replay_tui.live import open_sheet, table
from tests.replay_tui.test_record_pilot import KIT_SHEETS
from tests.rulebooks import RULEBOOKS

KITS = [f"{KITS_GAME}:{kit}" for kit in ("crazy_eights", "chess", "hearts")]


def states(name: str, tmp_path: Path, step: int) -> Iterator[tuple[AnyGame, GameState]]:
    """States from all over a simulated match of a game, or the sample match of a kit."""
    game, colon, kit = name.partition(":")
    if not colon:
        played = simulate(load_game(game), load_catalogue(load_game(game)), 7)
        yield from ((load_game(game), one.after) for number, one in enumerate(islice(played, 160)) if not number % step)
        return
    with table(tmp_path) as app:
        sheet = read_scoresheet(read_text(KIT_SHEETS[kit]))
        lines = [line for line in sheet.lines if not line.refused][:30]
        match = app.match(app.open_match(opening_of(load_game(game), sheet), lines).id)
        yield from ((match.game, state) for state in match.states[1 :: max(1, step // 4)])


def begins(line: str, row: Suggestion) -> bool:
    """Whether a row leads to a line, or to one of the lines that it begins."""
    return row.line.strip() == line.strip() or line.startswith(row.line) or row.line.startswith(line)


@pytest.mark.parametrize("name", [*RULEBOOKS, *KITS])
def test_everything_that_is_shown_can_be_typed_as_shown(name: str, tmp_path: Path) -> None:
    """Given the rows of an empty line, when a label, a title with its arguments or the letters of a row are typed, then that row is
    found, or the text is its command."""
    for game, state in states(name, tmp_path, 20):
        suggester = Suggester(game, state)
        for row in suggester.suggest("").rows:
            arguments = row.label.partition(" ")[2]
            for text in {row.label, f"{row.title} {arguments}".strip(), row.quick or row.label}:
                answer = suggester.suggest(text)
                typed = answer.verdict.standing == "legal" and suggester.after(text) == suggester.after(row.line)
                assert typed or any(begins(row.line, one) for one in answer.rows), (text, row, answer.rows)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_legal_action_is_reached_by_the_name_of_its_card(name: str, tmp_path: Path) -> None:
    """Given a legal command with a card in it, when the card's printed name is typed, then a row leads to the command."""
    reached = 0
    for game, state in states(name, tmp_path, 20):
        suggester = Suggester(game, state)
        for offer in suggester._offers:
            for card in cards_of(offer, state):
                rows = suggester.suggest(card).rows
                assert any(begins(" ".join(offer.words), row) for row in rows), (card, offer, rows)
                reached += 1
    assert reached


def cards_of(offer: Offer, state: GameState) -> set[str]:
    """The printed names of cards that are words of a legal command."""
    return {record.name for word in offer.words[1:] if (record := state.catalogue.get(word)) is not None}


def begun(word: str, typed: str) -> bool:
    """Whether a word is meant by its beginning; a number is meant only by itself."""
    return word == typed if typed.isdigit() else word.startswith(typed)


@pytest.mark.parametrize("name", [*RULEBOOKS, *KITS])
def test_enter_never_chooses_among_several(name: str, tmp_path: Path) -> None:
    """Given beginnings of words, singly and in pairs, when several legal commands have them all, then enter records only one that
    was typed whole."""
    several = 0
    for game, state in states(name, tmp_path, 40):
        suggester = Suggester(game, state)
        words = sorted({word for offer in suggester._offers for word in offer.called})[:12]
        single = [word[:length] for word in words for length in (1, 3)]
        for text in (*single, *(f"{one} {other[:2]}" for one, other in pairwise(words))):
            found = [o for o in suggester._offers if all(any(begun(w, t) for w in o.called) for t in text.split())]
            step = on_enter(text, suggester.suggest(text), None)
            if len(found) > 1 and isinstance(step, Send) and step.line != closed(text):
                assert suggester._quick[step.line.split()[0]] == text, (text, step, found)
            several += len(found) > 1
    assert several


def test_small_mistakes_are_forgiven_and_filled_in_not_recorded(tmp_path: Path) -> None:
    """Given a misspelt card or title, then what was meant is offered, and enter puts it into the line."""
    with table(tmp_path) as app:
        match = app.match(open_sheet(app, "frc_card_game", 12))
        suggester = Suggester(match.game, match.state)
    for text, line in (("lfiter", "play_robot lifter "), ("turm end", "end_turn"), ("END TÜRN", "end_turn")):
        answer = suggester.suggest(text)
        assert answer.rows[0].line.startswith(line), (text, answer)
        if answer.corrected:
            assert isinstance(on_enter(text, answer, None), SetText | RefusedKey)
    assert on_enter("turm end", suggester.suggest("turm end"), None) == SetText("end_turn")
    assert on_enter("END TÜRN", suggester.suggest("END TÜRN"), None) == Send("end_turn")
    assert suggester.suggest("xyzzy").rows == ()


def test_illegal_and_impossible_actions_say_why(tmp_path: Path) -> None:
    """Given words of an action that is not legal now, then it is shown with the rule; impossible ones only if they are the only
    matches, with the reason."""
    with table(tmp_path) as app:
        match = app.match(open_sheet(app, "frc_card_game", 7))
        suggester = Suggester(match.game, match.state)
    (illegal, *_) = suggester.suggest("play nia").rows
    assert (illegal.line, illegal.complete, illegal.violations[0].rule) == ("play_student nia", True, "CG-A02")
    drawn = suggester.suggest("draw a card").rows[0]
    assert (drawn.line, drawn.violations[0].rule) == ("draw_card", "CG-T03")
    impossible = suggester.suggest("wall score").rows[0]
    assert not impossible.complete
    assert impossible.note.startswith("impossible: ")
    assert isinstance(on_enter("wall score", suggester.suggest("wall score"), None), SetText | RefusedKey)


SETUP = "play_team_card Ada gear guild;play_team_card Bo torque society;draw_opening_hand Ada;draw_opening_hand Bo"


def registered(tmp_path: Path, *lines: str) -> Suggester:
    """Suggestions in a match with registered decks, after its team cards and some lines."""
    game = load_game("frc_card_game")
    head = "@player Ada\n@player Bo\n@deck 1 fast_shooters\n@deck 2 pneumatic_club\n@catalogue sample\n"
    with table(tmp_path) as app:
        match = app.open_match(opening_of(game, read_scoresheet(head)), ())
        for line in lines:
            app.take(match.id, line)
        return Suggester(game, app.match(match.id).state)


def typed(suggester: Suggester, text: str, line: str = "") -> str:
    """The line after a text is typed letter by letter, as in the terminal program."""
    for letter in text:
        put = on_space(line, suggester.suggest(line), suggester.is_command) if letter == " " else None
        line = put.text if put else line + letter
    return line


def test_a_drawn_card_is_typed_by_its_printed_name(tmp_path: Path) -> None:
    """Given a card to draw, when its printed name, or the beginning of it and a blank, is typed behind the letters of the command,
    then it is offered before the name is whole, and enter records that card."""
    suggester = registered(tmp_path, *SETUP.split(";"), "flip_coin Ada", "advance_phase", "end_turn")
    names = {record.name: record.card_id for record in suggester.state.catalogue if " " in record.name}
    assert len(names) > 20
    for name, card in list(names.items())[::5]:
        drawn = suggester.after(f"draw_card {card}")
        for text in (f"dc {name.casefold()}", f"dc {card} ", f"dc {name}"):
            sent = on_enter(typed(suggester, text), suggester.suggest(typed(suggester, text)), None)
            assert isinstance(sent, Send), (text, sent)
            assert suggester.after(sent.line) == drawn, text
        begun = typed(suggester, f"dc {name[:-1]}")
        assert f"draw_card {card}" in [row.line for row in suggester.suggest(begun).rows], begun
    assert typed(suggester, "dc prin ") == "draw_card principal_holm "
    assert "did you mean principal_holm?" in suggester.suggest("draw_card principal").verdict.text


def test_cards_of_a_list_are_typed_by_their_printed_names(tmp_path: Path) -> None:
    """Given a hand that is drawn, when printed names of two words are typed with commas or blanks behind them, then each is one
    card of the list."""
    suggester = registered(tmp_path, *SETUP.split(";")[:2])
    hand = ["low_battery", "dario", "foul_points", "comet"]
    drawn = suggester.after(f"draw_opening_hand Ada [{', '.join(hand)}]")
    assert drawn is not None
    names = [card.replace("_", " ") for card in hand]
    for text in (f" {', '.join(names)}", f" {' '.join(names)}", " low  dar foul  com "):
        line = typed(suggester, text, "draw_opening_hand Ada")
        assert suggester.after(suggester.suggest(line).line) == drawn, (text, line)


def test_the_name_of_a_drawn_card_offers_its_draw_first(tmp_path: Path) -> None:
    """Given a draw phase, when the name of a card is typed, then its draw comes before what a rule forbids."""
    suggester = registered(tmp_path, *SETUP.split(";"), "flip_coin Ada", "advance_phase", "end_turn")
    rows = suggester.suggest("principal holm").rows
    assert (rows[0].line, rows[0].complete, rows[0].violations) == ("draw_card principal_holm", True, ())
    assert rows[-1].violations


def test_a_row_number_names_the_row(tmp_path: Path) -> None:
    """Given rows for an empty line, then a number finds the row with it."""
    with table(tmp_path) as app:
        match = app.match(open_sheet(app, "frc_card_game", 6))
        suggester = Suggester(match.game, match.state)
    rows = suggester.suggest("").rows
    assert suggester.suggest("2").rows == rows[1:2]
    assert suggester.suggest("99").rows == ()


def test_words_are_compared_without_case_and_accents() -> None:
    """Given accents, case and signs, then words are the same; short words are not corrected."""
    assert simplified("Crème BRÛLÉE") == "creme brulee"
    assert words_in("play_robot", "Émile's") == ("play_robot", "play", "robot", "emile's", "emile", "s")
    assert near_words("krbaby", {"krabby", "crabs", "lifter"}) == ["krabby"]
    assert near_words("wse", {"wes"}) == []
    assert corrections("play krbaby", {"play", "krabby"}) == ["play krabby"]
    assert corrections("play krabby", {"play", "krabby"}) == []
