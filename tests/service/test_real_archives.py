"""Archives in the styles of real programs, against implementations that share no code with the importers."""

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.cards import token_owner
from domain.games.tabletop.state import State
from service.exchange.game_formats import adopt, kit_source
from service.exchange.game_formats import written as rewritten
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.campaigns import some
from tests.service import archive_writers as writers

SEEDS = some([pytest.param(seed, marks=pytest.mark.slow if seed > 5 else ()) for seed in range(60)], 12)
"""Sixty files of each format in campaigns. Styles, line ends and encodings recur after twelve: every fifth seed meets all of them,
in games of all lengths. Two of these are in the fast tier."""
SLOW_SEEDS = some([pytest.param(seed, marks=pytest.mark.slow) for seed in range(60)], 12)
"""Importing pokerkit takes a second."""
_LETTERS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}


@pytest.fixture(name="taken")
def _taken(tmp_path: Path) -> Callable[..., list[State]]:
    """Import a file without a remark or a broken rule; return the table at the end of each of its matches."""

    def taken(kit: str, name: str, data: bytes) -> list[State]:
        file = tmp_path / name
        file.write_bytes(data)
        with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, lazy_create=True)) as app:
            results = list(adopt(app, file, kit_source(file, kit)))
            assert [(one.fault, one.remarks, one.violations) for one in results] == [("", (), 0)] * len(results)
            tables = [app.match(one.match).state for one in results]
        assert all(isinstance(table, State) for table in tables)
        return [table for table in tables if isinstance(table, State)]

    return taken


def written(text: str, seed: int, *, utf8: bool = False) -> bytes:
    """The text as one of several programs saves it: with Windows line ends, a byte order mark, or in Latin-1."""
    text = text.replace("\n", "\r\n") if seed % 2 else text
    plain = text.encode("latin-1", errors="ignore")
    return (text.encode("utf-8-sig"), text.encode(), text.encode() if utf8 else plain)[seed % 3]


def squares(table: State) -> Mapping[str, tuple[int, str]]:
    """Square of the board -> whose piece is there, and its kind."""
    zone = table.layout.zone_at["board"]
    pile, cells = table.zones[zone][0], table.layout.cells[zone]
    return {cells[at]: (token_owner(t.id), t.card or "") for t, at in zip(pile.tokens, pile.at, strict=True)}


def numbers(table: State, counter: str) -> list[int | None]:
    return list(table.counters[table.layout.slot_at[counter]])


