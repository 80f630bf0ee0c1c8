"""`matchbook kits`, and where kits are found."""

import json
import re
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from domain.games.tabletop.kit_page import kit_warnings
from domain.games.tabletop.load import read_kit
from domain.games.tabletop.scaffold import USES, KitAnswers, scaffold
from domain.registry import load_game
from service.errors import ExitCode
from service.kits import installed_kits, kit_file, kit_titles, load_kit
from service.resources import sample_sheets
from tests.service.conftest import CommandLine

SOME = [uses for size in (1, 2, 5) for uses in combinations(USES, size)]


@pytest.mark.parametrize("uses", SOME, ids=",".join)
@pytest.mark.parametrize("goal", [0, 20])
@pytest.mark.parametrize("order", ["turns", "together"])
def test_what_is_written_is_a_kit_without_warnings(uses: tuple[str, ...], goal: int, order: str) -> None:
    text = scaffold(KitAnswers(name="mine_own", uses=uses, goal=goal, order=order))  # type: ignore[arg-type]
    assert list(kit_warnings(read_kit(text, "x.toml"))) == []


def test_the_other_deck_that_a_template_suggests_is_a_deck() -> None:
    """The comment's replacement for the pack is a kit, taken literally with cards of these names."""
    text = scaffold(KitAnswers(name="mine_own", uses=("cards",)))
    [line] = (line for line in text.splitlines() if "pack" in line)
    own = line.partition("# or ")[2]
    kit = read_kit(text.replace(line, own) + '\n[[card]]\nid = "wolf"\n', "x.toml")
    assert list(kit_warnings(kit)) == []


@pytest.mark.slow
def test_a_new_kit_is_checked_logged_with_and_given_back(run: CommandLine, tmp_path: Path) -> None:
    """Written into the user's folder it is known by its name; its match gives it back; it is never written over."""
    made = run("kits", "new", "market", "--with", "cards,counters")
    path = tmp_path / "config" / "kits" / "market.toml"
    assert (made.code, path.exists()) == (ExitCode.FINE, True)
    assert run("kits", "check", str(path)).code == ExitCode.FINE
    match = run("new", "market", "--player", "Ada", "--player", "Bo").out.split()[0]
    assert run("take", match, "sQ").code == ExitCode.FINE
    (tmp_path / "back.toml").write_text(run("kits", "show", match, "--toml").out)
    assert run("kits", "check", str(tmp_path / "back.toml")).code == ExitCode.FINE
    again = run("kits", "new", "market")
    assert again.code == ExitCode.UNREADABLE
    assert "exists; choose another name" in again.err
    assert "market" in run("kits", "list").out


AMBUSH = """
kit = "ambush"
title = "Ambush"
players = "2"
begin = ["deal 3 stock hand@each"]
[deck]
cards = { into = "stock", cards = { wolf = 6, sheep = 9 } }
[trait]
points = { wolf = 3, else = 1 }
[zone]
stock = { kind = "stack" }
pile = {}
hand = { of = "player", see = "owner" }
[verb]
play = { take = { card = "card hand" }, does = ["move $card pile", "draw 1 stock hand", "next"] }
"""


def test_a_check_says_when_and_why_simulated_matches_stop(run: CommandLine, tmp_path: Path) -> None:
    """Given a pile that runs out, the verb that draws from it and the number of acts are named."""
    (tmp_path / "ambush.toml").write_text(AMBUSH)
    checked = run("kits", "check", str(tmp_path / "ambush.toml"))
    assert "20 matches stopped after 9 acts: play: cannot draw 1 from stock, which has 0" in checked.out
    assert "simulates" in run("kits", "check", "pig").out


def test_a_kit_is_shown_with_its_deck_traits_and_beginning(run: CommandLine, tmp_path: Path) -> None:
    """All parts of the file are on the page."""
    (tmp_path / "ambush.toml").write_text(AMBUSH + '[[end]]\nwhen = "turn > 9"\nwin = "nobody"\n')
    shown = run("kits", "show", str(tmp_path / "ambush.toml")).out
    for line in (
        "  begin: deal 3 stock hand@each",
        "  deck     cards: 6 wolf, 9 sheep, into stock",
        "  trait    points: wolf 3, else 1",
        "  ends when turn > 9, checked after each act; wins: nobody",
    ):
        assert line in shown.splitlines(), shown


