"""The commands `serve`, `tokens` and `looks`."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

from domain.registry import installed_games
from matchbook.cli.session import ExistingPath, Session, as_json_or_text, print_json, print_table, say
from service.clock import format_time, parse_time, system_clock
from service.errors import UsageProblem

if TYPE_CHECKING:
    from socket import socket

    from service.access import Access, Role
    from service.recording.match_service import MatchService
    from web_service.app_state import AppState

_ROLES = ("organiser", "judge", "scorekeeper", "player")


def access_to(app: "MatchService") -> "Access":
    """Return the tokens of a store."""
    from service.access import Access

    app.store.location.expect_at_hand("tokens are made, and stores served,")
    return Access(app.store.recorder.sidecar("tokens"))


def _read_url(_: click.Context, __: click.Parameter, url: str | None) -> str:
    if url and not url.startswith(("https://", "http://")):
        raise click.BadParameter("an address begins with https:// or http://")
    return (url or "").rstrip("/")


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True)
@click.option("--delay", metavar="TIME", help="Delay for people without a token: 60s, 5m, or turns, 2t.")
@click.option("--private", is_flag=True, help="Require a token for every page.")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy whose forwarding headers are trusted."
)
@click.option("--url", metavar="URL", callback=_read_url, help="Public address of the service, for sign-in codes.")
@click.option("--insecure-lan", is_flag=True, help="Accept tokens over unencrypted connections from other machines.")
@click.option(
    "--docs",
    type=ExistingPath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Offer the documentation under /docs, from the website that `make site` builds.",
)
@click.option("--demo", is_flag=True, help="A new store with sample matches, and bots that play at eight tables.")
@click.pass_obj
def serve_command(
    session: Session,
    host: str,
    port: int,
    delay: str | None,
    private: bool,
    proxies: tuple[str, ...],
    url: str,
    insecure_lan: bool,
    docs: Path | None,
    demo: bool,
) -> None:
    """Serve the store over HTTP: live pages for everybody, recording with a token.

    It needs the extra `serve`. First create a token: `matchbook tokens new NAME organiser`.
    """
    from service.delay import AT_ONCE, parse_delay
    from web_service.public_address import PublicAddress
    from web_service.server_lock import alone, listening

    if demo:
        session.use_store(f"sqlite:///{Path(tempfile.mkdtemp(prefix='matchbook-serve-')) / 'demo.db'}")
    access, held = access_to(session.new_app), AT_ONCE if delay is None else parse_delay(delay)
    # several servers can share a database; a file has only one
    with (
        listening(host, port) as listener,
        alone(session.new_app.store.location.path),
        _bots(session) if demo else nullcontext(),
    ):
        state_of, run = _service()
        session.begin_store()
        app_state = state_of(
            session.open_analytics, session.recording_as, access,
            delay=held, private=private, insecure=insecure_lan, docs=docs,
            address=PublicAddress(url, ("*",) if proxies else (host,)),
        )  # fmt: skip
        port, plain = listener.getsockname()[1], not (insecure_lan or proxies)
        _say_address(host, port, access, demo=demo, plain=plain, command=session.command)
        run(app_state, listener, proxies)
    say("matchbook: the server has ended")


def _service() -> "tuple[type[AppState], Callable[[AppState, socket, tuple[str, ...]], None]]":
    """Return the parts that serve, which take seconds to load. Raises UsageProblem without the extra `serve`."""
    try:
        from web_service.app_state import AppState
        from web_service.lifecycle import run
    except ModuleNotFoundError as error:
        raise UsageProblem(f"{error.name} is not installed: pip install '.[serve]' in Matchbook's checkout") from error
    return AppState, run


def _say_address(host: str, port: int, access: "Access", *, demo: bool, plain: bool, command: str) -> None:
    """Print the address and sign-in advice. `plain`: connections of other machines are unencrypted, and tokens over
    them refused. `command`: how commands for this store begin."""
    from web_service.auth import LOOPBACK

    shown = f"{f'[{host}]' if ':' in host else host}:{port}"
    say(f"matchbook: http://{shown}/ (^c ends it)")
    if demo:
        secret = access.grant("Demo", "organiser").secret
        say(f"matchbook: http://{shown}/enter#{secret} signs you in as the organiser")
    elif not access.tokens():
        say(f"matchbook: recording needs a token: `{command} tokens new NAME organiser` makes one")
    if plain and host not in LOOPBACK:
        say("matchbook: other machines cannot sign in without encryption: use --proxy ADDRESS or --insecure-lan")


@contextmanager
def _bots(session: Session) -> Iterator[None]:
    """Fill the store with sample matches, and let bots play while the block runs."""
    from service.simulation.demonstration import type_in_samples
    from service.simulation.event import play_event

    games = [game for game in installed_games().values() if game.kind == "game"]
    for _ in type_in_samples(session.new_app, games):
        pass
    simulated, stop = [game for game in games if game.simulation is not None], Event()
    bots = Thread(target=play_event, args=(session.recording_as("bots"), simulated, stop), name="bots")
    bots.start()
    try:
        yield
    finally:
        stop.set()
        bots.join()


@click.group("tokens")
def tokens_command() -> None:
    """Manage access tokens for the server: create, list and revoke them."""


@tokens_command.command("new")
@click.argument("name")
@click.argument("role", type=click.Choice(_ROLES))
@click.option("--tag", default="", help="For the matches with this tag.")
@click.option("--match", default="", metavar="MATCH", help="For this match.")
@click.option(
    "--player",
    metavar="PLAYER",
    help="The player who uses it, in the match of --match. For a whole event: its id as --match, and --tag tournament:ID.",
)
@click.option("--until", metavar="TIME", help="End of validity: 2026-03-14T18:00, local time unless it names a zone.")
@click.option(
    "--url",
    metavar="URL",
    callback=_read_url,
    help="Public address of the service: prints a sign-in address, and its QR code.",
)
@as_json_or_text
@click.pass_obj
def new_token_command(
    session: Session,
    name: str,
    role: "Role",
    tag: str,
    match: str,
    player: str | None,
    until: str | None,
    url: str,
    as_json: bool,
) -> None:
    """Create a token for NAME. It is shown only once; the store keeps its digest."""
    match_id = session.match_id(match) if match else ""
    tournament = tag.partition(":")[2] if role == "player" else ""
    granted = access_to(session.new_app).grant(
        name, role, tag=tag, match=match_id, seat=_seat(session, tournament or match_id, player), ends_at=_end(until)
    )
    session.begin_store()
    if as_json:
        print_json({"id": granted.token.id, "secret": granted.secret})
        return
    click.echo(granted.secret)
    if url:
        import segno

        address = f"{url}/enter#{granted.secret}"
        click.echo(address)
        segno.make(address, error="m", micro=False).terminal(compact=True)


def _seat(session: Session, match_id: str, player: str | None) -> int | None:
    if player is None:
        return None
    if not match_id:
        raise UsageProblem("--player needs --match: a seat is one of a match")
    from service.recording.match_service import names_of

    return names_of(session.app.match(match_id)).seat(player)


def _end(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        end = parse_time(text)
    except ValueError as error:
        raise UsageProblem(f"--until: {error}") from error
    if end <= system_clock():
        raise UsageProblem("--until: this time is past")
    return end


@tokens_command.command("list")
@as_json_or_text
@click.pass_obj
def list_tokens_command(session: Session, as_json: bool) -> None:
    """List the tokens that are not revoked."""
    tokens = access_to(session.app).tokens()
    if as_json:
        print_json([{"id": t.id, "name": t.name, "role": t.role, "tag": t.tag, "match": t.match} for t in tokens])
    elif tokens:
        rows = [
            (t.id, t.name, t.role, t.tag or t.match or "all", "-" if t.ends_at is None else format_time(t.ends_at))
            for t in tokens
        ]
        print_table(("id", "name", "role", "scope", "ends (UTC)"), rows)
    else:
        say(f"no tokens: `{session.command} tokens new NAME organiser` makes one")


@click.command("looks")
@click.argument("match", required=False)
@as_json_or_text
@click.pass_obj
def looks_command(session: Session, match: str | None, as_json: bool) -> None:
    """List views of hidden information on the server, of all matches or of MATCH, the latest first.

    Repeated views within ten minutes are one row; the last 5,000 rows are kept. Views by spectators, and players' views
    of their own seat, are not listed."""
    from service.looks import LookLog

    app = session.app
    app.store.location.expect_at_hand("the log of looks is read")
    found = LookLog(app.store.recorder.sidecar("looks")).looks(session.match_id(match) if match else "")
    if as_json:
        print_json(found)
    elif found:
        rows = [(format_time(one.at), one.name, one.role, one.match or "all", one.viewpoint, one.way) for one in found]
        print_table(("at (UTC)", "name", "role", "match", "viewpoint", "way"), rows)
    else:
        say("no looks")


@tokens_command.command("revoke")
@click.argument("token")
@click.pass_obj
def revoke_token_command(session: Session, token: str) -> None:
    """Revoke TOKEN, by its id; its open connections close within a second."""
    access_to(session.app).revoke(token)
    say(f"revoked {token}")
