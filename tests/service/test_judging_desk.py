"""The judge's commands: errors get one line and are not stored; valid acts hold in every view of the match; penalties act in the
rules of each game; the ledger; confirmations."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.recording.match_service import MatchService
from service.resources import read_sheet_file
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused

CARD_GAME, TCG, PBL, ROBIN = (
    "adas_gamble.scoresheet",
    "worked_match.scoresheet",
    "ana_and_bo.scoresheet",
    "ann_against_ben.scoresheet",
)


def opened(matchbook: CommandLine, sheet: str) -> str:
    made = matchbook("new", "--sheet", sheet)
    assert made.code == 0, made.err
    return made.out.strip()


def begun(matchbook: CommandLine, tmp_path: Path, sheet: str, lines: int, other: tuple[str, str] = ("", "")) -> str:
    """A sample match up to some of its lines, with replaced lines."""
    text = [line for line in read_sheet_file(Path(sheet)).replace(*other).splitlines() if not line.startswith("!")]
    headers = [line for line in text if line.startswith("@") and not line.startswith("@turn")]
    commands = [line for line in text if line and line[0] not in "@#"]
    path = tmp_path / sheet
    path.write_text("\n".join((*headers, *commands[:lines])), encoding="utf-8")
    return opened(matchbook, str(path))


def done(matchbook: CommandLine, *arguments: object) -> str:
    ran = matchbook(*arguments)
    assert ran.code == 0, ran
    return ran.out


def number(out: str) -> int:
    """The entry that a receipt names first."""
    return int(out.split(maxsplit=1)[0])


@pytest.fixture
def app(store_path: Path) -> Iterator[MatchService]:
    """The store that the command line records in."""
    with MatchService(MatchStore.open(f"sqlite:///{store_path}", create=True), recorder="tess") as opened_app:
        yield opened_app


RULE = ("--official", "Jo", "--cite", "CG-C04")
HEAD = (*RULE, "--role", "head_judge")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("ruling", "M", "it was", "--official", "Jo"), 3, ("JP-R01", "cite a rule")),
        (("ruling", "M", "it was", "--official", "Jo", "--cite", "CG-Z99"), 3, ("JP-R01", "CG-Z99")),
        (("ruling", "M", "", *RULE), 3, ("JP-R02",)),
        (("ruling", "M", "it was", "--role", "player"), 2, ("--role",)),
        (("ruling", "M", "it was", *RULE, "--remedy", "rewind", "--error", 16), 3, ("JP-R04", "head judge")),
        (
            ("ruling", "M", "it was", *RULE, "--remedy", "simple_backup", "--error", 16),
            3,
            ("JP-R04", "not a simple backup"),
        ),
        (("ruling", "M", "it was", *RULE, "--penalty", "Ada=game_loss"), 3, ("JP-P02", "head judge")),
        (("ruling", "M", "it was", *RULE, "--penalty", "Ada=score_adjustment"), 3, ("JP-P03",)),
        (("ruling", "M", "it was", *RULE, "--penalty", "Ada=spanking"), 2, ("PLAYER=PENALTY",)),
        (("ruling", "M", "it was", *RULE, "--penalty", "Cy=warning"), 2, ("no player 'Cy'",)),
        (("ruling", "M", "it was", *RULE, "--deviation", "so"), 3, ("JP-R05",)),
        (("ruling", "M", "it was", *RULE, "--remedy", "partial_fix"), 3, ("JP-R08", "point of error")),
        (
            ("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", 1),
            2,
            ("entry 1 is the opening and cannot be undone",),
        ),
        (("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", 16, "--to", 20), 3, ("JP-W02",)),
        (("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", 16, "--dice", "keep"), 3, ("JP-W03",)),
        (("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", 6), 3, ("JP-W03", "keep or reroll")),
        (("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", "x"), 2, ("--error",)),
        (("ruling", "M", "it was", *HEAD, "--dice", "keep"), 2, ("undoes no play",)),
        (("ruling", "M", "it was", *HEAD, "--later"), 2, ("undoes no play",)),
        (("ruling", "M", "it was", *HEAD, "--put-back", "Ada: fir"), 2, ("--put-back",)),
        (
            ("ruling", "M", "it was", *HEAD, "--put-back", "Ada: ?? of wess, ?? to deck top"),
            2,
            ("no card 'wess'", "wes?"),
        ),
        (("ruling", "M", "it\nwas", *RULE), 2, ()),
        (("ruling", "M/16", "it was", *RULE), 3, ("JP-R07", "dispute it first")),
        (("ruling", "M/99", "it was", *RULE), 5, ("no entry 99",)),
        (("ruling", "M", "it was", *RULE, "--decision", "upheld"), 3, ("JP-L02",)),
        (("ruling", "M", "it was", *RULE, "--remedy", "adjustment", "--line", "adjust nonsense"), 2, ("line 1",)),
        (("ruling", "M", "it was", *RULE, "--at", 3), 4, ()),
        (("dispute", "M/99", "illegal", "so"), 5, ("no entry 99",)),
        (("dispute", "M/20-99", "illegal", "so"), 5, ("no entry 99",)),
        (("penalise", "M/99", "Ada", "warning"), 5, ("no entry 99",)),
        (("appeal", "M/99", "Ada"), 5, ("no entry 99",)),
        (("rewind", "M/99"), 5, ("no entry 99",)),
        (("withdraw", "M/99", "so"), 5, ("no entry 99",)),
        (("ruling", "M", "it was", *HEAD, "--remedy", "rewind", "--error", 99), 5, ("no entry 99",)),
        (("dispute", "M/20-19", "illegal", "so"), 3, ("JP-C01",)),
        (("dispute", "M/20-x", "illegal", "so"), 2, ("MATCH/ENTRY-ENTRY",)),
        (("dispute", "M", "illegal", "so"), 2, ("which entry",)),
        (("dispute", "M/20", "illegal", " "), 3, ("JP-C01",)),
        (("dispute", "M/20", "wrong", "so"), 2, ("illegal",)),
        (("dispute", "zzzz/20", "illegal", "so"), 5, ("zzzz",)),
        (("official", "M", "", "judge"), 3, ("JP-A01",)),
        (("official", "M", "Jo", "king"), 2, ("judge",)),
        (("official", "M", "Jo", "judge", "--ties-to", "Cy"), 2, ("no player 'Cy'",)),
        (("penalise", "M/20", "Ada", "warning"), 3, ("JP-P01", "not a ruling")),
        (("penalise", "M", "Ada", "warning"), 2, ("which entry",)),
        (("appeal", "M/20", "Ada"), 3, ("JP-L01", "not a ruling")),
        (("rewind", "M/20", "--to", 3), 3, ("JP-W01",)),
        (("rewind", "M/20"), 3, ("JP-W01",)),
        (("rewind", "M/20", "--to", "x"), 2, ()),
        (("plan", "M/99"), 5, ("no entry 99",)),
        (("plan", "M/1"), 2, ("entry 1 is the opening and cannot be undone",)),
        (("plan", "M"), 2, ("which entry",)),
        (("confirm", "M", "Cy"), 2, ("no player 'Cy'",)),
        (("disputes", "zzzz"), 5, ("zzzz",)),
    ],
)
def test_what_is_wrong_is_refused_in_one_line(
    matchbook: CommandLine, match: str, arguments: tuple[object, ...], code: int, words: tuple[str, ...]
) -> None:
    """One line, the documented exit code, and the record is unchanged."""
    before = matchbook("export", match).out
    typed = (str(one).replace("M", match, 1) if str(one).partition("/")[0] == "M" else one for one in arguments)
    refused(matchbook(*typed), code, *words)
    assert matchbook("export", match).out == before


def test_overlapping_rewinds_and_what_was_rewound(matchbook: CommandLine, match: str) -> None:
    """Rewound entries cannot be rewound again or corrected, and the refusal names the rewind; they can be disputed."""
    back = "Ada: ?? of ?? to deck top"
    out = done(matchbook, "ruling", match, "too much", *HEAD, "--remedy", "rewind", "--error", 34, "--put-back", back)
    assert number(out.splitlines()[1]) == 58
    before = matchbook("export", match).out
    refused(
        matchbook("ruling", match, "so", *HEAD, "--remedy", "rewind", "--error", 40), 3, "JP-R08", "entry 58 undid it"
    )
    refused(matchbook("ruling", match, "so", *HEAD, "--remedy", "rewind", "--error", 20, "--to", 40), 3, "JP-W02", "58")
    refused(matchbook("correct", f"{match}/44", "play_student dee"), 2, "44")
    refused(matchbook("rewind", f"{match}/57", "--to", 20), 3, "JP-W01", "already")
    assert matchbook("export", match).out == before
    done(matchbook, "dispute", f"{match}/44", "illegal", "it was undone, and wrong all the same")
    further = ("ruling", match, "further back", *HEAD, "--remedy", "rewind", "--error", 20)
    refused(matchbook(*further, "--put-back", back), 3, "JP-W05", "returned at random: 1 card of Bo", "--put-back")
    done(matchbook, *further, "--put-back", back, "--put-back", "Bo: ?? of ?? to deck top")


def test_a_confirmed_match_is_not_rewound(matchbook: CommandLine, match: str) -> None:
    """The rewind and its ruling are not stored. A match without a result cannot be confirmed."""
    done(matchbook, "confirm", match, "Ada")
    done(matchbook, "confirm", match, "Bo")
    before = matchbook("export", match).out
    refused(matchbook("ruling", match, "so", *HEAD, "--remedy", "rewind", "--error", 34), 3, "JP-W04", "entry 58")
    assert matchbook("export", match).out == before
    other = opened(matchbook, CARD_GAME)
    done(matchbook, "undo", other)
    refused(matchbook("confirm", other, "Ada"), 3, "JP-F01", "in progress")


def test_two_rulings_at_once(matchbook: CommandLine, match: str) -> None:
    """Given two rulings on one claim, then the second is refused; with the version that its judge saw, as a conflict."""
    claim = number(done(matchbook, "dispute", f"{match}/16", "illegal", "Lifter could not", "--claimant", "Ada"))
    at = ("--at", claim)
    ruling = number(done(matchbook, "ruling", f"{match}/{claim}", "it could", *RULE, *at))
    refused(
        matchbook("ruling", f"{match}/{claim}", "it could not", *HEAD, *at), 4, f"tess recorded entry {ruling} first"
    )
    refused(matchbook("ruling", f"{match}/{claim}", "it could not", *HEAD), 3, "JP-R07", f"entry {ruling}")
    appeal = number(done(matchbook, "appeal", f"{match}/{ruling}", "Ada", "look again"))
    refused(matchbook("appeal", f"{match}/{ruling}", "Bo"), 3, "JP-L01", "already")
    assert matchbook("disputes").code == 1
    refused(matchbook("ruling", f"{match}/{appeal}", "still", *RULE, "--decision", "upheld"), 3, "JP-L02")
    own = matchbook("ruling", f"{match}/{appeal}", "still", *HEAD, "--decision", "upheld")
    refused(own, 3, "JP-L02", "Jo ruled first")
    done(matchbook, "ruling", f"{match}/{appeal}", "still", *HEAD, "--official", "Kim", "--decision", "upheld")
    assert matchbook("disputes", match).code == 0
    assert matchbook("disputes").err == "no disputes\n"


def test_a_judges_later_backup_must_be_simple_too(matchbook: CommandLine, match: str) -> None:
    """JP-R04: one decision that revealed zero facts may be undone, many may not."""
    backup = ("--remedy", "simple_backup", "--later")
    many = number(done(matchbook, "ruling", match, "so", *RULE, *backup, "--error", 34))
    refused(matchbook("rewind", f"{match}/{many}", "--to", 33), 3, "JP-R04", "not a simple backup")
    one = number(done(matchbook, "ruling", match, "so", *RULE, *backup, "--error", 56))
    done(matchbook, "rewind", f"{match}/{one}", "--to", 55)
    assert matchbook("plan", f"{match}/55").code == 0


LATER = (*HEAD, "--error", 54, "--remedy", "rewind", "--later")
SCORE = "adjust slip [points_changed(player=Ada, delta=200)]"
WAITS = "manual changes and penalties come after it"


@pytest.mark.parametrize(
    "brought", [("--line", SCORE), ("--penalty", "Bo=score_adjustment:50")], ids=["by hand", "by penalty"]
)
def test_what_a_later_rewind_would_undo_along_is_refused(
    matchbook: CommandLine, match: str, brought: tuple[str, str]
) -> None:
    """Changes by hand and penalties that act in the game come after the rewind; a warning may come before."""
    before = matchbook("export", match).out
    refused(matchbook("ruling", match, "so", *LATER, *brought), 2, WAITS)
    assert matchbook("export", match).out == before
    ruling = number(done(matchbook, "ruling", match, "so", *LATER, "--penalty", "Bo=warning"))
    before = matchbook("export", match).out
    refused(matchbook("penalise", f"{match}/{ruling}", "Bo", "score_adjustment", "--amount", 50), 2, WAITS)
    assert matchbook("export", match).out == before
    done(matchbook, "rewind", f"{match}/{ruling}", "--line", SCORE)
    done(matchbook, "penalise", f"{match}/{ruling}", "Bo", "score_adjustment", "--amount", 50)
    shown = done(matchbook, "show", match)
    assert "2800" in shown, shown
    assert "3650" in shown, shown


def test_a_rewind_goes_back_to_before_the_error_of_its_ruling(matchbook: CommandLine, match: str) -> None:
    """Without --to, `rewind` goes where `ruling` would have gone: to the last action before the point of error."""
    ruling = number(done(matchbook, "ruling", match, "so", *LATER))
    assert "rewound to entry 53" in done(matchbook, "rewind", f"{match}/{ruling}")


def test_an_overturned_ruling_brings_nothing_along(matchbook: CommandLine, match: str) -> None:
    """Given a ruling that the head judge overturned, then its rewind and penalties cannot be recorded."""
    ruling = number(done(matchbook, "ruling", match, "so", *LATER))
    appeal = number(done(matchbook, "appeal", f"{match}/{ruling}", "Ada"))
    decision = ("--official", "Zed", "--role", "head_judge", "--decision", "overturned")
    final = number(done(matchbook, "ruling", f"{match}/{appeal}", "it was not", *decision))
    before = matchbook("export", match).out
    refused(matchbook("rewind", f"{match}/{ruling}"), 3, "JP-W01", f"overturned by entry {final}")
    refused(matchbook("penalise", f"{match}/{ruling}", "Ada", "warning"), 3, "JP-P01", f"overturned by entry {final}")
    assert matchbook("export", match).out == before


def test_what_lay_open_goes_back_where_it_lay(matchbook: CommandLine, match: str) -> None:
    """Undoing the move of an open card is a simple backup, also beside a card that was drawn since."""
    done(matchbook, "undo", match)
    taken = "adjust back [card_moved(owner=Ada, card=wes, origin=retirement_pile, to=hand)]"
    error = number(done(matchbook, "take", match, taken))
    plan = matchbook("plan", f"{match}/{error}")
    assert "at random" not in plan.out, plan.out
    assert plan.code == 0, plan.out
    done(matchbook, "take", match, "adjust more [cards_drawn(player=Ada, cards=[??])]")
    assert "Ada: 1 card at random back from: #1-08, #1-09\n" in matchbook("plan", f"{match}/{error}").out


def all_kinds(matchbook: CommandLine) -> str:
    """A match with every kind of entry that officials make, and a card that went back to a hand unseen."""
    match = opened(matchbook, CARD_GAME)
    done(matchbook, "official", match, "Jo", "head_judge", "--ties-to", "Bo")
    done(matchbook, "table-event", match, "statement", "I drew two", "--author", "Ada", "--role", "player")
    claim = number(done(matchbook, "dispute", f"{match}/49-50", "illegal", "Bo drew two", "--claimant", "Ada"))
    consents = ("--consent", "Ada", "--consent", "Bo")
    back = "Bo: dana of dana, wall, sol to deck top"
    rule = ("--remedy", "rewind", "--error", 49, "--put-back", back, "--minutes", 3, "--infraction", "drawing: extra")
    out = done(
        matchbook, "ruling", f"{match}/{claim}", "two were drawn", *HEAD, *consents, *rule, "--penalty", "Bo=warning"
    )
    ruling = number(out)
    adjusted = number(done(matchbook, "penalise", f"{match}/{ruling}", "Bo", "score_adjustment", "--amount", 100))
    done(matchbook, "withdraw", f"{match}/{adjusted}", "too hard", "--official", "Jo", "--role", "head_judge")
    appeal = number(done(matchbook, "appeal", f"{match}/{ruling}", "Bo", "it was one"))
    done(matchbook, "ruling", f"{match}/{appeal}", "two", *HEAD, *consents, "--decision", "upheld")
    done(matchbook, "penalise", f"{match}/{ruling}", "Bo", "game_loss")
    done(matchbook, "confirm", match, "Ada")
    done(matchbook, "confirm", match, "Bo")
    return match


VIEWS = ("judge", "Ada", "Bo", "spectator")


@pytest.mark.parametrize("view", VIEWS)
def test_every_reading_holds_all_kinds(matchbook: CommandLine, tmp_path: Path, view: str) -> None:
    """Officials' entries are told to every viewpoint; the cards of Bo's hand only to Bo and the judge."""
    match = all_kinds(matchbook)
    page = tmp_path / "match.html"
    done(matchbook, "export", match, "--format", "html", "--as", view, "-o", page)
    readings = {
        "log": done(matchbook, "log", match, "--as", view),
        "recorded": done(matchbook, "log", match, "--as", view, "--view", "recorded"),
        "json": done(matchbook, "log", match, "--as", view, "--json"),
        "show": "".join(done(matchbook, "show", f"{match}/{n}", "--as", view) for n in range(57, 72)),
        "replay": done(matchbook, "replay", match, "--as", view),
        "page": page.read_text("utf-8"),
    }
    for name in ("log", "recorded", "page", "replay"):
        for words in ("disputed: entry 49 to 50", "two were drawn", "rewound to entry 48", "warning", "appeal upheld"):
            assert words in readings[name], (name, words)
    allowed = view in ("judge", "Bo")
    for name in ("log", "recorded"):
        assert ("dana to deck top, drawn from dana, wall and sol" in readings[name]) == allowed, name
    if not allowed:
        assert all("dana to deck" not in text and "dana, wall and sol" not in text for text in readings.values())


def test_copies_and_counts_hold_all_kinds(matchbook: CommandLine, tmp_path: Path, store_path: Path) -> None:
    """Exported, imported and typed in again it is the same match; statistics count it as lost by Bo."""
    match = all_kinds(matchbook)
    assert matchbook("verify", match).code == 0
    audit = matchbook("audit", match)
    assert "disagreeing" not in audit.out, audit.out
    file, log = tmp_path / "a.match.jsonl", tmp_path / "a.txt"
    done(matchbook, "export", match, "-o", file)
    log.write_text(done(matchbook, "log", match))
    again = opened_log(matchbook, log)
    assert board(matchbook, again) == board(matchbook, match)
    rows = done(matchbook, "sql", f"select result, score from results where match = '{match}' order by seat")
    assert rows.split()[2:] == ["won", "2600", "lost", "3700"], rows
    other = ("--store", f"sqlite:///{tmp_path / 'b.db'}")
    done(matchbook, *other, "import", file)
    assert done(matchbook, *other, "log", match) == log.read_text()
    assert done(matchbook, *other, "disputes", match) == done(matchbook, "disputes", match)
    assert done(matchbook, *other, "export", match) == file.read_text()


def opened_log(matchbook: CommandLine, log: Path) -> str:
    made = matchbook("new", "frc_card_game", "--catalogue", "adas_gamble", "--sheet", log)
    assert made.code == 0, made.err
    return made.out.strip()


def board(matchbook: CommandLine, match: str) -> str:
    return done(matchbook, "show", match).partition("\n")[2]


def penalised(matchbook: CommandLine, match: str, rule: str, *penalties: str) -> None:
    given = [part for one in penalties for part in ("--penalty", one)]
    done(matchbook, "ruling", match, "so", "--official", "Jo", "--role", "head_judge", "--cite", rule, *given)


def test_prize_cards_in_the_tcg(matchbook: CommandLine, tmp_path: Path, app: MatchService) -> None:
    """TCG-V05: each penalised prize card is captured by the other; who captured the last has won; more cannot be taken."""
    match = begun(matchbook, tmp_path, TCG, 15)
    refused(
        matchbook(
            "ruling", match, "so", "--official", "Jo", "--cite", "TCG-T08", "--penalty", "Ada=score_adjustment:3"
        ),
        3,
        "JP-P03",
    )
    penalised(matchbook, match, "TCG-T08", "Ada=score_adjustment:1")
    assert [card is None for card in app.match(match).state.players[0].prize_cards] == [True, False]
    assert app.match(match).outcome is None
    penalised(matchbook, match, "TCG-T08", "Ada=score_adjustment:1")
    assert app.match(match).outcome.winners == (1,)


def test_victories_in_robin_in_the_hood(matchbook: CommandLine, tmp_path: Path, app: MatchService) -> None:
    """Given Ann's one victory, when she is penalised one, she has zero; a victory cannot be taken from a player without one."""
    match = begun(matchbook, tmp_path, ROBIN, 100, ("victories_to_win=1", "victories_to_win=2"))
    rule = ("ruling", match, "so", "--official", "Jo", "--cite", "RH-A04", "--penalty", "Ann=score_adjustment:1")
    assert victories(app, match) == [1, 0]
    done(matchbook, *rule)
    assert victories(app, match) == [0, 0]
    before = matchbook("export", match).out
    refused(matchbook(*rule), 3, "RH-E02")
    assert matchbook("export", match).out == before


