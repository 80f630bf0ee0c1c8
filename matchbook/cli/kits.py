"""The commands `kits list`, `check`, `show` and `new`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import msgspec

from domain.capabilities import CHECKED_WORDS, Checks
from domain.cards import CardRecord, Catalogue, CatalogueError
from domain.games.tabletop.scaffold import USES, KitAnswers, scaffold
from domain.text import pluralize
from matchbook.cli.session import Session, as_json_or_text, is_terminal, print_json, print_table, say
from service.errors import ExitCode, UsageProblem
from service.kits import (
    installed_kits,
    kit_file,
    kit_files,
    kits_folder,
    kits_game,
    load_kit,
    name_taken,
    not_begun,
    simulated,
)
from service.resources import UnreadableFile, read_text

_CHECKED = 20
"""Number of matches that `kits check` plays."""
_KIT_NAME = re.compile(r"^kit *=.*$", re.MULTILINE)
"""The line of a kit's file that names it."""


@click.group("kits")
def kits_command() -> None:
    """List, check, read and write kits: tabletop games without code."""


@kits_command.command("list")
@as_json_or_text
@click.pass_obj
def kits_list(session: Session, as_json: bool) -> int:
    """List the kits of the program, of packages and of your own folder, with their numbers of recorded matches."""
    kits = list(installed_kits())
    played = _matches_by_kit(session)
    if as_json:
        print_json([{**msgspec.structs.asdict(kit), "matches": played.get(kit.name, 0)} for kit in kits])
    else:
        print_table(
            ("kit", "title", "version", "players", "matches", "digest", "place"),
            [
                (kit.name, kit.title, kit.version, kit.players, played.get(kit.name, 0), kit.digest[:12], kit.place)
                for kit in kits
                if not kit.fault
            ],
        )
    for kit in kits:
        if kit.fault:
            say(kit.fault)
    return ExitCode.FINDINGS if any(kit.fault for kit in kits) else ExitCode.FINE


def _matches_by_kit(session: Session) -> dict[str, int]:
    from storage.errors import StoreNotFound

    try:
        found = session.analytics.sql("select kit, count(*) from matches where kit is not null group by kit")
    except StoreNotFound:
        return {}
    return {str(kit): int(str(number)) for kit, number in found.rows}


@kits_command.command("check")
@click.argument("kits", nargs=-1, required=True, metavar="NAME|FILE…")
@as_json_or_text
def kits_check(kits: tuple[str, ...], as_json: bool) -> int:
    """Check KITS, by name or file: print errors, warnings, and the results of 20 simulated matches. These try each
    verb
    with named cards: a verb must keep all cards and reveal no hidden card. Exit code 1 for warnings, 2 for errors."""
    found = [_checked(name) for name in kits]
    if as_json:
        print_json(found)
    else:
        for one in found:
            for line in (*one.errors, *one.warnings, *one.played):
                click.echo(line)
    if any(one.errors for one in found):
        return ExitCode.UNREADABLE
    return ExitCode.FINDINGS if any(one.warnings for one in found) else ExitCode.FINE


class _Checked(msgspec.Struct, frozen=True):
    """The findings about a file."""

    file: str
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


def _checked(name: str) -> _Checked:
    game, part = kits_game()
    try:
        path = Path(name) if Path(name).exists() else kit_file(name)
        catalogue = game.cards.read(read_text(path), path.name)
    except CatalogueError as error:
        return _Checked(name, error.lines or (str(error),))
    except (UnreadableFile, UsageProblem) as error:
        return _Checked(name, (str(error),))
    if defects := tuple(not_begun(catalogue)):
        return _Checked(name, tuple(f"{path.name}: {text}" for text in defects))
    played = simulated(catalogue, _CHECKED)
    reasons = ", ".join(f"{reason} {times}" for reason, times in sorted(played.reasons.items()))
    told = f"{played.ended} of {pluralize(played.matches, 'simulated match', 'simulated matches')} ended by themselves"
    lines, facts = [f"{path.name}: {catalogue.name}, {told} ({reasons})"], part.facts(catalogue)
    lines += (f"{path.name}: {line}" for line in _shares(facts.verb_checks))
    lines += [f"{path.name}: {text}" for text in played.stopped]
    if played.unused:
        lines.append(f"{path.name}: verbs that never came up: {', '.join(played.unused)}")
    warnings = filter(None, (name_taken(catalogue), *part.warnings(catalogue), *played.defects))
    return _Checked(name, (), tuple(f"{path.name}: warning: {text}" for text in warnings), tuple(lines))


