"""Suggestions of the record screen's command line, on states of every game."""

import dataclasses
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from domain.digest import digest_of
from domain.game import AnyGame, Command, tag_of
from domain.games.frc_card_game.commands.setup import DrawOpeningHand
from domain.names import fold_name
from domain.notation import Names, NotationError, parse_command
from domain.registry import installed_games, load_game
from domain.seats import GameState
from domain.simulation import simulate
from replay_tui.scorekeeping.line_keys import RefusedKey, Send, SetText, on_enter, on_space
from service.kits import KITS_GAME
from service.recording.opening import opening_of
from service.resources import load_catalogue, read_text, sample_sheets
from service.typing.offers import MOST_OFFERS, MOST_ROWS
from service.typing.rows import Suggestion
from service.typing.scoresheet import read_command, read_scoresheet
from service.typing.suggestions import Suggester
from service.typing.word_matches import quick_keys
from service.typing.words import closed, take_apart
from tests.replay_tui.live import open_sheet, table
from tests.replay_tui.test_record_pilot import KIT_SHEETS

GAMES = [game for game in installed_games().values() if game.kind == "game" and sample_sheets(game)]


def states(game: AnyGame, step: int = 12) -> Iterator[GameState]:
    """States from all over a simulated match."""
    played = simulate(game, load_catalogue(game), 5)
    yield from (action.after for number, action in enumerate(islice(played, 180)) if number % step == 0)


@pytest.fixture
def offered(tmp_path):
    """Suggestions in Ada's gamble after so many of its lines."""

    def at(lines: int, name: str = "frc_card_game") -> Suggester:
        with table(tmp_path) as app:
            match = app.match(open_sheet(app, name, lines))
            return Suggester(match.game, match.state)

    return at


def labels(rows: tuple[Suggestion, ...]) -> list[str]:
    return [row.label for row in rows]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whole_rows_are_legal(game: AnyGame):
    """Every row that enter would record is read back as a command that breaks no rule."""
    for state in states(game):
        names = Names(state.catalogue, state.seats)
        for row in Suggester(game, state).suggest("").rows:
            if row.complete:
                assert game.check(state, parse_command(row.line, game.commands, names)) == (), row.line


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_legal_command_is_reached_by_choosing(game: AnyGame):
    """Given only chosen rows, then every offered line can be reached, and each row leads to one."""
    for state in states(game, step=40):
        suggester = Suggester(game, state)
        assert _reached(suggester, "") == _lines(suggester)


def _lines(suggester: Suggester) -> set[str]:
    return {" ".join(offer.words) for offer in suggester._offers}


def _reached(suggester: Suggester, line: str) -> set[str]:
    found, wanted = set[str](), _lines(suggester)
    for row in suggester.suggest(line).rows:
        begun = row.line.rstrip(", ")  # of a list that is chosen card by card: it ends after any of them
        if row.count == 0 and not any(one.startswith(begun) for one in wanted if "[" in begun):
            continue
        if closed(row.line) in wanted:
            found.add(closed(row.line))
        if row.complete or row.line.strip() in wanted:
            found.add(row.line.strip())
        else:
            found |= _reached(suggester, row.line)
    return found


def test_long_lists_are_chosen_card_by_card(tmp_path: Path) -> None:
    """Given a stock of five goods, when goods are taken, then each good is a row that leaves the list open; the copies of one have
    one row, and all players have rows, not only those for whom there is room."""
    with table(tmp_path) as app:
        sheet = read_scoresheet(read_text(KIT_SHEETS["amber_isle"]))
        lines = [line for line in sheet.lines if not line.refused][:7]
        match = app.match(app.open_match(opening_of(load_game(KITS_GAME), sheet), lines).id)
        suggester = Suggester(match.game, match.state)
        assert {"gather Ada ", "gather Bo ", "gather Cy "} <= {row.line for row in suggester.suggest("").rows}
        rows = suggester.suggest("gather Cy [wool, ").rows
        assert sorted(row.label for row in rows) == ["amber", "fish", "grain", "timber", "wool"]
        assert {row.line for row in rows} >= {"gather Cy [wool, fish, "}
        assert suggester.suggest("gather Cy [wool, ").line == "gather Cy [wool]"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_row_is_accepted_when_it_is_typed(game: AnyGame):
    """Enter on a whole row records it; any other row leads on, and so do its letters in brackets."""
    for state in states(game, step=30):
        _expect_rows_accepted(Suggester(game, state))


