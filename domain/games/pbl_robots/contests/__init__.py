"""What PBL ROBOTS brings to contests: pilots in a series, keepers and auctions in a league.

The contests that Matchbook announces as `series` and `league` are these. Without a rotation and without keepers they are the
plain ones of `domain.competition`, for any game.
"""
