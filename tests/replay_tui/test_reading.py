"""What the match list wants read: the newest wish first, one worker at a time, nothing twice, nothing out of date."""

from replay_tui.match_list.wishes import Wish, Wishes
from service.library import MatchQuery

ADA, BO = MatchQuery(text="ada", limit=10), MatchQuery(text="bo", limit=10)


def test_only_the_first_wish_starts_a_worker():
    """What comes while it works is taken up by it; when it is done, the next wish starts another."""
    wishes = Wishes()
    assert [wishes.begin(ADA, 0), wishes.want((1,))] == [True, False]
    assert [wishes.next(), wishes.next(), wishes.next()] == [Wish(ADA, 0, anew=True), Wish(ADA, 1, anew=False), None]
    assert wishes.want((2,))


def test_what_is_out_of_date_is_not_read():
    """While one letter is read, only the last of the letters after it is waited for; pages of the old list are dropped."""
    wishes = Wishes()
    wishes.begin(ADA, 0)
    wishes.next()
    wishes.want((1, 2))
    for text in ("b", "bo"):
        wishes.begin(MatchQuery(text=text, limit=10), 0)
    assert [wishes.next(), wishes.next()] == [Wish(BO, 0, anew=True), None]


def test_pages_wanted_last_come_first_and_none_twice():
    """A jump replaces the pages that were wanted before it; the one that is being read is not asked for again."""
    wishes = Wishes()
    wishes.begin(ADA, 0)
    wishes.next()
    wishes.want((1, 2))
    assert wishes.next() == Wish(ADA, 1, anew=False)
    wishes.want((8, 1, 9))
    assert [wish and wish.page for wish in (wishes.next(), wishes.next(), wishes.next())] == [8, 9, None]


def test_nothing_wanted_needs_no_worker():
    """Rows that are here already cost nothing."""
    assert not Wishes().want(())


def test_a_page_is_a_part_of_its_list():
    """Its query begins where the page does."""
    assert Wish(ADA, 3, anew=False).of_page == MatchQuery(text="ada", limit=10, offset=30)