def test_matches_of_a_kit_outside_the_kits_folder_are_found_by_game(run: CommandLine, tmp_path: Path) -> None:
    """`game:` takes a kit that only a match has; an unknown game lists it among the possible kits."""
    (tmp_path / "ambush.toml").write_text(AMBUSH)
    match = run("new", str(tmp_path / "ambush.toml"), "--player", "Ada", "--player", "Bo").out.split()[0]
    for asked in (("--find", "game:ambush"), ("--game", "ambush"), ("--find", "game:tabletop:ambush")):
        assert match in run("matches", *asked).out, asked
    refused = run("matches", "--find", "game:ambus").err
    assert "kits: amber_isle" in refused
    assert "did you mean ambush?" in refused
    explored = run("explore", "word_game")
    assert "no match of the kit 'word_game' is recorded; matchbook new word_game opens one" in explored.err


SMUGGLERS = """
kit = "smugglers"
title = "Smugglers"
players = "2"
[deck]
cards = { into = "sea", cards = { gem = 3 } }
[zone]
sea = { kind = "stack" }
hand = { of = "player", see = "owner" }
[dice]
die = { faces = 6 }
[verb]
roll = { take = { n = "dice die" }, does = ["draw $n sea hand", "next"] }
"""


def test_a_refused_act_of_a_simulated_match_is_a_warning_with_its_seed(run: CommandLine, tmp_path: Path) -> None:
    """Given a draw of as many cards as a die shows, the check tells its other results too; `simulate` names match and act."""
    path = tmp_path / "smugglers.toml"
    path.write_text(SMUGGLERS)
    checked = run("kits", "check", str(path))
    assert checked.code == ExitCode.FINDINGS
    assert re.search(r"smugglers.toml: warning: Smugglers, seed \d+: 'roll \d' is refused: \[TT-EMPTY\] ", checked.out)
    assert "0 of 1 verb" in checked.out
    simulated = run("simulate", str(path), "-n", "9")
    assert simulated.code == ExitCode.REFUSED
    assert re.search(r"Smugglers, seed \d+: 'roll \d' is refused: \[TT-EMPTY\] ", simulated.err)


def test_a_beginning_that_cannot_be_done_is_an_error_of_the_check_and_of_new(run: CommandLine, tmp_path: Path) -> None:
    """The step is named, for each number of players that has too few cards."""
    path = tmp_path / "ambush.toml"
    path.write_text(AMBUSH.replace('"2"', '"2-4"').replace("deal 3", "deal 5"))
    checked = run("kits", "check", str(path))
    why = "begin[1], 'deal 5 stock hand@each', cannot be done with 4 players: cannot draw 5 from stock, which has 0"
    assert (checked.code, checked.out.splitlines()) == (ExitCode.UNREADABLE, [f"ambush.toml: {why}"])
    players = [word for name in ("Ada", "Bo", "Cy", "Dee") for word in ("--player", name)]
    refused = run("new", str(path), *players)
    assert (refused.code, why in refused.err) == (ExitCode.UNREADABLE, True)
    assert run("new", str(path), *players[:4]).code == ExitCode.FINE


def test_an_own_kit_with_the_name_of_an_included_one_is_warned_of(run: CommandLine, tmp_path: Path) -> None:
    """`kits check` and `new` suggest another id; the included kit, and another name, are fine."""
    path = tmp_path / "mine.toml"
    path.write_text(AMBUSH.replace('"ambush"', '"chess"'))
    assert "warning: kit: 'chess' is another kit too" in run("kits", "check", str(path)).out
    assert "such as my_chess" in run("new", str(path), "--player", "Ada", "--player", "Bo").err
    assert "another kit" not in run("new", "pig", "--player", "Ada", "--player", "Bo").err
    path.write_text(AMBUSH)
    assert "another kit" not in run("kits", "check", str(path)).out


