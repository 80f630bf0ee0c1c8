"""Why a command is taken or refused, and what stored matches would be today."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain import registry
from domain.game import Command
from domain.rules import Violation
from service.auditing import drift
from service.auditing.drift import drift_of
from service.recording.match_service import MatchService
from service.worker_pool import WorkerPool
from storage.store import MatchStore
from tests.service.conftest import CommandLine


def asked(ran: Any) -> dict[str, str]:
    return {rule["rule"]: rule["answer"] for rule in json.loads(ran.out)["rules"]}


def test_rules_are_explained_to_whom_they_may(matchbook: CommandLine, match: str) -> None:
    """After an impossible violation the other rules are not asked; players do not learn hidden cards."""
    legal = matchbook("explain", f"{match}/19", "play_student nia", "--json")
    assert legal.code == 0
    assert set(asked(legal).values()) == {"passed"}
    second = matchbook("explain", f"{match}/20", "play_student pax", "--json")
    assert second.code == 1
    assert "failed" in asked(second).values()
    assert "passed" in asked(second).values()
    impossible = matchbook("explain", f"{match}/19", "score krabby", "--json")
    assert set(asked(impossible).values()) == {"failed", "not asked"}
    assert json.loads(impossible.out)["impossible"] is True
    ran = matchbook("explain", f"{match}/20")
    assert (ran.code, "play_student nia: allowed" in ran.err) == (0, True)
    assert matchbook("explain", match).code == 2
    for found in json.loads(matchbook("explain", f"{match}/20", "--json").out)["rules"]:
        assert found["title"]
    hidden = matchbook("explain", f"{match}/3", "draw_opening_hand Bo [sol,sol,sol,sol]", "--as", "Ada")
    assert (hidden.code, "this names hidden cards" in hidden.err) == (2, True)
    judge = matchbook("explain", f"{match}/20", "play_student pax")
    player = matchbook("explain", f"{match}/20", "play_student pax", "--as", "Ada")
    assert (judge.code, player.code) == (1, 1)
    assert judge.out != player.out


def test_a_corrected_entry_is_explained_as_it_stands(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """As ruled, the amended command in the state that it finds today; as recorded, what was entered, then."""
    file = tmp_path / "changes.txt"
    file.write_text("20 play_student pax\n31 play_student nia\n")
    assert matchbook("correct", match, "--file", file).code == 0
    assert "play_student nia: allowed" in matchbook("explain", f"{match}/31").err
    assert "play_student pax: allowed" in matchbook("explain", f"{match}/31", "--view", "recorded").err


def test_drift_of_sound_matches(matchbook: CommandLine, match: str, store_path: Path) -> None:
    assert matchbook("correct", f"{match}/18", "--strike", "--yes").code == 0
    before = store_path.read_bytes()
    ran = matchbook("drift")
    assert (ran.code, ran.out, "1 match: 0 matches differ" in ran.err) == (0, "", True)
    assert store_path.read_bytes() == before


def test_a_changed_rule_is_told_by_match_entry_and_rule(
    matchbook: CommandLine, match: str, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the rules of today refuse what was recorded, match, entry and rule are listed; so they are from several
    processes."""
    sound = registry.load_game("frc_card_game")

    def check(state: Any, command: Command) -> tuple[Violation, ...]:
        new = (Violation("CG-A02", "no Nia any more"),) if getattr(command, "card", "") == "nia" else ()
        return (*sound.check(state, command), *new)  # type: ignore[arg-type]

    changed = replace(sound, check=check)
    monkeypatch.setattr(drift, "history_game", lambda entries, store: (changed, sound_cards(entries, store)))
    with MatchStore.open(str(store_path)) as store:
        found = [one for some in WorkerPool(1).each_match(MatchService(store), "", [match], drift_of) for one in some]
    assert [(one.match, one.version, one.rule) for one in found] == [(match, 20, "CG-A02")]
    assert "now refused, not flagged on record" in found[0].text


def sound_cards(entries: Sequence[Any], store: MatchStore) -> Any:
    return store.catalogues.read(entries[0].payload.catalogue, entries[0].payload.game)