def victories(app: MatchService, match: str) -> list[int]:
    return [player.victories for player in app.match(match).state.players]


@pytest.mark.parametrize(
    ("sheet", "lines", "rule", "loser", "winner"),
    [
        (CARD_GAME, 20, "CG-T04", "Ada", (1,)),
        (TCG, 15, "TCG-T08", "Ada", (1,)),
        (PBL, 20, "PBL-T02", "Ana", (1,)),
        (ROBIN, 8, "RH-A04", "Ben", (0,)),
    ],
)
@pytest.mark.parametrize("penalty", ["game_loss", "match_loss", "disqualification"])
def test_a_loss_ends_the_game(
    matchbook: CommandLine,
    tmp_path: Path,
    app: MatchService,
    sheet: str,
    lines: int,
    rule: str,
    loser: str,
    winner: tuple[int, ...],
    penalty: str,
) -> None:
    """Given a game loss or more in any game, then the game ends by its own rule, won by the other; the audit is clean."""
    match = begun(matchbook, tmp_path, sheet, lines)
    assert app.match(match).outcome is None
    penalised(matchbook, match, rule, f"{loser}={penalty}")
    outcome = app.match(match).outcome
    assert outcome.winners == winner
    assert outcome.rule
    assert matchbook("audit", match).code == 0


