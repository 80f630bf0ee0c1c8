"""Archives of other programs, read by the formats that kits declare, and lists of moves."""

import json
from pathlib import Path

import pytest

from domain.games.tabletop.load import KitErrors, read_kit
from service.errors import ExitCode
from service.kits import kit_files
from service.resources import read_text
from tests.service.conftest import CommandLine

ARCHIVES = Path(__file__).with_name("archives")


def imported(run: CommandLine, *args: object) -> list[dict[str, object]]:
    """The results of an import, in JSON."""
    return json.loads(run("import", "--json", *map(str, args)).out)  # type: ignore[no-any-return]


def test_sgf_main_line_captures_comments_and_result_are_imported(run: CommandLine) -> None:
    """The second variation, and a property that no record keeps, are counted; a board of another size is refused by its line."""
    told = run("import", str(ARCHIVES / "cup.sgf"), "--as", "go")
    assert told.code == ExitCode.FINDINGS
    assert "read as Smart Game Format, as the kit go reads it" in told.out
    assert "1 new match of 11 entries" in told.out
    assert "left out, since no record keeps it: 1 BR property, 1 variation" in told.out
    assert "cup.sgf, line 7: not taken: a board of 9" in told.out
    [match] = [line.split()[0] for line in run("matches").out.splitlines()[1:]]
    log = run("log", match).out
    assert "stone from board to taken of Bo Marsh" in log, "two white stones take the black one in the corner"
    assert "Ada Lint wins" in log
    assert "note on 3: A solid answer [book]." in log


def test_sgf_is_written_as_it_was_read(run: CommandLine) -> None:
    [first, _] = imported(run, ARCHIVES / "cup.sgf", "--as", "go")
    written = run("export", str(first["match"]), "--format", "sgf").out
    assert written.startswith("(;GM[1]FF[4]SZ[19]PB[Ada Lint]PW[Bo Marsh]GN[")
    assert "\n;B[pd]\n;W[dp]\n" in written
    assert written.count(";B[") == written.count(";W[") == 4


@pytest.mark.parametrize(
    ("kit", "form", "lines", "said"),
    [
        ("go", "sgf", ["play c3", "adjust slip set_turn(seat=Ada)"], "cannot express"),
        ("holdem", "phh", ["posts 2", "call", "brings @1 90"], "allows brings once, before all other actions"),
        ("holdem", "phh", ["deal"], "Poker Hand History has no line for 'deal'"),
    ],
)
def test_a_match_that_a_format_has_no_place_for_is_not_written(
    run: CommandLine, kit: str, form: str, lines: list[str], said: str
) -> None:
    match = run("new", kit, "--player", "Ada", "--player", "Bo", "--strictness", "log").out.split()[0]
    for line in lines:
        assert run("take", match, line).code == ExitCode.FINE
    refused = run("export", match, "--format", form)
    assert refused.code == ExitCode.UNREADABLE
    assert f"--format {form} cannot hold this match: action " in refused.err
    assert said in refused.err


def test_gcg_keeps_racks_blanks_exchanges_and_challenges(run: CommandLine) -> None:
    """A blank is its letter; a challenged play is taken back and counted."""
    [one] = imported(run, ARCHIVES / "letters.gcg", "--as", "word_game")
    assert (one["violations"], one["left_out"]) == (0, ["1 #character-encoding line", "1 taken-back action"])
    log = run("log", str(one["match"])).out
    assert "play h8 across [R, I, V, blank_e, R] points=16" in log
    assert "Bo Marsh wins" in log
    assert "[R, I, V, blank, R, A, T]" in log
    assert "[R, I, V, blank, R, A, T]" not in run("log", str(one["match"]), "--as", "spectator").out


def test_phh_hand_is_imported_with_hidden_cards_and_the_pot(run: CommandLine) -> None:
    [one] = imported(run, ARCHIVES / "hand.phh", "--as", "holdem")
    assert (one["violations"], one["left_out"]) == (0, ["1 min_bet field"])
    match = str(one["match"])
    assert "stack of Bo Marsh 134" in run("log", match).out
    assert "7♥" in run("log", match).out
    assert "7♥" not in run("log", match, "--as", "Bo Marsh").out


def test_a_list_of_moves_says_which_columns_it_assumes(run: CommandLine) -> None:
    """Usual headers are found; rows without an action and invalid times are counted; a second import adds zero entries."""
    file = str(ARCHIVES / "evening.csv")
    dry = run("import", file, "--as", "pig", "--dry-run")
    assert "nothing was stored" in dry.err
    assert "match = game; player = who; action = move" in dry.out
    assert run("matches").out.count("\n") <= 1
    told = run("import", file, "--as", "pig", "--column", "time=when", "--column", "comment=remark")
    assert "2 new matches of 7 entries" in told.out
    assert "1 empty action, 1 unreadable time" in told.out
    assert "2 there already" in run("import", file, "--as", "pig").out
    assert "careful" in "".join(run("log", line.split()[0]).out for line in run("matches").out.splitlines()[1:])