def _shares(checks: Mapping[str, Checks]) -> Iterator[str]:
    """Yield the share of checked verbs, then the verbs by kind of check."""
    checked = sum(one != "entered" for one in checks.values())
    share = f"{100 * checked / max(1, len(checks)):.0f} %"
    yield f"{checked} of {pluralize(len(checks), 'verb')} checked ({share})"
    for kind, words in CHECKED_WORDS.items():
        if named := [verb for verb, one in checks.items() if one == kind]:
            yield f"{words}: {', '.join(named)}"


@kits_command.command("show")
@click.argument("kit", metavar="NAME|FILE|MATCH")
@click.option("--toml", is_flag=True, help="Print the kit as a TOML file.")
@click.pass_obj
def kits_show(session: Session, kit: str, toml: bool) -> None:
    """Show a kit as a page to read at the table; for a match, the kit that is stored in it."""
    catalogue, part = _kit_of(session, kit), kits_game()[1]
    if toml:
        own = kit.endswith(".toml") or kit in kit_files()
        click.echo(read_text(kit_file(kit)) if own else part.text(catalogue), nl=False)
    else:
        click.echo("\n".join(part.page(catalogue)))


def _kit_of(session: Session, name: str) -> Catalogue[CardRecord]:
    """Return a kit by its name or file, or else the kit of a match."""
    try:
        return load_kit(name)
    except UsageProblem as unknown:
        if name.endswith(".toml"):
            raise
        from storage.errors import MatchNotFound, StoreNotFound

        try:
            match = session.history(name).match
        except (MatchNotFound, StoreNotFound):
            raise unknown from None
        if match.game.kits is None:
            raise UsageProblem(f"{match.id} is not a match of a kit") from None
        return match.state.catalogue


@kits_command.command("new")
@click.argument("name")
@click.option("--from", "source", metavar="KIT", help="Start from a copy of another kit.")
@click.option("--title", help="Title of the game.")
@click.option("--players", metavar="2-4", help="Numbers of players.")
@click.option("--with", "uses", metavar="cards,dice,…", help=f"Components: {', '.join(USES)}.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file (default: in your kits folder).")
def kits_new(
    name: str, source: str | None, title: str | None, players: str | None, uses: str | None, output: Path | None
) -> None:
    """Write a new kit NAME. On a terminal it asks for missing values; it never overwrites a file."""
    path = output or kits_folder() / f"{name}.toml"
    if path.exists():
        raise UsageProblem(f"{path} exists; choose another name, or -o FILE")
    if source is not None:
        load_kit(source)
        text = _KIT_NAME.sub(f'kit = "{name}"', read_text(kit_file(source)), count=1)
    else:
        text = scaffold(_asked(KitAnswers(name=name), title, players, uses))
    kits_game()[0].cards.read(text, path.name)  # report faults before writing
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    click.echo(str(path))
    say(f"log a match of it: matchbook new {path if output else name} --player Ada --player Bo")


def _asked(wishes: KitAnswers, title: str | None, players: str | None, uses: str | None) -> KitAnswers:
    """Ask at most nine questions, each with a default; without a terminal, use the defaults."""
    asking = is_terminal()

    def ask(question: str, default: str, given: str | None = None) -> str:
        return given if given is not None else click.prompt(question, default=default, err=True) if asking else default

    title = ask("Title of the game?", wishes.name.replace("_", " ").capitalize(), title)
    players = ask("How many play?", wishes.players, players)
    used = _words(ask(f"Components ({', '.join(USES)})?", ",".join(wishes.uses), uses))
    if strange := [word for word in used if word not in USES]:
        raise UsageProblem(f"--with {strange[0]}: there are {', '.join(USES)}")
    changes: dict[str, object] = {"title": title, "players": players, "uses": used}
    if "cards" in used:
        changes["hand"] = _number(ask("How many cards does each player begin with?", str(wishes.hand)))
    if "board" in used:
        changes["board"] = ask("Size of the board?", wishes.board)
    if "counters" in used:
        changes["counters"] = _words(ask("Which counters are there? The first is the score", ",".join(wishes.counters)))
    if "sheet" in used:
        changes["boxes"] = _words(ask("Which boxes does the sheet have?", ",".join(wishes.boxes)))
    order = ask("Do players act in turns or together?", wishes.order)
    changes["order"] = order if order in ("turns", "together") else "turns"
    if "counters" in used and "sheet" not in used:
        changes["goal"] = _number(ask("At which score does it end? 0: the players decide who won", str(wishes.goal)))
    return msgspec.structs.replace(wishes, **changes)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip().lower().replace(" ", "_") for word in text.split(",") if word.strip())


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise UsageProblem(f"{text!r}: a whole number is expected")
    return int(text)
