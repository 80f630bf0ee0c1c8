"""The commands `games`, `rules`, `cards` and `decks`."""

import re
from collections.abc import Iterable

import click

from domain.cards import CardRecord
from domain.fields import Field, fields_of
from domain.game import AnyGame
from domain.registry import broken_games, installed_games, load_game, rules_of_procedure
from domain.rules import CatalogueNote, Rule, Violation
from domain.text import pluralize, suggestion
from matchbook.cli.options import as_catalogue
from matchbook.cli.session import as_json_or_text, print_json, print_table, say
from service.errors import ExitCode, UsageProblem
from service.kits import meant_game
from service.reading.catalogues import notes_on
from service.resources import bound_game, catalogue_names, deck_names, guide_of, load_catalogue, load_deck

_LINK, _TEXT = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)"), r"\1"
"""A link of a guide, whose address leads nowhere from a terminal, and its text."""


@click.command("games")
@click.argument("game", required=False)
@as_json_or_text
def games_command(game: str | None, as_json: bool) -> int:
    """List the installed games, or read the guide of one GAME: how to log a match of it. Exit code 1 if a game cannot
    be loaded; the reason follows the list."""
    if game is not None:
        loaded, _ = meant_game(game)
        print_json(_describe(loaded)) if as_json else click.echo(_LINK.sub(_TEXT, _guide_with_commands(loaded)))
        return ExitCode.FINE
    games = [game for game in installed_games().values() if game.kind == "game"]
    if as_json:
        print_json([_describe(game) for game in games])
    else:
        rows = [(g.name, g.title, g.rules_version, _counts(g), ", ".join(deck_names(g))) for g in games]
        print_table(("game", "title", "rules", "players", "sample decks"), rows)
    for why in broken_games().values():
        say(why)
    return ExitCode.FINDINGS if broken_games() else ExitCode.FINE


def _guide_with_commands(game: AnyGame) -> str:
    """Return the guide of a game; a guide without a table of all commands gets one with their titles."""
    guide = guide_of(game)
    if "\n## All commands\n" in guide:
        return guide
    phrases = [phrase for command in game.commands for phrase in command.grammar(None)]
    rows = "\n".join(f"| `{phrase.word}` | {phrase.title} |" for phrase in phrases)
    return f"{guide}\n## Commands\n\n| written | means |\n|---|---|\n{rows}"


def _counts(game: AnyGame) -> str:
    low, high = min(game.seat_counts), max(game.seat_counts)
    return str(low) if low == high else f"{low}-{high}"


def _describe(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "rulebook": game.rulebook,
        "seats": game.seat_counts,
        "rules": len(game.rules),
        "options": list(map(_option, fields_of(game.options))),
        "commands": [
            {
                "name": phrase.word,
                "title": phrase.title,
                "fields": [{"name": f.name, "expects": f.expects} for f in phrase.fields],
            }
            for command in game.commands
            for phrase in command.grammar(None)
        ],
        "catalogues": catalogue_names(game),
        "decks": deck_names(game),
        "bots": list(game.simulation.bots) if game.simulation else [],
    }


def _option(field: Field) -> dict[str, object]:
    default = field.default if isinstance(field.default, str | int | bool | None) else None
    return {
        "name": field.name,
        "expects": field.expects,
        "default": default,
        "required": field.required,
        "kind": field.kind,
    }


@click.command("rules")
@click.argument("game")
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--find", metavar="TEXT", help="Only rules that contain this text.")
@click.option("--catalogue", metavar="NAME|FILE", help="The catalogue, for games whose rules depend on cards.")
@as_json_or_text
def rules_command(game: str, rule_id: str | None, find: str | None, catalogue: str | None, as_json: bool) -> None:
    """Look up the rules of GAME: all titles, or one rule by its ID. An ID or `--find` also finds the rules of procedure (JP-…)
    and the infractions, which are the same for all games."""
    from service.judging.case import citable

    loaded, catalogue = meant_game(game, catalogue)
    bound = bound_game(loaded.name, catalogue)
    rules, known = bound.rules, {**citable(bound), **rules_of_procedure()}
    if rule_id:
        _print_rule(_rule(known.get(rule_id.upper()) or known.get(rule_id), rule_id, list(known)), as_json=as_json)
        return
    chosen = [
        r
        for r in (known if find else rules).values()
        if not find or find.casefold() in f"{r.id} {r.title} {r.text}".casefold()
    ]
    if as_json:
        print_json(chosen)
    else:
        rows = [(r.id, r.title, r.kind, r.source, r.place) for r in chosen]
        print_table(("rule", "title", "enforced as", "source", "place"), rows)
    if not rules:
        say(f"{game} has no rules: its package lacks rules.toml")


