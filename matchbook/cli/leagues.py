"""`league order keep offer bid sell exchange fire season close`."""

import click

from matchbook.cli.competitions import act, add_act, league_command
from matchbook.cli.session import Session, on_damaged

__all__ = ["league_command"]


@league_command.command("order")
@click.argument("league")
@click.argument("players", nargs=-1)
@on_damaged
@click.pass_obj
def order_command(session: Session, league: str, players: tuple[str, ...]) -> None:
    """Set the order in which players select keepers: PLAYERS as drawn at the table, or else a random one."""
    from service.competitions.results import drawn_order

    act(
        session,
        league,
        "draw_order",
        lambda names: {"order": [names.seat(name) for name in players] or drawn_order(len(names.seats))},
    )


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


@league_command.command("season")
@click.argument("league")
@click.argument("what", metavar="start|end", type=click.Choice(["start", "end"]))
@on_damaged
@click.pass_obj
def season_command(session: Session, league: str, what: str) -> None:
    """Start the next season of LEAGUE, or end the current one."""
    act(session, league, f"{what}_season", lambda _: {})


add_act(league_command, "keep", "select_keeper", ("player", "card"), "PLAYER selects CARD as a keeper.")
add_act(
    league_command,
    "offer",
    "offer_bonus",
    ("bonus",),
    "Put BONUS up for auction: starting_hand, hand_limit, deck_reduction, or one of your own.",
)
add_act(league_command, "sell", "sell_lot", (), "End the bidding: the last bidder buys.")
add_act(
    league_command,
    "exchange",
    "exchange_keeper",
    ("player", "give", "take"),
    "PLAYER exchanges the keeper GIVE for the card TAKE.",
)
add_act(league_command, "fire", "fire_keeper", ("player", "card"), "PLAYER fires a keeper, after a season.")
add_act(
    league_command, "close", "close_league", (), "End LEAGUE: the player with the most points over all seasons wins it."
)