@pytest.mark.parametrize("sheet", [CARD_GAME, TCG, PBL, ROBIN])
def test_after_the_end_a_loss_is_still_a_penalty(matchbook: CommandLine, app: MatchService, sheet: str) -> None:
    """The ledger has it, and the result stays until a ruling amends it."""
    match = opened(matchbook, sheet)
    before = app.match(match).outcome
    rule = sorted(app.match(match).game.rules)[0]
    penalised(matchbook, match, rule, f"{app.match(match).state.seats[0].name}=disqualification")
    assert app.match(match).outcome == before
    assert "disqualification" in done(matchbook, "ledger")


@pytest.mark.slow
def test_the_ledger_counts_over_matches(matchbook: CommandLine) -> None:
    """Repeats count in one match, or at one event; an overturned warning does not count."""
    first, second, third = (opened(matchbook, CARD_GAME) for _ in range(3))
    for again in (second, third):
        done(matchbook, "annotate", f"{again}/1", "played again")
    late = ("--official", "Jo", "--role", "head_judge", "--cite", "CG-T04", "--infraction", "tardiness")
    ruling = number(done(matchbook, "ruling", first, "so", *late, "--penalty", "Bo=warning"))
    appeal = number(done(matchbook, "appeal", f"{first}/{ruling}", "Bo"))
    done(matchbook, "ruling", f"{first}/{appeal}", "he was not", *HEAD, "--decision", "overturned")
    done(matchbook, "ruling", second, "so", *late, "--penalty", "Bo=warning", "--penalty", "Ada=caution")
    done(matchbook, "ruling", third, "so", *late, "--penalty", "Bo=score_adjustment:100")
    lines = json.loads(done(matchbook, "ledger", "bo", "--json"))
    assert [(one["penalty"], one["repeated"], one["next_step"]) for one in lines] == [
        ("warning", 0, "warning"),
        ("warning", 1, "game_loss"),
        ("score_adjustment", 1, "game_loss"),
    ]
    assert [one.get("overturned", 0) > 0 for one in lines] == [True, False, False]
    table = done(matchbook, "ledger")
    assert "void since" in table
    assert "caution" in table
    assert matchbook("ledger", "Nobody").err == "no penalties of Nobody; Ada, Bo have some\n"


