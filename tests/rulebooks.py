"""The games of the rulebooks, which have a written match, sample decks and tables of their own in these tests.

Any game at all, kits among them, is tried by the conformance suite (`matchbook.conformance`), and kits in `tests/games/tabletop`.
"""

from typing import Final

RULEBOOKS: Final = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