@pytest.mark.parametrize("kit", KIT_SHEETS)
def test_each_row_of_a_kit_is_accepted_when_it_is_typed(kit: str, tmp_path: Path):
    """As in the games that have code."""
    with table(tmp_path) as app:
        sheet = read_scoresheet(read_text(KIT_SHEETS[kit]))
        lines = [line for line in sheet.lines if not line.refused][:30]
        match = app.match(app.open_match(opening_of(load_game(KITS_GAME), sheet), lines).id)
        for state in match.states[1::10]:
            _expect_rows_accepted(Suggester(match.game, state))


def _begun(suggester: Suggester) -> set[str]:
    """Beginnings of what is offered and of cards."""
    cards = [record.card_id for record in islice(suggester.state.catalogue, 3)]
    return {row.line[:length] for row in suggester.suggest("").rows for length in (1, 2)} | set(cards)


def _expect_rows_accepted(suggester: Suggester) -> None:
    """Many beginnings bring the same rows: each is tried once."""
    texts = ("", *_begun(suggester))
    rows = {(row.line, row.complete, row.violations): row for text in texts for row in suggester.suggest(text).rows}
    for row in rows.values():
        _expect_accepted(suggester, row)


def _expect_accepted(suggester: Suggester, row: Suggestion) -> None:
    if row.complete:
        assert suggester.judge(row.line).standing == ("legal" if not row.violations else "illegal"), row
    else:
        further = suggester.suggest(row.line)
        assert further.rows or further.asked is not None, row
        assert further.verdict.standing != "unreadable", (row, further.verdict)
        for option in (one for one in further.rows if one.line.endswith("=")):
            assert suggester.suggest(option.line).verdict.standing != "unreadable", option
    found = suggester.suggest(row.line)
    for asked in found.optional if row.complete else ():  # what the line says may be added
        assert suggester.suggest(f"{row.line} {asked.name}=").verdict.standing != "unreadable", (row, asked)
    if row.quick:
        command, typed = row.line.split()[0], suggester.suggest(row.quick)
        assert on_space(row.quick, typed, suggester.is_command) in (None, SetText(f"{command} ")), row
        step = on_enter(row.quick, typed, None)
        assert step in (Send(row.line), SetText(row.line), SetText(f"{command} ")), (row, step)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_asking_changes_nothing(game: AnyGame):
    state = next(states(game))
    before = digest_of(state)
    suggester = Suggester(game, state)
    for text in ("", "p", "zz", next(iter(_lines(suggester)), "")):
        suggester.suggest(text)
    assert digest_of(state) == before


