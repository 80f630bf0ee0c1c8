"""Archives that importers cannot read as a whole: each change or omission is reported."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from service.errors import ExitCode
from tests.service.conftest import CommandLine

GO = "(;GM[1]SZ[19]PB[Ada]PW[Bo]"
HAND = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nstarting_stacks = [200, 200]\n"


@pytest.fixture
def take(run: CommandLine, tmp_path: Path) -> "Take":
    return Take(run, tmp_path)


class Take:
    """Imports a text as a file."""

    def __init__(self, run: CommandLine, folder: Path) -> None:
        self.run, self.folder = run, folder

    def __call__(self, name: str, data: str | bytes, kit: str, *args: str) -> str:
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        told = self.run("import", str(self.folder / name), "--as", kit, *args)
        assert "Traceback" not in told.out + told.err
        assert "Error:" not in told.err
        return told.out + told.err

    def log(self) -> str:
        """The log of the only match."""
        [match] = [line.split()[0] for line in self.run("matches").out.splitlines()[1:]]
        return self.run("log", match).out


@pytest.mark.parametrize("action", ["action=roll {Punkte (Wurf)}", "action=Line-1.a"])
def test_columns_have_any_header(take: Take, action: str) -> None:
    """Blanks, hyphens, dots and brackets; the games of a file stay apart."""
    told = take(
        "real.csv",
        "Match ID,Player Name,Punkte (Wurf),Line-1.a\n1,Ada,5,roll 5\n2,Bo,4,roll 4\n",
        "pig", "--column", "match=Match ID", "--column", "player=Player Name", "--column", action,
    )  # fmt: skip
    assert "match = Match ID; player = Player Name" in told
    assert "2 new matches of 4 entries" in told
    assert "{" not in take.run("matches").out


@pytest.mark.parametrize("action", ["action=roll {Nope-1}", "action=roll {who", "action=Nope-1"])
def test_a_column_that_the_file_lacks_is_refused_with_the_headers(take: Take, action: str) -> None:
    told = take("real.csv", "game,who is\n1,Ada\n", "pig", "--column", action)
    assert "no column" in told
    assert "the file has the columns game, who is" in told
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "kit", "data", "line", "said"),
    [
        ("a.sgf", "go", f"{GO}\n;B[pd];W[xx])", 2, "W[xx]"),
        ("a.sgf", "go", f"{GO}\n;B[aa:bb])", 2, "B[aa:bb]"),
        ("a.sgf", "go", f"{GO};B[pd]\n;W[dp;B[pp])", 2, "W[dp;B[pp]"),
        ("a.sgf", "go", f"{GO}\nAB[zz:aa];B[pd])", 2, "AB[zz:aa]"),
        ("a.sgf", "go", f"{GO};B[pd]AE[pd])", 1, "AE[pd]"),
        ("a.gcg", "word_game", "#player1 A Ada\n#player2 B Bo\n>A: RIVERAT -3 +0 0\n", 3, "3 unknown tiles"),
        ("a.gcg", "word_game", "#player1 A Ada\n#player2 B Bo\n>A: ÄRMELTE 8D ÄRMEL +20 20\n", 3, "6 pieces"),
        ("a.phh", "holdem", f"{HAND}actions = ['p1 cbr 3.50']\n", 5, "cbr 3.50 of p1"),
        ("a.phh", "holdem", f"{HAND}actions = ['p1 cbr -5']\n", 5, "cbr -5 of p1"),
        ("a.phh", "holdem", f"{HAND}actions = ['p1 cbr 1_0']\n", 5, "cbr 1_0 of p1"),
        ("a.phh", "holdem", HAND.replace("[0, 0]", "[0.50, 1]") + "actions = ['p1 f']\n", 2, "0.50 in antes"),
        ("a.phh", "holdem", HAND.replace("[1, 2]", "[1, 1e2]") + "actions = ['p1 f']\n", 3, "1e2 in blinds_or_str"),
        ("a.phh", "holdem", HAND.replace("[200, 2", "[-99, 2") + "actions = ['p1 f']\n", 4, "-99 in starting_stacks"),
        ("a.phh", "holdem", HAND.replace(" 200]", " 2_0]") + "actions = ['p1 f']\n", 4, "2_0 in starting_stacks"),
        ("a.pgn", "chess", '[White "A"]\n\n1. e4 gibberish e5 *\n', 3, "1 piece of it cannot be read"),
        ("a.pgn", "chess", '[White "A"]\n\n1. Nf6 *\n', 3, "no knight can go to f6"),
        ("a.pgn", "chess", '[White "A"]\n\n1. e4 Z0 2. d4 *\n', 3, "Z0 is a null move"),
        ("a.pgn", "chess", '[White "A"]\n\n1. e5 *\n', 3, "no pawn can go to e5"),
        ("a.pgn", "chess", '[White "A"]\n\n1. e4 e5 2. e5 *\n', 3, "no pawn can go to e5"),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_read_keeps_its_match_out(
    take: Take, name: str, kit: str, data: str, line: int, said: str
) -> None:
    told = take(name, data, kit)
    [refused] = [one for one in told.splitlines() if "not taken" in one]
    assert f"{name}, line {line}: not taken: " in refused
    assert said in refused
    assert all(one.count("line ") <= 1 for one in told.splitlines())
    assert "0 new matches" in told


@pytest.mark.parametrize("moves", [";B\n[pd];W [dp]", ";AB[dd:ee]KGSPRIVATE[x];B[pd]"])
def test_sgf_with_blanks_and_rectangles_of_points_is_read(take: Take, moves: str) -> None:
    assert "1 new match" in take("a.sgf", f"{GO}{moves})", "go")
    log = take.log()
    if "AB" in moves:
        assert all(f"stone in board {point}\n" in log for point in ("d4", "d5", "e4", "e5"))
        assert log.count("stone in board") == 5
    else:
        assert "p4" in log
        assert "d16" in log


@pytest.mark.parametrize("copying", [("show", "go", "--toml"), ("new", "go9", "--from", "go")], ids=["show", "new"])
def test_a_copy_of_a_kit_reads_and_writes_its_formats_on_another_board(take: Take, copying: tuple[str, ...]) -> None:
    """As the refusal says: 19 becomes 9 everywhere in the copy."""
    small = "(;GM[1]SZ[9]PB[Ada]PW[Bo];B[cd])"
    assert "a board of 9, not this kit's: copy it" in take("a.sgf", small, "go")
    said = take.run("kits", *copying).out
    text = said if copying[0] == "show" else Path(said.strip()).read_text()
    (kit := take.folder / "go9.toml").write_text(text.replace("19", "9").replace('kit = "go"', 'kit = "go9"'))
    assert "1 new match" in take("a.sgf", small, str(kit))
    assert "c4" in take.log()


def test_pieces_that_cannot_be_read_are_named_up_to_a_bound(take: Take) -> None:
    told = take("a.pgn", "1. e4 " + "".join(f"\nodd{n}" for n in range(25)), "chess")
    assert all(f"line {n + 2}: 'odd{n}' cannot be read as" in told for n in range(20))
    assert "odd20" not in told
    assert "25 pieces of it cannot be read (20 of 25 are listed)" in told


def test_games_without_headers_are_apart_and_comments_begin_no_game(take: Take) -> None:
    told = take("a.pgn", '1. e4 e5 1-0\n\n1. d4 {so\n[Event "x"]\n\n1. c4} d5\n% e4 is no move\n*\n', "chess")
    assert "2 new matches" in told
    assert "1 escape line" in told
    assert "not taken" not in told


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("1,Ada,roll 5,x,y\n", "line 4: not taken: 5 cells for 3 columns"),
        ('1,"Ada,roll 5\n', "not taken: not CSV"),
    ],
)
def test_a_row_that_cannot_be_read_keeps_the_matches_out(take: Take, rows: str, said: str) -> None:
    told = take("a.csv", f"game,player,move\n1,Ada,roll 5\n2,Bo,roll 4\n{rows}", "pig")
    assert said in told
    assert "no match of the file is stored" in told
    assert "0 new matches" in told


def test_short_rows_are_named_and_doubled_columns_refused(take: Take) -> None:
    told = take("a.csv", "player,move,comment\nAda,roll 5\nAda,hold,x\n", "pig")
    assert "line 2: 2 cells for 3 columns" in told
    assert "1 short row" in told
    assert "two columns 'move'" in take("b.csv", "player,move,move\nAda,roll 5,hold\n", "pig")


ROWS = "player,move,time\nÄda,roll 5,05/01/2026\nÄda,hold,05/02/2026\n"


@pytest.mark.parametrize("data", [ROWS.encode("utf-16"), ROWS.replace("\n", "\r").encode()], ids=["utf-16", "old mac"])
def test_tables_of_other_systems_are_read(take: Take, data: bytes) -> None:
    told = take("a.csv", data, "pig")
    assert "1 new match of 3 entries" in told
    assert "2 unreadable times" in told
    assert "Äda" in take.log()


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("01.05.2026 19:00", "2026-05-01 19:00"),
        ("1.5.2026, 9:05", "2026-05-01 09:05"),
        ("1.5.2026", "2026-05-01 00:00"),
        ("31.02.2026", ""),
    ],
)
def test_dates_with_dots_are_read_day_first(take: Take, said: str, time: str) -> None:
    told = take("a.csv", f"player;move;time\nAda;roll 5;{said}\n", "pig")
    assert ("unreadable time" in told) == (not time)
    assert "1 new match of 2 entries" in told
    [match] = json.loads(take.run("matches", "--json").out)
    assert not time or match["opened_at"] == datetime.fromisoformat(f"{time}Z").timestamp() * 1_000_000


@pytest.mark.parametrize("data", [b"player,move\n\0\1", b"\0\r\1\xff", b"\xff\xfe\x00"])
def test_binary_tables_are_refused_in_one_line(take: Take, data: bytes) -> None:
    told = take("a.csv", data, "pig")
    assert "not a text: save the file as UTF-8" in told
    assert len(told.strip().splitlines()) == 1


def test_a_form_that_no_game_reads_names_the_kit_that_does(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "li.pgn").write_text("1. e4 *\n")
    refused = run("import", str(tmp_path / "li.pgn"))
    assert refused.code == ExitCode.UNREADABLE
    assert "install the plug-in matchbook-chess, or import with --as chess" in refused.err


TABLE = "game,player,action\n1,Ada,roll 5\n1,Ada,hold\n1,Bo,roll 6\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("blank lines.csv", f"\n \n{TABLE}\n\n"),
        ("comment.csv", f"# our games\n{TABLE}"),
        ("separator.csv", "sep=;\n" + TABLE.replace(",", ";")),
        ("commas in semicolons.csv", "game;player;action;a, b, c, d\n1;Ada;roll 5;\n1;Ada;hold;\n1;Bo;roll 6;\n"),
        ("broken header.csv", TABLE.replace("action", '"ac\ntion"').replace("game", " game ")),
        ("no name.csv", "game,,player,action\n1,x,Ada,roll 5\n1,y,Ada,hold\n1,z,Bo,roll 6\n"),
        ("numbers.csv", TABLE.replace("Ada", "1").replace("Bo", "2")),
        ("list.json", '[\n{"game": 1, "player": "Ada", "action": "roll 5"},\n{"player": "Ada", "action": "hold", "game": 1},'
         '\n{"game": 1, "player": "Bo", "action": "roll 6", "winner": "Bo"}]'),
        ("nested.jsonl", '\n{"game": 1, "player": {"name": "Ada"}, "action": "roll 5"}\n\n'
         '{"game": 1, "player": {"name": "Ada"}, "action": "hold"}\n{"game": 1, "player": {"name": "Bo"}, "action": "roll 6"}'),
    ],
)  # fmt: skip
def test_tables_are_read_with_what_programs_put_around_them(take: Take, name: str, data: str) -> None:
    """Lines before the header, breaks in it, a column without a name, players as numbers of seats, values in values."""
    more = ["--column", "action=ac tion"] if "broken" in name else []
    told = take(name, data, "pig", *more)
    assert "1 new match of " in told
    assert "not taken" not in told
    log = take.log()
    assert log.index("roll 5") < log.index("hold") < log.index("roll 6")
    assert ("Player 2: roll 6" if name == "numbers.csv" else "Bo: roll 6") in log


def test_columns_of_later_objects_are_read_and_others_named(take: Take) -> None:
    told = take(
        "a.jsonl", '{"player": "Ada", "action": "roll 5"}\n{"action": "hold", "winner": "Ada", "mood": "good"}\n', "pig"
    )
    assert "winner = winner; the file is one match; not read: mood" in told
    assert "Ada wins" in take.log()


def test_windows_signs_are_read(take: Take) -> None:
    """Quotation marks and the euro sign as Windows saves them."""
    take("a.csv", TABLE.replace("Ada", "Zoë “€”").encode("cp1252"), "pig")
    assert "Zoë “€”: roll 5" in take.log()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cut.json", '[\n{"player": "Ada", "action": "roll 5"},\n{"player', "line 3: not a list of JSON objects"),
        ("pretty.jsonl", '{\n"player": "Ada",\n"action": "roll 5"\n}\n', "line 1: not a JSON object"),
    ],
)
def test_lists_that_are_no_objects_are_refused_in_one_line(take: Take, name: str, data: str, said: str) -> None:
    told = take(name, data, "pig")
    assert said in told
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize("shape", ["{}\n{}\n", "[{},\n{}]"])
@pytest.mark.parametrize(
    ("row", "name"),
    [
        ('{"player": "Ada", "action": "roll 5", "action": "roll 6"}', "action"),
        ('{"player": {"name": "Ada", "name": "Bo"}, "action": "roll 5"}', "player.name"),
        ('{"player.name": "Ada", "player": {"name": "Bo"}, "action": "roll 5"}', "player.name"),
    ],
)
def test_two_values_for_a_column_of_a_json_object_are_refused(take: Take, shape: str, row: str, name: str) -> None:
    """A repeated key kept its last value, without a word. The line is named, and no match of the file is stored."""
    told = take(
        "a.json", shape.format('{"player": "Ada", "action": "roll 5"}', row), "pig", "--column", "action=action"
    )
    assert f"line 2: not taken: two values for '{name}': keep one of them" in told
    assert "0 new matches" in told


def test_unreadable_rows_are_named_up_to_a_bound(take: Take) -> None:
    told = take("a.csv", TABLE + "1,Ada,roll 5,x\n" * 500, "pig")
    assert "20 of 500 are listed" in told
    assert len(told.strip().splitlines()) < 30


def test_a_bracket_that_is_never_closed_is_told(take: Take) -> None:
    """The file may have been cut; its moves are imported."""
    told = take("a.sgf", f"{GO};B[pd];W[dd]", "go")
    assert "1 new match of 3 entries" in told
    assert "line 1: a bracket is not closed: the file may have been cut off" in told


@pytest.mark.parametrize(
    ("name", "kit", "data", "new", "logged"),
    [
        pytest.param("a.sgf", "go", f"{GO};B[pd](;PW[Cy];W[dp])(;PW[Dee];W[dd]))\n{GO};B[dd])", 2, "d4", id="names in variations"),
        pytest.param("a.sgf", "go", "(;C[A (\\] in it)]AB[dd];W[pd])", 1, "p4", id="no properties of the game"),
        pytest.param("a.sgf", "go", "(;FileFormat[3]PlayerBlack[Ada]Black[pd];White[dp])", 1, "Ada", id="small letters"),
        pytest.param("a.sgf", "go", "(;CA[gb2312]PB[柯洁];B[pd])".encode("gb2312"), 1, "柯洁", id="a named encoding"),
        pytest.param("a.sgf", "go", "(;CA[gb-0]PB[Zoë];B[pd])".encode("cp1252"), 1, "Zoë", id="an unknown encoding"),
        pytest.param("a.pgn", "chess", '[Event "x"]\n\n[White "Ada"]\n\n1. e4 *\n', 1, "Ada", id="a blank line among headers"),
        pytest.param("a.pgn", "chess", '[Round "1"]\n[Event "x"]\n[White "Ada"]\n\n1. e4 *\n', 1, "Ada", id="Event is not first"),
        pytest.param("a.pgn", "chess", '[White "800"]\n[Black "7"]\n\n1. e4 *\n', 1, "White 800", id="names of digits"),
        pytest.param("a.pgn", "chess", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. e1g1 *\n", 1, "castle", id="castling by squares"),
        pytest.param(
            "a.pgn", "chess", '[White "A"]\n\n{A comment.}\n\n1. e4 e5 *\n', 1, "note on 1: A comment.", id="a comment first"
        ),
        pytest.param("a.pgn", "chess", "e4 e5 Nf3 *\nd4 d5 0-1\nNf3 *\n", 3, "move g1 f3", id="no headers and no numbers"),
        pytest.param(
            "a.pgn", "chess",
            '[White "A"]\n[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n', 1, "e4",
            id="the usual position as FEN",
        ),
        pytest.param(
            "a.gcg", "word_game", "#player1 A Ada\n#player2 B Bo\n>A: CATDEEE 8G CAT +10 10\n#note long\n\nand more\n", 1,
            "long and more", id="a note of several lines",
        ),
        pytest.param(
            "a.phh", "holdem", HAND.replace("0, 0]", "0, 0, 0]").replace("200, 200]", "200, 200, 99]") + "actions = ['p3 f']\n", 1,
            "Player 3", id="a hand without names",
        ),
        pytest.param(
            "a.phh", "holdem", f"{HAND.replace('[0, 0]', '[500, 500]').replace('[200, 200]', '[9000, 9000]')}actions = ['p1 f']\n",
            1, "stack of Player 1 8500", id="antes before the stacks",
        ),
    ],
)  # fmt: skip
def test_what_real_files_have_is_read(
    take: Take, name: str, kit: str, data: str | bytes, new: int, logged: str
) -> None:
    """Given a form that a widespread program writes, then all of its matches are taken, without a broken rule."""
    told = take(name, data, kit)
    assert f"{new} new match" in told
    assert "not taken" not in told
    assert "broken rule" not in told
    ids = [line.split()[0] for line in take.run("matches").out.splitlines()[1:]]
    assert len(ids) == new
    assert any(logged in take.run("log", match).out + take.run("show", match).out for match in ids)


def test_a_rack_that_contradicts_the_known_tiles_is_refused_with_them(take: Take) -> None:
    told = take(
        "a.gcg",
        "#player1 A Ada\n#player2 B Bo\n>A: ABEIIRX -IIAB +0 0\n>B: CAT 8D CAT +10 10\n>A: DEHLRUU 9D DUEL +9 9\n",
        "word_game",
    )
    assert "U is one card too many: rack contains E, R, X, ??, ??, ??, ??" in told


ROWS = """kit = "rows"
title = "Rows"
players = "2-4"
[counter]
points = {}
[dice]
die = { faces = 6 }
[verb.roll]
take = { die = "dice die" }
does = ["roll die $die", "add points $die", "next"]
[verb.hold]
does = ["next"]
[[import]]
name = "csv"
title = "rows"
form = "csv"
match = "{game}"
rules = [
  { player = "{who}" },
  { column = "what", find = '(?P<die>\\d+)', line = ["roll {die}"], by = "{who}" },
  { column = "what", find = "hold", line = ["hold"], by = "{who}" },
  { column = "remark", note = "{text}" },
]
"""


@pytest.mark.parametrize(
    ("name", "kit", "data", "said"),
    [
        pytest.param(
            "a.csv", ROWS, "game,who,what,remark\n1,Ada,3,\n1,Bo,hlod,oh\n", "line 3: '1 Bo hlod oh' cannot be read as rows",
            id="no rule fits",
        ),
        pytest.param("a.csv", ROWS, "game,who,what,remark\n1,Ada,3,\n1,Bo,,oh\n", "line 3: '1 Bo oh' cannot be read", id="empty"),
        pytest.param("a.csv", ROWS, "game,name,what\n1,Ada,3\n", "no column 'who', which the importer reads", id="player"),
        pytest.param("a.csv", ROWS, "who,what\nAda,3\n", "no column 'game'", id="match"),
        pytest.param("a.csv", ROWS, "game;who;what\n1;Ada;3\n", "the file has the columns game;who;what", id="delimiter"),
        pytest.param("a.csv", "", "game,who,what\n1,Ada,3\n", "--as KIT", id="no kit"),
    ],
)  # fmt: skip
def test_rows_that_an_importer_does_not_read_are_told(take: Take, name: str, kit: str, data: str, said: str) -> None:
    """Given a mistake in a row or in the columns, then no match is stored without a word."""
    (file := take.folder / "rows.toml").write_text(kit)
    told = take(name, data, str(file)) if kit else take.run("import", str(written(take, name, data))).err
    assert said in told
    assert "new match" not in take.run("matches").out


def written(take: Take, name: str, data: str) -> Path:
    (file := take.folder / name).write_text(data)
    return file


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        (
            "a.jsonl",
            '{"player":"Ada","move":"roll 2","comment":"oh"}\n{"player":"Bo","move":"hold"}\n{"player":"Bo"}\n',
            1,
        ),
        ("a.csv", "player,move,comment\nAda,roll 2,oh\nAda,roll 3\nAda,hold,\n", 1),
    ],
)
def test_a_row_has_nothing_of_the_row_before(take: Take, name: str, data: str, told: int) -> None:
    """Given a missing key or cell, then it is empty: no action, player or comment is made of an earlier one."""
    take(name, data, "pig")
    log = take.log()
    assert log.count("note on") == told
    assert log.count(": roll") + log.count(" rolls ") <= 2
    assert log.count("hold") >= 1
    assert "roll 2" in log
