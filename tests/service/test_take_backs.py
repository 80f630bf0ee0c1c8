"""Take-backs say who asked, who agreed, and which cards became known meanwhile."""

import re
from collections.abc import Iterator

import pytest

from domain.entries import TakenBack
from domain.timeline import BrokenHistory
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service.conftest import CommandLine


@pytest.fixture
def fished(matchbook: CommandLine) -> str:
    """Three players of Go Fish."""
    return matchbook("new", "go_fish", "--player", "Ada", "--player", "Bo", "--player", "Cy").out.strip()


def last_line(matchbook: CommandLine, match: str, viewpoint: str) -> str:
    return matchbook("log", match, "--as", viewpoint).out.rstrip().splitlines()[-1]


def test_a_take_back_says_who_asked_and_agreed_and_what_was_revealed(fished: str, matchbook: CommandLine) -> None:
    """The player who drew a card learnt it, the others did not."""
    assert matchbook("take", fished, "lucky", "sK").code == 0
    asked = ("--asked-by", "Ada", "--agreed-by", "Bo", "--agreed-by", "Cy")
    assert matchbook("takeback", fished, "--to", "1", "--reason", "wrong pile", *asked).code == 0
    said = "back to entry 1: wrong pile (asked by Ada, agreed by Bo and Cy)"
    assert last_line(matchbook, fished, "judge").endswith(f"{said}; revealed to Ada: K♠")
    assert last_line(matchbook, fished, "Ada").endswith(f"{said}; revealed: K♠")
    assert last_line(matchbook, fished, "Bo").endswith(said)
    assert last_line(matchbook, fished, "spectator").endswith(said)
    slip = matchbook("slip", fished).out
    assert f"Taken back  entry 3: {said}" in slip
    assert "K♠" not in slip
    page = matchbook("export", fished, "--format", "html", "--as", "Bo").out
    assert "agreed by Bo and Cy" in page
    assert "K♠" not in re.sub("<script>.*</script>", "", page)
    assert matchbook("audit", fished).code == 0


def test_a_plain_undo_reads_as_before(fished: str, matchbook: CommandLine) -> None:
    matchbook("take", fished, "lucky", "sK")
    assert matchbook("undo", fished).code == 0
    assert last_line(matchbook, fished, "Bo").endswith("back to entry 1: undo")
    assert "Taken back" not in matchbook("slip", fished).out


@pytest.mark.parametrize("command", [("undo",), ("takeback", "--to", "1", "--reason", "x")])
@pytest.mark.parametrize("option", ["--asked-by", "--agreed-by"])
def test_strangers_ask_for_no_take_back(
    command: tuple[str, ...], option: str, fished: str, matchbook: CommandLine
) -> None:
    matchbook("take", fished, "lucky", "sK")
    ran = matchbook(command[0], fished, *command[1:], option, "Zoe")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "Zoe" in ran.err


@pytest.fixture
def recorded(fished: str, store_url: str) -> Iterator[MatchService]:
    """The application on their store."""
    with MatchService(MatchStore.open(store_url), recorder="tess") as app:
        app.take(fished, "lucky sK")
        yield app


def test_a_record_with_a_stranger_among_the_agreeing_does_not_fold(fished: str, recorded: MatchService) -> None:
    batch = recorded.new_entries(recorded.match(fished))
    batch.add(TakenBack(to=1, agreed=(3,)))
    with pytest.raises(BrokenHistory, match="seat 4"):
        recorded.match(fished).apply(batch.entries[0])


def test_an_older_program_is_told_that_the_entry_is_too_new(fished: str, recorded: MatchService) -> None:
    """Take-backs with people have a grammar of their own, others keep theirs."""
    app = recorded
    topics = []
    for asked in ("", "Ada"):
        version = app.undo(fished, asked=asked).version
        topics += [topic for _, topic, _ in app.store.recorder.select_rows(fished, version - 1, version)]
        app.take(fished, "lucky sK")
    assert [topic.rpartition("/")[2] for topic in topics] == ["2", "2005"]
