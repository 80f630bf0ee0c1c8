"""The result slip: its content, and its use as a witness."""

import re
from html import unescape
from pathlib import Path

from tests.service.conftest import CommandLine


def rows(text: str) -> dict[str, list[str]]:
    """Label -> lines of a slip as text."""
    found: dict[str, list[str]] = {}
    label = ""
    for line in text.splitlines()[2:]:
        if not line:
            break
        label = line[:12].strip() or label
        found.setdefault(label, []).append(line[12:])
    return found


def test_a_slip_says_who_won_who_recorded_and_what_the_head_is(matchbook: CommandLine, match: str) -> None:
    """Result and score, both players as not confirmed, the recorder, and the head whole and in groups of four."""
    slip = rows(matchbook("slip", match).out)
    head = matchbook("verify", match).out.strip()
    assert slip["Result"] == ["Bo wins (points, CG-E01)"]
    assert slip["Score"] == ["Ada -100, Bo 3700"]
    assert slip["Confirmed"] == ["Ada: not confirmed", "Bo: not confirmed"]
    assert slip["Recorded"][0].startswith("by tess, ")
    assert slip["Head"] == [head]
    groups = slip["Aloud"][0].split(" ")
    assert ("".join(groups), {len(group) for group in groups[:-1]}) == (head, {4})
    assert matchbook("verify", match, "--expect", slip["Head"][0]).code == 0


def test_a_confirmation_covers_the_chain_head_and_what_came_later_is_shown(matchbook: CommandLine, match: str) -> None:
    """It names the number of entries and whoever entered it; later entries and a changed result are on the slip."""
    assert matchbook("confirm", match, "Ada").code == 0
    matchbook("--by", "uma", "confirm", match, "Bo")
    matchbook("annotate", f"{match}/3", "well played")
    slip = rows(matchbook("slip", match).out)
    assert [line.partition(",")[0] for line in slip["Confirmed"]] == [
        "Ada: confirmed 56 entries with entry 57",
        "Bo: confirmed 57 entries with entry 58",
    ]
    assert ["entered by uma" in line for line in slip["Confirmed"]] == [False, True]
    assert "Since then" not in slip
    assert slip["Recorded"][0].startswith("by tess, uma, ")
    assert matchbook("--by", "rowan", "takeback", match, "--to", "50", "--reason", "they play on").code == 0
    slip = rows(matchbook("slip", match).out)
    assert slip["Result"] == ["not over yet"]
    assert slip["Since then"] == [
        "confirmed was: Bo wins (points, CG-E01); now: not over yet",
        "entry 60: taken back, by rowan",
    ]


def test_penalties_stand_on_the_slip(matchbook: CommandLine, match: str) -> None:
    assert (
        matchbook(
            "ruling", match, "marked sleeves", "--cite", "CG-D01", "--penalty", "Ada=warning", "--official", "Rin"
        ).code
        == 0
    )
    [line] = rows(matchbook("slip", match).out)["Penalties"]
    assert line.startswith("entry 58: ")
    assert "Ada" in line


def test_open_claims_and_appeals_stand_on_the_slip(matchbook: CommandLine, match: str) -> None:
    """A claim or appeal that waits for a ruling is on the slip that a player signs; once it is ruled on, it is not."""
    assert matchbook("dispute", f"{match}/55", "illegal", "no right to", "--claimant", "Ada").code == 0
    [line] = rows(matchbook("slip", match).out)["Contested"]
    assert line.startswith("entry 57: disputed: entry 55, illegal")
    ruling = ("ruling", f"{match}/57", "it was", "--cite", "CG-D01", "--official", "Rin")
    assert matchbook(*ruling).code == 0
    assert "Contested" not in rows(matchbook("slip", match).out)
    assert matchbook("appeal", f"{match}/58", "Ada", "too fast").code == 0
    assert rows(matchbook("slip", match).out)["Contested"][0].startswith("entry 59: ")


def test_a_claim_that_was_ruled_on_is_not_withdrawn(matchbook: CommandLine, match: str) -> None:
    """The ruling and its effects depend on the claim: the ruling is withdrawn first, then the claim."""
    matchbook("dispute", f"{match}/55", "illegal", "no right to", "--claimant", "Ada")
    matchbook("ruling", f"{match}/57", "it was", "--cite", "CG-D01", "--official", "Rin")
    by = ("--official", "Rin", "--role", "judge")
    ran = matchbook("withdraw", f"{match}/57", "a slip", *by)
    assert (ran.code, "entry 58 ruled on entry 57: withdraw entry 58 first" in ran.err) == (3, True), ran
    assert matchbook("withdraw", f"{match}/58", "a slip", *by).code == 0
    assert matchbook("withdraw", f"{match}/57", "a slip", *by).code == 0


def test_a_slip_is_the_same_bytes_for_the_same_record(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """Both forms, also from a copy of the record in another store."""
    matchbook("confirm", match, "Ada")
    forms = {form: matchbook("slip", match, "--format", form).out for form in ("text", "html")}
    matchbook("export", match, "-o", tmp_path / "m.match.jsonl")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    matchbook("--store", other, "import", tmp_path / "m.match.jsonl")
    for form, text in forms.items():
        assert matchbook("--store", other, "slip", match, "--format", form).out == text


def test_the_page_holds_the_same_a_qr_code_and_no_script(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """One file: every line of the text form, a picture of the code for match, version and head, without scripts or links to
    load."""
    import segno

    matchbook("slip", match, "--format", "html", "--out", tmp_path / "slip.html")
    page = (tmp_path / "slip.html").read_text()
    told = unescape(re.sub(r"<[^>]*>", "\n", page))
    slip = rows(matchbook("slip", match).out)
    assert all(line in told for lines in slip.values() for line in lines)
    code = f"matchbook:{match}/56:{slip['Head'][0]}"
    assert code in told
    [path] = re.findall(r'<path [^>]*d="([^"]+)"', page)
    assert f'd="{path}"' in segno.make(code, error="m", micro=False, boost_error=False).svg_inline(scale=4, border=4)
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="|url\(', page)
    assert "default-src 'none'" in page


def test_names_cannot_disturb_a_page(matchbook: CommandLine) -> None:
    match = matchbook(
        "new", "frc_card_game", "--player", "<b>Ada</b>", "--player", "Bo&Co", "--deck", "1=30", "--deck", "2=30"
    )
    page = matchbook("slip", match.out.strip(), "--format", "html").out
    assert "<b>Ada" not in page
    assert "&lt;b&gt;Ada&lt;/b&gt; v Bo&amp;Co" in page