def test_columns_are_joined_to_actions_and_rows_that_are_no_objects_are_named(run: CommandLine) -> None:
    told = run("import", str(ARCHIVES / "evening.jsonl"), "--as", "pig", "--column", "action=roll {Dice}")
    assert "0 new matches" in told.out, "the line may belong to any match"
    assert "line 3: not taken: not a JSON object: write one object in each line" in told.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("evening.csv", "--as", "pgi"), "no kit 'pgi'; did you mean pig?"),
        (("evening.csv", "--column", "action=move"), "name their kit with --as"),
        (("evening.csv", "--as", "pig", "--column", "move"), "written ROLE=NAME"),
        (("evening.csv", "--as", "pig", "--column", "actoin=move"), "no role 'actoin' for a column"),
        (
            ("evening.csv", "--as", "pig", "--column", "action=nope"),
            "no column 'nope' for action; the file has the columns game, who",
        ),
        (("evening.jsonl", "--as", "pig"), "'action=roll {NAME}'; the file has the columns game_id, player, Dice"),
        (("hand.phh", "--as", "pig"), "the kit pig reads csv, tsv, jsonl, ndjson, json"),
    ],
)
def test_a_file_that_cannot_be_read_so_is_refused_in_one_line(
    run: CommandLine, args: tuple[str, ...], said: str
) -> None:
    refused = run("import", str(ARCHIVES / args[0]), *args[1:])
    assert refused.code == ExitCode.UNREADABLE
    assert said in refused.err
    assert len(refused.err.strip().splitlines()) == 1


def test_an_impossible_move_is_named_by_its_line_and_its_match_is_not_stored(run: CommandLine, tmp_path: Path) -> None:
    """The match is refused as a whole; the other match of the file is imported."""
    (tmp_path / "two.csv").write_text("game,player,move\n1,Ada,roll 5\n1,Ada,roll 9\n2,Bo,roll 3\n")
    told = run("import", str(tmp_path / "two.csv"), "--as", "pig")
    assert told.code == ExitCode.FINDINGS
    assert "two.csv, line 3: not taken: " in told.out
    assert "a die shows 1 to 6, not 9" in told.out
    assert "1 new match of 2 entries" in told.out


def test_actions_before_the_first_time_have_that_time(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "late.csv").write_text("player,move,time\nAda,roll 5,\nAda,hold,2026-05-01T19:01\n")
    [one] = imported(run, tmp_path / "late.csv", "--as", "pig")
    assert run("export", str(one["match"])).out.count('"at":1777662060000000') == 3


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\1\xff\xfe" * 50, b"(;GM[1]SZ[19];B[pd", b"(" * 3000, b"(;GM[1]SZ[19]PB[\x1b[2J];B[pd])"],
    ids=["empty", "binary", "cut", "brackets", "escape"],
)
def test_what_is_no_archive_is_told_without_a_traceback(run: CommandLine, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.sgf").write_bytes(data)
    told = run("import", str(tmp_path / "odd.sgf"), "--as", "go")
    assert told.code in (ExitCode.FINDINGS, ExitCode.FINE)
    assert "Traceback" not in told.out + told.err
    assert "\x1b" not in told.out


def test_importers_of_kits_are_short() -> None:
    """An importer takes at most 40 lines, as the page *Bring your archive* promises."""
    for name in ("chess", "go", "word_game", "holdem"):
        section = read_text(kit_files()[name]).split("[[import]]")[1].split("[[export]]")[0]
        assert len(section.strip().splitlines()) <= 40, name


HEAD = 'kit = "x"\ntitle = "X"\nplayers = "2"\n[verb]\nsay = { take = { text = "text" } }\n'


@pytest.mark.parametrize(
    ("importer", "said"),
    [
        ("rules = [{ find = '(' }]", "import[1].rules[1].find: not a regular expression"),
        ("rules = [{ line = ['say {x|loud}'] }]", "no words 'loud'; possible: number"),
        (
            "rules = [{ find = '(?P<list>.*)', each = '.', line = ['say {item}'] }]",
            "import[1].rules[1].each: it reads the group text of find",
        ),
        ("rules = []\nencodings = ['klingon']", "import[1].encodings: no encoding 'klingon'"),
        ("rules = []\ndelimter = ';'", "delimter"),
        ("rules = []\n[[export]]\nname = 'x'\ntitle = 'X'\nlines = { shout = '' }", "export[1].lines: no verb 'shout'"),
        (
            "rules = []\n[[export]]\nname = 'x'\ntitle = 'X'\nlines = { say = '{text|loud}' }",
            "export[1].lines: no words 'loud'; possible: number",
        ),
        (
            "rules = []\n[[export]]\nname = 'x'\ntitle = 'X'\nlines = {}\nwords.file = [['a', '\\1']]",
            "export[1].words.file: not a regular expression: invalid group reference 1",
        ),
    ],
)
def test_mistakes_in_an_importer_are_named(importer: str, said: str) -> None:
    with pytest.raises(KitErrors) as error:
        read_kit(f"{HEAD}[[import]]\nname = 'x'\ntitle = 'X'\n{importer}\n", "x.toml")
    assert said in " ".join(error.value.lines)


def test_an_importer_changes_no_digest_of_its_kit() -> None:
    """Importers are not pinned in matches: a kit with one is the same kit."""
    plain = read_kit(HEAD, "x.toml")
    assert read_kit(f"{HEAD}[[import]]\nname = 'x'\ntitle = 'X'\nrules = []\n", "x.toml").digest == plain.digest
