/*
meaning = "cards of registered deck lists, in seats of matches decided by play"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "card"]
known = { of = "seats", rows = "select s.*, l.deck from decided s left join lists l on l.match = s.match and l.seat = s.seat", is = "p.deck is not null and p.is_open", words = "a registered deck and known draws" }
unit = "share of copies, from 0 to 1"
sample = "seats whose deck list was registered"

[numbers.gp-win-rate]
title = "Games played win rate (GP WR)"
formula = "sum of won * deck / sum of deck; deck = copies in the deck list"
y = "p.is_won::integer * p.in_deck"
x = "p.in_deck"
bias = "It is the deck's as much as the card's."

[numbers.gns-win-rate]
title = "Games not seen win rate (GNS WR)"
formula = "sum of won * not seen / sum of not seen; not seen = max(0, deck - opening - drawn - tutored)"
y = "p.is_won::integer * p.not_seen"
x = "p.not_seen"
where = "p.is_open"
covered = true
sample = "seats with a registered deck list all of whose draws are known"
bias = "Short matches leave more unseen. Games of several rounds that draw the deck anew leave nothing."

[numbers.iwd]
title = "Improvement when drawn (IWD)"
formula = "GIH WR - GNS WR of cards of registered decks"
unit = "difference of shares (0.05 = 5 percentage points)"
kind = "difference"
percent = ["value"]
y = "p.is_won::integer * (p.in_opening + p.in_draws)"
x = "p.in_opening + p.in_draws"
y2 = "p.is_won::integer * p.not_seen"
x2 = "p.not_seen"
where = "p.is_open"
covered = true
sample = "seats with a registered deck list all of whose draws are known"
bias = "As gih-win-rate: favours slow decks."

[numbers.copies]
title = "Copies in a deck"
formula = "sum of copies / deck lists with the card"
unit = "copies"
kind = "mean"
y = "p.in_deck"
bias = "Lists without the card are not in it; usage by deck tells how many there are."

[numbers.draw-luck]
title = "Draws against expectation"
formula = "sum of (copies drawn - cards drawn * copies / deck) / seats with the card in the deck, the opening hand included"
unit = "copies above expectation, for each match"
kind = "mean"
y = "p.in_opening + p.in_draws - p.all_drawn * p.in_deck / p.deck_size"
where = "p.is_open and p.all_drawn <= p.deck_size and not p.is_searched"
covered = true
sample = "seats with a registered deck list all of whose draws are known, that searched for nothing and drew no card twice"
bias = "Over all cards of a deck it is 0: split it by card. A card that ends matches is found in its last draw more often."
*/

-- [rows]
select
    *, sum(in_opening + in_draws) over mine as all_drawn, sum(in_deck) over mine as deck_size,
    max(in_opening + in_draws - in_deck) over mine > 0 or max(in_searched) over mine > 0 as is_searched
from holdings
window mine as (partition by match, seat)