def test_lines_and_arguments_are_offered(offered):
    """Few lines are shown whole, many are grouped by name; then arguments follow one after the other."""
    assert labels(offered(3).suggest("").rows) == [
        "draw_opening_hand Bo",
        "flip_coin Ada",
        "flip_coin Bo",
        "concede player=Ada",
        "concede player=Bo",
    ]
    rows = offered(6).suggest("").rows
    students = next(row for row in rows if row.label == "play_student")
    assert (students.line, students.count, students.complete) == ("play_student ", 7, False)
    assert len(rows) <= MOST_ROWS
    found = offered(6).suggest("play_student ")
    assert (found.asked.name, found.asked.expects) == ("card", "a card")
    assert sorted(labels(found.rows)) == ["cleo", "dana", "dee", "nia", "pax", "sol", "wes"]
    suggester = offered(6)
    assert suggester.suggest("we").rows[0].line == "play_student wes"
    assert suggester.suggest("end").rows[0].line == "end_turn"
    assert suggester.suggest("psw").rows[0].line == "play_student wes"
    row = offered(6).suggest("adj").rows[0]
    assert (row.line, row.count, row.complete) == ("adjust ", 0, False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rows_show_printed_names(game: AnyGame):
    """No row shows the id of a card that has a printed name; rows that read alike say their lines."""
    shown = 0
    for state in states(game):
        ids = {r.card_id: r.name for r in state.catalogue if fold_name(r.name) != fold_name(r.card_id)}
        rows = Suggester(game, state).suggest("").rows
        assert len({(row.label, row.note) for row in rows}) == len(rows)
        for row in rows:
            words = [word for word in re.split(r"[^\w-]", row.label) if word]
            assert not ids.keys() & set(words), row.label
            shown += any(name in row.label for name in ids.values())
    assert shown or game.name != "frc_tcg", "its ids are codes"


def test_what_leaves_no_choice_is_filled_in():
    """Arguments that all legal commands of a row share come with the choice."""
    game = GAMES[0]
    state = next(states(game))
    commands = [DrawOpeningHand(player=1, cards=(str(n),)) for n in range(12)]
    game = dataclasses.replace(game, legal=lambda _: iter(commands))
    (row,) = Suggester(game, state).suggest("").rows
    assert row.line == f"draw_opening_hand {state.seats[1].name} "


def test_keys_dice_and_lists_of_rows(offered):
    """Quick keys bring their row to the top, dice are never offered, and `3x RB1` is that card three times."""
    suggester = offered(6)
    for row in suggester.suggest("").rows:
        if row.quick:
            first = suggester.suggest(row.quick).rows[0]
            assert first.line.split()[0] == row.line.split()[0]
    row = next(r for r in offered(20, "pbl_robots").suggest("").rows if r.label == "roll_defense")
    assert (row.line, row.complete) == ("roll_defense ", False)
    suggester = offered(20, "frc_tcg")
    names = suggester.names
    written = read_command("end_turn drawn=[CIM, 3x RB1]", suggester.game, names)
    assert written == read_command("end_turn drawn=[CIM, RB1, RB1, RB1]", suggester.game, names)
    with pytest.raises(NotationError):
        read_command("end_turn drawn=[3x no_such_card]", suggester.game, names)


def test_a_card_whose_play_is_illegal_is_offered_last_with_the_rule(offered):
    """A student after the one of the turn: enter does not choose among several illegal rows; the row asks about the rule."""
    suggester = offered(7)
    found = suggester.suggest("nia")
    assert (found.rows[0].line, [v.rule for v in found.rows[0].violations]) == ("play_student nia", ["CG-A02"])
    assert "CG-A02" in found.rows[0].note
    assert isinstance(on_enter("nia", found, None), RefusedKey)
    assert on_enter("nia", found, 0) == Send("play_student nia")
    both = offered(12).suggest("lifter")
    assert [bool(row.violations) for row in both.rows] == [False, False, True]
    assert suggester.suggest("lifter").rows[0].line == "play_robot lifter "


def test_enter_takes_the_row_that_is_meant(offered):
    assert on_enter("e", offered(20, "frc_tcg").suggest("e"), None) == Send("end_turn")
    found = offered(12).suggest("pr")
    assert on_enter("pr", found, None) == SetText("play_robot ")
    suggester = offered(6)
    assert not suggester.suggest("play_student w").typed_first
    assert suggester.suggest("play_student wes").typed_first


def test_quick_keys_differ():
    """A letter that the game gives to a command is that command's, whether it is offered now or not."""
    tags = ["play_student", "play_robot", "pass", "pick_student"]
    keys = quick_keys(tags, {})
    assert keys == {"play_student": "p", "play_robot": "pr", "pass": "pa", "pick_student": "ps"}
    own = {"play_robot": "p", "end_turn": "pa"}
    keys = quick_keys(["play_student", "play_robot", "pass", "pick_student"], own)
    assert keys == {"play_student": "ps", "play_robot": "p", "pass": "pas", "pick_student": "pi"}


@pytest.mark.parametrize(
    ("game", "letters"),
    [
        (
            "frc_card_game",
            {"c": "choose_retired_student", "co": "concede", "r": "resolve_card_effect", "re": "reveal_card"},
        ),
        ("robin_in_the_hood", {"r": "resolve_card_effect", "rb": "resolve_battles", "rc": "reveal_card"}),
    ],
)
def test_letters_stay_with_their_commands(game: str, letters: dict[str, str]):
    """The order of a game's commands decides who gets a letter that several begin with: another order would change it."""
    found = load_game(game)
    keys = {key: tag for tag, key in quick_keys(map(tag_of, found.commands), found.quick_keys).items()}
    assert {letter: keys[letter] for letter in letters} == letters


@pytest.mark.parametrize(
    ("line", "standing", "said"),
    [
        ("", "empty", ""),
        ("play_student", "incomplete", "card"),
        ("play_student wes", "legal", ""),
        ("draw_card", "illegal", "CG-T03"),
        ("score wall", "impossible", ""),
        ("plaster x", "unreadable", "plaster"),
        ("play_student zzz", "unreadable", "zzz"),
        ('{"type": "play_student", "card": "wes"}', "legal", ""),
    ],
)
def test_the_verdict_on_a_line(offered, line: str, standing: str, said: str):
    """A line is judged as recording it would judge it, or what it lacks is named."""
    verdict = offered(6).suggest(line).verdict
    assert verdict.standing == standing
    assert said in verdict.text + " ".join(map(str, verdict.violations))


def test_lists_grow_item_by_item(tmp_path):
    """A value of a list leaves it open for the next; enter takes the list as closed."""
    with table(tmp_path) as app:
        match = app.match(open_sheet(app, "frc_tcg", 3))
        suggester = Suggester(match.game, match.state)
    first = suggester.suggest("draw_opening_hand Ada ba").rows[0]
    assert first.line == "draw_opening_hand Ada [BAT, "
    found = suggester.suggest("draw_opening_hand Ada [BAT, ra1, ")
    assert found.line == "draw_opening_hand Ada [BAT, ra1]"
    assert found.verdict.standing == "illegal"


def test_at_most_so_many_commands_are_looked_at():
    """A game that offers without end is asked for no more than a key press can take."""
    game = GAMES[0]
    state = next(states(game))
    command = next(iter(game.legal(state)))
    asked = 0

    def endless(_: GameState) -> Iterator[Command]:
        nonlocal asked
        while True:
            asked += 1
            yield command

    Suggester(dataclasses.replace(game, legal=endless), state).suggest("")
    assert asked == MOST_OFFERS


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("", (), ""),
        ("score lif", ("score",), "lif"),
        ("score lifter ", ("score", "lifter"), ""),
        ("play_robot krabby [nia, pa", ("play_robot", "krabby"), "[nia, pa"),
        ("play_robot krabby nia, pa", ("play_robot", "krabby"), "nia, pa"),
        ('adjust "two words" x', ("adjust", '"two words"'), "x"),
        ('adjust reason="two wo', ("adjust",), 'reason="two wo'),
    ],
)
def test_a_typed_line_is_cut_at_blanks(text: str, words: tuple[str, ...], rest: str):
    typed = take_apart(text)
    assert (typed.words, typed.rest) == (words, rest)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a [b, ", "a [b]"), ("a [b", "a [b]"), ("a b ", "a b"), ("a [b] c", "a [b] c"), ('a "[b', 'a "[b')],
)
def test_an_open_list_is_closed(text: str, line: str):
    assert closed(text) == line


def test_rows_name_their_command(offered):
    """A title where the label begins with the command; once that is typed, the answer has it and rows do not repeat it."""
    suggester = offered(7)
    assert {row.label: row.title for row in suggester.suggest("").rows}["end_turn"] == "End the turn"
    assert suggester.suggest("adjust").rows[0].title == "Adjust the record"
    begun = suggester.suggest("play_student ")
    assert (begun.title, begun.rows[0].title) == ("Play a student", "")


def test_the_beginning_of_a_title_finds_its_command(offered):
    """`go` is the beginning of no command, but of `Go to the next phase`."""
    assert labels(offered(7).suggest("go").rows) == ["advance_phase"]