def test_a_card_that_is_moved_again_from_a_stack_is_warned_of() -> None:
    """The second step would be without effect; a step with a condition leaves the card in place if it does not hold."""
    moves = '"move $card pile"'
    twice = AMBUSH.replace(moves, '"move $card stock", "move $card pile"')
    text = "verb.play.does[2]: no effect, because $card is already in the face-down stack stock"
    assert text in list(kit_warnings(read_kit(twice, "x.toml")))
    perhaps = twice.replace("$card stock", "$card stock if turn = 2")
    assert not [one for one in kit_warnings(read_kit(perhaps, "x.toml")) if "does nothing" in one]


def test_a_move_from_a_stack_is_warned_of_and_its_draw_is_not() -> None:
    """A card of a stack is drawn first, so the move leaves two events; the step that is suggested leaves one."""
    moves = 'does = ["move $card pile"'
    assert moves in AMBUSH
    verb = 'take = { card = "card stock" }, '
    moved = AMBUSH.replace('take = { card = "card hand" }, ' + moves, verb + moves)
    assert moved != AMBUSH
    text = (
        "verb.play.does[1]: stock is a stack, so this is recorded as two events; write 'draw $card stock pile' for one"
    )
    assert text in list(kit_warnings(read_kit(moved, "x.toml")))
    drawn = moved.replace("move $card pile", "draw $card stock pile")
    assert not [one for one in kit_warnings(read_kit(drawn, "x.toml")) if "two events" in one]


def test_a_small_board_is_shown_without_a_gap(run: CommandLine, tmp_path: Path) -> None:
    """`show` prints one blank row at most between the parts of a board."""
    (tmp_path / "ambush.toml").write_text(AMBUSH)
    match = run("new", str(tmp_path / "ambush.toml"), "--player", "Ada", "--player", "Bo").out.split()[0]
    rows = [row.strip() for row in run("show", match).out.splitlines()]
    assert "" in rows
    assert ("", "") not in set(pairwise(rows)), rows


def test_errors_and_exit_codes(run: CommandLine, tmp_path: Path) -> None:
    """Errors are 2, warnings 1; what cannot be read or found is told in one line."""
    bad = tmp_path / "bad.toml"
    bad.write_text('kit = "x"\ntitle = "X"\nplayers = "9-2"\n[zone]\nturn = {}\n')
    checked = run("kits", "check", str(bad))
    assert checked.code == ExitCode.UNREADABLE
    assert [line.split(": ")[1] for line in checked.out.splitlines()] == ["zone.turn", "players"]
    odd = tmp_path / "odd.toml"
    odd.write_text('kit = "x"\ntitle = "X"\nplayers = "2"\n[counter]\na = {}\n')
    assert run("kits", "check", str(odd)).code == ExitCode.FINDINGS
    bad.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run("kits", "check", str(bad)).out
    assert run("kits", "check", str(tmp_path / "none.toml")).code == ExitCode.UNREADABLE
    assert run("kits", "new", "x", "--with", "horses").code == ExitCode.UNREADABLE


def test_kits_are_found_by_name_and_a_misspelt_name_suggests_one(run: CommandLine) -> None:
    """`kits check` takes names; `kits show`, `kits check` and `new` suggest a kit; an unknown word without a similar one lists
    kits."""
    checked = run("kits", "check", "pig").out
    assert "simulated matches" in checked
    assert "pig.toml: 1 of 2 verbs checked (50 %)" in checked
    assert "pig.toml: partly enforced: hold\npig.toml: recorded as entered: roll" in checked
    assert "no kit 'pgi'; did you mean pig?" in run("kits", "check", "pgi").out
    assert "no kit 'pgi'; did you mean pig?" in run("kits", "show", "pgi").err
    assert "no game 'pgi'; did you mean pig?" in run("new", "pgi", "--player", "A", "--player", "B").err
    assert "kits: amber_isle, backgammon, bowling" in run("new", "qwertz", "--player", "A").err


def test_a_kit_is_a_game_to_the_command_line(run: CommandLine) -> None:
    """`pig`, `tabletop:pig` and a file are games; options are held against the kit; parts say whose they are."""
    shown = run("kits", "show", "hearts").out
    assert "stock: stack of the table, seen by none" in shown
    assert "hand: row of each player, seen by owner" in shown
    assert run("new", "tabletop:pig", "--player", "A", "--player", "B").code == ExitCode.FINE
    assert run("games", "pig").out.startswith("# Logging any tabletop game")
    refused = run("new", "pig", "--player", "A", "--player", "B", "--option", "target=5")
    assert "target must be 10 to 1000, not 5" in refused.err
    assert "P-HOLD" in run("rules", "pig").out
    assert run("simulate", "yacht", "-n", "2").code == ExitCode.FINE


