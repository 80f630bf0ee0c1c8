"""Clients that others generate from the description: generators accept it whole, and record a match."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from matchbook.cli.server import serve_command
from matchbook.cli.session import Session
from tests.waiting import wait_until
from tests.web_service.serving import Served
from web_service.problems import EXPLAINED
from web_service.public_address import PublicAddress, is_known_host

PYTHON: Final = """
import sys
from matchbook_client import AuthenticatedClient
from matchbook_client.api.default import act, match_head, open_match, take_back
from matchbook_client.models import ActBody, OpenBody, TakeBackBody

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = OpenBody(game="pig", players=["Ada", "Bo"])
match = open_match.sync(client=client, body=body, idempotency_key="table-1").match
assert open_match.sync(client=client, body=body, idempotency_key="table-1").match == match
for version, line in enumerate(("roll 5", "hold", "roll 3"), start=1):
    sent = ActBody(line=line, at_version=version, command_id=f"act-{version:06}")
    assert act.sync(match, client=client, body=sent).version == version + 1
late = act.sync(match, client=client, body=ActBody(line="hold", at_version=1, command_id="act-000009"))
assert (late.kind, late.status) == ("conflict", 409)
back = TakeBackBody(to=3, reason="misread", at_version=4, command_id="back-0001")
assert take_back.sync(match, client=client, body=back).version == 5
assert match_head.sync(match, client=client).seats == ["Ada", "Bo"]
print(match)
"""
TYPESCRIPT: Final = """
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [url, secret] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${secret}` } });
const opened = await client.POST("/api/matches", { body: { game: "pig", players: ["Ada", "Bo"] } });
if (!opened.data) throw new Error(opened.error.kind);
const match = opened.data.match;
let version: number = opened.data.version;
for (const line of ["roll 5", "hold", "roll 3"]) {
  const body = { line, at_version: version, command_id: `act-${version + 100000}` };
  const { data, error } = await client.POST("/api/matches/{match}/acts", { params: { path: { match } }, body });
  if (!data) throw new Error(error.title);
  version = data.version;
}
const head = await client.GET("/api/matches/{match}", { params: { path: { match } } });
if (head.data?.version !== 4) throw new Error("four entries");
console.log(match);
"""
COMPILED: Final = {
    "compilerOptions": {"target": "es2022", "module": "nodenext", "strict": True, "lib": ["es2022", "dom"], "types": []}
}


def run(*command: str | Path, at: Path, needed: bool = True) -> str:
    """The output of a program. One that installs something (not `needed`) may fail for want of a network: the test is skipped."""
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode and not needed:
        pytest.skip(f"{command[0]} cannot install what this needs: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    return done.stdout + done.stderr


def recorded(served: Served, match: str) -> list[str]:
    return [line for line in served.client().get(f"/api/matches/{match}/log").json()["lines"] if "Ada" in line]


@pytest.mark.slow
def test_a_generated_python_client_records_a_match(served: Served, tmp_path: Path) -> None:
    """openapi-python-client, installed in an environment of its own, generates a client without a warning."""
    run(sys.executable, "-m", "venv", "own", at=tmp_path)
    tools = tmp_path / "own" / "bin"
    run(tools / "python", "-m", "pip", "install", "-q", "openapi-python-client>=0.29,<0.30", at=tmp_path, needed=False)
    described = f"{served.url}/api/openapi.json"
    said = run(
        "env", f"PATH={tools}:/usr/bin:/bin", "openapi-python-client", "generate", "--url", described,
        "--output-path", "made", at=tmp_path,
    )  # fmt: skip
    assert "arning" not in said
    (tmp_path / "made" / "play.py").write_text(PYTHON)
    match = run(tools / "python", "play.py", served.url, served.token("organiser"), at=tmp_path / "made").strip()
    assert len(recorded(served, match)) >= 2


@pytest.mark.slow
def test_a_generated_typescript_client_records_a_match(served: Served, tmp_path: Path) -> None:
    """openapi-typescript generates types that compile strictly, and openapi-fetch records with them."""
    tools = ("openapi-typescript@7", "openapi-fetch@0.14", "typescript@5")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    try:
        run("npm", "install", "--no-fund", "--no-audit", *tools, at=tmp_path, needed=False)
    except FileNotFoundError:
        pytest.skip("npm is not installed")
    (tmp_path / "openapi.json").write_text(served.client().get("/api/openapi.json").text)
    (tmp_path / "tsconfig.json").write_text(json.dumps(COMPILED | {"files": ["play.ts"]}))
    (tmp_path / "play.ts").write_text(TYPESCRIPT.replace("process.argv", "(globalThis as any).process.argv"))
    programs = tmp_path / "node_modules" / ".bin"
    said = run(
        programs / "openapi-typescript", "openapi.json", "-o", "api.ts", "--default-non-nullable=false", at=tmp_path
    )
    assert "warn" not in said.lower()
    run(programs / "tsc", at=tmp_path)
    match = run("node", "play.js", served.url, served.token("organiser"), at=tmp_path).strip()
    assert len(recorded(served, match)) >= 2


def test_every_array_of_the_description_says_what_it_holds(served: Served) -> None:
    """Generators leave out schemas with an array of unknown items, or with a schema that is `false`."""

    def wrong(schema: Any) -> list[Any]:
        if isinstance(schema, list):
            return [found for one in schema for found in wrong(one)]
        if not isinstance(schema, dict):
            return []
        own = schema.get("type") == "array" and not isinstance(
            schema.get("items", schema.get("prefixItems")), dict | list
        )
        return [schema] * own + [found for one in schema.values() for found in wrong(one)]

    described = served.client().get("/api/openapi.json").json()
    assert wrong(described) == []
    schemas = described["components"]["schemas"]
    assert {"Suggestion", "Suggestions", "OpenBody", "ConclusionBody"} <= schemas.keys()
    opening = described["paths"]["/api/matches"]["post"]
    assert [one["name"] for one in opening["parameters"]] == ["Idempotency-Key"]


def test_the_description_explains_offers_and_how_seats_are_counted(served: Served) -> None:
    """Fields have the texts of the source, and an operation has its details besides the summary."""
    described = served.client().get("/api/openapi.json").json()
    fields = {name: schema.get("properties", {}) for name, schema in described["components"]["schemas"].items()}
    offers = described["paths"]["/api/matches/{match}/offers"]["get"]
    assert "acts" in offers["description"]
    assert all(one.get("description") for one in offers["parameters"] if one["in"] == "query")
    for name in ("line", "complete", "violations", "choices"):
        assert fields["Suggestion"][name]["description"], name
    assert "seat, from 1" in fields["OpenBody"]["decks"]["description"]
    assert "seat, from 1" in fields["RoundBody"]["decks"]["description"]
    assert "from 0" in str(fields["ConclusionBody"]["winners"])
    assert "from 0" in str(fields["ConfirmationBody"]["seat"])


@pytest.mark.parametrize(
    ("path", "body", "example"),
    [
        (
            "/api/matches",
            {"game": "frc_card_game", "players": ["Ada", "Bo"], "decks": [30, 30]},
            '{"1": "30", "2": "30"}',
        ),
        (
            "/api/matches",
            {"game": "frc_card_game", "players": ["Ada", "Bo"], "decks": {"1": 30}},
            '{"1": "30", "2": "30"}',
        ),
        ("/api/event-days/x/rounds", {"round": 1, "decks": [30, 30]}, '{"1": 30, "2": 30}'),
    ],
)
def test_a_refused_field_says_what_it_means(served: Served, path: str, body: object, example: str) -> None:
    answer = served.client(served.token("organiser")).post(path, json=body)
    assert answer.status_code == 400
    assert example in answer.json()["detail"]


def test_kits_are_among_the_games_and_have_rules(served: Served) -> None:
    anybody = served.client()
    games = {game["name"]: game for game in anybody.get("/api/games").json()}
    assert (games["pig"]["title"], games["pig"]["seats"][0]) == ("Pig", 2)
    assert "tabletop" not in games
    for name in games:
        assert anybody.get(f"/api/games/{name}/rules").json(), name
        assert anybody.get(f"/api/games/{name}/schema").json(), name


def test_head_is_answered_as_get_without_a_body(served: Served) -> None:
    """Pages, files, streams and problems alike; a stream that was asked so frees its place."""
    anybody = served.client()
    match = served.client(served.token("organiser")).post("/api/matches", json={"game": "pig", "players": ["A", "B"]})
    of = f"/api/matches/{match.json()['match']}"
    for path in (
        "/",
        "/matches",
        "/api/games",
        of,
        f"{of}/page",
        "/api/matches/none",
        "/nowhere",
        "/api/live",
        f"{of}/live",
    ):
        head = anybody.head(path)
        assert head.content == b""
        if not path.endswith("live"):
            got = anybody.get(path)
            assert (head.status_code, head.headers["content-type"]) == (got.status_code, got.headers["content-type"])
        else:
            assert head.status_code == 200
    wait_until(lambda: served.app_state.followers() == [], "a stream that was asked for its head goes on")


def test_problems_name_their_explanation_and_have_the_security_headers(served: Served) -> None:
    """The type of a problem is the address of a section of the documentation; its headers are those of every answer."""
    anybody = served.client()
    answers = [
        anybody.get("/api/matches/none"),
        anybody.get("/api/tokens"),
        anybody.put("/api/games"),
        anybody.get("/nowhere", headers={"Accept": "text/html"}),
        anybody.get("/api/games", headers={"X-Long": "x" * 40_000}),
    ]
    fine = anybody.get("/api/games").headers
    for answer in answers:
        assert answer.status_code >= 400
        for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
            assert answer.headers[name] == fine[name], (answer.url, name)
        if "json" in answer.headers["content-type"]:
            assert answer.json()["type"] == f"{EXPLAINED}#{answer.json()['kind']}"


@pytest.mark.parametrize("host", ["localhost:8080", "[::1]:8080", "192.168.0.7:8080", "10.0.0.7", "club.local"])
def test_hosts_of_this_network_are_known(host: str) -> None:
    assert is_known_host(host, ())


@pytest.mark.parametrize("host", ["club.example", "club.example:80", "8.8.8.8", "[", "", "localhost.club.example"])
def test_other_hosts_are_known_if_they_are_named(host: str) -> None:
    assert not is_known_host(host, ())
    assert is_known_host(host, ("*",)) or host == "["
    assert is_known_host(host, ("club.example",)) == (host.partition(":")[0] == "club.example")


def test_sign_in_codes_name_only_a_known_address(served: Served) -> None:
    """Given a request under another host, then no token is made, and the refusal names the option."""
    desk = served.client(served.token("organiser"), Host="club.example")
    body = {"name": "Ruth", "role": "judge"}
    refused = desk.post("/api/tokens", json=body)
    assert (refused.status_code, "--url" in refused.json()["detail"]) == (400, True)
    assert "Ruth" not in [token.name for token in served.access.tokens()]
    served.app_state.address = PublicAddress("https://cup.example")
    assert desk.post("/api/tokens", json=body).json()["address"].startswith("https://cup.example/enter#")


def test_an_address_without_its_scheme_is_refused(tmp_path: Path) -> None:
    """`serve` and `tokens new` say how an address begins."""
    said = CliRunner().invoke(serve_command, ["--url", "club.example"], obj=Session(str(tmp_path / "a.db"), None))
    assert (said.exit_code, "begins with https:// or http://" in said.output) == (2, True)
