"""Files that are imported a second time: unchanged, corrected, or with another version of the kit."""

import json
from pathlib import Path

import pytest

from service.errors import ExitCode
from service.kits import kit_files
from service.resources import read_text
from tests.service.conftest import CommandLine

PGN = """[Event "Club cup"]
[Date "2026.05.01"]
[Round "{round}"]
[White "Ada"]
[Black "Bo"]

1. e4 e5 2. Nf3 {reply} 3. Bb5 a6 4. Ba4 {result}
"""
EVENING = "game,who,move\n1,Ada,roll 5\n1,Ada,hold\n1,Bo,roll 6\n1,Bo,hold\n1,Ada,roll 2\n1,Ada,roll 3\n1,Ada,hold\n"


class Folder:
    """Files that are imported into one store."""

    def __init__(self, run: CommandLine, folder: Path) -> None:
        self.run, self.folder = run, folder

    def take(self, name: str, text: str, kit: str, *args: str, code: ExitCode = ExitCode.FINE) -> str:
        (self.folder / name).write_text(text)
        told = self.run("import", str(self.folder / name), "--as", kit, *args)
        assert told.code == code, told.out + told.err
        return told.out

    def ids(self) -> list[str]:
        return [line.split()[0] for line in self.run("matches").out.splitlines()[1:]]


@pytest.fixture
def folder(run: CommandLine, tmp_path: Path) -> Folder:
    return Folder(run, tmp_path)


def pgn(number: int = 1, reply: str = "Nc6", result: str = "*") -> str:
    return PGN.format(round=number, reply=reply, result=result)


@pytest.mark.parametrize("args", [(), ("--dry-run",)])
def test_a_corrected_version_of_a_stored_match_is_refused_with_its_corrections(
    folder: Folder, args: tuple[str, ...]
) -> None:
    """The stored match is named; the lines correct it, and then the file is there already."""
    folder.take("a.pgn", pgn(), "chess")
    [match] = folder.ids()
    told = folder.take("b.pgn", pgn(reply="d6"), "chess", *args, code=ExitCode.FINDINGS)
    assert f"b.pgn, line 1: not taken: the store has another version of it, {match}: 1 action would change" in told
    assert f"matchbook correct {match} --file CHANGES" in told
    assert "--again" in told
    changes = [line.strip() for line in told.splitlines() if line.startswith("    ")]
    assert changes == ["5 d6"]
    assert folder.ids() == [match]
    (folder.folder / "changes.txt").write_text("\n".join(changes))
    assert folder.run("correct", match, "--file", str(folder.folder / "changes.txt"), "--yes").code == ExitCode.FINE
    assert "1 there already" in folder.take("b.pgn", pgn(reply="d6"), "chess")
    assert folder.ids() == [match]


def test_a_corrected_version_is_recorded_as_another_match_only_on_request(folder: Folder) -> None:
    folder.take("a.pgn", pgn(), "chess")
    assert "1 new match" in folder.take("a.pgn", pgn(reply="d6"), "chess", "--again")
    assert "1 there already" in folder.take("a.pgn", pgn(reply="d6"), "chess", "--again")
    assert len(folder.ids()) == 2


@pytest.mark.parametrize(
    ("text", "kit", "change", "changes"),
    [
        pytest.param(EVENING, "pig", ("roll 6", "roll 4"), ["4 roll 4 by=@2"], id="a corrected cell"),
        pytest.param(EVENING, "pig", ("1,Ada,roll 3\n", ""), ["-7"], id="a row less"),
        pytest.param(EVENING, "pig", ("1,Bo,hold\n", "1,Bo,roll 2\n1,Bo,hold\n"), ["+5 roll 2 by=@2"], id="a row more"),
        pytest.param(EVENING, "pig", ("roll 3\n1,Ada,hold\n", "roll 3\n1,Ada,hold\n1,Bo,roll 4\n"), ["# at the end: roll 4 by=@2"],
                     id="a longer file"),
        pytest.param(pgn(), "chess", ("Ba4 *", "Ba4 1-0"), [], id="another result"),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_found(
    folder: Folder, text: str, kit: str, change: tuple[str, str], changes: list[str]
) -> None:
    name = "a.pgn" if kit == "chess" else "a.csv"
    folder.take(name, text, kit)
    told = folder.take(name, text.replace(*change), kit, code=ExitCode.FINDINGS)
    assert "not taken: the store has " in told
    assert [line.strip() for line in told.splitlines() if line.startswith("    ")] == changes
    assert ("another result: no result there, Ada wins" in told) == (not changes)
    assert len(folder.ids()) == 1


def test_a_comment_or_a_blank_line_makes_no_second_match(folder: Folder) -> None:
    folder.take("a.pgn", pgn(), "chess")
    assert "1 there already" in folder.take("a.pgn", pgn(reply="Nc6 {natural}") + "\n\n", "chess")


@pytest.mark.parametrize(
    "other",
    [
        pgn(2), pgn().replace("05.01", "05.08"), pgn().replace('"Bo"', '"Cy"'), pgn().replace("Club", "City"),
        PGN.split("\n\n", maxsplit=1)[0].format(round=1) + "\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 *\n",
    ],
    ids=["round", "date", "player", "event", "other moves"],
)  # fmt: skip
def test_another_match_of_the_same_players_is_new(folder: Folder, other: str) -> None:
    folder.take("a.pgn", pgn(), "chess")
    assert "1 new match" in folder.take("b.pgn", other, "chess")
    assert len(folder.ids()) == 2


def test_matches_with_an_earlier_version_of_the_kit_are_told_and_recorded_again_on_request(folder: Folder) -> None:
    """Given a kit that changed since the import, then the import names both versions and what to do."""
    kit = folder.folder / "die.toml"
    kit.write_text(read_text(kit_files()["pig"]).replace('kit = "pig"', 'kit = "die"'))
    folder.take("a.csv", EVENING, str(kit))
    kit.write_text(kit.read_text().replace('kit = "die"', 'kit = "die"\nversion = "2"'))
    told = folder.take("a.csv", EVENING, str(kit))
    assert "1 there already" in told
    assert "1 there already with the kit die version 1, digest " in told
    assert "today's is die version 2, digest " in told
    assert "(--again)" in told
    assert "1 new match" in folder.take("a.csv", EVENING, str(kit), "--again")
    assert "there already" in (told := folder.take("a.csv", EVENING, str(kit), "--again"))
    assert "version" not in told


def test_broken_rules_are_named_with_their_lines(folder: Folder) -> None:
    """Up to five places of a rule, the number of the others, and the first reason; in JSON all of them."""
    rows = "who,move\nAda,roll 5\n" + "Bo,roll 4\n" * 7
    told = folder.take("a.csv", rows, "pig", "--dry-run")
    assert "7 broken rules flagged" in told
    assert "TT-TURN, 7 times: line 3, line 4, line 5, line 6, line 7 and 2 more (it is Ada's turn to act)" in told
    [one] = json.loads(folder.take("a.csv", rows, "pig", "--json"))
    assert [broken["place"] for broken in one["broken"]] == [f"line {at}" for at in range(3, 10)]
    assert {broken["rule"] for broken in one["broken"]} == {"TT-TURN"}
