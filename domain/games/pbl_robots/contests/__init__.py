"""Competitions of PBL ROBOTS: pilots in a series, keepers and auctions in a league.

Matchbook announces these as `series` and `league`. Without a rotation and without keepers, they are the plain ones of
`domain.competition` for any game.
"""