def placement(table: State) -> str:
    """The board in Forsyth-Edwards notation."""
    held, rows = squares(table), []
    for rank in "87654321":
        row = ""
        for file in "abcdefgh":
            owner, card = held.get(f"{file}{rank}", (0, ""))
            letter = _LETTERS.get(card, ".")
            row += letter if owner else letter.upper()
        for gap in range(8, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    return "/".join(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_pgn_games_end_with_the_placement_of_python_chess(taken: Callable[..., list[State]], seed: int) -> None:
    """Castling, promotion, taking in passing, pins; comments, clocks, variations, marks; two games in each file."""
    rng, style = Random(seed), ("lichess", "chess.com", "annotated", "plain")[seed % 4]
    games = [writers.pgn_game(rng, style, 20 + 3 * seed) for _ in range(2)]
    tables = taken("chess", "games.pgn", written("".join(text for text, _ in games), seed))
    assert [placement(table) for table in tables] == [placed for _, placed in games]


@pytest.mark.parametrize("seed", SEEDS)
def test_sgf_games_end_with_the_stones_of_sgfmill(taken: Callable[..., list[State]], seed: int) -> None:
    """Captures, handicap, passes of both kinds, comments with brackets, variations; two games in each file."""
    rng, style = Random(seed), ("ogs", "kgs", "plain")[seed % 3]
    games = [writers.sgf_game(rng, style, 60 + 2 * seed) for _ in range(2)]
    tables = taken("go", "games.sgf", written("".join(text for text, _ in games), seed))
    for table, (_, stones) in zip(tables, games, strict=True):
        assert {square: "bw"[owner] for square, (owner, _) in squares(table).items()} == stones


def sgf(seed: int) -> str:
    text = writers.sgf_game(Random(seed), ("ogs", "kgs", "plain")[seed % 3], 60 + 2 * seed)[0]
    return text.replace("PB[", "PB[\\]\\\\").replace("C[", "ZZ[")


def pgn(seed: int) -> str:
    text = writers.pgn_game(Random(seed), "plain", 20 + 3 * seed)[0]
    return text.replace('[White "', '[White "\\"\\\\').replace("Invented cup", "2:1 ()")


def gcg(seed: int) -> str:
    text = writers.gcg_game(Random(seed), "plain", 60)[0]
    return text if seed % 2 else text.replace(">p1:", ">p1: ", 1) + "#title Down A1\n"


def phh(seed: int) -> str:
    text = writers.phh_hand(Random(seed), ("open", "hidden", "site")[seed % 3])[0]
    text = text.replace("Fay", "F]a, y").replace("Invented Open", "1, 2, ]") if seed % 2 else text
    return text.partition("\nfinishing")[0] if seed % 4 == 0 else text  # a hand that is not over


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("kit", "write"),
    [("go", sgf), ("chess", pgn), ("word_game", gcg), pytest.param("holdem", phh, marks=pytest.mark.slow)],
)
def test_an_exported_match_is_read_back_as_the_same_match(
    tmp_path: Path, kit: str, write: Callable[[int], str], seed: int
) -> None:
    """Players, title, result, and the whole table; written again, it is the same text. Comments and variations are not written."""
    text, form, kept = write(seed), write.__name__, list[object]()
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, lazy_create=True)) as app:
        for number in range(2):
            (file := tmp_path / f"{number}.{form}").write_text(text)
            [one] = adopt(app, file, kit_source(file, kit))
            assert (one.fault, one.remarks, one.violations) == ("", (), 0)
            match = app.match(one.match)
            assert match.opened is not None
            text = rewritten(app.history(one.match), form)
            kept.append((match.opened.title, match.outcome, replace(match.state, acts=0), text))
    assert kept[0] == kept[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_exported_pgn_is_read_by_python_chess(tmp_path: Path, seed: int) -> None:
    import chess.pgn

    text, placed = writers.pgn_game(Random(seed), "plain", 20 + 3 * seed)
    (file := tmp_path / "game.pgn").write_text(text)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, lazy_create=True)) as app:
        [one] = adopt(app, file, kit_source(file, "chess"))
        game = chess.pgn.read_game(StringIO(rewritten(app.history(one.match), "pgn")))
    assert game is not None
    assert (game.errors, game.end().board().board_fen()) == ([], placed)


@pytest.mark.parametrize("seed", SLOW_SEEDS)
def test_an_exported_phh_is_read_by_pokerkit(tmp_path: Path, seed: int) -> None:
    from pokerkit import HandHistory

    text, stacks = writers.phh_hand(Random(seed), "open")
    (file := tmp_path / "hand.phh").write_text(text)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, lazy_create=True)) as app:
        [one] = adopt(app, file, kit_source(file, "holdem"))
        hand = HandHistory.loads(rewritten(app.history(one.match), "phh"))
    assert list(list(hand)[-1].stacks) == hand.finishing_stacks == stacks


@pytest.mark.parametrize("seed", SEEDS)
def test_gcg_games_end_with_the_counted_scores_and_letters(taken: Callable[..., list[State]], seed: int) -> None:
    """Blanks, exchanges, passes, challenges, letters passed over, the last rack."""
    text, scores, letters = writers.gcg_game(Random(seed), ("quackle", "latin", "plain")[seed % 3], 60)
    [table] = taken("word_game", "game.gcg", written(text, seed))
    assert numbers(table, "score") == scores
    assert {square: card.removeprefix("blank_") for square, (_, card) in squares(table).items()} == letters


@pytest.mark.parametrize("seed", SLOW_SEEDS)
def test_phh_hands_end_with_the_stacks_of_pokerkit(taken: Callable[..., list[State]], seed: int) -> None:
    """Antes, all-ins, side pots, split pots, uncalled bets, two to six players; cards of others unknown."""
    text, stacks = writers.phh_hand(Random(seed), ("open", "hidden", "site")[seed % 3])
    [table] = taken("holdem", "hand.phh", written(text, seed, utf8=True))
    assert numbers(table, "stack") == stacks
    assert numbers(table, "pot") == [0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[White "A"]\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n\n1. Kb2 *\n', "begins with another position"),
        ('[White "A"]\n[Variant "Atomic"]\n\n1. e4 *\n', "the variant Atomic"),
        ('[White "A"]\n\n1. Nf6 *\n', "no knight can go to f6"),
    ],
)
def test_pgn_that_the_kit_cannot_hold_is_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    (file := tmp_path / "odd.pgn").write_text(text)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'store.db'}", create=True, lazy_create=True)) as app:
        [result] = adopt(app, file, kit_source(file, "chess"))
    assert said in result.fault
    assert not result.match
