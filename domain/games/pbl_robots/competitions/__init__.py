"""Competitions of PBL ROBOTS: pilots in a series, keepers and auctions in a league.

Matchbook registers them under the names `series` and `league`, for any game. Without a rotation or keepers, they behave like the
plain series and league of `domain.competition`.
"""