def test_an_action_of_a_kit_says_what_the_kit_checks(run: CommandLine) -> None:
    """`take` says so of what breaks no guard; of what breaks one, and in a game with all its rules, it does not."""
    match = run("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    assert "recorded as entered" in run("take", match, "roll 5").err
    assert "partly enforced" in run("take", match, "hold").err
    run("undo", match)
    assert "recorded as entered" not in run("take", match, "roll 5", "--command-id", "a", "--json").out
    run("take", match, "roll 1")
    assert "partly enforced" not in run("take", match, "hold", "--as-played").err
    own = run(
        "new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30"
    ).out.strip()
    taken = run("take", own, "flip_coin Ada")
    assert (taken.code, "partly enforced" in taken.err) == (ExitCode.FINE, False)


def test_a_kit_is_given_back_and_copied_as_its_file(run: CommandLine, tmp_path: Path) -> None:
    """With its comments and formats; the copy has only another name."""
    path = kit_file("go")
    assert run("kits", "show", "go", "--toml").out == path.read_text()
    run("kits", "new", "go9", "--from", "go", "-o", tmp_path / "go9.toml")
    assert (tmp_path / "go9.toml").read_text() == path.read_text().replace('kit = "go"', 'kit = "go9"')


def test_a_kit_states_what_it_checks(run: CommandLine, tmp_path: Path) -> None:
    """Given a verb without guards, then actions are recorded as entered; a limit is a check; a kit that states `enforced` has legal
    actions."""
    match = run("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    assert "recorded as entered: the kit checks no rules" in run("take", match, "roll 5").err
    match = run("new", "yacht", "--player", "Ada", "--player", "Bo").out.strip()
    assert "partly enforced" in run("take", match, "roll 23164").err
    own = tmp_path / "own.toml"
    own.write_text(
        run("kits", "show", "--toml", "pig").out.replace('players = "2', 'checks = "enforced"\nplayers = "2', 1)
    )
    whole = run("new", str(own), "--player", "Ada", "--player", "Bo").out.strip()
    taken = run("take", whole, "roll 5")
    assert (taken.code, "enforced" in taken.err) == (ExitCode.FINE, False)


def test_a_kit_states_what_it_checks_of_a_verb(run: CommandLine, tmp_path: Path) -> None:
    """`checked` of a verb goes before what is derived from its guards; the page, `kits check` and `take` say it."""
    own, pig = tmp_path / "own.toml", run("kits", "show", "--toml", "pig").out
    assert "checked" not in pig
    text = pig.replace("roll = {", 'roll = { checked = "enforced",')
    text = text.replace("hold = {", 'hold = { checked = "entered",')
    own.write_text(text)
    assert text.count("checked") == 2
    checked = run("kits", "check", str(own)).out
    assert "1 of 2 verbs checked (50 %)" in checked
    assert "enforced: roll\nown.toml: recorded as entered: hold" in checked
    shown = run("kits", "show", str(own)).out
    assert re.search(r"^  roll .* enforced$", shown, re.MULTILINE)
    assert re.search(r"^  hold .* recorded as entered$", shown, re.MULTILINE)
    assert run("kits", "show", "--toml", str(own)).out.count("checked = ") == 2
    match = run("new", str(own), "--player", "Ada", "--player", "Bo").out.strip()
    assert "enter" not in run("take", match, "roll 5").err
    assert "recorded as entered" in run("take", match, "hold").err
    own.write_text(text.replace('checked = "entered"', 'checked = "sometimes"'))
    refused = run("kits", "check", str(own))
    assert (refused.code, "sometimes" in refused.out) == (ExitCode.UNREADABLE, True)


def test_a_match_is_checked_under_another_version_of_its_kit(run: CommandLine, tmp_path: Path) -> None:
    """`audit --kit`: the audit is clean under the same kit; a new guard, and a removed verb (TT-NAME), are reported at the entry
    that they affect; another kit is refused. The match itself is unchanged."""
    sheet = next(sheet for sheet in sample_sheets(load_game("tabletop")) if sheet.name.startswith("crazy_eights"))
    match = run("new", "--sheet", str(sheet)).out.split()[0]
    kit = run("kits", "show", match, "--toml").out
    before = run("verify", match).out

    def audited(name: str, text: str) -> tuple[int, str]:
        (tmp_path / name).write_text(text)
        found = run("audit", match, "--kit", str(tmp_path / name))
        return found.code, found.out

    assert audited("same.toml", kit) == (ExitCode.FINE, "")
    code, told = audited(
        "strict.toml", kit.replace("rank($card) = 8 or suit($card) = suit(top", "suit($card) = suit(top")
    )
    assert (code, "CE-MATCH" in told, "now refused" in told) == (ExitCode.FINDINGS, True, True)
    code, told = audited("less.toml", kit.replace("verb.goes_out", "verb.wins_it"))
    assert (code, "TT-NAME" in told, "no verb 'goes_out'" in told) == (ExitCode.FINDINGS, True, True)
    assert run("audit", match, "--kit", "pig").code == ExitCode.UNREADABLE
    assert (run("verify", match).out, run("audit", match).code) == (before, ExitCode.FINE)


@pytest.mark.slow
def test_answers_about_a_kit(run: CommandLine) -> None:
    """`--kit` and `--game` narrow a question to a kit; an unplayed one is named; lists count the matches of each kit."""
    run("simulate", "pig", "-n", "3", "--record")
    run("simulate", "darts", "-n", "2", "--record")
    both = run("stats", "length", "--game", "tabletop").out.splitlines()
    assert [line.split()[0] for line in both[1:]] == ["tabletop:darts", "tabletop:pig"]
    for narrowed in (("--kit", "pig"), ("--game", "pig"), ("--game", "tabletop:pig"), ("kit:pig",)):
        [line] = run("stats", "length", *narrowed).out.splitlines()[1:]
        assert line.split() == both[2].split()
    assert "no kit 'nobodys' in any match" in run("stats", "length", "--kit", "nobodys").err
    assert run("stats", "length", "--game", "nobodys").code == ExitCode.UNREADABLE
    assert "roll" in run("explore", "pig").out
    assert "explore one of them" in run("explore", "tabletop").err
    counts = {line.split()[0]: line.split() for line in run("kits", "list").out.splitlines()[1:]}
    assert ("3" in counts["pig"], "2" in counts["darts"]) == (True, True)


SECRETS = """
kit = "secrets"
title = "Secrets"
players = "2"
simulate = 20
deck.cards = { into = "deck", pack = "french52" }
zone.deck = { kind = "stack" }
zone.hand = { of = "player" }
zone.felt = {}
counter.gold = { see = "owner" }
choice.role = { of = "player", one_of = ["wolf", "seer"], see = "owner" }
[verb]
down = { take = { card = "card deck" }, does = ["move $card felt face=down"] }
flash = { take = { card = "card hand" }, does = ["turn $card up", "turn $card down", "move $card deck"] }
bury = { take = { card = "card deck" }, does = ["move $card felt", "gather deck", "draw 1 deck felt"] }
deal = { take = { cards = "cards deck" }, does = ["move $cards hand"] }
be = { take = { role = "choice role" }, does = ["choose role $role"] }
earn = { take = { n = "number" }, does = ["add gold $n"] }
"""


@pytest.mark.slow
def test_what_only_the_actor_may_know_is_in_no_copy_of_a_match(run: CommandLine, tmp_path: Path) -> None:
    """Hidden cards, words and numbers are in the log, page, file, picture and tables only of those who may know them."""
    (tmp_path / "secrets.toml").write_text(SECRETS)
    match = run("new", str(tmp_path / "secrets.toml"), "--player", "Ada", "--player", "Bo").out.split()[0]
    for line in ("deal [h7,s9]", "down h9", "flash h7", "bury d5", "be wolf", "earn 7531"):
        assert run("take", match, line).code == ExitCode.FINE, line

    def copies(viewpoint: str) -> str:
        tables = " union all by name ".join(
            f"from tabletop.{table}" for table in ("acts", "counters", "moves", "choices")
        )
        read = [("log", match), ("log", match, "--json"), ("export", match, "--format", "html"), ("sql", tables)]
        read += [("export", match)] if viewpoint != "judge" else []
        return "\n".join(run(*command, "--as", viewpoint).out for command in read)

    told = {viewpoint: copies(viewpoint) for viewpoint in ("judge", "spectator", "Ada")}
    secrets = {"h9": "9♥", "h7": "7♥", "s9": "9♠", "d5": "5♦", "wolf": "wolf", "7531": "7531"}
    found = {
        seen: {n for n, name in secrets.items() if f'"{n}"' in text or name in text} for seen, text in told.items()
    }
    assert found == {"judge": {*secrets}, "spectator": set(), "Ada": {"h7", "s9", "wolf", "7531"}}


@pytest.mark.slow
def test_a_verb_that_tells_a_hidden_card_is_found_by_kits_check(run: CommandLine, tmp_path: Path) -> None:
    """`kits check` tries each verb with cards that are named, and says which tells a card to whom, and how it was tried."""
    loud = 'choice.called = {}\n[verb]\npeek = { take = { card = "card deck" }, does = ["choose called $card", "clear called"] }'
    (tmp_path / "loud.toml").write_text(SECRETS.replace("[verb]", loud).replace('see = "owner"', 'see = "all"'))
    checked = run("kits", "check", str(tmp_path / "loud.toml"))
    assert checked.code == ExitCode.FINDINGS
    [line] = [line for line in checked.out.splitlines() if "verb." in line and "narration" in line]
    assert line.startswith("loud.toml: warning: verb.peek: after `peek ")
    assert line.endswith("with another card, only the narration and a board within it differ for seat 1")


KIT = """kit = "marbles"
title = "Marbles"
players = "2"
score = "won"
[counter]
won = {}
[verb]
win_one = { does = ["add won 1", "next"] }
[[end]]
when = "won = 3"
"""


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that brings one kit along, by the entry points `matchbook.kits`."""
    about = tmp_path / "marble_kits-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: marble-kits\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[matchbook.kits]\nmarbles = marble_kits\n")
    folder = tmp_path / "marble_kits"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "marbles.toml").write_text(KIT)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "marble_kits", raising=False)  # that of the test before lies elsewhere
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "config"))
    return folder


def test_a_package_brings_kits_along(packaged: Path, matchbook: CommandLine) -> None:
    """A kit of an installed package is listed with its place, has a title, and is played by its name."""
    found = {kit.name: kit for kit in installed_kits()}
    assert (found["marbles"].title, found["marbles"].place) == ("Marbles", str(packaged / "marbles.toml"))
    assert kit_titles()["marbles"] == "Marbles"
    assert load_kit("marbles").digest == found["marbles"].digest
    assert matchbook("simulate", "marbles", "-n", "1").code == 0


def test_a_kit_of_the_program_goes_before_one_of_its_name(packaged: Path) -> None:
    (packaged / "pig.toml").write_text(KIT.replace("marbles", "pig"))
    assert load_kit("pig").name == "Pig"
    assert sum(kit.name == "pig" for kit in installed_kits()) == 1


def test_kits_are_not_loaded_for_other_games() -> None:
    asked = "import sys, matchbook.cli.recording, matchbook.cli.analysis, service.kits as k; k.meant_game('frc_tcg'); "
    code = asked + "print(any(name.startswith('domain.games.tabletop') for name in sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_verbs_and_commands_are_read_out_with_their_titles(run: CommandLine) -> None:
    """A kit's page, and what programs read of a game."""
    assert "  takes <who>   Take the trick   partly enforced\n" in run("kits", "show", "hearts").out
    commands = json.loads(run("games", "frc_card_game", "--json").out)["commands"]
    assert {one["name"]: one["title"] for one in commands}["play_student"] == "Play a student"


def test_a_deck_is_checked_against_a_kit_by_its_name(run: CommandLine, tmp_path: Path) -> None:
    """`decks check` takes a kit where it takes a game, as `new` does."""
    deck = tmp_path / "bears.toml"
    deck.write_text('name = "Bears"\ngame = "tabletop"\n\n[cards]\nforest = 16\nbear = 24\n', "utf-8")
    assert run("decks", "check", "duel", str(deck)).out == "Bears: 40 cards, legal\n"
