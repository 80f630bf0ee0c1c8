"""The card and deck browser: catalogues, decks and their checks, of a game, of a match through somebody's eyes, of files."""

import re
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.registry import load_game
from replay_tui.app import MatchbookApp
from replay_tui.screens.cards import CardsScreen
from replay_tui.screens.replay import ReplayScreen
from replay_tui.screens.rules import RulesScreen
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.simulation.matches import SimulationPlan, run_plan
from tests.campaigns import some
from tests.replay_tui.driving import LARGE, SMALL, Pictured, Seen, keys, resized, see, visit
from tests.replay_tui.live import analytics_of, id_of, table
from tests.replay_tui.memory import Shelf, on_shelf, row, showing
from tests.rulebooks import RULEBOOKS

LISTED = ("frc_card_game", "frc_tcg", "robin_in_the_hood")
"""Games in which players register lists."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    """A simulated match of each game, with registered lists, in a store."""
    folder, ids = tmp_path_factory.mktemp("played"), map(id_of, RULEBOOKS)
    with table(folder, clock=lambda: 1_772_899_200_000_000) as app:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("service.recording.match_service.new_match_id", lambda: next(ids))
            for name in RULEBOOKS:
                game = load_game(name)
                tuple(run_plan(game, load_catalogue(game), SimulationPlan(game=name, matches=1, seed=3), app))
        yield app


def on_match(stored: MatchService, game: str, viewpoint: str = "judge") -> MatchbookApp:
    """The program with the match of a game open."""
    return MatchbookApp(stored, analytics_of(stored), match_id=id_of(game), viewpoint=viewpoint, zone=UTC)


def listing(game: str = "frc_card_game") -> MatchbookApp:
    """The program on a match list whose only match is of a game."""
    return on_shelf(Shelf([row(1, game=game)]), zone=UTC)


@pytest.mark.parametrize(
    ("app", "walk", "parts"),
    [
        pytest.param(
            listing(),
            f"f7 slash {keys('adeyemi')} enter",
            ("student plays: 1", "Has permanent effects", "In these decks", "All Hands", "1 of 52 cards"),
            id="a card is told in words with the decks that hold it",
        ),
        pytest.param(
            listing(),
            "f7 slash z z z z",
            ("No card has “zzzz”", "esc shows all cards"),
            marks=pytest.mark.promise(id="Convention 12"),
            id="a filter that finds nothing names the words and the way back",
        ),
        pytest.param(
            listing("frc_tcg"),
            "f7 d",
            ("Red with boosters", "! 4", "[TCG-D01] 60 cards; the deck needs 54", "robot 17", "13 decks"),
            id="decks have sizes, findings and kinds",
        ),
        pytest.param(
            showing(),
            "f7 d enter",
            ("High Card has no decks.", ": reads one from a file"),
            marks=pytest.mark.promise(id="Convention 12"),
            id="a game without decks says how to look at one's own",
        ),
    ],
)
def test_the_browser_shows_cards_decks_and_empty_states(app: MatchbookApp, walk: str, parts: tuple[str, ...]):
    """Each part is on the screen."""
    seen = see(app, walk, size=LARGE)
    assert [part for part in parts if part not in seen.text] == []


def test_the_filter_works_while_typing():
    """Words of any field narrow the list; a slip is read as its nearest; `esc` shows all cards again."""
    narrowed, slip, gone = visit(
        listing(), "f7 slash o f f e n s e space 7 0 0", "escape slash p n e u m a t c", "escape"
    )
    assert "Pincher" in narrowed.text
    assert "Ines" not in narrowed.text
    assert "read as “pneumatic" in slip.text
    assert "Gear Guild" in gone.text


def test_catalogues_one_after_the_other():
    """`c` goes to the next catalogue and no further, `C` back; what the check finds leads to the rule."""
    second, still, rule, first = visit(listing("pbl_robots"), "f7 c", "c", "down home", "C")
    assert "catalogue 2/2 · proving_ground" in second.text
    assert "catalogue 2/2" in still.text
    assert "! [PBL-S02] 16 cards of type armor" in rule.text
    assert "catalogue 1/2" in first.text
    assert "no findings" in first.text


def test_a_finding_leads_to_its_rule():
    """`enter` on what a check found opens the rules browser at that rule; `esc` comes back."""
    rule, back = visit(listing("frc_tcg"), "f7 d enter enter", "escape")
    assert isinstance(rule.screen, RulesScreen)
    assert "─TCG-D01─" in rule.text
    assert isinstance(back.screen, CardsScreen)


def test_y_copies_what_names_the_card():
    """Id, name, catalogue and the digest that a match names it by."""
    digest = load_catalogue(load_game("frc_card_game")).digest[:12]
    copied = see(listing(), "f7", "y").copied
    assert copied == f"gear_guild Gear Guild · FRC: The Card Game, invented sample cards {digest}"


def test_from_a_deck_to_a_card_and_back():
    """`enter` on a card of a deck shows it in the catalogue; `enter` on a deck of a card shows the deck."""
    card, deck = visit(listing(), "f7 d enter enter", "enter enter", size=LARGE)
    assert "─ines─" in card.text
    assert "catalogue 1/2" in card.text
    assert "4 decks" in deck.text


def sources(seen: Seen) -> list[str]:
    """The players whose lists are among the decks."""
    return [found[1] for line in seen.lines if (found := re.search(r"registered for (\w+) +\d", line))]


@pytest.mark.parametrize("game", some(LISTED, 1))
@pytest.mark.promise(id="H3")
def test_lists_are_cut_for_the_viewpoint(played: MatchService, game: str):
    """The judge reads every list, a player only their own, a spectator sees an empty list; the bar names the viewpoint."""
    seats = played.history(id_of(game)).match.state.seats
    seen = [
        see(on_match(played, game, who), "end", "f7", "d", size=(80, 40))
        for who in ("judge", seats[1].name, "spectator")
    ]
    assert [sources(s) for s in seen] == [[seat.name for seat in seats], [seats[1].name], []]
    assert [s.lines[0].split(" as ")[1] for s in seen] == ["judge", seats[1].name, "spectator"]


@pytest.mark.parametrize("game", some(LISTED, 1))
@pytest.mark.promise(id="H2")
def test_unseen_copies_are_counted_for_viewpoints_that_know_the_list(played: MatchService, game: str):
    """Each card of a registered list has its number of unseen copies at the shown moment beside it."""
    history = played.history(id_of(game))
    known = load_game(game).hidden.registered(history.match.state, 0, "judge")
    assert known is not None
    left = sum(known.unseen.values())
    seen = see(on_match(played, game), "end", "f7", "d", size=(120, 60))
    assert "copies  unseen  card" in seen.text
    assert f"{left} card{'' if left == 1 else 's'} not seen yet" in seen.text or (
        not left and "no cards not seen" in seen.text
    )


@pytest.mark.promise(id="H4")
def test_unseen_copies_are_those_of_the_shown_moment(played: MatchService):
    """Early in the match more is unseen than half through it."""
    early, late = visit(on_match(played, "frc_card_game", "Rin"), "1 f7 d", "escape escape 5 f7 d", size=LARGE)
    counts = [int(s.text.split(" cards not seen yet")[0].rsplit(maxsplit=1)[-1]) for s in (early, late)]
    assert counts[0] > counts[1]


def test_a_long_text_is_gone_through_to_its_end_and_back():
    """`end` shows the last card of a deck, `home` its name again; pages go on and back, and stop at both ends."""
    end, home, page, back = visit(
        listing(), "f7 d enter end", "home", "pagedown pagedown pagedown", "pageup pageup pageup"
    )
    assert ">     1  Drawbridge" in end.text
    assert "─all_hands─" in home.lines[1]
    assert home.lines[2].strip() == "All Hands"
    assert "Drawbridge" in page.text
    assert back.lines[2].strip() == "All Hands"


def test_clicks_choose_and_follow():
    """A click moves the cursor, a second one on the same row reads it."""

    async def click(pilot: Pilot[None]) -> None:
        await pilot.click("#list", offset=(5, 4))

    once, twice = visit(listing(), "f7 d", "", then=click)
    assert "─wall_of_design─" not in once.text
    assert "─pneumatic_club─" in once.text
    assert twice.focus == "text"


# --- files ---------------------------------------------------------------------------------------------------------------

ODD = """name = "[b]木の本[/b]"
[[card]]
type = "student"
card_id = "kiri"
name = "[red]桐[/red] 🌳 Ünal"
effect_text = "Ships in [red]red[/]"
skills = ["design"]
[[card]]
type = "robot"
card_id = "sugi"
name = "杉の木杉の木杉の木杉の木杉の木杉の木杉の木"
offense = 100
defense = 7
attributes = ["design"]
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in the current folder, to be written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "m.toml"