def test_confirmations_bear_the_head(matchbook: CommandLine, match: str, app: MatchService) -> None:
    """Each player's confirmation names the head before it; an amendment afterwards leaves both on record, and by whom."""
    head = app.match(match).head
    done(matchbook, "confirm", match, "Ada")
    assert head in done(matchbook, "log", f"{match}/57")
    refused(matchbook("confirm", match, "Bo", "--at", 56), 4)
    done(matchbook, "confirm", match, "Bo")
    fix = ("--remedy", "adjustment", "--line", "adjust slip [points_changed(player=Ada, delta=200)]")
    done(matchbook, "--by", "hanna", "ruling", match, "miscounted", *HEAD, *fix)
    log = done(matchbook, "log", match)
    assert (
        log.index("confirmed by Ada")
        < log.index("confirmed by Bo")
        < log.index("miscounted")
        < log.index("-100 to 100")
    )
    by = [entry.envelope.by for entry in app.store.entries(match)][-2:]
    assert by == ["hanna", "hanna"]


def test_officials_do_not_go_first(matchbook: CommandLine, tmp_path: Path) -> None:
    """A player's first turn is an act of play: an official's entry that stays after all play was taken back does not determine
    it."""
    match = begun(matchbook, tmp_path, CARD_GAME, 12)
    first = f"select first_seat from matches where match = '{match}'"
    assert json.loads(done(matchbook, "sql", first, "--json"))["rows"] == [[0]]
    done(matchbook, "official", match, "Jo", "judge")
    done(matchbook, "takeback", match, "--to", 1, "--reason", "the table begins anew")
    assert json.loads(done(matchbook, "sql", first, "--json"))["rows"] == [[None]]


