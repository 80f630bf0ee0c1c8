"""`league order keep offer bid sell exchange fire season close`."""

import click

from matchbook.cli.contests import act, league_command
from matchbook.cli.session import Session, on_damaged

__all__ = ["league_command"]


@league_command.command("order")
@click.argument("league")
@click.argument("players", nargs=-1)
@on_damaged
@click.pass_obj
def order_command(session: Session, league: str, players: tuple[str, ...]) -> None:
    """Who selects keepers first, second …: PLAYERS as lots were drawn at the table, or lots drawn now."""
    from service.contests.results import drawn_order

    act(
        session,
        league,
        "draw_order",
        lambda names: {"order": [names.seat(name) for name in players] or drawn_order(len(names.seats))},
    )


@league_command.command("keep")
@click.argument("league")
@click.argument("player")
@click.argument("card")
@on_damaged
@click.pass_obj
def keep_command(session: Session, league: str, player: str, card: str) -> None:
    """PLAYER selects CARD as a keeper."""
    act(session, league, "select_keeper", lambda names: {"player": names.seat(player), "card": names.card(card)})


@league_command.command("offer")
@click.argument("league")
@click.argument("bonus")
@on_damaged
@click.pass_obj
def offer_command(session: Session, league: str, bonus: str) -> None:
    """Put BONUS up for auction: starting_hand, hand_limit, deck_reduction, or one of your own."""
    act(session, league, "offer_bonus", lambda _: {"bonus": bonus})


@league_command.command("bid")
@click.argument("league")
@click.argument("player")
@click.argument("amount", type=click.IntRange(0))
@click.argument("card", required=False)
@click.option("--bonus", metavar="NAME", help="Bid for a bonus instead of a card.")
@on_damaged
@click.pass_obj
def bid_command(session: Session, league: str, player: str, amount: int, card: str | None, bonus: str | None) -> None:
    """PLAYER bids AMOUNT for CARD."""
    act(
        session,
        league,
        "place_bid",
        lambda names: {
            "player": names.seat(player),
            "amount": amount,
            "card": names.card(card) if card else None,
            "bonus": bonus,
        },
    )


@league_command.command("sell")
@click.argument("league")
@on_damaged
@click.pass_obj
def sell_command(session: Session, league: str) -> None:
    """Nobody bids higher: the last bidder buys."""
    act(session, league, "sell_lot", lambda _: {})


@league_command.command("exchange")
@click.argument("league")
@click.argument("player")
@click.argument("give")
@click.argument("take")
@on_damaged
@click.pass_obj
def exchange_command(session: Session, league: str, player: str, give: str, take: str) -> None:
    """PLAYER exchanges the keeper GIVE for the card TAKE."""
    act(
        session,
        league,
        "exchange_keeper",
        lambda names: {"player": names.seat(player), "give": names.card(give), "take": names.card(take)},
    )


@league_command.command("fire")
@click.argument("league")
@click.argument("player")
@click.argument("card")
@on_damaged
@click.pass_obj
def fire_command(session: Session, league: str, player: str, card: str) -> None:
    """PLAYER fires a keeper, after a season."""
    act(session, league, "fire_keeper", lambda names: {"player": names.seat(player), "card": names.card(card)})


@league_command.command("season")
@click.argument("league")
@click.argument("what", metavar="start|end", type=click.Choice(["start", "end"]))
@on_damaged
@click.pass_obj
def season_command(session: Session, league: str, what: str) -> None:
    """Start the next season of LEAGUE, or end the one that runs."""
    act(session, league, f"{what}_season", lambda _: {})


@league_command.command("close")
@click.argument("league")
@on_damaged
@click.pass_obj
def close_command(session: Session, league: str) -> None:
    """End LEAGUE: who has most points over all seasons has won it."""
    act(session, league, "close_league", lambda _: {})