def test_a_catalogue_with_odd_names_is_text(file: Path):
    """Markup and wide letters in a catalogue are shown, not obeyed; columns still align."""
    file.write_text(ODD, encoding="utf-8")
    listed, text = visit(listing(), f"f7 colon {keys('m.toml')} enter", "enter")
    assert "─m.toml: [b]木の本[/b]─" in listed.text
    assert "[red]桐[/red] 🌳 Ünal" in text.text
    assert "Ships in [red]red[/]" in text.text
    assert any("杉の木" in line and "…" in line for line in listed.lines)


def test_a_deck_file_is_shown_with_its_findings(file: Path):
    """A deck of one's own is read and checked with the cards of the game."""
    file.write_text('name = "Mine"\n[cards]\nines = 4\nnobody = 1\n')
    seen = see(listing(), f"f7 colon {keys('m.toml')} enter", size=LARGE)
    for part in ("─m.toml─", "CG-D03", "no card 'nobody'", "not in the catalogue", "file"):
        assert part in seen.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[card]\n", "m.toml: not TOML"),
        ("x = 1\n", "not a catalogue ([[card]] tables) or a deck"),
        (None, "No such file"),
    ],
)
@pytest.mark.promise(id="Convention 12")
def test_a_bad_file_is_one_line_and_the_path_is_kept(file: Path, text: str | None, says: str):
    """Given a mistake, then one line names it with the file; the typed text is kept, and the rest is unchanged."""
    if text is not None:
        file.write_text(text)
    seen = see(listing(), f"f7 colon {keys('m.toml')} enter")
    assert says in next(line for line in seen.lines if line.startswith("! "))
    assert ": m.toml" in seen.text
    assert "─sample: " in seen.text