def _rule(rule: Rule | None, given: str, known: list[str]) -> Rule:
    if rule is None:
        raise UsageProblem(f"no rule {given!r}{suggestion(given.upper(), known)}")
    return rule


def _print_rule(rule: Rule, *, as_json: bool) -> None:
    if as_json:
        print_json(rule)
        return
    click.echo(f"{rule.id}  {rule.title}\n")
    click.echo(click.wrap_text(rule.text, width=90, initial_indent="  ", subsequent_indent="  "))
    if rule.quote:
        click.echo("\n" + click.wrap_text(rule.quoted, width=90, initial_indent="  ", subsequent_indent="  "))
    click.echo(f"\n  {rule.kind} · {rule.origin}")


@click.group("cards")
def cards_command() -> None:
    """Check or list catalogues."""


@cards_command.command("list")
@click.argument("game")
@click.argument("catalogue", required=False)
@as_json_or_text
def cards_list(game: str, catalogue: str | None, as_json: bool) -> None:
    """List the cards of a CATALOGUE (a built-in name or a file; default: the game's sample)."""
    loaded, catalogue = meant_game(game, catalogue)
    records = load_catalogue(loaded, catalogue)
    if as_json:
        print_json({"catalogue": records.name, "digest": records.digest, "cards": list(records)})
        return
    rows = [(r.card_id, r.name, _kind(r)) for r in sorted(records, key=lambda r: (_kind(r), r.card_id))]
    print_table(("card", "name", "type"), rows)


def _kind(record: CardRecord) -> str:
    config = getattr(record, "__struct_config__", None)
    return str(getattr(config, "tag", "") or "")


@cards_command.command("check")
@click.argument("game")
@click.argument("catalogue")
@as_json_or_text
def cards_check(game: str, catalogue: str, as_json: bool) -> int:
    """Check a CATALOGUE against the game's card rules. Exit code 1 if there are findings."""
    loaded = load_game(game)
    records = load_catalogue(loaded, catalogue)
    findings, notes = loaded.cards.check(records), loaded.cards.notes(records)
    if as_json:
        counts = {"catalogue": records.name, "digest": records.digest, "cards": len(records)}
        print_json({**counts, "findings": findings, "notes": notes})
    else:
        _print_findings(findings, notes)
        found = f"{pluralize(len(findings), 'finding')}, {pluralize(len(notes), 'note')}"
        click.echo(f"{records.name}: {pluralize(len(records), 'card')}, {found}, digest {records.digest[:16]}")
    return ExitCode.FINDINGS if findings else ExitCode.FINE


def _print_findings(findings: Iterable[Violation], notes: Iterable[CatalogueNote]) -> None:
    """Print violations, then notes."""
    for finding in findings:
        click.echo(str(finding))
    for note in notes:
        click.echo(f"note: {note}")


@click.group("decks")
def decks_command() -> None:
    """Check deck lists."""


@decks_command.command("check")
@click.argument("game")
@click.argument("deck")
@as_catalogue
@as_json_or_text
def decks_check(game: str, deck: str, catalogue: str | None, as_json: bool) -> int:
    """Check a DECK list (a sample deck's name or a file) of a game or kit. Exit code 1 if it is not legal."""
    loaded, meant = meant_game(game, catalogue)
    cards = load_catalogue(loaded, meant)
    listed = load_deck(loaded, deck)
    findings, notes = loaded.cards.check_deck(listed, cards), notes_on(listed, loaded.cards.notes(cards))
    if as_json:
        print_json({"deck": listed.name, "size": listed.size, "findings": findings, "notes": notes})
    else:
        _print_findings(findings, notes)
        verdict = "legal" if not findings else "not legal"
        click.echo(f"{listed.name or deck}: {pluralize(listed.size, 'card')}, {verdict}")
    return ExitCode.FINDINGS if findings else ExitCode.FINE
