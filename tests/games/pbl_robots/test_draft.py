"""The draft of five piles."""

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.events.decks import PileTaken
from domain.games.pbl_robots.numbers import deck_count
from tests.games.pbl_robots.table import side, with_pilots
from tests.scenario import cases, given, impossible, refused, then


def _draft(**options):
    return with_pilots(setup="regular", **options).do("start_draft")


test_rules = cases(
    ("PBL-D03: 15 and 75 cards with two sides; other counts are refused",
     given(with_pilots, setup="regular"), refused("start_draft shop_deck=14", "PBL-D03"),
     refused("start_draft draft_deck=80", "PBL-D03"), "start_draft shop_deck=15 draft_deck=75",
     then(lambda t: (t.state.shop.deck, t.state.draft.deck), (15, 70))),
    ("PBL-D05, PBL-Q60: Bo, who chose last, drafts first; then Ana",
     given(_draft), refused("take_pile player=Ana", "PBL-D05"), "take_pile player=Bo",
     refused("take_pile player=Bo", "PBL-D05"), "take_pile player=Ana"),
    ("PBL-D05, PBL-Q07: with three sides the order of choosing is reversed",
     given(with_pilots, ("Ana", "Bo", "Cleo"), ("vane", "brick", "rook"), setup="regular"), "start_draft",
     "take_pile player=Cleo", "take_pile player=Bo", "take_pile player=Ana", "take_pile player=Cleo"),
    ("PBL-D06: no going back, no skipping, and the fifth pile must be taken",
     given(_draft), refused("take_pile 3", "PBL-D06"), "pass_pile", "pass_pile", refused("take_pile 1", "PBL-D06"),
     "pass_pile", "pass_pile", refused("pass_pile", "PBL-D06"), "take_pile 5"),
    ("PBL-D07: a part of a pile is refused; all of it goes into the deck",
     given(_draft), "take_pile", "take_pile 1", refused("take_pile cards=[f01, f02, f03]", "PBL-D07"), "pass_pile",
     "take_pile cards=[f01, f02, f03]",
     then(lambda t: side(t, 1).deck, 5 + 1 + 3)),
    ("PBL-D08: after a pick every place gets one card, the emptied one too",
     given(_draft), "pass_pile", "take_pile",
     then(lambda t: [pile.count for pile in t.state.draft.piles], [2, 1, 2, 2, 2]),
     then(lambda t: t.state.draft.deck, 65)),
    ("PBL-D07: a pile that was seen cannot turn out to hold another card",
     given(_draft), "pass_pile cards=[f01]", "take_pile", impossible("take_pile cards=[f02, f03]", "PBL-D07"),
     "take_pile cards=[f01, f03]"),
    ("PBL-D03: what was expected, and what was given",
     given(with_pilots, setup="regular"),
     then(lambda t: [one.text for one in GAME.check(t.state, t.command("start_draft shop_deck=14"))],
         ["set 15 cards aside, not 14"]),
     given(with_pilots, setup="regular"),
     then(lambda t: [one.text for one in GAME.check(t.state, t.command("start_draft draft_deck=80"))],
         ["the draft deck is 75 cards, 80 given"])),
)  # fmt: skip


def test_a_pile_that_is_taken_outside_a_draft_goes_into_the_deck():
    """PBL-D07: recorded as played, its cards are counted although its pile does not exist."""
    state = with_pilots(setup="regular").state
    taken = GAME.evolve(state, PileTaken(side=0, pile=1, count=3))
    assert (taken.draft, deck_count(taken, 0) - deck_count(state, 0)) == (None, 3)


def test_five_piles():
    """PBL-D04: five piles of one card are laid out."""
    assert [pile.count for pile in _draft().state.draft.piles] == [1, 1, 1, 1, 1]


def test_fifteen_picks_end_the_draft():
    """PBL-D09: with two sides there are 15 picks, eight for the first drafter; a 16th is refused."""
    table = _draft()
    for _ in range(14):
        table.do("take_pile")
    assert (table.state.draft.deck, table.state.draft.last) == (0, False)
    table.do("take_pile")
    assert table.state.phase == "opening"
    assert (side(table, 1).deck - 5, side(table, 0).deck - 5) == (8, 7)
    table.impossible("take_pile", "PBL-D09")


def test_sixteen_picks_for_three():
    """PBL-D09: with three sides there are 16 picks."""
    table = with_pilots(("Ana", "Bo", "Cleo"), ("vane", "brick", "rook"), setup="regular").do("start_draft")
    for _ in range(16):
        table.do("take_pile")
    assert table.state.phase == "opening"
    assert [side(table, n).deck - 5 for n in range(3)] == [5, 5, 6]


def test_piles_left_join_the_shop():
    """PBL-D10: four piles of 15 cards join the 15 of the shop deck."""
    table = _draft()
    for _ in range(15):
        table.do("take_pile")
    assert table.state.shop.deck == 15 + 60


def test_cards_seen_by_a_drafter_stay_his():
    """PBL-D12: a drafter may look through the taken pile; others do not see it, and only the judge sees a passed pile."""
    table = _draft().do("pass_pile cards=[f01]", "take_pile cards=[f02]")
    seen = {viewpoint: str(GAME.board(table.state, viewpoint)) for viewpoint in (0, 1, "spectator")}
    assert [viewpoint for viewpoint in seen if "Stunt 02" in seen[viewpoint]] == [1]
    assert not any("Stunt 01" in board for board in seen.values())