@pytest.mark.parametrize("role", [(), ("--role", "head_judge")], ids=["registered", "given"])
def test_a_registered_head_judge_rules_without_giving_the_role(
    matchbook: CommandLine, match: str, role: tuple[str, ...]
) -> None:
    """Rulings, withdrawals and corrections take the role that `official` recorded."""
    done(matchbook, "official", match, "Jo", "head_judge")
    fix = ("--remedy", "adjustment", "--error", 54, "--line", SCORE)
    ruled = done(matchbook, "ruling", match, "so", *RULE, *role, *fix)
    assert "head judge" in ruled
    undone = done(matchbook, "undo", match, "--official", "Jo", *role)
    assert "head judge" in undone
    assert "head judge" in done(matchbook, "withdraw", f"{match}/{number(ruled)}", "so", "--official", "Jo", *role)


def test_a_dispute_is_in_the_name_of_a_player_or_official(matchbook: CommandLine, match: str) -> None:
    """A claim without a claimant is the recorder's: as the official that they are, or as scorekeeper."""
    assert "(tess, scorekeeper)" in done(matchbook, "dispute", f"{match}/20", "illegal", "so")
    done(matchbook, "official", match, "tess", "judge")
    assert "(tess, judge)" in done(matchbook, "dispute", f"{match}/20", "illegal", "so")
    refused(matchbook("dispute", f"{match}/20", "illegal", "so", "--role", "player"), 2, "no player 'tess'", "Ada, Bo")
    assert "(Bo, player)" in done(matchbook, "dispute", f"{match}/20", "illegal", "so", "--claimant", "Bo")