@pytest.mark.promise(id="Convention 6")
def test_esc_peels_text_page_filter_screen(played: MatchService):
    """One layer at a time: the text, the page of decks, the filter, the browser; the replay is where it was."""
    walk = ("5 f7 slash a enter", "d enter", "escape", "escape", "escape", "escape")
    filtered, reading, decks, cards, all_cards, replay = visit(on_match(played, "frc_tcg"), *walk)
    assert "filter “a”" in filtered.text
    assert (reading.focus, decks.focus) == ("text", "list")
    assert "─Decks─" in decks.text
    assert "filter “a”" in cards.text
    assert "“a”" not in all_cards.text
    assert isinstance(replay.screen, ReplayScreen)
    assert replay.address in filtered.lines[0]


@pytest.mark.promise(id="Convention 13")
def test_numbers_stand_right_and_names_are_cut():
    """Numbers of a column end in the same cell; a name that is too long ends with `…`."""
    seen = see(listing("frc_tcg"), "f7", "d")
    sizes = [found.end() for line in seen.lines if (found := re.search(r"sample deck +\d\d", line))]
    assert len(sizes) > 5
    assert len(set(sizes)) == 1
    assert any("2015 list as printed, green" in line and "…" in line for line in seen.lines)


def test_a_match_of_another_game_is_left_behind(played: MatchService):
    """`g` shows another game: the match's address and lists are absent; `G` is back at the match."""
    at_match, other, again = visit(on_match(played, "frc_card_game"), "end f7", "g", "G")
    assert "as judge" in at_match.lines[0]
    assert "game 2 of" in other.lines[0]
    assert again.text == at_match.text


def test_any_size_and_back():
    """Given a screen of any small size, then it works, and at its former size it is as before."""
    before, *after = visit(listing(), "f7 down", resized(40, 10), resized(30, 6), resized(200, 60))
    assert [seen.text for seen in after] == [before.text] * 3


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_picture_of_cards(pictured: Pictured, game: str, size: tuple[int, int]):
    """The cards of each game."""
    pictured(listing(game), size, "f7 down down")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_picture_of_decks(played: MatchService, pictured: Pictured, game: str, size: tuple[int, int]):
    """The decks of a match of each game, as the judge knows them."""
    pictured(on_match(played, game), size, "5 f7 d")
